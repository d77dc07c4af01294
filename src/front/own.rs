//! For those who bring a game: its odds, best play, and battles by the million.
//!
//! The rules of a game are written once, as [`Rules`], against a [`Table`] that answers dice and
//! decisions. Who answers is the matter of the engines: [`simulate`] throws dice, [`odds`] follows
//! all of them, and [`BestPlay`] follows all choices as well: it advises, replays and analyses.
//! `examples/own_game.rs` is a complete game in less than a hundred lines.
//!
//! ```
//! use fleetodds::own::{Die, Distribution, Enumerator};
//!
//! // The enumerator follows every outcome, here of rolling two dice.
//! let die = Distribution::new((1..=6).map(|face| (face, 1.0 / 6.0)));
//! let mut seven = 0.0;
//! Enumerator::each(
//!     |thrown: &mut Enumerator| thrown.draw(&die) + thrown.draw(&die),
//!     |sum, chance| seven += if sum == 7 { chance } else { 0.0 },
//! );
//! assert!((seven - 1.0 / 6.0).abs() < 1e-12);
//! ```

use std::io;

pub use crate::dice::{Die, Distribution, Enumerator};
pub use crate::engine::Unsolved;
pub use crate::model::StepOutcome;
pub use crate::model::game::Values;
pub use crate::model::rules::{Rules, Table};

use rustc_hash::FxHashMap;

use crate::answer::{Budget, ROUND_CAP};
use crate::dice::{Sampler, battle_generator};
use crate::engine::graph::{Graph, absorption};
use crate::engine::optimize::game;
use crate::engine::rules::{ListedGame, PlayedBattle, RulesPosition, step};
use crate::engine::simulate::{Kernel, RunPlan, Shard, run};
use crate::engine::{Control, Ctx};
use crate::model::Battle;
use crate::model::game::Decider;

/// Returns the probability of each cell of a battle, to about 1e-12. `play` returns the choice of a
/// captain in a state, from its number and its choices. The work is limited by the default
/// [`Budget`].
///
/// # Errors
/// If the battle has more states than fit the budget.
pub fn odds<R: Rules>(
    rules: &R,
    play: impl Fn(&R::State, u8, &[R::Choice]) -> R::Choice + Sync,
) -> Result<Vec<f64>, Unsolved> {
    let battle = PlayedBattle { rules, play };
    let (budget, control) = (Budget::default(), Control::default());
    let graph = Graph::new(&battle, &mut (), budget.graph(), &control)?;
    let ends = absorption::solve(&graph.topology, &[1.0], None, budget.edge_visits(), &control)?;
    let odds = graph.odds(&battle, &ends);
    Ok((0..battle.cells()).map(|cell| odds.share(cell)).collect())
}

/// Plays battles on all cores, and returns the share of the battles that each cell counts. `play` is
/// that of [`odds`]. A seed determines the result, on any number of cores.
///
/// # Errors
/// If threads cannot be started.
pub fn simulate<R: Rules>(
    rules: &R,
    play: impl Fn(&R::State, u8, &[R::Choice]) -> R::Choice + Sync,
    battles: u64,
    seed: u64,
) -> io::Result<Vec<f64>> {
    let battle = PlayedBattle { rules, play };
    let (shard, round_cap) = (Shard::WHOLE, ROUND_CAP);
    let plan = RunPlan { battles, seed, round_cap, precision: None, shard };
    let played = run(&Kernel::new(&battle, &()), &plan, &Ctx::new(0)?, &mut |_, _| ());
    let share = |count: &u64| *count as f64 / battles.max(1) as f64;
    Ok(played.tally.cells.iter().map(share).collect())
}

/// Largest number of steps of a replay. Play may return to a state for ever.
const MAX_STEPS: usize = 1_000_000;

/// The steps of a battle: each state, and what was decided in it.
type Course<R> = Vec<(<R as Rules>::State, Option<<R as Rules>::Choice>)>;

/// Best play of a game: what each state is worth if every captain makes the most of it.
pub struct BestPlay<'a, R: Rules> {
    rules: &'a R,
    /// By position: the number of the best choice, and what it is worth.
    positions: FxHashMap<RulesPosition<R>, (u8, Values)>,
}

impl<'a, R: Rules> BestPlay<'a, R> {
    /// Solves a game. Of equally good choices a captain takes the first. The work is limited by the
    /// default [`Budget`].
    ///
    /// # Errors
    /// If the game has more states than fit the budget.
    pub fn new(rules: &'a R) -> Result<Self, Unsolved> {
        let captains = [0, 1, 2, 3].map(|n| Decider::Best { value: n, tie: n, sign: 1.0 });
        let (limit, control) = (Budget::default().game(), Control::default());
        let opening = (rules.opening(), None);
        let positions =
            game::positions(&mut ListedGame(rules), opening, &captains, limit, &control)?;
        Ok(Self { rules, positions })
    }

    /// Returns what the opening is worth to each captain.
    #[must_use]
    pub fn worth(&self) -> Values {
        self.positions[&(self.rules.opening(), None)].1
    }

    /// Returns the best of these choices in a state; the first one in states that best play cannot
    /// lead to. As the play of [`odds`] and [`simulate`], it gives those of best play.
    pub fn choice(&self, state: &R::State, choices: &[R::Choice]) -> R::Choice {
        let best = self.positions.get(&(*state, None)).map_or(0, |(best, _)| usize::from(*best));
        choices[best.min(choices.len() - 1)]
    }

    /// Returns the choices in a state, each with what it is worth to every captain, in the order of
    /// the rules. There are none where the battle is over, where nothing is decided, and in states
    /// that the opening cannot lead to.
    #[must_use]
    pub fn advice(&self, state: &R::State) -> Vec<(R::Choice, Values)> {
        let choices = self.choices(state).into_iter();
        (0..).zip(choices).map(|(n, choice)| (choice, self.value((*state, Some(n))))).collect()
    }

    /// Plays one battle, and returns its states from the opening to the end, each with what was
    /// decided in it; at most a million. A seed determines the battle.
    #[must_use]
    pub fn replay(&self, seed: u64) -> Course<R> {
        let mut die = Sampler::new(battle_generator(seed, 0));
        let mut state = self.rules.opening();
        let mut course = Vec::new();
        while course.len() < MAX_STEPS && !self.rules.is_over(&state) {
            let (before, mut decided) = (state, None);
            step(self.rules, &mut state, &mut die, |_, choices| {
                *decided.insert(self.choice(&before, choices))
            });
            course.push((before, decided));
        }
        course.push((state, None));
        course
    }

    /// Returns what each step of a battle that was played has changed for a captain: by what was
    /// decided, and by luck. A decision of the captain changes nothing if it was best, and gives
    /// something away otherwise. The sum is the worth of the last state less that of the first.
    ///
    /// # Errors
    /// The number of the first step, from 0, that does not follow from the rules.
    pub fn analyse(
        &self,
        course: &[(R::State, Option<R::Choice>)],
        captain: u8,
    ) -> Result<Vec<[f64; 2]>, usize> {
        let of = |position| self.value(position)[usize::from(captain)];
        let mut steps = Vec::new();
        for (number, step) in course.windows(2).enumerate() {
            let [(before, decided), (after, _)] = [step[0], step[1]];
            let choices = self.choices(&before);
            let chosen = match decided {
                Some(decided) => {
                    let chosen = choices.iter().position(|choice| *choice == decided);
                    Some(chosen.ok_or(number)? as u8)
                }
                None if choices.is_empty() => None,
                None => return Err(number),
            };
            let position = (before, chosen);
            if !self.leads_to(&position, &after) {
                return Err(number);
            }
            let worth = of(position);
            steps.push([worth - of((before, None)), of((after, None)) - worth]);
        }
        Ok(steps)
    }

    fn value(&self, position: RulesPosition<R>) -> Values {
        self.positions.get(&position).map_or_else(Values::default, |(_, values)| *values)
    }

    /// Returns the choices in a state that the opening can lead to.
    fn choices(&self, state: &R::State) -> Vec<R::Choice> {
        match self.is_open(state) {
            true => ListedGame(self.rules).asked(state).map_or_else(Vec::new, |(_, all)| all),
            false => Vec::new(),
        }
    }

    /// Whether a step can lead from a position to a state.
    fn leads_to(&self, position: &RulesPosition<R>, after: &R::State) -> bool {
        let mut leads = false;
        if self.is_open(&position.0) {
            ListedGame(self.rules).outcomes(position, |to, _| {
                leads |= to == *after;
                !leads
            });
        }
        leads
    }

    /// Whether the opening can lead to a state, and the battle is not over in it.
    fn is_open(&self, state: &R::State) -> bool {
        self.positions.contains_key(&(*state, None)) && !self.rules.is_over(state)
    }
}
