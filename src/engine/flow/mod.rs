//! Exact odds without the battle graph: the distribution over the states is carried from round to
//! round, battles that end are counted, and everything else is forgotten.
//!
//! A state that comes up in many rounds is played in each of them, but no edges are kept, and states
//! with next to no probability are left out. So a battle whose graph is too large can be solved if it
//! does not last long.
//!
//! ```text
//! mass      probabilities of states
//! levels    the flow of any battle whose states have levels
//! duel      the flow of a battle that is solved as a duel
//! pairs     probabilities of pairs of states
//! rounds    rounds that are listed, and the state after each of them
//! tail      long battles: their rest on a graph
//! exchange  battles whose later rounds are an exchange
//! ```

pub(crate) mod duel;
mod exchange;
pub(crate) mod levels;
pub(crate) mod mass;
mod pairs;
mod rounds;
mod tail;

use self::mass::Masses;
use self::rounds::Listing;
use self::tail::Tail;
use super::{Control, Ends, Stage, Stopped, Unsolved};
use crate::model::Battle;
use crate::model::flow::Flow;

/// Probability of undecided battles that are no longer followed.
const MIN_LEFT: f64 = 1e-15;

/// Steps of work for each situation that is shown as progress.
const STEPS_PER_SITUATION: u64 = 16;

/// Probability of the states that are left out after each of the first [`EARLY_ROUNDS`].
const LEFT_OUT_PER_ROUND: f64 = 1e-15;

/// Number of rounds after which less is left out, so that the total stays below [`MAX_LEFT_OUT`](super::MAX_LEFT_OUT)
/// however long a battle takes.
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
        listing.end(&opening, 1.0);
        listing.close(battle.first_round(), &[]);
        return listing.result(vec![(opening, 1.0)], Vec::new(), plan.round_cap, 0);
    }
    let (mut work, mut fits, mut tail) = (0, true, Tail::default());
    for round in battle.first_round().. {
        let mut end = |state: &B::State, mass| {
            ends.add(*state, mass);
            listing.end(state, mass);
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
            listing.cut_short(round, left);
            let undecided = flow.undecided();
            return listing.result(ends.take(), undecided, plan.round_cap, work);
        }
        if left <= MIN_LEFT {
            return listing.result(ends.take(), Vec::new(), plan.round_cap, work);
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
                return listing.result(ends.take(), undecided, plan.round_cap, work);
            }
        }
        // The sum of 1/n² is finite.
        let n = f64::from(1 + (round - battle.first_round()) / EARLY_ROUNDS);
        flow.leave_out(LEFT_OUT_PER_ROUND / (n * n));
    }
    Err(Unsolved::TooLarge(work))
}
