//! The exact distribution over a battle graph: how battles end, and after how many rounds.
//!
//! The expected number of visits of a state follows from the visits of the states before it. Within
//! a strongly connected part, such as a round without hits, visits depend on each other:
//! x = inflow + Pᵀx. This system of linear equations is solved directly. Parts that are too large
//! for that are iterated until less than [`MAX_LEFT_OUT`] is undecided.
//!
//! The distribution over rounds takes one pass over the graph per round.

use std::ops::{Range, RangeInclusive};

use rustc_hash::FxHashMap;

use crate::engine::ends::{Ends, MAX_LEFT_OUT, MAX_LISTED_ROUNDS, MAX_MASS_LEFT, Shares};
use crate::engine::graph::components::Components;
use crate::engine::graph::{Graph, Node, Topology};
use crate::engine::{Control, Stage, Stopped, Unsolved};
use crate::model::Battle;
use crate::stats::Odds;

/// Initial distribution.
struct Start {
    /// Probability of each state.
    states: Vec<f64>,
    /// Probability of each end, for battles that are over before they begin.
    ends: Vec<f64>,
}

/// A calculation under way.
struct Absorption<'a> {
    graph: &'a Topology,
    start: Start,
    /// Probability of each end.
    ended: Vec<f64>,
    /// Probabilities of states in which battles never end or are cut short.
    undecided: Vec<(u32, f64)>,
    /// Everything else. Work is counted in edge visits.
    found: Ends<Node>,
    control: &'a Control,
}

/// Computes the distribution over the ends of a graph, from an initial distribution over its
/// openings (sums to 1). With a cap on rounds, a battle that is undecided after that round is cut
/// short. Rounds are listed until `max_edge_visits` are made.
///
/// # Errors
/// If more than [`MAX_LEFT_OUT`] would be left out after `max_edge_visits` edge visits, or if it is
/// stopped.
pub fn solve(
    graph: &Topology,
    openings: &[f64],
    round_cap: Option<u32>,
    max_edge_visits: u64,
    control: &Control,
) -> Result<Ends<Node>, Unsolved> {
    let mut start = Start { states: vec![0.0; graph.states()], ends: vec![0.0; graph.ends()] };
    let mut over = 0.0;
    for (&node, &mass) in graph.openings.iter().zip(openings) {
        match node {
            Node::State(state) => start.states[state as usize] += mass,
            Node::End(end) => {
                start.ends[end as usize] += mass;
                over += mass;
            }
        }
    }
    let is_over = start.states.iter().all(|&mass| mass == 0.0);
    let mut found = Ends::default();
    found.rounds.distribution = vec![0.0; graph.first_round as usize];
    let (ended, undecided) = (start.ends.clone(), Vec::new());
    let mut absorption = Absorption { graph, start, ended, undecided, found, control };
    if is_over {
        absorption.found.rounds.distribution.push(1.0);
        absorption.found.rounds.mean = f64::from(graph.first_round);
        return Ok(absorption.finish());
    }
    // Under a cap the odds follow from the rounds alone.
    let share = if round_cap.is_some() { max_edge_visits / 2 } else { max_edge_visits };
    let converged = absorption.visit_all(share)?;
    let max_rounds = (max_edge_visits.saturating_sub(absorption.found.work) / graph.pass()).max(1);
    match round_cap {
        None if !converged => return Err(Unsolved::TooLong(graph.first_round)),
        None => absorption.count_rounds(over, max_rounds)?,
        Some(cap) => absorption.count_to_cap(over, cap, max_rounds)?,
    }
    let rounds = absorption.found.rounds.distribution.len() as u32;
    absorption.finish().checked().map_err(|_| Unsolved::TooLong(rounds))
}

impl Absorption<'_> {
    fn finish(self) -> Ends<Node> {
        let ends = (0..).zip(self.ended).map(|(end, mass)| (Node::End(end), mass));
        let undecided = self.undecided.iter().map(|&(state, mass)| (Node::State(state), mass));
        Ends { ends: ends.collect(), undecided: undecided.collect(), ..self.found }
    }

    /// Computes the expected visits of all states, part by part. Returns whether all were found
    /// within `max_edge_visits`.
    fn visit_all(&mut self, max_edge_visits: u64) -> Result<bool, Stopped> {
        let Self { graph, control, .. } = *self;
        let edge = |state: u32, nth: usize| {
            graph.edges(state).get(nth).map(|edge| match edge.to {
                Node::State(to) => Some(to),
                Node::End(_) => None,
            })
        };
        let parts = Components::new(graph.states(), edge, control)?;
        let mut inflow = self.start.states.clone();
        let mut place = vec![0; graph.states()];
        let mut system = LinearSystem::new(max_edge_visits);
        let mut rounds = f64::from(graph.first_round);
        let (mut visited, mut converged) = (0, true);
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
            let Some(visits) = visits else {
                converged = false;
                break;
            };
            for (&state, visits) in states.iter().zip(visits) {
                for edge in graph.edges(state) {
                    let mass = visits * edge.chance;
                    if edge.round {
                        rounds += mass;
                    }
                    match edge.to {
                        Node::End(end) => self.ended[end as usize] += mass,
                        Node::State(to) if inside(edge.to).is_none() => inflow[to as usize] += mass,
                        Node::State(_) => {}
                    }
                }
            }
        }
        self.found.rounds.mean = rounds;
        self.found.work = (max_edge_visits - system.edge_visits()).saturating_add(graph.pass());
        Ok(converged)
    }

    fn never(&self) -> f64 {
        self.undecided.iter().map(|(_, mass)| mass).sum()
    }

    /// Lists the rounds in which battles end, up to `max_rounds`. `over` is the probability that
    /// battles are over before they begin.
    fn count_rounds(&mut self, over: f64, max_rounds: u64) -> Result<(), Stopped> {
        let mut rounds = RoundMass::new(self.graph, &self.start.states, self.control)?;
        let (never, found) = (self.never(), &mut self.found);
        let mut before = over;
        for _ in 0..max_rounds.min(MAX_LISTED_ROUNDS) {
            let ended = rounds.play(|_, _| ())?;
            found.work += self.graph.pass();
            found.rounds.distribution.push(before + ended);
            before = 0.0;
            found.rounds_are_whole = rounds.left() - never < MAX_MASS_LEFT;
            if found.rounds_are_whole {
                break;
            }
        }
        Ok(())
    }

    /// Plays round by round up to the cap, which decides how battles end.
    ///
    /// # Errors
    /// If `max_rounds` do not suffice, or if it is stopped.
    fn count_to_cap(&mut self, over: f64, cap: u32, max_rounds: u64) -> Result<(), Unsolved> {
        let mut rounds = RoundMass::new(self.graph, &self.start.states, self.control)?;
        let (never, found) = (self.never(), &mut self.found);
        self.ended.clone_from(&self.start.ends);
        found.rounds.mean = 0.0;
        let first = self.graph.first_round;
        found.add_round(first, over);
        let mut before: Option<Vec<(u32, f64)>> = None;
        for round in first..=cap.max(first) {
            if u64::from(round - first) >= max_rounds {
                return Err(Unsolved::TooLong(round - first));
            }
            let ended = rounds.play(|end, mass| self.ended[end as usize] += mass)?;
            found.work += self.graph.pass();
            found.add_round(round, ended);
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
        found.add_round(cap, rounds.left());
        found.rounds_are_whole = u64::from(cap) < MAX_LISTED_ROUNDS;
        self.undecided = rounds.undecided();
        Ok(())
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
pub(crate) struct RoundsOfEnds {
    /// By end, then by round.
    pub(crate) ends: Vec<Vec<f64>>,
    /// By state in which battles are cut short, then by round.
    pub(crate) cut_short: FxHashMap<Node, Vec<f64>>,
    /// Number of rounds played, each of them one pass over the graph.
    pub(crate) played: u64,
}

impl RoundsOfEnds {
    pub(crate) fn new(
        graph: &Topology,
        openings: &[&[f64]],
        round_cap: Option<u32>,
        max_edge_visits: u64,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let ends = vec![Vec::new(); graph.ends()];
        let mut found = Self { ends, cut_short: FxHashMap::default(), played: 0 };
        let last = openings.iter().map(|by_round| by_round.len()).max().unwrap_or(0);
        let most = (max_edge_visits / graph.pass().max(1)).clamp(1, MAX_LISTED_ROUNDS);
        let mut left = most;
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
        found.played = most - left;
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
                    add_at(self.cut_short.entry(Node::State(state)).or_default(), round, mass);
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
    let mut shares = Shares::new(battle);
    match graph.topology.openings[0] {
        Node::State(state) => start[state as usize] = 1.0,
        Node::End(end) => shares.add(&graph.ends[end as usize], 1.0),
    }
    by_round_from(shares, graph, &start, graph.topology.first_round..=last, control)
}

/// Computes the odds after each of these rounds like [`by_round`]. `start` is the distribution over
/// the states at the start of the first, and `shares` are those of battles that are over by then.
pub(crate) fn by_round_from<B: Battle>(
    mut shares: Shares<'_, B>,
    graph: &Graph<B::State>,
    start: &[f64],
    rounds: RangeInclusive<u32>,
    control: &Control,
) -> Result<Vec<(u32, Odds)>, Stopped> {
    let mut mass = RoundMass::new(&graph.topology, start, control)?;
    let mut listed = Vec::new();
    for round in rounds {
        mass.play(|end, mass| shares.add(&graph.ends[end as usize], mass))?;
        if round > 0 {
            let undecided = mass.undecided();
            let states =
                undecided.iter().map(|(state, mass)| (&graph.states[*state as usize], *mass));
            listed.push((round, shares.odds_with(states)));
        }
    }
    Ok(listed)
}

/// The distribution over undecided states at the start of a round.
struct RoundMass<'a> {
    graph: &'a Topology,
    order: Vec<u32>,
    /// Probability of each state in this round, and at the start of the next.
    now: Vec<f64>,
    next: Vec<f64>,
    control: &'a Control,
}

impl<'a> RoundMass<'a> {
    fn new(graph: &'a Topology, start: &[f64], control: &'a Control) -> Result<Self, Stopped> {
        let next = vec![0.0; graph.states()];
        Ok(Self {
            graph,
            order: order_in_round(graph, control)?,
            now: start.to_vec(),
            next,
            control,
        })
    }

    fn begin(&mut self, state: u32, mass: f64) {
        self.now[state as usize] += mass;
    }

    /// Plays a round and calls `end_in` for each end reached. Returns the probability that battles
    /// end in this round. Fails if the stop flag is set.
    fn play(&mut self, mut end_in: impl FnMut(u32, f64)) -> Result<f64, Stopped> {
        let mut ended = 0.0;
        for (n, &state) in self.order.iter().enumerate() {
            self.control.pause(n)?;
            let mass = std::mem::take(&mut self.now[state as usize]);
            if mass == 0.0 {
                continue;
            }
            for edge in self.graph.edges(state) {
                let mass = mass * edge.chance;
                match edge.to {
                    Node::State(to) if edge.round => self.next[to as usize] += mass,
                    Node::State(to) => self.now[to as usize] += mass,
                    Node::End(end) => {
                        ended += mass;
                        end_in(end, mass);
                    }
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        // Subnormal numbers are slow and change nothing.
        self.now.iter_mut().filter(|mass| **mass < f64::MIN_POSITIVE).for_each(|mass| *mass = 0.0);
        Ok(ended)
    }

    fn left(&self) -> f64 {
        self.now.iter().sum()
    }

    fn undecided(&self) -> Vec<(u32, f64)> {
        (0..).zip(&self.now).filter(|(_, mass)| **mass > 0.0).map(|(s, m)| (s, *m)).collect()
    }
}

/// Sorts the states so that all edges within a round lead forward. Such an order exists, because
/// every cycle of a battle includes the beginning of a round.
fn order_in_round(graph: &Topology, control: &Control) -> Result<Vec<u32>, Stopped> {
    let n = graph.states() as u32;
    let within = |state: u32| {
        graph.edges(state).iter().filter(|e| !e.round).filter_map(|e| match e.to {
            Node::State(to) => Some(to),
            Node::End(_) => None,
        })
    };
    let mut before = vec![0u32; n as usize];
    for state in 0..n {
        control.pause(state as usize)?;
        within(state).for_each(|to| before[to as usize] += 1);
    }
    let mut order: Vec<u32> = (0..n).filter(|&state| before[state as usize] == 0).collect();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        control.pause(next)?;
        next += 1;
        for to in within(state) {
            before[to as usize] -= 1;
            if before[to as usize] == 0 {
                order.push(to);
            }
        }
    }
    debug_assert_eq!(order.len(), n as usize, "a cycle within a round");
    Ok(order)
}

/// Maximum number of states of a part that is solved by elimination.
const MAX_ELIMINATED: usize = 96;

/// Working memory for the equations of one strongly connected part.
#[derive(Default)]
struct LinearSystem {
    /// By state: probability of moving to each other state of the part.
    matrix: Vec<f64>,
    /// By state: probability of leaving the part. Once the state is eliminated, the probability of
    /// moving to any other state.
    leaving: Vec<f64>,
    visits: Vec<f64>,
    edge_visits: u64,
}

impl LinearSystem {
    /// Creates working memory that allows this many edge visits in iterations.
    fn new(edge_visits: u64) -> Self {
        Self { edge_visits, ..Self::default() }
    }

    fn edge_visits(&self) -> u64 {
        self.edge_visits
    }

    /// Computes the expected visits of the states of a part; `None` if the edge visits do not
    /// suffice. Fails if it is stopped.
    fn visits(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
        control: &Control,
    ) -> Result<Option<&[f64]>, Stopped> {
        self.visits.clear();
        if states.len() <= MAX_ELIMINATED {
            self.eliminate(graph, states, inflow, inside);
        } else if !self.iterate(graph, states, inflow, inside, control)? {
            return Ok(None);
        }
        Ok(Some(&self.visits))
    }

    /// Solves by elimination without subtraction (Grassmann, Taksar and Heyman, 1985): states are
    /// eliminated one by one, and the flow through them is redirected. Every result is accurate to
    /// rounding error, however small the probability of leaving the part is.
    fn eliminate(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
    ) {
        let n = states.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.leaving.clear();
        self.leaving.resize(n, 0.0);
        self.visits.extend(states.iter().map(|&state| inflow[state as usize]));
        for (from, &state) in states.iter().enumerate() {
            for edge in graph.edges(state) {
                match inside(edge.to) {
                    Some(to) => self.matrix[from * n + to] += edge.chance,
                    None => self.leaving[from] += edge.chance,
                }
            }
        }
        for out in (0..n).rev() {
            let (before, row) = self.matrix.split_at_mut(out * n);
            let row = &row[..out];
            // Probability of leaving this state; later states are already eliminated.
            let moves = row.iter().sum::<f64>() + self.leaving[out];
            for (from, others) in before.chunks_exact_mut(n).enumerate() {
                let share = others[out] / moves;
                if share > 0.0 {
                    for (other, passed) in others.iter_mut().zip(row) {
                        *other += share * passed;
                    }
                    self.leaving[from] += share * self.leaving[out];
                }
            }
            let mass = self.visits[out] / moves;
            for (visits, passed) in self.visits.iter_mut().zip(row) {
                *visits += mass * passed;
            }
            self.leaving[out] = moves;
        }
        // Back substitution: adds the visits that come from states that are known already.
        for back in 0..n {
            let (known, from_here) = self.visits.split_at_mut(back);
            let arriving = known.iter().enumerate().map(|(k, v)| v * self.matrix[k * n + back]);
            from_here[0] = (from_here[0] + arriving.sum::<f64>()) / self.leaving[back];
        }
    }

    /// Iterates until less than [`MAX_LEFT_OUT`] of the inflow remains. Returns whether the edge
    /// visits suffice for that.
    fn iterate(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
        control: &Control,
    ) -> Result<bool, Stopped> {
        self.visits.resize(states.len(), 0.0);
        let mut now: Vec<f64> = states.iter().map(|&state| inflow[state as usize]).collect();
        let all: f64 = now.iter().sum();
        let mut next = vec![0.0; states.len()];
        let edges: u64 = states.iter().map(|&state| graph.edges(state).len() as u64).sum();
        let work = graph.visits(edges);
        loop {
            self.edge_visits = self.edge_visits.saturating_sub(work);
            for (n, &state) in states.iter().enumerate() {
                control.pause(n)?;
                // Flow that has returned within this pass is passed on at once.
                let mass = now[n] + std::mem::take(&mut next[n]);
                self.visits[n] += mass;
                for edge in graph.edges(state) {
                    if let Some(to) = inside(edge.to) {
                        next[to] += mass * edge.chance;
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
            next.fill(0.0);
            if now.iter().sum::<f64>() <= MAX_LEFT_OUT * all / 10.0 {
                return Ok(true);
            }
            if self.edge_visits == 0 {
                return Ok(false);
            }
        }
    }
}
