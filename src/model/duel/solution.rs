//! The solution of a duel.

use super::rows::Rows;

/// Every choice of the sides that play optimally, and the value of the opening.
#[derive(Clone, Debug)]
pub struct DuelSolution {
    /// Expected value of the opening for each side, by its own objective.
    pub values: [f64; 2],
    /// Gain of the asking side in each situation that was asked for: its objective, and the figure
    /// that decides ties.
    pub asked: Vec<[f64; 2]>,
    /// The side whose states are iterated in the outer loop.
    pub outer: usize,
    /// Layout of each side's volleys.
    pub rows: [Rows; 2],
    /// By turn: its index among the turns of its side.
    pub nth: Vec<usize>,
    /// Choices by the number of rounds left, starting from one. The last entry applies to all
    /// higher numbers. A battle without a round limit has one entry.
    pub rounds: Vec<Pass>,
}

/// By state of the outer side: the choices of the inner side, and those of the outer side.
pub type Pass = Vec<[Box<[u8]>; 2]>;

/// The choices for a given number of rounds left.
#[derive(Clone, Copy, Debug)]
pub struct DuelChoices<'a> {
    solution: &'a DuelSolution,
    pass: &'a Pass,
}

impl DuelSolution {
    /// Returns the choices for this number of rounds left, including the current one. The number
    /// does not matter for a battle without a round limit.
    #[inline]
    #[must_use]
    pub fn choices(&self, rounds_left: u32) -> DuelChoices<'_> {
        let at = (rounds_left.max(1) as usize).min(self.rounds.len()) - 1;
        DuelChoices { solution: self, pass: &self.rounds[at] }
    }
}

impl DuelChoices<'_> {
    /// Returns the index of the chosen target of a volley's first die. The side in state `own`
    /// fires at the side in state `foe`.
    #[inline]
    #[must_use]
    pub fn of(&self, turn: usize, side: usize, own: usize, foe: usize, volley: usize) -> usize {
        let DuelSolution { outer, rows, nth, .. } = self.solution;
        let rows = &rows[side];
        let choice = if side == *outer {
            self.pass[own][1][rows.place(own, nth[turn], foe).start + volley]
        } else {
            self.pass[foe][0][rows.stretch(own, nth[turn]).start + volley]
        };
        usize::from(choice)
    }
}
