//! Expected visits of the states of a strongly connected part.

use crate::engine::Control;
use crate::engine::Stopped;
use crate::engine::ends::MAX_LEFT_OUT;
use crate::engine::graph::{Node, Topology};

/// Maximum number of states of a part that is solved by elimination.
const MAX_ELIMINATED: usize = 96;

/// Working memory for the equations of one strongly connected part.
#[derive(Default)]
pub(in crate::engine) struct LinearSystem {
    /// By state: probability of moving to each other state of the part.
    matrix: Vec<f64>,
    /// By state: probability of leaving the part. Once the state is eliminated, the probability of
    /// moving to any other state.
    leaving: Vec<f64>,
    visits: Vec<f64>,
    /// Number of edge visits left for iteration.
    edge_visits: u64,
}

impl LinearSystem {
    /// Creates working memory that allows this many edge visits in iterations.
    pub(in crate::engine) fn new(edge_visits: u64) -> Self {
        Self { edge_visits, ..Self::default() }
    }

    /// Number of edge visits left for iteration.
    pub(in crate::engine) fn edge_visits(&self) -> u64 {
        self.edge_visits
    }

    /// Computes the expected visits of the states of a part. Fails if it is stopped.
    pub(in crate::engine) fn visits(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
        control: &Control,
    ) -> Result<&[f64], Stopped> {
        self.visits.clear();
        if states.len() > MAX_ELIMINATED {
            self.iterate(graph, states, inflow, inside, control)?;
        } else {
            self.eliminate(graph, states, inflow, inside);
        }
        Ok(&self.visits)
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

    /// Iterates until less than [`MAX_LEFT_OUT`] of the inflow remains.
    fn iterate(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
        control: &Control,
    ) -> Result<(), Stopped> {
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
            if now.iter().sum::<f64>() <= MAX_LEFT_OUT * all / 10.0 || self.edge_visits == 0 {
                return Ok(());
            }
        }
    }
}
