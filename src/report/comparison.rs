//! Comparisons as tables, JSON and CSV.

use serde_json::json;

use super::choice::{matrix, ranking};
use super::csv::rows;
use super::documents;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::named::Named;
use super::outline::Outline;
use super::stopped::Stopped;
use super::subject::Subject;
use crate::result::{Rank, RankedCandidate, Uncertain};

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

/// How often each player should choose which fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMix {
    /// What the attacker gets if both choose as well as can be.
    pub value: f64,
    /// How often the attacker should choose each fleet.
    pub attacker: Vec<f64>,
    /// How often the defender should.
    pub defender: Vec<f64>,
}

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
    pub best_mix: Option<BestMix>,
    /// Why payoffs are missing, if they are.
    pub stopped: Option<Stopped>,
}

/// Formats a figure and the ends of its interval.
pub(super) fn interval(figure: Uncertain) -> [String; 3] {
    [figure.value, figure.low, figure.high].map(|x| json!(x).to_string())
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

    fn table(&self, options: TableOptions) -> String {
        ranking::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        ranking::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        ranking::drawings(self)
    }

    /// Formats a JSON document.
    fn json(&self) -> String {
        documents::comparison(self)
    }

    /// Formats CSV with one row per candidate.
    fn csv(&self) -> String {
        let header = [
            "rank",
            "fleet",
            "cost",
            "win",
            "win_low",
            "win_high",
            "swing",
            "swing_low",
            "swing_high",
            "per_cost",
            "behind",
            "battles",
            "dropped",
            "name",
        ];
        let mut all = vec![header.map(String::from).to_vec()];
        for (rank, candidate) in (1..).zip(&self.ranked) {
            let mut row =
                vec![format!("{rank}"), candidate.fleet.clone(), candidate.cost.to_string()];
            row.extend(interval(candidate.total.win));
            row.extend(interval(candidate.total.swing));
            row.push(candidate.per_cost().map_or(String::new(), |p| p.value.to_string()));
            row.push(candidate.behind.value.to_string());
            row.push(candidate.battles.to_string());
            row.push(candidate.is_dropped.to_string());
            row.push(self.name(candidate).into());
            all.push(row);
        }
        rows(all)
    }
}

impl Matrix {
    /// Returns the fleets, which are those of both sides.
    pub(super) fn fleets(&self) -> &[Named] {
        self.subject.fleets(0)
    }
}

impl Report for Matrix {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn table(&self, options: TableOptions) -> String {
        matrix::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        matrix::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        matrix::drawings(self)
    }

    /// Formats a JSON document.
    fn json(&self) -> String {
        documents::matrix(self)
    }

    /// Formats CSV with one row per pair.
    fn csv(&self) -> String {
        let by = self.by.name();
        let header = ["attacker".into(), "defender".into(), by.into()];
        let ends = [format!("{by}_low"), format!("{by}_high")];
        let mut all = vec![header.into_iter().chain(ends).collect::<Vec<String>>()];
        for (attacker, row) in self.fleets().iter().zip(&self.payoffs) {
            for (defender, payoff) in self.fleets().iter().zip(row) {
                let mut cells = vec![attacker.text.clone(), defender.text.clone()];
                cells.extend(payoff.map_or_else(Default::default, interval));
                all.push(cells);
            }
        }
        rows(all)
    }
}
