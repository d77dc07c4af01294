//! Battles with common dice, for comparisons of openings or of orders.

use super::kernel::play_one;
use crate::dice::{Sampler, block_generator};
use crate::engine::Control;
use crate::engine::optimize::Gain;
use crate::engine::par_map;
use crate::model::Battle;

/// A comparison of alternatives with common dice.
#[derive(Clone, Copy, Debug)]
pub struct PairedPlan {
    /// Number of battles of each alternative.
    pub battles: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Round after which an undecided battle is cut short.
    pub round_cap: u32,
}

/// Means over all battles of one alternative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedMean {
    /// Mean of each figure.
    pub mean: Gain,
    /// Mean of the first figure of the best alternative less that of this one.
    pub behind: f64,
    /// Standard error of `behind`.
    pub error: f64,
}

/// Plays battles from each opening, see [`compare_alternatives`].
pub fn compare_openings<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    openings: &[B::State],
    plan: PairedPlan,
    figures: &(dyn Fn(&B::State) -> Gain + Sync),
    control: &Control,
) -> Option<Vec<PairedMean>> {
    let row = |dice: &Sampler| {
        let mut captains = captains.clone();
        let play = |opening: &B::State| {
            let mut state = *opening;
            if !battle.is_over(&state) {
                play_one(battle, &mut state, plan.round_cap, &mut dice.clone(), &mut captains);
            }
            figures(&state)
        };
        openings.iter().map(play).collect()
    };
    compare_alternatives(plan, &row, control)
}

/// Plays battles of each alternative. `row` plays one battle of each, all from these dice, and
/// returns the figures of their ends. Common dice make the differences of alternatives more precise
/// than their means. The best alternative has the highest mean of the first figure, the first of
/// equals. Returns `None` if it is stopped. The result does not depend on the number of threads.
pub fn compare_alternatives(
    plan: PairedPlan,
    row: &(dyn Fn(&Sampler) -> Vec<Gain> + Sync),
    control: &Control,
) -> Option<Vec<PairedMean>> {
    let row = |number: usize| -> Option<Vec<Gain>> {
        if control.is_stopped() {
            return None;
        }
        Some(row(&Sampler::new(block_generator(plan.seed, number as u64))))
    };
    let rows: Vec<Vec<Gain>> =
        par_map(plan.battles as usize, usize::MAX, &row).into_iter().collect::<Option<_>>()?;
    let n = rows.len() as f64;
    let mean = |one: usize, figure: usize| rows.iter().map(|row| row[one][figure]).sum::<f64>() / n;
    let alternatives = rows.first().map_or(0, Vec::len);
    let means: Vec<Gain> = (0..alternatives).map(|one| [mean(one, 0), mean(one, 1)]).collect();
    let best = (0..means.len()).rev().max_by(|&a, &b| means[a][0].total_cmp(&means[b][0]))?;
    let paired = |(one, mean): (usize, &Gain)| {
        let behind = means[best][0] - mean[0];
        let squares = rows.iter().map(|row| (row[best][0] - row[one][0] - behind).powi(2));
        let error = (squares.sum::<f64>() / (n * (n - 1.0).max(1.0))).sqrt();
        PairedMean { mean: *mean, behind, error }
    };
    Some(means.iter().enumerate().map(paired).collect())
}
