//! How often the situations of a strongly connected part are visited.

use super::LEFT_OUT;
use crate::engine::graph::{Node, Topology};

/// Situations up to which a strongly connected part is solved by elimination.
const ELIMINATED: usize = 96;

/// Working memory for the equations of one strongly connected part.
#[derive(Default)]
pub(super) struct System {
    /// By situation, how likely it leads to each other of the part.
    matrix: Vec<f64>,
    /// How likely each situation leads out of the part; when it has been taken out, how
    /// likely it leads anywhere else.
    leaving: Vec<f64>,
    visits: Vec<f64>,
    /// Edges that iterations may still look at.
    looks: u64,
}

impl System {
    /// Iterations may look at so many edges.
    pub(super) fn new(looks: u64) -> Self {
        Self { looks, ..Self::default() }
    }

    /// Edges that iterations may still look at.
    pub(super) fn looks(&self) -> u64 {
        self.looks
    }

    /// Expected visits of the part's situations.
    pub(super) fn visits(
        &mut self,
        graph: &Topology,
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

    /// Elimination without a subtraction (Grassmann, Taksar and Heyman, 1985): situations are
    /// taken out one by one, and what passes through them is led on. Every figure is right to
    /// the last digits, however unlikely it is that the part is left.
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
            // What does not stay there; the situations behind it are out already.
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
        // Back in again: visits that come from those that are in already.
        for back in 0..n {
            let (known, from_here) = self.visits.split_at_mut(back);
            let arriving = known.iter().enumerate().map(|(k, v)| v * self.matrix[k * n + back]);
            from_here[0] = (from_here[0] + arriving.sum::<f64>()) / self.leaving[back];
        }
    }

    /// Follows what flows in until next to nothing is left of it.
    fn iterate(
        &mut self,
        graph: &Topology,
        states: &[u32],
        inflow: &[f64],
        inside: impl Fn(Node) -> Option<usize>,
    ) {
        self.visits.resize(states.len(), 0.0);
        let mut now: Vec<f64> = states.iter().map(|&state| inflow[state as usize]).collect();
        let all: f64 = now.iter().sum();
        let mut next = vec![0.0; states.len()];
        let edges: u64 = states.iter().map(|&state| graph.edges(state).len() as u64).sum();
        loop {
            self.looks = self.looks.saturating_sub(edges);
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
            if now.iter().sum::<f64>() <= LEFT_OUT * all / 10.0 || self.looks == 0 {
                return;
            }
        }
    }
}
