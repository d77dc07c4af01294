//! Steps of the walk: several activations at once where they have few outcomes together.

use crate::engine::graph::{Edge, Node, Topology};

/// A step: the outcomes among which one draw decides.
#[derive(Clone, Debug)]
pub(super) struct DrawStep {
    /// State before the step.
    pub(super) from: u32,
    /// Possible outcomes.
    pub(super) outcomes: Vec<Edge>,
    /// Number of times that an outcome was replaced by its successors.
    pub(super) lengthened: u32,
}

/// Maximum number of outcomes of a step that covers several activations.
const MAX_OUTCOMES: usize = 16;

/// Maximum number of states of a graph whose steps are lengthened. The tables should fit the
/// fastest cache.
const MAX_STATES: usize = 1 << 12;

/// Number of edge visits available for lengthening steps: about 20 ms of work. Steps that are not
/// lengthened are correct as well, but slower to walk.
pub(super) const MAX_EDGE_VISITS: u64 = 1 << 22;

/// Upper bound of the number of rows in the tables of a graph.
pub(crate) fn max_rows(graph: &Topology) -> u64 {
    let lengthened = if graph.states() > MAX_STATES { 0 } else { MAX_OUTCOMES * graph.states() };
    (2 * graph.size()).max(lengthened as u64)
}

/// Returns the steps from all states in which one can begin. `edge_visits` is the number of edge
/// visits left for lengthening them.
pub(super) fn steps(graph: &Topology, edge_visits: &mut u64) -> Vec<DrawStep> {
    let mut steps: Vec<DrawStep> = Vec::new();
    let mut listed = vec![false; graph.states()];
    let mut open = Vec::new();
    let mut list = |node: Node, open: &mut Vec<u32>| {
        if let Node::State(state) = node
            && !std::mem::replace(&mut listed[state as usize], true)
        {
            open.push(state);
        }
    };
    graph.openings.iter().for_each(|&opening| list(opening, &mut open));
    let mut next = 0;
    while let Some(&from) = open.get(next) {
        next += 1;
        let (mut outcomes, mut lengthened) = (graph.edges(from).to_vec(), 0);
        while *edge_visits > 0
            && let Some((_, longer)) = follow(graph, &outcomes, edge_visits)
        {
            outcomes = longer;
            lengthened += 1;
        }
        for outcome in &outcomes {
            list(outcome.to, &mut open);
        }
        steps.push(DrawStep { from, outcomes, lengthened });
    }
    steps
}

/// Lengthens a step: replaces the most likely suitable outcome by its successors. Returns the state
/// of that outcome and the new outcomes, or `None` if there would be too many.
///
/// Outcomes that begin a round are not replaced, so that battles can be cut short there.
/// `edge_visits` is reduced by the number of edges visited.
fn follow(graph: &Topology, outcomes: &[Edge], edge_visits: &mut u64) -> Option<(u32, Vec<Edge>)> {
    if graph.states() > MAX_STATES {
        return None;
    }
    let mut candidates: Vec<&Edge> = outcomes.iter().collect();
    candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    candidates.into_iter().find_map(|through| {
        let Node::State(state) = through.to else { return None };
        let after = graph.edges(state);
        if through.round {
            return None;
        }
        *edge_visits = edge_visits.saturating_sub((outcomes.len() * (1 + after.len())) as u64);
        let mut longer: Vec<Edge> =
            outcomes.iter().filter(|&edge| !std::ptr::eq(edge, through)).copied().collect();
        for edge in after {
            let chance = through.chance * edge.chance;
            let same = |known: &&mut Edge| (known.to, known.round) == (edge.to, edge.round);
            match longer.iter_mut().find(same) {
                Some(known) => known.chance += chance,
                None => longer.push(Edge { chance, ..*edge }),
            }
        }
        (longer.len() <= MAX_OUTCOMES).then_some((state, longer))
    })
}

/// Returns the paths from a state to one of the outcomes of its step: their activations and their
/// probability. `lengthened` is the number of times that the step was lengthened.
pub(super) fn ways(
    graph: &Topology,
    from: u32,
    to: (Node, bool),
    lengthened: u32,
) -> Vec<(Vec<Edge>, f64)> {
    let mut outcomes = graph.edges(from).to_vec();
    let mut ways: Vec<(Vec<Edge>, f64)> =
        outcomes.iter().map(|edge| (vec![*edge], edge.chance)).collect();
    let last = |way: &[Edge]| way.last().map(|edge| (edge.to, edge.round));
    for _ in 0..lengthened {
        let Some((through, longer)) = follow(graph, &outcomes, &mut 0) else { break };
        outcomes = longer;
        let (stay, go): (Vec<_>, Vec<_>) =
            ways.into_iter().partition(|(way, _)| last(way) != Some((Node::State(through), false)));
        ways = stay;
        for (way, chance) in go {
            let further = |edge: &Edge| ([&way[..], &[*edge]].concat(), chance * edge.chance);
            ways.extend(graph.edges(through).iter().map(further));
        }
    }
    ways.retain(|(way, _)| last(way) == Some(to));
    ways
}
