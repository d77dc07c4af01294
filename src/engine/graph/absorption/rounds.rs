//! Propagation of probability through a graph, round by round.

use crate::engine::graph::{Node, Topology};

/// The distribution over undecided states at the start of a round.
pub(in crate::engine) struct RoundMass<'a> {
    graph: &'a Topology,
    order: Vec<u32>,
    /// Probability of each state in this round, and at the start of the next.
    now: Vec<f64>,
    next: Vec<f64>,
}

impl<'a> RoundMass<'a> {
    /// Starts from a distribution over states.
    pub(in crate::engine) fn new(graph: &'a Topology, start: &[f64]) -> Self {
        let next = vec![0.0; graph.states()];
        Self { graph, order: order_in_round(graph), now: start.to_vec(), next }
    }

    /// Adds battles that begin now.
    pub(in crate::engine) fn begin(&mut self, state: u32, mass: f64) {
        self.now[state as usize] += mass;
    }

    /// Plays a round and calls `end_in` for each end reached. Returns the probability that battles
    /// end in this round.
    pub(in crate::engine) fn play(&mut self, mut end_in: impl FnMut(u32, f64)) -> f64 {
        let mut ended = 0.0;
        for &state in &self.order {
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
        ended
    }

    /// Probability that a battle is undecided.
    pub(in crate::engine) fn left(&self) -> f64 {
        self.now.iter().sum()
    }

    /// Returns the states of undecided battles with their probabilities.
    pub(in crate::engine) fn undecided(&self) -> Vec<(u32, f64)> {
        (0..).zip(&self.now).filter(|(_, mass)| **mass > 0.0).map(|(s, m)| (s, *m)).collect()
    }
}

/// Sorts the states so that all edges within a round lead forward. Such an order exists, because
/// every cycle of a battle includes the beginning of a round.
fn order_in_round(graph: &Topology) -> Vec<u32> {
    let n = graph.states() as u32;
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
