//! From fleets to a compiled combat.

use std::sync::Arc;

use super::Theatre;
use super::captains::Plan;
use super::fleet::limits::GROUPS;
use super::fleet::{Card, Effects, Fleet};
use super::force::Force;
use super::outcome::Layout;
use super::roster::Roster;
use crate::chance::{Chance, MOST_DICE};
use crate::rules::{LimitError, Retreat};

/// What belongs to the situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// In space or on a planet.
    pub theatre: Theatre,
    /// The defender's ships are in a nebula (T9).
    pub nebula: bool,
    /// Capacity is checked before the combat, too (T3).
    pub checks_capacity: bool,
    /// By side, ships that its fleet pool allows, if that is said (T1).
    pub fleet_pool: [Option<u16>; 2],
    /// It matters how many rounds were played, since cards are counted.
    pub counts_cards: bool,
}

impl Terms {
    /// Nothing is said but where it takes place.
    #[must_use]
    pub fn of(theatre: Theatre) -> Self {
        Self {
            theatre,
            nebula: false,
            checks_capacity: false,
            fleet_pool: [None; 2],
            counts_cards: false,
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The attacker's space cannon, or his bombardment.
    First,
    /// The defender's space cannon.
    Second,
    /// The start of the combat: the attacker's Assault Cannon.
    AssaultOfAttacker,
    /// The defender's.
    AssaultOfDefender,
    /// The barrage; on a planet, Magen.
    Opening,
    /// A round.
    Round,
}

/// How somebody has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Exit {
    /// Nobody has.
    None,
    /// A side has retreated.
    Retreat(u8),
    /// A Skilled Retreat: a draw with all ships alive.
    Skilled,
}

/// The situation between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) forces: [Force; 2],
    pub(super) stage: Stage,
    /// The round, as far as rounds differ. Where cards are counted, 0 before the first.
    pub(super) round: u16,
    pub(super) exit: Exit,
}

/// A compiled combat. It is immutable and knows no names.
#[derive(Clone, Debug)]
pub struct Ti4Battle {
    pub(super) terms: Terms,
    pub(super) sides: [Roster; 2],
    /// From this round on all rounds are alike.
    pub(super) clock: u16,
    /// Places in the tables of all throws.
    pub(super) tables: usize,
    pub(super) opening: State,
    pub(super) layout: Layout,
    pub(super) plan: Option<Arc<Plan>>,
}

/// One in ten for each of these faces: a ship comes through a gravity rift.
pub(super) const THROUGH_A_RIFT: Chance = Chance { num: 7, den: 10 };

const _: () = assert!(super::limits::UNITS <= MOST_DICE, "all ships roll for a rift together");

/// Compiles a combat.
///
/// # Errors
/// If a fleet goes beyond a limit.
pub fn compile(fleets: &[Fleet; 2], terms: Terms) -> Result<Ti4Battle, LimitError> {
    compile_from(fleets, terms, 0)
}

/// The same where captains share their tables with other combats, which have so many places.
pub(super) fn compile_from(
    fleets: &[Fleet; 2],
    terms: Terms,
    mut tables: usize,
) -> Result<Ti4Battle, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
        fleet.check_mirrors(side, &fleets[1 - side])?;
    }
    let rounds = fleets.iter().map(|fleet| dice_differ_before(&fleet.effects)).max().unwrap_or(1);
    let sides = [0, 1].map(|side| Roster::new(fleets, side, &terms, rounds, &mut tables));
    let clock = fleets.iter().map(rounds_differ_before).max().unwrap_or(1);
    let opening = State {
        forces: sides.each_ref().map(|side| side.opening),
        stage: Stage::First,
        round: u16::from(!terms.counts_cards),
        exit: Exit::None,
    };
    let layout = Layout::new(fleets, terms.theatre);
    let mut battle = Ti4Battle { terms, sides, clock, tables, opening, layout, plan: None };
    let mut opening = battle.opening;
    battle.skip_idle_stages(&mut opening);
    battle.opening = opening;
    Ok(battle)
}

/// The first round from which on the dice of all rounds are alike.
fn dice_differ_before(effects: &Effects) -> u16 {
    let after = |card: Option<Card>| {
        card.map_or(1, |card| card.round.unwrap_or(1).saturating_add(u16::from(card.count)))
    };
    let prototype = if effects.fighter_prototype { 2 } else { 1 };
    after(effects.morale_boost).max(after(effects.fire_team)).max(prototype)
}

/// The first round from which on all rounds are alike.
fn rounds_differ_before(fleet: &Fleet) -> u16 {
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
    /// Goes on to the next stage in which anything can happen. Before the first one, that is
    /// the one at hand.
    pub(super) fn skip_idle_stages(&self, state: &mut State) {
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

    /// Has a side effects at the start of a space combat?
    fn has_effects_at_the_start(&self, side: &Roster) -> bool {
        let Effects { assault_cannon, skilled_retreat, .. } = side.effects;
        self.terms.theatre == Theatre::Space && (assault_cannon || skilled_retreat == Some(1))
    }

    /// Is there a barrage, or a hit by Magen?
    fn has_opening(&self) -> bool {
        let has = |roster: &Roster| match self.terms.theatre {
            Theatre::Space => roster.barrage.is_some(),
            Theatre::Ground => roster.effects.magen && !roster.structures.is_empty(),
        };
        self.sides.iter().any(has)
    }

    /// All cannon have fired: capacity is checked if that is asked for (T3).
    pub(super) fn end_cannon(&self, state: &mut State) {
        state.stage = Stage::AssaultOfAttacker;
        if self.terms.checks_capacity {
            for (roster, force) in self.sides.iter().zip(&mut state.forces) {
                roster.fit(force);
            }
        }
    }

    /// Does a side's units of its groups still fight?
    #[inline]
    pub(super) fn fights(&self, state: &State, side: usize) -> bool {
        state.forces[side].any(self.sides[side].fighting)
    }

    /// Is anybody gone?
    #[inline]
    pub(super) fn is_decided(&self, state: &State) -> bool {
        state.exit != Exit::None || !(self.fights(state, 0) && self.fights(state, 1))
    }

    /// Does no side look ahead?
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.sides
            .iter()
            .any(|side| side.is_adaptive || side.retreat.is_some_and(Retreat::looks_ahead))
    }

    /// Captains who look ahead play by this plan.
    pub fn follow(&mut self, plan: Arc<Plan>) {
        self.plan = Some(plan);
    }
}

impl Roster {
    /// Fighters and ground forces beyond the capacity of the ships are removed; the dearest
    /// stay. Fighters that move by themselves count against the fleet pool instead, and stay
    /// where nothing is said of it (T1).
    pub(super) fn fit(&self, force: &mut Force) {
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
