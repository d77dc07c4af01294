//! The die of activations that are noted.

use super::onward::{KnownRow, Onward};
use super::{Door, FIRST_ROWS, MAX_ROWS, make_room};
use crate::dice::{Die, Distribution, Sampler};

/// A die that draws at random, and notes the first draw.
pub(super) struct Recorder<'a> {
    die: &'a mut Sampler,
    /// The first draw, if it is already made.
    first: Option<u64>,
    /// Receives the rows of the first draw.
    rows: Option<&'a mut Vec<KnownRow>>,
    draws: u32,
    noted: Option<(Door, u32)>,
}

impl<'a> Recorder<'a> {
    /// Creates a die that notes its first draw in `rows`, if it has room there.
    pub(super) fn noting(die: &'a mut Sampler, rows: &'a mut Vec<KnownRow>) -> Self {
        Self { die, first: None, rows: Some(rows), draws: 0, noted: None }
    }

    /// Creates a die whose first draw is already made.
    pub(super) fn repeating(die: &'a mut Sampler, bits: u64) -> Self {
        Self { die, first: Some(bits), rows: None, draws: 0, noted: None }
    }

    /// Number of draws so far.
    pub(super) fn draws(&self) -> u32 {
        self.draws
    }

    /// Returns the side of a row that the only draw has taken, and the number of bits that select
    /// among its rows. Returns `None` if there were several draws or no room.
    pub(super) fn noted(self) -> Option<(Door, u32)> {
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
        self.noted = Some((Door { row, is_own }, row_bits));
    }
}

impl Die for Recorder<'_> {
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
