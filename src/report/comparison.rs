//! Comparisons as tables, JSON and CSV.

use serde_json::{Value, json};

use super::choice::{matrix, ranking};
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::named::Named;
use super::outline::{Outline, Subject};
use super::stopped::Stopped;
use crate::bug::OrBug;
use crate::result::{EngineUsed, Rank, RankedCandidate, Trial, Uncertain};

/// Candidates ranked from best to worst.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Name of the rulebook.
    pub rules: String,
    /// Game and candidates, in the order of the input.
    pub subject: Subject,
    /// The enemies.
    pub enemies: Vec<Named>,
    /// Whether the candidates defend.
    pub defends: bool,
    /// Figure by which the candidates are ranked.
    pub by: Rank,
    /// Seed of the simulations.
    pub seed: u64,
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
    /// Name of the rulebook.
    pub rules: String,
    /// Game and fleets.
    pub subject: Subject,
    /// Whether all payoffs are exact.
    pub is_exact: bool,
    /// Seed of the simulations.
    pub seed: u64,
    /// Figure that the attacker maximises.
    pub by: Rank,
    /// The fleets.
    pub fleets: Vec<String>,
    /// By attacker and defender, what the attacker gets, as far as it is known.
    pub payoffs: Vec<Vec<Option<f64>>>,
    /// The best mix of fleets for both players; `None` where payoffs are missing.
    pub best_mix: Option<BestMix>,
    /// Why payoffs are missing, if they are.
    pub stopped: Option<Stopped>,
}

pub(super) fn document(value: &Value) -> String {
    serde_json::to_string_pretty(value).or_bug("a result cannot be written as JSON") + "\n"
}

/// Lists a candidate's results against each enemy.
pub(super) fn against(candidate: &RankedCandidate, weights: &[f64]) -> Vec<Value> {
    let one = |(trial, weight): (&Trial, &f64)| {
        json!({
            "fleet": trial.enemy,
            "weight": weight,
            "win": trial.win,
            "swing": trial.swing,
        })
    };
    candidate.against.iter().zip(weights).map(one).collect()
}

/// Formats a figure and the ends of its interval.
pub(super) fn interval(figure: Uncertain) -> [String; 3] {
    [figure.value, figure.low, figure.high].map(|x| json!(x).to_string())
}

impl Comparison {
    /// Whether all results are exact.
    fn is_exact(&self) -> bool {
        self.ranked.iter().all(|candidate| candidate.battles == 0)
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
        let candidate = |(rank, candidate): (usize, &RankedCandidate)| {
            let against = against(candidate, &self.weights);
            json!({
                "rank": rank,
                "name": candidate.name,
                "fleet": candidate.fleet,
                "cost": candidate.cost,
                "win": candidate.total.win,
                "swing": candidate.total.swing,
                "per_cost": candidate.per_cost(),
                "behind": candidate.behind,
                "battles": candidate.battles,
                "dropped": candidate.is_dropped,
                "against": against,
            })
        };
        let mut comparison = json!({
            "schema": "fleetodds/comparison/1",
            "rules": self.rules,
            "engine": if self.is_exact() { EngineUsed::Exact } else { EngineUsed::Simulate },
            "by": self.by,
            "seed": self.seed,
            "candidates": (1..).zip(&self.ranked).map(candidate).collect::<Vec<_>>(),
        });
        if let Some(stopped) = &self.stopped {
            stopped.mark(&mut comparison);
        }
        document(&comparison)
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
            all.push(row);
        }
        rows(all)
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
        let equilibrium = |found: &BestMix| {
            json!({
                "value": found.value,
                "attacker": found.attacker,
                "defender": found.defender,
            })
        };
        let mut matrix = json!({
            "schema": "fleetodds/matrix/1",
            "rules": self.rules,
            "by": self.by,
            "fleets": self.fleets,
            "payoffs": self.payoffs,
            "equilibrium": self.best_mix.as_ref().map(equilibrium),
        });
        if let Some(stopped) = &self.stopped {
            stopped.mark(&mut matrix);
        }
        document(&matrix)
    }

    /// Formats CSV with one row per pair.
    fn csv(&self) -> String {
        let mut all = vec![["attacker", "defender", self.by.name()].map(String::from).to_vec()];
        for (attacker, row) in self.fleets.iter().zip(&self.payoffs) {
            for (defender, payoff) in self.fleets.iter().zip(row) {
                let payoff = payoff.map_or(String::new(), |payoff| payoff.to_string());
                all.push(vec![attacker.clone(), defender.clone(), payoff]);
            }
        }
        rows(all)
    }
}
