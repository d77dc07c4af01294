//! What solving a duel has found.

use super::rows::Rows;

/// Every choice of the sides that play their best, and what that is worth.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Value of the opening for each side, by its own objective.
    pub values: [f64; 2],
    /// The side whose situations are gone through in the outer loop.
    pub outer: usize,
    /// Where each side's volleys stand.
    pub rows: [Rows; 2],
    /// Position of a turn among those of its side.
    pub nth: Vec<usize>,
    /// By situation of the outer side: choices of the inner and of the outer side.
    pub choices: Vec<[Box<[u8]>; 2]>,
}

impl Solution {
    /// Which of the targets of its first die a volley goes to; `own` fires at `foe`.
    #[inline]
    #[must_use]
    pub fn choice(&self, turn: usize, side: usize, own: usize, foe: usize, volley: usize) -> usize {
        let rows = &self.rows[side];
        let stretch = rows.stretch(own, self.nth[turn]).start + volley;
        let choice = if side == self.outer {
            self.choices[own][1][foe * rows.width(own) + stretch - rows.row(own)]
        } else {
            self.choices[foe][0][stretch]
        };
        usize::from(choice)
    }

    /// Bytes that the choices take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.choices.iter().flatten().map(|c| c.len()).sum()
    }
}
