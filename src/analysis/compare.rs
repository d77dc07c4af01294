//! Ranking of several fleets against one or several enemies.
//!
//! Odds that fit the budget are exact. The others are simulated in stages, each with four times as
//! many battles as the one before. After each stage, a candidate is dropped if the upper end of its
//! interval is below the lower end of another. The intervals of all candidates hold simultaneously
//! in all stages with probability 1 - [`ERROR`].

use super::exact_or_simulated::{exactly, simulated};
use super::total::{StoppedBy, Total};
use crate::answer::{NoAnswer, Question, ROLES, SideInfo};
use crate::engine::Ctx;
pub use crate::result::Rank;
use crate::result::{RankedCandidate, Summary, Trial, Uncertain};
use crate::scenario::{Scenario, SideText};

/// Probability that a candidate is dropped by mistake.
pub const ERROR: f64 = 0.001;

/// Number of battles of the first stage.
const FIRST_STAGE: u64 = 1 << 14;

/// Maximum number of battles, pairs of fleets, in one comparison.
const MAX_PAIRS: usize = 10_000;

/// Candidates and their enemies.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Questions about the battles, by candidate and enemy.
    pub battles: Vec<Vec<Question>>,
    /// Weight of each enemy; the sum is 1.
    pub weights: Vec<f64>,
    /// Side of the candidates in each battle: 0 attacker, 1 defender.
    pub side: usize,
    /// Figure by which candidates are ranked.
    pub rank: Rank,
}

impl Contest {
    /// Prepares the battles of all candidates against all enemies. `ask` turns a fight into a
    /// question.
    ///
    /// ```
    /// use fleetodds::internals::analysis::compare::{Contest, Rank, compare};
    /// use fleetodds::internals::analysis::total::Total;
    /// use fleetodds::internals::engine::Ctx;
    /// use fleetodds::internals::scenario::{SideText, Source};
    /// use fleetodds::{Error, Fight};
    ///
    /// let read = |typed: &str| SideText::typed(&Source::new("fleet", typed));
    /// let candidates = [read("3 interceptor")?, read("1 cruiser")?];
    /// let enemies = [read("ancient")?, read("2 interceptor")?];
    /// let ask = |scenario| Fight::from(scenario).question();
    /// let contest = Contest::new(&candidates, &enemies, vec![0.5; 2], 0, Rank::Win, &ask)?;
    /// let ranking = compare(&contest, &Total::default(), &Ctx::new(1)?, &|| ())?;
    /// assert_eq!(ranking.ranked[0].fleet, "3 interceptor");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are too many battles, if a fleet without cost is ranked by cost, or if `ask` fails.
    pub fn new<E: From<NoAnswer>>(
        candidates: &[SideText],
        enemies: &[SideText],
        weights: Vec<f64>,
        side: usize,
        rank: Rank,
        ask: &dyn Fn(Scenario) -> Result<Question, E>,
    ) -> Result<Self, E> {
        let pairs = candidates.len() * enemies.len();
        if pairs > MAX_PAIRS {
            let why = format!("{pairs} battles, at most {MAX_PAIRS}");
            return Err(NoAnswer::NotHere(why).into());
        }
        let battle = |candidate: &SideText, enemy: &SideText| {
            let mut sides = [candidate.clone(), enemy.clone()];
            if side == 1 {
                sides.swap(0, 1);
            }
            ask(Scenario::of(sides))
        };
        let battles: Vec<Vec<Question>> = candidates
            .iter()
            .map(|candidate| enemies.iter().map(|enemy| battle(candidate, enemy)).collect())
            .collect::<Result<_, E>>()?;
        let is_free = |row: &Vec<Question>| row[0].matchup.sides()[side].cost == 0.0;
        match battles.iter().position(is_free) {
            Some(n) if rank == Rank::PerCost => {
                let why = format!("fleet {} costs nothing, so it has no odds per cost", n + 1);
                Err(NoAnswer::NotHere(why).into())
            }
            _ => Ok(Self { battles, weights, side, rank }),
        }
    }
}

/// Result of a comparison.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Results of the candidates, the best first.
    pub ranked: Vec<RankedCandidate>,
    /// The reason why candidates are missing or simulated with fewer battles; `None` if the
    /// comparison is complete.
    pub stopped: Option<StoppedBy>,
}

/// Present answer for a candidate against an enemy.
struct Known {
    summary: Summary,
    is_exact: bool,
}

/// Compares the candidates until the total is spent. Calls `tick` once for each pair of candidate
/// and enemy that is finished.
///
/// # Errors
/// If a fleet exceeds a limit, or if the engine is `exact` and exact odds do not fit the budget.
pub fn compare(
    contest: &Contest,
    total: &Total,
    ctx: &Ctx,
    tick: &(dyn Fn() + Sync),
) -> Result<Ranking, NoAnswer> {
    let stages = Stages::of(contest);
    let (candidates, enemies) = (contest.battles.len(), contest.weights.len());
    let first = total.ask_each(candidates * enemies, ctx, |n, work| {
        let question = &contest.battles[n / enemies][n % enemies];
        let known = first_answer(question, &stages, ctx, work)?;
        if known.as_ref().is_some_and(|known| known.is_exact || stages.is_last(0)) {
            tick();
        }
        Ok::<_, NoAnswer>(known)
    })?;
    let is_cut = first.len() < candidates * enemies;
    let mut stopped = StoppedBy::of(ctx.control(), is_cut);
    let mut first = first.into_iter();
    let known: Vec<Vec<Option<Known>>> =
        (0..candidates).map(|_| (0..enemies).map(|_| first.next().flatten()).collect()).collect();
    let first_standing = |(c, known): (usize, &Vec<Option<Known>>)| {
        let known: Vec<&Known> = known.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let is_exact = known.iter().all(|known| known.is_exact);
        let summaries: Vec<&Summary> = known.iter().map(|known| &known.summary).collect();
        let battles = if is_exact { 0 } else { stages.battles(0) };
        Some(candidate(contest, c, &summaries, battles))
    };
    let mut ranked: Vec<Option<RankedCandidate>> =
        known.iter().enumerate().map(first_standing).collect();
    let is_open = |&c: &usize| ranked[c].as_ref().is_some_and(|candidate| candidate.battles > 0);
    let mut open: Vec<usize> = (0..candidates).filter(is_open).collect();
    for stage in 1..stages.number {
        if stopped.is_some() {
            break;
        }
        for hopeless in hopeless(contest, &ranked, &mut open, stages.z) {
            not_exact(&known[hopeless]).for_each(|_| tick());
            ranked[hopeless].iter_mut().for_each(|candidate| candidate.is_dropped = true);
        }
        for &c in &open {
            if total.is_spent() {
                stopped = Some(StoppedBy::Total);
                break;
            }
            let battles = stages.battles(stage);
            let again =
                |work: &mut f64| simulate_again(&contest.battles[c], &known[c], battles, ctx, work);
            match total.ask(again) {
                Ok(all) => {
                    if stages.is_last(stage) {
                        not_exact(&known[c]).for_each(|_| tick());
                    }
                    let all: Vec<&Summary> = all.iter().collect();
                    ranked[c] = Some(candidate(contest, c, &all, battles));
                }
                Err(NoAnswer::Stopped) => {
                    stopped = Some(StoppedBy::Interrupt);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(Ranking { ranked: best_first(contest, ranked), stopped })
}

/// Returns the exact answer if it fits the budget, otherwise the simulated answer of the first
/// stage; `None` after an interrupt.
fn first_answer(
    question: &Question,
    stages: &Stages,
    ctx: &Ctx,
    work: &mut f64,
) -> Result<Option<Known>, NoAnswer> {
    let found = exactly(question, ctx, work).and_then(|exact| match exact {
        Some(summary) => Ok(Known { summary, is_exact: true }),
        None => {
            let summary = simulated(question, stages.battles(0), ctx, work)?;
            Ok(Known { summary, is_exact: false })
        }
    });
    match found {
        Err(NoAnswer::Stopped) => Ok(None),
        found => found.map(Some),
    }
}

/// Returns the answers of a candidate against all enemies. Those that are not exact are simulated
/// with more battles.
fn simulate_again(
    questions: &[Question],
    known: &[Option<Known>],
    battles: u64,
    ctx: &Ctx,
    work: &mut f64,
) -> Result<Vec<Summary>, NoAnswer> {
    let mut answer = |(question, known): (&Question, &Option<Known>)| match known {
        Some(Known { summary, is_exact: true }) => Ok(summary.clone()),
        _ => simulated(question, battles, ctx, work),
    };
    questions.iter().zip(known).map(&mut answer).collect()
}

/// Returns the answers that are not exact.
fn not_exact(known: &[Option<Known>]) -> impl Iterator<Item = &Known> {
    known.iter().flatten().filter(|known| !known.is_exact)
}

/// Removes the candidates from `open` whose upper bound is below the lower bound of another, and
/// returns them. The bounds are `z` standard errors wide.
fn hopeless(
    contest: &Contest,
    ranked: &[Option<RankedCandidate>],
    open: &mut Vec<usize>,
    z: f64,
) -> Vec<usize> {
    let value = |candidate: &RankedCandidate| contest.rank.of(candidate);
    let worst = |u: Uncertain| u.value - z * u.error();
    let best = |u: Uncertain| u.value + z * u.error();
    let known = ranked.iter().flatten().map(value);
    let bar = known.map(worst).fold(f64::NEG_INFINITY, f64::max);
    let is_worse = |&c: &usize| ranked[c].as_ref().is_some_and(|s| best(value(s)) < bar);
    let (hopeless, left) = open.iter().partition(|&c| is_worse(c));
    *open = left;
    hopeless
}

/// Returns all known results, the best first, each with its difference from the best.
fn best_first(contest: &Contest, ranked: Vec<Option<RankedCandidate>>) -> Vec<RankedCandidate> {
    let mut ranked: Vec<RankedCandidate> = ranked.into_iter().flatten().collect();
    ranked.sort_by(|a, b| contest.rank.of(b).value.total_cmp(&contest.rank.of(a).value));
    if let Some(first) = ranked.first().map(|best| contest.rank.of(best)) {
        for candidate in &mut ranked {
            candidate.behind = first.less(contest.rank.of(candidate));
        }
    }
    ranked
}

/// Stages of a simulation.
struct Stages {
    /// Number of stages.
    number: u32,
    /// Number of battles of the last stage.
    most: u64,
    /// Half-width, in standard errors, of intervals that hold for all candidates in all stages.
    z: f64,
}

impl Stages {
    fn of(contest: &Contest) -> Self {
        let battles = contest.battles.iter().flatten().map(|q| q.battles.most());
        let mut stages = Self { number: 0, most: battles.max().unwrap_or(0), z: 0.0 };
        stages.number = (0..).take_while(|n| stages.battles(*n) < stages.most).count() as u32 + 1;
        let intervals = f64::from(stages.number) * contest.battles.len() as f64;
        stages.z = quantile(ERROR / (2.0 * intervals));
        stages
    }

    fn battles(&self, stage: u32) -> u64 {
        FIRST_STAGE.saturating_mul(4u64.saturating_pow(stage)).min(self.most)
    }

    fn is_last(&self, stage: u32) -> bool {
        stage + 1 == self.number
    }
}

/// Summarises the result of a candidate against all enemies.
fn candidate(
    contest: &Contest,
    candidate: usize,
    summaries: &[&Summary],
    battles: u64,
) -> RankedCandidate {
    let sides = contest.battles[candidate][0].matchup.sides();
    let SideInfo { labels, cost, .. } = sides[contest.side];
    let is_named = labels.name != ROLES[contest.side];
    let against: Vec<Trial> = summaries
        .iter()
        .zip(&contest.battles[candidate])
        .map(|(summary, question)| {
            let enemy = question.matchup.sides()[1 - contest.side].labels;
            Trial::of(summary, contest.side, enemy.fleet.clone())
        })
        .collect();
    RankedCandidate {
        number: candidate,
        name: if is_named { labels.name.clone() } else { labels.fleet.clone() },
        fleet: labels.fleet.clone(),
        cost,
        total: Trial::weighted(&against, &contest.weights),
        behind: Uncertain::default(),
        against,
        battles,
        is_dropped: false,
    }
}

/// Returns an upper bound of the standard normal quantile of 1 - p, for small p. The approximation
/// (Abramowitz and Stegun, 26.2.23) is off by less than 0.00045, which is added.
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
