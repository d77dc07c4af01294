//! One combat.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::super::warnings::{of_sides, warnings};
use super::super::{Answer, NoAnswer, ROLES, Simulated, engines, set_beside};
use super::band::bands;
use super::captains::{Field, field};
use super::{Asked, played_by};
use crate::engine::Ended;
use crate::rules::ti4::{self, Theatre};
use crate::scenario::Engine;
use crate::tally::{AfterRound, Odds, Rounds, Summary, Tally};

/// Answers a question about one combat.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let fleets = [0, 1].map(|side| question.muster.sides[side].fleet.clone());
    let mut field = pool.install(|| field(question, fleets, stop))?;
    let bands = match question.play_band {
        true => Some(pool.install(|| bands(question, &field.fleets, stop))?),
        false => None,
    };
    let exact = field.arena.exact(question)?;
    let run = match question.engine {
        Engine::Exact => None,
        _ => Some(field.arena.simulate(question, |_| false, pool, stop, watch)),
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
    let mut sides = ti4::summarise(&field.arena.battle, &field.fleets, &labels, odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (i, side) in sides.iter_mut().enumerate() {
            set_beside(side, simulated, i);
        }
    }
    let played = ROLES.iter().zip(&question.muster.sides).zip(&field.fleets);
    let wins = labels.each_ref().map(|labels| format!("{} wins", labels.name));
    let [first, second] = wins;
    let control = (question.muster.terms.theatre == Theatre::Ground).then(|| {
        let attacker = sides[0].win.probability;
        BTreeMap::from([(sides[0].name.clone(), attacker), (sides[1].name.clone(), 1.0 - attacker)])
    });
    Summary {
        schema: "fleetodds/result/1",
        rules: question.rulebook.to_string(),
        engine: engines(question, exact.is_some(), run.is_some()),
        play: played
            .map(|((role, side), fleet)| (role.to_string(), played_by(&side.fleet, fleet)))
            .collect(),
        battles: run.map_or(0, |run| run.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        sides,
        draw: ti4::draw(odds),
        standoff: ti4::standoff(odds),
        rounds: Rounds::of(odds.rounds().clone()),
        encounters: Vec::new(),
        population: None,
        influence: None,
        control,
        planets: Vec::new(),
        currency: "resources",
        house_rules: Vec::new(),
        warnings: warnings(
            question,
            of_sides(&question.muster.sides, &field.arena.notes),
            field.arena.approximated,
            &[first, second, "draw".into(), "standoff".into()],
            exact,
            run,
        ),
        timing: None,
    }
}

/// How the sides stand after each round that is listed.
fn after_rounds(question: &Asked, field: &Field, listed: &[(u32, Odds)]) -> Vec<AfterRound> {
    let labels = [0, 1].map(|side| question.muster.sides[side].labels.clone());
    let after = |(round, odds): &(u32, Odds)| {
        let sides = ti4::summarise(&field.arena.battle, &field.fleets, &labels, odds);
        AfterRound::new(*round, &sides, ti4::draw(odds), ti4::standoff(odds))
    };
    listed.iter().map(after).collect()
}
