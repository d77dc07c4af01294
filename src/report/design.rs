//! The best designs: a short list with the gains and drawbacks of each.

use serde_json::{Value, json};

use super::bars::bar;
use super::comparison::{against, document, interval, shown};
use super::csv::rows;
use super::form::{Report, TableOptions};
use super::numbers::thousands;
use super::stopped::Stopped;
use super::style::{dim, heading, of_side, strong};
use super::text::{fit_width, line, wrap};
use crate::result::{Rank, RankedCandidate, Uncertain};

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the rulebook.
    pub rules: String,
    /// Title of the rulebook, for people.
    pub title: &'static str,
    /// Subject of the design: `1 cruiser`, `a fleet for 20 materials`.
    pub what: String,
    /// Figure by which the designs are ranked.
    pub by: Rank,
    /// Seed of the simulations.
    pub seed: u64,
    /// Weight of each enemy.
    pub weights: Vec<f64>,
    /// Number of designs. Those that behave alike in battle count once.
    pub designs: usize,
    /// Of these, those that were looked at; no other is better, unless the search was stopped.
    pub looked_at: usize,
    /// The design that they are compared with, if any.
    pub base: Option<RankedCandidate>,
    /// The best designs, in order.
    pub best: Vec<Proposal>,
    /// Why there may be better ones, if there may.
    pub stopped: Option<Stopped>,
}

/// A proposed design.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Result of the design.
    pub candidate: RankedCandidate,
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
        self.head(&mut text);
        if let Some(base) = &self.base {
            line!(text);
            line!(text, "    {}  {}", figures(base, self.by), dim("as printed"));
            for part in wrap(&base.fleet, width - 8) {
                line!(text, "{}", dim(format!("      {part}")));
            }
        }
        for (n, proposal) in (1..).zip(&self.best) {
            line!(text);
            self.proposal(&mut text, n, proposal, width);
        }
        text
    }

    fn json(&self) -> String {
        let candidate = |candidate: &RankedCandidate| {
            json!({
                "fleet": candidate.fleet,
                "cost": candidate.cost,
                "win": candidate.total.win,
                "swing": candidate.total.swing,
                "against": against(candidate, &self.weights),
                "battles": candidate.battles,
            })
        };
        let proposal = |(rank, proposal): (usize, &Proposal)| {
            let figures: serde_json::Map<String, Value> = proposal
                .figures
                .iter()
                .map(|(name, figure)| (name.clone(), json!(figure)))
                .collect();
            let mut value = candidate(&proposal.candidate);
            value["rank"] = json!(rank + 1);
            value["behind"] = json!(proposal.candidate.behind);
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
            "printed": self.base.as_ref().map(candidate),
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
        for (n, Proposal { candidate, .. }) in (1..).zip(&self.best) {
            let mut row = vec![n.to_string(), candidate.fleet.clone(), candidate.cost.to_string()];
            row.extend(interval(candidate.total.win));
            row.extend(interval(candidate.total.swing));
            row.push(candidate.battles.to_string());
            all.push(row);
        }
        rows(all)
    }
}

/// Formats the probability of winning, the swing and the cost. Only the probability is emphasised,
/// and only if it decides the ranking.
fn figures(candidate: &RankedCandidate, by: Rank) -> String {
    let win = format!("{:>9}", shown(candidate.total.win));
    let win = if by == Rank::Win { strong(win) } else { win };
    format!("{win}  swing {:>6.2}  cost {:>3}", candidate.total.swing.value, candidate.cost)
}

impl Design {
    /// Writes the title and the enemies.
    fn head(&self, text: &mut String) {
        let designs = thousands(self.designs as u64);
        line!(text, "{}", heading(format!("the best of {designs} designs: {}", self.what)));
        let is_exact = self.best.iter().all(|proposal| proposal.candidate.battles == 0);
        let how = if is_exact { "exact".into() } else { format!("seed {}", self.seed) };
        let looked = thousands(self.looked_at as u64);
        let how = format!("{} · {how} · by {} · {looked} evaluated", self.title, self.by);
        line!(text, "{}", dim(how));
        let enemies = self.best.first().map_or(&[][..], |best| &best.candidate.against);
        for (trial, weight) in enemies.iter().zip(&self.weights) {
            line!(text, "{}", dim(format!("v {} (weight {:.0} %)", trial.enemy, weight * 100.0)));
        }
        if let Some(stopped) = &self.stopped {
            line!(text, "{}", stopped.line("interrupted: there may be better ones"));
            if !stopped.is_interrupt() {
                line!(text, "{}", strong("there may be better ones"));
            }
        }
    }

    /// Writes a proposal, the n-th from 1 on, with its parts, its gains and its drawbacks.
    fn proposal(&self, text: &mut String, n: usize, proposal: &Proposal, width: usize) {
        let candidate = &proposal.candidate;
        let figures = figures(candidate, self.by);
        let share = bar(candidate.total.win.value, 16);
        let (share, behind) = match n {
            1 => (share, String::new()),
            _ => (fit_width(&share, 16), format!("  {}", dim(self.behind(candidate)))),
        };
        let line = format!("{n:>3} {figures}  {}{behind}", of_side(0, share));
        line!(text, "{}", line.trim_end());
        for parts in wrap(&proposal.parts, width - 8) {
            line!(text, "{}", format!("      {parts}").trim_end());
        }
        let adds_up: Vec<String> =
            proposal.figures.iter().map(|(name, figure)| format!("{name} {figure}")).collect();
        for figures in wrap(&adds_up.join(", "), width - 8) {
            line!(text, "{}", dim(format!("      {figures}")));
        }
        for (word, what) in [("gains", &proposal.gains), ("gives up", &proposal.gives_up)] {
            if !what.is_empty() {
                for shown_line in wrap(&format!("{word} {}", what.join(", ")), width - 8) {
                    line!(text, "      {shown_line}");
                }
            }
        }
    }

    fn behind(&self, candidate: &RankedCandidate) -> String {
        let Uncertain { value, .. } = candidate.behind;
        match self.by {
            Rank::Win => format!("{:.2} points behind", value * 100.0),
            _ => format!("{value:.2} behind"),
        }
    }
}
