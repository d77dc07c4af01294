//! Attacks and their effect.

use super::map::{bears, crosses};
use super::*;

impl Referee<'_> {
    /// The living enemy that the orders of a ship choose among those allowed (B13).
    pub(super) fn target(
        &self,
        fleet: &Fleet,
        number: usize,
        phase: u32,
        is_allowed: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let (side, group) = self.list[number];
        let enemies = (0..fleet.len()).filter(|&other| {
            self.list[other].0 != side && fleet[other].hull > 0 && is_allowed(other)
        });
        // Of equals `min_by_key` takes the first.
        enemies.min_by_key(|&other| match group.orders.target {
            Target::Nearest => self.range(fleet, number, other, phase),
            Target::Weakest => fleet[other].hull as i32,
            Target::Biggest => self.list[other].1.size as i32,
        })
    }

    pub(super) fn in_arc(&self, fleet: &Fleet, number: usize, target: usize) -> bool {
        match self.fight.ground {
            Ground::Ranges(_) => true,
            Ground::Map { .. } => {
                let aft = self.list[number].1.aft;
                bears(fleet[number].post, aft, fleet[target].post.at)
            }
        }
    }

    pub(super) fn is_blocked(&self, fleet: &Fleet, number: usize, target: usize) -> bool {
        let Ground::Map { objects, .. } = &self.fight.ground else { return false };
        let (from, to) = (fleet[number].post.at, fleet[target].post.at);
        let others = fleet.iter().filter(|ship| ship.is_on_map).map(|ship| &ship.post.at);
        others.chain(objects).any(|space| crosses(from, to, *space))
    }

    /// Value of a force field.
    pub(super) fn field(&self, fleet: &Fleet, number: usize) -> u32 {
        match fleet[number].factor(FIELD) {
            0 => 0,
            factor => self.fight.charts.fields[self.list[number].1.field][factor as usize - 1],
        }
    }

    /// All deductions but that for range.
    pub(super) fn deductions(&self, fleet: &Fleet, number: usize, target: usize) -> u32 {
        let group = self.list[number].1;
        let of_speed = |ship: &Ship| match ship.speed {
            // Hyper 4 is step 6, hyper 8 is step 10.
            0..=5 => 0,
            6..=9 => 1,
            _ => 3,
        };
        let mut off = of_speed(&fleet[number]) + of_speed(&fleet[target]);
        off += [0, 0, 0, 1, 2, 3][self.list[target].1.size];
        if group.orders.aim.is_some() {
            off += 3;
        }
        if self.is_blocked(fleet, number, target) {
            off += 3;
        }
        if self.list[target].1.orders.invisible {
            off += 6;
        }
        off
    }

    /// All attacks that a ship makes in a phase.
    pub(super) fn blows(&self, fleet: &Fleet, number: usize, phase: u32) -> Vec<Blow> {
        let (ship, group) = (&fleet[number], self.list[number].1);
        let mut blows = Vec::new();
        if ship.hull == 0 {
            return blows;
        }
        let in_reach = |other: usize| {
            self.range(fleet, number, other, phase) <= 12 && self.in_arc(fleet, number, other)
        };
        let target = self.target(fleet, number, phase, &in_reach);
        if let Some(target) = target.filter(|_| !group.orders.invisible) {
            let far = match self.range(fleet, number, target, phase) {
                ..=3 => 0,
                4..=7 => 1,
                8..=11 => 2,
                _ => 3,
            };
            let less = self.deductions(fleet, number, target) + self.field(fleet, target);
            let row = self.fight.charts.dice[group.weapon];
            let mut attack = |dice: u32, less: u32| {
                blows.push(Blow { target, dice, less, aim: group.orders.aim });
            };
            if ship.factor(WEAPONS) > 0 {
                attack(row[ship.factor(WEAPONS) as usize - 1], less + far);
            }
            if group.missiles && phase == 6 {
                attack(row[2].div_ceil(2), less + far);
            }
            if group.torpedoes && phase == 12 {
                attack(row[2], less);
            }
        }
        if ship.will_explode && phase == 12 {
            for other in (0..fleet.len()).filter(|&other| other != number) {
                let range = self.range(fleet, number, other, phase);
                if range <= 12 {
                    let dice = 12 - (range - 1).max(0) as u32;
                    let less = self.field(fleet, other);
                    blows.push(Blow { target: other, dice, less, aim: None });
                }
            }
        }
        blows
    }

    /// All situations after the attacks of a phase.
    pub(super) fn attacked(&mut self, fleet: Fleet, phase: u32) -> ControlFlow<(), Chances> {
        let blows: Vec<Blow> =
            (0..fleet.len()).flat_map(|number| self.blows(&fleet, number, phase)).collect();
        let exploding: Vec<usize> =
            (0..fleet.len()).filter(|&n| fleet[n].will_explode && phase == 12).collect();
        let mut now = Chances::from([(fleet, 1.0)]);
        for blow in &blows {
            let mut next = Chances::new();
            for (fleet, p) in now {
                if fleet[blow.target].hull == 0 {
                    *next.entry(fleet).or_default() += p;
                    continue;
                }
                for (after, q) in self.struck(&fleet, blow) {
                    *next.entry(after).or_default() += p * q;
                }
            }
            self.look(next.len())?;
            now = next;
        }
        let mut after = Chances::new();
        for (mut fleet, p) in now {
            for &number in &exploding {
                fleet[number] = fleet[number].wreck();
            }
            *after.entry(fleet).or_default() += p;
        }
        ControlFlow::Continue(after)
    }

    /// All situations after an attack.
    pub(super) fn struck(&self, fleet: &Fleet, blow: &Blow) -> Vec<(Fleet, f64)> {
        let group = self.list[blow.target].1;
        let system = blow.aim.filter(|aim| *aim != FIELD || group.field > 0);
        let mut results: HashMap<(u32, bool), f64> = HashMap::new();
        for (sum, p) in self.sums[blow.dice as usize].iter().enumerate() {
            let through = (sum as u32).saturating_sub(blow.less);
            let damage = through.min(fleet[blow.target].hull);
            *results.entry((damage, system.is_some() && through >= 6)).or_default() += p;
        }
        let after = |((damage, hits_system), p): ((u32, bool), f64)| {
            let mut after = fleet.clone();
            let ship = &mut after[blow.target];
            ship.hull -= damage;
            if let Some(system) = system.filter(|_| hits_system) {
                ship.best[system] = ship.best[system].saturating_sub(1);
            }
            if ship.hull == 0 {
                *ship = ship.wreck();
            }
            (after, p)
        };
        results.into_iter().filter(|(_, p)| *p > 0.0).map(after).collect()
    }
}
