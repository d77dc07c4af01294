//! Two sides that hit each other at once, round by round, and are worn down by it, in numbers.
//!
//! In an exchange what a side makes of the hits that it takes depends on its own situation
//! alone, and so do the hits that it makes. Each side's situations are numbered apart; a hit
//! leads to a smaller number or to the same.

/// The whole exchange.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Both sides' situations.
    pub sides: [ExchangeSide; 2],
    /// Where rounds begin: a situation of each side, and how likely it is.
    pub openings: Vec<([u32; 2], f64)>,
}

impl Exchange {
    /// Pairs of replies: what there is to do at most.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.sides.iter().map(|side| side.replies.pool.len() as u64).product()
    }
}

/// The situations of one side, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct ExchangeSide {
    /// Is anybody left who fights?
    pub fights: Vec<bool>,
    /// By situation, the chances of 0, 1, 2, … hits.
    pub hits: Pool<f64>,
    /// By situation, what 0, 1, 2, … hits lead to; the last holds for all more.
    pub replies: Pool<u32>,
}

/// Lists, one for each situation, in one pool.
#[derive(Clone, Debug)]
pub struct Pool<T> {
    ends: Vec<u32>,
    pool: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), pool: Vec::new() }
    }
}

impl<T> Pool<T> {
    /// Adds the list of the next situation.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.pool.extend(list);
        self.ends.push(self.pool.len() as u32);
    }

    /// The list of a situation.
    #[inline]
    #[must_use]
    pub fn of(&self, state: usize) -> &[T] {
        let from = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.pool[from as usize..self.ends[state] as usize]
    }
}

/// How an exchange ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// Situations of both sides, and how likely the exchange ends with them. One of the two
    /// fights no more, or neither can hurt the other.
    pub ends: Vec<([u32; 2], f64)>,
}
