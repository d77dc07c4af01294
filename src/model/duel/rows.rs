//! Layout of the values of volleys: one row for each state of the firing side, with a stretch for
//! each of its turns.

use super::Duel;

/// The rows of one firing side.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Turns of the side, in the order of the duel.
    pub turns: Vec<usize>,
    /// By state and turn of the side: start of the stretch if all rows are stored one after the
    /// other. The last entry is the total length.
    starts: Vec<usize>,
}

impl Rows {
    /// Lays out the rows of a side.
    #[must_use]
    pub fn new(duel: &Duel, side: usize) -> Self {
        let turns: Vec<usize> =
            (0..duel.turns.len()).filter(|&t| duel.turns[t].side == side).collect();
        let mut starts = vec![0];
        let mut next = 0;
        for state in 0..duel.sides[side].states() {
            for &turn in &turns {
                // A sum that is too large for the target is too large for every budget.
                next = values(duel, turn, state).saturating_add(next);
                starts.push(next);
            }
        }
        Self { turns, starts }
    }

    /// Number of values in all rows.
    pub fn total(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// Start of the row of a state.
    #[inline]
    pub fn row(&self, state: usize) -> usize {
        self.starts[state * self.turns.len()]
    }

    /// Number of values in the row of a state.
    pub fn width(&self, state: usize) -> usize {
        self.row(state + 1) - self.row(state)
    }

    /// Range of the stretch of the side's n-th turn if all rows are stored one after the other.
    #[inline]
    pub fn stretch(&self, state: usize, nth: usize) -> std::ops::Range<usize> {
        let at = state * self.turns.len() + nth;
        self.starts[at]..self.starts[at + 1]
    }

    /// Range of a stretch in a table that belongs to this state alone and has one row for each
    /// state of the enemy.
    #[inline]
    #[must_use]
    pub fn place(&self, state: usize, nth: usize, enemy: usize) -> std::ops::Range<usize> {
        let stretch = self.stretch(state, nth);
        let row = self.row(state);
        let from = enemy * self.width(state);
        from + stretch.start - row..from + stretch.end - row
    }
}

/// Number of values stored for a turn: one for each volley of an open turn, or a single one, the
/// value after the turn, if hits are assigned as declared.
fn values(duel: &Duel, turn: usize, state: usize) -> usize {
    let t = &duel.turns[turn];
    let strength = usize::from(t.strength[state]);
    if strength == 0 || !duel.can_be(turn, state) {
        return 0;
    }
    if t.is_open { t.volleys[strength].len() } else { 1 }
}
