//! Frames: states at the start of a phase without the hull points of the ships.
//!
//! All attacks of a phase are fixed at its start, and the hull points have no part in them. So the
//! damage to each ship depends on the frame alone. What follows the phase depends on the hull points
//! only by who is alive and by damage levels, unless a captain looks for the weakest ship.

use rustc_hash::FxHashMap;

use super::attack::DROPS;
use super::battle::{ShipBattle, ShipState};
use super::fleet::TargetPriority;
use super::ship::Ship;
use super::step::{ARMS, COMMAND, LAST};
use crate::dice::Enumerator;
use crate::model::StepOutcome;
use crate::model::flow::FlowWork;
use crate::model::game::Numbered;

/// Steps of work between two reports.
pub(super) const REPORT: u64 = 1 << 13;

/// Steps of work to find a frame or what follows it, and to add an attack to its damage.
const STEPS_PER_FRAME: u64 = 60;
const STEPS_PER_ATTACK: usize = 4;

/// Additions in the time of a step.
pub(super) const ADDITIONS_PER_STEP: usize = 32;

/// Bytes in which a list of damage, and a frame that may follow, are kept.
const LIST_BYTES: usize = 64;
const FOLLOWING_BYTES: usize = 2 * size_of::<(u32, f64)>();

/// Maximum number of ships of both sides in a flow.
pub(super) const MAX_SHIPS: usize = 16;

/// Hull points of all ships, a byte for each.
pub(super) type Hulls = u128;

/// Returns the hull points of a ship.
#[inline]
pub(super) fn hull(hulls: Hulls, ship: usize) -> u8 {
    (hulls >> (8 * ship)) as u8
}

/// Returns the hull points of the other ships.
#[inline]
pub(super) fn without(hulls: Hulls, ship: usize) -> Hulls {
    hulls & !(0xff << (8 * ship))
}

/// Returns hull points of one ship alone.
#[inline]
pub(super) fn alone(hull: usize, ship: usize) -> Hulls {
    (hull as Hulls) << (8 * ship)
}

/// Frames that result from attacks, with the probabilities of 0, 1, 2, … damage.
type Outcomes<S> = Vec<(S, Vec<f64>)>;

/// A distribution over damage.
pub(super) struct Damage {
    /// Probabilities of the damage, the largest first.
    descending: Vec<f64>,
    /// Probabilities of at least 0, 1, 2, … damage.
    at_least: Vec<f64>,
}

/// Damage to one ship in a phase.
pub(super) struct Victim {
    pub(super) ship: usize,
    /// Frames that result if the ship survives, as its systems are damaged, with the damage. A ship
    /// that does not survive belongs to the first.
    pub(super) results: Vec<(u32, Damage)>,
}

/// Consequences of a phase.
pub(super) enum Next {
    /// The battle is over. Ships that are not in this mask have destroyed themselves.
    Over(Hulls),
    /// The next phase begins in these frames, with their probabilities.
    Phase(Hulls, Vec<(u32, f64)>),
}

/// All frames found so far.
pub(super) struct Frames<'a, const SHIPS: usize> {
    battle: &'a ShipBattle<SHIPS>,
    states: Numbered<ShipState<SHIPS>>,
    /// By frame, for the first ones: the ships that are attacked, in order.
    victims: Vec<Vec<Victim>>,
    /// By frame and conditions of all ships: index of what follows.
    places: FxHashMap<(u32, Hulls), u32>,
    nexts: Vec<Next>,
    /// By ship and hull points: its condition.
    conditions: Vec<Vec<u8>>,
    /// Whether a captain looks for the weakest ship.
    compares_hulls: bool,
    /// Steps of work since the last report.
    steps: u64,
    /// Bytes of all frames, and of what follows them.
    bytes: u64,
}

impl<'a, const SHIPS: usize> Frames<'a, SHIPS> {
    pub(super) fn new(battle: &'a ShipBattle<SHIPS>) -> Self {
        let of_ship = |ship: usize| {
            let most = battle.opening.ships[ship].hull;
            (0..=most).map(|hull| battle.condition(ship, hull)).collect()
        };
        Self {
            battle,
            states: Numbered::default(),
            victims: Vec::new(),
            places: FxHashMap::default(),
            nexts: Vec::new(),
            conditions: (0..battle.ships).map(of_ship).collect(),
            compares_hulls: battle
                .groups
                .iter()
                .any(|group| group.orders.target == TargetPriority::Weakest),
            steps: 0,
            bytes: 0,
        }
    }

    /// Returns the frame and the hull points of a state.
    pub(super) fn of(&mut self, mut state: ShipState<SHIPS>) -> (u32, Hulls) {
        let mut hulls = 0;
        for (n, ship) in state.ships[..self.battle.ships].iter_mut().enumerate() {
            hulls |= alone(std::mem::take(&mut ship.hull).into(), n);
        }
        (self.states.number(state), hulls)
    }

    /// Returns the state with this frame and these hull points.
    pub(super) fn state(&self, frame: u32, hulls: Hulls) -> ShipState<SHIPS> {
        let mut state = self.states.get(frame);
        for (n, ship) in state.ships[..self.battle.ships].iter_mut().enumerate() {
            ship.hull = hull(hulls, n);
        }
        state
    }

    /// Returns the final state with these hull points.
    pub(super) fn final_state(&self, hulls: Hulls) -> ShipState<SHIPS> {
        let ships = std::array::from_fn(|n| {
            let hull = if n < self.battle.ships { hull(hulls, n) } else { 0 };
            Ship::new(hull, [0; 3], None)
        });
        ShipState { ships, phase: 0, cursor: 0 }
    }

    /// Bytes of all frames, and of what follows them.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the steps of work since the last report.
    pub(super) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    /// Reports the work of finding frames from time to time. Returns whether to go on.
    fn report(&mut self, go_on: &mut dyn FnMut(FlowWork) -> bool) -> bool {
        self.steps < REPORT || go_on(FlowWork { steps: self.take_steps(), bytes: self.bytes })
    }

    /// Returns the condition of a ship.
    #[inline]
    pub(super) fn condition(&self, ship: usize, hull: usize) -> u8 {
        if self.compares_hulls { hull as u8 } else { self.conditions[ship][hull] }
    }

    /// Returns the ships that are attacked in a frame, in order.
    #[inline]
    pub(super) fn victims(&self, frame: u32) -> &[Victim] {
        &self.victims[frame as usize]
    }

    /// Finds the victims of all frames. Returns false if `go_on` does.
    pub(super) fn learn(&mut self, go_on: &mut dyn FnMut(FlowWork) -> bool) -> bool {
        while self.victims.len() < self.states.count() {
            let frame = self.victims.len() as u32;
            let found = self.find_victims(&self.states.get(frame));
            let mut victims = Vec::with_capacity(found.len());
            // The state is in a list, which may have room for as many again, and in a lookup table.
            let mut bytes = 3 * size_of::<ShipState<SHIPS>>() + 32;
            for (ship, results) in found {
                let of_results = results.iter().map(|(_, p)| 2 * (LIST_BYTES + 8 * p.len()));
                bytes += LIST_BYTES + of_results.sum::<usize>();
                let results = results.into_iter();
                let results =
                    results.map(|(state, p)| (self.states.number(state), Damage::new(&p)));
                victims.push(Victim { ship, results: results.collect() });
            }
            self.victims.push(victims);
            self.bytes += bytes as u64;
            self.steps += STEPS_PER_FRAME;
            if !self.report(go_on) {
                return false;
            }
        }
        true
    }

    /// Returns the ships that are attacked, each with the resulting frames and the probabilities of
    /// 0, 1, 2, … damage.
    fn find_victims(
        &mut self,
        state: &ShipState<SHIPS>,
    ) -> Vec<(usize, Outcomes<ShipState<SHIPS>>)> {
        let battle = self.battle;
        let mut victims = Vec::new();
        let mut additions = 0;
        for target in 0..battle.ships {
            let mut results = vec![(*state, vec![1.0])];
            let attackers = (0..battle.ships)
                .filter(|ship| usize::from(state.ships[*ship].target) == target + 1);
            let attacks = attackers.flat_map(|ship| ARMS.map(|arm| (ship, arm)));
            for (ship, arm) in attacks {
                if let Some(attack) = battle.attack_on(state, ship, arm, target) {
                    let system = battle.damaged_system(ship, target);
                    let outcomes = attack.damages.outcomes();
                    results = hurt(&results, outcomes, &mut additions, |state| {
                        if let Some(system) = system {
                            state.ships[target].lose_step(system);
                        }
                    });
                }
            }
            if battle.blasts && state.phase == LAST {
                for ship in 0..battle.ships {
                    if let Some(blast) = battle.blast_on(state, ship, target) {
                        let outcomes = blast.damages.outcomes();
                        results = hurt(&results, outcomes, &mut additions, |_| ());
                    }
                }
            }
            if results.len() > 1 || results[0].1.len() > 1 {
                victims.push((target, results));
            }
        }
        self.steps += (additions / ADDITIONS_PER_STEP) as u64;
        victims
    }

    /// Returns what follows a phase in this frame that ends with these hull points; `None` if
    /// `go_on` returns false.
    pub(super) fn next(
        &mut self,
        frame: u32,
        hulls: Hulls,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<u32> {
        let ships = 0..self.battle.ships;
        let conditions =
            ships.fold(0, |all, n| all | alone(self.condition(n, hull(hulls, n).into()).into(), n));
        if let Some(known) = self.places.get(&(frame, conditions)) {
            return Some(*known);
        }
        let next = self.find_next(frame, hulls, go_on)?;
        self.nexts.push(next);
        let place = self.nexts.len() as u32 - 1;
        self.places.insert((frame, conditions), place);
        Some(place)
    }

    /// Returns what follows, by its index.
    #[inline]
    pub(super) fn get(&self, next: u32) -> &Next {
        &self.nexts[next as usize]
    }

    fn find_next(
        &mut self,
        frame: u32,
        hulls: Hulls,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<Next> {
        self.steps += STEPS_PER_FRAME;
        self.bytes += 2 * size_of::<((u32, Hulls), u32)>() as u64;
        let battle = self.battle;
        let mut state = self.state(frame, hulls);
        state.ships.iter_mut().for_each(|ship| ship.target = 0);
        let progress = battle.end_phase(&mut state, &mut ());
        let living = (0..battle.ships).filter(|n| state.ships[*n].lives());
        let mask = living.fold(0, |mask, n| mask | alone(0xff, n));
        if progress == StepOutcome::Over {
            return Some(Next::Over(mask));
        }
        let mut frames = Vec::new();
        for (mut state, chance) in self.repaired(state, go_on)? {
            if state.phase == COMMAND {
                battle.open_turn(&mut state, &mut ());
            }
            frames.push((self.of(state).0, chance));
        }
        self.bytes += (frames.len() * FOLLOWING_BYTES) as u64;
        self.learn(go_on).then_some(Next::Phase(mask, frames))
    }

    /// Returns the states after the repairs at the start of a turn, with their probabilities. Ships
    /// repair one after the other, and faces of a die with the same effect are taken together.
    /// `None` if `go_on` returns false.
    fn repaired(
        &mut self,
        state: ShipState<SHIPS>,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<Vec<(ShipState<SHIPS>, f64)>> {
        /// Steps for each state before a repair.
        const STEPS: u64 = 8;
        let mut all = vec![(state, 1.0)];
        let mut is_done = state.phase != COMMAND;
        while !is_done {
            let mut after: Vec<(ShipState<SHIPS>, f64)> = Vec::new();
            for (before, mass) in &all {
                let from = after.len();
                let play = |die: &mut Enumerator| {
                    let mut state = *before;
                    (self.battle.repair(&mut state, die, &mut ()), state)
                };
                Enumerator::each(play, |(done, state), chance| {
                    is_done |= done;
                    match after[from..].iter_mut().find(|known| known.0 == state) {
                        Some(known) => known.1 += mass * chance,
                        None => after.push((state, mass * chance)),
                    }
                });
                self.steps += STEPS;
                if !self.report(go_on) {
                    return None;
                }
            }
            all = after;
        }
        Some(all)
    }
}

/// Adds the damage of an attack to that of earlier ones. `drop` damages a system of the ship, which
/// happens from a certain damage on. Counts the additions.
fn hurt<S: Copy + Eq>(
    before: &Outcomes<S>,
    outcomes: &[(u8, f64)],
    additions: &mut usize,
    drop: impl Fn(&mut S),
) -> Outcomes<S> {
    let mut after: Outcomes<S> = Vec::new();
    let most = outcomes.iter().map(|(damage, _)| usize::from(*damage)).max().unwrap_or(0);
    for (state, chances) in before {
        *additions += outcomes.len() * (chances.len() + STEPS_PER_ATTACK * ADDITIONS_PER_STEP);
        for &(damage, p) in outcomes {
            let mut state = *state;
            if damage >= DROPS {
                drop(&mut state);
            }
            let place = after.iter().position(|known| known.0 == state).unwrap_or_else(|| {
                after.push((state, Vec::new()));
                after.len() - 1
            });
            let sums = &mut after[place].1;
            sums.resize(sums.len().max(chances.len() + most), 0.0);
            for (sum, chance) in sums[damage.into()..].iter_mut().zip(chances) {
                *sum += p * chance;
            }
        }
    }
    after
}

impl Damage {
    fn new(chances: &[f64]) -> Self {
        let mut at_least = chances.to_vec();
        for damage in (1..chances.len()).rev() {
            at_least[damage - 1] += at_least[damage];
        }
        Self { descending: chances.iter().rev().copied().collect(), at_least }
    }

    /// Adds the distribution over the hull points that are left of a ship. `from` is that before
    /// the damage. Returns the probability that the ship is destroyed, and the number of additions.
    pub(super) fn spread(&self, from: &[f64], into: &mut [f64]) -> (f64, usize) {
        let (mut destroyed, mut added) = (0.0, 0);
        let most = self.descending.len() - 1;
        for (hull, &mass) in from.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            destroyed += mass * self.at_least.get(hull).copied().unwrap_or(0.0);
            let least = hull.saturating_sub(most).max(1);
            let chances = &self.descending[most + least - hull..];
            added += chances.len();
            let left = into[least..=hull].iter_mut();
            left.zip(chances).for_each(|(left, p)| *left += mass * p);
        }
        (destroyed, added)
    }
}
