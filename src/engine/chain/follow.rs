//! What is made of chains that are walked: counts, the cells of each, stories. It is compiled once
//! for all games.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::chance::{Sampler, Teller};
use crate::engine::reader::Chapter;
use crate::engine::walk::WalkStep;
use crate::engine::walk::waves::{Follow, Place, Waves};
use crate::tally::Tally;

/// The rules of a chain.
pub(super) trait Rules {
    /// Names the cells in which a battle counts that has ended like this or was cut short.
    fn count(&self, place: Place, count: &mut dyn FnMut(usize));

    /// Counts a battle that has ended like this or was cut short, and those that follow it by the
    /// rules; returns how many rounds these take.
    fn play_on(
        &mut self,
        place: Place,
        round_cap: u32,
        die: &mut Sampler,
        count: &mut dyn FnMut(usize),
    ) -> u32;

    /// Tells the battles that follow by the rules; returns the cells of the first battle and
    /// theirs.
    fn tell_on(&mut self, place: Place, round_cap: u32, die: Teller) -> (Vec<Chapter>, Vec<u32>);
}

/// Counts chains: first in cells, and after them the transitions that are counted by their numbers.
pub(super) struct Counting<'a> {
    pub(super) rules: &'a mut dyn Rules,
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
            self.rules.count(place, &mut |cell| cells[cell] += 1);
        }
    }

    fn play_on(&mut self, _chain: u32, place: Place, die: &mut Sampler) -> u32 {
        let cells = &mut self.counts.cells;
        self.rules.play_on(place, self.round_cap, die, &mut |cell| cells[cell] += 1)
    }

    #[inline]
    fn over(&mut self, rounds: u32) {
        self.counts.add_rounds(rounds);
    }
}

/// Notes the cells of each chain.
pub(super) struct Reading<'a> {
    rules: &'a mut dyn Rules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    /// By transition, its cells.
    known: FxHashMap<usize, Vec<u32>>,
    /// By chain.
    pub(super) cells: Vec<Vec<u32>>,
}

impl<'a> Reading<'a> {
    /// Nothing is known yet of so many chains.
    pub(super) fn new(
        rules: &'a mut dyn Rules,
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

    fn play_on(&mut self, chain: u32, place: Place, die: &mut Sampler) -> u32 {
        let cells = &mut self.cells[chain as usize];
        self.rules.play_on(place, self.round_cap, die, &mut |cell| cells.push(cell as u32))
    }

    fn over(&mut self, _rounds: u32) {}
}

/// The cells in which a battle counts that has ended like this.
fn cells(rules: &dyn Rules, place: Place) -> Vec<u32> {
    let mut cells = Vec::new();
    rules.count(place, &mut |cell| cells.push(cell as u32));
    cells
}

/// What a chain has done.
#[derive(Default)]
pub(super) struct Course {
    /// Battles that have been walked, or were over before they began, with their steps.
    pub(super) walked: Vec<(usize, Vec<WalkStep>)>,
    /// Battles that have been played by the rules.
    pub(super) played: Vec<Chapter>,
    /// The cells in which all of it counts.
    pub(super) cells: Vec<u32>,
}

/// Notes what some chains do, step by step.
pub(super) struct Telling<'a> {
    rules: &'a mut dyn Rules,
    waves: &'a Waves<'a>,
    round_cap: u32,
    wanted: Range<u64>,
    /// By chain that is wanted.
    pub(super) courses: Vec<Course>,
}

impl<'a> Telling<'a> {
    /// No chain has done anything yet.
    pub(super) fn new(
        rules: &'a mut dyn Rules,
        waves: &'a Waves<'a>,
        round_cap: u32,
        wanted: Range<u64>,
    ) -> Self {
        let courses = wanted.clone().map(|_| Course::default()).collect();
        Self { rules, waves, round_cap, wanted, courses }
    }

    fn wants(&self, chain: u32) -> bool {
        self.wanted.contains(&chain.into())
    }

    /// The course of a chain that is wanted, with this battle the last of those walked.
    fn course(&mut self, chain: u32, battle: usize) -> Option<&mut Course> {
        let nth = u64::from(chain).checked_sub(self.wanted.start)?;
        let course = self.courses.get_mut(nth as usize)?;
        if course.walked.last().is_none_or(|(last, _)| *last != battle) {
            course.walked.push((battle, Vec::new()));
        }
        Some(course)
    }
}

impl Follow for Telling<'_> {
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

    fn play_on(&mut self, chain: u32, place: Place, die: &mut Sampler) -> u32 {
        if self.wants(chain) {
            let teller = Teller::sampling(die.clone());
            let (played, cells) = self.rules.tell_on(place, self.round_cap, teller);
            if let Some(course) = self.course(chain, place.battle) {
                course.played = played;
                course.cells.extend(cells);
            }
        }
        self.rules.play_on(place, self.round_cap, die, &mut |_| ())
    }

    fn over(&mut self, _rounds: u32) {}
}
