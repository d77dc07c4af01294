//! Phases in which ships move, and where doctrines take them.

use super::compile::{ShipBattle, State};
use super::fleet::{Doctrine, Map};
use super::space::{Heading, Place, range};

/// What a captain who can never reach his range holds it for.
const NEVER: i32 = i32::MAX;

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// The three phases up to an attack: in each, all ships that may move do so at once.
    pub(super) fn travel(&self, state: &mut State<SHIPS>, map: &Map, attack: u8) {
        for phase in 3 * attack..3 * attack + 3 {
            let before = *state;
            for n in 0..self.ships {
                let ship = before.ships[n];
                let moves = self.charts.moves[usize::from(ship.speed().max(1)) - 1];
                let is_due = ship.lives() && ship.speed() > 0 && moves >> phase & 1 > 0;
                if is_due && self.group(n).orders.doctrine != Doctrine::Hold {
                    state.ships[n].put(self.pose(&before, map, n));
                }
            }
        }
    }

    /// Where a ship goes: of staying, going on, turning left or right what brings it nearest to
    /// where its captain wants to be, the first of equals.
    fn pose(&self, before: &State<SHIPS>, map: &Map, n: usize) -> Place {
        let here = before.ships[n].place();
        let Some(target) = self.choose(before, n, |_| true) else { return here };
        let there = before.ships[target].place();
        let group = self.group(n);
        let wanted = match group.orders.doctrine {
            Doctrine::Close => (0, 3),
            Doctrine::Keep(range) => (i32::from(range), i32::from(range)),
            Doctrine::Hold => return here,
        };
        let goal = Goal { map, there, wanted, bears_aft: group.aft };
        let turned = |quarters| Place { heading: here.heading.right(quarters), ..here };
        let mut best = (goal.cost(here), here);
        for pose in [map.forward(here), Some(turned(3)), Some(turned(1))].into_iter().flatten() {
            let cost = goal.cost(pose);
            if cost < best.0 {
                best = (cost, pose);
            }
        }
        best.1
    }
}

impl Map {
    /// Spaces from here to the edge.
    fn room(&self, here: Place, heading: Heading) -> i32 {
        let (x, y) = (i32::from(here.x), i32::from(here.y));
        match heading {
            Heading::North => i32::from(self.height) - 1 - y,
            Heading::East => i32::from(self.width) - 1 - x,
            Heading::South => y,
            Heading::West => x,
        }
    }

    /// One space forward; nobody leaves the map.
    fn forward(&self, here: Place) -> Option<Place> {
        if self.room(here, here.heading) == 0 {
            return None;
        }
        let Place { x, y, heading } = here;
        Some(match heading {
            Heading::North => Place { y: y + 1, ..here },
            Heading::East => Place { x: x + 1, ..here },
            Heading::South => Place { y: y - 1, ..here },
            Heading::West => Place { x: x - 1, ..here },
        })
    }
}

/// What a captain wants to reach.
struct Goal<'a> {
    map: &'a Map,
    /// His target.
    there: Place,
    /// The least and the largest range that he wants.
    wanted: (i32, i32),
    bears_aft: bool,
}

impl Goal<'_> {
    /// Moves and turns until the captain is where he wants to be, if his target stays.
    fn cost(&self, here: Place) -> i32 {
        let offset = here.offset(self.there);
        let (least, most) = self.wanted;
        match range(offset, self.map.orthogonal) {
            r if r > most => self.approach(here.heading, offset),
            r if r < least => self.retire(here, offset),
            _ => i32::from(!(self.bears_aft || here.faces(self.there))),
        }
    }

    /// Moves to the larger range, from beyond it.
    fn approach(&self, heading: Heading, offset: (i32, i32)) -> i32 {
        let most = self.wanted.1;
        let (dx, dy) = (offset.0.abs(), offset.1.abs());
        let excess = if self.map.orthogonal {
            // Any way there is as good: along one axis as far as that goes, then the other.
            let all = dx + dy - most;
            let turns = Heading::ALL
                .into_iter()
                .filter(|d| d.ahead(offset) > 0)
                .map(|d| heading.turns(d) + i32::from(d.ahead(offset) < all));
            return all + turns.min().unwrap_or(0);
        } else {
            ((dx - most).max(0), (dy - most).max(0))
        };
        let along_x = if offset.0 > 0 { Heading::East } else { Heading::West };
        let along_y = if offset.1 > 0 { Heading::North } else { Heading::South };
        let turns = match excess {
            (_, 0) => heading.turns(along_x),
            (0, _) => heading.turns(along_y),
            _ => 1 + i32::from(heading != along_x && heading != along_y),
        };
        excess.0 + excess.1 + turns
    }

    /// Moves to the lesser range, from within it: straight on, past the target if need be.
    fn retire(&self, here: Place, offset: (i32, i32)) -> i32 {
        let least = self.wanted.0;
        let ways = Heading::ALL.into_iter().filter_map(|d| {
            let aside = d.right(1).ahead(offset).abs();
            let reached = if self.map.orthogonal { least - aside } else { least };
            let moves = d.ahead(offset) + reached;
            (moves <= self.map.room(here, d)).then(|| here.heading.turns(d) + moves)
        });
        ways.min().unwrap_or(NEVER)
    }
}
