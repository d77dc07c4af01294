//! A battle as a game of single decisions: what best play is worked out from where a battle is
//! no [`duel`](super::duel).

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Values of a position: what each captain may be after.
pub type Values = [f64; 4];

/// A game, position by position.
pub trait Game {
    /// A situation, and how far the present activation has gone.
    type Position: Copy + Eq + Hash;

    /// What can come of a position, each with its probability where chance decides; nothing if
    /// that are more than `most`, or it takes too long to find out.
    fn moves(
        &mut self,
        position: &Self::Position,
        most: u64,
        next: &mut Vec<(Self::Position, f64)>,
    ) -> Option<Mover>;

    /// What finding moves has taken so far beyond the ordinary, in units of a move; it depends on
    /// what was asked, and not on a clock.
    fn effort(&self) -> u64 {
        0
    }

    /// What a position is worth if the battle ends there, or stands there for ever.
    fn worth(&self, position: &Self::Position) -> Values;
}

/// Who decides what comes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Nobody: the battle has ended.
    Over,
    /// Chance.
    Chance,
    /// A captain, by his number; the first of his choices is the one that he makes where all
    /// are as good.
    Captain(u8),
}

/// How a captain decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decider {
    /// The choice with the most (or, with -1, the least) of this value; of equally good ones,
    /// that with the most (least) of another; of those, the first.
    Best {
        /// Which value.
        value: usize,
        /// The value that decides ties.
        tie: usize,
        /// 1 or -1.
        sign: f64,
    },
    /// The first choice while this value, with the first choice made by all who decide like
    /// this from now on, is not below a limit; else the second.
    While {
        /// Which value.
        value: usize,
        /// The limit.
        limit: f64,
    },
}

/// Things by number.
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    /// The number of a thing; a new one gets the next.
    pub fn number(&mut self, thing: T) -> u32 {
        *self.numbers.entry(thing).or_insert_with(|| {
            self.all.push(thing);
            self.all.len() as u32 - 1
        })
    }

    /// The number of a thing, if it has one.
    #[must_use]
    pub fn known(&self, thing: &T) -> Option<u32> {
        self.numbers.get(thing).copied()
    }

    /// Bytes that so many things take: a list that grows has room for twice as much, and while it
    /// moves it is there twice; so is the table in which things are looked up.
    #[must_use]
    pub fn bytes_of(things: usize) -> u64 {
        things as u64 * (5 * size_of::<T>() + 4 * size_of::<u32>()) as u64
    }

    /// How many things have a number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The thing of a number that has been given.
    #[must_use]
    pub fn get(&self, number: u32) -> T {
        self.all[number as usize]
    }
}

/// What has been found.
#[derive(Clone, Debug)]
pub struct Solved<P> {
    /// The choice in each position in which a captain decides.
    pub choices: FxHashMap<P, u8>,
    /// Values of the openings.
    pub openings: Vec<Values>,
    /// What it took: positions, moves, and the effort of finding them.
    pub work: u64,
}
