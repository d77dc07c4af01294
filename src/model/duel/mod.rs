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

mod layout;
mod rounds;
mod solution;

pub use layout::{Layout, MAX_LANES, Row, Segment, TurnLayout};
pub use rounds::{AfterRound, DuelRounds, DuelSituation};
pub use solution::{BatchChoices, ChoicesAt, Codes, DuelChoices, DuelSolution, Pass};

use super::Lists;

/// Limits on the size of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelModelLimit {
    /// Situations of one side.
    pub states: usize,
    /// Volleys of all turns together.
    pub volleys: u64,
}

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
    /// By state: its rank as the result of a volley. Of equally good results the one with the highest
    /// rank is taken. If it is empty, the first of equally good targets is taken, die by die.
    pub ranks: Vec<u32>,
}

impl DuelSide {
    /// Number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.levels.last().copied().unwrap_or(0)
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
