//! The walk: simulation along the edges of the graph, by far the fastest way to simulate.
//!
//! A battle is a path through the graph. Each step uses half of a 64-bit draw and one row of an
//! alias table. A step covers several activations if they have few outcomes together. Eight battles
//! are walked at a time, without branches: after an end, the next state is the opening. Each lane
//! plays a fixed share of the battles to their ends, so long battles are never dropped.
//!
//! With 32 bits, the probability of a row is accurate to 2^-32, and that of an outcome to 2^-32 for
//! each row that leads to it. No feasible number of battles could show the difference.
//!
//! ```text
//! steps        what one draw decides
//! word         the place of a walked battle, packed
//! table        rows of all steps, and the battles that follow them
//! waves        chains of battles, walked battle by battle
//! replay_walk  reconstruction of the events of a walked battle
//! ```

pub(in crate::engine) mod replay_walk;
mod steps;
mod table;
pub(in crate::engine) mod waves;
mod word;

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use self::replay_walk::ReplayWalk;
use self::steps::MAX_EDGE_VISITS;
pub(in crate::engine) use self::steps::max_rows;
pub(in crate::engine) use self::table::WalkStep;
use self::table::{Noted, WalkTable};
use crate::dice::battle_generator;
use crate::engine::graph::{Graph, Node};
use crate::engine::simulate::replay::{Replay, ReplayedBattle, Replayer, cells};
use crate::engine::simulate::simulator::{Block, Simulator, Worker};
use crate::engine::{BLOCK, Unsolved};
use crate::model::Battle;
use crate::stats::Tally;

/// A battle with the tables for walking its graph.
#[derive(Clone, Debug)]
pub struct Walk<'a, B: Battle> {
    battle: &'a B,
    captains: &'a B::Captains,
    graph: &'a Graph<B::State>,
    table: WalkTable<'a>,
}

impl<'a, B: Battle> Walk<'a, B> {
    /// Builds the tables of a battle's graph, which these captains have played. Battles begin in the
    /// first of its openings.
    ///
    /// # Errors
    /// Returns an error if there are more rows than can be numbered.
    pub fn new(
        battle: &'a B,
        captains: &'a B::Captains,
        graph: &'a Graph<B::State>,
    ) -> Result<Self, Unsolved> {
        let mut edge_visits = MAX_EDGE_VISITS;
        Ok(Self {
            battle,
            captains,
            graph,
            table: WalkTable::new(&graph.topology, &mut edge_visits)?,
        })
    }

    /// Returns the mean number of steps per battle, measured over battles with a total of at least
    /// `max_steps` steps. Battles are cut short after round `round_cap`.
    #[must_use]
    pub fn mean_steps(&self, round_cap: u32, max_steps: u32) -> f64 {
        self.table.mean_steps(round_cap, max_steps)
    }

    fn guide(&self) -> ReplayWalk<'_, B> {
        ReplayWalk { battle: self.battle, graph: self.graph, table: &self.table }
    }
}

impl<B: Battle> Replayer for Walk<'_, B> {
    fn is_walk(&self) -> bool {
        true
    }

    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut known: FxHashMap<Node, Vec<u32>> = FxHashMap::default();
        let mut show = |node: Node, number: u64| {
            let cells =
                known.entry(node).or_insert_with(|| cells(self.battle, self.graph.situation(node)));
            visit(number, cells);
        };
        if let opening @ Node::End(_) = self.table.opening() {
            (0..block.battles).for_each(|number| show(opening, number));
            return;
        }
        self.table.follow(block, &mut |number, step, over| {
            if over {
                show(step.to, number);
            }
            true
        });
    }

    fn replay(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Replay)) {
        let mut paths: BTreeMap<u64, Vec<WalkStep>> =
            wanted.clone().map(|number| (number, Vec::new())).collect();
        let mut left = paths.len();
        self.table.follow(block, &mut |number, step, over| {
            if let Some(path) = paths.get_mut(&number) {
                path.push(step);
                left -= usize::from(over);
            }
            left > 0
        });
        let (mut captains, guide) = (self.captains.clone(), self.guide());
        for (number, path) in paths {
            let mut dice = battle_generator(block.seed, block.number * BLOCK + number);
            let steps = guide.events(&path, &mut captains, &mut dice);
            let end = path.last().map_or(self.table.opening(), |step| step.to);
            let cells = cells(self.battle, self.graph.situation(end));
            let battles = vec![ReplayedBattle { battle: 0, steps }];
            visit(number, Replay { battles, cells, dice });
        }
    }
}

impl<B: Battle> Simulator for Walk<'_, B> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Walker { table: &self.table, noted: Noted::default() })
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = Tally { cells: Vec::new(), ..counts.clone() };
        tally.make_room(self.battle.cells());
        let finals = self.graph.ends.iter().chain(&self.graph.states);
        for (state, &times) in finals.zip(&counts.cells).filter(|(_, times)| **times > 0) {
            self.battle.count(state, |cell| tally.cells[cell] += times);
            self.battle.measure(state, |cell, amount| tally.cells[cell] += times * amount);
        }
        tally
    }

    fn cells(&self) -> usize {
        self.battle.cells()
    }

    fn outcomes(&self) -> usize {
        self.battle.outcomes()
    }

    fn seconds(&self, round_cap: u32) -> f64 {
        const MAX_STEPS: u32 = 1 << 12;
        const SECONDS_PER_BATTLE: f64 = 5e-9;
        SECONDS_PER_BATTLE + self.table.mean_steps(round_cap, MAX_STEPS) * self.table.step_seconds()
    }
}

/// Walks blocks on one thread.
struct Walker<'a> {
    table: &'a WalkTable<'a>,
    noted: Noted,
}

impl Worker for Walker<'_> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        self.table.play(block, &mut self.noted, counts, go_on);
    }
}
