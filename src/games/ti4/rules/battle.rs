//! A compiled combat, and its state between two steps.

use std::fmt::Debug;
use std::sync::Arc;

use super::ability::Ability;
use super::force::Ti4Force;
use super::layout::Ti4CellLayout;
use super::roster::Ti4Roster;
use super::terms::Ti4Terms;
use super::windows::Windows;
use crate::model::game::Values;

/// The next stage of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The attacker's space cannon, or its bombardment.
    First,
    /// The defender's space cannon.
    Second,
    /// The turn of this number at the start of the combat (T17).
    Start(u8),
    /// The start of round 1, and in space the barrage.
    Opening,
    /// A bombardment of this number at the start of a combat round (T54).
    Siege(u8),
    /// A combat round.
    Round,
    /// A combat round whose start has been played.
    Roll,
    /// The turn of this number at the end of a combat round (T20).
    End(u8),
}

/// Ways to leave the combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Exit {
    /// No side has left.
    None,
    /// This side has retreated.
    Retreat(u8),
    /// A Skilled Retreat: a draw with all ships alive.
    Skilled,
}

/// State of a combat between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ti4State {
    pub(super) forces: [Ti4Force; 2],
    pub(super) stage: Stage,
    /// Round, capped at the battle's `clock`. Where cards are counted, it is 0 before the first
    /// round.
    pub(super) round: u16,
    pub(super) exit: Exit,
}

/// What follows a combat in its invasion.
pub(super) trait Outlook: Debug + Send + Sync {
    /// Returns the values of a combat that ends in this state, given those of the combat alone.
    fn values(&self, battle: &Ti4Battle, state: &Ti4State, alone: Values) -> Values;
}

/// A compiled combat. It never changes, and it knows no names.
#[derive(Clone, Debug)]
pub struct Ti4Battle {
    pub(super) terms: Ti4Terms,
    pub(super) sides: [Ti4Roster; 2],
    /// Whether a side may gain something by Technological Singularity.
    pub(super) has_gains: bool,
    /// By side: its roster after Technological Singularity has gained what it gains (T60).
    pub(super) gained: [Option<Box<Ti4Roster>>; 2],
    pub(super) windows: Windows,
    /// Whether anything happens at the start of each round.
    pub(super) has_round_start: bool,
    /// Whether a unit keeps enemy units from sustaining damage.
    pub(super) has_stoppers: bool,
    /// Whether hits are assigned in turns, because sustaining damage has consequences (T33).
    pub(super) is_intricate: bool,
    /// Whether a side may announce a retreat.
    pub(super) has_retreats: bool,
    /// Whether a side has an ability that cancels hits before they are assigned.
    pub(super) has_cancels: bool,
    /// First round from which all rounds follow identical rules.
    pub(super) clock: u16,
    /// Number of entries in the tables of all throws.
    pub(super) tables: usize,
    pub(super) opening: Ti4State,
    pub(super) layout: Ti4CellLayout,
    /// Index within an invasion; 0 for a single combat.
    pub(super) number: usize,
    /// Values of what follows the combat, for captains who look beyond it (D17).
    pub(super) outlook: Option<Arc<dyn Outlook>>,
}

impl Ti4Battle {
    /// Returns the constants of a side in a state.
    #[inline]
    pub(super) fn roster(&self, state: &Ti4State, side: usize) -> &Ti4Roster {
        if self.has_gains { self.present_roster(state, side) } else { &self.sides[side] }
    }

    /// Returns the constants of a side that may have gained something.
    #[cold]
    fn present_roster(&self, state: &Ti4State, side: usize) -> &Ti4Roster {
        match &self.gained[side] {
            Some(gained) if !state.forces[side].supplies.has(Ability::TechnologicalSingularity) => {
                gained
            }
            _ => &self.sides[side],
        }
    }
}
