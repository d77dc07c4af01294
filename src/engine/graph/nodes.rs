//! The nodes of known states, while a graph is built.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Edge, Graph, Node};
use crate::model::StepOutcome;
use crate::model::exchange::ExchangeRounds;

/// Finds the node of a state. States of an exchange are looked up by the numbers of their sides, and
/// its rounds are played one side after the other.
pub(super) struct Nodes<'a, S> {
    numbers: FxHashMap<S, Node>,
    rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>,
    /// By state of the first side, then by state of the second.
    pairs: Vec<Vec<Option<Node>>>,
    replies: [Vec<(u32, f64)>; 2],
}

impl<'a, S: Copy + Eq + Hash> Nodes<'a, S> {
    pub(super) fn new(rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>) -> Self {
        let (numbers, pairs, replies) = Default::default();
        Self { numbers, rounds, pairs, replies }
    }

    /// Returns the node of a state, which is added if it is new.
    pub(super) fn of(&mut self, state: S, progress: StepOutcome, graph: &mut Graph<S>) -> Node {
        if let Some(pair) = self.rounds.as_mut().and_then(|rounds| rounds.split(&state)) {
            return *pair_of(&mut self.pairs, pair)
                .get_or_insert_with(|| graph.add(state, progress));
        }
        match self.numbers.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(graph.add(state, progress)),
        }
    }

    /// Plays a round of the exchange, and passes its edges to `visit` until that returns false.
    /// Returns whether the next activation is such a round.
    pub(super) fn play_round(
        &mut self,
        state: &S,
        graph: &mut Graph<S>,
        mut visit: impl FnMut(&mut Graph<S>, Edge) -> bool,
    ) -> bool {
        let Self { rounds: Some(rounds), pairs, replies, .. } = self else { return false };
        let Some(states) = rounds.split(state) else { return false };
        for (side, replies) in replies.iter_mut().enumerate() {
            rounds.replies(side, states, replies);
        }
        let [of_first, of_second] = replies;
        for &(d, p) in &*of_second {
            for &(a, q) in &*of_first {
                let to = *pair_of(pairs, [a, d]).get_or_insert_with(|| {
                    let (state, progress) = rounds.join([a, d]);
                    graph.add(state, progress)
                });
                let round = matches!(to, Node::State(_));
                if !visit(graph, Edge { to, round, chance: p * q }) {
                    return true;
                }
            }
        }
        true
    }
}

/// Returns the place for the node of a pair.
fn pair_of(pairs: &mut Vec<Vec<Option<Node>>>, [a, d]: [u32; 2]) -> &mut Option<Node> {
    let (a, d) = (a as usize, d as usize);
    if pairs.len() <= a {
        pairs.resize_with(a + 1, Vec::new);
    }
    let row = &mut pairs[a];
    if row.len() <= d {
        row.resize(d + 1, None);
    }
    &mut row[d]
}
