//! Which of several fleets is best against one or several enemies.
//!
//! What fits is exact. The rest is simulated in stages, each four times as large as the one
//! before; after each, candidates are dropped whose best is worse than the worst of another,
//! by intervals that hold all together, over all stages, with probability 1 - [`ERROR`].

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::either::{exactly, simulated};
use super::{NoAnswer, Question};
use crate::tally::{Standing, Summary, Trial, Uncertain};

/// Probability that a candidate is dropped that is not worse than another.
pub const ERROR: f64 = 0.001;

/// Battles of the first stage.
const FIRST_STAGE: u64 = 1 << 14;

/// What candidates are ranked by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rank {
    /// The odds of winning.
    #[default]
    Win,
    /// Cost of enemy ships destroyed less that of own ships lost.
    Swing,
    /// The odds of winning for each 10 materials that the fleet costs.
    PerCost,
}

impl Rank {
    /// All that there are.
    pub const ALL: [Self; 3] = [Self::Win, Self::Swing, Self::PerCost];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Swing => "swing",
            Self::PerCost => "per-cost",
        }
    }

    pub(super) fn of(self, standing: &Standing) -> Uncertain {
        match self {
            Self::Win => standing.total.win,
            Self::Swing => standing.total.swing,
            Self::PerCost => standing.per_cost().unwrap_or_default(),
        }
    }
}

/// What is compared.
#[derive(Clone, Debug)]
pub struct Contest {
    /// By candidate and enemy, the battle of the two.
    pub battles: Vec<Vec<Question>>,
    /// By enemy, how much it counts; all together 1.
    pub weights: Vec<f64>,
    /// Which side of each battle the candidate is: 0 attacker, 1 defender.
    pub side: usize,
    /// What counts.
    pub rank: Rank,
}

/// How the candidates stand.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The best first.
    pub standings: Vec<Standing>,
    /// It was told to stop: candidates may be missing, or simulated with fewer battles.
    pub is_partial: bool,
}

/// Compares the candidates. `tick` is called for each battle that is done with.
///
/// # Errors
/// If a battle goes beyond a limit, or exact odds were asked for and do not fit.
pub fn compare(
    contest: &Contest,
    pool: &ThreadPool,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Ranking, NoAnswer> {
    let pairs: Vec<(usize, usize)> = (0..contest.battles.len())
        .flat_map(|c| (0..contest.weights.len()).map(move |e| (c, e)))
        .collect();
    let exact: Vec<Option<Summary>> = pool.install(|| {
        let look = |&(c, e): &(usize, usize)| match exactly(&contest.battles[c][e], pool, stop) {
            Err(NoAnswer::Stopped) => Ok(None),
            found => found.inspect(|exact| exact.iter().for_each(|_| tick())),
        };
        pairs.par_iter().map(look).collect::<Result<_, NoAnswer>>()
    })?;
    let enemies = contest.weights.len();
    let known = |c: usize, e: usize| exact[c * enemies + e].as_ref();
    let all: Vec<usize> = (0..contest.battles.len()).collect();
    let is_exact = |&c: &usize| (0..enemies).all(|e| known(c, e).is_some());
    let mut standings: Vec<Option<Standing>> = vec![None; all.len()];
    for c in all.iter().copied().filter(is_exact) {
        let summaries: Vec<&Summary> = (0..enemies).filter_map(|e| known(c, e)).collect();
        standings[c] = Some(standing(contest, c, &summaries, 0));
    }
    let mut open: Vec<usize> = all.iter().copied().filter(|c| !is_exact(c)).collect();
    let most = contest.battles.iter().flatten().map(|q| q.battles.most()).max().unwrap_or(0);
    let stages = (0..).take_while(|n| stage_battles(*n, most) < most).count() as u32 + 1;
    let z = quantile(ERROR / (2.0 * f64::from(stages) * all.len() as f64));
    let mut is_partial = stop.load(Ordering::Relaxed);
    for stage in 0..stages {
        let (battles, is_last) = (stage_battles(stage, most), stage + 1 == stages);
        for &c in &open {
            let summary = |e| match known(c, e) {
                Some(summary) => Ok(summary.clone()),
                None if is_partial => Err(NoAnswer::Stopped),
                None => simulated(&contest.battles[c][e], battles, pool, stop).inspect(|_| {
                    if is_last {
                        tick();
                    }
                }),
            };
            match (0..enemies).map(summary).collect::<Result<Vec<_>, _>>() {
                Ok(all) => {
                    let all: Vec<&Summary> = all.iter().collect();
                    standings[c] = Some(standing(contest, c, &all, battles));
                }
                Err(NoAnswer::Stopped) => is_partial = true,
                Err(error) => return Err(error),
            }
        }
        if is_partial {
            break;
        }
        let value = |c: usize| standings[c].as_ref().map(|s| contest.rank.of(s));
        let worst = |u: Uncertain| u.value - z * u.error();
        let best = |u: Uncertain| u.value + z * u.error();
        let bar = all.iter().filter_map(|&c| value(c)).map(worst).fold(f64::NEG_INFINITY, f64::max);
        let (hopeless, left): (Vec<usize>, Vec<usize>) =
            open.iter().partition(|&&c| value(c).is_some_and(|u| best(u) < bar));
        if !is_last {
            for c in hopeless {
                (0..enemies).filter(|&e| known(c, e).is_none()).for_each(|_| tick());
                standings[c].iter_mut().for_each(|standing| standing.is_dropped = true);
            }
            open = left;
        }
    }
    let mut standings: Vec<Standing> = standings.into_iter().flatten().collect();
    standings.sort_by(|a, b| contest.rank.of(b).value.total_cmp(&contest.rank.of(a).value));
    if let Some(first) = standings.first().map(|best| contest.rank.of(best)) {
        for standing in &mut standings {
            standing.behind = first.less(contest.rank.of(standing));
        }
    }
    Ok(Ranking { standings, is_partial })
}

fn stage_battles(stage: u32, most: u64) -> u64 {
    FIRST_STAGE.saturating_mul(4u64.saturating_pow(stage)).min(most)
}

/// How a candidate stands against all enemies.
fn standing(contest: &Contest, candidate: usize, summaries: &[&Summary], battles: u64) -> Standing {
    let asked = &contest.battles[candidate][0].muster;
    let against: Vec<Trial> = summaries
        .iter()
        .zip(&contest.battles[candidate])
        .map(|(summary, question)| {
            let enemy = question.muster.labels(1 - contest.side);
            Trial::of(summary, contest.side, enemy.fleet.clone())
        })
        .collect();
    Standing {
        number: candidate,
        name: asked.labels(contest.side).name.clone(),
        fleet: asked.labels(contest.side).fleet.clone(),
        cost: asked.cost(contest.side),
        total: Trial::weighted(&against, &contest.weights),
        behind: Uncertain::default(),
        against,
        battles,
        is_dropped: false,
    }
}

/// The standard normal quantile of 1 - p, for small p (Abramowitz and Stegun, 26.2.23: off by
/// less than 0.00045).
fn quantile(p: f64) -> f64 {
    let t = (-2.0 * p.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below + 0.000_45
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_of_the_normal_distribution() {
        for (p, z) in [(0.025, 1.959_964), (0.001, 3.090_232), (1e-6, 4.753_424)] {
            let found = quantile(p);
            assert!(found >= z && found < z + 0.001, "{p}: {found} {z}");
        }
    }
}
