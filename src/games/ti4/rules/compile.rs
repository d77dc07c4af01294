//! Compiles fleets into a combat.

use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::fleet::limits::GROUPS;
use super::fleet::{Card, Effects, Ti4Fleet};
use super::force::Ti4Force;
use super::layout::Ti4CellLayout;
use super::roster::Ti4Roster;
use super::terms::{Theatre, Ti4Terms};
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
    let sides = [0, 1].map(|side| Ti4Roster::new(fleets, side, &terms, rounds, &mut tables));
    let clock = fleets.iter().map(rounds_differ_before).max().unwrap_or(1);
    let opening = Ti4State {
        forces: sides.each_ref().map(|side| side.opening),
        stage: Stage::First,
        round: u16::from(!terms.counts_cards),
        exit: Exit::None,
    };
    let layout = Ti4CellLayout::new(fleets, terms.theatre);
    let mut battle = Ti4Battle { terms, sides, clock, tables, opening, layout, number };
    let mut opening = battle.opening;
    battle.skip_idle_stages(&mut opening);
    battle.opening = opening;
    Ok(battle)
}

/// Returns the first round from which the dice are the same in all rounds.
fn dice_differ_before(effects: &Effects) -> u16 {
    let after = |card: Option<Card>| {
        card.map_or(1, |card| card.round.unwrap_or(1).saturating_add(u16::from(card.count)))
    };
    let prototype = if effects.fighter_prototype { 2 } else { 1 };
    after(effects.morale_boost).max(after(effects.fire_team)).max(prototype)
}

/// Returns the first round from which all rounds follow identical rules.
fn rounds_differ_before(fleet: &Ti4Fleet) -> u16 {
    let effects = &fleet.effects;
    let from = |card: Option<Card>| card.and_then(|card| card.round).unwrap_or(1);
    let retreat = match fleet.captain.retreat {
        Retreat::AfterRound(round) if fleet.captain.may_retreat => {
            u16::try_from(round).unwrap_or(u16::MAX).saturating_add(1)
        }
        _ => 1,
    };
    [
        dice_differ_before(effects),
        from(effects.shields_holding),
        from(effects.emergency_repairs),
        from(effects.direct_hit),
        effects.skilled_retreat.unwrap_or(1),
        retreat,
    ]
    .into_iter()
    .max()
    .unwrap_or(1)
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
        if state.stage == Stage::AssaultOfAttacker {
            if self.has_effects_at_the_start(attacker) {
                return;
            }
            state.stage = Stage::AssaultOfDefender;
        }
        if state.stage == Stage::AssaultOfDefender {
            if self.has_effects_at_the_start(defender) {
                return;
            }
            state.stage = Stage::Opening;
        }
        if state.stage == Stage::Opening && !self.has_opening() {
            state.stage = Stage::Round;
        }
    }

    /// Returns whether a side has effects at the start of a space combat.
    fn has_effects_at_the_start(&self, side: &Ti4Roster) -> bool {
        let Effects { assault_cannon, skilled_retreat, .. } = side.effects;
        self.terms.theatre == Theatre::Space && (assault_cannon || skilled_retreat == Some(1))
    }

    /// Returns whether there is a barrage, or a hit by Magen Defense Grid.
    fn has_opening(&self) -> bool {
        let has = |roster: &Ti4Roster| match self.terms.theatre {
            Theatre::Space => roster.barrage.is_some(),
            Theatre::Ground => roster.effects.magen && !roster.structures.is_empty(),
        };
        self.sides.iter().any(has)
    }

    /// Ends the stages of space cannon. Capacity is checked now, if the setting says so (T3).
    pub(super) fn end_cannon(&self, state: &mut Ti4State) {
        state.stage = Stage::AssaultOfAttacker;
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
        let ships = force.count(self.ships);
        let mut pool = self.fleet_pool.map(|pool| pool.saturating_sub(ships));
        for &g in &self.passengers {
            let alive = u16::from(force.alive(g));
            let mut kept = alive.min(room);
            room -= kept;
            if self.moving.has(g) {
                let more = pool.map_or(alive, |pool| pool.min(alive - kept));
                pool = pool.map(|pool| pool - more.min(pool));
                kept = kept.saturating_add(more);
            }
            force.keep(g, kept);
        }
    }
}
