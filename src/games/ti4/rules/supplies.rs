//! Cards and other effects that are used up, in the packed form of a state.

use super::ability::{Ability, Effects};
use super::fleet::limits;
use super::force::GROUPS;
use super::terms::Theatre;

/// Remaining uses of the abilities of a side that are used up when something happens. Abilities
/// that depend on the round alone are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Supplies(pub(super) u64);

/// Abilities whose uses are counted, with their number of bits. Those that share a counter are
/// never used by one side in one combat: they belong to different theatres, or are prints of one
/// card.
const COUNTED: [(&[Ability], u32); 24] = [
    (&[Ability::ShieldsHolding], 4),
    (&[Ability::EmergencyRepairs], 4),
    (&[Ability::DirectHit], 4),
    (&[Ability::ManeuveringJets], 4),
    (&[Ability::WrathOfKenara, Ability::FireTeam], 4),
    (&[Ability::Dynamo], 4),
    (&[Ability::DunlainReaper], 4),
    (&[Ability::Alarum], 4),
    (&[Ability::ReflectiveShielding], 2),
    (&[Ability::ScrambleFrequency], 2),
    (&[Ability::Tellurian], 2),
    (&[Ability::TheThundarian], 2),
    (&[Ability::WarFunding, Ability::GreyfireMutagen], 1),
    (&[Ability::CourageousToTheEnd], 2),
    (&[Ability::VosHollow], 2),
    (&[Ability::DameBriar], 2),
    (&[Ability::Apollo], 1),
    (&[Ability::BrotherMilor, Ability::BrotherMilorOmega], 2),
    (&[Ability::HeartOfIxth], 1),
    (&[Ability::StrikeWingAmbuscade], 2),
    (&[Ability::TechnologicalSingularity], 2),
    (&[Ability::SleeperCell], 1),
    (&[Ability::Intercept], 2),
    (&[Ability::RevealPrototype], 1),
];

/// Shift of the row that an agent has chosen, in the highest bits: its number plus 1, or 0.
const CHOSEN_SHIFT: u32 = 59;

const _: () = assert!(GROUPS + 1 < 1 << (u64::BITS - CHOSEN_SHIFT), "the number of a row fits");

/// By ability: shift and mask of its counter; a mask of 0 if its uses are not counted.
const PLACES: [(u32, u64); Ability::ALL.len()] = {
    let mut places = [(0, 0); Ability::ALL.len()];
    let (mut n, mut shift) = (0, 0);
    while n < COUNTED.len() {
        let (abilities, bits) = COUNTED[n];
        let mut of = 0;
        while of < abilities.len() {
            places[abilities[of] as usize] = (shift, (1 << bits) - 1);
            of += 1;
        }
        shift += bits;
        n += 1;
    }
    assert!(
        shift <= CHOSEN_SHIFT,
        "the counters fit a word beside the row that an agent has chosen"
    );
    places
};

/// States of Technological Singularity; it is 0 while what it has gained is in force. Supercharge
/// is in force for one round: it waits for the start of the next, and is used up after it (T60).
pub(super) const HELD: u8 = 1;
pub(super) const WAITING: u8 = 2;
pub(super) const USED_UP: u8 = 3;

/// Abilities that a player may use when it wants to, though their uses are not counted.
const USED_AT_WILL: [Ability; 4] = [
    Ability::MoraleBoost,
    Ability::MunitionsReserves,
    Ability::Supercharge,
    Ability::SkilledRetreat,
];

impl Ability {
    /// Whether a player decides when to use the ability. The program uses it by a rule (T19).
    #[must_use]
    pub fn is_used_by_rule(self) -> bool {
        PLACES[self as usize].1 != 0 || USED_AT_WILL.contains(&self)
    }

    /// Returns the highest count of an ability: cards held, uses that are paid for, systems.
    #[must_use]
    pub fn most(self) -> u8 {
        match (self, PLACES[self as usize]) {
            (Self::WrathOfKenara | Self::Dynamo | Self::DunlainReaper | Self::Alarum, _) => 15,
            (_, (_, 0b11)) => 3,
            (_, (_, 0b1)) => 1,
            _ => limits::CARDS,
        }
    }
}

/// Whether an ability has an effect in space and on planets.
fn is_of_both(ability: Ability) -> bool {
    [Theatre::Space, Theatre::Ground].iter().all(|theatre| ability.matters(*theatre))
}

impl Supplies {
    /// Returns the full supplies of a side in a theatre.
    pub(super) fn of(effects: &Effects, theatre: Theatre) -> Self {
        let mut supplies = Self::default();
        let counted = COUNTED.iter().flat_map(|(abilities, _)| *abilities);
        for ability in counted.filter(|ability| ability.matters(theatre)) {
            if effects.has(*ability) {
                supplies.set(*ability, effects.count(*ability).min(ability.most()));
            }
        }
        let singularity = Ability::TechnologicalSingularity;
        supplies.set(singularity, effects.count(singularity).min(HELD));
        supplies
    }

    /// Returns these full supplies of a combat on a planet without what has been used in the space
    /// combat before it, which began with `full` supplies and left these.
    pub(super) fn after_space(mut self, full: Self, left: Self) -> Self {
        let counted = COUNTED.iter().flat_map(|(abilities, _)| *abilities);
        for &ability in counted.filter(|ability| is_of_both(**ability)) {
            if full.has(ability) {
                self.set(ability, left.left(ability));
            }
        }
        self
    }

    /// Returns all supplies that can be left of these after a space combat, by the uses that matter on
    /// a planet, too.
    pub(super) fn fewer(self) -> Vec<Self> {
        let mut all = vec![self];
        let counted = COUNTED.iter().flat_map(|(abilities, _)| *abilities);
        for &ability in counted.filter(|ability| is_of_both(**ability) && self.has(**ability)) {
            let most = match ability {
                Ability::TechnologicalSingularity => USED_UP,
                _ => self.left(ability),
            };
            let with = |supplies: Self| {
                (0..=most).map(move |uses| {
                    let mut fewer = supplies;
                    fewer.set(ability, uses);
                    fewer
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
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

    /// Sets all bits of the counter of an ability.
    pub(super) fn fill(&mut self, ability: Ability) {
        self.set(ability, u8::MAX);
    }

    /// Returns whether any ability can still be used whose counter is filled in `counters`.
    #[inline]
    pub(super) fn has_any(self, counters: Self) -> bool {
        self.0 & counters.0 != 0
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

    /// Returns the row with the unit that an agent has chosen for the next roll (T28).
    pub(super) fn chosen(self) -> Option<usize> {
        ((self.0 >> CHOSEN_SHIFT) as usize).checked_sub(1)
    }

    /// Notes that the unit is lost which an agent has chosen, and its die with it (T18): no row has
    /// this number.
    pub(super) fn lose_chosen(&mut self) {
        self.choose(Some(GROUPS));
    }

    /// Keeps the row that an agent has chosen.
    #[inline]
    pub(super) fn choose(&mut self, row: Option<usize>) {
        let number = row.map_or(0, |row| row as u64 + 1);
        self.0 = self.0 & !(u64::MAX << CHOSEN_SHIFT) | number << CHOSEN_SHIFT;
    }
}
