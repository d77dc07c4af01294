//! JSON documents of the commands that work out many fights.
//!
//! Each begins with the same fields: its schema, the rulebook, the engine, the seed and the sides
//! with their fleets. A probability is always `{"probability", "low", "high"}`, any other figure
//! with an interval `{"value", "low", "high"}`.

use serde_json::{Map, Value, json};

use super::comparison::{BestMix, Comparison, Matrix};
use super::design::{Design, Proposal};
use super::stopped::Stopped;
use super::subject::{Subject, SubjectSide};
use super::sweep::{Sweep, SweepPoint, Tornado};
use crate::bug::OrBug;
use crate::result::{EngineUsed, Rank, RankedCandidate, Trial, Uncertain};

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

/// Formats a comparison.
pub(super) fn comparison(comparison: &Comparison) -> String {
    let one = |(rank, ranked): (usize, &RankedCandidate)| {
        let mut value = candidate(ranked, &comparison.weights);
        value["name"] = comparison.name(ranked).into();
        value["rank"] = json!(rank);
        value["per_cost"] = json!(ranked.per_cost());
        value["behind"] = figure(Rank::Swing, ranked.behind);
        value["dropped"] = json!(ranked.is_dropped);
        value
    };
    let about = of_fights(&comparison.subject, comparison.is_exact());
    let figures = json!({
        "by": comparison.by,
        "candidates": (1..).zip(&comparison.ranked).map(one).collect::<Vec<_>>(),
    });
    document("comparison/2", about, figures, comparison.stopped.as_ref())
}

/// Formats a matrix.
pub(super) fn matrix(matrix: &Matrix) -> String {
    let payoff = |payoff: &Option<Uncertain>| payoff.map(|payoff| figure(matrix.by, payoff));
    let row = |row: &Vec<Option<Uncertain>>| row.iter().map(payoff).collect::<Vec<_>>();
    let equilibrium = |found: &BestMix| {
        json!({
            "value": found.value,
            "attacker": found.attacker,
            "defender": found.defender,
        })
    };
    let about = of_fights(&matrix.subject, matrix.is_exact);
    let figures = json!({
        "by": matrix.by,
        "payoffs": matrix.payoffs.iter().map(row).collect::<Vec<_>>(),
        "equilibrium": matrix.best_mix.as_ref().map(equilibrium),
    });
    document("matrix/2", about, figures, matrix.stopped.as_ref())
}

/// Formats a sweep.
pub(super) fn sweep(sweep: &Sweep) -> String {
    let numbers = |values: &[String]| values.iter().map(|v| number(v)).collect::<Vec<_>>();
    let point = |point: &SweepPoint| {
        json!({
            "values": numbers(&point.values),
            "win": chance(point.trial.win),
            "swing": point.trial.swing,
            "battles": point.battles,
        })
    };
    let varied =
        |(path, values): &(String, Vec<String>)| json!({"path": path, "values": numbers(values)});
    let about = of_fight(&sweep.subject, sweep.points.iter().all(|point| point.battles == 0));
    let mut figures = json!({
        "side": sweep.side,
        "vary": sweep.varied.iter().map(varied).collect::<Vec<_>>(),
        "points": sweep.points.iter().map(point).collect::<Vec<_>>(),
    });
    if let Some(target) = sweep.target {
        let values = sweep.reached().map(|point| numbers(&point.values));
        figures["target"] = json!({"probability": target, "values": values});
    }
    document("sweep/2", about, figures, sweep.stopped.as_ref())
}

/// Formats a tornado chart.
pub(super) fn tornado(tornado: &Tornado) -> String {
    let base = &tornado.base;
    let change = |(name, point): &(String, SweepPoint)| {
        json!({
            "change": name,
            "win": chance(point.trial.win),
            "gain": point.trial.win.value - base.trial.win.value,
            "swing": point.trial.swing,
            "battles": point.battles,
        })
    };
    let about = of_fight(&tornado.subject, tornado.points().all(|point| point.battles == 0));
    let figures = json!({
        "side": tornado.side,
        "win": chance(base.trial.win),
        "swing": base.trial.swing,
        "battles": base.battles,
        "changes": tornado.changes.iter().map(change).collect::<Vec<_>>(),
    });
    document("tornado/2", about, figures, tornado.stopped.as_ref())
}

/// Formats a design.
pub(super) fn design(design: &Design) -> String {
    let proposal = |(rank, proposal): (usize, &Proposal)| {
        let figure = |(name, text): &(String, String)| (name.replace(' ', "_"), number(text));
        let totals: Map<String, Value> = proposal.figures.iter().map(figure).collect();
        let mut value = candidate(&proposal.candidate, &design.weights);
        value["rank"] = json!(rank);
        value["behind"] = json!(proposal.candidate.behind);
        value["parts"] = json!(proposal.parts);
        value["figures"] = Value::Object(totals);
        value["gains"] = json!(proposal.gains);
        value["gives_up"] = json!(proposal.gives_up);
        value
    };
    let printed = design.base.as_ref().map(|base| candidate(base, &design.weights));
    let about =
        of_fights(&design.subject, design.best.iter().all(|best| best.candidate.battles == 0));
    let figures = json!({
        "what": design.what,
        "by": design.by,
        "designs": design.designs,
        "looked_at": design.looked_at,
        "printed": printed,
        "best": (1..).zip(&design.best).map(proposal).collect::<Vec<_>>(),
    });
    document("design/2", about, figures, design.stopped.as_ref())
}
