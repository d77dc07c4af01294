//! One turn of one pair of situations.

use std::hint::select_unpredictable;

use crate::battle::duel::{DuelTurn, Lists};

/// Figures that differ by no more than this are equal.
const TIE: f64 = 1e-12;

/// What a side looks at when it picks a target.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    /// Which of the values it is after; the next one decides ties.
    value: usize,
    /// 1 if more of them is better, -1 if less.
    sign: f64,
    /// Whether ties are decided now, or left as they are.
    pub(super) decides_ties: bool,
}

impl Pick {
    /// Looks at this value and the next.
    pub(super) fn of(value: usize, sign: f64) -> Self {
        Self { value, sign, decides_ties: true }
    }
}

/// One volley's target.
pub(super) struct Target<'a> {
    pub(super) turn: &'a DuelTurn,
    pub(super) strength: usize,
    pub(super) foe: usize,
    pub(super) pick: Pick,
}

impl Target<'_> {
    /// Fills the row of an open turn, and adds up what the turn is worth where it changes
    /// anything. `known` are the choices of an earlier pass, where they are to be kept unless
    /// another is better.
    #[inline]
    pub(super) fn fire<'r, const N: usize>(
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
            let replies = &self.turn.declared[self.foe * self.turn.most_volleys()..];
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

/// Takes the n-th target for every volley for which it is better than those before it. Equally
/// good ones are taken in the order in which they are listed.
#[inline]
fn prefer<const N: usize>(
    row: &mut [[f64; N]],
    choices: &mut [u8],
    other: &[[f64; N]],
    n: u8,
    Pick { value, sign, decides_ties }: Pick,
) {
    for ((best, choice), other) in row.iter_mut().zip(choices).zip(other) {
        let more = sign * (other[value] - best[value]);
        let more_of_the_next = sign * (other[value + 1] - best[value + 1]);
        let wins_tie = decides_ties & (more >= -TIE) & (more_of_the_next > TIE);
        let better = (more > TIE) | wins_tie;
        *best = select_unpredictable(better, *other, *best);
        *choice = select_unpredictable(better, n, *choice);
    }
}

/// Values of one turn of a pair of situations.
#[derive(Clone, Copy)]
pub(super) struct TurnValue<const N: usize> {
    /// Where it changes something, times how likely that is.
    pub(super) changed: [f64; N],
    /// Probability that it changes nothing.
    pub(super) nothing: f64,
    /// What comes after it, if it changes nothing.
    pub(super) after: [f64; N],
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
    pub(super) fn at(&self) -> [f64; N] {
        std::array::from_fn(|n| self.changed[n] + self.nothing * self.after[n])
    }
}

/// Values of what comes after each turn, from the last back to the first.
pub(super) fn follow<const N: usize>(turns: &mut [TurnValue<N>], last: [f64; N]) {
    let mut next = last;
    for turn in turns.iter_mut().rev() {
        turn.after = next;
        next = turn.at();
    }
}
