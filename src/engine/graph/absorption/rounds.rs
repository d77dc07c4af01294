//! Propagation of probability through a graph, round by round.

use crate::engine::Control;
use crate::engine::Stopped;
use crate::engine::graph::{Node, Topology};

/// The distribution over undecided states at the start of a round.
pub(in crate::engine) struct RoundMass<'a> {
    graph: &'a Topology,
    order: Vec<u32>,
    /// Probability of each state in this round, and at the start of the next.
    now: Vec<f64>,
    next: Vec<f64>,
    control: &'a Control,
}

impl<'a> RoundMass<'a> {
    /// Starts from a distribution over states. Fails if it is stopped.
    pub(in crate::engine) fn new(
        graph: &'a Topology,
        start: &[f64],
        control: &'a Control,
    ) -> Result<Self, Stopped> {
        let next = vec![0.0; graph.states()];
        Ok(Self {
            graph,
            order: order_in_round(graph, control)?,
            now: start.to_vec(),
            next,
            control,
        })
    }

    /// Adds battles that begin now.
    pub(in crate::engine) fn begin(&mut self, state: u32, mass: f64) {
        self.now[state as usize] += mass;
    }

    /// Plays a round and calls `end_in` for each end reached. Returns the probability that battles
    /// end in this round. Fails if the stop flag is set.
    pub(in crate::engine) fn play(
        &mut self,
        mut end_in: impl FnMut(u32, f64),
    ) -> Result<f64, Stopped> {
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
