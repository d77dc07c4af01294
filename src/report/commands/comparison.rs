//! Fleets from best to worst.

use serde_json::{Value, json};

use super::document::{bar, chance, document, ends, figures, of_fights, shown};
use crate::report::csv::table;
use crate::report::drawing::{Drawing, bars};
use crate::report::form::Report;
use crate::report::named::Named;
use crate::report::numbers::battles;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::report::stopped::{Stopped, notes};
use crate::report::subject::Subject;
use crate::result::{Rank, RankedCandidate, Trial, Uncertain};

/// Candidates ranked from best to worst.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Game, candidates and enemies, in the order of the input.
    pub subject: Subject,
    /// Side of the candidates: 0 attacks, 1 defends.
    pub side: usize,
    /// Figure by which the candidates are ranked.
    pub by: Rank,
    /// Weight of each enemy.
    pub weights: Vec<f64>,
    /// The candidates, in order.
    pub ranked: Vec<RankedCandidate>,
    /// Why candidates are missing, or simulated with fewer battles, if they are.
    pub stopped: Option<Stopped>,
}

/// Describes the figure by which candidates are ranked.
pub(super) fn by(rank: Rank, unit: &str) -> String {
    match rank {
        Rank::Win => "ranked by odds of winning".into(),
        Rank::Swing => format!("ranked by swing ({unit} destroyed minus lost)"),
        Rank::PerCost => format!("ranked by odds of winning per 10 {unit}"),
    }
}

impl Comparison {
    /// Returns the enemies.
    fn enemies(&self) -> &[Named] {
        self.subject.fleets(1 - self.side)
    }

    fn named(&self, candidate: &RankedCandidate) -> &Named {
        &self.subject.fleets(self.side)[candidate.number]
    }

    /// Returns the name of a candidate, or its fleet if it has none.
    fn name<'a>(&'a self, candidate: &'a RankedCandidate) -> &'a str {
        self.named(candidate).name.as_deref().unwrap_or(&candidate.name)
    }

    /// Returns the game, the side, and how the figures were found and ranked, in one line.
    pub(super) fn fact(&self) -> String {
        let Subject { title, unit, seed, .. } = &self.subject;
        let role = if self.side == 1 { "defending" } else { "attacking" };
        let simulated = self.ranked.iter().filter(|candidate| candidate.battles > 0).count();
        let how = how(simulated, self.ranked.len(), *seed);
        format!("{title} · {role} · {how} · {}", by(self.by, unit))
    }

    /// Lists the enemies with their weights.
    pub(super) fn against(&self) -> Vec<String> {
        let enemies = self.enemies();
        let one = |(enemy, weight): (&Named, &f64)| match enemies.len() {
            1 => format!("vs {}", enemy.long()),
            _ => format!("vs {} (weight {:.0} %)", enemy.long(), weight * 100.0),
        };
        enemies.iter().zip(&self.weights).map(one).collect()
    }

    /// Returns the candidates with their ranks.
    pub(super) fn by_rank(&self) -> impl Iterator<Item = (usize, &RankedCandidate)> {
        (1..).zip(&self.ranked)
    }

    /// Returns the title of the differences from the best.
    pub(super) fn behind_title(&self) -> &'static str {
        if self.by == Rank::Swing { "behind" } else { "points behind" }
    }

    /// Formats the difference from the best, in points or in the unit of the swing: `0.80 ± 0.12`.
    /// The first of all has none.
    pub(super) fn behind(&self, rank: usize, candidate: &RankedCandidate) -> String {
        if rank == 1 {
            return String::new();
        }
        let Uncertain { value, low, high } = candidate.behind;
        let factor = if self.by == Rank::Swing { 1.0 } else { 100.0 };
        let (value, half) = (value * factor, (high - low) / 2.0 * factor);
        let margin = if half > 0.0 { format!(" ± {half:.2}") } else { String::new() };
        format!("{value:.2}{margin}")
    }

    /// Formats a document with the result of each candidate, to which `complete` adds fields.
    pub(super) fn document(
        &self,
        schema: &str,
        candidates: &str,
        mut figures: Value,
        complete: impl Fn(usize, &RankedCandidate, &mut Value),
    ) -> String {
        let one = |(rank, candidate): (usize, &RankedCandidate)| {
            let mut value = self.candidate(candidate);
            value["rank"] = json!(rank);
            complete(rank, candidate, &mut value);
            value
        };
        figures[candidates] = self.by_rank().map(one).collect();
        let is_exact = self.ranked.iter().all(|candidate| candidate.battles == 0);
        document(schema, of_fights(&self.subject, is_exact), figures, self.stopped.as_ref())
    }

    /// Returns the result of a candidate, as in all documents that rank candidates.
    pub(super) fn candidate(&self, candidate: &RankedCandidate) -> Value {
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
            "against": candidate.against.iter().zip(&self.weights).map(against).collect::<Vec<_>>(),
        })
    }

    /// Formats CSV with one row per candidate: columns that all rankings have, and `more`.
    pub(super) fn rows<const N: usize>(
        &self,
        more: [&str; N],
        cells: impl Fn(&RankedCandidate) -> [String; N],
    ) -> String {
        const COLUMNS: &str = "rank,fleet,cost,win,win_low,win_high,swing,swing_low,swing_high";
        let row = |(rank, candidate): (usize, &RankedCandidate)| {
            let names = [rank.to_string(), candidate.fleet.clone(), candidate.cost.to_string()];
            let [win, swing] = [candidate.total.win, candidate.total.swing].map(ends);
            [&names[..], &win, &swing, &cells(candidate)].concat()
        };
        table(COLUMNS.split(',').chain(more), self.by_rank().map(row))
    }
}

impl Report for Comparison {
    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn outline(&self) -> Outline {
        Outline {
            headline: match self.ranked.len() {
                1 => "1 fleet".into(),
                n => format!("{n} fleets, the best first"),
            },
            facts: [vec![self.fact()], self.against()].concat(),
            notes: notes(self.stopped(), "interrupted: this is what had been compared"),
            tables: [vec![all_figures(self)], by_enemy(self)].concat(),
            ..Outline::default()
        }
    }

    fn drawings(&self) -> Vec<Drawing> {
        let row = |(n, one): (usize, &RankedCandidate)| {
            bar(format!("{n}. {}", self.named(one).long()), &one.total)
        };
        vec![bars("Odds of winning", &self.by_rank().map(row).collect::<Vec<_>>())]
    }

    fn json(&self) -> String {
        self.document("comparison/2", "candidates", json!({"by": self.by}), |_, ranked, value| {
            value["name"] = self.name(ranked).into();
            value["per_cost"] = json!(ranked.per_cost());
            value["behind"] = json!(ranked.behind);
            value["dropped"] = json!(ranked.is_dropped);
        })
    }

    fn csv(&self) -> String {
        self.rows(["per_cost", "behind", "battles", "dropped", "name"], |candidate| {
            [
                candidate.per_cost().map_or(String::new(), |p| p.value.to_string()),
                candidate.behind.value.to_string(),
                candidate.battles.to_string(),
                candidate.is_dropped.to_string(),
                self.name(candidate).into(),
            ]
        })
    }
}

fn all_figures(all: &Comparison) -> Grid {
    let unit = all.subject.unit;
    let per_cost = format!("win per 10 {unit}");
    let columns =
        ["", "fleet", "win", "95 % interval", "swing", unit, &per_cost, all.behind_title()];
    let row = |(n, candidate): (usize, &RankedCandidate)| {
        let mut fleet = all.named(candidate).long();
        if candidate.is_dropped {
            fleet += &format!(" (dropped after {})", battles(candidate.battles));
        }
        let names = [n.to_string(), fleet];
        let per_cost = candidate.per_cost();
        let per_cost =
            per_cost.map_or("–".into(), |share| format!("{:.2} %", share.value * 100.0));
        let last = [candidate.cost.to_string(), per_cost, all.behind(n, candidate)];
        let cells = [&names[..], &figures(&candidate.total), &last].concat();
        Row::from(cells).with_bar(candidate.total.win.value)
    };
    Grid::with_texts(2, "", columns, all.by_rank().map(row))
}

/// Returns the odds against each enemy, if there are several.
fn by_enemy(all: &Comparison) -> Vec<Grid> {
    if all.enemies().len() < 2 {
        return Vec::new();
    }
    let columns = [""].into_iter().chain(all.enemies().iter().map(Named::short));
    let row = |candidate: &RankedCandidate| {
        let wins = candidate.against.iter().map(|trial| shown(trial.win));
        Row::of(all.named(candidate).short(), wins)
    };
    vec![Grid::of("Odds against each enemy", columns, all.ranked.iter().map(row))]
}
