//! The windows of a combat in which effects other than dice and hits are used (T16 to T20).

use super::ability::Ability;
use super::ability::Effects;
use super::fleet::{Ti4Fleet, Ti4Group};
use super::supplies::Supplies;
use super::terms::Theatre;

/// An effect that is due in a window, and the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) side: usize,
    pub(super) ability: Ability,
}

/// Effects of both sides, by window, in the order in which they are used.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// Start of combat (T17), then Skilled Retreats before round 1.
    pub(super) start: Vec<Turn>,
    /// Start of each combat round, besides repairs and dice (T18).
    pub(super) round: Vec<Turn>,
    /// Bombardments of the own planet (T54), the same ones in each round.
    pub(super) siege: Vec<Turn>,
    /// End of each combat round (T20).
    pub(super) end: Vec<Turn>,
    /// When units are destroyed, then after that; by side whose units they were (T37).
    pub(super) losses: [[Vec<Turn>; 2]; 2],
    /// Whether there is anything in `losses`.
    pub(super) has_losses: bool,
    /// By side: counters of the abilities that it can use after losses.
    pub(super) used_after_losses: [Supplies; 2],
    /// Whether anything can follow from losses when no such ability is left.
    pub(super) always_follows: bool,
}

/// Effects at the start of combat, in the order in which a side uses them (T17).
const START: [Ability; 17] = [
    Ability::SleeperCell,
    Ability::FragmentReality,
    Ability::OverwingZeta,
    Ability::Eidolon,
    Ability::TheAlastor,
    Ability::ClaireGibson,
    Ability::RevealPrototype,
    Ability::TheCavalry,
    Ability::TheCavalryIi,
    Ability::TekklarLegion,
    Ability::Indoctrination,
    Ability::GreyfireMutagen,
    Ability::Ambush,
    Ability::DimensionalSplicer,
    Ability::ImpulseCore,
    Ability::MagenDefenseGrid,
    Ability::AssaultCannon,
];

/// Effects at the start of each round (T18).
const ROUND: [Ability; 2] = [Ability::OverwingZeta, Ability::DunlainReaper];

/// Effects at the end of each round, in the order in which a side uses them (T20).
const END: [Ability; 6] = [
    Ability::Harrow,
    Ability::Devotion,
    Ability::ExotriremeIi,
    Ability::HeavensEye,
    Ability::EmergencyRepairs,
    Ability::Alarum,
];

/// Effects of a side when it loses units, in the order in which they are used (T37).
const WHEN_LOST: [Ability; 4] =
    [Ability::Apollo, Ability::A3Valiance, Ability::DameBriar, Ability::VosHollow];

/// Effects of a side after it has lost units.
const AFTER_LOSSES: [Ability; 3] =
    [Ability::BrotherMilor, Ability::BrotherMilorOmega, Ability::CourageousToTheEnd];

/// Effects of a side after its enemy has lost units.
const AFTER_ENEMY_LOSSES: [Ability; 3] =
    [Ability::X89BacterialWeaponOmega, Ability::SleeperCell, Ability::TechnologicalSingularity];

impl Ability {
    /// Returns the ability that lets own misses of a combat roll be rolled again, once for each
    /// use.
    pub(super) fn rolling_again(theatre: Theatre) -> Self {
        match theatre {
            Theatre::Space => Self::WarFunding,
            Theatre::Ground => Self::FireTeam,
        }
    }

    /// Returns whether an effect after losses uses up the ability, which is counted.
    pub(super) fn is_spent_after_losses(self) -> bool {
        !matches!(self, Self::A3Valiance | Self::SleeperCell | Self::X89BacterialWeaponOmega)
    }
}

impl Windows {
    /// Lists the effects of both sides by window.
    pub(super) fn of(fleets: &[Ti4Fleet; 2], theatre: Theatre) -> Self {
        // With Articles of War, Eidolons do not turn (T56).
        let turn_over = !fleets.iter().any(|fleet| fleet.effects.has(Ability::ArticlesOfWar));
        let turns = |group: &Ti4Group| group.unturned.is_some();
        let held = |side: usize, abilities: &[Ability]| -> Vec<Turn> {
            let effects: &Effects = &fleets[side].effects;
            let is_held = |ability: Ability| match ability {
                Ability::Eidolon => turn_over && fleets[side].groups.iter().any(turns),
                _ => effects.has(ability),
            };
            let is_due = |&&ability: &&Ability| is_held(ability) && ability.matters(theatre);
            let turn = |&ability: &Ability| Turn { side, ability };
            abilities.iter().filter(is_due).map(turn).collect()
        };
        let in_turn = |abilities: &[Ability]| in_turn([0, 1].map(|side| held(side, abilities)));
        let mut start = in_turn(&START);
        start.retain(|turn| fleets[turn.side].effects.round(turn.ability) == 1);
        let leaves = |turn: &Turn| fleets[turn.side].effects.round(turn.ability) == 1;
        start.extend(in_turn(&[Ability::SkilledRetreat]).into_iter().filter(leaves));
        let mut round = in_turn(&ROUND);
        round.retain(|turn| {
            let is_late = fleets[turn.side].effects.round(turn.ability) > 1;
            is_late || turn.ability == Ability::DunlainReaper
        });
        let bombards = |turn: &Turn| {
            let effect = fleets[turn.side].effects.get(turn.ability);
            effect.is_some_and(|effect| effect.optional || effect.round.is_some())
        };
        let siege = match theatre {
            Theatre::Space => Vec::new(),
            Theatre::Ground => {
                let turns = in_turn(&[Ability::ProximaTargetingVi]).into_iter().filter(bombards);
                // The owner bombards the enemy, then the own forces.
                turns.flat_map(|turn| [turn; 2]).collect()
            }
        };
        let after =
            |side: usize| [held(side, &AFTER_LOSSES), held(1 - side, &AFTER_ENEMY_LOSSES)].concat();
        let losses = [[0, 1].map(|side| held(side, &WHEN_LOST)), [0, 1].map(after)];
        let turns = || losses.iter().flatten().flatten();
        let has_losses = turns().next().is_some();
        let counted = turns().filter(|turn| turn.ability.is_spent_after_losses());
        let mut used_after_losses = [Supplies::default(); 2];
        counted.for_each(|turn| used_after_losses[turn.side].fill(turn.ability));
        let always = |turn: &Turn| !turn.ability.is_spent_after_losses();
        let always_follows = turns().any(always);
        let end = in_turn(&END);
        Self { start, round, siege, end, losses, has_losses, used_after_losses, always_follows }
    }
}

/// Lists turns in the order in which the sides take them, the attacker first.
fn in_turn([attacker, defender]: [Vec<Turn>; 2]) -> Vec<Turn> {
    let most = attacker.len().max(defender.len());
    (0..most).flat_map(|n| [attacker.get(n), defender.get(n)]).flatten().copied().collect()
}
