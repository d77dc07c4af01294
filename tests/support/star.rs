//! Star Chamber by the letter of its rulebook: every ship is separate, every outcome is followed,
//! and nothing is computed in advance. It shares no code with the program except the types of its
//! input.

use std::collections::HashMap;

use fleetodds::internals::games::star_chamber::rules::{
    StarEvent, StarForce, StarGroup, StarTerms,
};

/// Figures of a series.
#[derive(Debug)]
pub(crate) struct Series {
    pub alone: Vec<f64>,
    pub wiped_out: Vec<f64>,
    pub leader_lost: Vec<f64>,
    pub draw: f64,
    pub standoff: f64,
    /// Distribution of the number of survivors, by force and group.
    pub survivors: Vec<Vec<Vec<f64>>>,
    /// Expected hull of the survivors, by force and group.
    pub hull: Vec<Vec<f64>>,
    /// Probability of each number of turns.
    pub turns: Vec<f64>,
}

/// A ship that fights.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Ship {
    force: usize,
    group: usize,
    place: usize,
    hull: u16,
    shield: u16,
    alert: bool,
}

/// State of all forces.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Situation {
    ships: Vec<Ship>,
    /// Personae by force; 0 marks one that has died.
    personae: Vec<Vec<u16>>,
    /// Leader of each force, as an index among its personae.
    leaders: Vec<Option<usize>>,
    lost: Vec<bool>,
}

type Chances = HashMap<Situation, f64>;

pub(crate) struct Oracle<'a> {
    pub forces: &'a [StarForce],
    pub terms: &'a StarTerms,
    /// Limit on the number of situations.
    pub most: usize,
}

impl Oracle<'_> {
    /// Returns the figures, or `None` if there are more situations than the limit.
    pub(crate) fn series(&self) -> Option<Series> {
        let mut ended: Vec<(Situation, f64)> = Vec::new();
        let mut turns = vec![0.0; usize::from(self.terms.turns) + 1];
        let mut now = Chances::from([(self.opening(), 1.0)]);
        for turn in 1..=self.terms.turns {
            now = gathered(now.into_iter().map(|(s, p)| (self.turn_begins(s, turn), p)));
            for round in 1..=10 {
                let mut next = Chances::new();
                for (mut situation, p) in now {
                    for event in &self.terms.events {
                        if (event.turn, event.round) == (turn, round) {
                            self.happen(&mut situation, event);
                        }
                    }
                    let fired = match self.is_over(&situation) {
                        true => Chances::from([(situation, 1.0)]),
                        false => self.round(situation, round)?,
                    };
                    for (after, share) in fired {
                        if self.is_over(&after) {
                            turns[usize::from(turn)] += p * share;
                            ended.push((after, p * share));
                        } else {
                            *next.entry(after).or_default() += p * share;
                        }
                    }
                }
                if next.len() > self.most {
                    return None;
                }
                now = next;
            }
        }
        turns[usize::from(self.terms.turns)] += now.values().sum::<f64>();
        ended.extend(now);
        Some(self.figures(&ended, turns))
    }

    fn opening(&self) -> Situation {
        let mut ships = Vec::new();
        for (force, of) in self.forces.iter().enumerate() {
            for (group, figures) in of.groups.iter().enumerate() {
                let StarGroup { count, hull, shield, alert, damaged, shields_left, .. } = figures;
                for place in 0..usize::from(*count) {
                    let hull = hull - damaged.get(place).copied().unwrap_or(0);
                    let shield = shields_left.get(place).copied().unwrap_or(*shield);
                    ships.push(Ship { force, group, place, hull, shield, alert: *alert });
                }
            }
        }
        Situation {
            ships,
            personae: self.forces.iter().map(|force| force.personae.clone()).collect(),
            leaders: vec![None; self.forces.len()],
            lost: vec![false; self.forces.len()],
        }
    }

    fn lives(situation: &Situation, force: usize) -> bool {
        situation.ships.iter().any(|ship| ship.force == force && ship.hull > 0)
    }

    fn is_over(&self, situation: &Situation) -> bool {
        (0..self.forces.len()).filter(|&force| Self::lives(situation, force)).count() < 2
    }

    /// Begins a turn: restores shields, and makes the best persona of each force that still fights
    /// its leader.
    fn turn_begins(&self, mut situation: Situation, turn: u16) -> Situation {
        if turn > 1 && self.terms.restores_shields {
            for ship in situation.ships.iter_mut().filter(|ship| ship.hull > 0) {
                ship.shield = self.forces[ship.force].groups[ship.group].shield;
            }
        }
        for force in 0..self.forces.len() {
            let living = Self::lives(&situation, force);
            let personae = situation.personae[force].iter().enumerate();
            let best = personae.filter(|(_, l)| **l > 0).max_by_key(|(n, l)| (**l, usize::MAX - n));
            situation.leaders[force] = best.map(|(n, _)| n).filter(|_| living);
        }
        situation
    }

    fn kill_leader(situation: &mut Situation, force: usize) {
        if let Some(leader) = situation.leaders[force].take() {
            situation.personae[force][leader] = 0;
            situation.lost[force] = true;
        }
    }

    fn leadership(situation: &Situation, force: usize) -> u16 {
        situation.leaders[force].map_or(0, |leader| situation.personae[force][leader])
    }

    fn hit(situation: &mut Situation, target: usize, damage: u16) {
        let ship = &mut situation.ships[target];
        let absorbed = damage.min(ship.shield);
        ship.shield -= absorbed;
        ship.hull = ship.hull.saturating_sub(damage - absorbed);
        if ship.hull == 0 {
            (ship.shield, ship.alert) = (0, false);
            let force = ship.force;
            if !Self::lives(situation, force) {
                Self::kill_leader(situation, force);
            }
        }
    }

    fn happen(&self, situation: &mut Situation, event: &StarEvent) {
        if event.kills_leader {
            Self::kill_leader(situation, event.force);
        }
        for n in 0..situation.ships.len() {
            let ship = &mut situation.ships[n];
            let is_meant = ship.force == event.force
                && event.group.is_none_or(|group| group == ship.group)
                && event.ship.is_none_or(|place| place == ship.place);
            if is_meant && ship.hull > 0 {
                ship.shield += event.shield;
                ship.alert = event.alert.unwrap_or(ship.alert);
                if event.damage > 0 {
                    Self::hit(situation, n, event.damage);
                }
            }
        }
    }

    /// Plays one round of fire, force by force, ship by ship, weapon by weapon. Returns `None` if
    /// there are too many situations.
    fn round(&self, situation: Situation, round: u8) -> Option<Chances> {
        let mut order: Vec<usize> = (0..self.forces.len()).collect();
        order.sort_by(|&a, &b| {
            let (first, second) = (&self.forces[a], &self.forces[b]);
            Self::leadership(&situation, b)
                .cmp(&Self::leadership(&situation, a))
                .then(first.is_neutral.cmp(&second.is_neutral))
                .then(second.edge.cmp(&first.edge))
                .then(first.tie_breaker.cmp(&second.tie_breaker))
        });
        let mut now = Chances::from([(situation.clone(), 1.0)]);
        for force in order {
            let own = (0..situation.ships.len()).filter(|&n| {
                let ship = &situation.ships[n];
                let figures = &self.forces[ship.force].groups[ship.group];
                let is_armed = figures.weapons.iter().any(|weapon| weapon.round == round);
                ship.force == force && figures.can_fire && is_armed
            });
            let own: Vec<usize> = own.collect();
            let orders = if self.terms.shuffles { permutations(&own) } else { vec![own] };
            let mut next = Chances::new();
            for order in &orders {
                let mut fired = now.clone();
                for &ship in order {
                    let of = &situation.ships[ship];
                    for weapon in &self.forces[force].groups[of.group].weapons {
                        if weapon.round == round {
                            fired = self.shot(fired, ship, weapon.damage);
                        }
                    }
                }
                for (after, p) in fired {
                    *next.entry(after).or_default() += p / orders.len() as f64;
                }
            }
            if next.len() > self.most {
                return None;
            }
            now = next;
        }
        Some(now)
    }

    fn shot(&self, before: Chances, ship: usize, damage: u16) -> Chances {
        let mut after = Chances::new();
        for (situation, p) in before {
            let Ship { force, hull, alert, .. } = situation.ships[ship];
            let weight = |n: usize| {
                let target = &situation.ships[n];
                let whole = self.forces[target.force].groups[target.group].hull;
                let is_target = target.force != force && target.hull > 0;
                if is_target { u32::from(whole) + u32::from(whole - target.hull) } else { 0 }
            };
            let weights: Vec<u32> = (0..situation.ships.len()).map(weight).collect();
            let sum: u32 = weights.iter().sum();
            if hull == 0 || sum == 0 {
                *after.entry(situation).or_default() += p;
                continue;
            }
            let dealt =
                damage + if alert { 2 } else { 0 } + Self::leadership(&situation, force) / 2;
            for (target, weight) in weights.into_iter().enumerate().filter(|(_, w)| *w > 0) {
                let mut hit = situation.clone();
                Self::hit(&mut hit, target, dealt);
                *after.entry(hit).or_default() += p * f64::from(weight) / f64::from(sum);
            }
        }
        after
    }

    fn figures(&self, ended: &[(Situation, f64)], turns: Vec<f64>) -> Series {
        let n = self.forces.len();
        let by_group = |force: &StarForce| force.groups.len();
        let mut series = Series {
            alone: vec![0.0; n],
            wiped_out: vec![0.0; n],
            leader_lost: vec![0.0; n],
            draw: 0.0,
            standoff: 0.0,
            survivors: self
                .forces
                .iter()
                .map(|f| f.groups.iter().map(|g| vec![0.0; usize::from(g.count) + 1]).collect())
                .collect(),
            hull: self.forces.iter().map(|force| vec![0.0; by_group(force)]).collect(),
            turns,
        };
        for (situation, p) in ended {
            let left: Vec<usize> = (0..n).filter(|&f| Self::lives(situation, f)).collect();
            match left[..] {
                [] => series.draw += p,
                [only] => series.alone[only] += p,
                _ => series.standoff += p,
            }
            for force in 0..n {
                if !left.contains(&force) {
                    series.wiped_out[force] += p;
                }
                if situation.lost[force] {
                    series.leader_lost[force] += p;
                }
                for group in 0..by_group(&self.forces[force]) {
                    let own = |s: &&Ship| (s.force, s.group) == (force, group) && s.hull > 0;
                    let ships = situation.ships.iter().filter(own);
                    series.survivors[force][group][ships.clone().count()] += p;
                    series.hull[force][group] += p * ships.map(|s| f64::from(s.hull)).sum::<f64>();
                }
            }
        }
        series
    }
}

fn gathered(all: impl Iterator<Item = (Situation, f64)>) -> Chances {
    let mut chances = Chances::new();
    for (situation, p) in all {
        *chances.entry(situation).or_default() += p;
    }
    chances
}

fn permutations(all: &[usize]) -> Vec<Vec<usize>> {
    if all.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for n in 0..all.len() {
        let mut rest = all.to_vec();
        let first = rest.remove(n);
        found.extend(permutations(&rest).into_iter().map(|mut order| {
            order.insert(0, first);
            order
        }));
    }
    found
}
