//! Observers of chains that are walked: they count them, list the cells of each, or record events.
//! This code is compiled once for all games.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::dice::Sampler;
use crate::engine::simulate::replay::ReplayedBattle;
use crate::engine::simulate::replay_die::ReplayDie;
use crate::engine::simulate::walk::WalkStep;
use crate::engine::simulate::walk::waves::{ChainPlace, Follow, Waves};
use crate::stats::Tally;

/// The rules of a chain.
pub(in crate::engine) trait ChainRules {
    /// Names the cells in which a battle is counted that ended or was cut short at this place.
    fn count(&self, place: ChainPlace, count: &mut dyn FnMut(usize));

    /// Counts a battle that ended or was cut short at this place, and plays and counts the rest of
    /// the chain by the rules. Returns the number of rounds of the rest.
    fn play_on(
        &mut self,
        place: ChainPlace,
        round_cap: u32,
        die: &mut Sampler,
        count: &mut dyn FnMut(usize),
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
pub(in crate::engine) struct Counting<'a> {
    pub(in crate::engine) rules: &'a mut dyn ChainRules,
    pub(in crate::engine) waves: &'a Waves<'a>,
    pub(in crate::engine) counts: &'a mut Tally,
    /// Number of cells.
    pub(in crate::engine) cells: usize,
    pub(in crate::engine) round_cap: u32,
}

impl Follow for Counting<'_> {
    #[inline]
    fn passed(&mut self, _chain: u32, battle: usize, transition: usize) {
        let cells = &mut self.counts.cells;
        if transition < self.waves.counted() {
            cells[self.cells + transition] += 1;
        } else if let Some(place) = self.waves.place(battle, transition) {
            self.rules.count(place, &mut |cell| cells[cell] += 1);
        }
    }

    fn play_on(&mut self, _chain: u32, place: ChainPlace, die: &mut Sampler) -> u32 {
        let cells = &mut self.counts.cells;
        self.rules.play_on(place, self.round_cap, die, &mut |cell| cells[cell] += 1)
    }

    #[inline]
    fn over(&mut self, rounds: u32) {
        self.counts.add_rounds(rounds);
    }
}

/// Lists the cells of each chain.
pub(in crate::engine) struct Reading<'a> {
    rules: &'a mut dyn ChainRules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    /// Cells of the transitions seen so far.
    known: FxHashMap<usize, Vec<u32>>,
    /// By chain.
    pub(in crate::engine) cells: Vec<Vec<u32>>,
}

impl<'a> Reading<'a> {
    /// Prepares to list the cells of this many chains.
    pub(in crate::engine) fn new(
        rules: &'a mut dyn ChainRules,
        waves: &'a Waves<'a>,
        round_cap: u32,
        chains: u64,
    ) -> Self {
        let cells = (0..chains).map(|_| Vec::new()).collect();
        Self { rules, waves, round_cap, known: FxHashMap::default(), cells }
    }
}

impl Follow for Reading<'_> {
    fn passed(&mut self, chain: u32, battle: usize, transition: usize) {
        let cells = self.known.entry(transition).or_insert_with(|| {
            let place = self.waves.place(battle, transition);
            place.map_or(Vec::new(), |place| cells(self.rules, place))
        });
        self.cells[chain as usize].extend_from_slice(cells);
    }

    fn play_on(&mut self, chain: u32, place: ChainPlace, die: &mut Sampler) -> u32 {
        let cells = &mut self.cells[chain as usize];
        self.rules.play_on(place, self.round_cap, die, &mut |cell| cells.push(cell as u32))
    }

    fn over(&mut self, _rounds: u32) {}
}

/// Returns the cells in which a battle that ended at this place is counted.
fn cells(rules: &dyn ChainRules, place: ChainPlace) -> Vec<u32> {
    let mut cells = Vec::new();
    rules.count(place, &mut |cell| cells.push(cell as u32));
    cells
}

/// The course of one chain.
#[derive(Default)]
pub(in crate::engine) struct ChainCourse {
    /// Battles that were walked, or over before they began, with their steps.
    pub(in crate::engine) walked: Vec<(usize, Vec<WalkStep>)>,
    /// Battles that were played by the rules.
    pub(in crate::engine) played: Vec<ReplayedBattle>,
    /// The cells in which the chain is counted.
    pub(in crate::engine) cells: Vec<u32>,
}

/// Records the wanted chains step by step.
pub(in crate::engine) struct Recording<'a> {
    rules: &'a mut dyn ChainRules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    wanted: Range<u64>,
    /// By chain, from the first one wanted.
    pub(in crate::engine) courses: Vec<ChainCourse>,
}

impl<'a> Recording<'a> {
    /// Prepares to record the `wanted` chains.
    pub(in crate::engine) fn new(
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
        self.rules.play_on(place, self.round_cap, die, &mut |_| ())
    }

    fn over(&mut self, _rounds: u32) {}
}
