//! Single changes of a side that may improve its odds.

use crate::answer::Change;
use crate::answer::Side;
use crate::games::star_chamber::rules::{Force, limits};

/// Lists one more ship and alert crews for each class, then two more Leadership and the Edge.
pub(crate) fn changes(side: &Side<Force>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |name: String, path: String| changes.push(Change { name, path });
    let force = &side.fleet;
    for (class, group) in side.labels.classes.iter().zip(&force.groups) {
        add(format!("+1 {class}"), format!("{class}={}", group.count + 1));
        if !group.alert {
            add(format!("{class}: alert crews"), format!("{class}.alert=true"));
        }
    }
    if !force.is_neutral {
        let best = force.personae.iter().copied().max().unwrap_or(0);
        if i32::from(best) + 2 <= limits::LEADERSHIP {
            add("+2 Leadership".into(), format!("leadership={}", best + 2));
        }
        if !force.edge {
            add("the Edge".into(), "edge=true".into());
        }
    }
    changes
}
