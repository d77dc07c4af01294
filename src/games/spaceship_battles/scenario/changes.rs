//! Single changes of a side that may improve its odds.

use crate::answer::{Change, Side};
use crate::games::spaceship_battles::rules::{ShipFleet, limits};

/// Weapons, weakest first.
const WEAPONS: [&str; 6] = ["1d6", "2d6", "3d6", "4d6", "5d6", "9d6"];

/// Lists for each class: one more ship, and the next better force field, weapon and speed.
pub(crate) fn changes(side: &Side<ShipFleet>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (class, group) in side.labels.classes.iter().zip(&side.fleet.groups) {
        let mut add = |name: String, path: String| changes.push(Change { name, path });
        add(format!("+1 {class}"), format!("{class}={}", group.count + 1));
        // By a house rule, the value at factor I equals the type of the field.
        let field = group.field.map_or(0, |values| values[0]);
        if field < 5 {
            add(format!("{class}: +1 field"), format!("{class}.field={}", field + 1));
        }
        let dice = |weapon: &str| weapon.trim_end_matches("d6").parse::<u8>();
        let is_better = |weapon: &&&str| dice(weapon).is_ok_and(|n| n > group.dice[2]);
        let better = WEAPONS.iter().find(is_better);
        if let Some(weapon) = better {
            add(format!("{class}: {weapon}"), format!("{class}.weapon={weapon}"));
        }
        if usize::from(group.speed) < limits::SPEEDS {
            let speed = match group.speed {
                1 => "F".to_string(),
                steps => (steps - 1).to_string(),
            };
            add(format!("{class}: speed {speed}"), format!("{class}.speed={speed}"));
        }
    }
    changes
}
