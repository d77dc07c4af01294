//! Simulation of chains along the graphs of all their battles.

use std::ops::Range;

use super::follow::{ChainCourse, ChainRules, Counting, Reading, Recording};
use super::{Captains, ChainGraphs, ChainKernel, State};
use crate::dice::{Sampler, battle_generator};
use crate::engine::graph::Node;
use crate::engine::simulate::replay::{Replay, ReplayedBattle, Replayer};
use crate::engine::simulate::replay_die::ReplayDie;
use crate::engine::simulate::simulator::{Block, Simulator, Worker};
use crate::engine::simulate::walk::replay_walk::ReplayWalk;
use crate::engine::simulate::walk::waves::{ChainPlace, Queues, Waves};
use crate::engine::{BLOCK, Unsolved};
use crate::model::chain::Chain;
use crate::stats::Tally;

/// Walks chains along the graphs kept by a solution. Where a chain continues in a way that did not
/// occur in the solution, for example after a battle that was cut short, the rest is played by the
/// rules.
pub struct ChainWalk<'a, C: Chain> {
    chain: &'a C,
    captains: &'a Captains<C>,
    kept: &'a ChainGraphs<C>,
    waves: Waves<'a>,
}

impl<'a, C: Chain> ChainWalk<'a, C> {
    /// Builds the tables for the kept graphs of a chain. The captains must play like those of the
    /// solution.
    ///
    /// # Errors
    /// Returns an error if the tables become too large.
    pub fn new(
        chain: &'a C,
        captains: &'a Captains<C>,
        kept: &'a ChainGraphs<C>,
    ) -> Result<Self, Unsolved> {
        let battles = kept.battles.iter();
        let battles =
            battles.map(|battle| battle.as_ref().map(|kept| (&kept.graph.topology, &kept.course)));
        Ok(Self { chain, captains, kept, waves: Waves::new(battles, kept.first)? })
    }

    fn by_rules(&self) -> ByRules<'_, C> {
        ByRules {
            links: ChainKernel::new(self.chain, self.captains),
            kept: self.kept,
            captains: None,
        }
    }

    /// Reconstructs the events of a chain from its course.
    fn reconstruct(&self, number: u64, block: Block, course: ChainCourse) -> Replay {
        let mut dice = battle_generator(block.seed, block.number * BLOCK + number);
        let mut captains = self.captains.clone();
        let mut battles = Vec::new();
        for (battle, path) in course.walked {
            let guide = self.guide(battle);
            let steps = guide.map_or(Vec::new(), |g| g.events(&path, &mut captains, &mut dice));
            battles.push(ReplayedBattle { battle, steps });
        }
        battles.extend(course.played);
        Replay { battles, cells: course.cells, dice }
    }

    fn guide(&self, battle: usize) -> Option<ReplayWalk<'_, C::Battle>> {
        let graph = &self.kept.battles[battle].as_ref()?.graph;
        self.waves.guide(battle, &self.chain.battles()[battle], graph)
    }
}

impl<C: Chain> Simulator for ChainWalk<'_, C> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Walker { walk: self, queues: Queues::default(), rules: self.by_rules() })
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let own = self.chain.cells();
        let mut tally = Tally { cells: Vec::new(), ..counts.clone() };
        tally.cells.extend(counts.cells.iter().take(own));
        tally.make_room(own);
        let (rules, cells) = (self.by_rules(), &mut tally.cells);
        for (place, &times) in self.waves.places().zip(counts.cells.iter().skip(own)) {
            if times > 0 {
                rules.count(place, &mut |cell| cells[cell] += times);
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
        self.waves.seconds(round_cap)
    }
}

impl<C: Chain> Replayer for ChainWalk<'_, C> {
    fn is_walk(&self) -> bool {
        true
    }

    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut rules = self.by_rules();
        let mut reading = Reading::new(&mut rules, &self.waves, block.round_cap, block.battles);
        self.waves.play(block, &mut Queues::default(), &mut reading, &mut |_| true);
        for (number, cells) in (0..).zip(&reading.cells) {
            visit(number, cells);
        }
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
    walk: &'a ChainWalk<'a, C>,
    queues: Queues,
    rules: ByRules<'a, C>,
}

impl<C: Chain> Worker for Walker<'_, C> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        let Self { walk, queues, rules } = self;
        let cells = walk.chain.cells();
        counts.make_room(cells + walk.waves.counted());
        let (waves, round_cap) = (&walk.waves, block.round_cap);
        let mut counting = Counting { rules, waves, counts, cells, round_cap };
        walk.waves.play(block, queues, &mut counting, go_on);
    }

    fn has_guessed(&self) -> bool {
        let Self { walk, rules, .. } = self;
        rules.captains.as_ref().is_some_and(|captains| walk.chain.has_guessed(captains))
    }
}

/// The rules of a chain. Captains are created when they are first needed.
struct ByRules<'a, C: Chain> {
    links: ChainKernel<'a, C>,
    kept: &'a ChainGraphs<C>,
    captains: Option<Captains<C>>,
}

impl<C: Chain> ByRules<'_, C> {
    /// Returns the memory and the state at this place.
    fn situation(&self, place: ChainPlace) -> Option<(C::Memory, &State<C>)> {
        let kept = self.kept.battles[place.battle].as_ref()?;
        let state = match place.node {
            Node::State(state) => &kept.graph.states[state as usize],
            Node::End(end) => {
                let ends = &kept.graph.ends;
                let over = || kept.over.get((end as usize).checked_sub(ends.len())?);
                ends.get(end as usize).or_else(over)?
            }
        };
        Some((kept.memories[place.memory], state))
    }
}

impl<C: Chain> ChainRules for ByRules<'_, C> {
    fn count(&self, place: ChainPlace, count: &mut dyn FnMut(usize)) {
        if let Some((memory, end)) = self.situation(place) {
            self.links.end(place.battle, memory, end, count);
        }
    }

    fn play_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: &mut Sampler,
        count: &mut dyn FnMut(usize),
    ) -> u32 {
        let Some((memory, end)) = self.situation(place) else { return 0 };
        let next = self.links.end(place.battle, memory, end, &mut *count);
        let captains = self.captains.get_or_insert_with(|| self.links.captains());
        self.links.play(next, round_cap, die, captains, count)
    }

    fn record_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: ReplayDie,
    ) -> (Vec<ReplayedBattle>, Vec<u32>) {
        let Some((memory, end)) = self.situation(place) else { return Default::default() };
        let mut cells = Vec::new();
        let next = self.links.end(place.battle, memory, end, |cell| cells.push(cell as u32));
        let captains = self.captains.get_or_insert_with(|| self.links.captains());
        let (battles, more) = self.links.record(next, round_cap, die, captains);
        cells.extend(more);
        (battles, cells)
    }
}
