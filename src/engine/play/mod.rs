//! Best play: how the dice of a duel are assigned as well as the rules allow.
//!
//! Situations are solved backward, in order of damage, because damage only grows. The one
//! cycle, a round in which nobody hits anything, closes by algebra: with c the value of the
//! turns that change something and p the probability that a turn changes nothing,
//! V₀ = (c₀ + p₀ c₁ + p₀ p₁ c₂ + …) / (1 - p₀ p₁ p₂ …).
//!
//! ```text
//! work      what solving a duel takes, counted before any of it is taken
//! sweep     one pass over all situations, level by level
//! volley    one turn of one pair of situations: the best target of each die
//! ```

mod sweep;
mod volley;
mod work;

use std::sync::atomic::AtomicBool;

use self::sweep::Solver;
use self::volley::Pick;
pub use self::work::{Work, work};
use crate::battle::duel::{Duel, Solution};

/// What a side that plays its best is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As much of its objective as it can get.
    Most,
    /// As little: the worst play there is.
    Least,
}

/// What a side gets of a battle: what it is after, and what decides between choices that give
/// it equally much of that.
pub type Gain = [f64; 2];

/// How the interests of the sides go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interests {
    /// Both figures of one side go up as those of the other go down: each always adds up to the
    /// same over both sides.
    Opposed,
    /// Both sides have the same figures.
    Shared,
    /// Anything else.
    Separate,
}

/// What is at stake for each side.
pub struct Stakes<'a> {
    /// What each side is after; of no account for one that plays as declared.
    pub aims: [Aim; 2],
    /// By situations of both sides that end the battle, what each side gets.
    pub worth: &'a (dyn Fn([usize; 2]) -> [Gain; 2] + Sync),
    /// How the interests of the sides go together.
    pub interests: Interests,
    /// The battle is cut short after so many rounds.
    pub rounds: Option<u32>,
}

/// Why a duel was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The values did not settle in as many passes as were granted.
    Unsettled,
    /// It was told to stop.
    Stopped,
}

/// Solves the duel on the threads of the present pool. One pass over all situations is
/// enough, unless ships are repaired or the battle is cut short: then there is one for each
/// number of rounds that are left, until the values settle, and at most `most_passes`.
///
/// # Errors
/// If the values of a battle in which ships are repaired do not settle, or `stop` is set.
pub fn solve(
    duel: &Duel,
    stakes: &Stakes<'_>,
    most_passes: u32,
    stop: &AtomicBool,
) -> Result<Solution, Unsolved> {
    let [first, second] = stakes.aims.map(|aim| if aim == Aim::Most { 1.0 } else { -1.0 });
    // Where interests are opposed, the second side is after as little of the first's.
    let second_of_first = if stakes.interests == Interests::Opposed { -second } else { second };
    let picks = [Pick::of(0, first), Pick::of(0, second_of_first)];
    match figures(duel, stakes.interests) {
        2 => Solver::<2>::new(duel, stakes, 0, picks).run(most_passes, stop),
        3 => {
            let seen = usize::from(!open_sides(duel)[0]);
            Solver::<3>::new(duel, stakes, seen, picks).run(most_passes, stop)
        }
        _ => {
            let picks = [Pick::of(0, first), Pick::of(2, second)];
            Solver::<4>::new(duel, stakes, 0, picks).run(most_passes, stop)
        }
    }
}

/// Number of figures that a solver keeps for a situation: both of a side where the other's follow
/// from them; what the other side is after as well, where that side decides nothing; else all.
fn figures(duel: &Duel, interests: Interests) -> usize {
    match (interests, open_sides(duel)) {
        (Interests::Opposed | Interests::Shared, _) => 2,
        (Interests::Separate, [true, true]) => 4,
        (Interests::Separate, _) => 3,
    }
}

/// Which sides do not play as declared.
fn open_sides(duel: &Duel) -> [bool; 2] {
    [0, 1].map(|side| duel.turns.iter().any(|turn| turn.side == side && turn.is_open))
}
