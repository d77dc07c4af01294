//! Two sides that wear each other down, in numbers: what best play is worked out from.
//!
//! In a duel every activation changes one side only, the one that is shot at, and only for
//! the worse. Each side's situations are numbered apart, by level, so that a pair of numbers
//! is a situation of the battle, and what a hit leads to always has a smaller number.
//!
//! A volley is a set of dice. They are assigned one by one in a fixed order; what is left to
//! be assigned after a die is again a volley, a smaller one. So the best use of a volley is
//! the best target for its first die, followed by the best use of the rest; nothing is
//! counted twice, however many ways there are to assign it.

mod rows;
mod solution;

pub use rows::Rows;
pub use solution::{Choices, Pass, Solution};

/// The whole duel.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Both sides' situations.
    pub sides: [DuelSide; 2],
    /// Turns that are played once, then the turns of a round.
    pub turns: Vec<DuelTurn>,
    /// Turns that are played once.
    pub prelude: usize,
    /// Situation of each side at the start whose value is wanted.
    pub opening: [usize; 2],
    /// All situations of each side that a battle may start from, the smallest first.
    pub openings: [Vec<usize>; 2],
}

impl Duel {
    /// Are ships repaired, so that damage does not only grow?
    #[must_use]
    pub fn heals(&self) -> bool {
        self.sides.iter().any(|side| side.healed.is_some())
    }

    /// Can the firing side be in this situation at this turn? Before the other side has
    /// fired its first volley, it is as it was at the start.
    #[must_use]
    pub fn can_be(&self, turn: usize, state: usize) -> bool {
        let side = self.turns[turn].side;
        let shot_at = turn >= self.prelude || self.turns[..turn].iter().any(|t| t.side != side);
        shot_at || self.openings[side].binary_search(&state).is_ok()
    }
}

/// The situations of one side, numbered from 0, where nothing is left of it.
#[derive(Clone, Debug)]
pub struct DuelSide {
    /// First situation of each level, and the number of situations at the end. A hit leads
    /// to a lower level.
    pub levels: Vec<usize>,
    /// What one die can do to this side, by kind of die.
    pub blows: Vec<Lists>,
    /// What becomes of each situation at the end of a round, if that changes any.
    pub healed: Option<Vec<u32>>,
}

impl DuelSide {
    /// Number of situations.
    #[must_use]
    pub fn states(&self) -> usize {
        self.levels.last().copied().unwrap_or(0)
    }
}

/// Lists of numbers, one for each situation, in one pool.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    ends: Vec<u32>,
    pool: Vec<u32>,
}

impl Lists {
    /// Adds the list of the next situation.
    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.pool.extend(list);
        self.ends.push(self.pool.len() as u32);
    }

    /// The list of a situation.
    #[inline]
    #[must_use]
    pub fn of(&self, state: usize) -> &[u32] {
        let from = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.pool[from as usize..self.ends[state] as usize]
    }

    /// Members of all lists.
    #[must_use]
    pub fn total(&self) -> usize {
        self.pool.len()
    }
}

/// One activation: a side fires at the other.
#[derive(Clone, Debug)]
pub struct DuelTurn {
    /// The side that fires.
    pub side: usize,
    /// By situation of the side that fires, how strong the volley is; 0 is none at all.
    pub strength: Vec<u8>,
    /// By strength, what the dice can come to.
    pub volleys: Vec<Volleys>,
    /// By situation of the target, which of the chances of a volley hold.
    pub view: Vec<u8>,
    /// Is the volley assigned as well as it can be, and not as declared?
    pub is_open: bool,
    /// If it is assigned as declared: by situation of the target and volley (of those of
    /// the greatest strength), what becomes of the target.
    pub declared: Vec<u32>,
}

/// The volleys of one strength, from nothing hit (0) up.
#[derive(Clone, Debug, Default)]
pub struct Volleys {
    /// Volleys, from 1 on, whose first die is of one kind.
    pub runs: Vec<Run>,
    /// By view of the target: probability of each volley.
    pub chances: Vec<Vec<f64>>,
    /// Number of each volley among those of the greatest strength.
    pub global: Vec<u32>,
}

impl Volleys {
    /// How many there are, nothing hit included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.global.len()
    }

    /// Kind of the first die of a volley, and the volley without it; `None` if it has no die.
    #[must_use]
    pub fn first(&self, volley: usize) -> Option<(usize, usize)> {
        let run = self.runs.partition_point(|run| run.first <= volley).checked_sub(1)?;
        let run = &self.runs[run];
        Some((run.kind, run.rest + volley - run.first))
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.global.is_empty()
    }
}

/// Consecutive volleys whose first die is of the same kind, and whose rests are consecutive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Kind of the first die: an index into [`DuelSide::blows`] of the target.
    pub kind: usize,
    /// First volley.
    pub first: usize,
    /// What is left of the first volley without its first die.
    pub rest: usize,
    /// Number of volleys.
    pub len: usize,
}

impl DuelTurn {
    /// Volleys of the greatest strength.
    #[must_use]
    pub fn most_volleys(&self) -> usize {
        self.volleys.last().map_or(0, Volleys::len)
    }
}
