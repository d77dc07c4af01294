//! Cards and other effects that are used up, in the packed form of a state.

use super::ability::{Ability, Effects};
use super::fleet::limits;

/// Remaining uses of the abilities of a side that are used up when something happens. Abilities
/// that depend on the round alone are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Supplies(pub(super) u64);

/// Abilities whose uses are counted, with their number of bits.
const COUNTED: [(Ability, u32); 23] = [
    (Ability::ShieldsHolding, 4),
    (Ability::EmergencyRepairs, 4),
    (Ability::DirectHit, 4),
    (Ability::ManeuveringJets, 4),
    (Ability::WrathOfKenara, 4),
    (Ability::Dynamo, 4),
    (Ability::DunlainReaper, 4),
    (Ability::Alarum, 4),
    (Ability::ReflectiveShielding, 2),
    (Ability::ScrambleFrequency, 2),
    (Ability::Tellurian, 2),
    (Ability::TheThundarian, 2),
    (Ability::WarFunding, 2),
    (Ability::CourageousToTheEnd, 2),
    (Ability::VosHollow, 2),
    (Ability::DameBriar, 2),
    (Ability::Apollo, 2),
    (Ability::BrotherMilor, 2),
    (Ability::HeartOfIxth, 2),
    (Ability::StrikeWingAmbuscade, 2),
    (Ability::TechnologicalSingularity, 2),
    (Ability::SleeperCell, 2),
    (Ability::Intercept, 2),
];

/// By ability: shift and mask of its counter; a mask of 0 if its uses are not counted.
const PLACES: [(u32, u64); Ability::ALL.len()] = {
    let mut places = [(0, 0); Ability::ALL.len()];
    let (mut n, mut shift) = (0, 0);
    while n < COUNTED.len() {
        let (ability, bits) = COUNTED[n];
        places[ability as usize] = (shift, (1 << bits) - 1);
        shift += bits;
        n += 1;
    }
    assert!(shift <= 64, "the counters fit a word");
    places
};

/// States of Technological Singularity; it is 0 while what it has gained is in force. Supercharge is
/// in force for one round: it waits for the start of the next, and is used up after it (T60).
pub(super) const HELD: u8 = 1;
pub(super) const WAITING: u8 = 2;
pub(super) const USED_UP: u8 = 3;

impl Ability {
    /// Returns the highest count of an ability: cards held, uses that are paid for, systems.
    #[must_use]
    pub fn most(self) -> u8 {
        match (self, PLACES[self as usize]) {
            (Self::WrathOfKenara | Self::Dynamo | Self::DunlainReaper | Self::Alarum, _) => 15,
            (_, (_, 0b11)) => 3,
            _ => limits::CARDS,
        }
    }
}

impl Supplies {
    /// Returns the full supplies of a side.
    pub(super) fn of(effects: &Effects) -> Self {
        let mut supplies = Self::default();
        for (ability, _) in COUNTED {
            supplies.set(ability, effects.count(ability).min(ability.most()));
        }
        let singularity = Ability::TechnologicalSingularity;
        supplies.set(singularity, effects.count(singularity).min(HELD));
        supplies
    }

    /// Returns the remaining uses of an ability.
    #[inline]
    pub(super) fn left(self, ability: Ability) -> u8 {
        let (shift, mask) = PLACES[ability as usize];
        (self.0 >> shift & mask) as u8
    }

    /// Returns whether an ability can still be used.
    #[inline]
    pub(super) fn has(self, ability: Ability) -> bool {
        self.left(ability) > 0
    }

    /// Uses an ability a number of times, at most as often as it can be used.
    #[inline]
    pub(super) fn spend(&mut self, ability: Ability, times: u8) {
        self.set(ability, self.left(ability).saturating_sub(times));
    }

    #[inline]
    pub(super) fn set(&mut self, ability: Ability, uses: u8) {
        let (shift, mask) = PLACES[ability as usize];
        self.0 = self.0 & !(mask << shift) | (u64::from(uses) & mask) << shift;
    }
}
