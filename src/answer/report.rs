//! The answer, and the parts of its summary that all games share.

use super::question::Question;
use super::simulated::Simulated;
use crate::engine::Ended;
use crate::result::{
    EngineUsed, Figures, Outcomes, RESULT_SCHEMA, ROLES, Rounds, SideSummary, Summary, Units,
};
use crate::scenario::Engine;
use crate::stats::{Estimate, Interval, Odds};

/// Returns the name of the engines that produced the answer.
fn engines(question: &Question, exact: bool, simulated: bool) -> EngineUsed {
    match (exact, simulated) {
        (true, true) => EngineUsed::Checked,
        (true, false) => EngineUsed::Exact,
        _ if question.engine == Engine::Kernel => EngineUsed::Kernel,
        _ => EngineUsed::Simulate,
    }
}

/// Returns a summary without the figures of the sides.
pub(crate) fn blank(
    question: &Question,
    odds: &Odds,
    exact: bool,
    run: Option<&Simulated>,
) -> Summary {
    let none = Estimate::new(0.0, 0.0, 0.0);
    Summary {
        schema: RESULT_SCHEMA,
        rules: question.rulebook.to_string(),
        question: question.document(),
        title: question.title(),
        you: 0,
        engine: engines(question, exact, run.is_some()),
        best_play: None,
        play: Vec::new(),
        battles: run.map_or(0, |run| run.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        sides: Vec::new(),
        draw: none,
        standoff: none,
        rounds: Rounds::of(odds.rounds().clone()),
        of_game: Figures::default(),
        outcomes: &Outcomes::WINS,
        units: Units { cost: "", time: "round" },
        hints: Vec::new(),
        first_decision: None,
        house_rules: Vec::new(),
        warnings: Vec::new(),
        as_typed: None,
        timing: None,
    }
}

/// Pairs the values of attacker and defender with the names of their roles.
pub(crate) fn by_role<T>(values: impl Iterator<Item = T>) -> Vec<(String, T)> {
    ROLES.iter().map(|role| role.to_string()).zip(values).collect()
}

/// Adds the simulated odds of an outcome to the exact odds of a side.
pub(crate) fn set_beside(side: &mut SideSummary, simulated: &Odds, outcome: usize) {
    let seen = simulated.estimate(outcome);
    let (probability, low, high) = (seen.probability, seen.low, seen.high);
    side.win.simulated = Some(Interval { probability, low, high });
}
