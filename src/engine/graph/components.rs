//! Strongly connected components of a graph, called parts here: sets of states that can all reach
//! each other.

use crate::engine::{Control, Stopped};
use crate::model::Lists;

/// The parts of a graph, ordered so that every edge leads into its own part or a later one.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// The states of each part, from the last part to the first.
    parts: Lists<u32>,
    /// Part of each state, numbered from the last part to the first.
    pub(crate) part_of: Vec<u32>,
}

impl Components {
    /// Finds the parts of a graph of `n` states in one pass, with the algorithm of Tarjan (1972).
    /// It does not recurse, because a battle can have a path of a million states. `edge(state,
    /// nth)` returns the target of an edge: `Some(None)` for a terminal state, and `None` if there
    /// is no such edge. Fails if it is stopped.
    pub(crate) fn new(
        n: usize,
        edge: impl Fn(u32, usize) -> Option<Option<u32>>,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let mut search = ComponentSearch {
            parts: Self { parts: Lists::default(), part_of: vec![UNVISITED; n] },
            seen: vec![UNVISITED; n],
            lowest: vec![0; n],
            stack: Vec::new(),
            next: 0,
        };
        for root in 0..n as u32 {
            if search.seen[root as usize] == UNVISITED {
                search.visit(root, &edge, control)?;
            }
        }
        Ok(search.parts)
    }

    pub(crate) fn backward(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (0..self.parts.lists()).map(|part| (part as u32, self.parts.of(part)))
    }

    pub(crate) fn forward(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (0..self.parts.lists()).rev().map(|part| (part as u32, self.parts.of(part)))
    }
}

/// Marks a state that has not been visited or has no part yet.
const UNVISITED: u32 = u32::MAX;

/// State of the depth-first search.
struct ComponentSearch {
    parts: Components,
    seen: Vec<u32>,
    lowest: Vec<u32>,
    stack: Vec<u32>,
    next: u32,
}

impl ComponentSearch {
    /// Searches all states that are reachable from `root` and have not been visited.
    fn visit(
        &mut self,
        root: u32,
        edge: &impl Fn(u32, usize) -> Option<Option<u32>>,
        control: &Control,
    ) -> Result<(), Stopped> {
        // A state, and how many of its edges have been followed.
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some(&mut (state, ref mut followed)) = path.last_mut() {
            let at = state as usize;
            if *followed == 0 {
                control.pause(self.next as usize)?;
                self.seen[at] = self.next;
                self.lowest[at] = self.next;
                self.next += 1;
                self.stack.push(state);
            }
            if let Some(to) = edge(state, *followed) {
                *followed += 1;
                if let Some(to) = to {
                    if self.seen[to as usize] == UNVISITED {
                        path.push((to, 0));
                    } else if self.parts.part_of[to as usize] == UNVISITED {
                        self.lowest[at] = self.lowest[at].min(self.seen[to as usize]);
                    }
                }
                continue;
            }
            if self.lowest[at] == self.seen[at] {
                self.take_part(state);
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let before = *before as usize;
                self.lowest[before] = self.lowest[before].min(self.lowest[at]);
            }
        }
        Ok(())
    }

    /// Completes the part whose first visited state is `first`.
    fn take_part(&mut self, first: u32) {
        let Components { parts, part_of } = &mut self.parts;
        let from = self.stack.iter().rposition(|&state| state == first).unwrap_or(0);
        for &member in &self.stack[from..] {
            part_of[member as usize] = parts.lists() as u32;
        }
        parts.push(self.stack.drain(from..).rev());
    }
}
