//! Single changes of a side that may improve its odds.

use crate::answer::{Change, Side};
use crate::games::ti4::rules::{Roll, Ti4Fleet};

/// Lists for each class: one more unit, +1 on its combat rolls, one more die, and Sustain
/// Damage.
pub(crate) fn changes(side: &Side<Ti4Fleet>) -> Vec<Change> {
    let mut changes = Vec::new();
    let groups = side.labels.classes.iter().zip(&side.fleet.groups);
    for (class, group) in groups.filter(|(_, group)| !group.is_elsewhere) {
        let mut add = |name: String, path: String| changes.push(Change { name, path });
        add(format!("+1 {class}"), format!("{class}={}", group.count + 1));
        if let Some(Roll { hit, dice, .. }) = group.unit.combat {
            let better = hit.saturating_sub(1).max(1);
            add(format!("{class}: +1 on combat rolls"), format!("{class}.combat={dice}x{better}"));
            add(format!("{class}: +1 die"), format!("{class}.combat={}x{hit}", dice + 1));
        }
        if !group.unit.sustains {
            add(format!("{class}: sustains"), format!("{class}.sustains=true"));
        }
    }
    changes
}
