//! The walk: simulation along the edges of graphs, by far the fastest way to simulate.
//!
//! A battle is a path through its graph. Each step uses half of a 64-bit draw and one row of an
//! alias table. A step covers several activations if they have few outcomes together. Eight battles
//! are walked at a time, without branches: after an end, the next state is the opening. Each lane
//! plays a fixed share of the battles to their ends, so long battles are never dropped.
//!
//! With 32 bits, the probability of a row is accurate to 2^-32, and that of an outcome to 2^-32 for
//! each row that leads to it. No feasible number of battles could show the difference.
//!
//! A chain is walked along the graphs kept by its solution. Where it continues in a way that did
//! not occur in the solution, for example after a battle that was cut short, the rest is played by
//! the rules.
//!
//! ```text
//! steps   the rows of one draw
//! table   rows of all steps, and the battles that follow them
//! waves   chains of battles, walked battle by battle
//! follow  observers of walked chains: counts, cells, events
//! ```

mod follow;
mod steps;
mod table;
pub(crate) mod waves;

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;

use self::follow::{ChainCourse, ChainRules, Counting, Reading, Recording};
pub(crate) use self::steps::max_rows;
use self::table::WalkStep;
use self::waves::{ChainPlace, Queues, Waves};
use crate::dice::{Enumerator, Sampler, battle_generator, fraction};
use crate::engine::chain::ChainGraphs;
use crate::engine::graph::{Edge, Graph, Node};
use crate::engine::simulate::blocks::{Block, Simulator, Worker};
use crate::engine::simulate::kernel::{Cells, Count, Kernel};
use crate::engine::simulate::replay::{
    Replay, ReplayDie, ReplayStep, ReplayedBattle, Replayer, cells,
};
use crate::engine::{BLOCK, Unsolved};
use crate::model::chain::{Captains, Chain, State};
use crate::model::{Battle, StepOutcome};
use crate::stats::Tally;
use crate::story::{Event, Recorder, choose};

/// A battle or a chain with the tables for walking its graphs.
pub struct Walk<'a, C: Chain> {
    chain: &'a C,
    captains: &'a Captains<C>,
    /// By number of the battle; `None` for battles that never occur.
    battles: Vec<Option<WalkedBattle<'a, C>>>,
    waves: Waves<'a>,
}

/// The situations of a battle that is walked.
struct WalkedBattle<'a, C: Chain> {
    graph: &'a Graph<State<C>>,
    /// States that are over before the battle begins. They are numbered after the ends of the
    /// graph.
    over: &'a [State<C>],
    /// The possible memories of earlier battles.
    memories: &'a [C::Memory],
}

impl<'a, B: Battle> Walk<'a, B> {
    /// Builds the tables of a battle's graph, which these captains have played. Battles begin in
    /// the first of its openings.
    ///
    /// # Errors
    /// Returns an error if there are more rows than can be numbered.
    pub fn new(
        battle: &'a B,
        captains: &'a B::Captains,
        graph: &'a Graph<B::State>,
    ) -> Result<Self, Unsolved> {
        let waves = Waves::of_battle(&graph.topology)?;
        let walked = WalkedBattle { graph, over: &[], memories: &[()] };
        Ok(Self { chain: battle, captains, battles: vec![Some(walked)], waves })
    }

    /// Returns the mean number of steps per battle, measured over battles with a total of at least
    /// `max_steps` steps. Battles are cut short after round `round_cap`.
    #[must_use]
    pub fn mean_steps(&self, round_cap: u32, max_steps: u32) -> f64 {
        self.waves.table(0).map_or(0.0, |table| table.mean_steps(round_cap, max_steps))
    }
}

impl<'a, C: Chain> Walk<'a, C> {
    /// Builds the tables for the kept graphs of a chain. The captains must play like those of the
    /// solution.
    ///
    /// # Errors
    /// Returns an error if the tables become too large.
    pub fn of_chain(
        chain: &'a C,
        captains: &'a Captains<C>,
        kept: &'a ChainGraphs<C>,
    ) -> Result<Self, Unsolved> {
        let walked = kept.battles.iter().map(|battle| {
            let battle = battle.as_ref()?;
            let (over, memories) = (&*battle.over, &*battle.memories);
            Some(WalkedBattle { graph: &battle.graph, over, memories })
        });
        let tables = kept.battles.iter().map(|battle| {
            let battle = battle.as_ref()?;
            Some((&battle.graph.topology, &battle.after))
        });
        let waves = Waves::new(&tables.collect::<Vec<_>>(), kept.first)?;
        Ok(Self { chain, captains, battles: walked.collect(), waves })
    }

    fn by_rules(&self) -> ByRules<'_, C> {
        let kernel = Kernel::new(self.chain, self.captains);
        ByRules { kernel, battles: &self.battles, captains: None }
    }

    /// Number of cells before the transitions in the counts of a worker. In those of a battle there
    /// are only ends and states.
    fn own_cells(&self) -> usize {
        if C::IS_BATTLE { 0 } else { self.chain.cells() }
    }

    /// Reconstructs the events of a chain from its course.
    fn reconstruct(&self, number: u64, block: Block, course: ChainCourse) -> Replay {
        let mut dice = battle_generator(block.seed, block.number * BLOCK + number);
        let mut captains = self.captains.clone();
        let mut battles = Vec::new();
        for (battle, path) in course.walked {
            let steps = self.events(battle, &path, &mut captains, &mut dice);
            battles.push(ReplayedBattle { battle, steps });
        }
        battles.extend(course.played);
        Replay { battles, cells: course.cells, dice }
    }

    /// Reconstructs the events of a battle that took these steps, activation by activation. Where a
    /// step covers several activations, those in between are drawn conditionally on the result of
    /// the step.
    fn events(
        &self,
        number: usize,
        path: &[WalkStep],
        captains: &mut Captains<C>,
        dice: &mut Xoshiro256PlusPlus,
    ) -> Vec<ReplayStep> {
        let (Some(walked), Some(table)) = (&self.battles[number], self.waves.table(number)) else {
            return Vec::new();
        };
        let (battle, graph) = (&self.chain.battles()[number], walked.graph);
        let (mut steps, mut round) = (Vec::new(), graph.topology.first_round);
        for step in path {
            let Node::State(mut from) = step.from else { break };
            let mut ways = table.ways(from, step);
            let chances: Vec<f64> = ways.iter().map(|(_, chance)| *chance).collect();
            let Some(way) = choose(&chances, fraction(dice)) else { break };
            for edge in ways.swap_remove(way).0 {
                let (events, after) = events_of_edge((battle, graph), from, edge, captains, dice);
                steps.push(ReplayStep { round, events, cells: cells(battle, &after) });
                round += u32::from(edge.round);
                if let Node::State(state) = edge.to {
                    from = state;
                }
            }
        }
        steps
    }
}

impl<C: Chain> Simulator for Walk<'_, C> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Walker { walk: self, queues: Queues::default(), rules: self.by_rules() })
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let own = self.own_cells();
        let mut tally = Tally { cells: Vec::new(), ..counts.clone() };
        tally.cells.extend(counts.cells.iter().take(own));
        tally.make_room(self.chain.cells());
        let (rules, cells) = (self.by_rules(), &mut tally.cells);
        for (place, &times) in self.waves.places().zip(counts.cells.iter().skip(own)) {
            if times > 0 {
                rules.count(place, &mut Cells { cells, times });
            }
        }
        tally
    }

    fn cells(&self) -> usize {
        self.chain.cells()
    }

    fn outcomes(&self) -> usize {
        self.chain.outcomes()
    }

    fn seconds(&self, round_cap: u32) -> f64 {
        if C::IS_BATTLE {
            return self.waves.seconds_of_battle(round_cap);
        }
        self.waves.seconds(round_cap)
    }
}

impl<C: Chain> Replayer for Walk<'_, C> {
    fn is_walk(&self) -> bool {
        true
    }

    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut rules = self.by_rules();
        let mut reading = Reading::new(&mut rules, &self.waves, block.round_cap);
        self.waves.play(block, &mut Queues::default(), &mut reading, &mut |_| true);
        reading.visit(visit);
    }

    fn replay(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Replay)) {
        let mut rules = self.by_rules();
        let mut recording =
            Recording::new(&mut rules, &self.waves, block.round_cap, wanted.clone());
        self.waves.play(block, &mut Queues::default(), &mut recording, &mut |_| true);
        for (number, course) in wanted.zip(recording.courses) {
            visit(number, self.reconstruct(number, block, course));
        }
    }
}

/// Walks blocks on one thread.
struct Walker<'a, C: Chain> {
    walk: &'a Walk<'a, C>,
    queues: Queues,
    rules: ByRules<'a, C>,
}

impl<C: Chain> Worker for Walker<'_, C> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        let Self { walk: Walk { waves, .. }, queues, rules } = self;
        if C::IS_BATTLE {
            return waves.play_battles(block, queues, counts, go_on);
        }
        let (cells, round_cap) = (self.walk.own_cells(), block.round_cap);
        counts.make_room(cells + waves.counted());
        let mut counting = Counting { rules, waves, counts, cells, round_cap };
        waves.play(block, queues, &mut counting, go_on);
    }

    fn has_approximated(&self) -> bool {
        let Self { walk, rules, .. } = self;
        rules.captains.as_ref().is_some_and(|captains| walk.chain.has_approximated(captains))
    }
}

/// The rules of a chain. Captains are created when they are first needed.
struct ByRules<'a, C: Chain> {
    kernel: Kernel<'a, C>,
    battles: &'a [Option<WalkedBattle<'a, C>>],
    captains: Option<Captains<C>>,
}

impl<C: Chain> ByRules<'_, C> {
    fn situation(&self, place: ChainPlace) -> Option<(C::Memory, &State<C>)> {
        let WalkedBattle { graph, over, memories } = self.battles[place.battle].as_ref()?;
        let state = match place.node {
            Node::State(state) => &graph.states[state as usize],
            Node::End(end) => {
                let over = || over.get((end as usize).checked_sub(graph.ends.len())?);
                graph.ends.get(end as usize).or_else(over)?
            }
        };
        Some((memories[place.memory], state))
    }
}

impl<C: Chain> ChainRules for ByRules<'_, C> {
    fn count(&self, place: ChainPlace, count: &mut dyn Count) {
        if let Some((memory, end)) = self.situation(place) {
            self.kernel.end(place.battle, memory, end, count);
        }
    }

    fn play_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: &mut Sampler,
        count: &mut dyn Count,
    ) -> u32 {
        let Some((memory, end)) = self.situation(place) else { return 0 };
        let next = self.kernel.end(place.battle, memory, end, count);
        let captains = self.captains.get_or_insert_with(|| self.kernel.captains());
        self.kernel.play(next, round_cap, die, captains, count)
    }

    fn record_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: ReplayDie,
    ) -> (Vec<ReplayedBattle>, Vec<u32>) {
        let Some((memory, end)) = self.situation(place) else { return Default::default() };
        let mut cells = Vec::new();
        let next = self.kernel.end(place.battle, memory, end, &mut cells);
        let captains = self.captains.get_or_insert_with(|| self.kernel.captains());
        let (battles, more) = self.kernel.record(next, round_cap, die, captains);
        cells.extend(more);
        (battles, cells)
    }
}

/// Reconstructs the events of one activation: its dice are drawn conditionally on its result.
fn events_of_edge<B: Battle>(
    (battle, graph): (&B, &Graph<B::State>),
    from: u32,
    edge: Edge,
    captains: &mut B::Captains,
    dice: &mut Xoshiro256PlusPlus,
) -> (Vec<Event>, B::State) {
    let before = graph.states[from as usize];
    let after = *graph.situation(edge.to);
    let is_end = matches!(edge.to, Node::End(_));
    let paths = Enumerator::paths(
        |die| {
            let mut state = before;
            (battle.step(&mut state, die, captains), state)
        },
        |(progress, state)| {
            let is_over = *progress == StepOutcome::Over;
            let next_round = *progress == StepOutcome::NextRound;
            *state == after && is_over == is_end && next_round == edge.round
        },
    );
    let chances: Vec<f64> = paths.iter().map(|(_, chance)| *chance).collect();
    let Some(path) = choose(&chances, fraction(dice)) else { return (Vec::new(), after) };
    let mut die = ReplayDie::Path(Enumerator::along(paths[path].0.clone()));
    let (mut state, mut recorder) = (before, Recorder::default());
    battle.step_observed(&mut state, &mut die, &mut recorder, captains);
    (recorder.take_events(), state)
}
