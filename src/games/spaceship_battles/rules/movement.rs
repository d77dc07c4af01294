//! Phases in which ships move, and the moves of each doctrine.

use arrayvec::ArrayVec;

use super::battle::{ShipBattle, ShipState};
use super::fleet::{Doctrine, Map};
use super::space::{Heading, MapPosition, range};

/// The range that doctrine `close` seeks.
const CLOSE: i32 = 3;

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Plays the three phases before an attack. In each, all ships that are due move at once.
    pub(super) fn travel(&self, state: &mut ShipState<SHIPS>, map: &Map, attack: u8) {
        for phase in 3 * attack..3 * attack + 3 {
            let before = *state;
            for n in 0..self.ships {
                let ship = before.ships[n];
                let moves = self.charts.moves[usize::from(ship.speed().max(1)) - 1];
                let is_due = ship.lives() && ship.speed() > 0 && moves >> phase & 1 > 0;
                if is_due && self.group(n).orders.doctrine != Doctrine::Hold {
                    let left = (moves >> phase).count_ones() as i32;
                    state.ships[n].put(self.pose(&before, map, n, left));
                }
            }
        }
    }

    /// Returns the place after the first of the `moves` moves that the ship has left in this turn,
    /// as its doctrine chooses it.
    fn pose(&self, before: &ShipState<SHIPS>, map: &Map, n: usize, moves: i32) -> MapPosition {
        let here = before.ships[n].place();
        let Some(target) = self.choose(before, n, |_| true) else { return here };
        let group = self.group(n);
        let there = before.ships[target].place();
        let course = FlightPath { map, there, bears_aft: group.aft };
        match group.orders.doctrine {
            Doctrine::Close => course.close(here),
            Doctrine::Keep(range) => course.keep(here, i32::from(range), moves),
            Doctrine::Hold => here,
        }
    }
}

impl Map {
    /// Returns the number of spaces from here to the edge in this direction.
    fn room(&self, here: MapPosition, heading: Heading) -> i32 {
        let (x, y) = (i32::from(here.x), i32::from(here.y));
        match heading {
            Heading::North => i32::from(self.height) - 1 - y,
            Heading::East => i32::from(self.width) - 1 - x,
            Heading::South => y,
            Heading::West => x,
        }
    }

    /// Moves one space forward; `None` at the edge, since no ship leaves the map.
    fn forward(&self, here: MapPosition) -> Option<MapPosition> {
        if self.room(here, here.heading) == 0 {
            return None;
        }
        let MapPosition { x, y, heading } = here;
        Some(match heading {
            Heading::North => MapPosition { y: y + 1, ..here },
            Heading::East => MapPosition { x: x + 1, ..here },
            Heading::South => MapPosition { y: y - 1, ..here },
            Heading::West => MapPosition { x: x - 1, ..here },
        })
    }
}

/// The course of a ship, assuming that its target stays where it is.
struct FlightPath<'a> {
    map: &'a Map,
    there: MapPosition,
    bears_aft: bool,
}

impl FlightPath<'_> {
    /// Returns the places after each possible move: straight on if the map has room, left, right.
    #[inline]
    fn moves(&self, here: MapPosition) -> [Option<MapPosition>; 3] {
        let turned = |quarters| MapPosition { heading: here.heading.right(quarters), ..here };
        [self.map.forward(here), Some(turned(3)), Some(turned(1))]
    }

    fn range(&self, here: MapPosition) -> i32 {
        range(here.offset(self.there), self.map.orthogonal)
    }

    /// Returns whether the target is in a weapon's arc (B8).
    fn bears(&self, here: MapPosition) -> bool {
        self.bears_aft || here.faces(self.there)
    }

    /// Returns the move of `close`: the one after which the fewest moves are needed to reach its
    /// range, or, within that range, one that has the target in the arc. Of equals, staying comes
    /// before moving, then the first move.
    fn close(&self, here: MapPosition) -> MapPosition {
        let cost = |here: MapPosition| match self.range(here) {
            range if range > CLOSE => self.approach(here, CLOSE),
            _ => i32::from(!self.bears(here)),
        };
        let mut best = (cost(here), here);
        for next in self.moves(here) {
            let Some(next) = next else { continue };
            let cost = cost(next);
            if cost < best.0 {
                best = (cost, next);
            }
        }
        best.1
    }

    /// Returns the move of `keep` with `moves` moves left: the first of straight on, left, right
    /// and staying from which the best end can still be reached (B17).
    fn keep(&self, here: MapPosition, wanted: i32, moves: i32) -> MapPosition {
        let best = self.best_end(here, wanted, moves);
        for next in self.moves(here) {
            if let Some(next) = next
                && self.best_end(next, wanted, moves - 1) == best
            {
                return next;
            }
        }
        here
    }

    /// Returns the best end of all sequences of this many moves: the distance of its range from the
    /// wanted range, and whether the target is then out of the arc. Smaller is better.
    ///
    /// A move changes the range by at most one, so every range between the smallest and the largest
    /// within reach is within reach. A ship that approaches has its target in the arc, a ship that
    /// moves away has it behind, and one turn is enough to face it.
    fn best_end(&self, here: MapPosition, wanted: i32, moves: i32) -> (i32, bool) {
        let now = self.range(here);
        let is_out = !self.bears(here) && moves == 0;
        if now > wanted {
            let mut nearer = wanted.max(now - moves)..now;
            let reached = nearer.find(|&range| self.approach(here, range) <= moves);
            return (reached.unwrap_or(now) - wanted, is_out);
        }
        let ways = self.ways_out(here);
        let mut more = 0;
        for way in &ways {
            more = more.max(way.room.min(moves - way.besides)).min(wanted - now);
        }
        if more == 0 {
            return (wanted - now, is_out);
        }
        let mut besides = moves;
        for way in ways.iter().filter(|way| way.room >= more) {
            besides = besides.min(way.besides);
        }
        (wanted - now - more, besides + more == moves && !self.bears_aft)
    }

    /// Returns the fewest moves that bring the ship to a range smaller than the present one.
    fn approach(&self, here: MapPosition, wanted: i32) -> i32 {
        let (heading, offset) = (here.heading, here.offset(self.there));
        let (dx, dy) = (offset.0.abs(), offset.1.abs());
        if self.map.orthogonal {
            // All shortest ways are equal: first as far as possible along one axis, then along the
            // other.
            let all = dx + dy - wanted;
            let turns = Heading::ALL
                .into_iter()
                .filter(|d| d.ahead(offset) > 0)
                .map(|d| heading.turns(d) + i32::from(d.ahead(offset) < all));
            return all + turns.min().unwrap_or(0);
        }
        let excess = ((dx - wanted).max(0), (dy - wanted).max(0));
        let along_x = if offset.0 > 0 { Heading::East } else { Heading::West };
        let along_y = if offset.1 > 0 { Heading::North } else { Heading::South };
        let turns = match excess {
            (_, 0) => heading.turns(along_x),
            (0, _) => heading.turns(along_y),
            _ => 1 + i32::from(heading != along_x && heading != along_y),
        };
        excess.0 + excess.1 + turns
    }

    /// Returns the ways to a larger range: straight on, if need be past the target. Where a
    /// diagonal counts as two spaces, also along one axis and then along the other.
    fn ways_out(&self, here: MapPosition) -> ArrayVec<Way, 8> {
        let (offset, now) = (here.offset(self.there), self.range(here));
        let along = |heading: Heading| {
            let ahead = heading.ahead(offset);
            let lost = if self.map.orthogonal { 2 * ahead.max(0) } else { ahead + now };
            (lost, self.map.room(here, heading) - lost)
        };
        let turns = |heading| here.heading.turns(heading);
        let mut ways = ArrayVec::new();
        for first in Heading::ALL {
            let (lost, room) = along(first);
            ways.push(Way { besides: lost + turns(first), room });
            let second = first.right(1);
            let (lost_too, room_too) = along(second);
            if self.map.orthogonal && room > 0 && room_too > 0 {
                let turns = 1 + turns(first).min(turns(second));
                ways.push(Way { besides: lost + lost_too + turns, room: room + room_too });
            }
        }
        ways
    }
}

/// A way to a larger range.
struct Way {
    /// Number of moves besides one for each space gained.
    besides: i32,
    /// Maximum number of spaces gained, limited by the edge of the map.
    room: i32,
}
