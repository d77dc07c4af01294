//! Situations and orders in words.

use super::super::played_by;
use super::situation::Situation;
use crate::games::spaceship_battles::rules::{ShipFleet, ShipOrders, ShipSystem};
use crate::result::PlayedBy;

impl Situation<'_> {
    /// Returns the situation in one sentence.
    pub(super) fn in_words(&self, turn: u32) -> String {
        let labels = &self.matchup.sides[self.side].labels;
        let class = &labels.classes[self.group];
        let (who, count) = (labels.called(self.side), self.group().count);
        let others = match labels.classes.len() > 1 && !self.is_named {
            true => " (for another group: --turn)",
            false => "",
        };
        format!("turn {turn}: {who} gives orders to {count} {class} from here on{others}")
    }

    /// Returns the present orders of the group.
    pub(super) fn present(&self) -> String {
        format!("ordered now: {}", self.parts(&self.choices.present).join(", "))
    }

    /// Returns a choice of orders by what it changes.
    pub(super) fn choice(&self, orders: &ShipOrders) -> String {
        let present = &self.choices.present;
        let mut changes = Vec::new();
        if orders.target != present.target {
            changes.push(target(orders));
        }
        if orders.aim != present.aim {
            changes.push(aim(orders));
        }
        if (orders.power, orders.priority) != (present.power, present.priority) {
            changes.push(power(orders));
        }
        if orders.speed != present.speed {
            changes.push(speed(orders));
        }
        if orders.doctrine != present.doctrine {
            changes.push(orders.doctrine.to_string());
        }
        if changes.is_empty() { "as ordered now".into() } else { changes.join("; ") }
    }

    /// Returns orders as they are given in a scenario.
    pub(super) fn steps(&self, orders: &ShipOrders) -> Vec<String> {
        let by_system = ShipSystem::ALL
            .map(|system| format!("{} {}", system.name(), orders.power[system as usize]));
        let mut steps = vec![
            format!("target {}", orders.target.name()),
            format!("aim {}", aimed_at(orders)),
            format!("power {}", by_system.join(", ")),
            format!("priority {}", orders.priority.map(ShipSystem::name).join(", ")),
        ];
        steps.extend(orders.speed.map(|speed| format!("speed {}", speed_name(speed))));
        if self.on_map() {
            steps.push(format!("doctrine {}", orders.doctrine));
        }
        steps
    }

    /// Returns how a side plays apart from the group that gets orders.
    pub(super) fn played(&self, side: usize) -> PlayedBy {
        let mut groups = self.matchup.sides[side].fleet.groups.clone();
        if side == self.side {
            groups.remove(self.group);
        }
        played_by(&ShipFleet { groups }, self.on_map())
    }

    /// Returns the parts of orders in words.
    fn parts(&self, orders: &ShipOrders) -> Vec<String> {
        let mut parts = match orders.invisible {
            true => vec!["invisible".into(), power(orders)],
            false => vec![target(orders), aim(orders), power(orders)],
        };
        parts.extend(orders.speed.map(|_| speed(orders)));
        if self.on_map() {
            parts.push(orders.doctrine.to_string());
        }
        let hull = Some(orders.self_destruct).filter(|hull| *hull > 0);
        parts.extend(hull.map(|hull| format!("self-destruct at hull {hull}")));
        parts
    }
}

fn target(orders: &ShipOrders) -> String {
    format!("attack the {} ship", orders.target.name())
}

fn aim(orders: &ShipOrders) -> String {
    format!("aim at {}", aimed_at(orders))
}

fn aimed_at(orders: &ShipOrders) -> &'static str {
    orders.aim.map_or("hull", ShipSystem::name)
}

/// Returns the power of the systems, in the order in which they are served.
fn power(orders: &ShipOrders) -> String {
    let of = |system: ShipSystem| match orders.power[system as usize] {
        0 => None,
        power => Some(format!("{} {power}", system.name())),
    };
    let served: Vec<String> = orders.priority.into_iter().filter_map(of).collect();
    if served.is_empty() { "no power".into() } else { format!("power {}", served.join(", ")) }
}

fn speed(orders: &ShipOrders) -> String {
    orders.speed.map_or("full speed".into(), |speed| format!("speed {}", speed_name(speed)))
}

/// Returns the name of a speed as it is typed: H, F, and the number of a hyper speed.
fn speed_name(speed: u8) -> String {
    match speed {
        0 | 1 => "H".into(),
        2 => "F".into(),
        steps => (steps - 2).to_string(),
    }
}
