//! One battle of two sides.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::band::bands;
use super::captains::{Field, field};
use super::warnings::warnings;
use super::{
    Answer, Counted, NoAnswer, Question, ROLES, Simulated, Simulation, engines, played_by,
    set_beside,
};
use crate::engine::exact::{self, Ends};
use crate::engine::{self, Ended, Kernel, Run, Walk};
use crate::rules::eclipse::{self, Captains};
use crate::scenario::Engine;
use crate::tally::{Odds, Rounds, Summary, Tally};

/// Answers a question about two sides.
pub(super) fn answer(
    question: &Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let mut field = pool.install(|| field(question, stop))?;
    let bands = match question.play_band {
        true => Some(pool.install(|| bands(question, &field.fleets, stop))?),
        false => None,
    };
    let exact = exact(question, &mut field)?;
    let run = match (question.engine, &exact) {
        (Engine::Exact, _) => None,
        _ => Some(simulate(question, &field, pool, stop, watch)),
    };
    let mut summary = summarise(question, &field, exact.as_ref(), run.as_ref());
    for (side, band) in summary.sides.iter_mut().zip(bands.into_iter().flatten()) {
        side.win.band = Some(band);
    }
    let ended = run.as_ref().map_or(Ended::Complete, |run| run.ended);
    Ok(Answer { summary, ended, counted: run.map(|run| run.counted) })
}

/// The exact odds, where they are wanted and to be had.
fn exact(question: &Question, field: &mut Field) -> Result<Option<Odds>, NoAnswer> {
    let Some(graph) = &field.graph else { return Ok(None) };
    if !matches!(question.engine, Engine::Auto | Engine::Exact) || question.is_shard() {
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

fn simulate(
    question: &Question,
    field: &Field,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Simulated {
    if let Simulation::Known(counted) = &question.run {
        return Simulated::new(counted.clone(), Ended::Complete);
    }
    let plan = question.plan();
    let graph = field.graph.as_ref().filter(|_| question.engine != Engine::Kernel);
    let walk = graph.and_then(|graph| Walk::new(&field.battle, graph).ok());
    match walk {
        Some(walk) => {
            let Run { tally, ended, .. } = engine::run(&walk, &plan, pool, stop, watch);
            Simulated::new(Counted { tally, approximated: false }, ended)
        }
        None => {
            let run = engine::run(&Kernel(&field.battle), &plan, pool, stop, watch);
            let approximated = run.hands.iter().any(Captains::approximated);
            Simulated::new(Counted { tally: run.tally, approximated }, run.ended)
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
    let labels = [0, 1].map(|side| question.sides[side].labels.clone());
    let tiles = [0, 1].map(|side| question.tiles[side].clone());
    let mut sides = eclipse::summarise(&field.battle, &field.fleets, &labels, &tiles, odds);
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
        rounds: Rounds { mean: rounds.mean, distribution: rounds.distribution },
        encounters: Vec::new(),
        population: None,
        influence: None,
        house_rules: Vec::new(),
        warnings: warnings(
            question,
            &field.notes,
            field.approximated,
            &outcomes(question),
            exact,
            run,
        ),
        timing: None,
    }
}

/// What the first cells are called.
fn outcomes(question: &Question) -> [String; eclipse::OUTCOMES] {
    let win = |side: usize| format!("{} wins", question.sides[side].labels.name);
    [win(0), win(1), "draw".into(), "standoff".into()]
}
