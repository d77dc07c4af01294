//! Transitions that a worker has met: a part of the graph that grows while battles are played.
//!
//! Where an activation draws once, the state and the draw decide what follows. The worker notes the
//! alias table of the draw, and for each row the state that it leads to. When a battle comes to
//! that state again, one row replaces the activation. Draws are made in the order of the rules, so
//! what is noted never changes a result. Where an activation draws several times, or where there is
//! no room left, battles are played on by the rules.

use std::hash::{BuildHasher, Hash};
use std::hint::select_unpredictable;

use rustc_hash::FxBuildHasher;

use crate::dice::{Die, Distribution, Sampler};
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

/// Number of battles that may leave their rows because the rows are full. Once more have left, and
/// most battles do, all later ones are played by the rules alone.
const MAX_LEFT: u64 = 1 << 12;

/// Number of battles that are counted at a time.
const STRETCH: usize = 64;

/// All that battles need to be played by the rules.
pub(crate) struct Rules<'a, B: Battle> {
    pub(crate) battle: &'a B,
    /// Number of the battle in its chain.
    pub(crate) number: usize,
    pub(crate) captains: &'a mut B::Captains,
    pub(crate) die: &'a mut Sampler,
    /// Last round of a battle.
    pub(crate) round_cap: u32,
}

/// The transitions that a worker has met.
#[derive(Debug)]
pub(crate) struct Transitions<S> {
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

/// One side of a row, where a transition leaves it.
#[derive(Clone, Copy, Debug)]
struct RowSide {
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
    #[inline(always)]
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
    pub(crate) fn play_one<B: Battle<State = S>>(
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
    #[inline(always)]
    fn follow<B: Battle<State = S>>(
        &self,
        now: &mut UnderWay,
        rules: &mut Rules<'_, B>,
        ended: &mut [Ended],
    ) -> (usize, Option<u64>) {
        let first_round = rules.battle.first_round();
        // A battle is cut short when a round would begin.
        let last_round = u64::from(rules.round_cap.max(first_round));
        let UnderWay { mut here, mut round } = *now;
        // Local copies, so that they stay in registers.
        let (mut die, rows) = (rules.die.clone(), &self.rows[..]);
        let mut n = 0;
        while n < ended.len() {
            let bits = die.bits();
            let row = &rows[here.row(bits)];
            let is_own = here.takes_own(bits, row.threshold);
            // The result is unpredictable, so a branch here would often be mispredicted.
            let next = select_unpredictable(is_own, row.own, row.alias);
            let reached = next.reached(round);
            if reached > last_round {
                (*now, *rules.die) = (UnderWay { here, round }, die);
                return (n, Some(bits));
            }
            // Overwritten by the next entry if the battle continues.
            let reached = reached as u32;
            ended[n] = (next.place(), reached);
            n += usize::from(next.is_over());
            round = select_unpredictable(next.is_over(), first_round, reached);
            here = next;
        }
        (*now, *rules.die) = (UnderWay { here, round }, die);
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
        let mut die = NotingDie::repeating(rules.die, bits);
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
        self.discover(rules, Some(RowSide { row, is_own }), (state, outcome), round)
    }

    /// Plays a battle by the rules until it comes to a known place, and notes all that it meets on
    /// the way. The battle has left a row on this side, or begins, and an activation has left it in
    /// this state.
    #[cold]
    fn discover<B: Battle<State = S>>(
        &mut self,
        rules: &mut Rules<'_, B>,
        mut from: Option<RowSide>,
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
                    self.lead(from, end, new_round);
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
                self.lead(from, Some(here), new_round);
                return match here.stops() {
                    true => rules.play_on(state, round),
                    false => Arrival::Known(UnderWay { here, round }),
                };
            }
            let (before, first) = (state, self.rows.len());
            let mut die = NotingDie::noting(rules.die, &mut self.rows);
            outcome = rules.battle.step(&mut state, &mut die, rules.captains);
            // Where a battle may be cut short or begins, the state is kept although activations
            // without a draw follow.
            let is_kept = new_round || from.is_none();
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
            self.lead(from, place, new_round);
            if from.is_none() && self.opening.is_none() {
                self.opening = place;
            }
            let (Some((taken, _)), Some(_)) = (noted, place) else {
                self.rows.truncate(first);
                return rules.go_on(state, outcome, round);
            };
            (from, new_round) = (Some(taken), false);
        }
    }

    /// Notes where a side of a row leads.
    fn lead(&mut self, from: Option<RowSide>, to: Option<Onward>, new_round: bool) {
        if let (Some(RowSide { row, is_own }), Some(to)) = (from, to) {
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

/// Consequences of a draw, in one word. From the lowest bit:
///
/// ```text
///  6  right shift of a draw that selects among the rows of the state
/// 25  first row of the state
///  1  unused
///  1  whether the battle is over
///  1  whether a round begins
///  1  whether the battle cannot follow rows from here
///  5  unused
/// 24  number of the place
/// ```
///
/// After the end of a battle, the lower half is that of the opening, where the next one begins.
#[derive(Clone, Copy, Debug)]
struct Onward(u64);

/// A row of the alias table of a draw.
#[derive(Clone, Copy, Debug)]
struct KnownRow {
    threshold: u64,
    own: Onward,
    alias: Onward,
}

impl Onward {
    const FIRST: u32 = 6;
    const OVER: u32 = 32;
    const ROUND: u32 = 33;
    const STOP: u32 = 34;
    const PLACE: u32 = 40;
    /// A transition that has not occurred yet.
    const UNKNOWN: Self = Self(1 << Self::STOP | u64::MAX << Self::PLACE);

    /// Returns the way to a place with these rows.
    fn rows(place: usize, first: usize, row_bits: u32) -> Self {
        let first = (first as u64) << Self::FIRST;
        Self((place as u64) << Self::PLACE | first | u64::from(64 - row_bits))
    }

    /// Returns the way to a place from which the battle is played by the rules.
    fn by_rules(place: usize) -> Self {
        Self((place as u64) << Self::PLACE | 1 << Self::STOP)
    }

    /// Returns the way to the end of a battle.
    fn over(place: usize, opening: Option<Self>) -> Self {
        let opening = opening.map_or(0, |opening| u64::from(opening.0 as u32));
        Self((place as u64) << Self::PLACE | 1 << Self::OVER | opening)
    }

    fn with_round(self, begins: bool) -> Self {
        Self(self.0 | u64::from(begins) << Self::ROUND)
    }

    #[inline]
    fn is_over(self) -> bool {
        self.0 >> Self::OVER & 1 != 0
    }

    /// Number of rounds that begin.
    #[inline]
    fn rounds(self) -> u32 {
        (self.0 >> Self::ROUND) as u32 & 1
    }

    /// Returns the round of a battle that was in this one before. It is later than any other round
    /// if the battle cannot follow rows from here: one comparison shows both.
    #[inline]
    fn reached(self, round: u32) -> u64 {
        u64::from(round + self.rounds()) | self.0 & 1 << Self::STOP
    }

    /// Whether the battle cannot follow rows from here.
    #[inline]
    fn stops(self) -> bool {
        self.0 >> Self::STOP & 1 != 0
    }

    #[inline]
    fn is_unknown(self) -> bool {
        self.0 == Self::UNKNOWN.0
    }

    #[inline]
    fn place(self) -> usize {
        (self.0 >> Self::PLACE) as usize
    }

    #[inline]
    fn row(self, bits: u64) -> usize {
        // The bit above the number of the row is not set. The shift wraps, so only its lowest bits
        // count.
        (self.0 as u32 >> Self::FIRST) as usize + bits.wrapping_shr(self.0 as u32) as usize
    }

    /// Whether a draw takes the row's own outcome, as
    /// [`Distribution::pick`](crate::dice::Distribution::pick) decides.
    #[inline]
    fn takes_own(self, bits: u64, threshold: u64) -> bool {
        bits.wrapping_shl((self.0 as u32).wrapping_neg()) < threshold
    }
}

/// A die that draws at random, and notes the first draw.
struct NotingDie<'a> {
    die: &'a mut Sampler,
    /// The first draw, if it is already made.
    first: Option<u64>,
    /// Receives the rows of the first draw.
    rows: Option<&'a mut Vec<KnownRow>>,
    draws: u32,
    noted: Option<(RowSide, u32)>,
}

impl<'a> NotingDie<'a> {
    /// Creates a die that notes its first draw in `rows`, if it has room there.
    fn noting(die: &'a mut Sampler, rows: &'a mut Vec<KnownRow>) -> Self {
        Self { die, first: None, rows: Some(rows), draws: 0, noted: None }
    }

    /// Creates a die whose first draw is already made.
    fn repeating(die: &'a mut Sampler, bits: u64) -> Self {
        Self { die, first: Some(bits), rows: None, draws: 0, noted: None }
    }

    fn draws(&self) -> u32 {
        self.draws
    }

    /// Returns the side of a row that the only draw has taken, and the number of bits that select
    /// among its rows. Returns `None` if there were several draws or no room.
    fn noted(self) -> Option<(RowSide, u32)> {
        self.noted.filter(|_| self.draws == 1)
    }

    fn note<T: Copy>(&mut self, distribution: &Distribution<T>, bits: u64) {
        let Some(rows) = self.rows.take() else { return };
        let row_bits = distribution.row_bits();
        let wanted = rows.len() + (1 << row_bits);
        if wanted > MAX_ROWS {
            return;
        }
        make_room(rows, wanted, FIRST_ROWS, MAX_ROWS);
        let here = Onward::rows(0, rows.len(), row_bits);
        let unknown = Onward::UNKNOWN;
        let noted = distribution.thresholds();
        rows.extend(noted.map(|threshold| KnownRow { threshold, own: unknown, alias: unknown }));
        let row = here.row(bits);
        let is_own = here.takes_own(bits, rows[row].threshold);
        self.noted = Some((RowSide { row, is_own }, row_bits));
    }
}

impl Die for NotingDie<'_> {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        self.draws += 1;
        let bits = self.first.take().unwrap_or_else(|| self.die.bits());
        self.note(distribution, bits);
        distribution.pick(bits)
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        // Such a choice is not noted.
        self.draws += 1;
        self.rows = None;
        self.die.choose(weights)
    }
}
