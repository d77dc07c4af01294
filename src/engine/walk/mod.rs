//! The walk: battles played down the graph, by far the fastest way to simulate.
//!
//! A battle is a path through the graph. Each step takes half of a 64-bit draw and one row of
//! an alias table; a step covers several activations where they have few outcomes together.
//! Eight battles are walked at a time, without branches: an ended battle's next situation is
//! the opening. Each lane plays a fixed share of the battles to their ends, so that no battle
//! is dropped for being long.
//!
//! With 32 bits a row is met to within 2^-32 of its place, and an outcome to within 2^-32 for
//! each row that leads to it: far below what any number of battles could show.
//!
//! ```text
//! steps   what one draw decides
//! table   rows of all steps, and battles on their way
//! ```

mod steps;
mod table;

use std::collections::BTreeMap;
use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use self::table::{Lanes, WalkStep, WalkTable};
use super::BLOCK;
use super::graph::{Edge, Graph, NoGraph, Node};
use super::reader::{Chapter, Reader, Step, Telling, cells};
use super::simulator::{Block, Simulator, Worker};
use crate::battle::{Battle, Progress};
use crate::chance::{Enumerator, Teller, battle_generator, fraction};
use crate::story::{Event, choose};
use crate::tally::Tally;

/// A battle and the tables of its graph, to be walked.
#[derive(Clone, Debug)]
pub struct Walk<'a, B: Battle> {
    battle: &'a B,
    graph: &'a Graph<B::State>,
    table: WalkTable<'a>,
}

impl<'a, B: Battle> Walk<'a, B> {
    /// The tables of a battle's graph; battles begin in the first of its openings.
    ///
    /// # Errors
    /// If it has more rows than can be numbered.
    pub fn new(battle: &'a B, graph: &'a Graph<B::State>) -> Result<Self, NoGraph> {
        Ok(Self { battle, graph, table: WalkTable::new(&graph.topology)? })
    }

    /// Returns the mean number of steps of battles that are cut short after round `round_cap`, of
    /// as many as take this number of steps together.
    #[must_use]
    pub fn mean_steps(&self, round_cap: u32, most_steps: u32) -> f64 {
        self.table.mean_steps(round_cap, most_steps)
    }

    /// Tells a battle that has taken these steps. Where a step covers several activations, what
    /// happened in between is drawn, given what it has led to.
    fn tell_path(
        &self,
        path: &[WalkStep],
        captains: &mut B::Captains,
        mut dice: Xoshiro256PlusPlus,
    ) -> Telling {
        let (mut steps, mut round) = (Vec::new(), self.graph.topology.first_round);
        let mut end = self.battle.opening();
        for step in path {
            let Node::State(mut from) = step.from else { break };
            let mut ways = self.table.ways(from, step);
            let chances: Vec<f64> = ways.iter().map(|(_, chance)| *chance).collect();
            let Some(way) = choose(&chances, fraction(&mut dice)) else { break };
            for edge in ways.swap_remove(way).0 {
                let (events, after) = self.tell_edge(from, edge, captains, &mut dice);
                steps.push(Step { round, events, cells: cells(self.battle, &after) });
                end = after;
                round += u32::from(edge.round);
                if let Node::State(state) = edge.to {
                    from = state;
                }
            }
        }
        let chapters = vec![Chapter { battle: 0, steps }];
        Telling { chapters, cells: cells(self.battle, &end), dice }
    }

    /// Tells one activation of those that the walk has taken together: its dice are drawn, given
    /// what it has come to.
    fn tell_edge(
        &self,
        from: u32,
        edge: Edge,
        captains: &mut B::Captains,
        dice: &mut Xoshiro256PlusPlus,
    ) -> (Vec<Event>, B::State) {
        let before = self.graph.states[from as usize];
        let after = *self.graph.situation(edge.to);
        let is_end = matches!(edge.to, Node::End(_));
        let paths = Enumerator::paths(
            |die| {
                let mut state = before;
                (self.battle.step(&mut state, die, captains), state)
            },
            |(progress, state)| {
                let is_over = *progress == Progress::Over;
                let next_round = *progress == Progress::NextRound;
                *state == after && is_over == is_end && next_round == edge.round
            },
        );
        let chances: Vec<f64> = paths.iter().map(|(_, chance)| *chance).collect();
        let Some(path) = choose(&chances, fraction(dice)) else { return (Vec::new(), after) };
        let mut die = Teller::along(Enumerator::along(paths[path].0.clone()));
        let mut state = before;
        self.battle.step(&mut state, &mut die, captains);
        (die.told(), state)
    }
}

impl<B: Battle> Reader for Walk<'_, B> {
    fn is_walk(&self) -> bool {
        true
    }

    fn read(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
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

    fn tell(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Telling)) {
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
        let mut captains = self.battle.captains();
        for (number, path) in paths {
            let dice = battle_generator(block.seed, block.number * BLOCK + number);
            visit(number, self.tell_path(&path, &mut captains, dice));
        }
    }
}

impl<B: Battle> Simulator for Walk<'_, B> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Walker { table: &self.table, lanes: Lanes::default() })
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
        const STEPS: u32 = 1 << 12;
        const BATTLE: f64 = 5e-9;
        BATTLE + self.table.mean_steps(round_cap, STEPS) * self.table.step_seconds()
    }
}

/// Walks blocks on one thread.
struct Walker<'a> {
    table: &'a WalkTable<'a>,
    lanes: Lanes,
}

impl Worker for Walker<'_> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        self.table.play(block, &mut self.lanes, counts, go_on);
    }
}
