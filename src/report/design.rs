//! The best designs: a short list with the gains and drawbacks of each.

use super::choice::design;
use super::comparison::interval;
use super::csv::rows;
use super::documents;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::named::Named;
use super::outline::Outline;
use super::stopped::Stopped;
use super::subject::Subject;
use crate::result::{Rank, RankedCandidate};

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// Game, best designs and enemies.
    pub subject: Subject,
    /// Subject of the design: `1 cruiser`, `a fleet for 20 materials`.
    pub what: String,
    /// Parts that designs may use, in words; empty for fleets.
    pub parts: String,
    /// Figure by which the designs are ranked.
    pub by: Rank,
    /// Side of the designs: 0 attacks, 1 defends.
    pub side: usize,
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

impl Design {
    /// Returns the enemies.
    pub(super) fn enemies(&self) -> &[Named] {
        self.subject.fleets(1 - self.side)
    }
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
        documents::design(self)
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
