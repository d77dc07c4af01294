//! Exact odds without the battle graph: the distribution over the states is carried from round to
//! round, battles that end are counted, and everything else is forgotten.
//!
//! A state that comes up in many rounds is played in each of them, but no edges are kept, and
//! states with next to no probability are left out. So a battle whose graph is too large can be
//! solved if it does not last long.
//!
//! ```text
//! mass      probabilities of states
//! levels    the flow of any battle whose states have levels
//! duel      the flow of a battle that is solved as a duel
//! exchange  battles whose later rounds are an exchange
//! ```

pub(crate) mod duel;
mod exchange;
pub(crate) mod levels;
pub(crate) mod mass;

use self::mass::Masses;
use crate::engine::ends::{MAX_MASS_LEFT, Shares};
use crate::engine::graph::{Graph, Limit, Node, absorption};
use crate::engine::{Control, Ends, Stage, Stopped, Unsolved};
use crate::model::Battle;
use crate::model::flow::Flow;

/// Probability of undecided battles that are no longer followed.
const MIN_LEFT: f64 = 1e-15;

/// Steps of work for each situation that is shown as progress.
const STEPS_PER_SITUATION: u64 = 16;

/// Probability of the states that are left out after each of the first [`EARLY_ROUNDS`].
const LEFT_OUT_PER_ROUND: f64 = 1e-15;

/// Number of rounds after which less is left out, so that the total stays below
/// [`MAX_LEFT_OUT`](super::MAX_LEFT_OUT) however long a battle takes.
const EARLY_ROUNDS: u32 = 500;

/// Question to a flow, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct FlowPlan {
    /// Round after which an undecided battle is cut short.
    pub round_cap: Option<u32>,
    /// Last round after which the odds are wanted, if any are.
    pub listed: Option<u32>,
    /// Limit on the work, in steps of [`FlowWork`](crate::model::flow::FlowWork).
    pub work: u64,
    /// Limit on the bytes of all states.
    pub bytes: u64,
}

/// Computes the distribution over the ends of a battle under the play of these captains.
///
/// # Errors
/// If the battle has no flow or exceeds a limit, or if it is stopped.
pub fn solve<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    plan: FlowPlan,
    control: &Control,
) -> Result<Ends<B::State>, Unsolved> {
    control.begin(Stage::Odds, 0);
    if let Some(rounds) = battle.exchange_rounds(captains) {
        return exchange::solve(battle, captains, rounds, plan, control);
    }
    let flow = battle.flow(captains).ok_or(Unsolved::NotApplicable)?;
    by_rounds(battle, captains, flow, plan, control)
}

/// Whether [`solve`] applies to a battle under the play of these captains.
pub fn applies<B: Battle>(battle: &B, captains: &B::Captains) -> bool {
    match battle.exchange_rounds(captains) {
        Some(mut rounds) => rounds.sides(&mut |_| true).is_some(),
        None => battle.flow(captains).is_some(),
    }
}

/// Returns an upper bound of the work of building the graph of a battle in units of
/// [`Limit::work`](super::graph::Limit::work), if it is an exchange and the bound is easily found.
///
/// # Errors
/// If it is stopped.
pub fn graph_work<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    plan: FlowPlan,
    control: &Control,
) -> Result<Option<u64>, Stopped> {
    let Some(rounds) = battle.exchange_rounds(captains) else { return Ok(None) };
    match exchange::graph_work(battle, captains, rounds, plan, control) {
        Ok(work) => Ok(Some(work)),
        Err(Unsolved::Stopped) => Err(Stopped),
        Err(_) => Ok(None),
    }
}

/// Plays round by round until almost no battle is undecided.
fn by_rounds<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    mut flow: Box<dyn Flow<B::State> + '_>,
    plan: FlowPlan,
    control: &Control,
) -> Result<Ends<B::State>, Unsolved> {
    let mut listing = Listing::new(battle, plan.listed);
    let mut ends = Masses::default();
    let opening = battle.opening();
    if battle.is_over(&opening) {
        listing.end(1.0, || opening);
        listing.close(battle.first_round(), &[]);
        return listing.result(vec![(opening, 1.0)], Vec::new(), plan.round_cap, 0);
    }
    let (mut work, mut fits, mut tail) = (0, true, Tail::default());
    for round in battle.first_round().. {
        let mut end = |state: &B::State, mass| {
            ends.add(*state, mass);
            listing.end(mass, || *state);
        };
        let played = flow.play(&mut end, &mut |done| {
            work += done.steps;
            fits = work <= plan.work && done.bytes <= plan.bytes;
            fits && control.holds(done.bytes).is_ok()
                && control.look((work / STEPS_PER_SITUATION) as usize).is_ok()
        });
        if !played {
            return Err(if fits { Unsolved::Stopped } else { Unsolved::TooLarge(work) });
        }
        let wanted = listing.wants(round);
        listing.close(round, &if wanted { flow.undecided() } else { Vec::new() });
        let left = flow.left();
        if plan.round_cap.is_some_and(|cap| round >= cap) {
            listing.add_round(round, left);
            let undecided = flow.undecided();
            return listing.result(ends.take().collect(), undecided, plan.round_cap, work);
        }
        if left <= MIN_LEFT {
            return listing.result(ends.take().collect(), Vec::new(), plan.round_cap, work);
        }
        if tail.is_due(work, left) {
            let (plan, undecided) = (FlowPlan { work: plan.work - work, ..plan }, flow.undecided());
            let battle = (battle, captains);
            let (rest, spent) = tail.solve(battle, &undecided, (round, work), plan, control)?;
            work += spent;
            if let Some(rest) = rest {
                listing.append(&rest, control)?;
                let [more, undecided] = rest.finals();
                more.into_iter().for_each(|(state, mass)| ends.add(state, mass));
                return listing.result(ends.take().collect(), undecided, plan.round_cap, work);
            }
        }
        // The sum of 1/n² is finite.
        let n = f64::from(1 + (round - battle.first_round()) / EARLY_ROUNDS);
        flow.leave_out(LEFT_OUT_PER_ROUND / (n * n));
    }
    Err(Unsolved::TooLarge(work))
}

/// Lists the rounds in which battles end.
struct Listing<'a, B: Battle> {
    /// Last round after which the odds are wanted, if any are.
    last: Option<u32>,
    /// The cells of battles that have ended, while they are needed.
    shares: Option<Shares<'a, B>>,
    first_round: u32,
    /// Probability that battles have ended in the present round.
    ended: f64,
    found: Ends<B::State>,
}

impl<'a, B: Battle> Listing<'a, B> {
    fn new(battle: &'a B, last: Option<u32>) -> Self {
        let mut found = Ends::default();
        found.rounds.distribution = vec![0.0; battle.first_round() as usize];
        let shares = last.map(|_| Shares::new(battle));
        Self { last, shares, first_round: battle.first_round(), ended: 0.0, found }
    }

    fn wants(&self, round: u32) -> bool {
        round > 0 && self.last.is_some_and(|last| round <= last)
    }

    /// Counts battles that end in the present round. Asks for their state only if it matters.
    #[inline]
    fn end(&mut self, mass: f64, state: impl FnOnce() -> B::State) {
        self.ended += mass;
        if let Some(shares) = &mut self.shares {
            shares.add(&state(), mass);
        }
    }

    /// Ends a round with these states undecided, which are needed if its odds are wanted.
    fn close(&mut self, round: u32, undecided: &[(B::State, f64)]) {
        let ended = std::mem::take(&mut self.ended);
        self.add_round(round, ended);
        if let Some(shares) = self.shares.as_ref().filter(|_| self.wants(round)) {
            let undecided = undecided.iter().map(|(state, mass)| (state, *mass));
            self.found.by_round.push((round, shares.odds_with(undecided)));
        }
        if self.last.is_none_or(|last| round >= last) {
            self.shares = None;
        }
    }

    fn add_round(&mut self, round: u32, mass: f64) {
        // The present round is listed even if no battle ends in it.
        if round as usize == self.found.rounds.distribution.len() {
            self.found.rounds.distribution.push(0.0);
        }
        self.found.add_round(round, mass);
    }

    /// Adds the rest of the battles, which were solved on a graph.
    ///
    /// # Errors
    /// If it is stopped.
    fn append(&mut self, rest: &Rest<B::State>, control: &Control) -> Result<(), Stopped> {
        let Rest { graph, found, start, next, left } = rest;
        let first = graph.topology.first_round;
        let mean = self.found.rounds.mean;
        for (round, mass) in (0..).zip(&found.rounds.distribution).skip(first as usize) {
            self.add_round(round - first + next, left * mass);
        }
        let of_rest = found.rounds.mean + f64::from(*next) - f64::from(first);
        self.found.rounds.mean = mean + left * of_rest;
        self.found.rounds_are_whole &= found.rounds_are_whole;
        if let Some(last) = self.last
            && let Some(shares) = self.shares.take()
        {
            let more = absorption::by_round_from(shares, graph, start, *next..=last, control)?;
            self.found.by_round.extend(more);
        }
        Ok(())
    }

    /// Lists the odds after rounds in which no battle is undecided any more.
    fn fill(&mut self) {
        let (Some(shares), Some(last)) = (&self.shares, self.last) else { return };
        let listed = self.found.by_round.last().map(|(round, _)| *round);
        let next = listed.map_or(self.first_round.max(1), |round| round + 1);
        let odds = |round| (round, shares.odds_with(std::iter::empty()));
        self.found.by_round.extend((next..=last).map(odds));
    }

    /// Returns the result of battles with these ends.
    ///
    /// # Errors
    /// If too much is left out.
    fn result(
        mut self,
        ends: Vec<(B::State, f64)>,
        undecided: Vec<(B::State, f64)>,
        round_cap: Option<u32>,
        work: u64,
    ) -> Result<Ends<B::State>, Unsolved> {
        if undecided.is_empty() {
            self.fill();
        }
        let mut found = Ends { ends, undecided, work, ..self.found };
        if round_cap.is_none() {
            let mut left: f64 = found.ends.iter().map(|(_, mass)| mass).sum();
            let is_rest = |mass: &f64| {
                left -= mass;
                left < MAX_MASS_LEFT
            };
            if let Some(last) = found.rounds.distribution.iter().position(is_rest) {
                found.rounds.distribution.truncate(last + 1);
                found.rounds_are_whole = true;
            }
        }
        found.checked()
    }
}

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
struct Tail {
    /// Probability of undecided battles a round ago.
    before: Option<f64>,
    /// Work up to the round before, and of that round.
    work: [u64; 2],
    /// Work after which the next attempt is due.
    next: u64,
}

/// The rest of a battle, with its solution.
struct Rest<S> {
    graph: Graph<S>,
    /// The distribution over the ends of a battle that is undecided so far.
    found: Ends<Node>,
    /// By state of the graph: the probability that the rest begins there.
    start: Vec<f64>,
    /// Round in which the rest begins.
    next: u32,
    /// Probability that a battle is undecided so far.
    left: f64,
}

/// The rest of a battle, if its graph was small enough, and the steps of work.
type Attempt<S> = (Option<Rest<S>>, u64);

impl Tail {
    /// Returns whether battles end so slowly that an attempt is worth its work.
    fn is_due(&mut self, work: u64, left: f64) -> bool {
        let is_slow = self.before.replace(left).is_none_or(|before| left > before / 2.0);
        let [all, before] = self.work;
        let last = work - all;
        self.work = [work, last];
        // Rounds that become ever cheaper need no graph, and while they still become more
        // expensive, it would be too large.
        let shrinks = last < before;
        let factor = last as f64 / before.max(1) as f64;
        let rest = if shrinks { last as f64 / (1.0 - factor) } else { f64::INFINITY };
        let grows = before > 0 && factor > MAX_GROWTH;
        is_slow && !grows && rest > ATTEMPT_SHARE * work as f64 && work >= self.next
    }

    /// Solves the rest of the battles, which are undecided after a round, on a graph. Returns the
    /// steps of work, and no solution if the graph is too large for the work so far.
    fn solve<B: Battle>(
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
        let found = absorption::solve(&graph.topology, &masses, cap, visits, control);
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
    fn finals(&self) -> [Vec<(S, f64)>; 2] {
        let Self { graph, found, left, .. } = self;
        [&found.ends, &found.undecided].map(|finals| {
            finals.iter().map(|(node, mass)| (*graph.situation(*node), left * mass)).collect()
        })
    }
}
