//! Turns: repairs, orders, and the odds of a fight.

use super::*;

impl Referee<'_> {
    pub(super) fn play(&mut self, fleet: Fleet) -> ControlFlow<(), Odds> {
        let last = self.fight.turns.unwrap_or(1_000);
        let mut odds = self.no_odds(last);
        let mut now = Chances::from([(fleet, 1.0)]);
        for turn in 1..=last {
            let mut next = Chances::new();
            for (fleet, p) in now {
                for (after, q) in self.turn(fleet, turn)? {
                    if self.is_over(&after) {
                        self.record(&mut odds, &after, p * q, turn);
                    } else {
                        *next.entry(after).or_default() += p * q;
                    }
                }
            }
            now = next;
            // Less than this changes no figure that is compared.
            if now.values().sum::<f64>() < 1e-15 {
                break;
            }
        }
        for (fleet, p) in now {
            self.record(&mut odds, &fleet, p, last);
        }
        ControlFlow::Continue(odds)
    }

    pub(super) fn no_odds(&self, last: u32) -> Odds {
        let sides = [0, 1].map(|side: usize| &self.fight.sides[side]);
        Odds {
            left: sides.map(|side| side.iter().map(|g| vec![0.0; g.ships.len() + 1]).collect()),
            hull: sides.map(|side| vec![0.0; side.len()]),
            turns: vec![0.0; last as usize + 1],
            ..Odds::default()
        }
    }

    pub(super) fn lives(&self, fleet: &Fleet, side: usize) -> bool {
        self.list.iter().zip(fleet).any(|((of, _), ship)| *of == side && ship.hull > 0)
    }

    pub(super) fn is_over(&self, fleet: &Fleet) -> bool {
        !self.lives(fleet, 0) || !self.lives(fleet, 1)
    }

    pub(super) fn record(&self, odds: &mut Odds, fleet: &Fleet, p: f64, turn: u32) {
        match [0, 1].map(|side| self.lives(fleet, side)) {
            [true, true] => odds.standoff += p,
            [false, false] => odds.draw += p,
            [true, false] => odds.win[0] += p,
            [false, true] => odds.win[1] += p,
        }
        odds.turns[turn as usize] += p;
        let mut ships = fleet.iter();
        for (side, groups) in self.fight.sides.iter().enumerate() {
            for (number, group) in groups.iter().enumerate() {
                let hulls: Vec<u32> =
                    ships.by_ref().take(group.ships.len()).map(|ship| ship.hull).collect();
                let left = hulls.iter().filter(|hull| **hull > 0).count();
                odds.left[side][number][left] += p;
                odds.hull[side][number] += p * f64::from(hulls.iter().sum::<u32>());
                odds.lost[side] += p * f64::from(group.points()) * (hulls.len() - left) as f64;
            }
        }
    }

    /// Counts situations that are looked at.
    pub(super) fn look(&mut self, situations: usize) -> ControlFlow<()> {
        match self.patience.checked_sub(situations) {
            Some(left) => {
                self.patience = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    /// All situations after a turn.
    pub(super) fn turn(&mut self, fleet: Fleet, turn: u32) -> ControlFlow<(), Vec<(Fleet, f64)>> {
        if turn > 1
            && let Some(known) = self.turns.get(&fleet)
        {
            let known = known.clone();
            self.look(known.len())?;
            return ControlFlow::Continue(known);
        }
        let mut now = Chances::new();
        for (fleet, p) in self.repaired(fleet.clone(), turn) {
            *now.entry(self.commanded(fleet)).or_default() += p;
        }
        for phase in 1..=12 {
            let mut next = Chances::new();
            for (before, p) in now {
                if self.is_over(&before) {
                    *next.entry(before).or_default() += p;
                    continue;
                }
                let moved = self.moved(&before, phase);
                let after = match phase % 3 {
                    0 => self.attacked(moved, phase)?,
                    _ => Chances::from([(moved, 1.0)]),
                };
                self.look(after.len())?;
                for (after, q) in after {
                    *next.entry(after).or_default() += p * q;
                }
            }
            now = next;
        }
        let mut ended = Chances::new();
        for (fleet, p) in now {
            *ended.entry(Self::turned(fleet)).or_default() += p;
        }
        let ended: Vec<(Fleet, f64)> = ended.into_iter().collect();
        if turn > 1 {
            self.turns.insert(fleet, ended.clone());
        }
        ControlFlow::Continue(ended)
    }

    /// The fleet between two turns: without wrecks and the orders of the turn.
    pub(super) fn turned(fleet: Fleet) -> Fleet {
        let ship = |ship: Ship| match ship.hull {
            0 => Ship::default(),
            _ => Ship { power: [0; 3], speed: 0, will_explode: false, ..ship },
        };
        fleet.into_iter().map(ship).collect()
    }

    /// Repairs: from turn 2 on, the first damaged system in order of priority (B11).
    pub(super) fn repaired(&self, fleet: Fleet, turn: u32) -> Vec<(Fleet, f64)> {
        let mut all = vec![(fleet, 1.0)];
        if turn == 1 {
            return all;
        }
        for (number, (_, group)) in self.list.iter().enumerate() {
            let ship = &all[0].0[number];
            let is_damaged =
                |system: &usize| ship.best[*system] < 3 && (*system != FIELD || group.field > 0);
            let first = group.served().into_iter().find(is_damaged);
            let Some(system) = first.filter(|_| ship.hull > 0) else { continue };
            let mut after = Vec::new();
            for (fleet, p) in all {
                let mut repaired = fleet.clone();
                repaired[number].best[system] += 1;
                after.push((repaired, p / 6.0));
                after.push((fleet, p * 5.0 / 6.0));
            }
            all = after;
        }
        all
    }

    /// Orders of phase 0: power, speed, self-destruction.
    pub(super) fn commanded(&self, mut fleet: Fleet) -> Fleet {
        for (ship, (_, group)) in fleet.iter_mut().zip(&self.list) {
            if ship.hull > 0 {
                ship.power = group.served_power(ship.hull, ship.best);
                let top = group.top_speed(&self.fight.charts, ship.factor(ENGINES));
                ship.speed = group.orders.speed.unwrap_or(12).min(top);
                ship.will_explode = group.orders.self_destruct.is_some_and(|n| ship.hull <= n);
            }
        }
        fleet
    }

    // Movement.
}
