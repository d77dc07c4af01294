//! What solving a duel has found.

use super::rows::Rows;

/// Every choice of the sides that play their best, and what that is worth.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Expected value of the opening for each side, by its own objective.
    pub values: [f64; 2],
    /// The side whose situations are gone through in the outer loop.
    pub outer: usize,
    /// Where each side's volleys stand.
    pub rows: [Rows; 2],
    /// Position of a turn among those of its side.
    pub nth: Vec<usize>,
    /// Choices by the number of rounds that are left, from one up; with more rounds left than
    /// there are entries, the last. A battle that is not cut short has one entry.
    pub rounds: Vec<Pass>,
}

/// Choices by situation of the outer side: those of the inner and those of the outer side.
pub type Pass = Vec<[Box<[u8]>; 2]>;

/// The choices with so many rounds left.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    solution: &'a Solution,
    pass: &'a Pass,
}

impl Solution {
    /// The choices with so many rounds left, the present one included; of a battle that is
    /// not cut short, with any number.
    #[inline]
    #[must_use]
    pub fn choices(&self, rounds_left: u32) -> Choices<'_> {
        let at = (rounds_left.max(1) as usize).min(self.rounds.len()) - 1;
        Choices { solution: self, pass: &self.rounds[at] }
    }
}

impl Choices<'_> {
    /// Which of the targets of its first die a volley goes to; `own` fires at `foe`.
    #[inline]
    #[must_use]
    pub fn of(&self, turn: usize, side: usize, own: usize, foe: usize, volley: usize) -> usize {
        let Solution { outer, rows, nth, .. } = self.solution;
        let rows = &rows[side];
        let choice = if side == *outer {
            self.pass[own][1][rows.place(own, nth[turn], foe).start + volley]
        } else {
            self.pass[foe][0][rows.stretch(own, nth[turn]).start + volley]
        };
        usize::from(choice)
    }
}
