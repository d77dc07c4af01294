//! Turns: the group that acts, its weapon and its targets. All of it is known before the first die.

use super::dice::Dice;
use super::fleet::Figures;
use super::fleet::limits::GROUPS;
use super::policy::Policy;
use super::ships::EclipseRoster;
use super::volley::Gunnery;
use crate::games::common::Retreat;

/// The volley of one group with one weapon.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Index among the turns of the battle.
    pub(super) index: usize,
    pub(super) side: usize,
    pub(super) group: usize,
    /// Owner of the group, as an index among the owners of its side.
    pub(super) owner: usize,
    pub(super) weapon: EclipseWeapon,
    /// Index of the turn that follows.
    pub(super) next: u8,
    /// Whether the turn is the last of its round.
    pub(super) ends_round: bool,
    /// Whether the group fires and nothing else can happen: no retreat, no point defence, no damage
    /// to its own fleet.
    pub(super) is_plain: bool,
    /// When the group begins to retreat instead of firing; `None` if it never does or may not.
    pub(super) retreat: Option<Retreat>,
    /// Whether the group has dice of this weapon. Groups without cannons may still retreat.
    pub(super) is_armed: bool,
    pub(super) gunnery: Gunnery,
    /// Whether every die does one point of damage.
    pub(super) single_points: bool,
    /// Groups of the enemy.
    pub(super) targets: EclipseRoster,
    /// Policy by which the volley is assigned.
    pub(super) policy: Policy,
    /// Number of faces of a die that hit, 1 to 5, by enemy group.
    pub(super) faces: [u8; GROUPS],
    /// Number of hitting faces, if it is equal for all enemy groups.
    pub(super) faces_of_all: Option<u8>,
    /// Firepower of one ship, by enemy group; used by the policy `threat`.
    pub(super) firepower: [u32; GROUPS],
    /// Whether the enemy has point defence against these missiles.
    pub(super) is_shot_at: bool,
    /// Own groups that the volley's rift dice can hit: 1 for groups of the owner that carry rift
    /// dice, 0 for all others.
    pub(super) carriers: [u8; GROUPS],
}

/// Weapon that a group fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EclipseWeapon {
    Missile,
    Cannon,
}

impl EclipseWeapon {
    pub(super) fn of(self, figures: &Figures) -> Dice {
        match self {
            Self::Missile => figures.missiles,
            Self::Cannon => figures.cannons,
        }
    }
}

/// Everything that decides how a volley is assigned, apart from its dice.
#[derive(Clone, Copy)]
pub(super) struct AssignmentRules<'a> {
    /// Groups of the enemy.
    pub(super) targets: &'a EclipseRoster,
    /// Number of faces of a die that hit, by group.
    pub(super) faces: &'a [u8; GROUPS],
    pub(super) policy: Policy,
}

impl Turn {
    pub(super) fn range(&self) -> AssignmentRules<'_> {
        let Self { targets, faces, policy, .. } = self;
        AssignmentRules { targets, faces, policy: *policy }
    }

    /// Returns the groups that a die of this reach hits, as a set of bits.
    #[inline]
    pub(super) fn hit_groups(&self, reach: u8) -> u16 {
        let hit = (0..self.targets.groups).filter(|&g| self.faces[g] >= reach);
        hit.fold(0, |set, g| set | 1 << g)
    }
}
