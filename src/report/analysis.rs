//! Luck and skill of a battle that was played.

use super::choice::analysis;
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::json::json;
use super::outline::Outline;
use crate::result::{AnalysedStep, Analysis};

/// Columns of a step, before those of both sides.
const STEP: [&str; 9] = ["line", "part", "who", "kind", "what", "role", "cost", "mark", "best"];

/// Columns of each side, after its role.
const SIDE: [&str; 3] = ["win", "worth", "change"];

impl Report for Analysis {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn table(&self, options: TableOptions) -> String {
        analysis::table(self, options)
    }

    fn outline(&self) -> Outline {
        analysis::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        analysis::drawings(self)
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per step.
    fn csv(&self) -> String {
        let of_side = |role: &'static str| SIDE.map(|name| format!("{role}_{name}"));
        let mut header: Vec<String> = STEP.iter().map(|name| (*name).to_string()).collect();
        header.extend(self.sides.iter().flat_map(|side| of_side(side.role)));
        rows(std::iter::once(header).chain(self.steps.iter().map(row)))
    }
}

/// Returns the row of a step.
fn row(step: &AnalysedStep) -> Vec<String> {
    let text = |text: Option<&str>| text.unwrap_or_default().to_string();
    let mut row = vec![
        step.line.to_string(),
        step.part.clone(),
        step.who.clone(),
        step.kind.into(),
        step.what.clone(),
        text(step.role),
        step.cost.map_or(String::new(), |cost| cost.to_string()),
        text(step.mark),
        text(step.best.as_deref()),
    ];
    for after in &step.after {
        match after {
            Some(after) => {
                row.extend([after.win, after.worth, after.change].map(|x| x.to_string()));
            }
            None => row.extend([const { String::new() }; 3]),
        }
    }
    row
}
