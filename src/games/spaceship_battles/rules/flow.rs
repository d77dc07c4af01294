//! The flow of a battle: all states at once, phase by phase, see [`ShipFlow`].

use rustc_hash::FxHashMap;

use super::battle::{ShipBattle, ShipState};
use super::frames::{Frames, Hulls, MAX_SHIPS, Next, REPORT, alone, hull, without};
use super::step::LAST;
use super::volleys::ADDITIONS_PER_STEP;
use crate::engine::Masses;
use crate::model::flow::{Flow, FlowWork, threshold};

/// Probabilities below this one are left out.
const NEGLIGIBLE: f64 = 1e-24;

/// Length from which a list of probabilities grows by a quarter instead of twofold.
const LARGE: usize = 1 << 22;

/// Steps of work to add a state to a table.
const STEPS_PER_STATE: u64 = 14;

/// Plays the turns of a battle for all its states. States are split into their frames and the hull
/// points, see [`Frames`]. In each phase, the damage to one ship after the other is added to whole
/// rows of states that differ in the hull points of that ship alone.
pub(super) struct ShipFlow<'a, const SHIPS: usize> {
    frames: Frames<'a, SHIPS>,
    ships: usize,
    /// States at the start of a phase.
    now: PhaseStates,
}

/// States at the start of a phase, or during it.
#[derive(Default)]
struct PhaseStates {
    /// By ship that is attacked next: the states.
    rows: Vec<Rows>,
    /// States in which no ship is attacked any more.
    rest: Masses<(u32, Hulls)>,
}

/// States in rows that differ in the hull points of one ship alone.
#[derive(Default)]
struct Rows {
    /// By frame and hull points of the other ships: the row.
    places: FxHashMap<(u32, Hulls), u32>,
    keys: Vec<(u32, Hulls)>,
    masses: Vec<f64>,
    /// Length of a row.
    width: usize,
}

impl Rows {
    #[inline]
    fn add(&mut self, frame: u32, others: Hulls, hull: u8, mass: f64) {
        let next = self.keys.len() as u32;
        let place = *self.places.entry((frame, others)).or_insert(next);
        if place == next {
            self.keys.push((frame, others));
            // A large list would not fit beside a copy of twice its size.
            let is_full = self.masses.len() + self.width > self.masses.capacity();
            if is_full && self.masses.len() > LARGE {
                self.masses.reserve_exact(self.masses.len() / 4);
            }
            self.masses.resize(self.masses.len() + self.width, 0.0);
        }
        self.masses[place as usize * self.width + usize::from(hull)] += mass;
    }

    fn each(&self) -> impl Iterator<Item = (&(u32, Hulls), &[f64])> {
        self.keys.iter().zip(self.masses.chunks_exact(self.width))
    }
}

impl PhaseStates {
    fn new<const SHIPS: usize>(battle: &ShipBattle<SHIPS>) -> Self {
        let width = |ship: usize| usize::from(battle.opening.ships[ship].hull) + 1;
        let rows = (0..battle.ships).map(|n| Rows { width: width(n), ..Rows::default() });
        Self { rows: rows.collect(), rest: Masses::default() }
    }

    /// Takes all states out.
    fn take(&mut self) -> Self {
        let empty = self.rows.iter().map(|rows| Rows { width: rows.width, ..Rows::default() });
        let empty = Self { rows: empty.collect(), rest: Masses::default() };
        std::mem::replace(self, empty)
    }

    /// Adds a state with this ship attacked next, or none.
    #[inline]
    fn add(&mut self, attacked: Option<usize>, frame: u32, hulls: Hulls, mass: f64) {
        match attacked {
            Some(ship) => {
                self.rows[ship].add(frame, without(hulls, ship), hull(hulls, ship), mass);
            }
            None => self.rest.add((frame, hulls), mass),
        }
    }

    /// Calls a function with all states.
    fn each(&self, mut visit: impl FnMut(u32, Hulls, f64)) {
        for ((frame, hulls), mass) in self.rest.iter() {
            visit(frame, hulls, mass);
        }
        for (ship, rows) in self.rows.iter().enumerate() {
            for (&(frame, others), row) in rows.each() {
                for (hull, &mass) in row.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
                    visit(frame, others | alone(hull, ship), mass);
                }
            }
        }
    }

    fn bytes(&self) -> u64 {
        let of_key = 3 * size_of::<(u32, Hulls)>() + 2 * size_of::<u32>();
        let rows = self.rows.iter();
        let rows = rows.map(|rows| 2 * (rows.keys.len() * of_key + rows.masses.len() * 8));
        rows.sum::<usize>() as u64 + self.rest.len() as u64 * Masses::<(u32, Hulls)>::BYTES
    }
}

/// Sums that a phase adds to.
struct PhaseEnds {
    next: PhaseStates,
    ended: Masses<Hulls>,
}

impl<'a, const SHIPS: usize> ShipFlow<'a, SHIPS> {
    /// Begins a battle at its opening. Returns `None` if there are too many ships.
    pub(super) fn new(battle: &'a ShipBattle<SHIPS>) -> Option<Self> {
        if battle.ships > MAX_SHIPS {
            return None;
        }
        let (mut frames, mut now) = (Frames::new(battle), PhaseStates::new(battle));
        let (frame, hulls) = frames.of(battle.opening);
        now.add(frames.next_victim(frame, 0), frame, hulls, 1.0);
        Some(Self { frames, ships: battle.ships, now })
    }

    /// Ends the phase in a state. Returns the work done.
    #[inline]
    fn finish(&self, next: u32, hulls: Hulls, mass: f64, ends: &mut PhaseEnds) -> u64 {
        match self.frames.get(next) {
            Next::Over(living) => {
                ends.ended.add(hulls & living, mass);
                STEPS_PER_STATE
            }
            Next::Phase(living, frames) => {
                for &(frame, chance) in frames {
                    let attacked = self.frames.next_victim(frame, 0);
                    ends.next.add(attacked, frame, hulls & living, mass * chance);
                }
                frames.len() as u64 * STEPS_PER_STATE
            }
        }
    }

    /// Plays the attacks on a ship in one row of states. Returns the work done; `None` if `go_on`
    /// returns false.
    fn attack(
        &mut self,
        (ship, row): (usize, &[f64]),
        (frame, others): (u32, Hulls),
        now: &mut PhaseStates,
        ends: &mut PhaseEnds,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<u64> {
        let mut left = vec![0.0; row.len()];
        let mut steps = 2;
        let Some(hit) = self.frames.hit(frame, ship) else { return Some(0) };
        let mut destroyed = 0.0;
        let results = self.frames.outcomes(hit).len();
        for result in (0..results).rev() {
            let Some((to, damage)) = self.frames.outcomes(hit).nth(result) else { break };
            left.fill(0.0);
            let (lost, added) = damage.spread(row, &mut left);
            destroyed += lost;
            steps += (added / ADDITIONS_PER_STEP) as u64;
            // A ship that does not survive belongs to the first result.
            left[0] = if result == 0 { destroyed } else { 0.0 };
            let attacked = self.frames.next_victim(to, ship + 1);
            let (mut known, mut condition) = (0, None);
            for (hull, &mass) in left.iter().enumerate().filter(|(_, p)| **p >= NEGLIGIBLE) {
                let hulls = others | alone(hull, ship);
                if attacked.is_some() {
                    now.add(attacked, to, hulls, mass);
                    steps += STEPS_PER_STATE;
                    continue;
                }
                let present = Some(self.frames.condition(ship, hull));
                if condition != present {
                    condition = present;
                    known = self.frames.next(to, hulls, go_on)?;
                }
                steps += self.finish(known, hulls, mass, ends);
            }
        }
        Some(steps)
    }

    /// Reports the work of a phase from time to time. Returns whether to go on.
    fn report(
        &mut self,
        steps: &mut u64,
        states: [&PhaseStates; 2],
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        *steps += self.frames.take_steps();
        if *steps < REPORT {
            return true;
        }
        let states: u64 = states.into_iter().map(PhaseStates::bytes).sum();
        let bytes = states + self.frames.bytes();
        go_on(FlowWork { steps: std::mem::take(steps), bytes })
    }

    /// Plays a phase in all states.
    fn play_phase(
        &mut self,
        ended: &mut Masses<Hulls>,
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        let mut now = self.now.take();
        let mut ends = PhaseEnds { next: self.now.take(), ended: std::mem::take(ended) };
        let mut steps = 0;
        for ((frame, hulls), mass) in now.rest.take() {
            let Some(next) = self.frames.next(frame, hulls, go_on) else { return false };
            steps += 1 + self.finish(next, hulls, mass, &mut ends);
            if !self.report(&mut steps, [&now, &ends.next], go_on) {
                return false;
            }
        }
        for ship in 0..self.ships {
            let width = now.rows[ship].width;
            let rows = std::mem::replace(&mut now.rows[ship], Rows { width, ..Rows::default() });
            for (&key, row) in rows.each() {
                let done = self.attack((ship, row), key, &mut now, &mut ends, go_on);
                let Some(done) = done else { return false };
                steps += done;
                if !self.report(&mut steps, [&now, &ends.next], go_on) {
                    return false;
                }
            }
        }
        (self.now, *ended) = (ends.next, ends.ended);
        steps += self.frames.take_steps();
        go_on(FlowWork { steps, bytes: self.now.bytes() + self.frames.bytes() })
    }
}

impl<const SHIPS: usize> Flow<ShipState<SHIPS>> for ShipFlow<'_, SHIPS> {
    fn play(
        &mut self,
        end: &mut dyn FnMut(&ShipState<SHIPS>, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        let mut ended = Masses::default();
        for _ in 0..=LAST {
            if !self.play_phase(&mut ended, go_on) {
                return false;
            }
        }
        for (hulls, mass) in ended.take() {
            end(&self.frames.final_state(hulls), mass);
        }
        true
    }

    fn left(&self) -> f64 {
        let mut left = 0.0;
        self.now.each(|_, _, mass| left += mass);
        left
    }

    fn undecided(&self) -> Vec<(ShipState<SHIPS>, f64)> {
        let mut states = Vec::new();
        self.now.each(|frame, hulls, mass| states.push((self.frames.state(frame, hulls), mass)));
        states
    }

    fn leave_out(&mut self, most: f64) {
        let mut masses = Vec::new();
        self.now.each(|_, _, mass| masses.push(mass));
        let least = threshold(masses.into_iter(), most);
        let rows = self.now.rows.iter_mut().flat_map(|rows| &mut rows.masses);
        rows.filter(|mass| **mass < least).for_each(|mass| *mass = 0.0);
        self.now.rest.keep(least);
    }
}
