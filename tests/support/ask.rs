//! Questions as they are written in scenarios, answered exactly.

use super::of_game::SideFigures;
use fleetodds::internals::answer::{Battles, Budget, NoAnswer, Question, answer};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::eclipse::scenario::EclipseMatchup;
use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::result::{SideSummary, Summary};
use fleetodds::internals::scenario::{Engine, Source, read_scenario};
use std::sync::Arc;

/// The question of a scenario, to be answered exactly.
pub(crate) fn question(scenario: &str) -> Question {
    question_with(scenario, &[])
}

/// Like [`question`], with more files of the catalogue.
pub(crate) fn question_with(scenario: &str, added: &[Arc<Source>]) -> Question {
    let scenario = read_scenario(&Source::new("test", scenario)).unwrap();
    let rulebook = scenario.rulebook.unwrap_or(Rulebook::Eclipse);
    let game = load(rulebook, added).unwrap();
    Question {
        engine: Engine::Exact,
        budget: Budget { seconds: 60.0, bytes: 2e9 },
        battles: Battles::Given(100_000),
        seed: 1,
        ..game.question(&scenario, true).unwrap()
    }
}

/// What a question about Eclipse knows.
pub(crate) fn eclipse(question: &Question) -> &EclipseMatchup {
    question.matchup.of_game().expect("a question about Eclipse")
}

pub(crate) fn try_ask(question: &Question) -> Result<Summary, NoAnswer> {
    let ctx = Ctx::new(1).unwrap();
    answer(question, &ctx, &mut |_, _, _| ()).map(|answer| answer.summary)
}

/// The exact answer to a scenario. The same battles played one by one show the same, within
/// 4.5 standard errors.
#[track_caller]
pub(crate) fn ask(scenario: &str) -> Summary {
    ask_played(scenario, 100_000)
}

/// Like [`ask`], with the number of battles to play: fewer, where each of them is long.
#[track_caller]
pub(crate) fn ask_played(scenario: &str, battles: u64) -> Summary {
    let question = Question { battles: Battles::Given(battles), ..question(scenario) };
    let exact = try_ask(&question).unwrap();
    let played = try_ask(&Question { engine: Engine::Kernel, ..question }).unwrap();
    let pairs = exact.sides.iter().zip(&played.sides);
    for (known, seen) in pairs {
        let shares = |side: &SideSummary| {
            let others = ["retreated", "destroyed", "wiped_out", "leader_lost"];
            let left = side.survivors.iter().flat_map(|group| group.distribution.clone());
            let others = others.iter().filter_map(|name| side.of_game.probability(name));
            std::iter::once(side.win.probability).chain(others).chain(left).collect::<Vec<_>>()
        };
        for (share, exact) in shares(seen).into_iter().zip(shares(known)) {
            super::assert_share(share, exact, battles, &known.name);
        }
    }
    exact
}

/// A scenario of two sides, given as JSON, with more of its fields.
#[track_caller]
pub(crate) fn fight(attacker: &str, defender: &str, more: &str) -> Summary {
    ask(&format!(r#"{{"attacker": {attacker}, "defender": {defender} {more}}}"#))
}

/// Asserts that a figure is what it should be, to the last digits.
#[track_caller]
pub(crate) fn assert_is(value: f64, known: f64) {
    assert!((value - known).abs() < 1e-11, "{value} is not {known}");
}

/// How often each side wins.
pub(crate) fn wins(summary: &Summary) -> Vec<f64> {
    summary.sides.iter().map(|side| side.win.probability).collect()
}

/// Won, retreated, destroyed.
pub(crate) fn fate(side: &SideSummary) -> [f64; 3] {
    [side.win.probability, side.retreated(), side.destroyed()]
}

/// Probability of each number of tiles.
pub(crate) fn tiles(side: &SideSummary) -> Vec<f64> {
    side.reputation().unwrap().draws
}

#[track_caller]
pub(crate) fn assert_all(values: &[f64], known: &[f64]) {
    let same = |(value, known): (&f64, &f64)| (value - known).abs() < 1e-11;
    let all = values.len() == known.len() && values.iter().zip(known).all(same);
    assert!(all, "{values:?} are not {known:?}");
}
