//! Duels: two sides that wear each other down in turns. Optimal play is computed from this model.
//!
//! In a duel, every activation changes only the side that is shot at, and only for the worse. The
//! states of each side are numbered separately, by level. A pair of numbers is a state of the
//! battle, and a hit always leads to a smaller number.
//!
//! A volley is a set of dice that are assigned one by one in a fixed order. The dice left after the
//! first one form a smaller volley. The best use of a volley is therefore the best target for its
//! first die, followed by the best use of the rest. Each volley is evaluated once, however many
//! ways there are to assign its dice.

use std::ops::Range;

use super::Lists;
use crate::array::array;
use crate::bug::OrBug;

/// Limits on the size of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelModelLimit {
    /// Situations of one side.
    pub states: usize,
    /// Steps to list the situations of one side, see [`DuelSide::steps`].
    pub steps: u64,
    /// Volleys of all turns together.
    pub volleys: u64,
}

/// Steps to list a state of a side without the hits on it: sorting it takes as long as following
/// this number of hits.
pub const STEPS_PER_STATE: u64 = 8;

/// Largest number of targets of one die.
pub const MAX_TARGETS: usize = 64;

/// A duel between two sides.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The states of both sides.
    pub sides: [DuelSide; 2],
    /// Turns that are played once, followed by the turns of a round.
    pub turns: Vec<DuelTurn>,
    /// Number of turns that are played once.
    pub prelude: usize,
    /// State of each side at the opening whose value is wanted.
    pub opening: [usize; 2],
    /// All states of each side in which a battle may begin, in ascending order.
    pub openings: [Vec<usize>; 2],
}

impl Duel {
    /// Whether ships are repaired, so that damage may also decrease.
    #[must_use]
    pub fn heals(&self) -> bool {
        self.sides.iter().any(|side| side.healed.is_some())
    }

    /// Whether equally good results of volleys are told apart by their ranks.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        self.sides.iter().any(|side| !side.ranks.is_empty())
    }

    /// Whether the firing side can be in this state at this turn. Until the other side has fired
    /// its first volley, only the openings are possible.
    #[must_use]
    pub fn can_be(&self, turn: usize, state: usize) -> bool {
        let side = self.turns[turn].side;
        let shot_at = turn >= self.prelude || self.turns[..turn].iter().any(|t| t.side != side);
        shot_at || self.openings[side].binary_search(&state).is_ok()
    }
}

/// The states of one side. In state 0, nothing of the side is left.
#[derive(Clone, Debug)]
pub struct DuelSide {
    /// First state of each level, followed by the number of states. A hit leads to a lower level.
    pub levels: Vec<usize>,
    /// By kind of die and by state: the states that one hit of this die can lead to, one for each
    /// target.
    pub blows: Vec<Lists<u32>>,
    /// By state: the state after repairs at the end of a round; `None` if there are no repairs.
    pub healed: Option<Vec<u32>>,
    /// By state: its rank as the result of a volley. Of equally good results the one with the
    /// highest rank is taken. If it is empty, the first of equally good targets is taken, die by
    /// die.
    pub ranks: Vec<u32>,
}

impl DuelSide {
    /// Number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.levels.last().copied().unwrap_or(0)
    }

    /// Number of steps to list the states: one for each hit, and [`STEPS_PER_STATE`] for each state.
    #[must_use]
    pub fn steps(&self) -> u64 {
        let hits: usize = self.blows.iter().map(Lists::total).sum();
        STEPS_PER_STATE * self.states() as u64 + hits as u64
    }
}

/// One activation: a side fires at the other.
#[derive(Clone, Debug)]
pub struct DuelTurn {
    /// Index of the firing side.
    pub side: usize,
    /// By state of the firing side: strength of its volley; 0 means that it does not fire.
    pub strength: Vec<u8>,
    /// By strength: the possible volleys.
    pub volleys: Vec<Volleys>,
    /// By state of the target: index into [`Volleys::chances`].
    pub view: Vec<u8>,
    /// Whether the hits are assigned optimally rather than as declared.
    pub is_open: bool,
    /// If hits are assigned as declared: the next state of the target, by state of the target and
    /// volley. Volleys have their numbers at the greatest strength.
    pub declared: Vec<u32>,
}

/// The volleys of one strength. Volley 0 hits nothing.
#[derive(Clone, Debug, Default)]
pub struct Volleys {
    /// Volleys from 1 on, grouped by the kind of their first die.
    pub runs: Vec<VolleySpan>,
    /// By view of the target: probability of each volley.
    pub chances: Vec<Vec<f64>>,
    /// Number of each volley at the greatest strength.
    pub global: Vec<u32>,
}

impl Volleys {
    /// Number of volleys, including the one that hits nothing.
    #[must_use]
    pub fn len(&self) -> usize {
        self.global.len()
    }

    /// Returns the kind of the first die of a volley and the volley without that die, or `None` if
    /// the volley hits nothing.
    #[inline]
    #[must_use]
    pub fn first(&self, volley: usize) -> Option<(usize, usize)> {
        let run = self.runs.partition_point(|run| run.first <= volley).checked_sub(1)?;
        let run = &self.runs[run];
        Some((run.kind, run.rest + volley - run.first))
    }

    /// Whether there are no volleys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.global.is_empty()
    }
}

/// Consecutive volleys whose first dice are of one kind and whose rests are consecutive, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolleySpan {
    /// Kind of the first die: an index into [`DuelSide::blows`] of the target.
    pub kind: usize,
    /// First volley.
    pub first: usize,
    /// The first volley without its first die.
    pub rest: usize,
    /// Number of volleys.
    pub len: usize,
}

impl DuelTurn {
    /// Number of volleys at the greatest strength.
    #[must_use]
    pub fn max_volleys(&self) -> usize {
        self.volleys.last().map_or(0, Volleys::len)
    }
}

/// A battle that is solved as a duel, seen from round to round.
pub trait DuelRounds<S>: Sync {
    /// Returns the duel, with the replies of the sides that play as declared.
    fn duel(&self) -> &Duel;

    /// Returns the choices of the sides that play optimally.
    fn solution(&self) -> &DuelSolution;

    /// Returns the situation in which the battle begins.
    fn opening(&self) -> DuelSituation;

    /// Returns the state of the battle in this situation. It is final if nothing is left of a side.
    fn state(&self, situation: DuelSituation) -> S;

    /// Ends the round of this situation, in which its last turn has been played and both sides have
    /// something left.
    fn end_round(&self, situation: DuelSituation) -> AfterRound<S>;
}

/// Situation between two turns of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSituation {
    /// Index of the turn.
    pub turn: usize,
    /// State of each side.
    pub pair: [usize; 2],
    /// Number of rounds left, with the present one; 0 if they are not limited.
    pub rounds_left: u32,
}

/// Continuation of a battle after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRound<S> {
    /// The battle is over, in this final state.
    Over(S),
    /// Another round begins with this state of each side.
    GoesOn([usize; 2]),
}

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

    /// Appends the rows of a turn of the inner side to the columns: one for each volley, or a
    /// single one, for the value after the turn, if hits are assigned as declared.
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
