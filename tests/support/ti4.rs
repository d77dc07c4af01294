//! Units of Twilight Imperium by hand, for tests that need no catalogue.

// A test file may well use only a part of this module.
#![allow(dead_code, unreachable_pub, missing_docs)]

use fleetodds::battle::Battle;
use fleetodds::engine::exact::{self, Ends};
use fleetodds::engine::graph::{Graph, Limit};
use fleetodds::rules::ti4::{
    Captain, Effects, Fleet, Group, Kind, Order, Roll, Sustain, Terms, Text, Ti4Battle, Unit,
    compile,
};
use fleetodds::rules::{Objective, Retreat};
use fleetodds::tally::Odds;
use std::sync::atomic::AtomicBool;

pub const LIMIT: Limit = Limit { size: 20_000_000, work: 40_000_000 };

pub fn roll(hit: u8, dice: u8) -> Option<Roll> {
    Some(Roll { hit, dice })
}

/// A ship that does nothing but fight.
pub fn ship(kind: Kind, hit: u8) -> Unit {
    Unit {
        kind,
        combat: roll(hit, 1),
        barrage: None,
        bombardment: None,
        cannon: None,
        sustains: false,
        is_ship: true,
        is_ground_force: false,
        is_structure: false,
        moves: true,
        capacity: 0,
        half_cost: 2,
        planetary_shield: false,
        pierces_shields: false,
        defies_direct_hits: false,
        text: Text::default(),
    }
}

pub fn fighter() -> Unit {
    Unit { moves: false, half_cost: 1, ..ship(Kind::Fighter, 9) }
}

pub fn fighter2() -> Unit {
    Unit { half_cost: 1, ..ship(Kind::Fighter, 8) }
}

pub fn destroyer() -> Unit {
    Unit { barrage: roll(9, 2), ..ship(Kind::Destroyer, 9) }
}

pub fn destroyer2() -> Unit {
    Unit { barrage: roll(6, 3), ..ship(Kind::Destroyer, 8) }
}

pub fn cruiser() -> Unit {
    Unit { half_cost: 4, ..ship(Kind::Cruiser, 7) }
}

pub fn cruiser2() -> Unit {
    Unit { half_cost: 4, capacity: 1, ..ship(Kind::Cruiser, 6) }
}

pub fn carrier() -> Unit {
    Unit { half_cost: 6, capacity: 4, ..ship(Kind::Carrier, 9) }
}

pub fn dreadnought() -> Unit {
    let bombardment = roll(5, 1);
    let unit = ship(Kind::Dreadnought, 5);
    Unit { half_cost: 8, capacity: 1, sustains: true, bombardment, ..unit }
}

pub fn dreadnought2() -> Unit {
    Unit { defies_direct_hits: true, ..dreadnought() }
}

pub fn war_sun() -> Unit {
    let (combat, bombardment) = (roll(3, 3), roll(3, 3));
    let unit = ship(Kind::WarSun, 3);
    Unit {
        half_cost: 24,
        capacity: 6,
        sustains: true,
        combat,
        bombardment,
        pierces_shields: true,
        ..unit
    }
}

pub fn infantry() -> Unit {
    Unit {
        is_ship: false,
        is_ground_force: true,
        moves: false,
        half_cost: 1,
        ..ship(Kind::Infantry, 8)
    }
}

pub fn mech() -> Unit {
    Unit { kind: Kind::Mech, combat: roll(6, 1), sustains: true, half_cost: 4, ..infantry() }
}

pub fn pds() -> Unit {
    Unit {
        kind: Kind::Pds,
        combat: None,
        cannon: roll(6, 1),
        is_ground_force: false,
        is_structure: true,
        planetary_shield: true,
        half_cost: 0,
        ..infantry()
    }
}

/// A side that plays as by default; groups with the same figures are of one class.
pub fn side(groups: &[(u16, Unit)]) -> Fleet {
    let class = |unit: &Unit| groups.iter().position(|(_, other)| other == unit).unwrap_or(0);
    Fleet {
        groups: groups
            .iter()
            .map(|&(count, unit)| Group { unit, class: class(&unit), count, damaged: 0 })
            .collect(),
        effects: Effects::default(),
        bonus: 0,
        captain: Captain {
            sustain: Sustain::First,
            order: Order::Optimal,
            objective: Objective::Win,
            retreat: Retreat::Never,
            may_retreat: false,
            leaves_a_rift: false,
        },
    }
    .with_default_order()
}

pub trait Sides {
    fn with_default_order(self) -> Self;
    fn late(self) -> Self;
    fn losing(self, order: &[usize]) -> Self;
    fn with(self, effects: Effects) -> Self;
}

impl Sides for Fleet {
    fn with_default_order(mut self) -> Self {
        self.captain.order = Order::Fixed(self.default_order());
        self
    }

    fn late(mut self) -> Self {
        self.captain.sustain = Sustain::Late;
        self
    }

    fn losing(mut self, order: &[usize]) -> Self {
        self.captain.order = Order::Fixed(order.to_vec());
        self
    }

    fn with(mut self, effects: Effects) -> Self {
        self.effects = effects;
        self
    }
}

/// Exact odds down the graph.
pub fn odds(attacker: &Fleet, defender: &Fleet, terms: Terms) -> (Ti4Battle, Odds) {
    let battle = compile(&[attacker.clone(), defender.clone()], terms).expect("within limits");
    let mut captains = battle.captains();
    let graph = Graph::new(&battle, &mut captains, LIMIT, &AtomicBool::new(false)).expect("fits");
    let ends = Ends::new(&graph, None, u64::MAX).expect("fits");
    let odds = exact::odds(&battle, &graph, &ends);
    (battle, odds)
}

/// Attacker wins, draw, defender wins.
pub fn outcomes(attacker: &Fleet, defender: &Fleet, terms: Terms) -> [f64; 3] {
    let (_, odds) = odds(attacker, defender, terms);
    [0, 2, 1].map(|cell| odds.share(cell))
}
