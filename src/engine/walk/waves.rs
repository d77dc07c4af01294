//! Chains of battles, walked battle by battle.
//!
//! Battles of a chain lead to later ones only. All chains of a block begin in the first battle;
//! battle after battle, those that wait in it are walked together, and each that ends waits in the
//! next battle of its chain. Where a chain goes on by the rules, it draws from the generator of its
//! block between two stretches of the walk. So everything that a block does depends on its number
//! alone.
//!
//! What follows the end of a battle is known beforehand, by end and by what is remembered of
//! earlier battles: a transition. They are numbered, so that what a chain does is counted by the
//! numbers of its transitions.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::guide::Guide;
use super::steps::MOST_LOOKS;
use super::table::{LANES, Line, Noted, STRIDE, WalkStep, WalkTable, Word};
use crate::battle::Battle;
use crate::chance::{Sampler, block_generator};
use crate::engine::graph::{Graph, NoGraph, Node, Topology};
use crate::engine::simulator::Block;

/// Transitions that are counted by their numbers, at most: each block has a count of each.
const MOST_COUNTED: usize = 1 << 13;

/// How a battle of a chain goes on, by memory and end.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Course {
    /// How the battle begins, by the number of the situation.
    pub(in crate::engine) openings: Vec<Begin>,
    /// Ends of its graph, and after them the situations that are over before the battle begins.
    ends: usize,
    /// By memory and end.
    next: Vec<Next>,
}

/// How a battle begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Begin {
    /// In this opening of its graph.
    Open(usize),
    /// It is over, as the nth of the situations that are so before the battle begins.
    Over(usize),
}

/// What follows the end of a battle.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Next {
    /// This end has never come up while the chain was solved.
    Unknown,
    /// The chain is over.
    Over,
    /// A battle, begun in this situation with this memory, all by their numbers.
    Battle { number: usize, opening: usize, memory: usize },
}

impl Course {
    /// A course of which nothing is known yet.
    pub(in crate::engine) fn new(ends: usize, memories: usize) -> Self {
        Self { openings: Vec::new(), ends, next: vec![Next::Unknown; ends * memories] }
    }

    /// Records what follows an end. A course without memories records nothing.
    pub(in crate::engine) fn lead(&mut self, memory: usize, end: usize, next: Next) {
        if let Some(known) = self.next.get_mut(memory * self.ends + end) {
            *known = next;
        }
    }
}

/// The tables of all battles of a chain, and what follows each of their ends.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Waves<'a> {
    battles: Vec<Option<WaveBattle<'a>>>,
    transitions: Vec<Onward>,
    first: Onward,
}

/// One battle.
#[derive(Clone, Debug)]
struct WaveBattle<'a> {
    table: WalkTable<'a>,
    course: &'a Course,
    /// The first of its transitions.
    base: usize,
}

/// What follows the end of a battle.
#[derive(Clone, Copy, Debug)]
struct Onward {
    /// How the next battle begins.
    opening: Word,
    /// The first of its transitions with what is remembered then.
    base: u32,
    /// Its number.
    battle: u32,
}

impl Onward {
    /// In place of a battle: the chain is over.
    const OVER: u32 = u32::MAX;
    /// In place of a battle: what follows is not known.
    const UNKNOWN: u32 = u32::MAX - 1;
}

/// Where a battle of a chain is, or how it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Place {
    /// Number of the battle.
    pub(in crate::engine) battle: usize,
    /// Number of what is remembered of earlier ones.
    pub(in crate::engine) memory: usize,
    /// Node of its graph; situations that are over before the battle begins are further ends.
    pub(in crate::engine) node: Node,
}

/// Follows the chains of a block; they are numbered.
pub(in crate::engine) trait Follow {
    /// Whether it looks at steps.
    const WANTS_STEPS: bool = false;

    /// A battle has made a step.
    fn stepped(&mut self, _chain: u32, _battle: usize, _step: WalkStep) {}

    /// A battle has ended in this transition.
    fn passed(&mut self, chain: u32, battle: usize, transition: usize);

    /// A battle has been cut short, or has ended as none did while the chain was solved. Counts
    /// it and plays on by the rules; returns how many more rounds that takes.
    fn play_on(&mut self, chain: u32, place: Place, die: &mut Sampler) -> u32;

    /// A chain is over, after so many rounds.
    fn over(&mut self, rounds: u32);
}

/// A chain that waits in a battle.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    chain: u32,
    rounds: u32,
    /// The first of the transitions with what is remembered.
    base: u32,
}

/// Chains that wait in a battle, in the order in which they are walked.
#[derive(Debug, Default)]
struct Queue {
    openings: Vec<Word>,
    chains: Vec<Waiting>,
}

impl Queue {
    fn push(&mut self, opening: Word, waiting: Waiting) {
        self.openings.push(opening.with_lane(self.chains.len() % LANES));
        self.chains.push(waiting);
    }

    fn clear(&mut self) {
        self.openings.clear();
        self.chains.clear();
    }

    /// Rounds the number of openings up to a power of two: lanes that have no chain left go on
    /// with any.
    fn fill_up(&mut self) {
        // It has no lane yet: it is the first, which is in lane 0.
        let any = self.openings[0];
        for n in self.openings.len()..self.openings.len().next_power_of_two().max(LANES) {
            self.openings.push(any.with_lane(n % LANES));
        }
    }
}

/// What a worker keeps from block to block.
#[derive(Debug, Default)]
pub(in crate::engine) struct Queues {
    /// By battle.
    waiting: Vec<Queue>,
    noted: Noted,
}

impl<'a> Waves<'a> {
    /// The tables of battles, by their numbers. The chain begins in the first situation of battle
    /// `first`, with the first memory.
    ///
    /// # Errors
    /// If there are more rows or transitions than can be numbered.
    pub(in crate::engine) fn new(
        battles: impl Iterator<Item = Option<(&'a Topology, &'a Course)>>,
        first: usize,
    ) -> Result<Self, NoGraph> {
        let (mut looks, mut base) = (MOST_LOOKS, 0);
        let tables = battles.map(|battle| {
            let Some((graph, course)) = battle else { return Ok(None) };
            let table = WalkTable::new(graph, &mut looks)?;
            let battle = WaveBattle { table, course, base };
            base += course.next.len();
            if graph.states() + course.ends > Word::MOST || base > u32::MAX as usize {
                return Err(NoGraph::TooLarge);
            }
            Ok(Some(battle))
        });
        let battles: Vec<Option<WaveBattle<'a>>> = tables.collect::<Result<_, _>>()?;
        let begin = Next::Battle { number: first, opening: 0, memory: 0 };
        let mut waves =
            Self { first: Onward::of(begin, &battles), battles, transitions: Vec::new() };
        let all = waves.battles.iter().flatten().flat_map(|battle| &battle.course.next);
        waves.transitions = all.map(|next| Onward::of(*next, &waves.battles)).collect();
        Ok(waves)
    }

    /// Number of transitions that are to be counted by their numbers; they come first.
    pub(in crate::engine) fn counted(&self) -> usize {
        self.transitions.len().min(MOST_COUNTED)
    }

    /// What tells a battle, by its number.
    pub(in crate::engine) fn guide<'b, B: Battle>(
        &'b self,
        number: usize,
        battle: &'b B,
        graph: &'b Graph<B::State>,
    ) -> Option<Guide<'b, B>> {
        let table = &self.battles[number].as_ref()?.table;
        Some(Guide { battle, graph, table })
    }

    /// The end that a transition of a battle follows.
    pub(in crate::engine) fn place(&self, battle: usize, transition: usize) -> Option<Place> {
        let WaveBattle { course, base, .. } = self.battles[battle].as_ref()?;
        let (memory, end) = divide(transition.checked_sub(*base)?, course.ends);
        Some(Place { battle, memory, node: Node::End(end as u32) })
    }

    /// All transitions with the ends that they follow.
    pub(in crate::engine) fn places(&self) -> impl Iterator<Item = Place> {
        let battles = self.battles.iter().enumerate();
        battles.filter_map(|(n, battle)| Some((n, battle.as_ref()?))).flat_map(
            move |(n, battle)| {
                let last = battle.base + battle.course.next.len();
                (battle.base..last).filter_map(move |transition| self.place(n, transition))
            },
        )
    }

    /// Estimated seconds of work that a chain takes on one core, by the steps of a few of them:
    /// those of lanes that wait for others are among them. A chain is over with a battle that is cut
    /// short.
    pub(in crate::engine) fn seconds(&self, round_cap: u32) -> f64 {
        const CHAINS: u64 = 256;
        const CHAIN: f64 = 50e-9;
        let block = Block { seed: 0, number: 0, battles: CHAINS, round_cap };
        let steps = self.play(block, &mut Queues::default(), &mut Unfollowed, &mut |_| true);
        let step = self.battles.iter().flatten().map(|battle| battle.table.step_seconds());
        CHAIN + steps as f64 / CHAINS as f64 * step.fold(0.0, f64::max)
    }

    /// Plays a block; returns how many steps that took. `go_on` is asked now and then, with the
    /// number of chains that have ended since.
    pub(in crate::engine) fn play(
        &self,
        block: Block,
        queues: &mut Queues,
        follow: &mut impl Follow,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> u64 {
        queues.waiting.resize_with(self.battles.len(), Queue::default);
        queues.waiting.iter_mut().for_each(Queue::clear);
        let die = block_generator(block.seed, block.number);
        let mut run = Run { waves: self, queues, follow, die, cap: block.round_cap, over: 0 };
        for chain in 0..block.battles as u32 {
            run.begin(Waiting { chain, rounds: 0, base: self.first.base });
        }
        let mut steps = 0;
        for number in 0..self.battles.len() {
            let Some(taken) = run.walk(number, go_on) else { return steps };
            steps += taken;
        }
        go_on(run.over);
        steps
    }
}

impl Onward {
    fn of(next: Next, battles: &[Option<WaveBattle<'_>>]) -> Self {
        let none = |battle| Self { opening: Word::default(), base: 0, battle };
        match next {
            Next::Over => none(Self::OVER),
            Next::Unknown => none(Self::UNKNOWN),
            Next::Battle { number, opening, memory } => {
                let Some(WaveBattle { table, course, base }) = &battles[number] else {
                    return none(Self::UNKNOWN);
                };
                let opening = match course.openings[opening] {
                    Begin::Open(nth) => table.openings[nth],
                    Begin::Over(nth) => Word::end((table.graph.ends() + nth) as u32),
                };
                let base = base + memory * course.ends;
                Self { opening, base: base as u32, battle: number as u32 }
            }
        }
    }
}

fn divide(number: usize, by: usize) -> (usize, usize) {
    (number / by, number % by)
}

/// A block on its way.
struct Run<'a, F> {
    waves: &'a Waves<'a>,
    queues: &'a mut Queues,
    follow: &'a mut F,
    die: Xoshiro256PlusPlus,
    cap: u32,
    /// Chains that have ended since that was last reported.
    over: u64,
}

impl<F: Follow> Run<'_, F> {
    /// Begins a chain.
    fn begin(&mut self, waiting: Waiting) {
        let Onward { opening, base, battle } = self.waves.first;
        if opening.is_end() {
            self.pass(waiting, battle as usize, base as usize + opening.index());
        } else {
            self.queues.waiting[battle as usize].push(opening, waiting);
        }
    }

    /// Goes on with a chain whose battle has ended in a transition.
    #[inline]
    fn pass(&mut self, waiting: Waiting, mut battle: usize, mut transition: usize) {
        loop {
            let onward = self.waves.transitions[transition];
            if onward.battle == Onward::UNKNOWN {
                if let Some(place) = self.waves.place(battle, transition) {
                    self.play_on(waiting, place);
                }
                return;
            }
            self.follow.passed(waiting.chain, battle, transition);
            if onward.battle == Onward::OVER {
                self.follow.over(waiting.rounds);
                self.over += 1;
                return;
            }
            battle = onward.battle as usize;
            if !onward.opening.is_end() {
                let waiting = Waiting { base: onward.base, ..waiting };
                self.queues.waiting[battle].push(onward.opening, waiting);
                return;
            }
            transition = onward.base as usize + onward.opening.index();
        }
    }

    /// Plays a chain to its end by the rules.
    #[cold]
    fn play_on(&mut self, waiting: Waiting, place: Place) {
        let mut die = Sampler::new(self.die.clone());
        let rounds = self.follow.play_on(waiting.chain, place, &mut die);
        self.die = die.into_generator();
        self.follow.over(waiting.rounds + rounds);
        self.over += 1;
    }

    /// Walks all chains that wait in a battle; returns how many steps that took, or nothing if it
    /// is not to go on.
    fn walk(&mut self, number: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
        let queue = &mut self.queues.waiting[number];
        let Some(battle) = self.waves.battles[number].as_ref().filter(|_| !queue.chains.is_empty())
        else {
            return Some(0);
        };
        // No chain waits in the same battle twice.
        let mut queue = std::mem::take(queue);
        queue.fill_up();
        let table = &battle.table;
        let cap = self.cap.saturating_sub(table.graph.first_round);
        let mut lanes: [Word; LANES] = std::array::from_fn(|lane| queue.openings[lane]);
        let mut next: [usize; LANES] = std::array::from_fn(|lane| lane + LANES);
        let mut first: [usize; LANES] = std::array::from_fn(|lane| lane);
        let mut steps = 0;
        while first.iter().any(|&first| first < queue.chains.len()) {
            let mut line =
                InLine { queue: &queue, next, table, battle: number, follow: self.follow };
            let noted = &mut self.queues.noted;
            let stretch = table.advance(&mut lanes, &mut line, &mut self.die, noted, cap);
            next = line.next;
            steps += (STRIDE * LANES) as u64;
            for n in 0..stretch.ended {
                let here = self.queues.noted.first(stretch.ended)[n];
                let Some(&waiting) = queue.chains.get(first[here.lane()]) else { continue };
                first[here.lane()] += LANES;
                self.end(waiting, number, battle, here, cap);
            }
            if !go_on(std::mem::take(&mut self.over)) {
                return None;
            }
        }
        queue.clear();
        self.queues.waiting[number] = queue;
        Some(steps)
    }

    /// Goes on with a chain whose battle has ended or was cut short.
    #[inline]
    fn end(
        &mut self,
        waiting: Waiting,
        number: usize,
        battle: &WaveBattle<'_>,
        here: Word,
        cap: u32,
    ) {
        let rounds = waiting.rounds + battle.table.graph.first_round + here.round().min(cap);
        let waiting = Waiting { rounds, ..waiting };
        if here.is_end() {
            self.pass(waiting, number, waiting.base as usize + here.index());
        } else {
            let memory = (waiting.base as usize - battle.base) / battle.course.ends.max(1);
            let node = battle.table.node(here);
            self.play_on(waiting, Place { battle: number, memory, node });
        }
    }
}

/// The chains that wait in a battle, lane by lane.
struct InLine<'a, F> {
    queue: &'a Queue,
    /// By lane, the next of them.
    next: [usize; LANES],
    table: &'a WalkTable<'a>,
    battle: usize,
    follow: &'a mut F,
}

impl<F: Follow> Line for InLine<'_, F> {
    #[inline]
    fn next(&self, lane: usize) -> Word {
        // There are as many as a power of two.
        self.queue.openings[self.next[lane] & (self.queue.openings.len() - 1)]
    }

    #[inline]
    fn stepped(&mut self, lane: usize, before: Word, here: Word, over: bool) {
        if F::WANTS_STEPS
            && let Some(waiting) = self.queue.chains.get(self.next[lane] - LANES)
        {
            let step = self.table.step_between(before, here);
            self.follow.stepped(waiting.chain, self.battle, step);
        }
        self.next[lane] += LANES * usize::from(over);
    }
}

/// Chains that are only walked.
struct Unfollowed;

impl Follow for Unfollowed {
    fn passed(&mut self, _chain: u32, _battle: usize, _transition: usize) {}

    fn play_on(&mut self, _chain: u32, _place: Place, _die: &mut Sampler) -> u32 {
        0
    }

    fn over(&mut self, _rounds: u32) {}
}
