//! Battles from several openings with common dice, for comparisons of openings.

use std::sync::atomic::{AtomicBool, Ordering};

use super::kernel::play_one;
use crate::dice::{Sampler, block_generator};
use crate::engine::par_map;
use crate::model::Battle;

/// Figures of the end of a battle.
pub type EndFigures = [f64; 2];

/// A comparison of openings.
#[derive(Clone, Copy, Debug)]
pub struct PairedPlan {
    /// Number of battles from each opening.
    pub battles: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Round after which an undecided battle is cut short.
    pub round_cap: u32,
}

/// Means over all battles from one opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedMean {
    /// Mean of each figure.
    pub mean: EndFigures,
    /// Mean of the first figure of the best opening less that of this one.
    pub behind: f64,
    /// Standard error of `behind`.
    pub error: f64,
}

/// Plays battles from each opening. Battle n of all openings begins with the same dice, which makes
/// their differences more precise than their means. The best opening has the highest mean of the
/// first figure, the first of equals. Returns `None` if `stop` is set. The result does not depend on
/// the number of threads.
pub fn compare_openings<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    openings: &[B::State],
    plan: PairedPlan,
    figures: &(dyn Fn(&B::State) -> EndFigures + Sync),
    stop: &AtomicBool,
) -> Option<Vec<PairedMean>> {
    let row = |number: usize| -> Option<Vec<EndFigures>> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let dice = block_generator(plan.seed, number as u64);
        let mut captains = captains.clone();
        let play = |opening: &B::State| {
            let mut state = *opening;
            if !battle.is_over(&state) {
                let mut die = Sampler::new(dice.clone());
                play_one(battle, &mut state, plan.round_cap, &mut die, &mut captains);
            }
            figures(&state)
        };
        Some(openings.iter().map(play).collect())
    };
    let rows: Vec<Vec<EndFigures>> =
        par_map(plan.battles as usize, usize::MAX, &row).into_iter().collect::<Option<_>>()?;
    let n = rows.len() as f64;
    let mean = |opening: usize, figure: usize| {
        rows.iter().map(|row| row[opening][figure]).sum::<f64>() / n
    };
    let means: Vec<EndFigures> = (0..openings.len()).map(|o| [mean(o, 0), mean(o, 1)]).collect();
    let best = (0..means.len()).rev().max_by(|&a, &b| means[a][0].total_cmp(&means[b][0]))?;
    let paired = |(opening, mean): (usize, &EndFigures)| {
        let behind = means[best][0] - mean[0];
        let squares = rows.iter().map(|row| (row[best][0] - row[opening][0] - behind).powi(2));
        let error = (squares.sum::<f64>() / (n * (n - 1.0).max(1.0))).sqrt();
        PairedMean { mean: *mean, behind, error }
    };
    Some(means.iter().enumerate().map(paired).collect())
}
