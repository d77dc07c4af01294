//! The solution of a duel.

use super::layout::{Layout, Row};
use crate::array::array;
use crate::bug::OrBug;

/// Every choice of the sides that play optimally, and the value of the opening.
#[derive(Clone, Debug)]
pub struct DuelSolution {
    /// Expected value of the opening for each side, by its own objective.
    pub values: [f64; 2],
    /// Gain of the asking side in each situation that was asked for: its objective, and the figure
    /// that decides ties.
    pub asked: Vec<[f64; 2]>,
    /// Number of passes over all states that were made.
    pub passes: u32,
    /// Largest possible error of a value, or 0 if it is within 1e-12.
    pub error: f64,
    /// Order of the choices.
    pub layout: Layout,
    /// Choices by the number of rounds left, starting from one. The last entry applies to all
    /// higher numbers. A battle without a round limit has one entry.
    pub rounds: Vec<Pass>,
}

/// The choices of one pass over all states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// By state of the outer side: the choices of the inner side against it.
    pub columns: Vec<Codes>,
    /// By state of the outer side: the number of its batch, and its lane there.
    pub lanes: Vec<(u32, u8)>,
    /// The choices of the outer side.
    pub batches: Vec<BatchChoices>,
}

/// The choices of some states of the outer side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchChoices {
    /// By turn: the greatest strength of these states.
    pub strength: Vec<u8>,
    /// By turn: the first pack against each state of the inner side, and the number of packs for
    /// each of them.
    pub spans: Vec<(usize, usize)>,
    /// The choices by turn, state of the inner side, and volley.
    pub codes: Codes,
}

/// Choices in packs: four bits each if that is enough, otherwise eight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    /// Bytes of a pack.
    width: usize,
    is_wide: bool,
    bytes: Box<[u8]>,
}

impl Codes {
    /// Creates packs of choices among at most `targets` targets.
    #[must_use]
    pub fn new(packs: usize, lanes: usize, targets: usize) -> Self {
        let is_wide = targets > 16;
        let width = Self::bytes_of_pack(lanes, is_wide);
        Self { width, is_wide, bytes: vec![0; packs * width].into() }
    }

    /// Returns the size of a pack.
    #[must_use]
    pub fn bytes_of_pack(lanes: usize, is_wide: bool) -> usize {
        if is_wide { lanes } else { lanes / 2 }
    }

    /// Whether a choice has eight bits.
    #[inline]
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Sets the choices of a pack, of four bits each.
    #[inline(always)]
    pub fn set_nibbles<const L: usize>(&mut self, pack: usize, nibbles: u32) {
        let (width, nibbles) = (L / 2, nibbles.to_le_bytes());
        let bytes = &mut self.bytes[pack * width..][..width];
        (0..width).for_each(|n| bytes[n] = nibbles[n]);
    }

    /// Sets the choices of a pack, of eight bits each.
    #[inline]
    pub fn set_bytes<const L: usize>(&mut self, pack: usize, codes: [u8; L]) {
        let bytes = &mut self.bytes[pack * L..][..L];
        (0..L).for_each(|lane| bytes[lane] = codes[lane]);
    }

    /// Returns the choices of a pack.
    #[inline]
    #[must_use]
    pub fn pack<const L: usize>(&self, pack: usize) -> [u8; L] {
        array(|lane| self.of(pack, lane))
    }

    /// Returns a choice.
    #[inline]
    #[must_use]
    pub fn of(&self, pack: usize, lane: usize) -> u8 {
        let pack = &self.bytes[pack * self.width..][..self.width];
        if self.is_wide { pack[lane] } else { pack[lane / 2] >> (4 * (lane % 2)) & 15 }
    }
}

/// The choices for a given number of rounds left.
#[derive(Clone, Copy, Debug)]
pub struct DuelChoices<'a> {
    layout: &'a Layout,
    pass: &'a Pass,
}

impl DuelSolution {
    /// Returns the choices for this number of rounds left, including the current one. The number
    /// does not matter for a battle without a round limit.
    #[inline]
    #[must_use]
    pub fn choices(&self, rounds_left: u32) -> DuelChoices<'_> {
        let at = (rounds_left.max(1) as usize).min(self.rounds.len()) - 1;
        DuelChoices { layout: &self.layout, pass: &self.rounds[at] }
    }
}

impl<'a> DuelChoices<'a> {
    /// Returns the index of the chosen target of the first die of a volley, given by its number at
    /// the greatest strength. The side in state `own` fires at the side in state `foe`.
    ///
    /// # Panics
    /// If the volley cannot occur in this situation.
    #[inline]
    #[must_use]
    pub fn of(&self, turn: usize, side: usize, own: usize, foe: usize, volley: usize) -> usize {
        self.at(turn, side, own, foe).of(volley)
    }

    /// Returns the choices of the side in state `own` that fires at the side in state `foe`.
    #[inline]
    #[must_use]
    pub fn at(&self, turn: usize, side: usize, own: usize, foe: usize) -> ChoicesAt<'a> {
        let layout = &self.layout.turns[turn];
        if side == self.layout.outer {
            let (batch, lane) = self.pass.lanes[own];
            let batch = &self.pass.batches[batch as usize];
            let (first, width) = batch.spans[turn];
            let local = layout.locals(batch.strength[turn]);
            let place = Place::OfBatch { first: first + foe * width, local };
            ChoicesAt { codes: &batch.codes, lane: lane.into(), place }
        } else {
            let (place, lanes) = (layout.places[own] as usize, self.layout.lanes);
            let codes = &self.pass.columns[foe];
            let in_row = Place::InRow { pack: place / lanes, rows: &layout.rows };
            ChoicesAt { codes, lane: place % lanes, place: in_row }
        }
    }
}

/// The choices of a firing side in one situation.
#[derive(Clone, Copy, Debug)]
pub struct ChoicesAt<'a> {
    codes: &'a Codes,
    lane: usize,
    place: Place<'a>,
}

/// Place of the choices of a situation.
#[derive(Clone, Copy, Debug)]
enum Place<'a> {
    /// Consecutive packs of a batch, by the number of the volley at the strength of the batch.
    OfBatch { first: usize, local: &'a [u32] },
    /// One pack of each row of a column.
    InRow { pack: usize, rows: &'a [Row] },
}

impl ChoicesAt<'_> {
    /// Returns the index of the chosen target of the first die of a volley, given by its number at
    /// the greatest strength.
    ///
    /// # Panics
    /// If the volley cannot occur in this situation.
    #[inline]
    #[must_use]
    pub fn of(&self, volley: usize) -> usize {
        let pack = match self.place {
            Place::InRow { pack, rows } => rows[volley].choices + pack,
            // The volley that hits nothing leaves no choice.
            Place::OfBatch { first, local } => {
                let local = local[volley].checked_sub(1).or_bug("the empty volley has a choice");
                first + local as usize
            }
        };
        self.codes.of(pack, self.lane).into()
    }
}

#[cfg(test)]
mod tests {
    use super::Codes;

    #[test]
    fn choices_are_packed_as_tightly_as_the_targets_allow() {
        let some: [u8; 8] = std::array::from_fn(|lane| 15 - lane as u8);
        let mut narrow = Codes::new(3, 8, 16);
        narrow.set_nibbles::<8>(1, 0x89ab_cdef);
        let mut wide = Codes::new(3, 8, 17);
        wide.set_bytes(1, some);
        for (codes, bytes) in [(narrow, 12), (wide, 24)] {
            assert_eq!(codes.bytes.len(), bytes);
            assert_eq!([0, 1, 2].map(|pack| codes.pack(pack)), [[0; 8], some, [0; 8]]);
        }
    }
}
