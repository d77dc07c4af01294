//! Single changes of a side that may help it.

use crate::rules::eclipse::Fleet;
use crate::scenario::model::{Change, Side};

/// Figures of which there may be one more.
const FIGURES: [&str; 4] = ["computer", "shield", "hull", "initiative"];

/// A ship more of each class, one more of each figure, a yellow die more.
pub(in crate::scenario) fn changes(side: &Side<Fleet>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (class, group) in side.labels.classes.iter().zip(&side.fleet.groups) {
        let mut add = |name: String, path: String| changes.push(Change { name, path });
        add(format!("one {class} more"), format!("{class}={}", group.count + 1));
        let figures = &group.figures;
        let values =
            [figures.computer, figures.shield, i16::from(figures.hull), figures.initiative];
        for (figure, value) in FIGURES.iter().zip(values) {
            add(format!("{class}: +1 {figure}"), format!("{class}.{figure}={}", value + 1));
        }
        let mut cannons = figures.cannons;
        cannons.0[0] = cannons.0[0].saturating_add(1);
        add(format!("{class}: +1 yellow die"), format!("{class}.cannons={cannons}"));
    }
    changes
}
