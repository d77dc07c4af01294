//! Single changes of a side that may improve its odds.

use crate::answer::{Change, Side};
use crate::games::eclipse::rules::EclipseFleet;

/// Lists for each class: one more ship, each number but repairs raised by one, one more yellow die.
pub(crate) fn changes(side: &Side<EclipseFleet>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (class, group) in side.labels.classes.iter().zip(&side.fleet.groups) {
        let mut add = |name: String, path: String| changes.push(Change { name, path });
        add(format!("+1 {class}"), format!("{class}={}", group.count + 1));
        let figures = &group.figures;
        let raised = figures.numbers().into_iter().filter(|(name, _)| *name != "regenerate");
        for (figure, value) in raised {
            add(format!("{class}: +1 {figure}"), format!("{class}.{figure}={}", value + 1));
        }
        let mut cannons = figures.cannons;
        cannons.0[0] = cannons.0[0].saturating_add(1);
        add(format!("{class}: +1 yellow die"), format!("{class}.cannons={cannons}"));
    }
    changes
}
