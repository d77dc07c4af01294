//! Steps of the walk: several activations at once, where they have few outcomes together.

use crate::engine::graph::{Edge, Node, Topology};

/// What one draw decides.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The situation before it.
    pub(super) from: u32,
    /// What it can lead to.
    pub(super) outcomes: Vec<Edge>,
    /// How often one of its outcomes was followed by what comes after it.
    pub(super) lengthened: u32,
}

/// Outcomes of a step that covers several activations, at most.
const MOST_OUTCOMES: usize = 16;

/// Situations of a graph up to which activations are taken together: the tables should stay
/// in the fastest memory.
const MOST_STATES: usize = 1 << 12;

/// Edges that may be looked at to lengthen steps: some 20 ms of work. Steps that are not lengthened
/// are right as well, only slower to walk.
pub(super) const MOST_LOOKS: u64 = 1 << 22;

/// An upper limit of the rows of the tables of a graph.
pub(in crate::engine) fn most_rows(graph: &Topology) -> u64 {
    let lengthened = if graph.states() > MOST_STATES { 0 } else { MOST_OUTCOMES * graph.states() };
    (2 * graph.size()).max(lengthened as u64)
}

/// The steps from all situations in which one can begin. `looks` is how many edges may still be
/// looked at to lengthen them.
pub(super) fn steps(graph: &Topology, looks: &mut u64) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
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
        while *looks > 0
            && let Some((_, longer)) = follow(graph, &outcomes, looks)
        {
            outcomes = longer;
            lengthened += 1;
        }
        for outcome in &outcomes {
            list(outcome.to, &mut open);
        }
        steps.push(Step { from, outcomes, lengthened });
    }
    steps
}

/// The outcomes with one situation among them followed by what comes after it, where that
/// leaves few enough: the likeliest that can be. A step ends where a round begins, so that
/// battles can be cut short there. `looks` is less by the edges looked at.
fn follow(graph: &Topology, outcomes: &[Edge], looks: &mut u64) -> Option<(u32, Vec<Edge>)> {
    if graph.states() > MOST_STATES {
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
        *looks = looks.saturating_sub((outcomes.len() * (1 + after.len())) as u64);
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
        (longer.len() <= MOST_OUTCOMES).then_some((state, longer))
    })
}

/// The ways in which a step that was lengthened this often goes from here to one of its outcomes:
/// activation by activation, each with its chance.
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
