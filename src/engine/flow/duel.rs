//! The flow of a battle that is solved as a duel, see [`DuelFlow`].

use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Mutex;

use crate::engine::par_map;
use crate::model::duel::{
    AfterRound, Duel, DuelChoices, DuelRounds, DuelSituation, DuelTurn, Volleys,
};
use crate::model::flow::{Flow, FlowWork, threshold};

/// Probabilities below this one are left out.
const NEGLIGIBLE: f64 = 1e-19;

/// Volleys that are added up in the time in which one is assigned.
const ADDED_PER_ASSIGNED: usize = 32;

/// Volleys between two reports of work, roughly.
const REPORT: u64 = 1 << 20;

/// Number of rows that a thread takes at a time.
const ROWS: usize = 4;

/// Plays all pairs of states turn by turn. All volleys of a state are assigned together, die by
/// die. The dice after the first form a smaller volley, and its probability is added at the state
/// that the first die leads to.
pub(crate) struct DuelFlow<R> {
    rounds: R,
    /// Pairs in which a round begins.
    now: PairMass,
    /// First turn of the round.
    turn: usize,
    rounds_left: u32,
    workspaces: Mutex<Vec<Workspace>>,
}

impl<R> DuelFlow<R> {
    pub(crate) fn new<S>(rounds: R) -> Self
    where
        R: DuelRounds<S>,
    {
        let DuelSituation { turn, pair: [a, d], rounds_left } = rounds.opening();
        let mut now = PairMass::new(0);
        now.push(a as u32, [(d as u32, 1.0)]);
        Self { rounds, now, turn, rounds_left, workspaces: Mutex::default() }
    }
}

impl<S, R: DuelRounds<S>> Flow<S> for DuelFlow<R> {
    fn play(
        &mut self,
        end: &mut dyn FnMut(&S, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        let duel = self.rounds.duel();
        let is_prelude = self.turn < duel.prelude;
        let last = if is_prelude { duel.prelude } else { duel.turns.len() };
        let mut mass = std::mem::take(&mut self.now);
        for turn in self.turn..last {
            let side = duel.turns[turn].side;
            mass = mass.by_side(side, duel.sides[side].states());
            let Some(after) = self.fire(turn, &mass, end, go_on) else { return false };
            mass = after;
        }
        let mut next = Vec::new();
        for (pair, mass) in mass.pairs() {
            let situation = DuelSituation { turn: last - 1, pair, rounds_left: self.rounds_left };
            match self.rounds.end_round(situation) {
                AfterRound::Over(state) => end(&state, mass),
                AfterRound::GoesOn(pair) => next.push((pair, mass)),
            }
        }
        self.now = PairMass::of_pairs(next);
        if !is_prelude {
            self.rounds_left = self.rounds_left.saturating_sub(1);
        }
        self.turn = duel.prelude;
        true
    }

    fn left(&self) -> f64 {
        self.now.sum()
    }

    fn undecided(&self) -> Vec<(S, f64)> {
        let Self { turn, rounds_left, .. } = *self;
        let state = |pair| self.rounds.state(DuelSituation { turn, pair, rounds_left });
        self.now.pairs().map(|(pair, mass)| (state(pair), mass)).collect()
    }

    fn leave_out(&mut self, most: f64) {
        self.now = self.now.without(threshold(self.now.masses(), most));
    }
}

impl<R> DuelFlow<R> {
    /// Plays a turn of the side that has the rows. Returns the pairs in which something is left of
    /// both sides; `None` if `go_on` returns false.
    fn fire<S>(
        &self,
        turn: usize,
        mass: &PairMass,
        end: &mut dyn FnMut(&S, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> Option<PairMass>
    where
        R: DuelRounds<S>,
    {
        let (duel, rounds_left) = (self.rounds.duel(), self.rounds_left);
        let choices = self.rounds.solution().choices(rounds_left);
        let side = duel.turns[turn].side;
        let rows: Vec<(u32, &[Entry])> = mass.rows().collect();
        let mut after = PairMass::new(side);
        for part in parts(&rows, &duel.turns[turn]) {
            let rows = &rows[part];
            let volley = |row: usize| {
                let (own, row) = rows[row];
                let mut workspace = self.take_workspace();
                let fire = Fire { duel, choices, turn, own: own as usize };
                let row = fire.at(row, &mut workspace);
                self.workspaces().push(workspace);
                (own, row)
            };
            let mut steps = 0;
            for (own, row) in par_map(rows.len(), ROWS, &volley) {
                if row.destroyed > 0.0 {
                    let mut pair = [own as usize, 0];
                    pair.rotate_left(side);
                    let state = self.rounds.state(DuelSituation { turn, pair, rounds_left });
                    end(&state, row.destroyed);
                }
                steps += row.steps;
                after.push(own, row.left);
            }
            let bytes = (mass.len() + 2 * after.len()) as u64 * PairMass::BYTES;
            if !go_on(FlowWork { steps, bytes }) {
                return None;
            }
        }
        Some(after)
    }

    fn take_workspace(&self) -> Workspace {
        self.workspaces().pop().unwrap_or_default()
    }

    fn workspaces(&self) -> std::sync::MutexGuard<'_, Vec<Workspace>> {
        self.workspaces.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Divides rows into parts of about equal work.
fn parts(rows: &[(u32, &[Entry])], turn: &DuelTurn) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut first, mut work) = (0, 0);
    for (n, (own, row)) in rows.iter().enumerate() {
        let strength = turn.strength[*own as usize];
        work += (row.len() * turn.volleys[usize::from(strength)].len()) as u64;
        if work >= REPORT {
            parts.push(first..n + 1);
            (first, work) = (n + 1, 0);
        }
    }
    parts.push(first..rows.len());
    parts
}

/// A turn of a side in one state.
struct Fire<'a> {
    duel: &'a Duel,
    choices: DuelChoices<'a>,
    turn: usize,
    own: usize,
}

/// The pairs of a state after its turn.
struct RowAfter {
    /// Pairs in which something is left of the other side.
    left: Vec<Entry>,
    /// Probability that nothing is left of it.
    destroyed: f64,
    /// Work done, in steps of [`FlowWork`].
    steps: u64,
}

/// A volley whose first die has been assigned.
#[derive(Clone, Copy)]
struct Assigned {
    /// Number of the volley that is left.
    rest: usize,
    /// State that the first die leads to.
    target: u32,
    /// Probability of the volley.
    mass: f64,
}

/// Working memory of a thread.
#[derive(Default)]
struct Workspace {
    /// By state: one more than the place of its volleys in `pool`, or 0.
    places: Vec<u32>,
    /// Probability of the volleys that are yet to be assigned at a state.
    pool: Vec<f64>,
    /// Places that are free and contain zeros.
    free: Vec<u32>,
    /// States with a place.
    states: BinaryHeap<u32>,
    /// Volleys of one kind of first die at a state.
    chosen: Vec<Assigned>,
    /// Number of volleys at each place.
    width: usize,
}

impl Workspace {
    fn begin(&mut self, states: usize, width: usize) {
        self.places.resize(states, 0);
        if width != self.width {
            self.pool.clear();
            self.free.clear();
            self.width = width;
        }
    }

    /// Returns the index of the first volley of a state.
    #[inline]
    fn of(&mut self, state: u32) -> usize {
        let place = &mut self.places[state as usize];
        if *place == 0 {
            *place = 1 + self.free.pop().unwrap_or_else(|| {
                let place = self.pool.len() / self.width;
                self.pool.resize(self.pool.len() + self.width, 0.0);
                place as u32
            });
            self.states.push(state);
        }
        (*place - 1) as usize * self.width
    }

    fn release(&mut self, state: u32) {
        let place = std::mem::take(&mut self.places[state as usize]) - 1;
        let first = place as usize * self.width;
        self.pool[first..first + self.width].fill(0.0);
        self.free.push(place);
    }
}

impl Fire<'_> {
    fn at(&self, row: &[Entry], workspace: &mut Workspace) -> RowAfter {
        let turn = &self.duel.turns[self.turn];
        let strength = turn.strength[self.own];
        if strength == 0 {
            return RowAfter { left: row.to_vec(), destroyed: 0.0, steps: 1 };
        }
        let volleys = &turn.volleys[usize::from(strength)];
        let width = if turn.is_open { volleys.len() } else { 1 };
        workspace.begin(self.duel.sides[1 - turn.side].states(), width);
        let mut after = RowAfter { left: Vec::with_capacity(row.len()), destroyed: 0.0, steps: 1 };
        let mut rest = row;
        loop {
            // Hits lead to smaller numbers, so the greatest number is complete.
            let next = rest.last().map(|(state, _)| *state);
            let Some(foe) = next.max(workspace.states.peek().copied()) else { break };
            let first = workspace.of(foe);
            workspace.states.pop();
            if let Some((&(_, mass), before)) = rest.split_last().filter(|_| next == Some(foe)) {
                self.roll(volleys, foe, mass, first, workspace);
                if !turn.is_open {
                    // Each of these volleys is assigned in `roll`.
                    after.steps += volleys.global.len() as u64;
                }
                rest = before;
            }
            if turn.is_open && foe > 0 {
                after.steps += self.assign(volleys, foe, first, workspace) as u64;
            }
            after.steps += (volleys.len() / ADDED_PER_ASSIGNED) as u64 + 1;
            if foe == 0 {
                after.destroyed = workspace.pool[first..first + width].iter().sum();
            } else if workspace.pool[first] >= NEGLIGIBLE {
                after.left.push((foe, workspace.pool[first]));
            }
            workspace.release(foe);
        }
        after.left.reverse();
        after
    }

    /// Rolls the dice at a state. Volleys that are assigned as declared are assigned at once.
    fn roll(
        &self,
        volleys: &Volleys,
        foe: u32,
        mass: f64,
        first: usize,
        workspace: &mut Workspace,
    ) {
        let turn = &self.duel.turns[self.turn];
        let chances = &volleys.chances[usize::from(turn.view[foe as usize])];
        if turn.is_open {
            let pending = &mut workspace.pool[first..][..chances.len()];
            for (pending, chance) in pending.iter_mut().zip(chances) {
                *pending += mass * chance;
            }
            return;
        }
        let replies = &turn.declared[foe as usize * turn.max_volleys()..][..turn.max_volleys()];
        for (&volley, chance) in volleys.global.iter().zip(chances) {
            if mass * chance >= NEGLIGIBLE {
                let to = if volley == 0 { foe } else { replies[volley as usize] };
                let place = if to == foe { first } else { workspace.of(to) };
                workspace.pool[place] += mass * chance;
            }
        }
    }

    /// Assigns the first die of all volleys at a state. Returns their number.
    fn assign(
        &self,
        volleys: &Volleys,
        foe: u32,
        first: usize,
        workspace: &mut Workspace,
    ) -> usize {
        let side = self.duel.turns[self.turn].side;
        let choices = self.choices.at(self.turn, side, self.own, foe as usize);
        let blows = &self.duel.sides[1 - side].blows;
        let mut assigned = 0;
        // What is left of a volley has a smaller number.
        for run in volleys.runs.iter().rev() {
            let targets = blows[run.kind].of(foe as usize);
            if targets.is_empty() {
                // The die is lost. The volleys that are left may belong to the same run.
                for n in (0..run.len).rev() {
                    workspace.pool[first + run.rest + n] += workspace.pool[first + run.first + n];
                }
                continue;
            }
            let mut chosen = std::mem::take(&mut workspace.chosen);
            chosen.clear();
            chosen.reserve(run.len);
            let masses = &workspace.pool[first + run.first..][..run.len];
            let all = masses.iter().zip(&volleys.global[run.first..]).enumerate();
            let live = all.filter(|(_, (mass, _))| **mass >= NEGLIGIBLE);
            // Choices are far apart in memory. They are read together, so that reading one does not
            // wait for another.
            chosen.extend(live.map(|(n, (&mass, &volley))| {
                let target = if targets.len() > 1 { choices.of(volley as usize) } else { 0 };
                Assigned { rest: run.rest + n, target: targets[target], mass }
            }));
            for &Assigned { rest, target, mass } in &chosen {
                let place = workspace.of(target);
                workspace.pool[place + rest] += mass;
            }
            assigned += chosen.len();
            workspace.chosen = chosen;
        }
        assigned
    }
}

/// A state of the other side, with the probability of the pair.
type Entry = (u32, f64);

/// Probabilities of pairs of states. A row holds the pairs of one state of a side, in the order of
/// the other side's states.
#[derive(Clone, Debug, Default)]
struct PairMass {
    /// The side whose states have rows.
    side: usize,
    /// States with a row, in ascending order, each with the end of its row.
    rows: Vec<(u32, usize)>,
    entries: Vec<Entry>,
}

impl PairMass {
    /// Bytes of a pair.
    const BYTES: u64 = size_of::<Entry>() as u64;

    /// Creates an empty distribution whose rows are those of this side.
    fn new(side: usize) -> Self {
        Self { side, ..Self::default() }
    }

    /// Appends the row of the next state. Empty rows are left out.
    fn push(&mut self, state: u32, row: impl IntoIterator<Item = Entry>) {
        let before = self.entries.len();
        self.entries.extend(row);
        if self.entries.len() > before {
            self.rows.push((state, self.entries.len()));
        }
    }

    /// Creates the distribution of these pairs, with rows for the states of the first side. A pair
    /// may come more than once.
    fn of_pairs(mut pairs: Vec<([usize; 2], f64)>) -> Self {
        pairs.sort_by_key(|(pair, _)| *pair);
        let mut mass = Self::new(0);
        for row in pairs.chunk_by(|a, b| a.0[0] == b.0[0]) {
            let same = row.chunk_by(|a, b| a.0 == b.0);
            let entries =
                same.map(|all| (all[0].0[1] as u32, all.iter().map(|(_, mass)| mass).sum()));
            mass.push(row[0].0[0] as u32, entries);
        }
        mass
    }

    fn rows(&self) -> impl ExactSizeIterator<Item = (u32, &[Entry])> {
        let mut first = 0;
        self.rows.iter().map(move |&(state, end)| {
            let row = &self.entries[first..end];
            first = end;
            (state, row)
        })
    }

    /// Returns all pairs, with the state of the first side first, and their probabilities.
    fn pairs(&self) -> impl Iterator<Item = ([usize; 2], f64)> {
        let pair = |own: u32, &(other, mass): &Entry| {
            let mut pair = [own as usize, other as usize];
            pair.rotate_left(self.side);
            (pair, mass)
        };
        self.rows().flat_map(move |(own, row)| row.iter().map(move |entry| pair(own, entry)))
    }

    /// Returns the distribution with rows for the states of this side, of which there are `states`.
    fn by_side(self, side: usize, states: usize) -> Self {
        if side == self.side {
            return self;
        }
        let mut ends = vec![0; states];
        for &(other, _) in &self.entries {
            ends[other as usize] += 1;
        }
        let mut end = 0;
        for number in &mut ends {
            // From the number of entries to the place of the first one.
            end += std::mem::replace(number, end);
        }
        let mut entries = vec![(0, 0.0); self.entries.len()];
        for (own, row) in self.rows() {
            for &(other, mass) in row {
                let place = &mut ends[other as usize];
                entries[*place] = (own, mass);
                *place += 1;
            }
        }
        let mut first = 0;
        let rows = (0..).zip(ends).filter(|&(_, end)| end > std::mem::replace(&mut first, end));
        Self { side, rows: rows.collect(), entries }
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn sum(&self) -> f64 {
        self.entries.iter().map(|(_, mass)| mass).sum()
    }

    fn without(&self, least: f64) -> Self {
        let mut kept = Self::new(self.side);
        for (state, row) in self.rows() {
            kept.push(state, row.iter().copied().filter(|(_, mass)| *mass >= least));
        }
        kept
    }

    fn masses(&self) -> impl Iterator<Item = f64> {
        self.entries.iter().map(|(_, mass)| *mass)
    }
}

#[cfg(test)]
mod tests {
    use super::PairMass;

    #[test]
    fn rows_of_one_side_become_rows_of_the_other() {
        let mut mass = PairMass::new(1);
        mass.push(0, [(2, 0.25), (3, 0.125)]);
        mass.push(1, []);
        mass.push(4, [(1, 0.5), (2, 0.0625)]);
        let pairs = |mass: &PairMass| mass.pairs().collect::<Vec<_>>();
        assert_eq!(pairs(&mass)[0], ([2, 0], 0.25));
        let turned = mass.clone().by_side(0, 5);
        let rows: Vec<_> = turned.rows().collect();
        assert_eq!(rows[0], (1, &[(4, 0.5)][..]));
        assert_eq!(rows[1], (2, &[(0, 0.25), (4, 0.0625)][..]));
        assert_eq!(rows[2], (3, &[(0, 0.125)][..]));
        assert_eq!(rows.len(), 3);
        assert_eq!(pairs(&turned.clone().by_side(1, 5)), pairs(&mass));
        assert_eq!(turned.without(0.2).len(), 2);
    }
}
