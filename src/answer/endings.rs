//! All ways in which battles end, with their exact probabilities or their shares of a run.

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::prepared_fight::{BattleFigures, PreparedFight};
use super::{NoAnswer, ROLES};
use crate::engine::{BLOCK, Block, Ctx, RunPlan};
use crate::result::{SideSummary, Swing};
use crate::stats::{Histogram, Odds};

/// One way to end.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    /// Cells in which it counts.
    pub(crate) cells: Vec<u32>,
    /// Exact probability, or share of the battles of the run.
    pub(crate) share: f64,
    /// Number of the first battle of the run that ended in this way; 0 for exact ends.
    pub(crate) first: u64,
}

/// All ways to end.
#[derive(Clone, Debug)]
pub(crate) struct TerminalDistribution {
    /// Ways to end, sorted by their cells.
    pub(crate) all: Vec<Ending>,
    /// Number of simulated battles; 0 if the shares are exact.
    pub(crate) battles: u64,
}

/// Receives progress after each block: the number of battles of the block, and of the whole run.
pub(crate) type Played<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Largest number of different ways to end: about 2 s of work.
const MAX_ENDINGS: usize = 500_000;

impl TerminalDistribution {
    /// Returns the exact ends if they are solved, otherwise those of a simulated run.
    ///
    /// Fails if there are too many different ends, or if it is stopped.
    pub(crate) fn of(
        prepared: &PreparedFight<'_>,
        plan: &RunPlan,
        ctx: &Ctx,
        played: Played<'_>,
    ) -> Result<Self, NoAnswer> {
        match prepared.ends(ctx.control()) {
            Some(ends) => Self::exact(ends),
            None => Self::of_run(prepared, plan, ctx, played),
        }
    }

    fn exact(ends: Vec<(Vec<u32>, f64)>) -> Result<Self, NoAnswer> {
        let mut shares: FxHashMap<Vec<u32>, f64> = FxHashMap::default();
        for (cells, p) in ends {
            *shares.entry(cells).or_default() += p;
        }
        if shares.len() > MAX_ENDINGS {
            return Err(NoAnswer::TooLarge {
                what: format!("battles can end in more than {MAX_ENDINGS} ways"),
                work: 0.0,
            });
        }
        let all = shares.into_iter().map(|(cells, share)| Ending { cells, share, first: 0 });
        Ok(Self { all: all.collect(), battles: 0 }.sorted())
    }

    /// Simulates a run and returns its ends.
    ///
    /// Fails if there are too many different ends, or if it is stopped.
    pub(crate) fn of_run(
        prepared: &PreparedFight<'_>,
        plan: &RunPlan,
        ctx: &Ctx,
        played: Played<'_>,
    ) -> Result<Self, NoAnswer> {
        let replayer = prepared.replayer();
        type Seen = FxHashMap<Vec<u32>, (u64, u64)>;
        let read = |mut seen: Seen, number: u64| {
            if ctx.is_stopped() || seen.len() > MAX_ENDINGS {
                return seen;
            }
            let block = block(plan, number);
            replayer.visit_cells(block, &mut |n, cells| {
                let battle = number * BLOCK + n;
                match seen.get_mut(cells) {
                    Some((times, first)) => {
                        *times += 1;
                        *first = battle.min(*first);
                    }
                    None => {
                        seen.insert(cells.to_vec(), (1, battle));
                    }
                }
            });
            played(block.battles, plan.battles);
            seen
        };
        let join = |mut all: Seen, other: Seen| {
            for (cells, (times, first)) in other {
                let known = all.entry(cells).or_insert((0, first));
                *known = (known.0 + times, known.1.min(first));
            }
            all
        };
        let (blocks, next) = (plan.battles.div_ceil(BLOCK), AtomicU64::new(0));
        let by_thread = ctx.map(ctx.threads(), 1, &|_| {
            let mut seen = Seen::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= blocks {
                    return seen;
                }
                seen = read(seen, number);
            }
        });
        let seen = by_thread.into_iter().reduce(join).unwrap_or_default();
        if ctx.is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        if seen.len() > MAX_ENDINGS {
            let what =
                format!("the battles ended in more than {MAX_ENDINGS} ways: lower --battles");
            return Err(NoAnswer::TooLarge { what, work: 0.0 });
        }
        let share = |times: u64| times as f64 / plan.battles as f64;
        let all = seen.into_iter().map(|(cells, (times, first))| Ending {
            cells,
            share: share(times),
            first,
        });
        Ok(Self { all: all.collect(), battles: plan.battles }.sorted())
    }

    /// Returns the distribution of the swing of cost of each side.
    pub(crate) fn swings(&self, prepared: &PreparedFight<'_>) -> Vec<Swing> {
        let verdicts: Vec<(f64, BattleResult)> =
            self.all.iter().map(|e| (e.share, BattleResult::of(prepared, &e.cells))).collect();
        let sides = verdicts.first().map_or(0, |(_, battle_result)| battle_result.sides.len());
        let of_side = |side: usize| {
            let swings = verdicts.iter().map(|(share, end)| (end.swing(side), *share));
            Swing::of(swings.collect())
        };
        (0..sides).map(of_side).collect()
    }

    fn sorted(mut self) -> Self {
        self.all.sort_by(|a, b| a.cells.cmp(&b.cells));
        self
    }
}

/// Returns the block of a run with this number.
pub(crate) fn block(plan: &RunPlan, number: u64) -> Block {
    let RunPlan { battles, seed, round_cap, .. } = *plan;
    Block { seed, number, battles: BLOCK.min(battles - number * BLOCK), round_cap }
}

/// Result of a single battle.
pub(crate) struct BattleResult {
    /// Figures of the sides, in which all probabilities are 0 or 1.
    pub(crate) sides: Vec<SideSummary>,
    pub(crate) is_draw: bool,
    pub(crate) is_standoff: bool,
}

impl BattleResult {
    /// Returns the result of a battle that counts in these cells.
    pub(crate) fn of(prepared: &PreparedFight<'_>, cells: &[u32]) -> Self {
        let mut shares = vec![0.0; prepared.report.prepared().cells()];
        cells.iter().for_each(|&cell| shares[cell as usize] += 1.0);
        let BattleFigures { sides, draw, standoff } =
            prepared.report.figures(&Odds::exact(shares, Histogram::default()));
        Self { sides, is_draw: draw.probability > 0.5, is_standoff: standoff.probability > 0.5 }
    }

    /// Returns whether the side has won.
    pub(crate) fn wins(&self, side: usize) -> bool {
        self.sides[side].win.probability > 0.5
    }

    /// Returns the number of survivors of a group of a side.
    pub(crate) fn left(&self, side: usize, group: usize) -> u64 {
        self.sides[side].survivors[group].mean.round() as u64
    }

    /// Returns the displayed part of an end as a key: winners and survivors. Ends with equal keys
    /// look alike to the user.
    pub(crate) fn shown(&self) -> Vec<u64> {
        let mut shown = vec![u64::from(self.is_draw), u64::from(self.is_standoff)];
        for (side, of_side) in self.sides.iter().enumerate() {
            shown.push(u64::from(self.wins(side)));
            shown.extend((0..of_side.survivors.len()).map(|group| self.left(side, group)));
        }
        shown
    }

    /// Returns the cost that a side has destroyed less the cost that it has lost, rounded to 6
    /// decimals so that equal swings compare as equal.
    pub(crate) fn swing(&self, side: usize) -> f64 {
        let cost = &self.sides[side].cost;
        let digits = 1e6;
        ((cost.destroyed - cost.lost) * digits).round() / digits + 0.0
    }

    /// Returns the outcome in words: `attacker wins`.
    pub(crate) fn outcome(&self) -> String {
        let winners: Vec<&str> = (0..self.sides.len())
            .filter(|&side| self.wins(side))
            .map(|side| self.sides[side].name.as_str())
            .collect();
        match winners.as_slice() {
            [] if self.is_draw => "no side is left".into(),
            [] if self.is_standoff => "no side has won".into(),
            [] => "no side is left".into(),
            [one] => format!("{one} wins"),
            several => format!("{} win", several.join(" and ")),
        }
    }
}

/// Returns the index of the side with this name or role.
pub(crate) fn side_named(sides: &[&str], name: &str) -> Result<usize, NoAnswer> {
    let same = |known: &str| known.eq_ignore_ascii_case(name.trim());
    let by_name = sides.iter().position(|side| same(side));
    let by_role = || ROLES.iter().position(|role| same(role)).filter(|_| sides.len() == 2);
    by_name.or_else(by_role).ok_or_else(|| {
        let known = sides.join(", ");
        NoAnswer::NotHere(format!("no side is called `{name}`; expected {known}"))
    })
}
