//! Every fleet against every other.

use serde_json::json;

use super::document::{document, ends, figure, of_fights};
use crate::analysis::equilibrium::Equilibrium;
use crate::report::csv::table;
use crate::report::drawing::{BarRow, Drawing, HeatMap, bars};
use crate::report::form::Report;
use crate::report::named::{ColumnLabels, Named, letter};
use crate::report::numbers::percent;
use crate::report::outline::{Grid, Outline, Row, filled, how};
use crate::report::stopped::{Stopped, notes};
use crate::report::subject::Subject;
use crate::result::{Rank, Uncertain};

/// Width of the label of a fleet.
const LABEL: usize = 8;

/// Shown where a payoff is not known.
const UNKNOWN: &str = "–";

/// A matrix game: each fleet as attacker against each as defender, with its equilibrium.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Game and fleets, which are those of both sides.
    pub subject: Subject,
    /// Figure that the attacker maximises.
    pub by: Rank,
    /// Whether all payoffs are exact.
    pub is_exact: bool,
    /// By attacker and defender, what the attacker gets, as far as it is known.
    pub payoffs: Vec<Vec<Option<Uncertain>>>,
    /// The best mix of fleets for both players; `None` where payoffs are missing.
    pub best_mix: Option<Equilibrium>,
    /// Why payoffs are missing, if they are.
    pub stopped: Option<Stopped>,
}

impl Matrix {
    fn shown(&self, value: f64) -> String {
        if self.by == Rank::Swing { format!("{value:.2}") } else { percent(value) }
    }

    fn cell(&self, payoff: Option<Uncertain>) -> String {
        payoff.map_or(UNKNOWN.into(), |payoff| self.shown(payoff.value))
    }

    /// Describes what the attacker gets.
    fn payoff(&self) -> String {
        match self.by {
            Rank::Swing => {
                format!("Swing of the attacker ({} destroyed minus lost)", self.subject.unit)
            }
            _ => "Odds that the attacker wins".into(),
        }
    }

    /// Returns the fleets, which are those of both sides.
    fn fleets(&self) -> &[Named] {
        self.subject.fleets(0)
    }
}

impl Report for Matrix {
    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn outline(&self) -> Outline {
        let mut notes = notes(self.stopped(), "interrupted: this is what had been found");
        notes.extend(self.stopped().map(|_| "no best mix of fleets: it needs all payoffs".into()));
        let how = how(usize::from(!self.is_exact), 1, self.subject.seed);
        Outline {
            headline: format!("{} fleets against each other", self.fleets().len()),
            facts: vec![format!("{} · {how}", self.subject.title), self.payoff()],
            notes,
            tables: filled([vec![payoffs(self), legend(self)], mix(self)].concat()),
            conclusion: conclusion(self),
            ..Outline::default()
        }
    }

    /// Draws the payoffs as a heat map, and the best mix as bars.
    fn drawings(&self) -> Vec<Drawing> {
        let labels = ColumnLabels::of(self.fleets(), LABEL).all;
        let map = HeatMap {
            title: self.payoff(),
            axes: ["attacker".into(), "defender".into()],
            rows: labels.clone(),
            columns: labels,
            cells: self
                .payoffs
                .iter()
                .flatten()
                .map(|p| p.map(|p| (p.value, self.shown(p.value))))
                .collect(),
            range: (self.by != Rank::Swing).then_some([0.0, 1.0]),
        };
        let mut drawings = vec![map.draw()];
        if let Some(mix) = &self.best_mix {
            for (side, shares) in [("attacker", &mix.attacker), ("defender", &mix.defender)] {
                let row = |(n, share): (usize, &f64)| {
                    let exact = Uncertain::exact(*share);
                    let name = self.fleets()[n].name.clone().unwrap_or_else(|| letter(n));
                    let fleet = &self.fleets()[n].text;
                    BarRow::share(format!("{name}: {fleet}"), exact, percent(*share))
                };
                let rows: Vec<BarRow> = shares.iter().enumerate().map(row).collect();
                drawings
                    .push(bars(&format!("How often the {side} should choose each fleet"), &rows));
            }
        }
        drawings
    }

    fn json(&self) -> String {
        let payoff = |payoff: &Option<Uncertain>| payoff.map(|payoff| figure(self.by, payoff));
        let row = |row: &Vec<Option<Uncertain>>| row.iter().map(payoff).collect::<Vec<_>>();
        let equilibrium = |found: &Equilibrium| {
            let Equilibrium { value, attacker, defender } = found;
            json!({"value": value, "attacker": attacker, "defender": defender})
        };
        let about = of_fights(&self.subject, self.is_exact);
        let figures = json!({
            "by": self.by,
            "payoffs": self.payoffs.iter().map(row).collect::<Vec<_>>(),
            "equilibrium": self.best_mix.as_ref().map(equilibrium),
        });
        document("matrix/2", about, figures, self.stopped.as_ref())
    }

    /// Formats CSV with one row per pair.
    fn csv(&self) -> String {
        let by = self.by.name();
        let [low, high] = [format!("{by}_low"), format!("{by}_high")];
        let rows = self.fleets().iter().zip(&self.payoffs).flat_map(|(attacker, row)| {
            self.fleets().iter().zip(row).map(|(defender, payoff)| {
                let [payoff, low, high] = payoff.map_or_else(Default::default, ends);
                [attacker.text.clone(), defender.text.clone(), payoff, low, high]
            })
        });
        table(["attacker", "defender", by, &low, &high], rows)
    }
}

/// Returns what the best mix is worth.
fn conclusion(all: &Matrix) -> Option<String> {
    let value = all.best_mix.as_ref()?.value;
    Some(format!("If both choose their best mix, the attacker gets {}.", all.shown(value)))
}

/// Returns what the letters mean, if not all fleets have names.
fn legend(all: &Matrix) -> Grid {
    let labels = ColumnLabels::of(all.fleets(), LABEL);
    let rows = labels.legend.into_iter().map(Vec::from);
    Grid::with_texts(2, "Fleets", ["", "fleet"], rows)
}

fn payoffs(all: &Matrix) -> Grid {
    let labels = ColumnLabels::of(all.fleets(), LABEL).all;
    let columns = ["attacker ↓ defender →"].into_iter().chain(labels.iter().map(String::as_str));
    let row = |(label, payoffs): (&String, &Vec<Option<Uncertain>>)| {
        Row::of(label, payoffs.iter().map(|payoff| all.cell(*payoff)))
    };
    Grid::of("", columns, labels.iter().zip(&all.payoffs).map(row))
}

/// Returns how often each player should choose each fleet.
fn mix(all: &Matrix) -> Vec<Grid> {
    let Some(Equilibrium { attacker, defender, .. }) = &all.best_mix else { return Vec::new() };
    let row = |(n, fleet): (usize, &Named)| {
        vec![fleet.long(), percent(attacker[n]), percent(defender[n])]
    };
    let rows = all.fleets().iter().enumerate().map(row);
    vec![Grid::of("Best mix of fleets", ["fleet", "attacker", "defender"], rows)]
}
