//! Comparisons as tables, JSON and CSV.

use std::ops::Range;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::bars::bar;
use super::csv::rows;
use super::form::{Report, TableOptions};
use super::numbers::{percent, thousands};
use super::stopped::Stopped;
use super::style::{dim, heading, of_side, strong};
use super::text::{fit_width, line};
use crate::bug::OrBug;
use crate::result::{EngineUsed, Rank, RankedCandidate, Trial, Uncertain};

/// Candidates ranked from best to worst.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Name of the rulebook.
    pub rules: String,
    /// Title of the rulebook, for people.
    pub title: &'static str,
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
    /// Title of the rulebook, for people.
    pub title: &'static str,
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

/// Formats a share in percent. A simulated share shows 0 % or 100 % only if its interval ends
/// there, too.
pub(super) fn shown(share: Uncertain) -> String {
    match share.value {
        p if p <= 0.0 && share.high > 0.0 => percent(f64::MIN_POSITIVE),
        p if p >= 1.0 && share.low < 1.0 => percent(1.0 - f64::EPSILON),
        p => percent(p),
    }
}

fn per_cost(candidate: &RankedCandidate) -> String {
    candidate.per_cost().map_or("–".into(), |share| format!("{:.2} %", share.value * 100.0))
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

    fn behind(&self, candidate: &RankedCandidate) -> String {
        let Uncertain { value, low, high } = candidate.behind;
        let (factor, unit) = if self.by == Rank::Swing { (1.0, "") } else { (100.0, " points") };
        let (value, half) = (value * factor, (high - low) / 2.0 * factor);
        if half > 0.0 {
            format!("{value:.2} ± {half:.2}{unit} behind")
        } else {
            format!("{value:.2}{unit} behind")
        }
    }
}

impl Report for Comparison {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    /// Formats a table with one row per candidate, in order.
    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        let how = if self.is_exact() { "exact".into() } else { format!("seed {}", self.seed) };
        let enemies: Vec<&str> = self.ranked.first().map_or(Vec::new(), |candidate| {
            candidate.against.iter().map(|trial| trial.enemy.as_str()).collect()
        });
        line!(text, "{}", heading(format!("{} fleets, the best first", self.ranked.len())));
        line!(text, "{}", dim(format!("{} · {how} · by {}", self.title, self.by)));
        for (enemy, weight) in enemies.iter().zip(&self.weights) {
            let weight = format!(" (weight {:.0} %)", weight * 100.0);
            let enemy = format!("v {enemy}");
            let enemy = fit_width(&enemy, enemy.width().min(width - weight.len()));
            line!(text, "{}", dim(enemy + &weight));
        }
        if let Some(stopped) = &self.stopped {
            line!(text, "{}", stopped.line("interrupted: this is what had been compared"));
        }
        line!(text);
        let names = self.ranked.iter().map(|s| s.fleet.width()).max().unwrap_or(0);
        let names = names.clamp(10, width - 46);
        let header = format!("{:>9}{:>9}{:>9}{:>9}", "win", "swing", "cost", "per 10");
        line!(text, "    {}{}", fit_width("", names), dim(header));
        for (n, candidate) in (1..).zip(&self.ranked) {
            let total = &candidate.total;
            let figures = format!(
                "{}{:>9.2}{:>9}{:>9}",
                strong(format!("{:>9}", shown(total.win))),
                total.swing.value,
                candidate.cost,
                per_cost(candidate)
            );
            line!(text, "{n:>3} {}{figures}", fit_width(&candidate.fleet, names));
            let mut remarks = Vec::new();
            if n > 1 {
                remarks.push(self.behind(candidate));
            }
            if candidate.is_dropped {
                remarks.push(format!("dropped after {} battles", thousands(candidate.battles)));
            }
            let beside = bar(total.win.value, names.min(24));
            let beside = if remarks.is_empty() { beside } else { fit_width(&beside, names) };
            let beside = of_side(0, beside);
            if remarks.is_empty() {
                line!(text, "    {beside}");
            } else {
                line!(text, "    {beside}{}", dim(format!(" {}", remarks.join(", "))));
            }
        }
        text
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

/// Stands for what is not known.
const UNKNOWN: &str = "–";

impl Matrix {
    fn shown(&self, value: f64) -> String {
        if self.by == Rank::Swing { format!("{value:.2}") } else { percent(value) }
    }

    /// A block of columns, with the choices of the row player beside the last.
    fn block(&self, text: &mut String, columns: Range<usize>, is_last: bool) {
        let header: String = columns.clone().map(|n| format!("{:>9}", n + 1)).collect();
        let solved = self.best_mix.as_ref();
        let beside = solved.filter(|_| is_last);
        let choose = beside.map_or(String::new(), |_| format!("{:>9}", "choose"));
        line!(text, "    {}", dim(header + &choose));
        for (n, row) in self.payoffs.iter().enumerate() {
            let cell = |payoff: &Option<f64>| {
                let shown = payoff.map_or(UNKNOWN.into(), |payoff| self.shown(payoff));
                format!("{shown:>9}")
            };
            let cells: String = row[columns.clone()].iter().map(cell).collect();
            let choice = beside.map_or(String::new(), |solved| {
                strong(format!("{:>9}", percent(solved.attacker[n])))
            });
            line!(text, "{:>3} {cells}{choice}", n + 1);
        }
        if let Some(solved) = solved {
            let choices = solved.defender[columns].iter().map(|p| format!("{:>9}", percent(*p)));
            let value = beside.map_or(String::new(), |s| format!("{:>9}", self.shown(s.value)));
            line!(text, "    {}{value}", strong(choices.collect::<String>()));
        }
    }
}

impl Report for Matrix {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    /// Formats a table with attackers in rows and defenders in columns.
    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        line!(text, "{}", heading("attackers in rows, defenders in columns"));
        line!(text, "{}", dim(format!("{} · by {}", self.title, self.by)));
        if let Some(stopped) = &self.stopped {
            line!(text, "{}", stopped.line("interrupted: this is what had been found"));
            line!(text, "{}", strong("no best mix of fleets: it needs all payoffs"));
        }
        line!(text);
        for (n, fleet) in (1..).zip(&self.fleets) {
            line!(text, "{n:>3} {}", fit_width(fleet, width - 4).trim_end());
        }
        line!(text);
        // Fleets are split into blocks that fit the width, with one column left for the choice.
        let beside = ((width - 4) / 9 - 1).max(1);
        let last = self.fleets.len().div_ceil(beside).max(1) - 1;
        for block in 0..=last {
            let from = block * beside;
            let to = (from + beside).min(self.fleets.len());
            self.block(&mut text, from..to, block == last);
        }
        text
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
