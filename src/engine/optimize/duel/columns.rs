//! The volleys of the inner side at the states of a batch.

use super::batch::{BatchTask, Column, Rows, Scratch, Solved};
use super::found::{FoundInColumn, PackCodes};
use super::pack::{Cell, FIRST, LEAST, SECOND, Sums, add};
use super::sweep::Solver;
use crate::model::duel::Codes;

impl<C: Cell, const N: usize, const L: usize> BatchTask<'_, '_, C, N, L> {
    /// Fires the volleys of the inner side at each state of the batch.
    #[inline(always)]
    pub(super) fn fire_columns(
        &self,
        scratch: &mut Scratch<C, N, L>,
        solved: &mut Solved<C, N, L>,
    ) {
        let Solver { plan, .. } = *self.solver;
        let stride = self.solver.inner_packs;
        scratch.changed.clear();
        scratch.changed.resize(stride * self.batch.states.len(), [[0.0; L]; N]);
        let mut first = 0;
        for (t, turn) in self.turns(false) {
            let row = plan.layout.turns[t].rows[0];
            // States of a batch have targets in common, so their rows of a turn stay in the cache.
            for (lane, &state) in self.batch.states.iter().enumerate() {
                // Lanes without a state are 0 in every column, so no result depends on them.
                if row.packs == 0 {
                    continue;
                }
                let changed = &mut scratch.changed[stride * lane + first..][..row.packs];
                if !turn.is_open {
                    self.fire_declared(t, state, changed);
                    continue;
                }
                let column = &mut solved.columns[lane];
                let codes = &mut solved.inner[lane];
                match self.solver.aim(turn.side) {
                    FIRST => self.fire_column::<FIRST>(t, state, column, codes, changed),
                    LEAST => self.fire_column::<LEAST>(t, state, column, codes, changed),
                    _ => self.fire_column::<SECOND>(t, state, column, codes, changed),
                }
            }
            first += row.packs;
        }
    }

    /// Fires the volleys of a declared turn of the inner side at a state.
    #[inline(always)]
    fn fire_declared(&self, t: usize, state: usize, changed: &mut [Sums<N, L>]) {
        let turn = &self.solver.duel.turns[t];
        let layout = &self.solver.plan.layout.turns[t];
        let replies = &turn.declared[state * turn.max_volleys()..];
        for segment in &layout.segments {
            let volleys = &turn.volleys[usize::from(segment.strength)];
            let chances = &volleys.chances[usize::from(turn.view[state])];
            for (volley, &global) in volleys.global.iter().enumerate().skip(1) {
                let chance = chances[volley];
                if chance > 0.0 {
                    let to = &self.lower[replies[global as usize] as usize];
                    let row = &to[layout.rows[0].range()];
                    for pack in segment.packs.clone() {
                        add(&mut changed[pack], chance, &row[pack]);
                    }
                }
            }
        }
    }

    /// Fires the volleys of an open turn of the inner side at a state.
    #[inline(always)]
    fn fire_column<const AIM: u8>(
        &self,
        t: usize,
        state: usize,
        column: &mut Column<C, N, L>,
        codes: &mut Codes,
        changed: &mut [Sums<N, L>],
    ) {
        let turn = &self.solver.duel.turns[t];
        let layout = &self.solver.plan.layout.turns[t];
        let blows = &self.solver.duel.sides[1 - turn.side].blows;
        let criterion = self.solver.criteria[turn.side];
        let known = self.before.filter(|_| self.solver.endless);
        let known = known.map(|before| &before.choices.columns[state]);
        let view = usize::from(turn.view[state]);
        let Some(greatest) = turn.volleys.last() else { return };
        for span in &greatest.runs {
            let targets = blows[span.kind].of(state);
            if targets.is_empty() {
                continue;
            }
            for n in 0..span.len {
                let (volley, rest) = (span.first + n, layout.rows[span.rest + n]);
                let row = layout.rows[volley];
                let to = &mut column[row.range()];
                let mut from = Rows::new();
                let range = rest.first..rest.first + row.packs;
                for &to in targets {
                    from.push(&self.lower[to as usize][range.clone()]);
                }
                for segment in &layout.segments[..row.segments] {
                    let local = layout.local(segment.strength, volley).unwrap_or(0);
                    let chance = turn.volleys[usize::from(segment.strength)].chances[view][local];
                    let known = known.map(|known| move |pack| known.pack::<L>(row.choices + pack));
                    let codes = PackCodes { codes, first: row.choices };
                    let found = FoundInColumn { to, chance, changed, codes };
                    let packs = segment.packs.clone();
                    C::best_of_all::<N, AIM, L>(&from, packs, criterion, known, found);
                }
            }
        }
    }

    /// Fills the rows of the inner side's volleys whose first dice cannot hit anything.
    #[inline(always)]
    pub(super) fn pass_on(&self, solved: &mut Solved<C, N, L>) {
        let Solver { duel, plan, .. } = *self.solver;
        for (t, turn) in self.turns(false).filter(|(_, turn)| turn.is_open) {
            let layout = &plan.layout.turns[t];
            let blows = &duel.sides[1 - turn.side].blows;
            let Some(greatest) = turn.volleys.last() else { continue };
            for (&state, column) in self.batch.states.iter().zip(&mut solved.columns) {
                for run in greatest.runs.iter().filter(|run| blows[run.kind].of(state).is_empty()) {
                    for n in 0..run.len {
                        let (to, from) = (layout.rows[run.first + n], layout.rows[run.rest + n]);
                        column.copy_within(from.first..from.first + to.packs, to.first);
                    }
                }
            }
        }
    }
}
