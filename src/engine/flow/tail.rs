//! The rest of long battles. Where few states are left that hardly ever end, their graph is small.

use super::FlowPlan;
use crate::engine::graph::{Graph, Limit, Node, absorption};
use crate::engine::{Control, Ends, Unsolved};
use crate::model::Battle;

/// Steps of a flow for each unit of work on a graph.
const STEPS_PER_NODE: u64 = 20;

/// Edge visits in the time of a step.
const EDGE_VISITS_PER_STEP: u64 = 8;

/// Units of work that a graph may always take.
const LEAST_WORK: u64 = 1000;

/// Share of the work so far that an attempt may take.
const ATTEMPT_SHARE: f64 = 0.25;

/// Growth of the work from round to round above which no attempt is made.
const MAX_GROWTH: f64 = 1.0;

/// Decides when the rest of a battle is solved on its graph.
#[derive(Default)]
pub(super) struct Tail {
    /// Probability of undecided battles a round ago.
    before: Option<f64>,
    /// Work up to the round before, and of that round.
    work: [u64; 2],
    /// Work after which the next attempt is due.
    next: u64,
}

/// The rest of a battle, with its solution.
pub(super) struct Rest<S> {
    pub(super) graph: Graph<S>,
    /// The distribution over the ends of a battle that is undecided so far.
    pub(super) found: Ends<Node>,
    /// By state of the graph: the probability that the rest begins there.
    pub(super) start: Vec<f64>,
    /// Round in which the rest begins.
    pub(super) next: u32,
    /// Probability that a battle is undecided so far.
    pub(super) left: f64,
}

/// The rest of a battle, if its graph was small enough, and the steps of work.
type Attempt<S> = (Option<Rest<S>>, u64);

impl Tail {
    /// Returns whether battles end so slowly that an attempt is worth its work.
    pub(super) fn is_due(&mut self, work: u64, left: f64) -> bool {
        let is_slow = self.before.replace(left).is_none_or(|before| left > before / 2.0);
        let [all, before] = self.work;
        let last = work - all;
        self.work = [work, last];
        // Rounds that become ever cheaper need no graph, and while they still become more expensive,
        // it would be too large.
        let shrinks = last < before;
        let factor = last as f64 / before.max(1) as f64;
        let rest = if shrinks { last as f64 / (1.0 - factor) } else { f64::INFINITY };
        let grows = before > 0 && factor > MAX_GROWTH;
        is_slow && !grows && rest > ATTEMPT_SHARE * work as f64 && work >= self.next
    }

    /// Solves the rest of the battles, which are undecided after a round, on a graph. Returns the
    /// steps of work, and no solution if the graph is too large for the work so far.
    pub(super) fn solve<B: Battle>(
        &mut self,
        (battle, captains): (&B, &B::Captains),
        undecided: &[(B::State, f64)],
        (round, work): (u32, u64),
        plan: FlowPlan,
        control: &Control,
    ) -> Result<Attempt<B::State>, Unsolved> {
        self.next = 2 * work;
        let control = &control.uncounted();
        let share = (work as f64 * ATTEMPT_SHARE) as u64 / STEPS_PER_NODE;
        let most = share.max(LEAST_WORK).min(plan.work / STEPS_PER_NODE);
        let limit = Limit { size: u32::MAX.into(), work: most, bytes: plan.bytes };
        let openings: Vec<B::State> = undecided.iter().map(|(state, _)| *state).collect();
        let graph = match Graph::of_all(battle, &openings, &mut captains.clone(), limit, control) {
            Ok(graph) => graph,
            Err(Unsolved::Stopped) => return Err(Unsolved::Stopped),
            Err(_) => return Ok((None, most * STEPS_PER_NODE)),
        };
        let spent = graph.work * STEPS_PER_NODE;
        let left: f64 = undecided.iter().map(|(_, mass)| mass).sum();
        let masses: Vec<f64> = undecided.iter().map(|(_, mass)| mass / left).collect();
        let first = graph.topology.first_round;
        let cap = plan.round_cap.map(|cap| cap - round - 1 + first);
        let visits = plan.work.saturating_sub(spent).saturating_mul(EDGE_VISITS_PER_STEP);
        let found = absorption::solve_from(&graph.topology, &masses, cap, visits, control);
        let found = match found {
            Ok(found) => found,
            Err(Unsolved::Stopped) => return Err(Unsolved::Stopped),
            Err(_) => return Err(Unsolved::TooLarge(work + plan.work)),
        };
        let spent = spent + found.work / EDGE_VISITS_PER_STEP;
        let mut start = vec![0.0; graph.states.len()];
        for (node, (_, mass)) in graph.topology.openings.iter().zip(undecided) {
            if let Node::State(state) = node {
                start[*state as usize] += mass;
            }
        }
        Ok((Some(Rest { graph, found, start, next: round + 1, left }), spent))
    }
}

impl<S: Copy> Rest<S> {
    /// Returns the final states and the undecided ones, with their probabilities.
    pub(super) fn finals(&self) -> [Vec<(S, f64)>; 2] {
        let Self { graph, found, left, .. } = self;
        [&found.ends, &found.undecided].map(|finals| {
            finals.iter().map(|(node, mass)| (*graph.situation(*node), left * mass)).collect()
        })
    }
}
