//! Observers of chains that are walked: they count them, list the cells of each, or record events.
//! This code is compiled once for all games.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::table::WalkStep;
use super::waves::{ChainPlace, Follow, Waves};
use crate::dice::Sampler;
use crate::engine::simulate::kernel::{Cells, Count};
use crate::engine::simulate::replay::ReplayDie;
use crate::engine::simulate::replay::ReplayedBattle;
use crate::stats::Tally;

/// The rules of a chain.
pub(super) trait ChainRules {
    /// Counts a battle that ended or was cut short at this place.
    fn count(&self, place: ChainPlace, count: &mut dyn Count);

    /// Counts a battle that ended or was cut short at this place, and plays and counts the rest of
    /// the chain by the rules. Returns the number of rounds of the rest.
    fn play_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: &mut Sampler,
        count: &mut dyn Count,
    ) -> u32;

    /// Plays the rest of the chain by the rules and records its events. Returns its battles, and
    /// the cells of the battle at this place and of the rest.
    fn record_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: ReplayDie,
    ) -> (Vec<ReplayedBattle>, Vec<u32>);
}

/// Counts chains: the cells first, followed by the transitions that are counted by number.
pub(super) struct Counting<'a> {
    pub(super) rules: &'a mut dyn ChainRules,
    pub(super) waves: &'a Waves<'a>,
    pub(super) counts: &'a mut Tally,
    /// Number of cells.
    pub(super) cells: usize,
    pub(super) round_cap: u32,
}

impl Follow for Counting<'_> {
    #[inline]
    fn passed(&mut self, _chain: u32, battle: usize, transition: usize) {
        let cells = &mut self.counts.cells;
        if transition < self.waves.counted() {
            cells[self.cells + transition] += 1;
        } else if let Some(place) = self.waves.place(battle, transition) {
            self.rules.count(place, &mut Cells { cells, times: 1 });
        }
    }

    fn play_on(&mut self, _chain: u32, place: ChainPlace, die: &mut Sampler) -> u32 {
        let mut count = Cells { cells: &mut self.counts.cells, times: 1 };
        self.rules.play_on(place, self.round_cap, die, &mut count)
    }

    #[inline]
    fn over(&mut self, rounds: u32) {
        self.counts.add_rounds(rounds);
    }
}

/// Lists the cells of each chain.
pub(super) struct Reading<'a> {
    rules: &'a mut dyn ChainRules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    /// Lists of cells.
    lists: Vec<Vec<u32>>,
    /// Numbers of the lists of the transitions seen so far.
    known: FxHashMap<usize, u32>,
    /// Chains and numbers of the lists in which they are counted.
    passed: Vec<(u32, u32)>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(rules: &'a mut dyn ChainRules, waves: &'a Waves<'a>, round_cap: u32) -> Self {
        let (lists, known, passed) = Default::default();
        Self { rules, waves, round_cap, lists, known, passed }
    }

    /// Visits all chains in order.
    pub(super) fn visit(mut self, visit: &mut dyn FnMut(u64, &[u32])) {
        self.passed.sort_by_key(|(chain, _)| *chain);
        let mut cells = Vec::new();
        for of_chain in self.passed.chunk_by(|(a, _), (b, _)| a == b) {
            cells.clear();
            of_chain.iter().for_each(|(_, list)| cells.extend(&self.lists[*list as usize]));
            visit(of_chain[0].0.into(), &cells);
        }
    }
}

impl Follow for Reading<'_> {
    fn passed(&mut self, chain: u32, battle: usize, transition: usize) {
        let Self { rules, waves, lists, .. } = self;
        let list = *self.known.entry(transition).or_insert_with(|| {
            let place = waves.place(battle, transition);
            lists.push(place.map_or(Vec::new(), |place| cells(*rules, place)));
            lists.len() as u32 - 1
        });
        self.passed.push((chain, list));
    }

    fn play_on(&mut self, chain: u32, place: ChainPlace, die: &mut Sampler) -> u32 {
        let mut cells = Vec::new();
        let rounds = self.rules.play_on(place, self.round_cap, die, &mut cells);
        self.passed.push((chain, self.lists.len() as u32));
        self.lists.push(cells);
        rounds
    }

    fn over(&mut self, _rounds: u32) {}
}

/// Returns the cells in which a battle that ended at this place is counted.
fn cells(rules: &dyn ChainRules, place: ChainPlace) -> Vec<u32> {
    let mut cells = Vec::new();
    rules.count(place, &mut cells);
    cells
}

/// The course of one chain.
#[derive(Default)]
pub(super) struct ChainCourse {
    /// Battles that were walked, or over before they began, with their steps.
    pub(super) walked: Vec<(usize, Vec<WalkStep>)>,
    /// Battles that were played by the rules.
    pub(super) played: Vec<ReplayedBattle>,
    /// The cells in which the chain is counted.
    pub(super) cells: Vec<u32>,
}

/// Records the wanted chains step by step.
pub(super) struct Recording<'a> {
    rules: &'a mut dyn ChainRules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    wanted: Range<u64>,
    /// By chain, from the first one wanted.
    pub(super) courses: Vec<ChainCourse>,
}

impl<'a> Recording<'a> {
    pub(super) fn new(
        rules: &'a mut dyn ChainRules,
        waves: &'a Waves<'a>,
        round_cap: u32,
        wanted: Range<u64>,
    ) -> Self {
        let courses = wanted.clone().map(|_| ChainCourse::default()).collect();
        Self { rules, waves, round_cap, wanted, courses }
    }

    fn wants(&self, chain: u32) -> bool {
        self.wanted.contains(&chain.into())
    }

    /// Returns the course of a wanted chain, and makes `battle` the last of its walked battles.
    fn course(&mut self, chain: u32, battle: usize) -> Option<&mut ChainCourse> {
        let nth = u64::from(chain).checked_sub(self.wanted.start)?;
        let course = self.courses.get_mut(nth as usize)?;
        if course.walked.last().is_none_or(|(last, _)| *last != battle) {
            course.walked.push((battle, Vec::new()));
        }
        Some(course)
    }
}

impl Follow for Recording<'_> {
    const WANTS_STEPS: bool = true;

    fn stepped(&mut self, chain: u32, battle: usize, step: WalkStep) {
        if let Some(course) = self.course(chain, battle)
            && let Some((_, steps)) = course.walked.last_mut()
        {
            steps.push(step);
        }
    }

    fn passed(&mut self, chain: u32, battle: usize, transition: usize) {
        if self.wants(chain)
            && let Some(place) = self.waves.place(battle, transition)
        {
            let cells = cells(self.rules, place);
            if let Some(course) = self.course(chain, battle) {
                course.cells.extend(cells);
            }
        }
    }

    fn play_on(&mut self, chain: u32, place: ChainPlace, die: &mut Sampler) -> u32 {
        if self.wants(chain) {
            let (played, cells) = self.rules.record_on(place, self.round_cap, ReplayDie::like(die));
            if let Some(course) = self.course(chain, place.battle) {
                course.played = played;
                course.cells.extend(cells);
            }
        }
        self.rules.play_on(place, self.round_cap, die, &mut ())
    }

    fn over(&mut self, _rounds: u32) {}
}
