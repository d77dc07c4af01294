//! The exact distribution over a battle graph: how battles end, and after how many rounds.
//!
//! The expected number of visits of a state follows from the visits of the states before it. Within
//! a strongly connected part, such as a round without hits, visits depend on each other:
//! x = inflow + Pᵀx. This system of linear equations is solved directly. Parts that are too large
//! for that are iterated until less than [`MAX_LEFT_OUT`] is undecided.
//!
//! The distribution over rounds takes one pass over the graph per round.

mod rounds;
mod visits;

use rustc_hash::FxHashMap;
use std::ops::{Range, RangeInclusive};

use self::rounds::RoundMass;
use self::visits::LinearSystem;
use crate::engine::graph::components::Components;
use crate::engine::graph::{Graph, Node, Topology};
use crate::engine::{Control, Stage, Stopped, Unsolved};
use crate::model::Battle;
use crate::stats::{Histogram, Odds};

/// Probability that may be left out: of battles that are still undecided where a large strongly
/// connected part is iterated, or beyond the last listed round where the cap on rounds is much
/// later.
pub const MAX_LEFT_OUT: f64 = 1e-12;

/// Rounds are listed until less than this probability remains. Nothing else ends there: the odds and
/// the mean number of rounds are those of all battles.
pub(in crate::engine) const MAX_MASS_LEFT: f64 = 1e-9;

/// Maximum number of listed rounds.
pub(in crate::engine) const MAX_LISTED_ROUNDS: u64 = 10_000;

/// The distribution over the ends of a battle graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AbsorptionResult {
    /// Probability of each end.
    pub ends: Vec<f64>,
    /// Battles that never end or are cut short by a cap on rounds: their last states, each with its
    /// probability.
    pub undecided: Vec<(u32, f64)>,
    /// Probability of 0, 1, 2, … rounds, up to 10,000.
    pub rounds: Vec<f64>,
    /// Whether the listed rounds cover all battles that end, except for a probability of 1e-9.
    pub rounds_are_whole: bool,
    /// Expected number of rounds. Battles that never end are counted up to the round in which that
    /// becomes certain.
    pub mean_rounds: f64,
    /// Probability that is missing from `ends` and `undecided`.
    pub left_out: f64,
    /// Number of edge visits.
    pub edge_visits: u64,
}

/// Initial distribution.
#[derive(Default)]
struct Start {
    /// Probability of each state.
    states: Vec<f64>,
    /// Probability of each end, for battles that are over before they begin.
    ends: Vec<f64>,
    /// Sum of `ends`.
    over: f64,
}

impl AbsorptionResult {
    /// Computes the distribution over the ends of a graph with a single opening. With a cap on
    /// rounds, a battle that is undecided after that round is cut short. Rounds are listed as far as
    /// `max_edge_visits` allows.
    ///
    /// # Errors
    /// If more than [`MAX_LEFT_OUT`] would be left out after `max_edge_visits` edge visits, or if
    /// `stop` is set.
    pub fn new(
        graph: &Topology,
        round_cap: Option<u32>,
        max_edge_visits: u64,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        Self::of_all(graph, &[1.0], round_cap, max_edge_visits, control)
    }

    /// Computes the distribution over the ends like [`AbsorptionResult::new`], from an initial
    /// distribution over the openings (sums to 1).
    ///
    /// # Errors
    /// As [`AbsorptionResult::new`].
    pub fn of_all(
        graph: &Topology,
        openings: &[f64],
        round_cap: Option<u32>,
        max_edge_visits: u64,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        let mut ends = Self { ends: vec![0.0; graph.ends()], ..Self::default() };
        let mut start = Start { states: vec![0.0; graph.states()], ..Start::default() };
        for (&node, &mass) in graph.openings.iter().zip(openings) {
            match node {
                Node::State(state) => start.states[state as usize] += mass,
                Node::End(end) => {
                    ends.ends[end as usize] += mass;
                    start.over += mass;
                }
            }
        }
        start.ends.clone_from(&ends.ends);
        if start.states.iter().all(|&mass| mass == 0.0) {
            ends.rounds = vec![0.0; graph.first_round as usize];
            ends.rounds.push(1.0);
            ends.rounds_are_whole = true;
            ends.mean_rounds = f64::from(graph.first_round);
            return Ok(ends);
        }
        ends.visit_all(graph, &start, max_edge_visits, control)?;
        let max_rounds = (max_edge_visits / graph.pass()).max(1);
        let ended = match round_cap {
            None => ends.count_rounds(graph, &start, max_rounds, control)?,
            Some(cap) => ends.count_to_cap(graph, &start, cap, max_rounds, control)?,
        };
        let sum: f64 =
            ends.ends.iter().sum::<f64>() + ends.undecided.iter().map(|s| s.1).sum::<f64>();
        ends.left_out = (1.0 - sum).max(0.0);
        // Sums are only accurate to rounding error, hence the factor.
        if !ended || ends.left_out > 2.0 * MAX_LEFT_OUT {
            return Err(Unsolved::TooLong(ends.rounds.len() as u32));
        }
        // Probabilities that are certain should be exactly 1.
        for p in ends.ends.iter_mut().chain(ends.undecided.iter_mut().map(|s| &mut s.1)) {
            *p /= sum;
        }
        Ok(ends)
    }

    /// Computes the expected visits of all states, part by part.
    fn visit_all(
        &mut self,
        graph: &Topology,
        start: &Start,
        max_edge_visits: u64,
        control: &Control,
    ) -> Result<(), Stopped> {
        let edge = |state: u32, nth: usize| {
            graph.edges(state).get(nth).map(|edge| match edge.to {
                Node::State(to) => Some(to),
                Node::End(_) => None,
            })
        };
        let parts = Components::new(graph.states(), edge, control)?;
        let mut inflow = start.states.clone();
        let mut place = vec![0; graph.states()];
        let mut system = LinearSystem::new(max_edge_visits);
        let mut rounds = f64::from(graph.first_round);
        let mut visited = 0;
        control.begin(Stage::Odds, graph.states());
        for (part, states) in parts.forward() {
            control.look(visited)?;
            visited += states.len();
            for (n, &state) in states.iter().enumerate() {
                place[state as usize] = n;
            }
            let inside = |to: Node| match to {
                Node::State(to) if parts.part_of[to as usize] == part => Some(place[to as usize]),
                _ => None,
            };
            let leaves =
                states.iter().any(|&s| graph.edges(s).iter().any(|e| inside(e.to).is_none()));
            if !leaves {
                let mass = states.iter().map(|&s| inflow[s as usize]).sum();
                self.undecided.push((states[0], mass));
                continue;
            }
            let visits = system.visits(graph, states, &inflow, inside, control)?;
            for (&state, visits) in states.iter().zip(visits) {
                for edge in graph.edges(state) {
                    let mass = visits * edge.chance;
                    if edge.round {
                        rounds += mass;
                    }
                    match edge.to {
                        Node::End(end) => self.ends[end as usize] += mass,
                        Node::State(to) if inside(edge.to).is_none() => inflow[to as usize] += mass,
                        Node::State(_) => {}
                    }
                }
            }
        }
        self.mean_rounds = rounds;
        self.edge_visits = (max_edge_visits - system.edge_visits()).saturating_add(graph.pass());
        Ok(())
    }

    /// Lists the rounds in which battles end, up to `max_rounds`.
    fn count_rounds(
        &mut self,
        graph: &Topology,
        start: &Start,
        max_rounds: u64,
        control: &Control,
    ) -> Result<bool, Stopped> {
        let mut rounds = RoundMass::new(graph, &start.states, control)?;
        let never: f64 = self.undecided.iter().map(|s| s.1).sum();
        self.rounds = vec![0.0; graph.first_round as usize];
        for _ in 0..max_rounds.min(MAX_LISTED_ROUNDS) {
            let before =
                if self.rounds.len() == graph.first_round as usize { start.over } else { 0.0 };
            let ended = rounds.play(|_, _| ())?;
            self.edge_visits += graph.pass();
            self.rounds.push(before + ended);
            self.rounds_are_whole = rounds.left() - never < MAX_MASS_LEFT;
            if self.rounds_are_whole {
                break;
            }
        }
        Ok(true)
    }

    /// Plays round by round up to the cap, which decides how battles end. Returns whether
    /// `max_rounds` sufficed.
    fn count_to_cap(
        &mut self,
        graph: &Topology,
        start: &Start,
        cap: u32,
        max_rounds: u64,
        control: &Control,
    ) -> Result<bool, Stopped> {
        let mut rounds = RoundMass::new(graph, &start.states, control)?;
        let never: f64 = self.undecided.iter().map(|s| s.1).sum();
        self.ends.clone_from(&start.ends);
        self.mean_rounds = 0.0;
        self.rounds = vec![0.0; graph.first_round as usize];
        self.rounds_are_whole = u64::from(cap) < MAX_LISTED_ROUNDS;
        let first = graph.first_round;
        self.add_round(first, start.over);
        let mut before: Option<Vec<(u32, f64)>> = None;
        for round in first..=cap.max(first) {
            if u64::from(round - first) >= max_rounds {
                return Ok(false);
            }
            let ended = rounds.play(|end, mass| self.ends[end as usize] += mass)?;
            self.edge_visits += graph.pass();
            self.add_round(round, ended);
            if rounds.left() - never < MAX_LEFT_OUT / 10.0 {
                // The remaining battles never end, but the distribution over their states may still
                // change.
                let now = rounds.undecided();
                if before.is_some_and(|before| are_alike(&before, &now)) {
                    break;
                }
                before = Some(now);
            }
        }
        self.add_round(cap, rounds.left());
        self.undecided = rounds.undecided();
        Ok(true)
    }

    fn add_round(&mut self, round: u32, mass: f64) {
        self.mean_rounds += f64::from(round) * mass;
        if u64::from(round) < MAX_LISTED_ROUNDS && mass > 0.0 {
            let listed = self.rounds.len().max(round as usize + 1);
            self.rounds.resize(listed, 0.0);
            self.rounds[round as usize] += mass;
        }
    }
}

/// Whether two distributions over states agree within tolerance.
fn are_alike(a: &[(u32, f64)], b: &[(u32, f64)]) -> bool {
    let differ = |((s, p), (t, q)): (&(u32, f64), &(u32, f64))| {
        if s == t { (p - q).abs() } else { f64::INFINITY }
    };
    a.len() == b.len() && a.iter().zip(b).map(differ).sum::<f64>() < MAX_LEFT_OUT / 100.0
}

/// Distributions over the number of rounds at the end of a battle. For each opening, the initial
/// distribution lists the probability that a battle begins there after 0, 1, 2, … earlier rounds.
/// Battles are followed until the limit is reached or almost none are left.
pub(in crate::engine) struct RoundsOfEnds {
    /// By end, then by round.
    pub(in crate::engine) ends: Vec<Vec<f64>>,
    /// By state in which battles are cut short, then by round.
    pub(in crate::engine) cut_short: FxHashMap<u32, Vec<f64>>,
}

impl RoundsOfEnds {
    pub(in crate::engine) fn new(
        graph: &Topology,
        openings: &[&[f64]],
        round_cap: Option<u32>,
        max_edge_visits: u64,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let mut found =
            Self { ends: vec![Vec::new(); graph.ends()], cut_short: FxHashMap::default() };
        let last = openings.iter().map(|by_round| by_round.len()).max().unwrap_or(0);
        let mut left = (max_edge_visits / graph.pass().max(1)).clamp(1, MAX_LISTED_ROUNDS);
        match round_cap {
            None => found.follow(graph, openings, 0..last, None, (&mut left, control))?,
            // The cap applies to the rounds of this battle alone, so only battles that begin after
            // equally many rounds can be followed together.
            Some(cap) => {
                for before in 0..last {
                    let one = before..before + 1;
                    found.follow(graph, openings, one, Some(cap), (&mut left, control))?;
                }
            }
        }
        Ok(found)
    }

    /// Follows the battles that begin after a number of rounds in `begin`. `left` is the number of
    /// rounds that may still be played.
    fn follow(
        &mut self,
        graph: &Topology,
        openings: &[&[f64]],
        begin: Range<usize>,
        round_cap: Option<u32>,
        (left, control): (&mut u64, &Control),
    ) -> Result<(), Stopped> {
        let mut rounds = RoundMass::new(graph, &vec![0.0; graph.states()], control)?;
        let mut all = 0.0;
        for before in begin.start.. {
            for (node, by_round) in graph.openings.iter().zip(openings) {
                if let (Node::State(state), Some(mass)) = (node, by_round.get(before))
                    && begin.contains(&before)
                {
                    rounds.begin(*state, *mass);
                    all += mass;
                }
            }
            let is_through =
                before + 1 >= begin.end && rounds.left() <= all * MAX_MASS_LEFT / 100.0;
            if is_through || *left == 0 {
                break;
            }
            *left -= 1;
            let round = before + graph.first_round as usize;
            rounds.play(|end, mass| add_at(&mut self.ends[end as usize], round, mass))?;
            let played = (round - begin.start) as u32;
            if round_cap.is_some_and(|cap| played >= cap) {
                for (state, mass) in rounds.undecided() {
                    add_at(self.cut_short.entry(state).or_default(), round, mass);
                }
                break;
            }
        }
        Ok(())
    }
}

fn add_at(by_round: &mut Vec<f64>, round: usize, mass: f64) {
    by_round.resize(by_round.len().max(round + 1), 0.0);
    by_round[round] += mass;
}

/// Adds a final state to the cells in which it is counted, weighted by its probability.
fn add<B: Battle>(battle: &B, state: &B::State, chance: f64, shares: &mut [f64]) {
    battle.count(state, |cell| shares[cell] += chance);
    battle.measure(state, |cell, amount| shares[cell] += chance * amount as f64);
}

/// Computes the odds after each round up to `last`, for a battle that begins in the only opening of
/// its graph. Battles that are undecided by then count as cut short.
///
/// # Errors
/// If it is stopped.
pub fn by_round<B: Battle>(
    battle: &B,
    graph: &Graph<B::State>,
    last: u32,
    control: &Control,
) -> Result<Vec<(u32, Odds)>, Stopped> {
    let mut start = vec![0.0; graph.states.len()];
    let mut shares = vec![0.0; battle.cells()];
    match graph.topology.openings[0] {
        Node::State(state) => start[state as usize] = 1.0,
        Node::End(end) => add(battle, &graph.ends[end as usize], 1.0, &mut shares),
    }
    let rounds = graph.topology.first_round..=last;
    by_round_from(battle, graph, &start, shares, rounds, control)
}

/// Computes the odds after each of these rounds like [`by_round`]. `start` is the distribution over
/// the states at the start of the first, and `shares` are the cells of battles that are over by then.
pub(in crate::engine) fn by_round_from<B: Battle>(
    battle: &B,
    graph: &Graph<B::State>,
    start: &[f64],
    mut shares: Vec<f64>,
    rounds: RangeInclusive<u32>,
    control: &Control,
) -> Result<Vec<(u32, Odds)>, Stopped> {
    let mut mass = RoundMass::new(&graph.topology, start, control)?;
    let mut listed = Vec::new();
    for round in rounds {
        mass.play(|end, mass| add(battle, &graph.ends[end as usize], mass, &mut shares))?;
        let mut now = shares.clone();
        for (state, mass) in mass.undecided() {
            add(battle, &graph.states[state as usize], mass, &mut now);
        }
        if round > 0 {
            listed.push((round, Odds::exact(now, Histogram::default())));
        }
    }
    Ok(listed)
}

/// Computes the odds of a battle from the distribution over the ends of its graph.
#[must_use]
pub fn odds<B: Battle>(battle: &B, graph: &Graph<B::State>, ends: &AbsorptionResult) -> Odds {
    let mut shares = vec![0.0; battle.cells()];
    for (state, &chance) in graph.ends.iter().zip(&ends.ends) {
        add(battle, state, chance, &mut shares);
    }
    for &(state, chance) in &ends.undecided {
        add(battle, &graph.states[state as usize], chance, &mut shares);
    }
    let rounds = Histogram { mean: ends.mean_rounds, distribution: ends.rounds.clone() };
    Odds::exact(shares, rounds)
}
