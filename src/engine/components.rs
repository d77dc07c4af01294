//! Strongly connected parts of a graph: situations that lead to each other.

use super::graph::{Graph, Node};

/// The parts, so that every edge leads into its own part or a later one.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// All situations, part by part.
    order: Vec<u32>,
    /// End of each part in `order`, from the last part to the first.
    ends: Vec<u32>,
    /// Part of each situation, numbered from the last to the first.
    pub(super) part_of: Vec<u32>,
}

impl Components {
    /// The parts, found in one pass (Tarjan, 1972), without recursion: a battle may well
    /// have a million situations in a row.
    pub(super) fn new<S>(graph: &Graph<S>) -> Self {
        const NEW: u32 = u32::MAX;
        let n = graph.states.len();
        let mut parts =
            Self { order: Vec::with_capacity(n), ends: Vec::new(), part_of: vec![NEW; n] };
        let mut seen = vec![NEW; n];
        let mut lowest = vec![0; n];
        let mut stack = Vec::new();
        // A situation, and how many of its edges have been followed.
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut next = 0;
        if n > 0 {
            path.push((0, 0));
        }
        while let Some(&mut (state, ref mut followed)) = path.last_mut() {
            let at = state as usize;
            if *followed == 0 {
                seen[at] = next;
                lowest[at] = next;
                next += 1;
                stack.push(state);
            }
            let edges = graph.edges(state);
            if let Some(edge) = edges.get(*followed) {
                *followed += 1;
                if let Node::State(to) = edge.to {
                    if seen[to as usize] == NEW {
                        path.push((to, 0));
                    } else if parts.part_of[to as usize] == NEW {
                        lowest[at] = lowest[at].min(seen[to as usize]);
                    }
                }
                continue;
            }
            if lowest[at] == seen[at] {
                let part = parts.ends.len() as u32;
                while let Some(member) = stack.pop() {
                    parts.part_of[member as usize] = part;
                    parts.order.push(member);
                    if member == state {
                        break;
                    }
                }
                parts.ends.push(parts.order.len() as u32);
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let before = *before as usize;
                lowest[before] = lowest[before].min(lowest[at]);
            }
        }
        parts
    }

    /// The parts from the first, that of the opening, to the last.
    pub(super) fn forward(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (0..self.ends.len()).rev().map(|part| {
            let from = if part == 0 { 0 } else { self.ends[part - 1] };
            (part as u32, &self.order[from as usize..self.ends[part] as usize])
        })
    }
}
