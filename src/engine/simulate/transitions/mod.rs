//! Transitions that a worker has met: a part of the graph that grows while battles are played.
//!
//! Where an activation draws once, the state and the draw decide what follows. The worker notes the
//! alias table of the draw, and for each row the state that it leads to. When a battle comes to that
//! state again, one row replaces the activation. Draws are made in the order of the rules, so what
//! is noted never changes a result. Where an activation draws several times, or where there is no
//! room left, battles are played on by the rules.
//!
//! ```text
//! onward    rows of known transitions, packed
//! recorder  the die of activations that are noted
//! ```

mod onward;
mod recorder;

use std::hash::{BuildHasher, Hash};
use std::hint::select_unpredictable;

use rustc_hash::FxBuildHasher;

use self::onward::{KnownRow, Onward};
use self::recorder::Recorder;
use crate::dice::Sampler;
use crate::engine::simulate::kernel::play_on;
use crate::model::{Battle, StepOutcome};
use crate::stats::Tally;

/// Maximum number of rows. They take 6 MB.
const MAX_ROWS: usize = 1 << 18;

/// Maximum number of places, and of bytes of their states.
const MAX_PLACES: usize = 1 << 14;
const MAX_PLACE_BYTES: usize = 1 << 22;

/// Rows and places for which there is room at first. Most battles need no more.
const FIRST_ROWS: usize = 1 << 14;
const FIRST_PLACES: usize = 1 << 10;

/// Slots of the index. At most half of them are taken.
const SLOTS: usize = 2 * MAX_PLACES;

/// Number of battles that may leave their rows for want of room. If they are more, and most of all
/// battles do, all later ones are played by the rules alone.
const MAX_LEFT: u64 = 1 << 12;

/// Number of battles that are counted at a time.
const STRETCH: usize = 64;

/// All that battles need to be played by the rules.
pub(in crate::engine) struct Rules<'a, B: Battle> {
    pub(in crate::engine) battle: &'a B,
    /// Number of the battle in its chain.
    pub(in crate::engine) number: usize,
    pub(in crate::engine) captains: &'a mut B::Captains,
    pub(in crate::engine) die: &'a mut Sampler,
    /// Last round of a battle.
    pub(in crate::engine) round_cap: u32,
}

/// The transitions that a worker has met.
#[derive(Debug)]
pub(in crate::engine) struct Transitions<S> {
    rows: Vec<KnownRow>,
    places: Vec<Place<S>>,
    /// Numbers of places plus 1 by hash of their states; 0 for none.
    index: Vec<u32>,
    /// The place in which the first battle began.
    opening: Option<Onward>,
    /// Numbers of battles that have followed rows to their end, and that have left them since there
    /// is no room for more.
    ended: u64,
    left: u64,
}

/// A state before an activation, or at the end of a battle.
#[derive(Clone, Copy, Debug)]
struct Place<S> {
    /// Number of the battle in its chain.
    battle: usize,
    state: S,
    onward: Onward,
    /// Number of battles that have ended here since the last count.
    ended: u64,
}

/// One side of a row, from which a transition leads.
#[derive(Clone, Copy, Debug)]
struct Door {
    row: usize,
    is_own: bool,
}

/// A battle under way.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    here: Onward,
    round: u32,
}

/// A battle after it has been played by the rules for a while.
enum Arrival<S> {
    /// It has come to a place with rows.
    Known(UnderWay),
    /// It has ended or was cut short in this state and round.
    Over(S, u32),
}

/// Last place and round of a battle.
type Ended = (usize, u32);

impl<S> Default for Transitions<S> {
    fn default() -> Self {
        let (rows, places, index) = (Vec::new(), Vec::new(), Vec::new());
        Self { rows, places, index, opening: None, ended: 0, left: 0 }
    }
}

impl<S: Copy + Eq + Hash> Transitions<S> {
    /// Maximum number of places with states of this size.
    const MOST_PLACES: usize = {
        let fitting = MAX_PLACE_BYTES / size_of::<Place<S>>();
        if fitting < MAX_PLACES { fitting } else { MAX_PLACES }
    };

    /// Plays battles from their opening, which is not over, and counts them. `go_on` is called
    /// regularly with the number of battles since the last call; play ends when it returns false.
    pub(super) fn play<B: Battle<State = S>>(
        &mut self,
        rules: &mut Rules<'_, B>,
        battles: u64,
        tally: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        let mut ended = [(0, 0); STRETCH];
        let (mut left, mut unreported) = (battles, 0);
        let mut under_way = None;
        while left > 0 {
            let mut played = 0;
            match under_way.take().map_or_else(|| self.begin(rules), Arrival::Known) {
                Arrival::Known(mut now) => {
                    let goes_on = self.opening.is_some_and(|opening| !opening.stops());
                    let most = if goes_on { left.min(STRETCH as u64) } else { 1 };
                    let (n, stop) = self.follow(&mut now, rules, &mut ended[..most as usize]);
                    for &(place, round) in &ended[..n] {
                        self.places[place].ended += 1;
                        tally.add_rounds(round);
                    }
                    played = n as u64;
                    self.ended += played;
                    match stop.map(|bits| self.leave(rules, now, bits)) {
                        Some(Arrival::Known(now)) => under_way = Some(now),
                        Some(Arrival::Over(state, round)) => {
                            tally.add(rules.battle, &state, round);
                            played += 1;
                        }
                        None => {}
                    }
                }
                Arrival::Over(state, round) => {
                    tally.add(rules.battle, &state, round);
                    played += 1;
                }
            }
            if self.left > MAX_LEFT && self.left > self.ended {
                self.opening = self.opening.map(|opening| Onward::by_rules(opening.place()));
            }
            left -= played;
            unreported += played;
            let is_due = unreported >= STRETCH as u64 || left == 0;
            if is_due && !go_on(std::mem::take(&mut unreported)) {
                break;
            }
        }
        self.count(rules.battle, tally);
    }

    /// Counts the cells of all battles that have ended in known places.
    fn count<B: Battle<State = S>>(&mut self, battle: &B, tally: &mut Tally) {
        let cells = &mut tally.cells;
        for place in self.places.iter_mut().filter(|place| place.ended > 0) {
            let times = std::mem::take(&mut place.ended);
            battle.count(&place.state, |cell| cells[cell] += times);
            battle.measure(&place.state, |cell, amount| cells[cell] += times * amount);
        }
    }

    /// Plays one battle to its end, from a state that is not over. Returns the number of its last
    /// round.
    pub(in crate::engine) fn play_one<B: Battle<State = S>>(
        &mut self,
        rules: &mut Rules<'_, B>,
        state: &mut S,
    ) -> u32 {
        let mut arrival = self.enter(rules, *state);
        loop {
            match arrival {
                Arrival::Known(mut now) => {
                    let mut ended = [(0, 0)];
                    arrival = match self.follow(&mut now, rules, &mut ended) {
                        (_, Some(bits)) => self.leave(rules, now, bits),
                        (_, None) => Arrival::Over(self.places[ended[0].0].state, ended[0].1),
                    };
                }
                Arrival::Over(end, round) => {
                    *state = end;
                    return round;
                }
            }
        }
    }

    /// Begins a battle in its opening.
    #[inline]
    fn begin<B: Battle<State = S>>(&mut self, rules: &mut Rules<'_, B>) -> Arrival<S> {
        let round = rules.battle.first_round();
        match self.opening {
            Some(here) if !here.stops() => Arrival::Known(UnderWay { here, round }),
            Some(_) => rules.play_on(rules.battle.opening(), round),
            None => self.enter(rules, rules.battle.opening()),
        }
    }

    /// Begins a battle in a state that is not over.
    fn enter<B: Battle<State = S>>(&mut self, rules: &mut Rules<'_, B>, state: S) -> Arrival<S> {
        let round = rules.battle.first_round();
        match self.find(rules.number, &state, false) {
            Some(here) if !here.stops() => Arrival::Known(UnderWay { here, round }),
            Some(_) => rules.play_on(state, round),
            None => self.discover(rules, None, (state, StepOutcome::Continue), round),
        }
    }

    /// Follows rows until these battles have ended, or one cannot go on. Returns the number of
    /// battles that have ended and, if one cannot go on, the draw that has been made for it. From
    /// each end, the next battle begins in the first opening.
    #[inline]
    fn follow<B: Battle<State = S>>(
        &self,
        now: &mut UnderWay,
        rules: &mut Rules<'_, B>,
        ended: &mut [Ended],
    ) -> (usize, Option<u64>) {
        let first_round = rules.battle.first_round();
        // A battle is cut short when a round would begin.
        let last_round = rules.round_cap.max(first_round);
        let UnderWay { mut here, mut round } = *now;
        let mut n = 0;
        while n < ended.len() {
            let bits = rules.die.bits();
            let row = &self.rows[here.row(bits)];
            let is_own = here.takes_own(bits, row.threshold);
            // The result is unpredictable, so a branch here would often be mispredicted.
            let next = select_unpredictable(is_own, row.own, row.alias);
            let reached = round + next.rounds();
            if next.stops() || reached > last_round {
                *now = UnderWay { here, round };
                return (n, Some(bits));
            }
            // Overwritten by the next entry if the battle continues.
            ended[n] = (next.place(), reached);
            n += usize::from(next.is_over());
            round = select_unpredictable(next.is_over(), first_round, reached);
            here = next;
        }
        *now = UnderWay { here, round };
        (n, None)
    }

    /// Goes on with a battle that cannot follow its row after this draw.
    #[cold]
    fn leave<B: Battle<State = S>>(
        &mut self,
        rules: &mut Rules<'_, B>,
        now: UnderWay,
        bits: u64,
    ) -> Arrival<S> {
        self.left += u64::from(self.places.len() >= Self::MOST_PLACES);
        let UnderWay { here, round } = now;
        let row = here.row(bits);
        let KnownRow { threshold, own, alias } = self.rows[row];
        let is_own = here.takes_own(bits, threshold);
        let next = if is_own { own } else { alias };
        if !next.is_unknown() {
            let state = self.places[next.place()].state;
            return match next.rounds() == 1 && round >= rules.round_cap {
                true => Arrival::Over(state, round),
                false => rules.play_on(state, round + next.rounds()),
            };
        }
        // After an end, the battle is in the opening.
        let from = if here.is_over() { self.opening.unwrap_or(here) } else { here };
        let mut state = self.places[from.place()].state;
        let mut die = Recorder::repeating(rules.die, bits);
        let outcome = loop {
            let outcome = rules.battle.step(&mut state, &mut die, rules.captains);
            if die.draws() > 0 || outcome == StepOutcome::Over {
                break outcome;
            }
        };
        // After some first draws, an activation may draw again.
        if die.draws() > 1 {
            return rules.go_on(state, outcome, round);
        }
        self.discover(rules, Some(Door { row, is_own }), (state, outcome), round)
    }

    /// Plays a battle by the rules until it comes to a known place, and notes all that it meets on
    /// the way. The battle has come through a door, or begins, and an activation has left it in
    /// this state.
    #[cold]
    fn discover<B: Battle<State = S>>(
        &mut self,
        rules: &mut Rules<'_, B>,
        mut door: Option<Door>,
        (mut state, mut outcome): (S, StepOutcome),
        mut round: u32,
    ) -> Arrival<S> {
        let mut new_round = false;
        loop {
            match outcome {
                StepOutcome::Over => {
                    let end = self.find(rules.number, &state, true);
                    let end = end.or_else(|| {
                        let opening = self.opening;
                        self.note(rules.number, state, |place| Onward::over(place, opening))
                    });
                    self.lead(door, end, new_round);
                    return Arrival::Over(state, round);
                }
                // Two rounds begin without a draw.
                StepOutcome::NextRound if new_round => return rules.go_on(state, outcome, round),
                StepOutcome::NextRound if round >= rules.round_cap => {
                    return Arrival::Over(state, round);
                }
                StepOutcome::NextRound => {
                    round += 1;
                    new_round = true;
                }
                StepOutcome::Continue => {}
            }
            if let Some(here) = self.find(rules.number, &state, false) {
                self.lead(door, Some(here), new_round);
                return match here.stops() {
                    true => rules.play_on(state, round),
                    false => Arrival::Known(UnderWay { here, round }),
                };
            }
            let (before, first) = (state, self.rows.len());
            let mut die = Recorder::noting(rules.die, &mut self.rows);
            outcome = rules.battle.step(&mut state, &mut die, rules.captains);
            // Where a battle may be cut short or begins, the state is kept although activations
            // without a draw follow.
            let is_kept = new_round || door.is_none();
            while is_kept && die.draws() == 0 && outcome == StepOutcome::Continue {
                outcome = rules.battle.step(&mut state, &mut die, rules.captains);
            }
            if die.draws() == 0 && !is_kept {
                continue;
            }
            let noted = die.noted();
            let place = match noted {
                Some((_, bits)) => {
                    self.note(rules.number, before, |place| Onward::rows(place, first, bits))
                }
                None => self.note(rules.number, before, Onward::by_rules),
            };
            self.lead(door, place, new_round);
            if door.is_none() && self.opening.is_none() {
                self.opening = place;
            }
            let (Some((taken, _)), Some(_)) = (noted, place) else {
                self.rows.truncate(first);
                return rules.go_on(state, outcome, round);
            };
            (door, new_round) = (Some(taken), false);
        }
    }

    /// Notes where a door leads.
    fn lead(&mut self, door: Option<Door>, to: Option<Onward>, new_round: bool) {
        if let (Some(Door { row, is_own }), Some(to)) = (door, to) {
            let row = &mut self.rows[row];
            let side = if is_own { &mut row.own } else { &mut row.alias };
            *side = to.with_round(new_round);
        }
    }

    /// Returns the way to a state, if it is a known place.
    fn find(&self, battle: usize, state: &S, is_over: bool) -> Option<Onward> {
        let mut slot = Self::slot(battle, state);
        loop {
            let number = *self.index.get(slot)?;
            let place = self.places.get((number as usize).checked_sub(1)?)?;
            let is_same = place.battle == battle && place.onward.is_over() == is_over;
            if is_same && place.state == *state {
                return Some(place.onward);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Adds a place, if there is room.
    fn note(
        &mut self,
        battle: usize,
        state: S,
        onward: impl FnOnce(usize) -> Onward,
    ) -> Option<Onward> {
        let most = Self::MOST_PLACES;
        let number = self.places.len();
        if number >= most {
            return None;
        }
        if self.index.is_empty() {
            self.index = vec![0; SLOTS];
        }
        make_room(&mut self.places, number + 1, FIRST_PLACES, most);
        let mut slot = Self::slot(battle, &state);
        while self.index[slot] > 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.index[slot] = number as u32 + 1;
        let onward = onward(number);
        self.places.push(Place { battle, state, onward, ended: 0 });
        Some(onward)
    }

    fn slot(battle: usize, state: &S) -> usize {
        FxBuildHasher.hash_one((battle, state)) as usize % SLOTS
    }
}

/// Makes room for `wanted` elements, of at most `most`. A list grows twice at most: to `first`, and
/// to its final size.
fn make_room<T>(list: &mut Vec<T>, wanted: usize, first: usize, most: usize) {
    if wanted > list.capacity() {
        let room = if wanted <= first { first.min(most) } else { most };
        list.reserve_exact(room.saturating_sub(list.len()));
    }
}

impl<B: Battle> Rules<'_, B> {
    /// Plays a battle to its end.
    fn play_on(&mut self, mut state: B::State, round: u32) -> Arrival<B::State> {
        let cap = self.round_cap;
        let round = play_on(self.battle, &mut state, (round, cap), self.die, self.captains);
        Arrival::Over(state, round)
    }

    /// Plays a battle to its end after an activation with this outcome.
    fn go_on(&mut self, state: B::State, outcome: StepOutcome, round: u32) -> Arrival<B::State> {
        match outcome {
            StepOutcome::Over => Arrival::Over(state, round),
            StepOutcome::NextRound if round >= self.round_cap => Arrival::Over(state, round),
            StepOutcome::NextRound => self.play_on(state, round + 1),
            StepOutcome::Continue => self.play_on(state, round),
        }
    }
}
