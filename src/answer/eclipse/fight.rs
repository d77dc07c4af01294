//! One battle of two sides.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::super::warnings::{of_sides, warnings};
use super::super::{Answer, NoAnswer, ROLES, Simulated, engines, set_beside};
use super::band::bands;
use super::captains::{Field, field};
use super::{Asked, played_by};
use crate::engine::Ended;
use crate::rules::eclipse::{self, Captains};
use crate::scenario::Engine;
use crate::tally::{AfterRound, Odds, Rounds, Summary, Tally};

/// Answers a question about two sides.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let mut field = pool.install(|| field(question, stop))?;
    let bands = match question.play_band {
        true => Some(pool.install(|| bands(question, &field.fleets, stop))?),
        false => None,
    };
    let exact = field.arena.exact(question)?;
    let run = match question.engine {
        Engine::Exact => None,
        _ => Some(field.arena.simulate(question, Captains::approximated, pool, stop, watch)),
    };
    let mut summary = summarise(question, &field, exact.as_ref(), run.as_ref());
    if let Some(odds) = exact.as_ref().or(run.as_ref().map(|run| &run.odds)) {
        let listed = field.arena.by_round(question, odds, pool, stop);
        summary.rounds.by_round = after_rounds(question, &field, &listed);
    }
    for (side, band) in summary.sides.iter_mut().zip(bands.into_iter().flatten()) {
        side.win.band = Some(band);
    }
    let ended = run.as_ref().map_or(Ended::Complete, |run| run.ended);
    Ok(Answer { summary, ended, counted: run.map(|run| run.counted) })
}

fn summarise(
    question: &Asked,
    field: &Field,
    exact: Option<&Odds>,
    run: Option<&Simulated>,
) -> Summary {
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::new(&field.arena.battle));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let labels = [0, 1].map(|side| question.muster.sides[side].labels.clone());
    let tiles = [0, 1].map(|side| question.muster.tiles[side].clone());
    let mut sides = eclipse::summarise(&field.arena.battle, &field.fleets, &labels, &tiles, odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (i, side) in sides.iter_mut().enumerate() {
            set_beside(side, simulated, i);
        }
    }
    let rounds = odds.rounds().clone();
    Summary {
        schema: "fleetodds/result/1",
        rules: question.rulebook.to_string(),
        engine: engines(question, exact.is_some(), run.is_some()),
        play: ROLES.iter().zip(&field.fleets).map(|(r, f)| (r.to_string(), played_by(f))).collect(),
        battles: run.map_or(0, |run| run.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        sides,
        draw: eclipse::draw(odds),
        standoff: eclipse::standoff(odds),
        rounds: Rounds::of(rounds),
        encounters: Vec::new(),
        population: None,
        influence: None,
        control: None,
        planets: Vec::new(),
        currency: "materials",
        house_rules: Vec::new(),
        warnings: warnings(
            question,
            of_sides(&question.muster.sides, &field.arena.notes),
            field.arena.approximated,
            &outcomes(question),
            exact,
            run,
        ),
        timing: None,
    }
}

/// How the sides stand after each round that is listed.
fn after_rounds(question: &Asked, field: &Field, listed: &[(u32, Odds)]) -> Vec<AfterRound> {
    let labels = [0, 1].map(|side| question.muster.sides[side].labels.clone());
    let tiles = [0, 1].map(|side| question.muster.tiles[side].clone());
    let after = |(round, odds): &(u32, Odds)| {
        let battle = &field.arena.battle;
        let sides = eclipse::summarise(battle, &field.fleets, &labels, &tiles, odds);
        AfterRound::new(*round, &sides, eclipse::draw(odds), eclipse::standoff(odds))
    };
    listed.iter().map(after).collect()
}

/// What the first cells are called.
fn outcomes(question: &Asked) -> [String; eclipse::OUTCOMES] {
    let win = |side: usize| format!("{} wins", question.muster.sides[side].labels.name);
    [win(0), win(1), "draw".into(), "standoff".into()]
}
