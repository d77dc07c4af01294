//! The best designs: a short list with the gains and drawbacks of each.

use serde_json::{Value, json};

use super::choice::design;
use super::comparison::{against, document, interval};
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::named::Named;
use super::outline::{Outline, Subject};
use super::stopped::Stopped;
use crate::result::{Rank, RankedCandidate};

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the rulebook.
    pub rules: String,
    /// Game; the designs are in `best`.
    pub subject: Subject,
    /// The enemies.
    pub enemies: Vec<Named>,
    /// Whether the designs defend.
    pub defends: bool,
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
        design::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        design::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        design::drawings(self)
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
