//! Compiles fleets into a combat.

use super::ability::{Ability, Effect, Effects, Gain};
use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::cancel::CANCELS;
use super::fleet::Ti4Fleet;
use super::force::{GROUPS, Ti4Force};
use super::layout::Ti4CellLayout;
use super::lineup::Lineup;
use super::roster::Ti4Roster;
use super::terms::{Theatre, Ti4Terms};
use super::turns::IN_TURNS;
use super::windows::Windows;
use crate::dice::{Chance, MAX_DICE};
use crate::games::common::{LimitError, Retreat};

/// Probability that a ship gets through a gravity rift: 7 of 10 faces.
pub(super) const THROUGH_A_RIFT: Chance = Chance { num: 7, den: 10 };

const _: () = assert!(super::limits::UNITS <= MAX_DICE, "all ships roll for a rift together");

/// Compiles a combat.
///
/// # Errors
/// If a fleet exceeds a limit.
pub fn compile(fleets: &[Ti4Fleet; 2], terms: Ti4Terms) -> Result<Ti4Battle, LimitError> {
    compile_from(fleets, terms, (0, 0))
}

/// Like [`compile`], for the combat with this number of an invasion. Its workers share their tables
/// with the other combats; the first `tables` entries belong to those.
pub(super) fn compile_from(
    fleets: &[Ti4Fleet; 2],
    terms: Ti4Terms,
    (number, mut tables): (usize, usize),
) -> Result<Ti4Battle, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
        fleet.check_mirrors(side, &fleets[1 - side])?;
    }
    let rounds = fleets.iter().map(|fleet| dice_differ_before(&fleet.effects)).max().unwrap_or(1);
    let lineups = [Lineup::new(fleets, 0, &terms)?, Lineup::new(fleets, 1, &terms)?];
    let mut roster = |fleets: &[Ti4Fleet; 2], side| {
        Ti4Roster::new(fleets, &lineups, side, &terms, (rounds, &mut tables))
    };
    let sides = [roster(fleets, 0), roster(fleets, 1)];
    let gained = [0, 1].map(|side| {
        let gained = after_gaining(fleets, side)?;
        Some(Box::new(roster(&gained, side)))
    });
    let mut windows = Windows::of(fleets, terms.theatre);
    windows.always_follows |= sides.iter().any(|side| !side.taking_all.is_empty());
    windows.has_losses |= windows.always_follows;
    let has_round_start =
        !windows.round.is_empty() || sides.iter().any(|side| !side.repairing_themselves.is_empty());
    let stops = |side: &Ti4Roster| !side.stopping_sustaining.or(side.stopping_abilities).is_empty();
    let has_stoppers = sides.iter().any(stops);
    let clock = fleets.iter().map(rounds_differ_before).max().unwrap_or(1);
    let opening = Ti4State {
        forces: sides.each_ref().map(|side| side.opening),
        stage: Stage::First,
        round: u16::from(!terms.counts_cards),
        exit: Exit::None,
    };
    let rosters = [0, 1].map(|side: usize| {
        let gained = gained[side].as_deref().into_iter();
        std::iter::once(&sides[side]).chain(gained).collect()
    });
    let layout = Ti4CellLayout::new(fleets, rosters, terms.theatre);
    let is_intricate = has_any(&IN_TURNS, &sides, &gained)
        || (windows.has_losses && has_any(&[Ability::DirectHit], &sides, &gained))
        || [0, 1].iter().any(|side| may_free(*side, &sides));
    let may_announce = |side: &Ti4Roster| side.retreat.is_some_and(|rule| rule != Retreat::Never);
    let has_retreats = sides.iter().any(may_announce) || has_any(&[Ability::Rout], &sides, &gained);
    let has_cancels = has_any(&CANCELS, &sides, &gained);
    let mut battle = Ti4Battle {
        terms,
        sides,
        has_gains: gained.iter().any(Option::is_some),
        gained,
        windows,
        has_round_start,
        has_stoppers,
        is_intricate,
        has_retreats,
        has_cancels,
        clock,
        tables,
        opening,
        layout,
        number,
        outlook: None,
    };
    let gains_a_charge = |side: &usize| battle.gains_a_charge(*side);
    battle.has_round_start |= [0, 1].iter().any(gains_a_charge) || battle.has_agents();
    let mut opening = battle.opening;
    battle.skip_idle_stages(&mut opening);
    battle.opening = opening;
    Ok(battle)
}

/// Returns the fleets after a side has gained an ability by Technological Singularity; `None` if it
/// cannot (T60).
fn after_gaining(fleets: &[Ti4Fleet; 2], side: usize) -> Option<[Ti4Fleet; 2]> {
    let effect = fleets[side].effects.get(Ability::TechnologicalSingularity)?;
    let Some(Gain::Ability(ability)) = effect.gains else { return None };
    let mut fleets = fleets.clone();
    // Supercharge is in force for all rounds in which these fleets are.
    let count = if ability == Ability::Supercharge { u8::MAX } else { 1 };
    let gained = Effect { member: effect.member, count, ..Effect::of(ability) };
    fleets[side].effects.0.push(gained);
    Some(fleets)
}

/// Returns whether a Direct Hit can destroy a unit of a side that keeps enemy units from sustaining
/// damage, while hits are assigned (T39).
fn may_free(side: usize, sides: &[Ti4Roster; 2]) -> bool {
    let own = &sides[side];
    let stopping = own.stopping_abilities.or(own.stopping_sustaining).and(own.sustaining);
    sides[1 - side].holds(Ability::DirectHit)
        && !stopping.without(own.defying_direct_hits).is_empty()
}

/// Returns whether a side has one of these abilities, now or after it has gained it.
fn has_any(
    abilities: &[Ability],
    sides: &[Ti4Roster; 2],
    gained: &[Option<Box<Ti4Roster>>; 2],
) -> bool {
    let rosters = sides.iter().chain(gained.iter().flatten().map(|roster| &**roster));
    rosters.into_iter().any(|roster| abilities.iter().any(|ability| roster.holds(*ability)))
}

/// Abilities that change combat dice in a number of rounds.
const BY_ROUND: [Ability; 5] = [
    Ability::MoraleBoost,
    Ability::MunitionsReserves,
    Ability::Supercharge,
    Ability::ViscountUnlenn,
    Ability::EvelynDelouis,
];

/// Returns the first round from which the dice are the same in all rounds.
fn dice_differ_before(effects: &Effects) -> u16 {
    let after = |ability: &Ability| match effects.has(*ability) {
        true => effects.round(*ability).saturating_add(u16::from(effects.count(*ability))),
        false => 1,
    };
    let early = [Ability::FighterPrototype, Ability::MagenDefenseGridBase];
    let is_early = early.iter().any(|ability| effects.has(*ability));
    BY_ROUND.iter().map(after).max().unwrap_or(1).max(if is_early { 2 } else { 1 })
}

/// Returns the first round from which all rounds follow identical rules.
fn rounds_differ_before(fleet: &Ti4Fleet) -> u16 {
    let effects = &fleet.effects;
    let retreat = match fleet.captain.retreat {
        Retreat::AfterRound(round) if fleet.captain.may_retreat => {
            u16::try_from(round).unwrap_or(u16::MAX).saturating_add(1)
        }
        _ => 1,
    };
    let forced = if effects.has(Ability::Rout) { 2 } else { 1 };
    // An effect that is used in its first round alone is followed by a round without it.
    let from = effects.0.iter().map(|effect| match effect.ability {
        Ability::OverwingZeta | Ability::Rout => {
            effect.round.map_or(1, |round| round.saturating_add(1))
        }
        _ => effect.round.unwrap_or(1),
    });
    from.chain([dice_differ_before(effects), retreat, forced]).max().unwrap_or(1)
}

impl Ti4Battle {
    /// Advances to the next stage in which anything can happen. That may be the current one.
    pub(super) fn skip_idle_stages(&self, state: &mut Ti4State) {
        let [attacker, defender] = &self.sides;
        let in_space = self.terms.theatre == Theatre::Space;
        if state.stage == Stage::First {
            let fires = if in_space { &attacker.cannon } else { &attacker.bombardment };
            if fires.is_some() {
                return;
            }
            state.stage = Stage::Second;
        }
        if state.stage == Stage::Second {
            if defender.cannon.is_some() {
                return;
            }
            self.end_cannon(state);
        }
        if let Stage::Start(n) = state.stage {
            let turns = self.windows.start.iter().enumerate().skip(n.into());
            let mut due = turns.filter(|(_, turn)| self.can_start(**turn, state));
            match due.next() {
                // A side without units has lost, and no more effects are used (T17).
                Some((n, _)) => {
                    state.stage = Stage::Start(n as u8);
                    return;
                }
                None => state.stage = Stage::Opening,
            }
        }
        if state.stage == Stage::Opening && !self.has_barrage() {
            state.stage = self.first_of_round(state);
        }
    }

    /// Returns whether there is a barrage.
    fn has_barrage(&self) -> bool {
        let is_gained = |side: &Option<Box<Ti4Roster>>| {
            side.as_ref().is_some_and(|side| side.barrage.is_some())
        };
        self.terms.theatre == Theatre::Space
            && (self.sides.iter().any(|side| side.barrage.is_some())
                || self.gained.iter().any(is_gained))
    }

    /// Ends the stages of space cannon. Capacity is checked now, if the setting says so (T3).
    pub(super) fn end_cannon(&self, state: &mut Ti4State) {
        state.stage = Stage::Start(0);
        if self.terms.checks_capacity {
            for (roster, force) in self.sides.iter().zip(&mut state.forces) {
                roster.remove_excess(force);
            }
        }
    }

    /// Returns whether a side has units that can fight.
    #[inline]
    pub(super) fn fights(&self, state: &Ti4State, side: usize) -> bool {
        state.forces[side].any(self.sides[side].fighting)
    }

    /// Returns whether a side has left or has no unit that can fight.
    #[inline]
    pub(super) fn is_decided(&self, state: &Ti4State) -> bool {
        state.exit != Exit::None || !(self.fights(state, 0) && self.fights(state, 1))
    }

    /// Returns whether any side looks ahead.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.sides
            .iter()
            .any(|side| side.is_adaptive || side.retreat.is_some_and(Retreat::looks_ahead))
    }
}

impl Ti4Roster {
    /// Removes fighters and ground forces beyond the capacity of the ships; the most valuable stay.
    /// Fighters that move by themselves count against the fleet pool instead, and stay if the pool
    /// is unknown (T1).
    pub(super) fn remove_excess(&self, force: &mut Ti4Force) {
        let room = |g: usize| u16::from(self.capacity[g]) * u16::from(force.alive(g));
        let mut room: u16 = (0..GROUPS).map(room).sum();
        let has_room = room > 0;
        let ships = force.count(self.ships);
        // The pool is counted in halves of a ship.
        let mut pool = self.fleet_pool.map(|pool| 2 * pool.saturating_sub(ships));
        for &g in &self.passengers {
            let text = self.units[g].text;
            let alive = u16::from(force.alive(g));
            if text.rides_free && has_room {
                continue;
            }
            let mut kept = alive.min(room);
            room -= kept;
            if self.moving.has(g) {
                let halves = if text.counts_half { 1 } else { 2 };
                let more = pool.map_or(alive, |pool| (pool / halves).min(alive - kept));
                pool = pool.map(|pool| pool - (halves * more).min(pool));
                kept = kept.saturating_add(more);
            }
            force.keep(g, kept);
        }
    }
}
