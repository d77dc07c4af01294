//! A batch: a few states of the outer side against all states of the inner side.

use arrayvec::ArrayVec;

use super::pack::{Cell, FIRST, Found, LEAST, Pack, RANK, RANKED, SECOND, Sums, add, add_by_lane};
use super::plan::Batch;
use super::stakes::open_sides;
use super::sweep::{Solver, Sweep};
use crate::array::array;
use crate::model::duel::{BatchChoices, Codes, DuelTurn, MAX_TARGETS, VolleySpan};

/// Values of the volleys of the inner side against one state of the outer side.
pub(super) type Column<C, const N: usize, const L: usize> = Box<[Pack<C, N, L>]>;

/// Rows of the values to which the targets of a die lead.
type Rows<'r, C, const N: usize, const L: usize> = ArrayVec<&'r [Pack<C, N, L>], MAX_TARGETS>;

/// Memory that is used again for each batch.
#[derive(Default)]
pub(super) struct Scratch<C, const N: usize, const L: usize> {
    /// By turn of the outer side, state of the inner side, and volley: the values of the batch.
    values: Vec<Pack<C, N, L>>,
    /// By lane and turn of the inner side: the value of the outcomes that change something.
    changed: Vec<Sums<N, L>>,
    /// By turn of the outer side, view, and volley: the chances of the batch.
    chances: Vec<[f64; L]>,
}

#[inline(always)]
fn lane_of<const N: usize, const L: usize>(pack: &Sums<N, L>, lane: usize) -> [f64; N] {
    array(|figure| pack[figure][lane])
}

/// Results of a batch.
pub(super) struct SolvedBatch<C, const N: usize, const L: usize> {
    /// By lane.
    pub(super) columns: Vec<Column<C, N, L>>,
    /// By lane: the choices of the inner side.
    pub(super) inner: Vec<Codes>,
    /// The choices of the outer side.
    pub(super) outer: BatchChoices,
    /// By lane and state of the inner side: values at the start of a round, if they are wanted.
    pub(super) starts: Vec<Vec<[f64; N]>>,
    /// Value of the opening, if it is among these situations.
    pub(super) opening: Option<[f64; N]>,
    /// Values of the situations that were asked for, by their place in the list.
    pub(super) asked: Vec<(usize, [f64; N])>,
}

/// Work on a batch.
pub(super) struct BatchTask<'s, 'a, C, const N: usize, const L: usize> {
    pub(super) solver: &'s Solver<'a, C, N, L>,
    pub(super) batch: &'s Batch,
    /// Number of the batch.
    pub(super) number: usize,
    /// Columns of the levels below.
    pub(super) lower: &'s [Column<C, N, L>],
    pub(super) before: Option<&'s Sweep<N>>,
}

impl<C: Cell, const N: usize, const L: usize> BatchTask<'_, '_, C, N, L> {
    /// Solves the batch. `columns` are filled, one for each lane in use.
    pub(super) fn solve(
        &self,
        scratch: &mut Scratch<C, N, L>,
        columns: Vec<Column<C, N, L>>,
    ) -> SolvedBatch<C, N, L> {
        let Solver { duel, plan, .. } = *self.solver;
        let (outer, lanes) = (plan.layout.outer, columns.len());
        let (spans, packs) = plan.spans(duel, self.batch, false);
        let codes = Codes::new(packs, L, plan.targets[outer]);
        let strength = self.batch.strength.clone();
        let choices = if open_sides(duel)[1 - outer] { plan.layout.column_choices } else { 0 };
        let mut solved = SolvedBatch {
            columns,
            inner: (0..lanes).map(|_| Codes::new(choices, L, plan.targets[1 - outer])).collect(),
            outer: BatchChoices { strength, spans, codes },
            starts: vec![Vec::new(); lanes],
            opening: None,
            asked: Vec::new(),
        };
        if self.batch.states[0] == 0 {
            self.end(&mut solved);
        } else {
            self.fire_columns(scratch, &mut solved);
            self.fire_batch(scratch, &mut solved);
            self.pass_on(&mut solved);
        }
        solved
    }

    /// The state of the outer side in a lane. Lanes that are not in use repeat the last one.
    #[inline(always)]
    fn state(&self, lane: usize) -> usize {
        self.batch.states[lane.min(self.batch.states.len() - 1)]
    }

    fn turns(&self, is_outer: bool) -> impl Iterator<Item = (usize, &DuelTurn)> {
        let outer = self.solver.plan.layout.outer;
        let turns = self.solver.duel.turns.iter().enumerate();
        turns.filter(move |(_, turn)| (turn.side == outer) == is_outer)
    }

    /// Stores the results if nothing of the outer side is left.
    fn end(&self, solved: &mut SolvedBatch<C, N, L>) {
        let Solver { duel, plan, .. } = *self.solver;
        for inner in 0..duel.sides[1 - plan.layout.outer].states() {
            let worth = self.solver.worth(0, inner);
            for (t, _) in self.turns(false) {
                let turn = &plan.layout.turns[t];
                let place = turn.places[inner] as usize;
                let able = turn.rows.iter().filter(|row| place < row.packs * L);
                for row in able {
                    let pack = &mut solved.columns[0][row.first + place / L];
                    (0..N).for_each(|n| pack[n][place % L] = self.solver.cell(worth[n]));
                }
            }
            self.note(solved, inner, &[], &array(|figure| [worth[figure]; L]));
        }
    }

    /// Fires the volleys of the batch at each state of the inner side, and computes the values of
    /// all turns.
    #[inline(always)]
    fn fire_batch(&self, scratch: &mut Scratch<C, N, L>, solved: &mut SolvedBatch<C, N, L>) {
        let Solver { duel, plan, .. } = *self.solver;
        let (spans, packs) = plan.spans(duel, self.batch, true);
        let Scratch { values, changed, chances } = scratch;
        if values.len() < packs {
            values.resize(packs, [[C::default(); L]; N]);
        }
        let tables = self.chances(chances);
        let misses = self.misses();
        let mut turns = vec![TurnValue::<N, L>::default(); duel.turns.len()];
        for inner in 0..duel.sides[1 - plan.layout.outer].states() {
            let start = if inner == 0 {
                let worth = self.worth(0);
                for turn in &mut turns {
                    *turn = TurnValue { after: worth, ..TurnValue::default() };
                }
                worth
            } else {
                let mut first = 0;
                for (t, turn) in duel.turns.iter().enumerate() {
                    turns[t].changed = [[0.0; L]; N];
                    if turn.side != plan.layout.outer {
                        let packs = plan.layout.turns[t].rows[0].packs;
                        self.look_up(t, inner, &changed[first..], &mut turns[t]);
                        let strength = usize::from(plan.layout.turns[t].strength[inner]);
                        turns[t].nothing = misses[t][strength];
                        first += packs;
                        continue;
                    }
                    let (first, width) = spans[t];
                    if width == 0 {
                        turns[t].nothing = [1.0; L];
                        continue;
                    }
                    let (table, volleys) = tables[t];
                    let view = usize::from(turn.view[inner]);
                    let chances = &chances[table + view * volleys..][..volleys];
                    turns[t].nothing = chances[0];
                    let values = &mut values[first..][..width * (inner + 1)];
                    let sums = &mut turns[t].changed;
                    if !turn.is_open {
                        self.fire_declared_batch(t, inner, values, chances, sums);
                        continue;
                    }
                    let codes = &mut solved.outer;
                    match self.solver.aim(turn.side) {
                        FIRST => self.fire_at::<FIRST>(t, inner, values, chances, codes, sums),
                        LEAST => self.fire_at::<LEAST>(t, inner, values, chances, codes, sums),
                        _ => self.fire_at::<SECOND>(t, inner, values, chances, codes, sums),
                    }
                }
                self.close(inner, &mut turns)
            };
            self.keep(inner, &turns, values, &spans, solved);
            self.note(solved, inner, &turns, &start);
        }
    }

    /// Appends the chances of the volleys of the batch, by turn, view and volley, and returns for
    /// each turn the first of them and the number of volleys.
    fn chances(&self, chances: &mut Vec<[f64; L]>) -> Vec<(usize, usize)> {
        chances.clear();
        let Solver { duel, plan, .. } = *self.solver;
        let mut tables = vec![(0, 0); duel.turns.len()];
        for (t, turn) in self.turns(true) {
            let greatest = &turn.volleys[usize::from(self.batch.strength[t])];
            tables[t] = (chances.len(), greatest.len());
            let layout = &plan.layout.turns[t];
            let strengths: [u8; L] = array(|lane| layout.strength[self.state(lane)]);
            for view in 0..greatest.chances.len() {
                for &global in &greatest.global {
                    chances.push(array(|lane| {
                        let strength = strengths[lane];
                        let local = layout.local(strength, global as usize);
                        let of = &turn.volleys[usize::from(strength)].chances[view];
                        // A side that does not fire changes nothing.
                        let none = f64::from(u8::from(global == 0));
                        if strength == 0 { none } else { local.map_or(0.0, |n| of[n]) }
                    }));
                }
            }
        }
        tables
    }

    /// Returns the chances that the turns of the inner side change nothing, by turn and strength.
    fn misses(&self) -> Vec<Vec<[f64; L]>> {
        let mut misses = vec![Vec::new(); self.solver.duel.turns.len()];
        for (t, turn) in self.turns(false) {
            misses[t] = turn
                .volleys
                .iter()
                .zip(0..)
                .map(|(volleys, strength)| {
                    array(|lane| {
                        let view = usize::from(turn.view[self.state(lane)]);
                        if strength == 0 { 1.0 } else { volleys.chances[view][0] }
                    })
                })
                .collect();
        }
        misses
    }

    /// Reads the values of a turn of the inner side that are known already. `changed` begins with
    /// the first pack of the turn.
    #[inline(always)]
    fn look_up(&self, t: usize, inner: usize, changed: &[Sums<N, L>], to: &mut TurnValue<N, L>) {
        let layout = &self.solver.plan.layout.turns[t];
        if layout.strength[inner] == 0 {
            return;
        }
        let place = layout.places[inner] as usize;
        let (pack, at) = (place / L, place % L);
        for lane in 0..L {
            let lane_used = lane.min(self.batch.states.len() - 1);
            let sums = &changed[lane_used * self.solver.inner_packs + pack];
            (0..N).for_each(|figure| to.changed[figure][lane] = sums[figure][at]);
        }
    }

    /// Fires the volleys of a declared turn of the batch at a state of the inner side.
    #[inline(always)]
    fn fire_declared_batch(
        &self,
        t: usize,
        inner: usize,
        values: &[Pack<C, N, L>],
        chances: &[[f64; L]],
        sums: &mut Sums<N, L>,
    ) {
        let turn = &self.solver.duel.turns[t];
        let replies = &turn.declared[inner * turn.max_volleys()..];
        let global = &turn.volleys[usize::from(self.batch.strength[t])].global;
        for (volley, &global) in global.iter().enumerate().skip(1) {
            if chances[volley].iter().any(|&chance| chance > 0.0) {
                add_by_lane(sums, &chances[volley], &values[replies[global as usize] as usize]);
            }
        }
    }

    /// Fires the volleys of an open turn of the batch at a state of the inner side. `values` are
    /// those of the turn, up to this state.
    #[inline(always)]
    fn fire_at<const AIM: u8>(
        &self,
        t: usize,
        inner: usize,
        values: &mut [Pack<C, N, L>],
        chances: &[[f64; L]],
        choices: &mut BatchChoices,
        sums: &mut Sums<N, L>,
    ) {
        let turn = &self.solver.duel.turns[t];
        let volleys = &turn.volleys[usize::from(self.batch.strength[t])];
        let blows = &self.solver.duel.sides[1 - turn.side].blows;
        let criterion = self.solver.criteria[turn.side];
        let known = self.before.filter(|_| self.solver.endless);
        let known = known.map(|before| &before.choices.batches[self.number].codes);
        let width = volleys.len();
        let (lower, row) = values.split_at_mut(width * inner);
        let (first, codes) = choices.spans[t];
        for &VolleySpan { kind, first: volley, rest, len } in &volleys.runs {
            let targets = blows[kind].of(inner);
            if targets.is_empty() {
                continue;
            }
            let mut from = Rows::new();
            for &to in targets {
                from.push(&lower[to as usize * width + rest..][..len]);
            }
            let code = first + inner * codes + volley - 1;
            let known = known.map(|known| move |n| known.pack::<L>(code + n));
            let (to, chances) = (&mut row[volley..volley + len], &chances[volley..volley + len]);
            let codes = PackCodes { codes: &mut choices.codes, first: code };
            let found = FoundInBatch { to, chances, sums, codes };
            C::best_of_all::<N, AIM, L>(&from, 0..len, criterion, known, found);
        }
    }

    /// Computes the value after each turn by closing the cycle of rounds without hits. Returns the
    /// value at the start of a round.
    #[inline(always)]
    fn close(&self, inner: usize, turns: &mut [TurnValue<N, L>]) -> Sums<N, L> {
        let (once, round) = turns.split_at_mut(self.solver.duel.prelude);
        let mut start = [[0.0; L]; N];
        let mut nothing = [1.0; L];
        for turn in round.iter() {
            for lane in 0..L {
                for (figure, start) in start.iter_mut().enumerate() {
                    start[lane] += nothing[lane] * turn.changed[figure][lane];
                }
                nothing[lane] *= turn.nothing[lane];
            }
        }
        let mut next_round;
        if self.solver.goes_by_rounds {
            next_round = start;
            for lane in 0..L {
                let next = self.next_round(self.state(lane), inner);
                for (figure, start) in start.iter_mut().enumerate() {
                    let (start, next) = (&mut start[lane], next.map(|next| next[figure]));
                    *start = match next {
                        Some(next) => *start + nothing[lane] * next,
                        None => *start / (1.0 - nothing[lane]),
                    };
                    next_round[figure][lane] = next.unwrap_or(*start);
                }
            }
        } else {
            for start in &mut start {
                for lane in 0..L {
                    start[lane] /= 1.0 - nothing[lane];
                }
            }
            next_round = start;
        }
        // Where no side fires any more, the pair of states is final.
        for lane in (0..L).filter(|&lane| nothing[lane] >= 1.0) {
            let worth = self.solver.worth(self.state(lane), inner);
            for (figure, worth) in worth.into_iter().enumerate() {
                start[figure][lane] = worth;
                next_round[figure][lane] = worth;
            }
        }
        follow(round, next_round);
        follow(once, start);
        start
    }

    /// Returns the value at the start of the next round, or `None` if that is this pair of states
    /// again.
    fn next_round(&self, outer: usize, inner: usize) -> Option<[f64; N]> {
        let Solver { duel, plan, stakes, .. } = *self.solver;
        let healed = |side: usize, state: usize| match &duel.sides[side].healed {
            Some(healed) => healed[state] as usize,
            None => state,
        };
        let (of_outer, of_inner) = (plan.layout.outer, 1 - plan.layout.outer);
        let to = [healed(of_outer, outer), healed(of_inner, inner)];
        if to == [outer, inner] && stakes.rounds.is_none() {
            return None;
        }
        let start = |sweep: &Sweep<N>| sweep.starts[to[0] * duel.sides[of_inner].states() + to[1]];
        Some(self.before.map_or_else(|| self.solver.worth(outer, inner), start))
    }

    /// Stores the values that later states look up: those of volleys without dice, and of volleys
    /// whose dice cannot hit anything.
    #[inline(always)]
    fn keep(
        &self,
        inner: usize,
        turns: &[TurnValue<N, L>],
        values: &mut [Pack<C, N, L>],
        spans: &[(usize, usize)],
        solved: &mut SolvedBatch<C, N, L>,
    ) {
        let Solver { duel, plan, .. } = *self.solver;
        for (t, turn) in duel.turns.iter().enumerate() {
            let after = &turns[t].after;
            if turn.side != plan.layout.outer {
                let layout = &plan.layout.turns[t];
                if layout.strength[inner] > 0 {
                    let place = layout.places[inner] as usize;
                    let at = layout.rows[0].first + place / L;
                    for (lane, column) in solved.columns.iter_mut().enumerate() {
                        for figure in 0..N {
                            column[at][figure][place % L] = self.solver.cell(after[figure][lane]);
                        }
                        if N == RANKED {
                            let rank = self.solver.rank(plan.layout.outer, self.state(lane));
                            column[at][RANK][place % L] = C::of(rank);
                        }
                    }
                }
                continue;
            }
            let (first, width) = spans[t];
            if width == 0 {
                continue;
            }
            let row = &mut values[first + width * inner..][..width];
            let mut after: Pack<C, N, L> =
                array(|figure| array(|lane| self.solver.cell(after[figure][lane])));
            if N == RANKED {
                after[RANK] = [C::of(self.solver.rank(1 - plan.layout.outer, inner)); L];
            }
            if inner == 0 {
                row.fill(after);
                continue;
            }
            row[0] = after;
            if turn.is_open {
                let volleys = &turn.volleys[usize::from(self.batch.strength[t])];
                let blows = &duel.sides[1 - turn.side].blows;
                for run in volleys.runs.iter().filter(|run| blows[run.kind].of(inner).is_empty()) {
                    // Copied one by one, because a rest may be in this run as well.
                    for n in 0..run.len {
                        row[run.first + n] = row[run.rest + n];
                    }
                }
            }
        }
    }

    /// Notes the values that are wanted of a state of the inner side.
    #[inline(always)]
    fn note(
        &self,
        solved: &mut SolvedBatch<C, N, L>,
        inner: usize,
        turns: &[TurnValue<N, L>],
        start: &Sums<N, L>,
    ) {
        let solver = self.solver;
        if solver.goes_by_rounds {
            for (lane, starts) in solved.starts.iter_mut().enumerate() {
                starts.push(lane_of(start, lane));
            }
        }
        let of_outer = solver.plan.layout.outer;
        if inner == solver.duel.opening[1 - of_outer]
            && let Some(lane) =
                self.batch.states.iter().position(|&state| state == solver.duel.opening[of_outer])
        {
            solved.opening = Some(lane_of(&turns.first().map_or(*start, TurnValue::at), lane));
        }
        if solver.asked.is_empty() {
            return;
        }
        for (lane, &state) in self.batch.states.iter().enumerate() {
            for &n in solver.asked.get(&[state, inner]).into_iter().flatten() {
                let turn = solver.stakes.asked.situations[n].turn;
                let value = turns.get(turn).map_or(*start, TurnValue::at);
                solved.asked.push((n, lane_of(&value, lane)));
            }
        }
    }

    /// Returns the worth of each lane against a state of the inner side, if the battle ends there.
    fn worth(&self, inner: usize) -> Sums<N, L> {
        let worth: [_; L] = array(|lane| self.solver.worth(self.state(lane), inner));
        array(|figure| array(|lane| worth[lane][figure]))
    }
}

impl<C: Cell, const N: usize, const L: usize> BatchTask<'_, '_, C, N, L> {
    /// Fires the volleys of the inner side at each state of the batch.
    #[inline(always)]
    fn fire_columns(&self, scratch: &mut Scratch<C, N, L>, solved: &mut SolvedBatch<C, N, L>) {
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
    fn pass_on(&self, solved: &mut SolvedBatch<C, N, L>) {
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

/// Choices of consecutive packs.
struct PackCodes<'a> {
    codes: &'a mut Codes,
    first: usize,
}

impl PackCodes<'_> {
    #[inline(always)]
    fn set<C: Cell, const L: usize>(&mut self, pack: usize, numbers: [C; L]) {
        let pack = self.first + pack;
        match self.codes.is_wide() {
            false => self.codes.set_nibbles::<L>(pack, C::nibbles(&numbers)),
            true => self.codes.set_bytes::<L>(pack, array(|lane| numbers[lane].value() as u8)),
        }
    }
}

/// Best targets of the inner side's volleys.
struct FoundInColumn<'a, C, const N: usize, const L: usize> {
    to: &'a mut [Pack<C, N, L>],
    chance: f64,
    changed: &'a mut [Sums<N, L>],
    codes: PackCodes<'a>,
}

impl<C: Cell, const N: usize, const L: usize> Found<C, N, L> for FoundInColumn<'_, C, N, L> {
    #[inline(always)]
    fn note(&mut self, pack: usize, best: Pack<C, N, L>, numbers: [C; L]) {
        self.to[pack] = best;
        add(&mut self.changed[pack], self.chance, &best);
        self.codes.set(pack, numbers);
    }
}

/// Best targets of the outer side's volleys.
struct FoundInBatch<'a, C, const N: usize, const L: usize> {
    to: &'a mut [Pack<C, N, L>],
    chances: &'a [[f64; L]],
    sums: &'a mut Sums<N, L>,
    codes: PackCodes<'a>,
}

impl<C: Cell, const N: usize, const L: usize> Found<C, N, L> for FoundInBatch<'_, C, N, L> {
    #[inline(always)]
    fn note(&mut self, volley: usize, best: Pack<C, N, L>, numbers: [C; L]) {
        self.to[volley] = best;
        add_by_lane(self.sums, &self.chances[volley], &best);
        self.codes.set(volley, numbers);
    }
}

/// One turn against one state of the inner side, in all lanes.
#[derive(Clone, Copy)]
struct TurnValue<const N: usize, const L: usize> {
    /// Value of the outcomes that change something, weighted by their probability.
    changed: Sums<N, L>,
    /// Probability that the turn changes nothing.
    nothing: [f64; L],
    /// Value after the turn if it changes nothing.
    after: Sums<N, L>,
}

impl<const N: usize, const L: usize> Default for TurnValue<N, L> {
    fn default() -> Self {
        Self { changed: [[0.0; L]; N], nothing: [1.0; L], after: [[0.0; L]; N] }
    }
}

impl<const N: usize, const L: usize> TurnValue<N, L> {
    #[inline(always)]
    fn at(&self) -> Sums<N, L> {
        let of = |figure: usize, lane: usize| {
            self.changed[figure][lane] + self.nothing[lane] * self.after[figure][lane]
        };
        array(|figure| array(|lane| of(figure, lane)))
    }
}

/// Computes the value after each turn, from the last back to the first.
#[inline(always)]
fn follow<const N: usize, const L: usize>(turns: &mut [TurnValue<N, L>], last: Sums<N, L>) {
    let mut next = last;
    for turn in turns.iter_mut().rev() {
        turn.after = next;
        next = turn.at();
    }
}
