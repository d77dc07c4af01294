//! One turn of one pair of states.

use std::hint::select_unpredictable;

use crate::engine::optimize::TIE_EPS;
use crate::model::duel::{DuelTurn, Lists};

/// Criterion by which a side chooses targets.
#[derive(Clone, Copy)]
pub(in crate::engine) struct TargetCriterion {
    /// Index of the value to optimise. The next value decides ties.
    value: usize,
    /// 1 to maximise, -1 to minimise.
    sign: f64,
    /// Whether the next value decides ties; otherwise the first of equally good targets is taken.
    pub(in crate::engine) decides_ties: bool,
}

impl TargetCriterion {
    /// Optimises this value, with ties decided by the next one.
    pub(in crate::engine) fn of(value: usize, sign: f64) -> Self {
        Self { value, sign, decides_ties: true }
    }
}

/// A turn in one pair of states.
pub(in crate::engine) struct StatePairTurn<'a> {
    pub(in crate::engine) turn: &'a DuelTurn,
    pub(in crate::engine) strength: usize,
    pub(in crate::engine) foe: usize,
    pub(in crate::engine) pick: TargetCriterion,
}

impl StatePairTurn<'_> {
    /// Fills the row of an open turn and returns the value of the turn. `known` are the choices of
    /// an earlier pass, if they are to be kept unless another choice is better.
    #[inline]
    pub(in crate::engine) fn fire<'r, const N: usize>(
        &self,
        blows: &[Lists],
        row: &mut [[f64; N]],
        choices: &mut [u8],
        known: &[u8],
        row_of: impl Fn(usize) -> &'r [[f64; N]],
    ) -> TurnValue<N> {
        let volleys = &self.turn.volleys[self.strength];
        let chances = &volleys.chances[usize::from(self.turn.view[self.foe])];
        let mut value = TurnValue { nothing: chances[0], ..TurnValue::default() };
        if !self.turn.is_open {
            let replies = &self.turn.declared[self.foe * self.turn.max_volleys()..];
            for (chance, &global) in chances.iter().zip(&volleys.global).skip(1) {
                if *chance > 0.0 {
                    value.add(*chance, row_of(replies[global as usize] as usize)[0]);
                }
            }
            return value;
        }
        for run in &volleys.runs {
            if let Some((&first, others)) = blows[run.kind].of(self.foe).split_first() {
                let row = &mut row[run.first..run.first + run.len];
                let choices = &mut choices[run.first..run.first + run.len];
                let rest = |state: u32| &row_of(state as usize)[run.rest..run.rest + run.len];
                row.copy_from_slice(rest(first));
                if !known.is_empty() {
                    let known = &known[run.first..run.first + run.len];
                    for (i, &n) in known.iter().enumerate().filter(|(_, n)| **n > 0) {
                        row[i] = rest(others[usize::from(n) - 1])[i];
                        choices[i] = n;
                    }
                    prefer(row, choices, rest(first), 0, self.pick);
                }
                for (other, n) in others.iter().zip(1..) {
                    prefer(row, choices, rest(*other), n, self.pick);
                }
            }
        }
        for (chance, worth) in chances.iter().zip(row.iter()).skip(1) {
            value.add(*chance, *worth);
        }
        value
    }
}

/// Changes to the n-th target for each volley for which it is better than all targets before it.
/// The first of equally good targets is kept.
#[inline]
fn prefer<const N: usize>(
    row: &mut [[f64; N]],
    choices: &mut [u8],
    other: &[[f64; N]],
    n: u8,
    TargetCriterion { value, sign, decides_ties }: TargetCriterion,
) {
    for ((best, choice), other) in row.iter_mut().zip(choices).zip(other) {
        let more = sign * (other[value] - best[value]);
        let more_of_the_next = sign * (other[value + 1] - best[value + 1]);
        let wins_tie = decides_ties & (more >= -TIE_EPS) & (more_of_the_next > TIE_EPS);
        let better = (more > TIE_EPS) | wins_tie;
        *best = select_unpredictable(better, *other, *best);
        *choice = select_unpredictable(better, n, *choice);
    }
}

/// Values of one turn of a pair of states.
#[derive(Clone, Copy)]
pub(in crate::engine) struct TurnValue<const N: usize> {
    /// Value of the outcomes that change something, weighted by their probability.
    pub(in crate::engine) changed: [f64; N],
    /// Probability that the turn changes nothing.
    pub(in crate::engine) nothing: f64,
    /// Value after the turn if it changes nothing.
    pub(in crate::engine) after: [f64; N],
}

impl<const N: usize> Default for TurnValue<N> {
    fn default() -> Self {
        Self { changed: [0.0; N], nothing: 1.0, after: [0.0; N] }
    }
}

impl<const N: usize> TurnValue<N> {
    #[inline]
    fn add(&mut self, chance: f64, worth: [f64; N]) {
        for (sum, worth) in self.changed.iter_mut().zip(worth) {
            *sum += chance * worth;
        }
    }

    /// Value before the turn.
    #[inline]
    pub(in crate::engine) fn at(&self) -> [f64; N] {
        std::array::from_fn(|n| self.changed[n] + self.nothing * self.after[n])
    }
}

/// Computes the value after each turn, from the last back to the first.
pub(in crate::engine) fn follow<const N: usize>(turns: &mut [TurnValue<N>], last: [f64; N]) {
    let mut next = last;
    for turn in turns.iter_mut().rev() {
        turn.after = next;
        next = turn.at();
    }
}
