//! Reports of the commands that work out more than the odds of one fight, each in a file of its
//! own: its content for all formats, its charts, JSON and CSV.
//!
//! ```text
//! comparison  fleets from best to worst
//! matrix      every fleet against every other
//! sweep       curves and two-way grids
//! tornado     single changes
//! design      the best designs
//! luck        a reported result among all others
//! advice      choices in the middle of a battle
//! analysis    luck and skill of a battle that was played
//! skills      luck and skill of players over several battles
//! diff        two results
//! story       single battles, blow by blow
//! list        entries of a catalogue
//! stopped     why a report does not show everything
//! ```
//!
//! JSON documents begin with the same fields: their schema, the rulebook, the engine, the seed and
//! the sides with their fleets. A probability is always `{"probability", "low", "high"}`, any other
//! figure with an interval `{"value", "low", "high"}`.

mod advice;
mod analysis;
mod comparison;
mod design;
mod diff;
mod list;
mod luck;
mod matrix;
mod skills;
mod stopped;
mod story;
mod sweep;
mod tornado;

use serde_json::{Value, json};

pub use comparison::Comparison;
pub use design::{Design, Proposal};
pub use diff::Diff;
pub use list::{checked, details, list};
pub use matrix::{BestMix, Matrix};
pub use stopped::{Spent, Stopped};
pub use sweep::{Sweep, SweepPoint};
pub use tornado::Tornado;

use super::named::Named;
use super::numbers::percent;
use super::subject::{Subject, SubjectSide};
use crate::bug::OrBug;
use crate::result::{EngineUsed, Rank, RankedCandidate, Trial, Uncertain};

/// Formats a share in percent. A simulated share shows 0 % or 100 % only if its interval ends
/// there, too.
fn shown(share: Uncertain) -> String {
    match share.value {
        p if p <= 0.0 && share.high > 0.0 => percent(f64::MIN_POSITIVE),
        p if p >= 1.0 && share.low < 1.0 => percent(1.0 - f64::EPSILON),
        p => percent(p),
    }
}

/// Formats the interval of a share; empty if the share is exact.
fn interval(share: Uncertain) -> String {
    if share.high <= share.low {
        return String::new();
    }
    format!("{:.2} – {:.2} %", share.low * 100.0, share.high * 100.0)
}

/// Describes the figure by which candidates are ranked.
fn by(rank: Rank, unit: &str) -> String {
    match rank {
        Rank::Win => "ranked by odds of winning".into(),
        Rank::Swing => format!("ranked by swing ({unit} destroyed minus lost)"),
        Rank::PerCost => format!("ranked by odds of winning per 10 {unit}"),
    }
}

/// Lists the enemies with their weights.
fn enemies(enemies: &[Named], weights: &[f64]) -> Vec<String> {
    let one = |(enemy, weight): (&Named, &f64)| match enemies.len() {
        1 => format!("vs {}", enemy.long()),
        _ => format!("vs {} (weight {:.0} %)", enemy.long(), weight * 100.0),
    };
    enemies.iter().zip(weights).map(one).collect()
}

/// Formats the difference from the best: `0.80 ± 0.12`, in points or in the unit of the swing.
fn behind(candidate: &RankedCandidate, by: Rank) -> String {
    let Uncertain { value, low, high } = candidate.behind;
    let factor = if by == Rank::Swing { 1.0 } else { 100.0 };
    let (value, half) = (value * factor, (high - low) / 2.0 * factor);
    let margin = if half > 0.0 { format!(" ± {half:.2}") } else { String::new() };
    format!("{value:.2}{margin}")
}

/// Returns the title of those differences.
fn behind_title(by: Rank) -> &'static str {
    if by == Rank::Swing { "behind" } else { "points behind" }
}

/// Formats a figure and the ends of its interval, for CSV.
fn ends(figure: Uncertain) -> [String; 3] {
    [figure.value, figure.low, figure.high].map(|x| json!(x).to_string())
}

/// Columns of CSV of a ranked candidate.
const CANDIDATE: [&str; 9] =
    ["rank", "fleet", "cost", "win", "win_low", "win_high", "swing", "swing_low", "swing_high"];

/// Returns those columns.
fn candidate_row(rank: usize, candidate: &RankedCandidate) -> Vec<String> {
    let names = [rank.to_string(), candidate.fleet.clone(), candidate.cost.to_string()];
    let figures = [candidate.total.win, candidate.total.swing].map(ends);
    names.into_iter().chain(figures.into_iter().flatten()).collect()
}

/// Columns that say what a row is about: the rulebook, the side, and the fleets before any change.
const ABOUT: [&str; 3] = ["rules", "side", "fleets"];

fn about_row(subject: &Subject, side: &str) -> [String; 3] {
    let fleets = subject.sides.iter().flat_map(|side| &side.fleets);
    let fleets: Vec<&str> = fleets.map(|fleet| fleet.text.as_str()).collect();
    [subject.rules.clone(), side.into(), fleets.join(" v ")]
}

/// Formats a document. It begins with what it is about, and says why it is not complete.
fn document(schema: &str, about: Value, figures: Value, stopped: Option<&Stopped>) -> String {
    let mut value = json!({"schema": format!("fleetodds/{schema}")});
    for fields in [about, figures] {
        if let (Value::Object(all), Value::Object(fields)) = (&mut value, fields) {
            all.extend(fields);
        }
    }
    if let Some(stopped) = stopped {
        stopped.mark(&mut value);
    }
    serde_json::to_string_pretty(&value).or_bug("a result cannot be written as JSON") + "\n"
}

/// Returns what a document about one fight is about. Each result is exact or simulated.
fn of_fight(subject: &Subject, is_exact: bool) -> Value {
    let fleet =
        |side: &SubjectSide| side.fleets.first().map_or("", |fleet| &fleet.text).to_string();
    let side = |side: &SubjectSide| json!({"name": side.name, "fleet": fleet(side)});
    about(subject, is_exact, subject.sides.iter().map(side).collect())
}

/// Returns what a document about fights between many fleets is about.
fn of_fights(subject: &Subject, is_exact: bool) -> Value {
    let texts = |side: &SubjectSide| -> Vec<Value> {
        side.fleets.iter().map(|fleet| fleet.text.as_str().into()).collect()
    };
    let side = |side: &SubjectSide| json!({"name": side.name, "fleets": texts(side)});
    about(subject, is_exact, subject.sides.iter().map(side).collect())
}

fn about(subject: &Subject, is_exact: bool, sides: Value) -> Value {
    let engine = if is_exact { EngineUsed::Exact } else { EngineUsed::Simulate };
    json!({
        "rules": subject.rules,
        "question": subject.question,
        "engine": engine,
        "seed": subject.seed,
        "sides": sides,
    })
}

/// Returns a probability with its interval.
fn chance(win: Uncertain) -> Value {
    json!({"probability": win.value, "low": win.low, "high": win.high})
}

/// Returns a value as a number if it is one, or else as a text.
fn number(text: &str) -> Value {
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| fraction().map(Value::from)).unwrap_or_else(|| text.into())
}

/// Returns the figure by which a ranking is made.
fn figure(by: Rank, figure: Uncertain) -> Value {
    match by {
        Rank::Win => chance(figure),
        Rank::Swing | Rank::PerCost => json!(figure),
    }
}

/// Returns the result of a candidate in all documents that rank candidates.
fn candidate(candidate: &RankedCandidate, weights: &[f64]) -> Value {
    let against = |(trial, weight): (&Trial, &f64)| {
        json!({
            "fleet": trial.enemy,
            "weight": weight,
            "win": chance(trial.win),
            "swing": trial.swing,
        })
    };
    json!({
        "name": candidate.name,
        "fleet": candidate.fleet,
        "cost": candidate.cost,
        "win": chance(candidate.total.win),
        "swing": candidate.total.swing,
        "battles": candidate.battles,
        "against": candidate.against.iter().zip(weights).map(against).collect::<Vec<_>>(),
    })
}
