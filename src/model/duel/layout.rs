//! Layout of the values and choices of volleys while a duel is solved.
//!
//! The states of one side, the outer one, are iterated level by level. A few values lie side by
//! side in a pack, so that processors compute them together. When the inner side fires, these
//! are its states with equally many ships, against one state of the outer side. When the outer side
//! fires, they are outer states of one level, a batch, against one state of the inner side.

use std::ops::Range;

use super::{Duel, DuelTurn};

/// Largest number of values that lie side by side.
pub const MAX_LANES: usize = 8;

/// Entry of a table of numbers for a volley that fewer ships cannot have.
const NONE: u32 = u32::MAX;

/// Layout of the values and choices of all turns.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The side whose states are iterated in the outer loop.
    pub outer: usize,
    /// Number of values in a pack.
    pub lanes: usize,
    /// One entry for each turn of the duel.
    pub turns: Vec<TurnLayout>,
    /// Number of packs of values against one outer state, over all turns of the inner side.
    pub column: usize,
    /// Number of packs of choices against one outer state.
    pub column_choices: usize,
}

/// Layout of one turn.
#[derive(Clone, Debug)]
pub struct TurnLayout {
    /// By state of the firing side: number of ships that fire, 0 if the side cannot be in this
    /// state at this turn.
    pub strength: Vec<u8>,
    /// By strength, then by volley at the greatest strength: number of the volley.
    local: Vec<Vec<u32>>,
    /// By state of the inner side, if it fires: its lane, counted over all packs of a row.
    pub places: Vec<u32>,
    /// States of the inner side with the same strength, from the greatest down.
    pub segments: Vec<Segment>,
    /// By volley at the greatest strength: its row in a column.
    pub rows: Vec<Row>,
}

/// States of the inner side with the same strength.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Number of ships that fire.
    pub strength: u8,
    /// The packs of these states in each row.
    pub packs: Range<usize>,
}

/// Values of one volley of the inner side against one state of the outer side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// First pack of values in the column.
    pub first: usize,
    /// First pack of choices in the column.
    pub choices: usize,
    /// Number of packs: only states with enough ships for the volley have a value.
    pub packs: usize,
    /// Number of segments of these packs.
    pub segments: usize,
}

impl Row {
    /// Packs of values in the column.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.packs
    }
}

impl Layout {
    /// Lays out the values of a duel in packs of this many lanes.
    #[must_use]
    pub fn new(duel: &Duel, outer: usize, lanes: usize) -> Self {
        let mut layout = Self { outer, lanes, turns: Vec::new(), column: 0, column_choices: 0 };
        for (t, turn) in duel.turns.iter().enumerate() {
            let fires = |state: usize| if duel.can_be(t, state) { turn.strength[state] } else { 0 };
            let strength: Vec<u8> = (0..turn.strength.len()).map(fires).collect();
            let local = turn.volleys.iter().map(|of| local(&of.global, turn.max_volleys()));
            let mut of_turn = TurnLayout {
                strength,
                local: local.collect(),
                places: Vec::new(),
                segments: Vec::new(),
                rows: Vec::new(),
            };
            if turn.side != outer {
                of_turn.place(lanes);
                layout.append_rows(&mut of_turn, turn);
            }
            layout.turns.push(of_turn);
        }
        layout
    }

    /// Appends the rows of a turn of the inner side to the columns: one for each volley, or a single
    /// one, for the value after the turn, if hits are assigned as declared.
    fn append_rows(&mut self, of_turn: &mut TurnLayout, turn: &DuelTurn) {
        let volleys = if turn.is_open { turn.max_volleys() } else { 1 };
        for volley in 0..volleys {
            let can = |segment: &&Segment| of_turn.local(segment.strength, volley).is_some();
            let segments = of_turn.segments.iter().take_while(can).count();
            let packs = of_turn.segments[..segments].last().map_or(0, |last| last.packs.end);
            let (first, choices) = (self.column, self.column_choices);
            of_turn.rows.push(Row { first, choices, packs, segments });
            self.column += packs;
            // The volley that hits nothing leaves no choice.
            if volley > 0 {
                self.column_choices += packs;
            }
        }
    }
}

impl TurnLayout {
    /// Number of a volley at this strength, given its number at the greatest strength, or `None` if
    /// so few ships cannot have it.
    #[inline]
    #[must_use]
    pub fn local(&self, strength: u8, volley: usize) -> Option<usize> {
        Some(self.local[usize::from(strength)][volley]).filter(|&n| n != NONE).map(|n| n as usize)
    }

    /// Returns the numbers of all volleys at this strength, given by their numbers at the greatest
    /// strength.
    #[inline]
    pub(super) fn locals(&self, strength: u8) -> &[u32] {
        &self.local[usize::from(strength)]
    }

    /// Places the states of the inner side in order of descending strength. Each strength begins
    /// with a new pack.
    fn place(&mut self, lanes: usize) {
        self.places = vec![NONE; self.strength.len()];
        let mut packs = 0;
        for strength in (1..=self.strength.iter().copied().max().unwrap_or(0)).rev() {
            let equal = (0..self.strength.len()).filter(|&state| self.strength[state] == strength);
            let mut states = 0;
            for state in equal {
                self.places[state] = (packs * lanes + states) as u32;
                states += 1;
            }
            if states > 0 {
                let end = packs + states.div_ceil(lanes);
                self.segments.push(Segment { strength, packs: packs..end });
                packs = end;
            }
        }
    }
}

/// Returns the number of each volley, by its number at the greatest strength.
fn local(global: &[u32], volleys: usize) -> Vec<u32> {
    let mut local = vec![NONE; volleys];
    for (number, &global) in (0..).zip(global) {
        local[global as usize] = number;
    }
    local
}
