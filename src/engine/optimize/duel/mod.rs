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
//! stakes objectives of the sides, and the figures that are kept
//! plan   the order of the states, and the work of solving a duel, counted in advance
//! sweep  passes over all states, level by level
//! batch  some states of one side against all states of the other
//! pack   values side by side: the best target of each die
//! ```

mod batch;
mod pack;
mod plan;
mod stakes;
mod sweep;

use self::pack::{Cell, FIRST, LEAST, RANK, RANKED, SECOND, TargetCriterion};
pub use self::plan::{DuelPlan, DuelWork, work};
pub use self::stakes::{Asked, Interests, Precision, Sense, Stakes};
use self::stakes::{Figures, figures, open_sides};
use self::sweep::{Kept, Solver};
pub use crate::engine::optimize::Gain;
use crate::engine::optimize::gain::TIE_EPS;
use crate::engine::{Control, Unsolved};
use crate::model::duel::{Duel, DuelSolution};

/// Solves a duel as planned, on the threads of the current pool.
///
/// One pass over all states is enough, unless ships are repaired or the battle is cut short. Then
/// there is one pass for each number of rounds left, until the values converge, and at most
/// `max_passes`. Use single precision only where it [`settles_at_once`],
/// and nothing is asked for.
///
/// # Errors
/// Returns an error if the values do not converge within `max_passes`, or if it is stopped. That is
/// seen before all passes are made if the values change too slowly.
pub fn solve(
    duel: &Duel,
    plan: &DuelPlan,
    stakes: &Stakes<'_>,
    max_passes: u32,
    control: &Control,
) -> Result<DuelSolution, Unsolved> {
    let kept = figures(duel, stakes.interests);
    // The side whose figures come first.
    let seen = usize::from(kept == Figures::One && !open_sides(duel)[0]);
    let (of, limits) = ((duel, plan, stakes), (max_passes, control));
    match (kept, plan.precision) {
        (Figures::First, Precision::Double) => {
            solve_with::<f64, 2, 4>(of, seen, [0, 1], 0.0, limits)
        }
        (Figures::One, Precision::Double) => {
            solve_with::<f64, 3, 4>(of, seen, [0, 1, 2], 0.0, limits)
        }
        (Figures::Both, Precision::Double) => {
            solve_with::<f64, 4, 4>(of, seen, [0, 1, 2, 3], 0.0, limits)
        }
        (Figures::Ranked, Precision::Double) => {
            solve_with::<f64, RANKED, 4>(of, seen, [0, 1, 2, 3, RANK], 0.0, limits)
        }
        (_, Precision::Single) => {
            let step = grid_step(duel, stakes);
            let solution = match kept {
                Figures::First => solve_with::<f32, 1, 8>(of, seen, [0], step, limits),
                _ => solve_with::<f32, 2, 8>(of, seen, [0, 2], step, limits),
            };
            solution.map(|solution| DuelSolution { error: step * hits(duel), ..solution })
        }
    }
}

/// Whether the values settle after a number of passes that is known in advance. Otherwise they have
/// to converge, which needs double precision.
#[must_use]
pub fn settles_at_once(duel: &Duel, rounds: Option<u32>) -> bool {
    rounds.is_some() || !duel.heals()
}

/// Solves the duel with these figures, those of side `seen` first. They are kept on a grid of this
/// step, or as they are if it is 0.
fn solve_with<C: Cell, const N: usize, const L: usize>(
    (duel, plan, stakes): (&Duel, &DuelPlan, &Stakes<'_>),
    seen: usize,
    figures: [usize; N],
    step: f64,
    (max_passes, control): (u32, &Control),
) -> Result<DuelSolution, Unsolved> {
    let signs = stakes.senses.map(|sense| if sense == Sense::Maximise { 1.0 } else { -1.0 });
    let criteria = [0, 1].map(|side| TargetCriterion {
        aim: match (side == seen, stakes.interests, signs[0] == signs[1]) {
            (true, ..) | (_, Interests::Shared, true) | (_, Interests::Opposed, false) => FIRST,
            (_, Interests::Separate, _) => SECOND,
            _ => LEAST,
        },
        tie: C::of(TIE_EPS),
        more_of_next: C::of(TIE_EPS),
    });
    // The last digit of this number is worth a step.
    let grid = step * 1.5 * f64::from(f64::MANTISSA_DIGITS - 1).exp2();
    let sign = |n: usize| if n == RANK { 1.0 } else { signs[seen ^ (n / 2)] };
    let kept = Kept { figures, seen, signs: figures.map(sign), grid };
    Solver::<C, N, L>::new(duel, plan, stakes, kept, criteria).run(max_passes, control)
}

/// Returns the step of the grid on which values of single precision are kept. With two digits to
/// spare, sums of different order lead to equal values.
fn grid_step(duel: &Duel, stakes: &Stakes<'_>) -> f64 {
    let pairs = [0, 1].map(|side| {
        let states = 0..duel.sides[side].states();
        states.map(move |state| if side == 0 { [state, 0] } else { [0, state] })
    });
    let worth = |pair| (stakes.worth)(pair).map(|[objective, _]| objective.abs());
    let largest = pairs.into_iter().flatten().flat_map(worth).fold(f64::MIN_POSITIVE, f64::max);
    largest.log2().ceil().exp2() * (2.0 - f64::from(f32::MANTISSA_DIGITS)).exp2()
}

/// Largest number of dice that hit in a battle. Each of them is a decision and may round a value.
fn hits(duel: &Duel) -> f64 {
    duel.sides.iter().map(|side| side.levels.len() as f64).sum()
}
