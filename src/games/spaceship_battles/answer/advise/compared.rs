//! The odds of orders: exact where all of them fit the budget, otherwise simulated with common
//! dice.

use super::super::playing::play;
use super::super::{fight, sized};
use super::situation::Situation;
use crate::answer::advice::{EQUAL, SimulatedChoices, simulate_rows};
use crate::answer::ledger::CORES;
use crate::answer::{Budget, NoAnswer, Question};
use crate::dice::{Sampler, block_generator};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::engine::{PairedPlan, compare_alternatives, par_try_map};
use crate::games::spaceship_battles::rules::{
    ShipBattle, ShipFleet, ShipOrders, ShipTerms, compile, ships,
};
use crate::model::Battle;
use crate::scenario::Engine;

/// Number of orders that are compared in detail. Where there are more, and their exact odds do not
/// fit the budget, a short simulation selects them.
const FINALISTS: usize = 24;

/// Share of the budget for each attempt to find exact odds, unless nothing else is asked for.
const EXACT_SHARE: f64 = 0.25;

/// Share of the budget for the selection of orders.
const SELECTION_SHARE: f64 = 0.25;

/// Share of the budget for the estimate how long battles last, and the number of battles that are
/// played for it.
const PROBE_SHARE: f64 = 0.05;
const PROBES: usize = 256;

/// Minimum and maximum number of battles of each order in a stage of the selection.
const STAGE_BATTLES: [f64; 2] = [30.0, 2_000.0];

/// Factor by which each stage of the selection reduces the number of orders.
const REDUCTION: usize = 4;

/// Orders with their gains. The first orders are the present ones.
pub(super) struct Compared {
    pub(super) orders: Vec<ShipOrders>,
    pub(super) gains: Vec<Gain>,
    /// How the orders were simulated. Without it, the gains are exact.
    pub(super) simulated: Option<SimulatedChoices>,
    pub(super) notes: Vec<String>,
}

/// Compares the orders among which a group can choose.
///
/// # Errors
/// If they do not fit the budget, or if it is stopped.
pub(super) fn compare(
    question: &Question,
    situation: &Situation<'_>,
    control: &Control,
) -> Result<Compared, NoAnswer> {
    let mut orders = situation.choices.changing(usize::MAX);
    let mut notes = Vec::new();
    if let Some(gains) = exact(question, situation, &orders, control)? {
        return Ok(Compared { orders, gains, simulated: None, notes });
    }
    if orders.len() > FINALISTS {
        let all = orders.len();
        match select(question, &Players::new(question, situation, &orders, control)?, control)? {
            Some(selected) => {
                orders = selected.iter().map(|&n| orders[n]).collect();
                notes.push(format!(
                    "{all} combinations of orders were tried in a short simulation; the {} that \
                     did best are compared",
                    orders.len()
                ));
            }
            None => {
                orders = situation.choices.changing(1);
                notes.push(format!(
                    "{all} combinations of orders do not fit the budget of {}: each choice changes \
                     one order",
                    question.budget
                ));
            }
        }
        if let Some(gains) = exact(question, situation, &orders, control)? {
            return Ok(Compared { orders, gains, simulated: None, notes });
        }
    }
    let players = Players::new(question, situation, &orders, control)?;
    let all: Vec<usize> = (0..orders.len()).collect();
    let seconds = players.seconds(&all) / orders.len() as f64;
    let row = |dice: &Sampler| players.play(&all, dice);
    let found = simulate_rows(question, (orders.len(), seconds), &row, control)?;
    Ok(Compared { orders, gains: found.gains, simulated: Some(found.simulated), notes })
}

impl Compared {
    /// Merges orders with equal gains. The first of them is kept, which changes the fewest orders.
    pub(super) fn merge_equal(&mut self) {
        let is_equal = |a: &Gain, b: &Gain| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= EQUAL);
        let gains = &self.gains;
        let is_first = |n: &usize| !gains[..*n].iter().any(|earlier| is_equal(earlier, &gains[*n]));
        let kept: Vec<usize> = (0..gains.len()).filter(is_first).collect();
        self.orders = kept.iter().map(|&n| self.orders[n]).collect();
        if let Some(simulated) = &mut self.simulated {
            simulated.margins = kept.iter().map(|&n| simulated.margins[n]).collect();
        }
        self.gains = kept.iter().map(|&n| self.gains[n]).collect();
    }
}

/// Returns the exact gains of these orders; `None` if the question asks for a simulation, or if
/// they do not fit their share of the budget.
///
/// # Errors
/// If they do not fit and the engine is `exact`, or if it is stopped.
fn exact(
    question: &Question,
    situation: &Situation<'_>,
    orders: &[ShipOrders],
    control: &Control,
) -> Result<Option<Vec<Gain>>, NoAnswer> {
    let share = match question.engine {
        Engine::Simulate | Engine::Kernel => return Ok(None),
        Engine::Exact => 1.0,
        Engine::Auto => EXACT_SHARE,
    };
    let Budget { seconds, bytes } = question.budget;
    let part = share * CORES / orders.len() as f64;
    let budget = Budget { seconds: seconds * part, bytes: bytes / CORES };
    let alone = Question {
        engine: Engine::Exact,
        budget,
        rounds: None,
        swings: false,
        play_band: false,
        ..question.clone()
    };
    let gain = |n: usize| gain(&alone, situation, orders[n], control);
    match par_try_map(orders.len(), &gain) {
        Ok(gains) => Ok(Some(gains)),
        Err(_) if control.is_stopped() => Err(NoAnswer::Stopped),
        Err(NoAnswer::TooLarge { work, .. }) if question.engine == Engine::Exact => {
            let what = format!(
                "the odds of {} combinations of orders do not fit the budget of {}",
                orders.len(),
                question.budget
            );
            Err(NoAnswer::TooLarge { what, work: work * orders.len() as f64 })
        }
        Err(NoAnswer::TooLarge { .. }) => Ok(None),
        Err(no) => Err(no),
    }
}

/// Returns the exact gain of orders.
fn gain(
    question: &Question,
    situation: &Situation<'_>,
    orders: ShipOrders,
    control: &Control,
) -> Result<Gain, NoAnswer> {
    let mut matchup = situation.matchup.clone();
    matchup.sides[situation.side].fleet.groups[situation.group].orders = orders;
    let mut fight = fight(question, &matchup, control)?;
    let Some(odds) = fight.report.prepared_mut().exact(question, control)? else {
        return Err(fight.report.prepared().ledger().too_large(String::new()));
    };
    let side = &fight.report.figures(&odds).sides[situation.side];
    Ok([side.win.probability, side.cost.destroyed - side.cost.lost])
}

/// A battle under some orders, ready to be played.
trait Player: Sync {
    /// Estimated work of a turn, in seconds.
    fn turn_seconds(&self) -> f64;

    /// Plays the battle with these dice up to turn `last`. Returns what its end is worth to the
    /// side that decides, and its last turn.
    fn play(&self, dice: &Sampler, last: u32) -> (Gain, u32);
}

/// A compiled battle, and the side that decides.
struct Ordered<const SHIPS: usize>(ShipBattle<SHIPS>, usize);

impl<const SHIPS: usize> Player for Ordered<SHIPS> {
    fn turn_seconds(&self) -> f64 {
        self.0.round_seconds()
    }

    fn play(&self, dice: &Sampler, last: u32) -> (Gain, u32) {
        let Self(battle, side) = self;
        let (mut state, mut die) = (battle.opening(), dice.clone());
        let turns = match battle.is_over(&state) {
            true => 1,
            false => play(battle, &mut state, &mut die, last),
        };
        (battle.worth(&state, *side), turns)
    }
}

/// Compiles the battle of these fleets, in the smallest state type that holds its ships.
fn player(
    fleets: &[ShipFleet; 2],
    terms: &ShipTerms,
    side: usize,
) -> Result<Box<dyn Player>, NoAnswer> {
    sized!(ships(fleets), SHIPS => Ok(Box::new(Ordered::<SHIPS>(compile(fleets, terms)?, side))))
}

/// The battle under each of some orders.
struct Players {
    players: Vec<Box<dyn Player>>,
    /// Estimated work of a battle of each player, in seconds.
    seconds: Vec<f64>,
    /// Last turn of a battle.
    last: u32,
}

impl Players {
    /// Compiles the battle under each of these orders, and estimates the work of its turns. A few
    /// battles show how long they last; those that exceed their share of the budget are assumed to
    /// last as long as they may.
    fn new(
        question: &Question,
        situation: &Situation<'_>,
        orders: &[ShipOrders],
        control: &Control,
    ) -> Result<Self, NoAnswer> {
        let (side, terms) = (situation.side, &situation.matchup.terms);
        let players = orders.iter().map(|orders| player(&situation.fleets(*orders), terms, side));
        let players: Vec<Box<dyn Player>> = players.collect::<Result<_, _>>()?;
        let last = question.last_round();
        let battles = (PROBES / players.len()).max(1) as u64;
        let share = PROBE_SHARE * CORES * question.budget.seconds / battles as f64;
        let share = share / players.len() as f64;
        let seconds = |n: usize| -> Result<f64, NoAnswer> {
            let of_turn = players[n].turn_seconds();
            let cap = (share / of_turn).clamp(1.0, f64::from(last)) as u32;
            let turns = |battle: u64| {
                if control.is_stopped() {
                    return Err(NoAnswer::Stopped);
                }
                let dice = Sampler::new(block_generator(!question.seed, battle));
                let turns = players[n].play(&dice, cap).1;
                Ok(f64::from(if turns < cap { turns } else { last }))
            };
            let turns: Vec<f64> = (0..battles).map(turns).collect::<Result<_, _>>()?;
            Ok(of_turn * turns.iter().sum::<f64>() / battles as f64)
        };
        let seconds = par_try_map(players.len(), &seconds)?;
        Ok(Self { players, seconds, last })
    }

    /// Plays one battle of each of these players with these dice.
    fn play(&self, some: &[usize], dice: &Sampler) -> Vec<Gain> {
        some.iter().map(|&n| self.players[n].play(dice, self.last).0).collect()
    }

    /// Returns the estimated work of one battle of each of these players, in seconds.
    fn seconds(&self, some: &[usize]) -> f64 {
        some.iter().map(|&n| self.seconds[n]).sum()
    }
}

/// Returns the players that do best in a simulation of several stages, each of which keeps the best
/// part of them for the next. The first player is always among them. Returns `None` if the first
/// stage does not fit the budget.
///
/// # Errors
/// If it is stopped.
fn select(
    question: &Question,
    players: &Players,
    control: &Control,
) -> Result<Option<Vec<usize>>, NoAnswer> {
    let mut left: Vec<usize> = (0..players.players.len()).collect();
    let stages = (left.len() as f64 / FINALISTS as f64).log(REDUCTION as f64).ceil();
    let share = SELECTION_SHARE * CORES * question.budget.seconds / stages.max(1.0);
    // Each stage has its own dice, so that its best players owe less to luck.
    for stage in 1.. {
        if left.len() <= FINALISTS {
            break;
        }
        let [least, most] = STAGE_BATTLES;
        let battles = share / players.seconds(&left);
        if battles < least && stage == 1 {
            return Ok(None);
        }
        let seed = question.seed.wrapping_add(stage);
        let battles = battles.clamp(2.0, most) as u64;
        let plan = PairedPlan { battles, seed, round_cap: players.last };
        let row = |dice: &Sampler| players.play(&left, dice);
        let means = compare_alternatives(plan, &row, control).ok_or(NoAnswer::Stopped)?;
        let mut order: Vec<usize> = (1..left.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [means[a].mean, means[b].mean];
            b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1]))
        });
        order.truncate((left.len() / REDUCTION).max(FINALISTS) - 1);
        order.sort_unstable();
        left = std::iter::once(0).chain(order.into_iter().map(|n| left[n])).collect();
    }
    Ok(Some(left))
}
