//! The combat as an exchange, if the effect of hits on a side depends on that side alone.

use rustc_hash::FxHashMap;

use super::ability::Ability;
use super::battle::{Stage, Ti4Battle, Ti4State};
use super::force::{GROUPS, Groups, Ti4Force};
use super::hits::Hits;
use super::pending::Pending;
use crate::bug::OrBug;
use crate::dice::Enumerator;
use crate::engine::Ends;
use crate::games::common::{Objective, Retreat, value_of};
use crate::model::exchange::{Exchange, ExchangeSide};
use crate::model::flow::FlowWork;
use crate::model::{Battle, StepOutcome};

/// A combat as an exchange, with the states behind its indices.
pub struct ExchangeModel {
    exchange: Exchange,
    forces: [Vec<Ti4Force>; 2],
    /// Final states reached before the rounds become identical, with their probabilities.
    early: Vec<(Ti4State, f64)>,
    /// A state whose stage and round are those of all identical rounds.
    round: Ti4State,
}

/// The rounds before an exchange.
#[derive(Default)]
struct Before {
    /// Final states reached in them, with their probabilities.
    early: Vec<(Ti4State, f64)>,
    /// States in which the exchange begins, with their probabilities.
    openings: FxHashMap<Ti4State, f64>,
}

/// Outcomes, or replies, between two reports of work.
const OUTCOMES: u64 = 1 << 12;
/// Steps of work for an outcome of an activation before the exchange.
const STEPS_PER_OUTCOME: u64 = 16;
/// Steps of work to find the state of a side after some hits.
const STEPS_PER_REPLY: u64 = 8;
/// Bytes of a state and its probability in a table.
const STATE_BYTES: u64 = 2 * size_of::<(Ti4State, f64)>() as u64;
/// Bytes of a state of a side, in the list and in the lookup table.
const FORCE_BYTES: u64 = 3 * size_of::<Ti4Force>() as u64;
/// Bytes for each number of hits that a side takes or scores.
const REPLY_BYTES: u64 = 32;

/// Expected result of a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// By side: probability that it wins.
    pub win: [f64; 2],
    /// By side: expected losses, in resources.
    pub lost: [f64; 2],
}

impl Ti4Battle {
    /// Returns whether the combat is an exchange: the hits that a side scores, and the effect of
    /// hits on it, depend on that side alone, and it never becomes stronger.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        self.has_independent_sides() && !self.sides.iter().any(|side| side.is_adaptive)
    }

    /// Returns whether the hits that a side scores, and the possible effects of hits on it, depend
    /// on that side alone, and it never becomes stronger.
    pub(super) fn has_independent_sides(&self) -> bool {
        let has_plain_windows = self.windows.round.is_empty()
            && self.windows.siege.is_empty()
            && !self.windows.has_losses
            && self.windows.end.iter().all(|turn| turn.ability == Ability::EmergencyRepairs);
        has_plain_windows
            && self.gained.iter().all(Option::is_none)
            && self.sides.iter().all(|side| {
                let is_plain = [
                    side.stopping_sustaining,
                    side.stopping_abilities,
                    side.taking_all,
                    side.striking_back,
                    side.repairing_themselves,
                ];
                is_plain.into_iter().all(Groups::is_empty)
                    && !side.changes_rolls
                    && !NOT_OF_AN_EXCHANGE.iter().any(|ability| side.holds(*ability))
                    && side.retreat.is_none_or(|retreat| retreat == Retreat::Never)
                    && side.combat.last().is_none_or(|throw| {
                        throw.as_ref().is_none_or(|throw| throw.depends_on_itself())
                    })
            })
    }

    /// Returns the combat as an exchange. [`is_exchange`](Self::is_exchange) must hold. If the
    /// model of a combat is `known` in which a side is the same, the states of that side are taken
    /// from there. `go_on` is called regularly with the work done since the last call. Returns
    /// `None` if it returns false.
    #[must_use]
    pub fn model(
        &self,
        known: Option<(usize, &ExchangeModel)>,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<ExchangeModel> {
        let Before { early, openings } = self.play_before(go_on)?;
        let mut openings: Vec<(Ti4State, f64)> = openings.into_iter().collect();
        // A fixed order makes the sums independent of the order of the hash table.
        openings.sort_by_key(|(state, _)| state.forces.map(|f| (f.whole, f.hurt, f.supplies.0)));
        let round = self.round();
        let mut of_side = |side: usize| {
            let forces = openings.iter().map(|(state, _)| state.forces[side]);
            let known = known.filter(|(same, _)| *same == side).map(|(_, model)| model);
            Some(match known.filter(|model| forces.clone().all(|force| model.has(side, &force))) {
                Some(model) => (model.exchange.sides[side].clone(), model.forces[side].clone()),
                None => self.draw_up(side, forces, &round, go_on)?,
            })
        };
        let (first, of_first) = of_side(0)?;
        let (second, of_second) = of_side(1)?;
        let place = |forces: &[Ti4Force], force: &Ti4Force| {
            let place = forces.binary_search_by_key(&key(force), key).ok();
            place.or_bug("an exchange lacks a force") as u32
        };
        let openings = openings
            .iter()
            .map(|(state, mass)| {
                let [a, d] = &state.forces;
                ([place(&of_first, a), place(&of_second, d)], *mass)
            })
            .collect();
        let exchange = Exchange { sides: [first, second], openings };
        Some(ExchangeModel { exchange, forces: [of_first, of_second], early, round })
    }

    /// Plays the rounds before the exchange. Returns `None` if `go_on` returns false.
    fn play_before(&self, go_on: &mut dyn FnMut(FlowWork) -> bool) -> Option<Before> {
        let mut before = Before::default();
        let mut captains = self.captains();
        let opening = self.opening();
        let mut open: FxHashMap<Ti4State, f64> = FxHashMap::default();
        match self.is_over(&opening) {
            true => before.early.push((opening, 1.0)),
            false => _ = open.insert(opening, 1.0),
        }
        while !open.is_empty() {
            let mut next: FxHashMap<Ti4State, f64> = FxHashMap::default();
            let mut outcomes = 0;
            for (state, mass) in open {
                if state.stage == Stage::Round && state.round == self.clock {
                    *before.openings.entry(state).or_default() += mass;
                    continue;
                }
                let mut goes_on = true;
                Enumerator::each_while(
                    |die| {
                        let mut state = state;
                        (self.step(&mut state, die, &mut captains), state)
                    },
                    |(progress, state), chance| {
                        match progress {
                            StepOutcome::Over => before.early.push((state, mass * chance)),
                            _ => *next.entry(state).or_default() += mass * chance,
                        }
                        outcomes += 1;
                        if outcomes == OUTCOMES {
                            let states = before.early.len() + before.openings.len() + next.len();
                            goes_on = go_on(FlowWork {
                                steps: std::mem::take(&mut outcomes) * STEPS_PER_OUTCOME,
                                bytes: states as u64 * STATE_BYTES,
                            });
                        }
                        goes_on
                    },
                );
                if !goes_on {
                    return None;
                }
            }
            if !go_on(FlowWork { steps: outcomes * STEPS_PER_OUTCOME, bytes: 0 }) {
                return None;
            }
            open = next;
        }
        Some(before)
    }

    /// Returns all states of a side and their transitions; `None` if `go_on` returns false.
    fn draw_up(
        &self,
        side: usize,
        openings: impl Iterator<Item = Ti4Force>,
        round: &Ti4State,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<(ExchangeSide, Vec<Ti4Force>)> {
        let roster = &self.sides[side];
        let mut found: Vec<Ti4Force> = openings.collect();
        found.sort_by_key(key);
        found.dedup();
        let mut numbers: FxHashMap<Ti4Force, usize> = found.iter().copied().zip(0..).collect();
        let mut replies: Vec<Vec<usize>> = Vec::new();
        let (mut since, mut bytes) = (0, 0);
        while let Some(force) = found.get(replies.len()).copied() {
            let number = |reply: &Ti4Force| {
                *numbers.entry(*reply).or_insert_with(|| {
                    found.push(*reply);
                    found.len() - 1
                })
            };
            replies.push(self.replies(side, force, round).iter().map(number).collect());
            let found = replies.last().map_or(0, Vec::len) as u64;
            since += found;
            bytes += FORCE_BYTES + found * REPLY_BYTES;
            if since >= OUTCOMES {
                let steps = std::mem::take(&mut since) * STEPS_PER_REPLY;
                if !go_on(FlowWork { steps, bytes }) {
                    return None;
                }
            }
        }
        if !go_on(FlowWork { steps: since * STEPS_PER_REPLY, bytes }) {
            return None;
        }
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_cached_key(|&number| key(&found[number]));
        let mut places = vec![0; order.len()];
        (0..).zip(&order).for_each(|(place, &number)| places[number] = place);
        let mut drawn = ExchangeSide::default();
        for &number in &order {
            drawn.fights.push(found[number].any(roster.fighting));
            drawn.hits.push(self.hits_of(side, &found[number]));
            drawn.replies.push(replies[number].iter().map(|&reply| places[reply]));
        }
        Some((drawn, order.iter().map(|&number| found[number]).collect()))
    }

    /// Returns the probabilities that a side scores 0, 1, 2, … hits in a round.
    pub(super) fn hits_of(&self, side: usize, force: &Ti4Force) -> Vec<f64> {
        let roster = &self.sides[side];
        let throw = roster.combat(self.clock).filter(|_| force.any(roster.fighting));
        throw.map_or_else(|| vec![1.0], |throw| throw.chances(force, force))
    }

    /// Returns the states of a side after 0, 1, 2, … hits in a round, up to the number that leaves
    /// no unit that can fight.
    pub(super) fn replies(&self, side: usize, force: Ti4Force, round: &Ti4State) -> Vec<Ti4Force> {
        let units = force.count(self.sides[side].fighting);
        let mut replies = Vec::with_capacity(2 + 2 * usize::from(units));
        loop {
            let reply = self.reply(side, force, replies.len() as u16, round);
            replies.push(reply);
            if !reply.any(self.sides[side].fighting) {
                return replies;
            }
        }
    }

    /// Returns the state of a side after `hits` hits in a round.
    fn reply(&self, side: usize, force: Ti4Force, hits: u16, round: &Ti4State) -> Ti4Force {
        let mut state = *round;
        state.forces[side] = force;
        if !force.any(self.sides[side].fighting) {
            return force;
        }
        let sustains = self.may_sustain(&state);
        let hits = Hits { free: hits, aimed: 0 };
        let hits = self.hold_shields_in_a_round(side, hits, &mut state);
        let mut pending = Pending { sustains, ..Pending::none() };
        pending.due[side] = hits;
        self.settle(&mut state, &mut pending, &mut ());
        if self.fights(&state, side) {
            self.repair_in_an_emergency(side, &mut state);
        }
        state.forces[side]
    }

    /// Returns the expected result of the combat, given the ends of its exchange. With an outlook, it
    /// is that of what follows, too: a swing is what the defender loses more than the attacker.
    #[must_use]
    pub fn worth_of(&self, model: &ExchangeModel, ends: &Ends<[u32; 2]>) -> Worth {
        let mut worth = Worth::default();
        let mut add = |state: &Ti4State, mass: f64| {
            if self.looks_beyond() {
                let values = self.worth(state);
                for side in 0..2 {
                    worth.win[side] += mass * values[value_of(side, Objective::Win)];
                }
                worth.lost[1] += mass * values[value_of(0, Objective::Swing)];
                return;
            }
            let outcome = self.outcome(state);
            for side in 0..2 {
                worth.win[side] += if outcome == side { mass } else { 0.0 };
                worth.lost[side] += mass * self.lost(state, side);
            }
        };
        model.early.iter().for_each(|(state, mass)| add(state, *mass));
        for &([a, d], mass) in ends.finals() {
            let forces = [model.forces[0][a as usize], model.forces[1][d as usize]];
            add(&Ti4State { forces, ..model.round }, mass);
        }
        worth
    }
}

impl ExchangeModel {
    /// Returns the exchange.
    #[must_use]
    pub fn exchange(&self) -> &Exchange {
        &self.exchange
    }

    /// Whether this is a state of a side.
    fn has(&self, side: usize, force: &Ti4Force) -> bool {
        self.forces[side].binary_search_by_key(&key(force), key).is_ok()
    }
}

/// Returns a sort key under which hits always lead to earlier states: cards first, then strength,
/// then everything else that distinguishes states.
pub(super) fn key(force: &Ti4Force) -> (u8, u16, [[u8; GROUPS]; 2], u64) {
    let units = |g: usize| 2 * u16::from(force.whole[g]) + u16::from(force.hurt[g]);
    let strength = (0..GROUPS).map(units).sum();
    let supplies = force.supplies;
    let cards = CARDS.iter().map(|card| supplies.left(*card)).sum();
    (cards, strength, [force.whole, force.hurt], supplies.0)
}

/// Abilities whose uses are counted and may be part of an exchange.
const CARDS: [Ability; 4] =
    [Ability::ShieldsHolding, Ability::EmergencyRepairs, Ability::Tellurian, Ability::Dynamo];

/// Abilities that keep a combat from being an exchange.
const NOT_OF_AN_EXCHANGE: [Ability; 4] = [
    Ability::DuraniumArmor,
    Ability::DirectHit,
    Ability::SkilledRetreat,
    Ability::ReflectiveShielding,
];
