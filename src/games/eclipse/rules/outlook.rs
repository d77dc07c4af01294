//! What follows a battle in its sector, for captains who look beyond the battle (D17).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::battle::EclipseBattle;
use super::policy::Policy;
use super::ships::Ships;
use super::turn::Turn;
use crate::bug::OrBug;
use crate::engine::optimize::duel::Gain;

/// Gains of a side from the rest of the sector, by its living ships when the battle ends: the
/// probability that it holds the sector, and the swing still to come.
#[derive(Clone, Debug, Default)]
pub struct Prospects(FxHashMap<Ships, Gain>);

impl Prospects {
    /// Adds the gain of a side that goes on with these living ships.
    pub fn add(&mut self, ships: Ships, gain: Gain) {
        self.0.insert(ships, gain);
    }

    /// Returns the gain of a side that goes on with these living ships.
    pub(super) fn gain(&self, ships: &Ships) -> Gain {
        *self.0.get(ships).or_bug("what follows a battle lacks a situation")
    }
}

/// Prospects of both sides of a battle; `None` for a side that looks at the battle alone, or has no
/// further battle to come.
#[derive(Clone, Debug, Default)]
pub struct Outlook([Option<Arc<Prospects>>; 2]);

impl Outlook {
    /// Creates the outlook of a battle.
    #[must_use]
    pub fn new(prospects: [Option<Arc<Prospects>>; 2]) -> Self {
        Self(prospects)
    }

    /// Returns the prospects of a side.
    #[inline]
    pub(super) fn of(&self, side: usize) -> Option<&Prospects> {
        self.0[side].as_deref()
    }
}

impl EclipseBattle {
    /// Returns the ships of a side as best play knows them.
    #[inline]
    pub(super) fn known_ships(&self, side: usize, ships: &Ships) -> Ships {
        if self.number > 0 { ships.without_away(&self.rosters[side]) } else { *ships }
    }

    /// Returns the battle with what follows it.
    #[must_use]
    pub fn with_outlook(&self, outlook: Outlook) -> Self {
        Self { outlook, ..self.clone() }
    }

    /// Whether best play is found by solving a duel. Where ships are repaired, play for what
    /// follows the battle is improved step by step, which takes a game. A duel gives values of the
    /// attacker only if its captain decides in it.
    #[must_use]
    pub fn is_duel_ahead(&self, asks_attacker: bool) -> bool {
        let improves = self.looks_beyond() && self.regenerates && self.clock().is_none();
        let decides = |turn: &Turn| turn.side == 0 && turn.policy == Policy::Optimal;
        self.is_duel() && !improves && (!asks_attacker || self.turns.iter().any(decides))
    }

    /// Whether a captain looks beyond the battle.
    #[must_use]
    pub fn looks_beyond(&self) -> bool {
        self.outlook.0.iter().any(Option::is_some)
    }
}
