//! The best designs: a short list with the gains and drawbacks of each.

use std::fmt::Write;

use serde_json::{Value, json};

use super::comparison::{against, document, interval, rows, shown};
use super::numbers::thousands;
use super::stopped::Stopped;
use super::style::{heading, of_side, quiet, strong};
use super::table::fit;
use super::text::wrap;
use super::{Report, TableOptions, bar};
use crate::result::{Standing, Uncertain};

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the rulebook.
    pub rules: String,
    /// Subject of the design: `1 cruiser`, `a fleet for 20 materials`.
    pub what: String,
    /// Figure by which the designs are ranked: `win`, `swing` or `per-cost`.
    pub by: &'static str,
    /// Seed of the simulations.
    pub seed: u64,
    /// Weight of each enemy.
    pub weights: Vec<f64>,
    /// Number of designs. Those that behave alike in battle count once.
    pub designs: usize,
    /// Of these, those that were looked at; no other is better, unless the search was stopped.
    pub looked_at: usize,
    /// The design that they are compared with, if any.
    pub base: Option<Standing>,
    /// The best designs, in order.
    pub best: Vec<Proposal>,
    /// Why there may be better ones, if there may.
    pub stopped: Option<Stopped>,
}

/// A proposed design.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Result of the design.
    pub standing: Standing,
    /// Its parts, or its ships.
    pub parts: String,
    /// Total figures and resources left over.
    pub figures: Vec<(String, String)>,
    /// Advantages over the best design; for the best, over the design that it is compared with.
    pub gains: Vec<String>,
    /// Drawbacks in the same comparison.
    pub gives_up: Vec<String>,
}

impl Report for Design {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        let mut line = |line: &str| {
            let _ = writeln!(text, "{}", line.trim_end());
        };
        line(&heading(format!(
            "the best of {} designs: {}",
            thousands(self.designs as u64),
            self.what
        )));
        let is_exact = self.best.iter().all(|proposal| proposal.standing.battles == 0);
        let how = if is_exact { "exact".into() } else { format!("seed {}", self.seed) };
        let looked = thousands(self.looked_at as u64);
        line(&quiet(format!("{} · {how} · by {} · {looked} looked at", self.rules, self.by)));
        let enemies = self.best.first().map_or(&[][..], |best| &best.standing.against);
        for (trial, weight) in enemies.iter().zip(&self.weights) {
            line(&quiet(format!("v {} ({:.0} %)", trial.enemy, weight * 100.0)));
        }
        if let Some(stopped) = &self.stopped {
            line(&stopped.line("interrupted: there may be better ones"));
            if !stopped.is_interrupt() {
                line(&strong("there may be better ones"));
            }
        }
        if let Some(base) = &self.base {
            line("");
            line(&format!("    {}  {}", figures(base, self.by), quiet("as printed")));
            wrap(&base.fleet, width - 8).iter().for_each(|l| line(&quiet(format!("      {l}"))));
        }
        for (n, proposal) in (1..).zip(&self.best) {
            let standing = &proposal.standing;
            let figures = figures(standing, self.by);
            let share = bar(standing.total.win.value, 16);
            let (share, behind) = match n {
                1 => (share, String::new()),
                _ => (fit(&share, 16), format!("  {}", quiet(self.behind(standing)))),
            };
            line("");
            line(&format!("{n:>3} {figures}  {}{behind}", of_side(0, share)));
            for parts in wrap(&proposal.parts, width - 8) {
                line(&format!("      {parts}"));
            }
            let adds_up: Vec<String> =
                proposal.figures.iter().map(|(name, figure)| format!("{name} {figure}")).collect();
            for told in wrap(&adds_up.join(", "), width - 8) {
                line(&quiet(format!("      {told}")));
            }
            for (mark, what) in [("+", &proposal.gains), ("-", &proposal.gives_up)] {
                if !what.is_empty() {
                    let word = if mark == "+" { "gains" } else { "gives up" };
                    let told = format!("{word} {}", what.join(", "));
                    wrap(&told, width - 8).iter().for_each(|told| line(&format!("      {told}")));
                }
            }
        }
        text
    }

    fn json(&self) -> String {
        let standing = |standing: &Standing| {
            json!({
                "fleet": standing.fleet,
                "cost": standing.cost,
                "win": standing.total.win,
                "swing": standing.total.swing,
                "against": against(standing, &self.weights),
                "battles": standing.battles,
            })
        };
        let proposal = |(rank, proposal): (usize, &Proposal)| {
            let figures: serde_json::Map<String, Value> = proposal
                .figures
                .iter()
                .map(|(name, figure)| (name.clone(), json!(figure)))
                .collect();
            let mut value = standing(&proposal.standing);
            value["rank"] = json!(rank + 1);
            value["behind"] = json!(proposal.standing.behind);
            value["parts"] = json!(proposal.parts);
            value["figures"] = Value::Object(figures);
            value["gains"] = json!(proposal.gains);
            value["gives_up"] = json!(proposal.gives_up);
            value
        };
        let mut design = json!({
            "schema": "fleetodds/design/1",
            "rules": self.rules,
            "what": self.what,
            "by": self.by,
            "seed": self.seed,
            "designs": self.designs,
            "looked_at": self.looked_at,
            "partial": false,
            "printed": self.base.as_ref().map(standing),
            "best": self.best.iter().enumerate().map(proposal).collect::<Vec<_>>(),
        });
        if let Some(stopped) = &self.stopped {
            stopped.mark(&mut design);
        }
        document(&design)
    }

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
            "battles",
        ];
        let mut all = vec![header.map(String::from).to_vec()];
        for (n, Proposal { standing, .. }) in (1..).zip(&self.best) {
            let mut row = vec![n.to_string(), standing.fleet.clone(), standing.cost.to_string()];
            row.extend(interval(standing.total.win));
            row.extend(interval(standing.total.swing));
            row.push(standing.battles.to_string());
            all.push(row);
        }
        rows(&all)
    }
}

/// Formats the probability of winning, the swing and the cost. Only the probability is emphasised,
/// and only if it decides the ranking.
fn figures(standing: &Standing, by: &str) -> String {
    let win = format!("{:>9}", shown(standing.total.win));
    let win = if by == "win" { strong(win) } else { win };
    format!("{win}  swing {:>6.2}  cost {:>3}", standing.total.swing.value, standing.cost)
}

impl Design {
    fn behind(&self, standing: &Standing) -> String {
        let Uncertain { value, .. } = standing.behind;
        match self.by {
            "win" => format!("{:.2} % behind", value * 100.0),
            _ => format!("{value:.2} behind"),
        }
    }
}
