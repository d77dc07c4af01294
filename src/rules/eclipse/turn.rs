//! Turns: who acts, with what, on whom. All of it is known before the first die.

use super::fleet::limits::GROUPS;
use super::ships::Roster;
use super::volley::Gunnery;
use super::{Dice, Figures, Policy};
use crate::rules::Retreat;

/// One group's volley.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Place among the turns of the battle.
    pub(super) index: usize,
    pub(super) side: usize,
    pub(super) group: usize,
    /// Whose group it is, among the owners of its side.
    pub(super) owner: usize,
    pub(super) weapon: Weapon,
    /// The turn that comes next.
    pub(super) next: u8,
    /// The last of its round.
    pub(super) ends_round: bool,
    /// It fires, and nothing else can happen: nobody retreats, shoots back or hurts himself.
    pub(super) is_plain: bool,
    /// When it begins to retreat instead; nothing if it may not.
    pub(super) retreat: Option<Retreat>,
    /// Has it dice of this weapon? Groups without cannons may still retreat.
    pub(super) is_armed: bool,
    pub(super) gunnery: Gunnery,
    /// Every die does one point of damage.
    pub(super) single_points: bool,
    /// The enemy's groups.
    pub(super) targets: Roster,
    /// How the volley is assigned.
    pub(super) policy: Policy,
    /// Per enemy group the faces of a die that hit it, 1 to 5.
    pub(super) faces: [u8; GROUPS],
    /// The same number for all enemy groups, if it is.
    pub(super) faces_of_all: Option<u8>,
    /// Per enemy group the firepower of one ship, for the captain `threat`.
    pub(super) firepower: [u32; GROUPS],
    /// Enemies shoot at its missiles.
    pub(super) is_shot_at: bool,
    /// Per own group, not 0 if its rift dice hit it: those of the owner that carry any.
    pub(super) carriers: [u8; GROUPS],
}

/// Which of its weapons a group fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weapon {
    Missile,
    Cannon,
}

impl Weapon {
    pub(super) fn of(self, figures: &Figures) -> Dice {
        match self {
            Self::Missile => figures.missiles,
            Self::Cannon => figures.cannons,
        }
    }
}

/// What a volley is assigned by: whom its dice hit, and by which rule.
#[derive(Clone, Copy)]
pub(super) struct Range<'a> {
    /// The groups that are shot at.
    pub(super) targets: &'a Roster,
    /// Per group the faces of a die that hit it.
    pub(super) faces: &'a [u8; GROUPS],
    pub(super) policy: Policy,
}

impl Turn {
    pub(super) fn range(&self) -> Range<'_> {
        let Self { targets, faces, policy, .. } = self;
        Range { targets, faces, policy: *policy }
    }
}
