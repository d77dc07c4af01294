//! From a question to its answer: who plays how, which engine, what it shows.
//!
//! ```text
//! budget      what may be taken, and what it would take
//! captains    best play is solved where that fits
//! band        odds between worst and best play
//! ```

mod band;
mod budget;
mod captains;

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

pub use self::budget::Budget;
use self::captains::{Field, field};
pub use self::captains::{NotSolved, best_play};
use crate::engine::exact::{self, Ends};
use crate::engine::{self, Ended, Kernel, Plan, Run, Walk};
use crate::rules::eclipse::{self, Bag, LimitError, Objective, Policy};
use crate::scenario::{Engine, Rulebook, Side};
use crate::tally::{Interval, Odds, PlayedBy, Rounds, Summary, Tally};

/// What the sides are called where their role matters.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// Rounds after which a simulated battle is a standoff, where nothing else is said (D7).
pub const ROUND_CAP: u32 = 1000;

/// Standard errors beyond which a simulation contradicts an exact figure.
const ALARM: f64 = 5.0;

/// Everything that an answer needs.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rules.
    pub rulebook: Rulebook,
    /// Attacker, defender.
    pub sides: [Side; 2],
    /// Reputation tiles in the bag.
    pub bag: Bag,
    /// Engine asked for.
    pub engine: Engine,
    /// What the graph and everything made of it may take.
    pub budget: Budget,
    /// Battles to simulate.
    pub battles: u64,
    /// Seed of their dice.
    pub seed: u64,
    /// Stop as soon as all outcomes are known to within this much.
    pub precision: Option<f64>,
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: Option<u32>,
    /// Are odds under worst and best play wanted?
    pub play_band: bool,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All figures.
    pub summary: Summary,
    /// Why the simulation ended; one that was not wanted is complete.
    pub ended: Ended,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum NoAnswer {
    /// A fleet goes beyond a limit.
    Limit(LimitError),
    /// It does not fit the budget; what does not, and what it would take.
    TooLarge(String),
    /// It was told to stop before there was anything to show.
    Stopped,
}

impl From<LimitError> for NoAnswer {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// Answers a question.
///
/// `watch` sees several times a second how many battles have been played and what they
/// show; `stop` may be set from anywhere.
///
/// # Errors
/// If a fleet goes beyond a limit, or what is asked for does not fit the budget.
pub fn answer(
    question: &Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let mut field = pool.install(|| field(question, stop))?;
    let bands =
        if question.play_band { Some(pool.install(|| band::bands(question, stop))?) } else { None };
    let exact = exact(question, &mut field)?;
    let run = match (question.engine, &exact) {
        (Engine::Exact, _) => None,
        _ => Some(simulate(question, &field, pool, stop, watch)),
    };
    let mut summary = summarise(question, &field, exact.as_ref(), run.as_ref());
    for (side, band) in summary.sides.iter_mut().zip(bands.into_iter().flatten()) {
        side.win.band = Some(band);
    }
    Ok(Answer { summary, ended: run.map_or(Ended::Complete, |run| run.ended) })
}

/// The exact odds, where they are wanted and to be had.
fn exact(question: &Question, field: &mut Field) -> Result<Option<Odds>, NoAnswer> {
    let Some(graph) = &field.graph else { return Ok(None) };
    if !matches!(question.engine, Engine::Auto | Engine::Exact) {
        return Ok(None);
    }
    let Some(ends) = Ends::new(graph, question.round_cap, question.budget.passes()) else {
        let why = format!("the battle takes too many rounds for the budget of {}", question.budget);
        if question.engine == Engine::Exact {
            return Err(NoAnswer::TooLarge(why));
        }
        field.notes.push(format!("{why}: it is simulated only"));
        return Ok(None);
    };
    if !ends.rounds_are_whole {
        field.notes.push("some battles take more rounds than are listed".into());
    }
    Ok(Some(exact::odds(&field.battle, graph, &ends)))
}

/// What a simulation has come to.
struct Simulated {
    odds: Odds,
    battles: u64,
    ended: Ended,
    /// Captains who had to guess.
    approximated: bool,
}

fn simulate(
    question: &Question,
    field: &Field,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Simulated {
    let plan = Plan {
        battles: question.battles,
        seed: question.seed,
        round_cap: question.round_cap.unwrap_or(ROUND_CAP),
        precision: question.precision,
    };
    let graph = field.graph.as_ref().filter(|_| question.engine != Engine::Kernel);
    let walk = graph.and_then(|graph| Walk::new(&field.battle, graph).ok());
    match walk {
        Some(walk) => {
            let Run { tally, ended, .. } = engine::run(&walk, &plan, pool, stop, watch);
            let battles = tally.battles;
            Simulated { odds: Odds::of_tally(tally), battles, ended, approximated: false }
        }
        None => {
            let run = engine::run(&Kernel(&field.battle), &plan, pool, stop, watch);
            Simulated {
                battles: run.tally.battles,
                ended: run.ended,
                approximated: run.hands.iter().any(eclipse::Captains::approximated),
                odds: Odds::of_tally(run.tally),
            }
        }
    }
}

fn summarise(
    question: &Question,
    field: &Field,
    exact: Option<&Odds>,
    run: Option<&Simulated>,
) -> Summary {
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::new(&field.battle));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let labels = question.sides.each_ref().map(|side| side.labels.clone());
    let mut sides = eclipse::summarise(&field.battle, &field.fleets, &labels, &question.bag, odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (i, side) in sides.iter_mut().enumerate() {
            let seen = simulated.estimate(i);
            let (probability, low, high) = (seen.probability, seen.low, seen.high);
            side.win.simulated = Some(Interval { probability, low, high });
        }
    }
    let rounds = odds.rounds().clone();
    Summary {
        schema: "fleetodds/result/1",
        rules: question.rulebook.to_string(),
        engine: match (exact, run) {
            (Some(_), Some(_)) => "exact+simulate",
            (Some(_), None) => "exact",
            _ if question.engine == Engine::Kernel => "kernel",
            _ => "simulate",
        },
        play: vec![played(field, 0), played(field, 1)],
        battles: run.map_or(0, |run| run.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        sides,
        draw: eclipse::draw(odds),
        standoff: eclipse::standoff(odds),
        rounds: Rounds { mean: rounds.mean, distribution: rounds.distribution },
        house_rules: Vec::new(),
        warnings: warnings(question, field, exact, run),
        timing: None,
    }
}

fn played(field: &Field, side: usize) -> (String, PlayedBy) {
    let fleet = &field.fleets[side];
    let tells = fleet.policy == Policy::Optimal && fleet.objective != Objective::default();
    let objective = tells.then(|| fleet.objective.name().to_string());
    (ROLES[side].to_string(), PlayedBy { assign: fleet.policy.to_string(), objective })
}

fn warnings(
    question: &Question,
    field: &Field,
    exact: Option<&Odds>,
    run: Option<&Simulated>,
) -> Vec<String> {
    let of_sides = question.sides.iter().flat_map(|side| {
        side.warnings.iter().map(|warning| format!("{}: {warning}", side.labels.name))
    });
    let mut warnings: Vec<String> = of_sides.chain(field.notes.iter().cloned()).collect();
    if field.approximated || run.is_some_and(|run| run.approximated) {
        warnings.push(
            "some volleys were too large to find what npc does with them; they were \
             assigned without looking ahead"
                .into(),
        );
    }
    let Some(run) = run else { return warnings };
    if let Some(exact) = exact {
        warnings.extend(contradictions(question, exact, run));
    } else if let Some(wanted) = question.precision
        && run.ended == Ended::Complete
    {
        let half = run.odds.widest_half(0..eclipse::OUTCOMES);
        if half > wanted {
            let (half, wanted) = (half * 100.0, wanted * 100.0);
            warnings.push(format!(
                "the widest interval is ± {half:.4} %, wider than ± {wanted:.4} %: raise --battles"
            ));
        }
    }
    warnings
}

/// Outcomes of which the simulation says something else than the exact engine.
///
/// Where no cap on rounds is set, the simulation has one and the exact engine has none; what
/// that makes of a difference is not held against either.
fn contradictions(question: &Question, exact: &Odds, run: &Simulated) -> Vec<String> {
    let listed: f64 = exact.rounds().distribution.iter().take(ROUND_CAP as usize + 1).sum();
    let cut = if question.round_cap.is_some() { 0.0 } else { (1.0 - listed).max(0.0) };
    let names = question.sides.each_ref().map(|side| format!("{} wins", side.labels.name));
    let names = [names[0].as_str(), names[1].as_str(), "draw", "standoff"];
    let mut told = Vec::new();
    if cut > 1e-6 {
        told.push(format!(
            "{:.4} % of the battles take more than {ROUND_CAP} rounds or have no end: where they \
             are simulated, they are standoffs",
            cut * 100.0
        ));
    }
    for (cell, name) in names.into_iter().enumerate() {
        let errors = run.odds.errors_from(exact, cell, cut);
        if run.battles > 0 && errors > ALARM {
            let (seen, value) = (run.odds.share(cell), exact.share(cell));
            told.push(format!(
                "THE ENGINES DISAGREE: {name} {value:.6} exact, {seen:.6} simulated, \
                 {errors:.1} standard errors apart; please report this"
            ));
        }
    }
    told
}
