//! Passes over all states, in order of damage.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::batch::{BatchTask, Column, Scratch, SolvedBatch};
use super::pack::{Cell, FIRST, LEAST, RANK, SECOND, TargetCriterion};
use super::plan::{Batch, DuelPlan};
use super::stakes::{Interests, Stakes};
use crate::array::array;
use crate::bug::OrBug;
use crate::engine::optimize::Gain;
use crate::engine::optimize::convergence::Convergence;
use crate::engine::par_map;
use crate::engine::{Control, Stage, Unsolved};
use crate::model::duel::{Duel, DuelSituation, DuelSolution, Pass};

/// Number of pairs of states from which on a level is shared among threads.
const MIN_PARALLEL: usize = 4096;

/// Returns the largest relative difference between the values of two passes. Differences are
/// relative because odds that are still tiny may have a long way to go. Tie-break values up to 1
/// are compared absolutely.
fn farthest<const N: usize>(before: &[[f64; N]], after: &[[f64; N]]) -> f64 {
    let change = |n: usize, before: f64, after: f64| match (before - after).abs() {
        0.0 => 0.0,
        change if n % 2 == 1 => change / after.abs().max(1.0),
        change => change / after.abs(),
    };
    // Ranks are not values.
    let of_state = |(before, after): (&[f64; N], &[f64; N])| {
        (0..N.min(RANK)).map(|n| change(n, before[n], after[n])).fold(0.0, f64::max)
    };
    before.iter().zip(after).map(of_state).fold(0.0, f64::max)
}

/// The figures that are kept of each state.
pub(super) struct Kept<const N: usize> {
    /// The side whose figures come first.
    pub(super) seen: usize,
    /// Indices of the figures, among the objective and the tie-break of side `seen`, then those of
    /// the other side.
    pub(super) figures: [usize; N],
    /// By figure: 1, or -1 if its side minimises it. Figures are kept with this sign.
    pub(super) signs: [f64; N],
    /// Number whose last digit is the step of the grid on which figures are kept, or 0.
    pub(super) grid: f64,
}

/// Data shared by all batches. Each state has N figures, kept in cells.
pub(super) struct Solver<'a, C, const N: usize, const L: usize> {
    pub(super) duel: &'a Duel,
    pub(super) plan: &'a DuelPlan,
    pub(super) stakes: &'a Stakes<'a>,
    kept: Kept<N>,
    /// By side: the figures that it optimises.
    pub(super) criteria: [TargetCriterion<C>; 2],
    /// Whether ships are repaired in a battle without a round limit.
    pub(super) endless: bool,
    /// Whether a round may differ from the next even if no side hits anything.
    pub(super) goes_by_rounds: bool,
    /// Number of packs of the values after the turns of the inner side.
    pub(super) inner_packs: usize,
    /// Places in the list of situations that were asked for, by outer and inner state.
    pub(super) asked: FxHashMap<[usize; 2], Vec<usize>>,
}

impl<'a, C: Cell, const N: usize, const L: usize> Solver<'a, C, N, L> {
    pub(super) fn new(
        duel: &'a Duel,
        plan: &'a DuelPlan,
        stakes: &'a Stakes<'a>,
        kept: Kept<N>,
        criteria: [TargetCriterion<C>; 2],
    ) -> Self {
        let mut asked: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (n, DuelSituation { pair, .. }) in stakes.asked.situations.iter().enumerate() {
            let outer = plan.layout.outer;
            asked.entry([pair[outer], pair[1 - outer]]).or_default().push(n);
        }
        let rows = plan.layout.turns.iter().filter_map(|turn| turn.rows.first());
        Self {
            duel,
            plan,
            stakes,
            kept,
            criteria,
            endless: stakes.rounds.is_none() && duel.heals(),
            goes_by_rounds: stakes.rounds.is_some() || duel.heals(),
            inner_packs: rows.map(|row| row.packs).sum(),
            asked,
        }
    }

    pub(super) fn run(
        mut self,
        max_passes: u32,
        control: &Control,
    ) -> Result<DuelSolution, Unsolved> {
        let mut rounds = Vec::new();
        self.decide_ties(!self.endless);
        let first = self.sweep(None, control)?;
        let mut passes = 1;
        let sweep = if self.endless {
            self.settle_endless(first, &mut passes, max_passes, control)?
        } else if self.stakes.rounds.is_some() {
            self.converge(first, &mut passes, max_passes, control, &mut rounds)?
        } else {
            first
        };
        let values = self.values(sweep.opening);
        let asked = sweep.asked.iter().map(|figures| self.gain(*figures)).collect();
        rounds.push(sweep.choices);
        let layout = self.plan.layout.clone();
        Ok(DuelSolution { values, asked, passes, error: 0.0, layout, rounds })
    }

    /// Returns a figure of the situation with these values: 0 and 1 are the objective and the
    /// tie-break of side `seen`, 2 and 3 those of the other side.
    fn figure(&self, values: [f64; N], figure: usize) -> Option<f64> {
        let Kept { figures, signs, .. } = &self.kept;
        figures.iter().position(|&of| of == figure).map(|n| signs[n] * values[n])
    }

    fn gain(&self, values: [f64; N]) -> Gain {
        let figure = |n: usize| self.figure(values, n).unwrap_or_default();
        if self.stakes.asked.side == self.kept.seen || self.stakes.interests == Interests::Shared {
            return [figure(0), figure(1)];
        }
        if self.stakes.interests == Interests::Opposed {
            let [a, b] = (self.stakes.worth)([0, self.duel.opening[1]]);
            return [0, 1].map(|n| a[n] + b[n] - figure(n));
        }
        [figure(2), figure(3)]
    }

    /// Returns the value of the opening for each side, by its own objective.
    fn values(&self, opening: [f64; N]) -> [f64; 2] {
        let own = self.figure(opening, 0).or_bug("the opening has no value");
        let other = match self.stakes.interests {
            Interests::Shared => own,
            Interests::Opposed => {
                let [a, b] = (self.stakes.worth)([0, self.duel.opening[1]]);
                a[0] + b[0] - own
            }
            Interests::Separate => self.figure(opening, 2).or_bug("the opening has no value"),
        };
        let mut values = [other; 2];
        values[self.kept.seen] = own;
        values
    }

    /// Solves a duel in which ships are repaired and rounds are unlimited. There, stalling forever
    /// can look as good as finishing, and better by the tie-break. Therefore ties are decided only
    /// when the values of the current choices are known, and a choice changes only for a strictly
    /// better one. No such change leads to a battle that never ends.
    fn settle_endless(
        &mut self,
        first: Sweep<N>,
        passes: &mut u32,
        max_passes: u32,
        control: &Control,
    ) -> Result<Sweep<N>, Unsolved> {
        let mut settled = self.converge(first, passes, max_passes, control, &mut Vec::new())?;
        loop {
            self.decide_ties(true);
            *passes += 1;
            let improved = self.sweep(Some(&settled), control)?;
            if improved.choices == settled.choices {
                return Ok(settled);
            }
            self.decide_ties(false);
            settled = self.converge(improved, passes, max_passes, control, &mut Vec::new())?;
        }
    }

    fn decide_ties(&mut self, now: bool) {
        for of in &mut self.criteria {
            of.more_of_next = if now { of.tie } else { C::of(f64::INFINITY) };
        }
    }

    /// Repeats passes over all states, each for a battle with one more round, until the values
    /// converge or the round limit is reached. If the battle is cut short, the choices of all
    /// passes but the last are appended to `rounds`. `passes` counts all passes.
    fn converge(
        &self,
        mut sweep: Sweep<N>,
        passes: &mut u32,
        max_passes: u32,
        control: &Control,
        rounds: &mut Vec<Pass>,
    ) -> Result<Sweep<N>, Unsolved> {
        let mut convergence = Convergence::new();
        while self.stakes.rounds != Some(*passes) {
            if *passes >= max_passes {
                return Err(Unsolved::TooLong(*passes));
            }
            *passes += 1;
            let next = self.sweep(Some(&sweep), control)?;
            let change = farthest(&sweep.starts, &next.starts);
            if self.stakes.rounds.is_some() {
                rounds.push(sweep.choices);
            }
            sweep = next;
            if convergence.is_reached(change) {
                break;
            }
            let last = self.stakes.rounds.map_or(max_passes, |rounds| rounds.min(max_passes));
            if last == max_passes && convergence.is_hopeless(max_passes - *passes) {
                return Err(Unsolved::TooLong(*passes));
            }
        }
        Ok(sweep)
    }

    /// Makes one pass over all states. Where rounds differ, `before` is the result of the previous
    /// pass: optimal play with one round less.
    fn sweep(&self, before: Option<&Sweep<N>>, control: &Control) -> Result<Sweep<N>, Unsolved> {
        let outer = self.plan.layout.outer;
        let levels = &self.duel.sides[outer].levels;
        let [states, others] = [outer, 1 - outer].map(|side| self.duel.sides[side].states());
        let situations = self.stakes.asked.situations;
        let rounds = before.map_or(1, |before| before.rounds + 1);
        // With fewer rounds left, an earlier pass has solved the situation.
        let is_solved = |n: usize| (1..rounds).contains(&situations[n].rounds_left);
        let mut sweep = Sweep {
            rounds,
            opening: [0.0; N],
            asked: before.map_or_else(|| vec![[0.0; N]; situations.len()], |b| b.asked.clone()),
            starts: Vec::new(),
            choices: Pass { lanes: self.plan.lanes.clone(), ..Pass::default() },
        };
        sweep.choices.columns.resize_with(states, Default::default);
        if self.goes_by_rounds {
            sweep.starts.resize(states * others, [0.0; N]);
        }
        let mut columns: Vec<Column<C, N, L>> = Vec::new();
        columns.resize_with(states, Default::default);
        let scratches: Mutex<Vec<Scratch<C, N, L>>> = Mutex::default();
        let spare: Mutex<Vec<Column<C, N, L>>> = Mutex::default();
        control.begin(Stage::Play, states);
        for (level, batches) in self.plan.batches.iter().enumerate() {
            control.look(levels[level])?;
            if level > 0 {
                let windows = &self.plan.windows;
                for column in &mut columns[levels[windows[level - 1]]..levels[windows[level]]] {
                    push(&spare, std::mem::take(column));
                }
            }
            let lower = &columns[..levels[level]];
            let solve = |number: usize| {
                let batch = &self.plan.all[number];
                let mut scratch = pop(&scratches).unwrap_or_default();
                let task = BatchTask { solver: self, batch, number, lower, before };
                let solved = task.solve(&mut scratch, self.columns_for(batch, &spare));
                push(&scratches, scratch);
                solved
            };
            let pairs = (levels[level + 1] - levels[level]) * others;
            let all: Vec<SolvedBatch<C, N, L>> = if pairs < MIN_PARALLEL {
                batches.clone().map(solve).collect()
            } else {
                par_map(batches.len(), 1, &|n| solve(batches.start + n))
            };
            for (solved, number) in all.into_iter().zip(batches.clone()) {
                let of_lanes = solved.columns.into_iter().zip(solved.inner).zip(solved.starts);
                for (((column, codes), starts), &state) in
                    of_lanes.zip(&self.plan.all[number].states)
                {
                    columns[state] = column;
                    sweep.choices.columns[state] = codes;
                    if self.goes_by_rounds {
                        sweep.starts[state * others..][..others].copy_from_slice(&starts);
                    }
                }
                sweep.choices.batches.push(solved.outer);
                sweep.opening = solved.opening.unwrap_or(sweep.opening);
                for (n, value) in solved.asked.into_iter().filter(|(n, _)| !is_solved(*n)) {
                    sweep.asked[n] = value;
                }
            }
        }
        Ok(sweep)
    }

    /// Returns a column for each lane in use. Columns that are no longer needed are used again.
    fn columns_for(
        &self,
        batch: &Batch,
        spare: &Mutex<Vec<Column<C, N, L>>>,
    ) -> Vec<Column<C, N, L>> {
        let zero = [[C::default(); L]; N];
        let new = || vec![zero; self.plan.layout.column].into();
        batch.states.iter().map(|_| pop(spare).unwrap_or_else(new)).collect()
    }

    /// Returns the figures that a side optimises. Only those are distinguished that occur with this
    /// number of figures.
    #[inline(always)]
    pub(super) fn aim(&self, side: usize) -> u8 {
        match (self.criteria[side].aim, N > C::FIGURES) {
            (FIRST, _) => FIRST,
            (_, false) => LEAST,
            (_, true) => SECOND,
        }
    }

    /// Rounds a value to the grid on which values are kept.
    #[inline(always)]
    pub(super) fn cell(&self, value: f64) -> C {
        C::of((value + self.kept.grid) - self.kept.grid)
    }

    /// Returns the rank of a state as the result of fire at a side, or 0 without ranks.
    #[inline(always)]
    pub(super) fn rank(&self, side: usize, state: usize) -> f64 {
        self.duel.sides[side].ranks.get(state).copied().unwrap_or(0).into()
    }

    /// Returns the rank of a side of which nothing is left, which is the highest one.
    fn rank_of_none(&self) -> f64 {
        [0, 1].map(|side| self.rank(side, 0)).into_iter().fold(0.0, f64::max)
    }

    /// Returns the figures of a pair of states that ends the battle.
    pub(super) fn worth(&self, outer: usize, inner: usize) -> [f64; N] {
        let pair = if self.plan.layout.outer == 0 { [outer, inner] } else { [inner, outer] };
        let worth = (self.stakes.worth)(pair);
        let [seen, other] = [worth[self.kept.seen], worth[1 - self.kept.seen]];
        let all = [seen[0], seen[1], other[0], other[1], self.rank_of_none()];
        array(|n| self.kept.signs[n] * all[self.kept.figures[n]])
    }
}

fn pop<T>(stack: &Mutex<Vec<T>>) -> Option<T> {
    stack.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop()
}

fn push<T>(stack: &Mutex<Vec<T>>, item: T) {
    stack.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(item);
}

/// Result of one pass over all states.
pub(super) struct Sweep<const N: usize> {
    /// Number of passes so far, which is the number of rounds left if these are limited.
    rounds: u32,
    opening: [f64; N],
    /// Values of the situations that were asked for, each with its own number of rounds left.
    asked: Vec<[f64; N]>,
    /// By outer and inner state: values at the start of a round, if rounds differ.
    pub(super) starts: Vec<[f64; N]>,
    pub(super) choices: Pass,
}
