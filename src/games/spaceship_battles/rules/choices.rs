//! Orders among which a captain can choose. Orders that have the same effect are listed once.

use super::command::{FAST, effective_speed, fastest, served};
use super::fleet::{
    Doctrine, Geometry, ShipFleet, ShipGroup, ShipOrders, ShipSystem, ShipTerms, TargetPriority,
    limits,
};

/// Ranges to keep: the largest with each deduction for range (B2). The smallest deduction is that
/// of doctrine `close`.
const RANGES: [u8; 3] = [7, 11, 12];

/// Orders of a group among which its captain can choose. Each list begins with the present order.
#[derive(Clone, Debug)]
pub struct OrderChoices {
    /// Present orders.
    pub present: ShipOrders,
    /// Rules for choosing a target.
    pub targets: Vec<TargetPriority>,
    /// Systems to aim at; `None` for the hull.
    pub aims: Vec<Option<ShipSystem>>,
    /// Orders that differ in power, priority and speed.
    pub powers: Vec<ShipOrders>,
    /// Rules for moving.
    pub doctrines: Vec<Doctrine>,
}

impl OrderChoices {
    /// Lists the choices of a group against these enemies.
    #[must_use]
    pub fn of(group: &ShipGroup, enemies: &ShipFleet, terms: &ShipTerms) -> Self {
        let present = group.orders;
        let on_map = matches!(terms.geometry, Geometry::Map(_));
        let attacks = !present.invisible;
        let mut choices = Self {
            present,
            targets: vec![present.target],
            aims: vec![present.aim],
            powers: PowerChoice { group, terms }.all(),
            doctrines: vec![present.doctrine],
        };
        if enemies.ships() > 1 && (attacks || on_map) {
            // At one range, the nearest enemy is the first one listed, and so is the biggest if
            // the sizes are listed in order.
            let in_order = enemies.groups.is_sorted_by_key(|enemy| enemy.size);
            let kind = |target: &TargetPriority| match target {
                TargetPriority::Biggest if in_order && !on_map => TargetPriority::Nearest,
                other => *other,
            };
            add_new(&mut choices.targets, TargetPriority::ALL, kind);
        }
        if attacks {
            let has_field = enemies.groups.iter().any(|enemy| enemy.field.is_some());
            let systems = ShipSystem::ALL.map(Some);
            let exists = |aim: &Option<ShipSystem>| has_field || *aim != Some(ShipSystem::Field);
            let aims = std::iter::once(None).chain(systems).filter(exists);
            add_new(&mut choices.aims, aims, |aim| *aim);
        }
        if on_map {
            let ranges = RANGES.map(Doctrine::Keep);
            let all = [Doctrine::Close, Doctrine::Hold].into_iter().chain(ranges);
            add_new(&mut choices.doctrines, all, |doctrine| *doctrine);
        }
        choices
    }

    /// Returns the number of combinations.
    #[must_use]
    pub fn combinations(&self) -> usize {
        self.targets.len() * self.aims.len() * self.powers.len() * self.doctrines.len()
    }

    /// Returns the combinations that change at most `most` of the present orders, those that change
    /// the fewest first. The first are the present orders.
    #[must_use]
    pub fn changing(&self, most: usize) -> Vec<ShipOrders> {
        let mut all = Vec::new();
        for (t, &target) in self.targets.iter().enumerate() {
            for (a, &aim) in self.aims.iter().enumerate() {
                for (p, &power) in self.powers.iter().enumerate() {
                    for (d, &doctrine) in self.doctrines.iter().enumerate() {
                        let changed = [t, a, p, d].into_iter().filter(|n| *n > 0).count();
                        all.push((changed, ShipOrders { target, aim, doctrine, ..power }));
                    }
                }
            }
        }
        all.retain(|(changed, _)| *changed <= most);
        all.sort_by_key(|(changed, _)| *changed);
        all.into_iter().map(|(_, orders)| orders).collect()
    }
}

/// Adds what differs in its kind from everything in the list.
fn add_new<T: Copy, K: PartialEq>(
    list: &mut Vec<T>,
    more: impl IntoIterator<Item = T>,
    kind: impl Fn(&T) -> K,
) {
    for one in more {
        if list.iter().all(|known| kind(known) != kind(&one)) {
            list.push(one);
        }
    }
}

/// Choice of power and speed.
struct PowerChoice<'a> {
    group: &'a ShipGroup,
    terms: &'a ShipTerms,
}

/// Orders of priority.
const PRIORITIES: [[ShipSystem; 3]; 6] = {
    use ShipSystem::{Engines, Field, Weapons};
    [
        [Weapons, Field, Engines],
        [Field, Weapons, Engines],
        [Weapons, Engines, Field],
        [Field, Engines, Weapons],
        [Engines, Weapons, Field],
        [Engines, Field, Weapons],
    ]
};

impl PowerChoice<'_> {
    /// Returns the present orders, and those that serve the systems in any order, at each speed
    /// with another deduction. A system gets no more power than has an effect, and those that need
    /// none are served last.
    fn all(&self) -> Vec<ShipOrders> {
        let present = self.group.orders;
        let slower = FAST.iter().map(|(speed, _)| speed - 1);
        let speeds = [Some(self.group.speed), present.speed].into_iter().flatten().chain(slower);
        let mut all = vec![present];
        let mut known = vec![self.effects(&present)];
        for speed in speeds.filter(|speed| *speed <= self.group.speed) {
            let needs = self.needs(speed);
            let needed_first = |priority: &&[ShipSystem; 3]| {
                priority.is_sorted_by_key(|system| needs[*system as usize] == 0)
            };
            for priority in PRIORITIES.iter().filter(needed_first) {
                let Some(orders) = self.orders(*priority, needs, speed) else { continue };
                let effects = self.effects(&orders);
                if !known.contains(&effects) {
                    known.push(effects);
                    all.push(orders);
                }
            }
        }
        all
    }

    /// Returns the orders that serve the systems in this order. They may give less power than a
    /// system needs. Returns `None` if a ship cannot reach the speed that must be ordered (B14).
    fn orders(&self, priority: [ShipSystem; 3], needs: [u8; 3], speed: u8) -> Option<ShipOrders> {
        let Self { group, terms } = self;
        let wanted = ShipOrders { power: needs, priority, speed: None, ..group.orders };
        let power = served(&wanted, terms.charts.power[0], |_| limits::POWER);
        let mut orders = ShipOrders { power, ..wanted };
        if self.fastest(power[ShipSystem::Engines as usize]) > speed {
            orders.speed = Some(speed);
            let ordered = ShipGroup { orders, ..(*group).clone() };
            let reaches = |ship: u16| ordered.fastest(ship.into(), &terms.charts).0 >= speed;
            return (0..group.count).all(reaches).then_some(orders);
        }
        Some(orders)
    }

    /// Returns the least power of each system that has the full effect, at this speed.
    fn needs(&self, speed: u8) -> [u8; 3] {
        let least = |effect: &dyn Fn(u8) -> u8| {
            let all = (0..=limits::POWER).find(|&power| effect(power) == effect(limits::POWER));
            all.unwrap_or(limits::POWER)
        };
        let moves =
            |power: u8| effective_speed(self.fastest(power).min(speed), &self.terms.geometry);
        [least(&moves), least(&|power| self.field(power)), least(&|power| self.dice(power))]
    }

    fn fastest(&self, engines: u8) -> u8 {
        fastest(self.group.speed, &self.terms.charts.engines, engines)
    }

    /// Returns the value of the force field at this factor.
    fn field(&self, factor: u8) -> u8 {
        let values = self.group.field.filter(|_| factor > 0);
        values.map_or(0, |values| values[usize::from(factor) - 1])
    }

    /// Returns the dice of the weapons at this factor.
    fn dice(&self, factor: u8) -> u8 {
        match factor {
            0 => 0,
            _ if self.group.orders.invisible => 0,
            factor => self.group.dice[usize::from(factor) - 1],
        }
    }

    /// Returns the order of repairs, and speed, force field and dice at all damage levels and with
    /// all best factors of the systems. Orders with equal effects play alike.
    fn effects(&self, orders: &ShipOrders) -> ([ShipSystem; 3], Vec<[u8; 3]>) {
        let mut effects = Vec::new();
        for points in self.terms.charts.power {
            for best in 0..64_u8 {
                let best = |system: ShipSystem| best >> (2 * system as u8) & 3;
                let [engines, field, weapons] = served(orders, points, best);
                let fastest = self.fastest(engines);
                let speed = orders.speed.map_or(fastest, |speed| speed.min(fastest));
                let speed = effective_speed(speed, &self.terms.geometry);
                effects.push([speed, self.field(field), self.dice(weapons)]);
            }
        }
        (orders.priority, effects)
    }
}
