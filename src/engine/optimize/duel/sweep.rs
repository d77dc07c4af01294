//! One pass over all states, in order of damage.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::volley::{StatePairTurn, TargetCriterion, TurnValue, follow};
use super::work::{outer_side, windows};
use super::{DuelUnsolved, Gain, Interests, Stakes};
use crate::engine::optimize::Convergence;
use crate::engine::par_map;
use crate::engine::{Control, Stage};
use crate::model::duel::{Duel, DuelSolution, Pass, Rows};

/// Number of pairs of states from which on a level is shared among threads.
const MIN_PARALLEL: usize = 4096;

/// Returns the largest relative difference between the values of two passes. Differences are
/// relative because odds that are still tiny may have a long way to go. Tie-break values up to 1
/// are compared absolutely.
fn farthest<const N: usize>(before: &[[f64; N]], after: &[[f64; N]]) -> f64 {
    let change = |n: usize, before: f64, after: f64| match (before - after).abs() {
        0.0 => 0.0,
        change if n % 2 == 1 => change / after.abs().max(1.0),
        change => change / after.abs(),
    };
    let of_state = |(before, after): (&[f64; N], &[f64; N])| {
        (0..N).map(|n| change(n, before[n], after[n])).fold(0.0, f64::max)
    };
    before.iter().zip(after).map(of_state).fold(0.0, f64::max)
}

/// Data shared by all tasks. Each state has N values.
pub(in crate::engine) struct Solver<'a, const N: usize> {
    duel: &'a Duel,
    stakes: &'a Stakes<'a>,
    /// The side whose figures come first.
    seen: usize,
    /// By side: the values that it optimises.
    picks: [TargetCriterion; 2],
    /// Whether ships are repaired in a battle without a round limit.
    endless: bool,
    outer: usize,
    rows: [Rows; 2],
    nth: Vec<usize>,
    /// Places in the list of situations that were asked for, by pair of states.
    asked: FxHashMap<[usize; 2], Vec<usize>>,
}

/// Results for one state of the outer side.
struct Column<const N: usize> {
    /// Rows of the inner side against this state.
    rows: Vec<[f64; N]>,
    choices: [Box<[u8]>; 2],
    /// Values at the start of a round.
    starts: Vec<[f64; N]>,
    /// Value of the opening, if it is among these pairs of states.
    opening: Option<[f64; N]>,
    /// Values of the situations that were asked for, by their place in the list.
    asked: Vec<(usize, [f64; N])>,
}

impl<'a, const N: usize> Solver<'a, N> {
    /// Creates a solver with N values per state: both figures of side `seen`, then as many of the
    /// other side as are wanted.
    pub(in crate::engine) fn new(
        duel: &'a Duel,
        stakes: &'a Stakes<'a>,
        seen: usize,
        picks: [TargetCriterion; 2],
    ) -> Self {
        let rows = [Rows::new(duel, 0), Rows::new(duel, 1)];
        let mut nth = vec![0; duel.turns.len()];
        for side in &rows {
            for (n, &turn) in side.turns.iter().enumerate() {
                nth[turn] = n;
            }
        }
        let endless = stakes.rounds.is_none() && duel.heals();
        let outer = outer_side(duel);
        let mut asked: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (n, (_, pair)) in stakes.asked.situations.iter().enumerate() {
            asked.entry(*pair).or_default().push(n);
        }
        Self { duel, stakes, seen, picks, endless, outer, rows, nth, asked }
    }

    pub(in crate::engine) fn run(
        mut self,
        max_passes: u32,
        control: &Control,
    ) -> Result<DuelSolution, DuelUnsolved> {
        let mut rounds = Vec::new();
        self.decide_ties(!self.endless);
        let first = self.sweep(None, control)?;
        let sweep = if self.endless {
            self.settle_endless(first, max_passes, control)?
        } else if self.stakes.rounds.is_some() {
            self.converge(first, &mut 1, max_passes, control, &mut rounds)?
        } else {
            first
        };
        let values = self.values(sweep.opening);
        let asked = sweep.asked.iter().map(|figures| self.gain(*figures)).collect();
        rounds.push(sweep.choices);
        let Self { outer, rows, nth, .. } = self;
        Ok(DuelSolution { values, asked, outer, rows, nth, rounds })
    }

    /// Returns the gain of the asking side.
    fn gain(&self, figures: [f64; N]) -> Gain {
        let side = self.stakes.asked.side;
        match (figures.get(2..4), self.stakes.interests) {
            (Some(others), _) if side != self.seen => [others[0], others[1]],
            (None, Interests::Opposed) if side != self.seen => {
                let [a, b] = (self.stakes.worth)([0, self.duel.opening[1]]);
                [0, 1].map(|n| a[n] + b[n] - figures[n])
            }
            _ => [figures[0], figures[1]],
        }
    }

    /// Returns the value of the opening for each side, by its own objective.
    fn values(&self, opening: [f64; N]) -> [f64; 2] {
        let other = match (opening.get(2), self.stakes.interests) {
            (Some(other), _) => *other,
            (None, Interests::Opposed) => {
                let [a, b] = (self.stakes.worth)([0, self.duel.opening[1]]);
                a[0] + b[0] - opening[0]
            }
            (None, _) => opening[0],
        };
        let mut values = [other; 2];
        values[self.seen] = opening[0];
        values
    }

    /// Solves a duel in which ships are repaired and rounds are unlimited. There, stalling forever
    /// can look as good as finishing, and better by the tie-break. Therefore ties are decided only
    /// when the values of the current choices are known, and a choice changes only for a strictly
    /// better one. No such change leads to a battle that never ends.
    fn settle_endless(
        &mut self,
        first: Sweep<N>,
        max_passes: u32,
        control: &Control,
    ) -> Result<Sweep<N>, DuelUnsolved> {
        let mut passes = 1;
        let mut settled =
            self.converge(first, &mut passes, max_passes, control, &mut Vec::new())?;
        loop {
            self.decide_ties(true);
            let improved = self.sweep(Some(&settled), control)?;
            if improved.choices == settled.choices {
                return Ok(settled);
            }
            self.decide_ties(false);
            settled = self.converge(improved, &mut passes, max_passes, control, &mut Vec::new())?;
        }
    }

    fn decide_ties(&mut self, now: bool) {
        self.picks.iter_mut().for_each(|pick| pick.decides_ties = now);
    }

    /// Whether a round may differ from the next even if no side hits anything.
    fn goes_by_rounds(&self) -> bool {
        self.stakes.rounds.is_some() || self.duel.heals()
    }

    /// Repeats passes over all states, each for a battle with one more round, until the values
    /// converge or the round limit is reached. If the battle is cut short, the choices of all
    /// passes but the last are appended to `rounds`. `passes` counts all passes.
    fn converge(
        &self,
        mut sweep: Sweep<N>,
        passes: &mut u32,
        max_passes: u32,
        control: &Control,
        rounds: &mut Vec<Pass>,
    ) -> Result<Sweep<N>, DuelUnsolved> {
        let mut convergence = Convergence::new();
        while self.stakes.rounds != Some(*passes) {
            if *passes >= max_passes {
                return Err(DuelUnsolved::Unsettled);
            }
            *passes += 1;
            let next = self.sweep(Some(&sweep), control)?;
            let change = farthest(&sweep.starts, &next.starts);
            if self.stakes.rounds.is_some() {
                rounds.push(sweep.choices);
            }
            sweep = next;
            if convergence.is_reached(change) {
                break;
            }
        }
        Ok(sweep)
    }

    /// Makes one pass over all states. Where rounds differ, `before` is the result of the previous
    /// pass: optimal play with one round less.
    fn sweep(
        &self,
        before: Option<&Sweep<N>>,
        control: &Control,
    ) -> Result<Sweep<N>, DuelUnsolved> {
        let side = &self.duel.sides[self.outer];
        let windows = windows(self.duel, self.outer);
        let keeps_starts = self.goes_by_rounds();
        let mut sweep = Sweep {
            opening: [0.0; N],
            asked: vec![[0.0; N]; self.stakes.asked.situations.len()],
            starts: Vec::new(),
            choices: Vec::with_capacity(side.states()),
        };
        let mut rows: Vec<Vec<[f64; N]>> = Vec::with_capacity(side.states());
        control.begin(Stage::Play, side.states());
        for level in 0..windows.len() {
            control.look(rows.len())?;
            let states = side.levels[level]..side.levels[level + 1];
            let column = |state| self.column(state, &rows, before);
            let pairs = states.len() * self.duel.sides[1 - self.outer].states();
            let columns: Vec<Column<N>> = if pairs < MIN_PARALLEL {
                states.map(column).collect()
            } else {
                par_map(states.len(), usize::MAX, &|n| column(states.start + n))
            };
            for column in columns {
                rows.push(column.rows);
                sweep.choices.push(column.choices);
                if keeps_starts {
                    sweep.starts.extend(column.starts);
                }
                sweep.opening = column.opening.unwrap_or(sweep.opening);
                column.asked.into_iter().for_each(|(n, value)| sweep.asked[n] = value);
            }
            if level > 0 {
                for row in &mut rows[side.levels[windows[level - 1]]..side.levels[windows[level]]] {
                    *row = Vec::new();
                }
            }
        }
        Ok(sweep)
    }

    /// Solves all states of the inner side against one state of the outer side.
    fn column(
        &self,
        outer: usize,
        lower: &[Vec<[f64; N]>],
        before: Option<&Sweep<N>>,
    ) -> Column<N> {
        let inner = 1 - self.outer;
        let states = self.duel.sides[inner].states();
        let width = self.rows[self.outer].width(outer);
        let mut column = Column {
            rows: vec![[0.0; N]; self.rows[inner].total()],
            choices: [
                vec![0; self.choices(inner, self.rows[inner].total())].into(),
                vec![0; self.choices(self.outer, states * width)].into(),
            ],
            starts: Vec::with_capacity(states),
            opening: None,
            asked: Vec::new(),
        };
        let mut outer_rows = vec![[0.0; N]; states * width];
        let mut turns = vec![TurnValue::default(); self.duel.turns.len()];
        for state in 0..states {
            let pair = Pair { outer, inner: state, lower, before };
            let start = if pair.is_over() {
                let worth = self.worth(&pair);
                turns.fill(TurnValue { after: worth, ..TurnValue::default() });
                worth
            } else {
                self.fire(&pair, &mut turns, &mut column, &mut outer_rows);
                self.close(&pair, &mut turns)
            };
            self.keep(&pair, &turns, &mut column, &mut outer_rows);
            column.starts.push(start);
            if self.both([outer, state]) == self.duel.opening {
                column.opening = Some(turns.first().map_or(start, TurnValue::at));
            }
            for &n in self.asked.get(&self.both([outer, state])).into_iter().flatten() {
                let (turn, _) = self.stakes.asked.situations[n];
                column.asked.push((n, turns[turn].at()));
            }
        }
        column
    }

    /// Number of choices stored for this many values; none for a side that plays as declared.
    fn choices(&self, side: usize, values: usize) -> usize {
        let open = self.rows[side].turns.iter().any(|&t| self.duel.turns[t].is_open);
        if open { values } else { 0 }
    }

    fn worth(&self, pair: &Pair<'_, N>) -> [f64; N] {
        let worth = (self.stakes.worth)(self.both([pair.outer, pair.inner]));
        let [seen, other] = [worth[self.seen], worth[1 - self.seen]];
        let all = [seen[0], seen[1], other[0], other[1]];
        std::array::from_fn(|n| all[n])
    }

    /// Converts a pair (outer, inner) to (first side, second side).
    fn both(&self, [outer, inner]: [usize; 2]) -> [usize; 2] {
        if self.outer == 0 { [outer, inner] } else { [inner, outer] }
    }

    /// Computes for each turn the value of the outcomes that change something, and the probability
    /// that it changes nothing.
    fn fire(
        &self,
        pair: &Pair<'_, N>,
        turns: &mut [TurnValue<N>],
        column: &mut Column<N>,
        outer_rows: &mut [[f64; N]],
    ) {
        for (t, turn) in self.duel.turns.iter().enumerate() {
            let is_inner = turn.side != self.outer;
            let (own, foe) = pair.seen_by(is_inner);
            let strength = usize::from(turn.strength[own]);
            let rows = &self.rows[turn.side];
            let stretch = rows.stretch(own, self.nth[t]);
            turns[t] = TurnValue { nothing: 1.0, ..TurnValue::default() };
            if stretch.is_empty() {
                continue;
            }
            let known = pair.before.filter(|_| self.endless);
            let known = known.map(|before| &before.choices[pair.outer]);
            let target = StatePairTurn { turn, strength, foe, pick: self.picks[turn.side] };
            let blows = &self.duel.sides[1 - turn.side].blows;
            let [inner_choices, outer_choices] = &mut column.choices;
            turns[t] = if is_inner {
                let known = known.map_or(&[][..], |known| part(&known[0], stretch.clone()));
                let choices = slice(inner_choices, stretch.clone());
                let row_of = |foe: usize| &pair.lower[foe][stretch.clone()];
                target.fire(blows, &mut column.rows[stretch.clone()], choices, known, row_of)
            } else {
                let place = rows.place(own, self.nth[t], foe);
                let (before, row) = outer_rows.split_at_mut(place.start);
                let len = place.len();
                let known = known.map_or(&[][..], |known| part(&known[1], place.clone()));
                let choices = slice(outer_choices, place);
                let row_of = |foe: usize| &before[rows.place(own, self.nth[t], foe)];
                target.fire(blows, &mut row[..len], choices, known, row_of)
            };
        }
    }

    /// Computes the value after each turn by closing the cycle of rounds without hits. Returns the
    /// value at the start of a round.
    fn close(&self, pair: &Pair<'_, N>, turns: &mut [TurnValue<N>]) -> [f64; N] {
        let (once, round) = turns.split_at_mut(self.duel.prelude);
        let mut changed = [0.0; N];
        let mut nothing = 1.0;
        for turn in round.iter() {
            changed = std::array::from_fn(|n| changed[n] + nothing * turn.changed[n]);
            nothing *= turn.nothing;
        }
        let start;
        let next_round;
        if nothing == 1.0 {
            // No side fires any more, so this pair is final.
            start = self.worth(pair);
            next_round = start;
        } else if let Some(next) = self.next_round(pair) {
            start = std::array::from_fn(|n| changed[n] + nothing * next[n]);
            next_round = next;
        } else {
            start = changed.map(|changed| changed / (1.0 - nothing));
            next_round = start;
        }
        follow(round, next_round);
        follow(once, start);
        start
    }

    /// Returns the value at the start of the next round, or `None` if that is this pair of states
    /// again.
    fn next_round(&self, pair: &Pair<'_, N>) -> Option<[f64; N]> {
        let healed = |side: usize, state: usize| match &self.duel.sides[side].healed {
            Some(healed) => healed[state] as usize,
            None => state,
        };
        let to = [healed(self.outer, pair.outer), healed(1 - self.outer, pair.inner)];
        if to == [pair.outer, pair.inner] && self.stakes.rounds.is_none() {
            return None;
        }
        let states = self.duel.sides[1 - self.outer].states();
        let start = |sweep: &Sweep<N>| sweep.starts[to[0] * states + to[1]];
        Some(pair.before.map_or_else(|| self.worth(pair), start))
    }

    /// Stores the values that later states look up: those of volleys without dice, and of volleys
    /// whose dice cannot hit anything.
    fn keep(
        &self,
        pair: &Pair<'_, N>,
        turns: &[TurnValue<N>],
        column: &mut Column<N>,
        outer_rows: &mut [[f64; N]],
    ) {
        for (t, turn) in self.duel.turns.iter().enumerate() {
            let is_inner = turn.side != self.outer;
            let (own, foe) = pair.seen_by(is_inner);
            let rows = &self.rows[turn.side];
            let stretch = rows.stretch(own, self.nth[t]);
            if stretch.is_empty() {
                continue;
            }
            let row = if is_inner {
                &mut column.rows[stretch]
            } else {
                &mut outer_rows[rows.place(own, self.nth[t], foe)]
            };
            if pair.is_over() {
                row.fill(turns[t].after);
                continue;
            }
            row[0] = turns[t].after;
            if turn.is_open {
                let blows = &self.duel.sides[1 - turn.side].blows;
                for run in &turn.volleys[usize::from(turn.strength[own])].runs {
                    if blows[run.kind].of(foe).is_empty() {
                        // Copied one by one, because a rest may be in this run as well.
                        for n in 0..run.len {
                            row[run.first + n] = row[run.rest + n];
                        }
                    }
                }
            }
        }
    }
}

/// Returns this range of the choices, or nothing if none are stored.
fn slice(choices: &mut [u8], range: Range<usize>) -> &mut [u8] {
    if choices.is_empty() { choices } else { &mut choices[range] }
}

/// Immutable version of [`slice`](fn@slice).
fn part(choices: &[u8], range: Range<usize>) -> &[u8] {
    if choices.is_empty() { choices } else { &choices[range] }
}

/// A pair of states, with the results that it depends on.
struct Pair<'a, const N: usize> {
    outer: usize,
    inner: usize,
    lower: &'a [Vec<[f64; N]>],
    before: Option<&'a Sweep<N>>,
}

impl<const N: usize> Pair<'_, N> {
    fn is_over(&self) -> bool {
        self.outer == 0 || self.inner == 0
    }

    /// Returns the own state and the enemy's state, as seen by the inner or the outer side.
    fn seen_by(&self, inner: bool) -> (usize, usize) {
        if inner { (self.inner, self.outer) } else { (self.outer, self.inner) }
    }
}

/// Result of one pass over all states.
struct Sweep<const N: usize> {
    opening: [f64; N],
    asked: Vec<[f64; N]>,
    starts: Vec<[f64; N]>,
    choices: Pass,
}
