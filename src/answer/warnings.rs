//! Warnings about an answer.

use super::{Question, ROUND_CAP, Side, Simulated};
use crate::engine::Ended;
use crate::stats::Odds;

/// Number of standard errors beyond which a simulation contradicts an exact figure.
const ALARM_SIGMA: f64 = 5.0;

/// Returns the warnings of the sides, followed by the notes.
pub(crate) fn of_sides<F>(sides: &[Side<F>], notes: &[String]) -> Vec<String> {
    let of_sides = sides.iter().flat_map(|side| {
        side.warnings.iter().map(|warning| format!("{}: {warning}", side.labels.name))
    });
    of_sides.chain(notes.iter().cloned()).collect()
}

/// Returns all warnings about an answer: the notes, approximated play, reduced numbers of battles,
/// missed precision and contradictions between the engines. `outcomes` names the first cells.
pub(crate) fn warnings(
    question: &Question,
    notes: Vec<String>,
    approximated: bool,
    outcomes: &[String],
    exact: Option<&Odds>,
    run: Option<&Simulated>,
) -> Vec<String> {
    let mut warnings = notes;
    if approximated || run.is_some_and(|run| run.counted.approximated) {
        warnings.push(
            "some volleys were too large to apply the `npc` rule in full: their hits were \
             assigned without looking ahead"
                .into(),
        );
    }
    let Some(run) = run else { return warnings };
    if let Some(exact) = exact {
        warnings.extend(contradictions(question, outcomes, exact, run));
    } else if run.planned < question.battles.most() && question.precision.is_none() {
        warnings.push(format!(
            "{} battles fit the budget of {}: set --battles to simulate more",
            run.planned, question.budget
        ));
    } else if let Some(wanted) = question.precision
        && run.ended == Ended::Complete
    {
        let half = run.odds.widest_half(0..outcomes.len());
        if half > wanted {
            let (half, wanted) = (half * 100.0, wanted * 100.0);
            warnings.push(format!(
                "the widest interval is ± {half:.4} %, wider than ± {wanted:.4} %: raise --battles"
            ));
        }
    }
    warnings
}

/// Returns warnings about outcomes whose simulated and exact odds contradict each other.
///
/// Without a cap on rounds in the question, only the simulation has a cap. The share of the battles
/// that it cuts short is not counted as a contradiction.
fn contradictions(
    question: &Question,
    outcomes: &[String],
    exact: &Odds,
    run: &Simulated,
) -> Vec<String> {
    let last = question.last_round() as usize;
    let cut = if question.round_cap.is_some() { 0.0 } else { cut_short(exact, run, last) };
    let mut warned = Vec::new();
    if cut > 1e-6 {
        warned.push(format!(
            "{:.4} % of the battles take more than {ROUND_CAP} rounds or never end: the \
             simulation counts them as standoffs",
            cut * 100.0
        ));
    }
    for (cell, name) in outcomes.iter().enumerate() {
        let errors = run.odds.errors_from(exact, cell, cut);
        if run.counted.tally.battles > 0 && errors > ALARM_SIGMA {
            let (seen, value) = (run.odds.share(cell), exact.share(cell));
            warned.push(format!(
                "THE ENGINES DISAGREE: {name} {value:.6} exact, {seen:.6} simulated, \
                 {errors:.1} standard errors apart; please report this"
            ));
        }
    }
    warned
}

/// Share of the battles that the simulation cuts short after round `last`. Taken from the exact
/// distribution of rounds if there is one, otherwise from the simulation.
fn cut_short(exact: &Odds, run: &Simulated, last: usize) -> f64 {
    let rounds = &exact.rounds().distribution;
    if !rounds.is_empty() {
        let listed: f64 = rounds.iter().take(last + 1).sum();
        return (1.0 - listed).max(0.0);
    }
    run.odds.rounds().distribution.iter().skip(last).sum()
}
