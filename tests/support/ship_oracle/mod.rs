//! Spaceship Battles, written a second time from `docs/rules/spaceship-battles.md`. It shares no
//! code with the program: it has its own charts, dice, map and description of a fight. It plays
//! attack after attack on the distribution of all situations.
//!
//! ```text
//! turns    repairs, orders, and the odds of a fight
//! map      movement, ranges and headings
//! attacks  attacks and their effect
//! ```

mod attacks;
mod map;
mod turns;

use std::collections::HashMap;
use std::ops::ControlFlow;

/// Systems of a ship, in the order of all arrays of three.
pub(crate) const ENGINES: usize = 0;
pub(crate) const FIELD: usize = 1;
pub(crate) const WEAPONS: usize = 2;

/// A fight of two sides.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub sides: [Vec<Group>; 2],
    pub ground: Ground,
    pub turns: Option<u32>,
    pub charts: Charts,
}

/// Ships of one design under the same orders.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// 0 to 5 for A to F.
    pub size: usize,
    /// Maximum speed in steps: H, F, hyper 1 to 10 are 1 to 12.
    pub speed: u32,
    /// Type of the force field, 0 to 5.
    pub field: usize,
    /// Row of [`MAX_DICE`].
    pub weapon: usize,
    pub aft: bool,
    pub invisibility: bool,
    pub torpedoes: bool,
    pub missiles: bool,
    /// Best factors at the start.
    pub factors: [u32; 3],
    pub ships: Vec<Berth>,
    pub orders: Orders,
}

/// A ship at the start.
#[derive(Clone, Debug)]
pub(crate) struct Berth {
    pub damage: u32,
    pub post: Post,
}

/// A space, and the heading of the ship there: 0 to 3 for N, E, S, W.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Post {
    pub at: (i32, i32),
    pub heading: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Orders {
    pub doctrine: Doctrine,
    pub target: Target,
    /// The system aimed at; `None` is the hull.
    pub aim: Option<usize>,
    pub power: Option<[u32; 3]>,
    pub priority: Vec<usize>,
    /// In steps.
    pub speed: Option<u32>,
    pub self_destruct: Option<u32>,
    pub invisible: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Doctrine {
    Close,
    Keep(i32),
    Hold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Nearest,
    Weakest,
    Biggest,
}

/// Where the fight takes place.
#[derive(Clone, Debug)]
pub(crate) enum Ground {
    /// Ranges in phases 3, 6, 9 and 12.
    Ranges([i32; 4]),
    Map {
        width: i32,
        height: i32,
        objects: Vec<(i32, i32)>,
        orthogonal: bool,
    },
}

/// Tables that are house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charts {
    /// By speed, the phases in which ships move.
    pub movement: Vec<Vec<u32>>,
    /// By factor, thirds of the maximum speed.
    pub engines: [u32; 3],
    /// By type and factor.
    pub fields: [[u32; 3]; 6],
    /// By row and factor.
    pub dice: [[u32; 3]; 6],
}

/// Dice of a weapon at factor III.
pub(crate) const MAX_DICE: [u32; 6] = [1, 2, 3, 4, 5, 9];

/// By speed from H to hyper 10: a mark for each phase in which a ship moves.
const MOVEMENT: [&str; 12] = [
    ". . . . . * . . . . . .",
    ". . * . . . . . * . . .",
    ". * . . . * . . . * . .",
    ". * . . . * . . * . * .",
    ". * . * . * . . * . * .",
    "* . * . * . * . * . * .",
    "* * . * . * * . * . * .",
    "* * * * . * * . * . * .",
    "* * . * . * * * * * * .",
    "* * * * . * * . * * * *",
    ". * * * * * * * * * * *",
    "* * * * * * * * * * * *",
];

/// By size: hull, and the most hull at light, serious and critical damage.
const HULL: [[u32; 4]; 6] = [
    [60, 45, 30, 15],
    [48, 36, 24, 12],
    [36, 27, 18, 9],
    [24, 18, 12, 6],
    [12, 9, 6, 3],
    [6, 4, 3, 2],
];

impl Charts {
    /// The house rules: fields are type × factor (B5), dice are thirds rounded up (B6), engines
    /// give thirds of the speed (B7).
    pub(crate) fn house() -> Self {
        let phases = |row: &&str| {
            let marks = row.split(' ').zip(1..);
            marks.filter(|(mark, _)| *mark == "*").map(|(_, phase)| phase).collect()
        };
        let thirds = |most: u32| [most.div_ceil(3), (2 * most).div_ceil(3), most];
        Self {
            movement: MOVEMENT.iter().map(phases).collect(),
            engines: [1, 2, 3],
            fields: [0, 1, 2, 3, 4, 5].map(|kind| [kind, 2 * kind, 3 * kind]),
            dice: MAX_DICE.map(thirds),
        }
    }
}

impl Group {
    /// Price of a ship.
    pub(crate) fn points(&self) -> u32 {
        let size = [100, 50, 25, 10, 5, 0][self.size];
        let speed = [0, 0, 5, 5, 10, 10, 25, 25, 50, 50, 100, 100][self.speed as usize - 1];
        let field = [0, 5, 10, 25, 50, 100][self.field];
        let weapon = [0, 5, 10, 25, 50, 100][self.weapon];
        let dear = [self.aft, self.invisibility, self.torpedoes].into_iter().filter(|has| *has);
        let missiles = if self.missiles { 10 } else { 0 };
        size + speed + field + weapon + 25 * dear.count() as u32 + missiles
    }

    /// Hull of an undamaged ship.
    pub(crate) fn full_hull(&self) -> u32 {
        HULL[self.size][0]
    }

    /// Points of power by damage level.
    fn power(&self, hull: u32) -> u32 {
        let [_, light, serious, critical] = HULL[self.size];
        match hull {
            _ if hull <= critical => 2,
            _ if hull <= serious => 5,
            _ if hull <= light => 7,
            _ => 8,
        }
    }

    /// All systems in the order in which they are served: those listed, then the others.
    fn served(&self) -> Vec<usize> {
        let mut order = self.orders.priority.clone();
        for system in [WEAPONS, FIELD, ENGINES] {
            if !order.contains(&system) {
                order.push(system);
            }
        }
        order
    }

    /// Power of each system in phase 0 (B11).
    fn served_power(&self, hull: u32, best: [u32; 3]) -> [u32; 3] {
        let mut left = self.power(hull);
        let mut default = [3, 3, 2];
        if self.orders.invisible {
            left -= 1;
            default[2] = 1;
        }
        let mut given = [0; 3];
        for (system, default) in self.served().into_iter().zip(default) {
            let wanted = self.orders.power.map_or(default, |power| power[system]);
            given[system] = wanted.min(best[system]).min(left);
            left -= given[system];
        }
        given
    }

    /// The speed that engines with this factor allow, in steps; 0 is no move (B7).
    fn top_speed(&self, charts: &Charts, factor: u32) -> u32 {
        match factor {
            0 => 0,
            _ => (self.speed * charts.engines[factor as usize - 1] / 3).clamp(1, 12),
        }
    }

    /// The most speed allowed in the first turn.
    pub(crate) fn first_speed(&self, charts: &Charts) -> u32 {
        let slowest = self.ships.iter().map(|berth| {
            let power = self.served_power(self.full_hull() - berth.damage, self.factors);
            self.top_speed(charts, power[ENGINES])
        });
        slowest.min().unwrap_or(0)
    }
}

/// Figures of a fight.
#[derive(Debug, Default)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    pub draw: f64,
    pub standoff: f64,
    /// By side and group, probability of each number of ships left.
    pub left: [Vec<Vec<f64>>; 2],
    /// By side and group, expected hull left.
    pub hull: [Vec<f64>; 2],
    /// By side, expected points lost.
    pub lost: [f64; 2],
    /// Probability of each number of turns.
    pub turns: Vec<f64>,
}

/// A ship in a fight. A ship that has been removed has the default value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Ship {
    hull: u32,
    best: [u32; 3],
    power: [u32; 3],
    /// In steps.
    speed: u32,
    will_explode: bool,
    is_on_map: bool,
    post: Post,
}

impl Ship {
    fn factor(&self, system: usize) -> u32 {
        self.power[system].min(self.best[system])
    }

    fn wreck(&self) -> Self {
        Self { is_on_map: true, post: self.post, ..Self::default() }
    }
}

/// All ships, those of the attacker first, in the order listed.
type Fleet = Vec<Ship>;
type Chances = HashMap<Fleet, f64>;

/// One attack on one ship.
struct Blow {
    target: usize,
    dice: u32,
    /// Deductions and the value of the force field.
    less: u32,
    aim: Option<usize>,
}

/// By dice, the probability of each sum.
fn sums(most: u32) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    for dice in 0..most as usize {
        let mut next = vec![0.0; all[dice].len() + 6];
        for (sum, p) in all[dice].iter().enumerate() {
            for face in 1..=6 {
                next[sum + face] += p / 6.0;
            }
        }
        all.push(next);
    }
    all
}

/// Plays a fight.
struct Referee<'a> {
    fight: &'a Fight,
    /// By ship: its side and its group.
    list: Vec<(usize, &'a Group)>,
    sums: Vec<Vec<f64>>,
    /// Results of whole turns after the first.
    turns: HashMap<Fleet, Vec<(Fleet, f64)>>,
    /// Moves that have been chosen, by ship, post, space of the target and moves left.
    moves: HashMap<(usize, Post, (i32, i32), usize), Post>,
    /// By space of the target and whether the ship has aft weapons: moves to close in.
    ways: HashMap<((i32, i32), bool), HashMap<Post, u32>>,
    /// Situations that may still be looked at.
    patience: usize,
}

/// The odds of a fight, or nothing if more situations than `patience` would have to be looked at.
pub(crate) fn solve(fight: &Fight, patience: usize) -> Option<Odds> {
    let mut list = Vec::new();
    let mut fleet = Fleet::new();
    for (side, groups) in fight.sides.iter().enumerate() {
        for group in groups {
            for berth in &group.ships {
                list.push((side, group));
                fleet.push(Ship {
                    hull: group.full_hull() - berth.damage,
                    best: group.factors,
                    is_on_map: true,
                    post: berth.post,
                    ..Ship::default()
                });
            }
        }
    }
    let max_dice = fight.charts.dice.as_flattened().iter().copied().max().unwrap_or(0).max(12);
    let mut referee = Referee {
        fight,
        list,
        sums: sums(max_dice),
        turns: HashMap::new(),
        moves: HashMap::new(),
        ways: HashMap::new(),
        patience,
    };
    match referee.play(fleet) {
        ControlFlow::Continue(odds) => Some(odds),
        ControlFlow::Break(()) => None,
    }
}
