//! The exact distribution over a battle graph: how each battle ends, and after how many
//! rounds.
//!
//! How often each situation is visited follows from how often those before it are. In a
//! strongly connected part, like a round in which nobody hits anything, visits depend on
//! each other: x = inflow + Pᵀx, a system of linear equations that is solved as such. Parts
//! that are too large for it are iterated until less than [`LEFT_OUT`] is undecided.
//!
//! Rounds take one pass over the graph each.

use super::components::Components;
use super::graph::{Graph, Node};
use crate::battle::Battle;
use crate::tally::{Histogram, Odds};

/// Probability that may be left out: of battles that go on where a large strongly connected
/// part is iterated, or beyond the last round that is listed where a cap on rounds lies far
/// behind it.
pub const LEFT_OUT: f64 = 1e-12;

/// Rounds are listed until less than this remains.
const ROUNDS_LEFT: f64 = 1e-9;

/// Most rounds that are listed.
const MOST_ROUNDS: u64 = 10_000;

/// Situations up to which a strongly connected part is solved by elimination.
const ELIMINATED: usize = 96;

/// Situations that are visited by all iterations over a larger one, at most.
const MOST_VISITS: usize = 1 << 30;

/// How battles end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// Probability of each end.
    pub ends: Vec<f64>,
    /// Battles that never end, or are cut short by a cap on rounds: the situation that they
    /// are in then, and how likely it is.
    pub standing: Vec<(u32, f64)>,
    /// Probability of 0, 1, 2, … rounds.
    pub rounds: Vec<f64>,
    /// Expected number of rounds; those of battles that never end are counted up to where
    /// that is certain.
    pub mean_rounds: f64,
    /// Probability that is in none of the ends.
    pub left_out: f64,
}

impl Ends {
    /// The distribution over the ends of all battles on this graph. With a cap on rounds, a
    /// battle that is undecided after that round is cut short; `None` if to find out would
    /// take more than so many looks at edges. Without one, rounds are listed as far as that
    /// goes.
    #[must_use]
    pub fn new<S>(graph: &Graph<S>, round_cap: Option<u32>, most_looks: u64) -> Option<Self> {
        let mut ends = Self { ends: vec![0.0; graph.ends.len()], ..Self::default() };
        if let Node::End(end) = graph.opening {
            ends.ends[end as usize] = 1.0;
            ends.rounds = vec![0.0; graph.first_round as usize];
            ends.rounds.push(1.0);
            ends.mean_rounds = f64::from(graph.first_round);
            return Some(ends);
        }
        if round_cap.is_none() {
            ends.visit_all(graph);
        }
        let most_rounds = (most_looks / graph.size()).clamp(1, MOST_ROUNDS) as usize;
        let is_whole = ends.count_rounds(graph, round_cap, most_rounds);
        if round_cap.is_some() && !is_whole {
            return None;
        }
        let sum: f64 =
            ends.ends.iter().sum::<f64>() + ends.standing.iter().map(|s| s.1).sum::<f64>();
        ends.left_out = (1.0 - sum).max(0.0);
        // What is certain is to be exactly so: sums are right to the last digits only.
        for p in ends.ends.iter_mut().chain(ends.standing.iter_mut().map(|s| &mut s.1)) {
            *p /= sum;
        }
        Some(ends)
    }

    /// Expected visits of all situations, part by part.
    fn visit_all<S>(&mut self, graph: &Graph<S>) {
        let parts = Components::new(graph);
        let mut inflow = vec![0.0; graph.states.len()];
        let mut place = vec![0; graph.states.len()];
        inflow[0] = 1.0;
        let mut system = System::default();
        let mut rounds = f64::from(graph.first_round);
        for (part, states) in parts.forward() {
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
                self.standing.push((states[0], mass));
                continue;
            }
            let visits = system.visits(graph, states, &inflow, inside);
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
    }

    /// Goes forward round by round, as far as all battles have ended but a few, or as far as
    /// it may; was it the former? With a cap, this is what finds the ends.
    fn count_rounds<S>(
        &mut self,
        graph: &Graph<S>,
        round_cap: Option<u32>,
        most_rounds: usize,
    ) -> bool {
        let order = order_in_round(graph);
        let never: f64 = self.standing.iter().map(|s| s.1).sum();
        let mut now = vec![0.0; graph.states.len()];
        let mut next = vec![0.0; graph.states.len()];
        now[0] = 1.0;
        let mut round = graph.first_round;
        self.rounds = vec![0.0; round as usize];
        loop {
            let mut ended = 0.0;
            for &state in &order {
                let mass = std::mem::take(&mut now[state as usize]);
                if mass == 0.0 {
                    continue;
                }
                for edge in graph.edges(state) {
                    let mass = mass * edge.chance;
                    match edge.to {
                        Node::State(to) if edge.round => next[to as usize] += mass,
                        Node::State(to) => now[to as usize] += mass,
                        Node::End(end) => {
                            ended += mass;
                            if round_cap.is_some() {
                                self.ends[end as usize] += mass;
                            }
                        }
                    }
                }
            }
            self.rounds.push(ended);
            std::mem::swap(&mut now, &mut next);
            // What is too small to be a number slows down and changes nothing.
            now.iter_mut().filter(|mass| **mass < f64::MIN_POSITIVE).for_each(|mass| *mass = 0.0);
            let left: f64 = now.iter().sum();
            let settled = if round_cap.is_some() { LEFT_OUT / 10.0 } else { ROUNDS_LEFT };
            if round_cap.is_some_and(|cap| round >= cap) {
                if let Some(last) = self.rounds.last_mut() {
                    *last += left;
                }
                self.standing = (0..)
                    .zip(&now)
                    .filter(|(_, mass)| **mass > 0.0)
                    .map(|(s, m)| (s, *m))
                    .collect();
                break;
            }
            if left - never < settled {
                break;
            }
            if self.rounds.len() >= most_rounds {
                return false;
            }
            round += 1;
        }
        if round_cap.is_some() {
            let rounds = self.rounds.iter().zip(0u32..);
            self.mean_rounds = rounds.map(|(p, round)| p * f64::from(round)).sum();
        }
        true
    }
}

/// The odds of a battle whose graph has these ends.
#[must_use]
pub fn odds<B: Battle>(battle: &B, graph: &Graph<B::State>, ends: &Ends) -> Odds {
    let mut shares = vec![0.0; battle.cells()];
    for (state, &chance) in graph.ends.iter().zip(&ends.ends) {
        battle.count(state, |cell| shares[cell] += chance);
    }
    for &(state, chance) in &ends.standing {
        battle.count(&graph.states[state as usize], |cell| shares[cell] += chance);
    }
    let rounds = Histogram { mean: ends.mean_rounds, distribution: ends.rounds.clone() };
    Odds::exact(shares, rounds)
}

/// The situations in an order in which all edges that do not begin a round lead forward.
/// There is one, because every cycle of a battle passes the beginning of a round.
fn order_in_round<S>(graph: &Graph<S>) -> Vec<u32> {
    let n = graph.states.len() as u32;
    let within = |state: u32| {
        graph.edges(state).iter().filter(|e| !e.round).filter_map(|e| match e.to {
            Node::State(to) => Some(to),
            Node::End(_) => None,
        })
    };
    let mut before = vec![0u32; n as usize];
    for state in 0..n {
        within(state).for_each(|to| before[to as usize] += 1);
    }
    let mut order: Vec<u32> = (0..n).filter(|&state| before[state as usize] == 0).collect();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for to in within(state) {
            before[to as usize] -= 1;
            if before[to as usize] == 0 {
                order.push(to);
            }
        }
    }
    debug_assert_eq!(order.len(), n as usize, "a cycle within a round");
    order
}

/// Working memory for the equations of one strongly connected part.
#[derive(Default)]
struct System {
    /// Rows of the matrix I - Pᵀ, with the inflow as last column.
    matrix: Vec<f64>,
    visits: Vec<f64>,
}

impl System {
    /// Expected visits of the part's situations.
    fn visits<S>(
        &mut self,
        graph: &Graph<S>,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
    ) -> &[f64] {
        self.visits.clear();
        if states.len() > ELIMINATED {
            self.iterate(graph, states, inflow, inside);
        } else {
            self.eliminate(graph, states, inflow, inside);
        }
        &self.visits
    }

    /// Gauss elimination. No pivoting: the matrix is that of an absorbing chain, whose
    /// diagonal is never less than the sum of its column's other members.
    fn eliminate<S>(
        &mut self,
        graph: &Graph<S>,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
    ) {
        let n = states.len();
        let width = n + 1;
        self.matrix.clear();
        self.matrix.resize(n * width, 0.0);
        for (from, &state) in states.iter().enumerate() {
            self.matrix[from * width + from] += 1.0;
            self.matrix[from * width + n] = inflow[state as usize];
            for edge in graph.edges(state) {
                if let Some(to) = inside(edge.to) {
                    self.matrix[to * width + from] -= edge.chance;
                }
            }
        }
        for pivot in 0..n {
            let (above, below) = self.matrix.split_at_mut((pivot + 1) * width);
            let row = &above[pivot * width..];
            for other in below.chunks_exact_mut(width) {
                let factor = other[pivot] / row[pivot];
                if factor != 0.0 {
                    for (other, row) in other[pivot..].iter_mut().zip(&row[pivot..]) {
                        *other -= factor * row;
                    }
                }
            }
        }
        self.visits.resize(n, 0.0);
        for row in (0..n).rev() {
            let values = &self.matrix[row * width..(row + 1) * width];
            let known: f64 = (row + 1..n).map(|other| values[other] * self.visits[other]).sum();
            self.visits[row] = (values[n] - known) / values[row];
        }
    }

    /// Follows what flows in until next to nothing is left of it.
    fn iterate<S>(
        &mut self,
        graph: &Graph<S>,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
    ) {
        self.visits.resize(states.len(), 0.0);
        let mut now: Vec<f64> = states.iter().map(|&state| inflow[state as usize]).collect();
        let all: f64 = now.iter().sum();
        let mut next = vec![0.0; states.len()];
        for _ in 0..MOST_VISITS / states.len() {
            for (n, &state) in states.iter().enumerate() {
                // What has already come round is passed on in the same pass.
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
            if now.iter().sum::<f64>() <= LEFT_OUT * all / 10.0 {
                return;
            }
        }
    }
}
