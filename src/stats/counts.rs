//! Integer counters. Their sum does not depend on the order of addition.

use std::ops::AddAssign;

use crate::model::Battle;

/// Counts of the cells of a battle, and of the number of rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of battles played.
    pub battles: u64,
    /// Counts and sums by cell, see [`Battle::count`] and [`Battle::measure`].
    pub cells: Vec<u64>,
    /// Number of battles by number of rounds. Missing entries are 0.
    pub rounds: Vec<u64>,
}

impl Tally {
    /// Initial capacity for numbers of rounds.
    const ROUNDS: usize = 64;

    /// Creates an empty tally with this many cells.
    #[must_use]
    pub fn with_cells(cells: usize) -> Self {
        let mut tally = Self::default();
        tally.make_room(cells);
        tally
    }

    /// Extends the tally to this many cells, and to the initial number of rounds.
    pub fn make_room(&mut self, cells: usize) {
        if self.cells.len() < cells {
            self.cells.resize(cells, 0);
        }
        if self.rounds.len() < Self::ROUNDS {
            self.rounds.resize(Self::ROUNDS, 0);
        }
    }

    /// Counts one finished battle.
    #[inline(always)]
    pub fn add<B: Battle>(&mut self, battle: &B, state: &B::State, rounds: u32) {
        let cells = &mut self.cells;
        battle.count(state, |cell| cells[cell] += 1);
        battle.measure(state, |cell, amount| cells[cell] += amount);
        self.add_rounds(rounds);
    }

    /// Counts the rounds of one battle, but none of its cells.
    #[inline(always)]
    pub fn add_rounds(&mut self, rounds: u32) {
        self.battles += 1;
        self.make_room_for_rounds(rounds);
        self.rounds[rounds as usize] += 1;
    }

    /// Extends the tally to battles of this many rounds.
    #[inline(always)]
    pub fn make_room_for_rounds(&mut self, rounds: u32) {
        let rounds = rounds as usize;
        if rounds >= self.rounds.len() {
            self.rounds.resize(rounds.next_power_of_two() * 2, 0);
        }
    }

    /// Whether these can be the counts of a battle with this many cells, of which the first
    /// `outcomes` are outcomes: each battle is counted in exactly one outcome and one number of
    /// rounds.
    #[must_use]
    pub fn is_sound(&self, cells: usize, outcomes: usize) -> bool {
        let battles = u128::from(self.battles);
        self.cells.len() == cells
            && sum(&self.cells[..outcomes]) == battles
            && sum(&self.rounds) == battles
    }

    /// Adds the counts of another run of the same battle.
    pub fn merge(&mut self, other: &Self) {
        self.battles += other.battles;
        add_up(&mut self.cells, &other.cells);
        add_up(&mut self.rounds, &other.rounds);
    }
}

fn sum(counts: &[u64]) -> u128 {
    counts.iter().copied().map(u128::from).sum()
}

/// Adds numbers place by place. Missing places are 0.
pub(crate) fn add_up<T: Copy + Default + AddAssign>(sum: &mut Vec<T>, other: &[T]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), T::default());
    }
    for (mine, others) in sum.iter_mut().zip(other) {
        *mine += *others;
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn tally(cells: &[u64], rounds: &[u64]) -> Tally {
        Tally { battles: rounds.iter().sum(), cells: cells.into(), rounds: rounds.into() }
    }

    #[test]
    fn merging_adds_up_in_any_order() {
        let (a, b, c) = (tally(&[1, 2], &[3]), tally(&[4, 0], &[1, 3]), tally(&[0, 1], &[0, 0, 1]));
        let sum = |order: [&Tally; 3]| {
            let mut all = Tally::default();
            for part in order {
                all.merge(part);
            }
            all
        };
        assert_eq!(sum([&a, &b, &c]), tally(&[5, 3], &[4, 3, 1]));
        assert_eq!(sum([&a, &b, &c]), sum([&c, &a, &b]));
    }

    #[test]
    fn counts_that_do_not_add_up_are_not_sound() {
        let sound = tally(&[1, 2, 9], &[0, 3]);
        assert!(sound.is_sound(3, 2));
        for wrong in [
            Tally { battles: 4, ..sound.clone() },
            tally(&[2, 2, 9], &[0, 3]),
            tally(&[1, 2, 9], &[0, 4]),
            tally(&[1, 2], &[0, 3]),
            tally(&[1, 2, 9, 0], &[0, 3]),
            tally(&[u64::MAX, 4, 9], &[0, 3]),
        ] {
            assert!(!wrong.is_sound(3, 2), "{wrong:?}");
        }
    }
}
