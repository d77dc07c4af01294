//! Where the values of volleys stand: one row for each situation of the firing side, with a
//! stretch for each of its turns.

use super::Duel;

/// The rows of one firing side.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Turns of the side, in the order of the duel.
    pub turns: Vec<usize>,
    /// By situation and turn of the side: where its stretch begins, were all rows in one
    /// line. One entry more at the end.
    starts: Vec<usize>,
}

impl Rows {
    /// The rows of a side.
    #[must_use]
    pub fn new(duel: &Duel, side: usize) -> Self {
        let turns: Vec<usize> =
            (0..duel.turns.len()).filter(|&t| duel.turns[t].side == side).collect();
        let mut starts = vec![0];
        let mut next = 0;
        for state in 0..duel.sides[side].states() {
            for &turn in &turns {
                next += values(duel, turn, state);
                starts.push(next);
            }
        }
        Self { turns, starts }
    }

    /// Values in all rows.
    pub fn total(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// Where the row of a situation begins.
    #[inline]
    pub fn row(&self, state: usize) -> usize {
        self.starts[state * self.turns.len()]
    }

    /// Values in the row of a situation.
    pub fn width(&self, state: usize) -> usize {
        self.row(state + 1) - self.row(state)
    }

    /// The stretch of the side's n-th turn, were all rows in one line.
    #[inline]
    pub fn stretch(&self, state: usize, nth: usize) -> std::ops::Range<usize> {
        let at = state * self.turns.len() + nth;
        self.starts[at]..self.starts[at + 1]
    }

    /// The same stretch in a table of this situation alone, with a row for each situation of
    /// the enemy.
    #[inline]
    #[must_use]
    pub fn place(&self, state: usize, nth: usize, enemy: usize) -> std::ops::Range<usize> {
        let stretch = self.stretch(state, nth);
        let row = self.row(state);
        let from = enemy * self.width(state);
        from + stretch.start - row..from + stretch.end - row
    }
}

/// Values that a turn keeps: one for each volley; for one that is assigned as declared, the
/// value of what comes after it.
fn values(duel: &Duel, turn: usize, state: usize) -> usize {
    let t = &duel.turns[turn];
    let strength = usize::from(t.strength[state]);
    if strength == 0 || !duel.can_be(turn, state) {
        return 0;
    }
    if t.is_open { t.volleys[strength].len() } else { 1 }
}
