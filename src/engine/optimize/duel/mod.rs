//! Optimal play of duels: how to assign dice as well as the rules allow.
//!
//! States are solved backward in order of damage, because damage only increases. The only cycle, a
//! round in which no side hits anything, is closed algebraically. With cᵢ the value of the outcomes
//! of turn i that change something and pᵢ the probability that turn i changes nothing, the value at
//! the start of the round is
//!
//! V₀ = (c₀ + p₀ c₁ + p₀ p₁ c₂ + …) / (1 - p₀ p₁ p₂ …).
//!
//! ```text
//! work      the work of solving a duel, counted in advance
//! sweep     one pass over all states, level by level
//! volley    one turn of one pair of states: the best target of each die
//! ```

mod sweep;
mod volley;
mod work;

use self::sweep::Solver;
use self::volley::TargetCriterion;
pub use self::work::{DuelWork, work};
use crate::engine::{Control, Stopped};
use crate::model::duel::{Duel, DuelSolution};

/// Direction in which a side optimises its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Maximises the objective.
    Maximise,
    /// Minimises it, which is the worst possible play.
    Minimise,
}

/// Gain of a side from a battle: its objective, and the figure that decides between choices with
/// equal objectives.
pub type Gain = [f64; 2];

/// Relation between the interests of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interests {
    /// Zero-sum: each of the two figures has a constant sum over both sides.
    Opposed,
    /// Both sides have the same figures.
    Shared,
    /// Any other relation.
    Separate,
}

/// Objectives of the sides.
pub struct Stakes<'a> {
    /// Sense of each side; ignored for a side that plays as declared.
    pub senses: [Sense; 2],
    /// Returns the gain of each side for a pair of states that ends the battle.
    pub worth: &'a (dyn Fn([usize; 2]) -> [Gain; 2] + Sync),
    /// Relation between the interests of the sides.
    pub interests: Interests,
    /// Number of rounds after which the battle is cut short, if any.
    pub rounds: Option<u32>,
    /// Situations whose values are wanted besides that of the opening.
    pub asked: Asked<'a>,
}

/// Situations whose values are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The side whose gain is wanted. It has to play optimally.
    pub side: usize,
    /// The situations: the next turn and the states of both sides.
    pub situations: &'a [(usize, [usize; 2])],
}

/// Reason why a duel was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelUnsolved {
    /// The values did not converge within the allowed number of passes.
    Unsettled,
    /// The stop flag was set.
    Stopped,
}

impl From<Stopped> for DuelUnsolved {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Solves a duel on the threads of the current pool.
///
/// One pass over all states is enough, unless ships are repaired or the battle is cut short. Then
/// there is one pass for each number of rounds left, until the values converge, and at most
/// `max_passes`.
///
/// # Errors
/// Returns an error if the values do not converge within `max_passes`, or if it is stopped.
pub fn solve(
    duel: &Duel,
    stakes: &Stakes<'_>,
    max_passes: u32,
    control: &Control,
) -> Result<DuelSolution, DuelUnsolved> {
    let [first, second] =
        stakes.senses.map(|sense| if sense == Sense::Maximise { 1.0 } else { -1.0 });
    // With opposed interests, the second side optimises the first side's figures in the other
    // direction.
    let second_of_first = if stakes.interests == Interests::Opposed { -second } else { second };
    let picks = [TargetCriterion::of(0, first), TargetCriterion::of(0, second_of_first)];
    match figures(duel, stakes.interests) {
        2 => Solver::<2>::new(duel, stakes, 0, picks).run(max_passes, control),
        3 => {
            let seen = usize::from(!open_sides(duel)[0]);
            Solver::<3>::new(duel, stakes, seen, picks).run(max_passes, control)
        }
        _ => {
            let picks = [TargetCriterion::of(0, first), TargetCriterion::of(2, second)];
            Solver::<4>::new(duel, stakes, 0, picks).run(max_passes, control)
        }
    }
}

/// Number of figures stored per state: two if the other side's figures follow from them; three if
/// the other side decides nothing, so that its objective is wanted but not its tie-break; four
/// otherwise.
fn figures(duel: &Duel, interests: Interests) -> usize {
    match (interests, open_sides(duel)) {
        (Interests::Opposed | Interests::Shared, _) => 2,
        (Interests::Separate, [true, true]) => 4,
        (Interests::Separate, _) => 3,
    }
}

/// By side: whether it assigns hits optimally rather than as declared.
fn open_sides(duel: &Duel) -> [bool; 2] {
    [0, 1].map(|side| duel.turns.iter().any(|turn| turn.side == side && turn.is_open))
}
