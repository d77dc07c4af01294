//! Exchanges on a grid: each round changes the probability of each pair of states of the sides.
//!
//! How battles end follows from one pass over all pairs. Only the distribution over rounds, the
//! odds after each of them, and a cap on rounds need a pass per round.

use super::mass::Masses;
use super::{FlowPlan, Listing, MIN_LEFT};
use crate::dice::Enumerator;
use crate::engine::ends::{Ends, MAX_LISTED_ROUNDS, MAX_MASS_LEFT};
use crate::engine::exchange::{Grid, GridMass, Pairs};
use crate::engine::{Control, Unsolved};
use crate::model::exchange::{ExchangeRounds, ExchangeSide};
use crate::model::{Battle, StepOutcome};

/// Additions on the grid that cost as much as a step of a flow.
const ADDITIONS_PER_STEP: u64 = 32;

/// Cost of one outcome of an activation before the exchange, in steps of a flow.
const STEPS_PER_OUTCOME: u64 = 16;

/// Cost of finding the state of a side after some hits, in steps of a flow.
const STEPS_PER_REPLY: u64 = 8;

/// The rounds before the exchange, from the first.
struct Before<S> {
    /// By round: pairs of the exchange that are played from this round on.
    arrivals: Vec<Pairs>,
    /// By round: final states that are reached in it.
    ends: Vec<Vec<(S, f64)>>,
    /// By round: states after it from which the exchange has not been reached.
    waiting: Vec<Vec<(S, f64)>>,
}

/// Work left, in steps.
struct WorkLeft {
    all: u64,
    left: u64,
}

impl WorkLeft {
    fn take(&mut self, steps: u64) -> Result<(), Unsolved> {
        self.left = self.left.checked_sub(steps).ok_or(Unsolved::TooLarge(self.all))?;
        Ok(())
    }

    fn done(&self) -> u64 {
        self.all - self.left
    }
}

pub(super) fn solve<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    mut rounds: Box<dyn ExchangeRounds<B::State> + '_>,
    plan: FlowPlan,
    control: &Control,
) -> Result<Ends<B::State>, Unsolved> {
    let mut work = WorkLeft { all: plan.work, left: plan.work };
    // No state is known yet, so this only checks that the battle has sides.
    if rounds.sides(&mut |_| true).is_none() {
        return Err(Unsolved::NotApplicable);
    }
    let mut captains = captains.clone();
    let before = Before::new(battle, &mut captains, &mut *rounds, plan, &mut work, control)?;
    let sides = sides(&mut *rounds, plan, &mut work, control)?;
    let grid = Grid::new(&sides, control)?.ok_or(Unsolved::NotApplicable)?;
    let solver = GridSolver { battle, rounds: &*rounds, grid, before, plan, control };
    match plan.round_cap {
        None => solver.solve(work),
        Some(cap) => solver.solve_up_to(cap, work),
    }
}

/// Returns the states of both sides, if all pairs of them fit the limits.
fn sides<S>(
    rounds: &mut dyn ExchangeRounds<S>,
    plan: FlowPlan,
    work: &mut WorkLeft,
    control: &Control,
) -> Result<[ExchangeSide; 2], Unsolved> {
    let most = work.left / STEPS_PER_REPLY / 2;
    let sides = rounds.sides(&mut |replies| replies <= most && !control.is_stopped());
    if control.is_stopped() {
        return Err(Unsolved::Stopped);
    }
    let sides = sides.ok_or(Unsolved::TooLarge(work.all))?;
    work.take(sides.iter().map(|side| side.replies.total() as u64 * STEPS_PER_REPLY).sum())?;
    let states = sides.each_ref().map(|side| side.fights.len() as u64);
    let pairs: u64 = states.iter().product();
    work.take(pairs / ADDITIONS_PER_STEP)?;
    if pairs * Grid::BYTES > plan.bytes {
        return Err(Unsolved::TooLarge(work.done()));
    }
    control.holds(pairs * Grid::BYTES)?;
    Ok(sides)
}

/// Returns an upper bound of the work of building the graph: the states of all pairs, and what each
/// of them leads to.
pub(super) fn graph_work<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    mut rounds: Box<dyn ExchangeRounds<B::State> + '_>,
    plan: FlowPlan,
    control: &Control,
) -> Result<u64, Unsolved> {
    let mut work = WorkLeft { all: plan.work, left: plan.work };
    let mut captains = captains.clone();
    Before::new(battle, &mut captains, &mut *rounds, plan, &mut work, control)?;
    let mut outcomes = work.done() / STEPS_PER_OUTCOME;
    let [first, second] = sides(&mut *rounds, plan, &mut work, control)?;
    let each = |side: &ExchangeSide, visit: &mut dyn FnMut(u64, u64)| {
        for state in 0..side.fights.len() {
            visit(side.replies.of(state).len() as u64, side.hits.of(state).len() as u64);
        }
    };
    each(&first, &mut |replies, hits| {
        each(&second, &mut |others, by_second| {
            outcomes += 1 + replies.min(by_second) * others.min(hits);
        });
    });
    Ok(outcomes)
}

impl<S: Copy + Eq + std::hash::Hash> Before<S> {
    /// Plays the rounds before the exchange, activation by activation.
    fn new<B: Battle<State = S>>(
        battle: &B,
        captains: &mut B::Captains,
        rounds: &mut dyn ExchangeRounds<S>,
        plan: FlowPlan,
        work: &mut WorkLeft,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        let mut before = Self { arrivals: Vec::new(), ends: Vec::new(), waiting: Vec::new() };
        let opening = battle.opening();
        if battle.is_over(&opening) {
            before.arrivals.push(Pairs::new());
            before.ends.push(vec![(opening, 1.0)]);
            before.waiting.push(Vec::new());
            return Ok(before);
        }
        let mut open = vec![(opening, 1.0)];
        let last = plan.round_cap.map_or(MAX_LISTED_ROUNDS, u64::from);
        for round in battle.first_round().. {
            if open.is_empty() || u64::from(round) > last.max(battle.first_round().into()) {
                break;
            }
            let (mut ends, mut next) = (Masses::default(), Masses::default());
            let mut arrived = Pairs::new();
            while !open.is_empty() {
                let mut then = Masses::default();
                for (from, mass) in std::mem::take(&mut open) {
                    control.look(work.done() as usize / STEPS_PER_OUTCOME as usize)?;
                    if let Some(pair) = rounds.split(&from) {
                        arrived.push((pair, mass));
                        continue;
                    }
                    let play = |die: &mut Enumerator| {
                        let mut state = from;
                        (battle.step(&mut state, die, captains), state)
                    };
                    let (mut outcomes, most) = (0, work.left / STEPS_PER_OUTCOME);
                    Enumerator::each_while(play, |(progress, state), chance| {
                        let to = match progress {
                            StepOutcome::Over => &mut ends,
                            StepOutcome::NextRound => &mut next,
                            StepOutcome::Continue => &mut then,
                        };
                        to.add(state, mass * chance);
                        outcomes += 1;
                        outcomes <= most && control.pause(outcomes as usize).is_ok()
                    });
                    work.take(outcomes * STEPS_PER_OUTCOME)?;
                    let states = (ends.len() + next.len() + then.len()) as u64;
                    if states * Masses::<S>::BYTES > plan.bytes {
                        return Err(Unsolved::TooLarge(work.done()));
                    }
                    control.holds(states * Masses::<S>::BYTES)?;
                }
                open = then.take().collect();
            }
            open = next.take().collect();
            before.arrivals.push(arrived);
            before.ends.push(ends.take().collect());
            before.waiting.push(open.clone());
        }
        match open.is_empty() || plan.round_cap.is_some() {
            true => Ok(before),
            false => Err(Unsolved::TooLarge(work.done())),
        }
    }
}

/// A battle on its grid.
struct GridSolver<'a, B: Battle> {
    battle: &'a B,
    rounds: &'a dyn ExchangeRounds<B::State>,
    grid: Grid,
    before: Before<B::State>,
    plan: FlowPlan,
    control: &'a Control,
}

impl<B: Battle> GridSolver<'_, B> {
    fn state(&self, pair: [u32; 2]) -> B::State {
        self.rounds.join(self.grid.numbers(pair)).0
    }

    /// Returns pairs of the exchange as pairs of the grid.
    fn arrivals(&self, nth: usize) -> impl Iterator<Item = ([usize; 2], f64)> {
        let arrived = self.before.arrivals.get(nth).into_iter().flatten();
        arrived.map(|(numbers, mass)| (self.grid.places(*numbers), *mass))
    }

    fn undecided(&self, nth: usize, mass: &GridMass) -> Vec<(B::State, f64)> {
        let pairs = mass.pairs().map(|(pair, mass)| (self.state(pair), mass));
        pairs.chain(self.before.waiting.get(nth).into_iter().flatten().copied()).collect()
    }

    /// Follows all battles to their ends.
    fn solve(&self, mut work: WorkLeft) -> Result<Ends<B::State>, Unsolved> {
        let mut mass = GridMass::new(&self.grid);
        let mut mean = 0.0;
        for (nth, ends) in self.before.ends.iter().enumerate() {
            let arrived = self.arrivals(nth).inspect(|(pair, here)| mass.add(*pair, *here));
            let arrived: f64 = arrived.map(|(_, mass)| mass).sum();
            let ended: f64 = ends.iter().map(|(_, mass)| mass).sum();
            mean += (arrived + ended) * (f64::from(self.battle.first_round()) + nth as f64);
        }
        let most = work.left.saturating_mul(ADDITIONS_PER_STEP);
        let settled = self.grid.settle(mass, most, self.control).map_err(|no| match no {
            Unsolved::TooLarge(_) => Unsolved::TooLarge(work.all),
            no => no,
        })?;
        work.take(settled.work / ADDITIONS_PER_STEP)?;
        let never = settled.never();
        let mut listing = Listing::new(self.battle, self.plan.listed);
        self.list(&mut listing, None, never, &mut work, |_, _| ())?;
        listing.found.rounds.mean = mean + settled.rounds.mean;
        let states = |pairs: Pairs| pairs.into_iter().map(|(pair, mass)| (self.state(pair), mass));
        let early = self.before.ends.iter().flatten().copied();
        let (ends, undecided) =
            (early.chain(states(settled.ends)), states(settled.undecided).collect());
        listing.result(ends.collect(), undecided, None, work.done())
    }

    /// Plays round by round up to the cap, which decides how battles end.
    fn solve_up_to(&self, cap: u32, mut work: WorkLeft) -> Result<Ends<B::State>, Unsolved> {
        let mut listing = Listing::new(self.battle, self.plan.listed);
        let mut ended = GridMass::new(&self.grid);
        let count = |[a, d]: [u32; 2], mass| ended.add([a as usize, d as usize], mass);
        let (last, mass) = self.list(&mut listing, Some(cap), 0.0, &mut work, count)?;
        let undecided = self.undecided(last, &mass);
        listing.add_round(cap, undecided.iter().map(|(_, mass)| mass).sum());
        let ends = ended.pairs().map(|(pair, mass)| (self.state(pair), mass));
        let ends = self.before.ends.iter().flatten().copied().chain(ends).collect();
        listing.result(ends, undecided, Some(cap), work.done())
    }

    /// Lists the rounds in which battles end, up to the cap or until almost all battles that end
    /// have ended. Returns the index of the last one, and the probabilities after it.
    fn list(
        &self,
        listing: &mut Listing<'_, B>,
        round_cap: Option<u32>,
        never: f64,
        work: &mut WorkLeft,
        mut end: impl FnMut([u32; 2], f64),
    ) -> Result<(usize, GridMass), Unsolved> {
        let mut mass = GridMass::new(&self.grid);
        for (nth, round) in (self.battle.first_round()..).enumerate() {
            self.control.look(nth)?;
            for (state, mass) in self.before.ends.get(nth).into_iter().flatten() {
                listing.end(*mass, || *state);
            }
            self.arrivals(nth).for_each(|(pair, here)| mass.add(pair, here));
            let (mut after, additions) = self.grid.play(&mass);
            let taken = work.take(additions / ADDITIONS_PER_STEP);
            self.grid.take_ends(&mut after, |pair, mass| {
                end(pair, mass);
                listing.end(mass, || self.state(pair));
            });
            mass = after;
            let wanted = listing.wants(round);
            listing.close(round, &if wanted { self.undecided(nth, &mass) } else { Vec::new() });
            let is_before = nth + 1 < self.before.ends.len();
            let left = mass.sum() - never;
            let is_wanted = is_before || listing.wants(round + 1);
            let done = match round_cap {
                Some(cap) => round >= cap || (left <= MIN_LEFT && !is_wanted),
                None => left < MAX_MASS_LEFT && !is_wanted,
            };
            if done {
                return Ok((nth, mass));
            }
            if taken.is_err() && round_cap.is_some() {
                return Err(Unsolved::TooLarge(work.all));
            }
            if taken.is_err() || u64::from(round) >= MAX_LISTED_ROUNDS {
                listing.found.rounds_are_whole = false;
                return Ok((nth, mass));
            }
        }
        Err(Unsolved::TooLarge(work.all))
    }
}
