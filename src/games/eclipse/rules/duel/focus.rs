//! Focused fire: captains finish damaged ships before they begin new ones.
//!
//! It keeps most of the situations of a large fleet out of reach, and hardly ever costs anything:
//! damage on a ship that survives does no good.

use super::super::ships::{EclipseRoster, Ships, Targets};

/// Limit on the damaged ships of each class at which a captain begins another one. Dice that
/// destroy their target, or hit a ship that is damaged already, are not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Number of damaged ships of a class up to which captains damage.
    pub damaged: u8,
    /// This number for a die whose damage no damaged ship of the class could take in full.
    pub with_large_dice: u8,
    /// Number of damaged ships of the fleet up to which captains damage another one, if they have
    /// other targets.
    pub in_fleet: u8,
}

impl Focus {
    /// No limit.
    pub const NONE: Self = Self { damaged: u8::MAX, with_large_dice: u8::MAX, in_fleet: u8::MAX };

    /// Ways to focus fire, the closest to best play first.
    pub const WAYS: [Self; 4] = [
        Self { damaged: 2, with_large_dice: 2, ..Self::NONE },
        Self { damaged: 1, with_large_dice: 2, ..Self::NONE },
        Self { damaged: 1, with_large_dice: 1, ..Self::NONE },
        Self { damaged: 1, with_large_dice: 1, in_fleet: 1 },
    ];

    /// Returns the ships that a die of this damage may hit: those of these targets, in the same
    /// order, that keep to the limits. Some target always does, if there is one.
    pub(super) fn choose(
        self,
        roster: &EclipseRoster,
        ships: &Ships,
        mut targets: Targets,
        damage: u8,
    ) -> Targets {
        if self == Self::NONE {
            return targets;
        }
        let begins = |&(group, place): &(usize, usize)| {
            let full = roster.full[group];
            ships.life[place] == full && damage < full
        };
        let damaged = |group: usize| {
            let lives = ships.life[roster.living(ships, group)].iter().copied();
            lives.filter(move |life| *life < roster.full[group])
        };
        targets.retain(|target| {
            let takes_all = damaged(target.0).any(|life| life >= damage);
            let most = if takes_all { self.damaged } else { self.with_large_dice };
            !begins(target) || damaged(target.0).count() < usize::from(most)
        });
        let in_fleet = (0..roster.groups).map(|group| damaged(group).count()).sum::<usize>();
        if in_fleet >= usize::from(self.in_fleet) && !targets.iter().all(begins) {
            targets.retain(|target| !begins(target));
        }
        targets
    }
}
