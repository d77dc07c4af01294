//! Documents about several fights, and their figures with intervals.
//!
//! JSON documents begin with the same fields: their schema, the rulebook, the engine, the seed and
//! the sides with their fleets. A probability is always `{"probability", "low", "high"}`, any other
//! figure with an interval `{"value", "low", "high"}`.

use serde_json::{Value, json};

use crate::bug::OrBug;
use crate::report::drawing::BarRow;
use crate::report::numbers::percent;
use crate::report::stopped::Stopped;
use crate::report::subject::{Subject, SubjectSide};
use crate::result::{EngineUsed, Rank, Trial, Uncertain};

/// Formats a share in percent. A simulated share shows 0 % or 100 % only if its interval ends
/// there, too.
pub(super) fn shown(share: Uncertain) -> String {
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

/// Returns the odds, their interval and the swing.
pub(super) fn figures(trial: &Trial) -> [String; 3] {
    [shown(trial.win), interval(trial.win), format!("{:.2}", trial.swing.value)]
}

/// Returns the odds as a bar with its interval.
pub(super) fn bar(label: String, trial: &Trial) -> BarRow {
    BarRow::share(label, trial.win, shown(trial.win))
}

/// Formats a figure and the ends of its interval, for CSV.
pub(super) fn ends(figure: Uncertain) -> [String; 3] {
    [figure.value, figure.low, figure.high].map(|x| json!(x).to_string())
}

/// Formats a document. It begins with what it is about, and says why it is not complete.
pub(super) fn document(
    schema: &str,
    about: Value,
    figures: Value,
    stopped: Option<&Stopped>,
) -> String {
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

/// Returns the first fields of a document about one fight. Each result is exact or simulated.
pub(super) fn of_fight(subject: &Subject, is_exact: bool) -> Value {
    let fleet = |side: &SubjectSide| side.fleets.first().map(|fleet| fleet.text.clone());
    let side =
        |side: &SubjectSide| json!({"name": side.name, "fleet": fleet(side).unwrap_or_default()});
    about(subject, is_exact, subject.sides.iter().map(side).collect())
}

/// Returns the first fields of a document about fights between many fleets.
pub(super) fn of_fights(subject: &Subject, is_exact: bool) -> Value {
    let side = |side: &SubjectSide| {
        let fleets: Vec<&str> = side.fleets.iter().map(|fleet| fleet.text.as_str()).collect();
        json!({"name": side.name, "fleets": fleets})
    };
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
pub(super) fn chance(win: Uncertain) -> Value {
    json!({"probability": win.value, "low": win.low, "high": win.high})
}

/// Returns the figure by which a ranking is made.
pub(super) fn figure(by: Rank, figure: Uncertain) -> Value {
    match by {
        Rank::Win => chance(figure),
        Rank::Swing | Rank::PerCost => json!(figure),
    }
}

/// Returns a value as a number if it is one, or else as a text.
pub(super) fn number(text: &str) -> Value {
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| fraction().map(Value::from)).unwrap_or_else(|| text.into())
}
