//! What a combat consists of: what never changes in it, and the state that is played on.

use std::collections::BTreeMap;

use super::effects::{EFFECTS, Effect};
use super::units::{Cards, Kind};

pub(crate) const SIDES: [usize; 2] = [0, 1];

/// One unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Unit {
    pub(crate) class: u16,
    pub(crate) damaged: bool,
    pub(crate) galvanized: bool,
    /// The level of The Cavalry that this ship is.
    pub(crate) cavalry: u8,
    /// It sustained damage in this round.
    pub(crate) fresh: bool,
    /// It was repaired in this assignment and cannot sustain again.
    pub(crate) spent: bool,
    /// It rolls one die more in this round.
    pub(crate) extra: bool,
}

impl Unit {
    pub(crate) fn new(class: u16) -> Self {
        Self {
            class,
            damaged: false,
            galvanized: false,
            cavalry: 0,
            fresh: false,
            spent: false,
            extra: false,
        }
    }
}

/// What holds until the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Boosts {
    pub(crate) morale: bool,
    pub(crate) supercharge: bool,
    pub(crate) prototype: bool,
    pub(crate) munitions: bool,
}

/// What a side has at a moment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Force {
    pub(crate) units: Vec<Unit>,
    /// What is left of each effect: cards, uses, or 1 for what holds for ever.
    pub(crate) left: [u8; EFFECTS],
    /// Ground forces fight as ships.
    pub(crate) boarded: bool,
    /// Sleeper Cell was played.
    pub(crate) sleeper: bool,
    /// Fighters have landed.
    pub(crate) landed: bool,
    /// A technology that is in force from the next window on.
    pub(crate) gained: Option<Effect>,
    /// The class that was upgraded in the combat.
    pub(crate) revealed: Option<u16>,
    pub(crate) boosts: Boosts,
}

impl Force {
    pub(crate) fn has(&self, effect: Effect) -> bool {
        self.left[effect as usize] > 0
    }

    pub(crate) fn count(&self, effect: Effect) -> u8 {
        self.left[effect as usize]
    }

    pub(crate) fn spend(&mut self, effect: Effect) {
        self.left[effect as usize] -= 1;
    }
}

pub(crate) type State = [Force; 2];

/// When a side announces a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaves {
    Never,
    After(u32),
    AtMost(usize),
}

/// What never changes for a side.
pub(crate) struct Side {
    pub(crate) faction: String,
    pub(crate) late: bool,
    pub(crate) order: Vec<String>,
    /// Classes that are listed, in the order of the scenario.
    pub(crate) classes: Vec<u16>,
    /// The first round in which an effect is used.
    pub(crate) from: BTreeMap<Effect, u32>,
    /// The effects that it names.
    pub(crate) named: Vec<Effect>,
    pub(crate) chosen: BTreeMap<Effect, String>,
    pub(crate) placed: BTreeMap<Effect, Vec<(String, usize)>>,
    pub(crate) gains: Option<Effect>,
    pub(crate) spares_enemy: bool,
    pub(crate) bombards: bool,
    pub(crate) leaves: Leaves,
    pub(crate) exit: bool,
}

impl Side {
    pub(crate) fn is_time(&self, effect: Effect, round: u32) -> bool {
        self.from.get(&effect).is_none_or(|&from| round >= from)
    }
}

/// What never changes in a combat.
pub(crate) struct Setup {
    pub(crate) cards: Cards,
    pub(crate) sides: [Side; 2],
    pub(crate) in_space: bool,
    pub(crate) nebula: bool,
    pub(crate) scar: bool,
    pub(crate) articles: bool,
    pub(crate) schematics: bool,
    pub(crate) conventions: bool,
}

impl Setup {
    /// The class that a side places for a type: one that it lists, or its faction's, or a plain
    /// one.
    pub(crate) fn own_class(&self, side: usize, kind: Kind) -> Option<u16> {
        let own = &self.sides[side];
        let listed = own.classes.iter().copied().find(|&class| self.cards.get(class).kind == kind);
        listed.or_else(|| self.cards.basic(kind, &own.faction))
    }

    /// The round from which on all rounds are alike.
    pub(crate) fn settled(&self) -> u32 {
        let side = |side: &Side| {
            let from = side.from.values().copied().max().unwrap_or(1) + 1;
            if let Leaves::After(rounds) = side.leaves { from.max(rounds + 1) } else { from }
        };
        side(&self.sides[0]).max(side(&self.sides[1])).max(2)
    }
}
