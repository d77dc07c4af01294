//! The nodes of known states, while a graph is built.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Edge, Graph, Node};
use crate::model::StepOutcome;
use crate::model::exchange::ExchangeRounds;

/// Finds the node of a state. States of an exchange are looked up by the numbers of their sides, and
/// what each side makes of its hits is known beforehand.
pub(super) struct Nodes<'a, S> {
    numbers: FxHashMap<S, Node>,
    rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>,
    /// By state of the first side, then by state of the second.
    pairs: Vec<Vec<Option<Node>>>,
    outcomes: Vec<([u32; 2], f64)>,
}

impl<'a, S: Copy + Eq + Hash> Nodes<'a, S> {
    pub(super) fn new(rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>) -> Self {
        let (numbers, pairs, outcomes) = Default::default();
        Self { numbers, rounds, pairs, outcomes }
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
        let Self { rounds: Some(rounds), pairs, outcomes, .. } = self else { return false };
        let Some(states) = rounds.split(state) else { return false };
        outcomes.clear();
        rounds.outcomes(states, outcomes);
        for &(pair, chance) in &*outcomes {
            let to = *pair_of(pairs, pair).get_or_insert_with(|| {
                let (state, progress) = rounds.join(pair);
                graph.add(state, progress)
            });
            let round = matches!(to, Node::State(_));
            if !visit(graph, Edge { to, round, chance }) {
                return true;
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
