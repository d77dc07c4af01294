//! Chains of battles, walked battle by battle.
//!
//! A battle of a chain leads only to later ones. All chains of a block begin in the first battle.
//! For one battle after the other, all chains waiting in it are walked together, and each then
//! waits in the next battle of its chain. A chain that continues by the rules draws from the
//! generator of its block between two strides of the walk. So the course of a block depends on its
//! number alone.
//!
//! The continuation after a battle is known in advance for each pair of an end and a memory of
//! earlier battles. Such a pair is called a transition. Transitions are numbered, so a chain is
//! counted by counting its transitions.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::steps::MAX_EDGE_VISITS;
use super::table::{BattleFeed, LANES, Noted, STRIDE, WalkStep, WalkTable, Word};
use crate::dice::{Sampler, block_generator};
use crate::engine::Unsolved;
use crate::engine::graph::{Node, Topology};
use crate::engine::simulate::blocks::Block;
use crate::stats::Tally;

/// Maximum number of transitions that are counted by number: each block has a counter for each.
const MAX_COUNTED: usize = 1 << 13;

/// The continuation of a chain after one battle, by memory and end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Continuations {
    /// Beginning of the battle, by number of the state.
    pub(crate) openings: Vec<Begin>,
    /// Number of ends of its graph plus states that are over before the battle begins.
    ends: usize,
    /// By memory and end.
    next: Vec<Next>,
}

/// The beginning of a battle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begin {
    /// In this opening of its graph.
    Open(usize),
    /// The battle is over before it begins, in the state with this number among all such states.
    Over(usize),
}

/// Continuation after an end of a battle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    /// This end did not occur while the chain was solved.
    Unknown,
    /// The chain is over.
    Over,
    /// Another battle: its number, its initial state and its memory.
    Battle { number: usize, opening: usize, memory: usize },
}

impl Continuations {
    pub(crate) fn new(ends: usize, memories: usize) -> Self {
        Self { openings: Vec::new(), ends, next: vec![Next::Unknown; ends * memories] }
    }

    /// Records what follows an end. Does nothing without memories.
    pub(crate) fn lead(&mut self, memory: usize, end: usize, next: Next) {
        if let Some(known) = self.next.get_mut(memory * self.ends + end) {
            *known = next;
        }
    }
}

/// The tables of all battles of a chain, and what follows each of their ends.
#[derive(Clone, Debug)]
pub(super) struct Waves<'a> {
    battles: Vec<Option<WaveBattle<'a>>>,
    /// Empty for a single battle, after which every chain is over.
    transitions: Vec<Transition>,
    first: Transition,
}

/// One battle of the chain.
#[derive(Clone, Debug)]
struct WaveBattle<'a> {
    table: WalkTable<'a>,
    /// Number of ends of its graph plus states that are over before the battle begins.
    ends: usize,
    /// Number of memories of earlier battles.
    memories: usize,
    /// Number of its first transition.
    base: usize,
}

/// Continuation after a transition, in compact form.
#[derive(Clone, Copy, Debug)]
struct Transition {
    /// Beginning of the next battle.
    opening: Word,
    /// Number of the next battle's first transition with the new memory.
    base: u32,
    /// Number of the next battle.
    battle: u32,
}

impl Transition {
    /// Used as `battle`: the chain is over.
    const OVER: u32 = u32::MAX;
    /// Used as `battle`: what follows is unknown.
    const UNKNOWN: u32 = u32::MAX - 1;

    fn none(battle: u32) -> Self {
        Self { opening: Word::default(), base: 0, battle }
    }
}

/// A place in a chain: a battle and the node that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ChainPlace {
    /// Number of the battle.
    pub(super) battle: usize,
    /// Number of the memory of earlier battles.
    pub(super) memory: usize,
    /// Node of its graph. States that are over before the battle begins are numbered after the ends
    /// of the graph.
    pub(super) node: Node,
}

/// Observes the chains of a block, by number.
pub(super) trait Follow {
    /// Whether [`Follow::stepped`] is used.
    const WANTS_STEPS: bool = false;

    /// Called when a battle has made a step.
    fn stepped(&mut self, _chain: u32, _battle: usize, _step: WalkStep) {}

    /// Called when a battle has ended with this transition.
    fn passed(&mut self, chain: u32, battle: usize, transition: usize);

    /// Called when a battle has been cut short, or has reached an end that did not occur while the
    /// chain was solved. Counts it and plays the rest of the chain by the rules. Returns the number
    /// of rounds of the rest.
    fn play_on(&mut self, chain: u32, place: ChainPlace, die: &mut Sampler) -> u32;

    /// Called when a chain is over, with the number of its rounds.
    fn over(&mut self, rounds: u32);
}

/// A chain that waits in a battle.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    chain: u32,
    rounds: u32,
    /// Number of the first transition with the memory of this chain.
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

    /// Pads the number of openings to a power of two. Lanes without further chains play the
    /// padding, which is not counted.
    fn fill_up(&mut self) {
        // The first opening is in lane 0, so its lane bits are not set.
        let any = self.openings[0];
        for n in self.openings.len()..self.openings.len().next_power_of_two().max(LANES) {
            self.openings.push(any.with_lane(n % LANES));
        }
    }
}

/// Buffers that a worker reuses from block to block.
#[derive(Debug, Default)]
pub(super) struct Queues {
    /// By battle.
    waiting: Vec<Queue>,
    pub(super) noted: Noted,
}

impl<'a> Waves<'a> {
    /// Builds the tables of a single battle, which begins in the first opening of its graph.
    ///
    /// # Errors
    /// Returns an error if there are more rows than can be numbered.
    pub(super) fn of_battle(graph: &'a Topology) -> Result<Self, Unsolved> {
        let table = WalkTable::new(graph, &mut MAX_EDGE_VISITS.clone())?;
        let first = Transition { opening: table.openings[0], base: 0, battle: 0 };
        let battle = WaveBattle { ends: graph.ends(), memories: 1, base: 0, table };
        Ok(Self { battles: vec![Some(battle)], transitions: Vec::new(), first })
    }

    /// Builds the tables of these battles. The chain begins in the first state of battle `first`,
    /// with the first memory.
    ///
    /// # Errors
    /// Returns an error if there are more rows or transitions than can be numbered.
    pub(super) fn new(
        battles: &[Option<(&'a Topology, &Continuations)>],
        first: usize,
    ) -> Result<Self, Unsolved> {
        let (mut edge_visits, mut base) = (MAX_EDGE_VISITS, 0);
        let tables = battles.iter().map(|battle| {
            let Some((graph, after)) = battle else { return Ok(None) };
            let (ends, memories) = (after.ends, after.next.len() / after.ends.max(1));
            let table = WalkTable::new(graph, &mut edge_visits)?;
            let battle = WaveBattle { table, ends, memories, base };
            base += after.next.len();
            if graph.states() + ends > Word::MAX_ROWS || base > u32::MAX as usize {
                return Err(Unsolved::TooLarge(0));
            }
            Ok(Some(battle))
        });
        let tables: Vec<Option<WaveBattle<'a>>> = tables.collect::<Result<_, _>>()?;
        let following = |next: Next| match next {
            Next::Over => Transition::none(Transition::OVER),
            Next::Unknown => Transition::none(Transition::UNKNOWN),
            Next::Battle { number, opening, memory } => {
                let (Some(WaveBattle { table, ends, base, .. }), Some((_, after))) =
                    (&tables[number], &battles[number])
                else {
                    return Transition::none(Transition::UNKNOWN);
                };
                let opening = match after.openings[opening] {
                    Begin::Open(nth) => table.openings[nth],
                    Begin::Over(nth) => Word::end((table.graph.ends() + nth) as u32),
                };
                let base = (base + memory * ends) as u32;
                Transition { opening, base, battle: number as u32 }
            }
        };
        let first = following(Next::Battle { number: first, opening: 0, memory: 0 });
        let all = battles.iter().flatten().flat_map(|(_, after)| &after.next);
        let transitions = all.map(|next| following(*next)).collect();
        Ok(Self { battles: tables, transitions, first })
    }

    /// Returns the table of a battle, if it occurs.
    pub(super) fn table(&self, number: usize) -> Option<&WalkTable<'a>> {
        Some(&self.battles[number].as_ref()?.table)
    }

    /// Plays a block of a single battle. Counts ends by number, followed by the states in which
    /// battles were cut short.
    pub(super) fn play_battles(
        &self,
        block: Block,
        queues: &mut Queues,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        if let Some(table) = self.table(0) {
            table.play(block, &mut queues.noted, counts, go_on);
        }
    }

    /// Estimated seconds of work per battle on one core, of a single battle.
    pub(super) fn seconds_of_battle(&self, round_cap: u32) -> f64 {
        const MAX_STEPS: u32 = 1 << 12;
        const SECONDS_PER_BATTLE: f64 = 5e-9;
        let steps = |table: &WalkTable<'_>| table.mean_steps(round_cap, MAX_STEPS);
        let table = self.table(0);
        SECONDS_PER_BATTLE + table.map_or(0.0, |table| steps(table) * table.step_seconds())
    }

    /// Number of transitions that are counted by number. They are the first ones.
    pub(super) fn counted(&self) -> usize {
        self.transitions.len().min(MAX_COUNTED)
    }

    /// Returns the end that a transition of a battle belongs to.
    pub(super) fn place(&self, battle: usize, transition: usize) -> Option<ChainPlace> {
        let WaveBattle { ends, base, .. } = self.battles[battle].as_ref()?;
        let transition = transition.checked_sub(*base)?;
        let (memory, end) = (transition / ends, transition % ends);
        Some(ChainPlace { battle, memory, node: Node::End(end as u32) })
    }

    /// Iterates over the ends that the transitions belong to, in the order of the transitions. The
    /// states of a single battle follow.
    pub(super) fn places(&self) -> impl Iterator<Item = ChainPlace> {
        let battles = self.battles.iter().enumerate();
        let battles = battles.filter_map(|(n, battle)| Some((n, battle.as_ref()?)));
        battles.flat_map(|(battle, WaveBattle { table, ends, memories, .. })| {
            let place = move |memory, node| ChainPlace { battle, memory, node };
            let nodes =
                move |memory| (0..*ends as u32).map(move |end| place(memory, Node::End(end)));
            let is_single = self.transitions.is_empty();
            let states = if is_single { table.graph.states() as u32 } else { 0 };
            let states = (0..states).map(move |state| place(0, Node::State(state)));
            (0..*memories).flat_map(nodes).chain(states)
        })
    }

    /// Estimated seconds of work per chain on one core, measured by the steps of a few chains.
    /// Steps of idle lanes are included. A battle that is cut short ends its chain here.
    pub(super) fn seconds(&self, round_cap: u32) -> f64 {
        const CHAINS: u64 = 256;
        const SECONDS_PER_CHAIN: f64 = 50e-9;
        let block = Block { seed: 0, number: 0, battles: CHAINS, round_cap };
        let steps = self.play(block, &mut Queues::default(), &mut Unfollowed, &mut |_| true);
        let step = self.battles.iter().flatten().map(|battle| battle.table.step_seconds());
        SECONDS_PER_CHAIN + steps as f64 / CHAINS as f64 * step.fold(0.0, f64::max)
    }

    /// Plays a block and returns the number of steps. `go_on` is called regularly with the number
    /// of chains that have ended since the last call; the block ends when it returns false.
    pub(super) fn play(
        &self,
        block: Block,
        queues: &mut Queues,
        follow: &mut impl Follow,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> u64 {
        queues.waiting.resize_with(self.battles.len(), Queue::default);
        queues.waiting.iter_mut().for_each(Queue::clear);
        let die = block_generator(block.seed, block.number);
        let mut run = WaveRun { waves: self, queues, follow, die, cap: block.round_cap, over: 0 };
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

/// A block in progress.
struct WaveRun<'a, F> {
    waves: &'a Waves<'a>,
    queues: &'a mut Queues,
    follow: &'a mut F,
    die: Xoshiro256PlusPlus,
    cap: u32,
    /// Number of chains that have ended since the last report.
    over: u64,
}

impl<F: Follow> WaveRun<'_, F> {
    fn begin(&mut self, waiting: Waiting) {
        let Transition { opening, base, battle } = self.waves.first;
        if opening.is_end() {
            self.pass(waiting, battle as usize, base as usize + opening.index());
        } else {
            self.queues.waiting[battle as usize].push(opening, waiting);
        }
    }

    /// Continues a chain whose battle has ended with this transition.
    #[inline]
    fn pass(&mut self, waiting: Waiting, mut battle: usize, mut transition: usize) {
        loop {
            let following = self.waves.transitions.get(transition).copied();
            let following = following.unwrap_or_else(|| Transition::none(Transition::OVER));
            if following.battle == Transition::UNKNOWN {
                if let Some(place) = self.waves.place(battle, transition) {
                    self.play_on(waiting, place);
                }
                return;
            }
            self.follow.passed(waiting.chain, battle, transition);
            if following.battle == Transition::OVER {
                self.follow.over(waiting.rounds);
                self.over += 1;
                return;
            }
            battle = following.battle as usize;
            if !following.opening.is_end() {
                let waiting = Waiting { base: following.base, ..waiting };
                self.queues.waiting[battle].push(following.opening, waiting);
                return;
            }
            transition = following.base as usize + following.opening.index();
        }
    }

    /// Plays a chain to its end by the rules.
    #[cold]
    fn play_on(&mut self, waiting: Waiting, place: ChainPlace) {
        let mut die = Sampler::new(self.die.clone());
        let rounds = self.follow.play_on(waiting.chain, place, &mut die);
        self.die = die.into_generator();
        self.follow.over(waiting.rounds + rounds);
        self.over += 1;
    }

    /// Walks all chains that wait in a battle. Returns the number of steps, or `None` if the block
    /// is to end.
    fn walk(&mut self, number: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
        let queue = &mut self.queues.waiting[number];
        let Some(battle) = self.waves.battles[number].as_ref().filter(|_| !queue.chains.is_empty())
        else {
            return Some(0);
        };
        // A chain never returns to a battle, so the queue does not grow while it is walked.
        let mut queue = std::mem::take(queue);
        queue.fill_up();
        let table = &battle.table;
        let cap = self.cap.saturating_sub(table.graph.first_round);
        let mut lanes: [Word; LANES] = std::array::from_fn(|lane| queue.openings[lane]);
        let mut next: [usize; LANES] = std::array::from_fn(|lane| lane + LANES);
        let mut first: [usize; LANES] = std::array::from_fn(|lane| lane);
        let mut steps = 0;
        while first.iter().any(|&first| first < queue.chains.len()) {
            let mut feed =
                QueueFeed { queue: &queue, next, table, battle: number, follow: self.follow };
            let noted = &mut self.queues.noted;
            let stretch = table.advance(&mut lanes, &mut feed, &mut self.die, noted, cap);
            next = feed.next;
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

    /// Continues a chain whose battle has ended or was cut short.
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
            let memory = (waiting.base as usize - battle.base) / battle.ends.max(1);
            let node = battle.table.node(here);
            self.play_on(waiting, ChainPlace { battle: number, memory, node });
        }
    }
}

/// The chains that wait in a battle, distributed over the lanes.
struct QueueFeed<'a, F> {
    queue: &'a Queue,
    /// By lane, index of its next chain.
    next: [usize; LANES],
    table: &'a WalkTable<'a>,
    battle: usize,
    follow: &'a mut F,
}

impl<F: Follow> BattleFeed for QueueFeed<'_, F> {
    #[inline]
    fn next(&self, lane: usize) -> Word {
        // The number of openings is a power of two.
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

/// Observes nothing; used to measure the number of steps.
struct Unfollowed;

impl Follow for Unfollowed {
    fn passed(&mut self, _chain: u32, _battle: usize, _transition: usize) {}

    fn play_on(&mut self, _chain: u32, _place: ChainPlace, _die: &mut Sampler) -> u32 {
        0
    }

    fn over(&mut self, _rounds: u32) {}
}
