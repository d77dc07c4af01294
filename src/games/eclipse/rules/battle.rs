//! A compiled battle, and its state between two activations.

use super::bombardment::Bombardment;
use super::defence::Defence;
use super::fleet::limits::{GROUPS, OWNERS};
use super::layout::EclipseCellLayout;
use super::outlook::Outlook;
use super::ships::{EclipseRoster, Ships};
use super::turn::Turn;
use crate::games::common::Objective;

/// A battle of two sides, ready to be played.
#[derive(Clone, Debug)]
pub struct EclipseBattle {
    pub(super) opening: EclipseState,
    /// Missile volleys in initiative order, then the turns of an engagement round.
    pub(super) turns: Vec<Turn>,
    /// Number of turns that are missile volleys.
    pub(super) missile_turns: usize,
    pub(super) rosters: [EclipseRoster; 2],
    /// Whether both sides have ships without cannons, so that D6 can apply.
    pub(super) some_unarmed: bool,
    /// Whether some ship repairs damage.
    pub(super) regenerates: bool,
    pub(super) layout: EclipseCellLayout,
    /// Objective of each owner, by side.
    pub(super) objectives: [Vec<Objective>; 2],
    /// Cost of one ship in materials, by side and group.
    pub(super) costs: [[u32; GROUPS]; 2],
    /// Tiles drawn for destroying one ship, by side and group.
    pub(super) tiles: [[u8; GROUPS]; 2],
    /// Index of each group's owner, by side and group.
    pub(super) owner_of: [[u8; GROUPS]; 2],
    /// Point defences of both sides.
    pub(super) defences: Vec<Defence>,
    /// Attacking groups that leave when neither side can hurt the other (D6), as a set of bits.
    pub(super) yields: u16,
    /// Owners with a tractor beam, by side. It counts in battles in which the owner takes part.
    pub(super) beams: [Vec<usize>; 2],
    /// Whether each side has several owners, so that kills are credited to owners.
    pub(super) counts_kills: [bool; 2],
    /// Round from which on no captain's decision depends on the number of the round; 0 if none ever
    /// does.
    pub(super) last_round: u32,
    /// Whether attempts to retreat with all remaining ships are recorded (second edition).
    pub(super) notes_attempts: bool,
    /// Number of the battle within a sector, from 1; 0 for a single battle.
    pub(super) number: u16,
    /// Whether another battle may follow in the sector, so that ties move the odds of others (D16).
    pub(super) leads_on: bool,
    /// Whether ships can only be destroyed by the enemy: no retreat, no rift dice, no point
    /// defence.
    pub(super) is_plain: bool,
    /// Attack on population, if this is not a battle of two sides.
    pub(super) landing: Option<Bombardment>,
    pub(super) setup: Setup,
    /// Values of what follows the battle, for captains who look beyond it (D17).
    pub(super) outlook: Outlook,
}

/// Edition and starting point of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Edition whose rules apply.
    pub edition: Edition,
    /// Number of the first engagement round, counted from 1.
    pub round: u32,
    /// Whether the missiles have been fired already.
    pub missiles_spent: bool,
}

/// Edition of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// First edition, with Rise of the Ancients.
    #[default]
    First,
    /// Second Dawn for the Galaxy.
    Second,
}

impl Default for Setup {
    /// Returns the setup of a first-edition battle from its beginning.
    fn default() -> Self {
        Self { edition: Edition::First, round: 1, missiles_spent: false }
    }
}

impl EclipseBattle {
    /// Returns the number of volley outcomes that are tabulated.
    #[must_use]
    pub fn listed_outcomes(&self) -> usize {
        self.turns.iter().map(|turn| turn.gunnery.listed()).sum()
    }
}

/// Situation between two activations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EclipseState {
    /// Ships of the attacker and of the defender.
    pub ships: [Ships; 2],
    /// Index of the next turn in the battle's list.
    pub turn: u8,
    /// Engagement rounds left, with the present one, if best play takes a round limit into account;
    /// otherwise 0.
    pub clock: u32,
    /// Number of the round, as far as captains' decisions depend on it; otherwise 0.
    pub round: u32,
    /// Owners that have attempted to retreat with all their remaining ships, as a set of bits; only
    /// recorded where it matters (second edition).
    pub attempted: u16,
    /// Tiles for ships destroyed, by owner, on sides with several owners; the attacker's owners
    /// first.
    pub earned: [u8; 2 * OWNERS],
    /// Cubes of population destroyed.
    pub cubes: u8,
}
