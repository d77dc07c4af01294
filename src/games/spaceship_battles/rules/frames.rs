//! Frames: states at the start of a phase without the hull points of the ships.
//!
//! All attacks of a phase are fixed at its start, and the hull points have no part in them. So the
//! damage to each ship depends on the frame alone. What follows the phase depends on the hull
//! points only by who is alive and by damage levels, unless a captain looks for the weakest ship.

use rustc_hash::FxHashMap;

use super::attack::Attack;
use super::battle::{ShipBattle, ShipState};
use super::fleet::{ShipSystem, TargetPriority};
use super::ship::Ship;
use super::step::{ARMS, COMMAND, LAST};
use super::volleys::{Damage, Shot, ShotsId, Volleys};
use crate::dice::Enumerator;
use crate::model::Numbered;
use crate::model::StepOutcome;
use crate::model::flow::FlowWork;

/// Steps of work between two reports.
pub(super) const REPORT: u64 = 1 << 13;

/// Steps of work to find a frame that begins a phase, or what follows a phase.
const STEPS_PER_FRAME: u64 = 60;

/// Steps of work to find a frame that results from attacks on a ship.
const STEPS_PER_RESULT: u64 = 6;

/// Bytes in which a list of attacked ships, and a frame that may follow, are kept.
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

/// The attacks on one ship in a frame, with the frames that result.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    ship: u8,
    volley: u32,
    /// Place of the first frame that results, in the list of all frames that result.
    results: u32,
}

/// Attacks in a frame.
#[derive(Clone, Copy)]
struct FrameAttacks {
    /// Number of the list of ships that are attacked in this phase.
    list: u32,
    /// The ship that was attacked last, with what happens to it.
    hit: Option<Hit>,
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
    /// By frame: its attacks; `None` until they are found.
    attacks: Vec<Option<FrameAttacks>>,
    /// By list: the ships that are attacked, in order, with the attacks on each.
    attacked: Vec<Box<[(u8, ShotsId)]>>,
    /// By hit and by outcome of the volley: the frame that results if the ship survives.
    results: Vec<u32>,
    volleys: Volleys,
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
    /// Bytes of a frame. Its state is in a list, which may have room for as many again, and in a
    /// lookup table.
    const BYTES: u64 =
        (3 * size_of::<ShipState<SHIPS>>() + 2 * size_of::<Option<FrameAttacks>>() + 8) as u64;

    pub(super) fn new(battle: &'a ShipBattle<SHIPS>) -> Self {
        let of_ship = |ship: usize| {
            let most = battle.opening.ships[ship].hull;
            (0..=most).map(|hull| battle.condition(ship, hull)).collect()
        };
        Self {
            battle,
            states: Numbered::default(),
            attacks: Vec::new(),
            attacked: Vec::new(),
            results: Vec::new(),
            volleys: Volleys::default(),
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

    /// Returns the frame and the hull points of a state in which a phase begins.
    pub(super) fn of(&mut self, mut state: ShipState<SHIPS>) -> (u32, Hulls) {
        let mut hulls = 0;
        for (n, ship) in state.ships[..self.battle.ships].iter_mut().enumerate() {
            hulls |= alone(std::mem::take(&mut ship.hull).into(), n);
        }
        let frame = self.states.number(state);
        if frame as usize == self.attacks.len() {
            self.attacks.push(None);
            self.bytes += Self::BYTES;
        }
        self.learn(frame);
        (frame, hulls)
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
        self.bytes + self.volleys.bytes()
    }

    /// Returns the steps of work since the last report.
    pub(super) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    /// Reports the work of finding frames from time to time. Returns whether to go on.
    fn report(&mut self, go_on: &mut dyn FnMut(FlowWork) -> bool) -> bool {
        self.steps < REPORT || go_on(FlowWork { steps: self.take_steps(), bytes: self.bytes() })
    }

    /// Returns the condition of a ship.
    #[inline]
    pub(super) fn condition(&self, ship: usize, hull: usize) -> u8 {
        if self.compares_hulls { hull as u8 } else { self.conditions[ship][hull] }
    }

    /// Returns the next ship that is attacked in a frame, from this one on.
    #[inline]
    pub(super) fn next_victim(&self, frame: u32, from: usize) -> Option<usize> {
        let attacks = self.attacks[frame as usize].as_ref()?;
        let attacked = self.attacked[attacks.list as usize].iter();
        attacked.map(|(ship, _)| usize::from(*ship)).find(|ship| *ship >= from)
    }

    /// Returns what the attacks on a ship in a frame do; `None` if it is not attacked.
    #[inline]
    pub(super) fn hit(&mut self, frame: u32, ship: usize) -> Option<Hit> {
        let attacks = self.attacks[frame as usize]?;
        match attacks.hit.filter(|hit| usize::from(hit.ship) == ship) {
            Some(hit) => Some(hit),
            None => self.find_hit(frame, attacks.list, ship),
        }
    }

    /// Returns the outcomes of a hit: the frame that results if the ship survives, and the damage.
    /// A ship that does not survive belongs to the first.
    #[inline]
    pub(super) fn outcomes(
        &self,
        hit: Hit,
    ) -> impl DoubleEndedIterator<Item = (u32, &Damage)> + ExactSizeIterator {
        let outcomes = self.volleys.outcomes(hit.volley);
        let results = &self.results[hit.results as usize..][..outcomes.len()];
        results.iter().zip(outcomes).map(|(frame, (_, damage))| (*frame, damage))
    }

    /// Finds the frames that result from the attacks on a ship. Their list of attacks is that of
    /// this frame, because the attacks of a phase are fixed.
    fn find_hit(&mut self, frame: u32, list: u32, ship: usize) -> Option<Hit> {
        let attacked = self.attacked[list as usize].iter();
        let (_, shots) = *attacked.clone().find(|(attacked, _)| usize::from(*attacked) == ship)?;
        let mut state = self.states.get(frame);
        let systems = state.ships[ship].systems();
        let volley = self.volleys.of(systems, shots, &self.battle.damages);
        let results = self.results.len() as u32;
        for (systems, _) in self.volleys.outcomes(volley) {
            state.ships[ship].set_systems(*systems);
            let result = self.states.number(state);
            self.results.push(result);
            self.steps += STEPS_PER_RESULT;
            if result as usize == self.attacks.len() {
                self.attacks.push(Some(FrameAttacks { list, hit: None }));
                self.bytes += Self::BYTES;
            }
        }
        let found = self.results.len() as u64 - u64::from(results);
        self.bytes += 2 * found * size_of::<u32>() as u64;
        self.steps += self.volleys.take_steps();
        let hit = Some(Hit { ship: ship as u8, volley, results });
        self.attacks[frame as usize] = Some(FrameAttacks { list, hit });
        hit
    }

    /// Finds the attacks in a frame that begins a phase.
    fn learn(&mut self, frame: u32) {
        if self.attacks[frame as usize].is_some() {
            return;
        }
        let state = self.states.get(frame);
        let mut attacked = Vec::new();
        let mut shots = Vec::new();
        for ship in 0..self.battle.ships {
            self.shots(&state, ship, &mut shots);
            if !shots.is_empty() {
                attacked.push((ship as u8, self.volleys.shots(&shots)));
            }
        }
        self.steps += STEPS_PER_FRAME;
        self.bytes += (LIST_BYTES + attacked.len() * size_of::<(u8, ShotsId)>()) as u64;
        let list = self.attacked.len() as u32;
        self.attacked.push(attacked.into());
        self.attacks[frame as usize] = Some(FrameAttacks { list, hit: None });
    }

    /// Lists the attacks on a ship that can do damage.
    fn shots(&self, state: &ShipState<SHIPS>, ship: usize, shots: &mut Vec<Shot>) {
        let battle = self.battle;
        shots.clear();
        let others = 0..battle.ships;
        let attackers =
            others.clone().filter(|other| usize::from(state.ships[*other].target) == ship + 1);
        for attacker in attackers {
            let system = battle.damaged_system(attacker, ship);
            let attacks =
                ARMS.iter().filter_map(|arm| battle.attack_on(state, attacker, *arm, ship));
            shots.extend(attacks.map(|attack| shot(&attack, system)));
        }
        if battle.blasts && state.phase == LAST {
            let blasts = others.filter_map(|other| battle.blast_on(state, other, ship));
            shots.extend(blasts.map(|attack| shot(&attack, None)));
        }
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
            if !self.report(go_on) {
                return None;
            }
        }
        self.bytes += (frames.len() * FOLLOWING_BYTES) as u64;
        Some(Next::Phase(mask, frames))
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

fn shot(attack: &Attack, system: Option<ShipSystem>) -> Shot {
    Shot { dice: attack.dice, off: attack.off, system }
}
