//! Fleets from best to worst.

use serde_json::json;

use super::{
    CANDIDATE, Named, Stopped, Subject, behind, behind_title, by, candidate, candidate_row,
    document, enemies, figure, interval, of_fights, shown,
};
use crate::report::csv::rows;
use crate::report::drawing::{BarRow, Drawing, bars};
use crate::report::form::Report;
use crate::report::numbers::battles;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::result::{Rank, RankedCandidate};

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

impl Comparison {
    /// Whether all results are exact.
    pub(super) fn is_exact(&self) -> bool {
        self.ranked.iter().all(|candidate| candidate.battles == 0)
    }

    /// Returns the candidates in the order of the input.
    pub(super) fn fleets(&self) -> &[Named] {
        self.subject.fleets(self.side)
    }

    /// Returns the name of a candidate, or its fleet if it has none.
    pub(super) fn name<'a>(&'a self, candidate: &'a RankedCandidate) -> &'a str {
        let given = self.fleets().get(candidate.number).and_then(|fleet| fleet.name.as_deref());
        given.unwrap_or(&candidate.name)
    }

    /// Returns the enemies.
    pub(super) fn enemies(&self) -> &[Named] {
        self.subject.fleets(1 - self.side)
    }
}

impl Report for Comparison {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn outline(&self) -> Outline {
        let subject = &self.subject;
        let role = if self.side == 1 { "defending" } else { "attacking" };
        let simulated = self.ranked.iter().filter(|candidate| candidate.battles > 0).count();
        let how = how(simulated, self.ranked.len(), self.subject.seed);
        let facts =
            vec![format!("{} · {role} · {how} · {}", subject.title, by(self.by, subject.unit))];
        let stopped = self.stopped.as_ref();
        Outline {
            headline: match self.ranked.len() {
                1 => "1 fleet".into(),
                n => format!("{n} fleets, the best first"),
            },
            facts: [facts, enemies(self.enemies(), &self.weights)].concat(),
            notes: stopped
                .iter()
                .map(|s| s.words("interrupted: this is what had been compared"))
                .collect(),
            tables: [vec![figures(self)], by_enemy(self)].concat(),
            ..Outline::default()
        }
    }

    /// Draws the odds of the candidates as bars with their intervals.
    fn drawings(&self) -> Vec<Drawing> {
        let row = |(n, candidate): (usize, &RankedCandidate)| {
            let label = format!("{n}. {}", named(self, candidate).long());
            BarRow::share(label, candidate.total.win, shown(candidate.total.win))
        };
        let rows: Vec<BarRow> = (1..).zip(&self.ranked).map(row).collect();
        vec![bars("Odds of winning", &rows)]
    }

    fn json(&self) -> String {
        let one = |(rank, ranked): (usize, &RankedCandidate)| {
            let mut value = candidate(ranked, &self.weights);
            value["name"] = self.name(ranked).into();
            value["rank"] = json!(rank);
            value["per_cost"] = json!(ranked.per_cost());
            value["behind"] = figure(Rank::Swing, ranked.behind);
            value["dropped"] = json!(ranked.is_dropped);
            value
        };
        let about = of_fights(&self.subject, self.is_exact());
        let figures = json!({
            "by": self.by,
            "candidates": (1..).zip(&self.ranked).map(one).collect::<Vec<_>>(),
        });
        document("comparison/2", about, figures, self.stopped.as_ref())
    }

    /// Formats CSV with one row per candidate.
    fn csv(&self) -> String {
        let more = ["per_cost", "behind", "battles", "dropped", "name"];
        let header = CANDIDATE.into_iter().chain(more).map(String::from).collect();
        let row = |(rank, candidate): (usize, &RankedCandidate)| {
            let mut row = candidate_row(rank, candidate);
            row.push(candidate.per_cost().map_or(String::new(), |p| p.value.to_string()));
            row.push(candidate.behind.value.to_string());
            row.push(candidate.battles.to_string());
            row.push(candidate.is_dropped.to_string());
            row.push(self.name(candidate).into());
            row
        };
        rows(std::iter::once(header).chain((1..).zip(&self.ranked).map(row)))
    }
}

fn figures(all: &Comparison) -> Grid {
    let unit = all.subject.unit;
    let per_cost = format!("win per 10 {unit}");
    let behind_best = behind_title(all.by);
    let columns = ["", "fleet", "win", "95 % interval", "swing", unit, &per_cost, behind_best];
    let row = |(n, candidate): (usize, &RankedCandidate)| {
        let mut fleet = named(all, candidate).long();
        if candidate.is_dropped {
            fleet += &format!(" (dropped after {})", battles(candidate.battles));
        }
        let cells = vec![
            n.to_string(),
            fleet,
            shown(candidate.total.win),
            interval(candidate.total.win),
            format!("{:.2}", candidate.total.swing.value),
            candidate.cost.to_string(),
            per_10(candidate),
            if n == 1 { String::new() } else { behind(candidate, all.by) },
        ];
        Row::from(cells).with_bar(candidate.total.win.value)
    };
    Grid::with_texts(2, "", &columns, (1..).zip(&all.ranked).map(row))
}

/// Returns the odds against each enemy, if there are several.
fn by_enemy(all: &Comparison) -> Vec<Grid> {
    if all.enemies().len() < 2 {
        return Vec::new();
    }
    let columns: Vec<&str> =
        std::iter::once("").chain(all.enemies().iter().map(Named::short)).collect();
    let row = |candidate: &RankedCandidate| {
        let wins = candidate.against.iter().map(|trial| shown(trial.win));
        std::iter::once(named(all, candidate).short().to_string()).chain(wins).collect::<Vec<_>>()
    };
    vec![Grid::of("Odds against each enemy", &columns, all.ranked.iter().map(row))]
}

fn named<'a>(all: &'a Comparison, candidate: &RankedCandidate) -> &'a Named {
    &all.fleets()[candidate.number]
}

fn per_10(candidate: &RankedCandidate) -> String {
    candidate.per_cost().map_or("–".into(), |share| format!("{:.2} %", share.value * 100.0))
}
