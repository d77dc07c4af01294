//! Single changes of a side that may improve its odds.

use super::text;
use crate::answer::{Change, Side};
use crate::games::star_chamber::rules::{StarForce, limits};
use crate::scenario::SideText;
use crate::scenario::fields::same;
use crate::scenario::notation::{OptionText, Spanned, Value};

/// Lists one more ship and alert crews for each class, then two more Leadership and the Edge.
pub(crate) fn changes(side: &Side<StarForce>) -> Vec<Change> {
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

/// Options of a side that a variation can set.
const OPTIONS: [&str; 3] = ["leadership", "edge", "tie-breaker"];

/// Sets an option of a side. Only one side has the Edge, so the other sides lose it. With several
/// personae, the Leadership applies to the best one. Returns false if there is no such option.
pub(crate) fn set_option(
    sides: &mut [SideText],
    side: usize,
    option: &Spanned<String>,
    value: &Spanned<String>,
) -> bool {
    if !OPTIONS.iter().any(|known| same(known, &option.value)) {
        return false;
    }
    let is = |text: &OptionText, known: &str| same(&text.name.value, known);
    if same(&option.value, "edge") && value.value == "true" {
        for side in sides.iter_mut() {
            side.fleet.options.retain(|o| !is(o, "edge"));
            side.fields.forget("edge");
        }
    }
    let side = &mut sides[side];
    if same(&option.value, "leadership") {
        text::adopt_personae(side);
        let personae = side.fleet.options.iter_mut().find(|o| is(o, "personae"));
        if let Some(Value::List(personae)) = personae.and_then(|o| o.value.as_mut()) {
            let leadership = |word: &Spanned<String>| word.value.parse::<u64>().unwrap_or(0);
            personae.sort_by_key(leadership);
            personae.pop();
            personae.push(value.clone());
            return true;
        }
    }
    side.fields.forget(&option.value);
    side.fleet.options.retain(|text| !is(text, &option.value));
    let value = Some(Value::One(value.clone()));
    side.fleet.options.push(OptionText { name: option.clone(), value });
    true
}
