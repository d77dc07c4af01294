//! For those who bring a game: its odds, best play, and battles by the million.
//!
//! The rules of a game are written once, as a [`Battle`], against the trait of a [`Die`]. An engine
//! decides what that die is: a random sampler, or an [`Enumerator`] of all outcomes. If players make
//! decisions, the game is also a [`DecisionGame`], and [`BestPlay`] advises, replays and analyses it.
//! `examples/own_game.rs` is a complete game in a hundred lines.
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
pub use crate::model::game::{Decider, DecisionGame, Mover, Values};
pub use crate::model::{Battle, StepOutcome};

use rustc_hash::FxHashMap;

use crate::answer::{Budget, ROUND_CAP};
use crate::bug::OrBug;
use crate::dice::{Sampler, battle_generator};
use crate::engine::graph::{Graph, absorption};
use crate::engine::optimize::game;
use crate::engine::simulate::{Kernel, RunPlan, Shard, run};
use crate::engine::{Control, Ctx};

/// Returns the probability of each cell of a battle, to about 1e-12. The work is limited by the
/// default [`Budget`].
///
/// # Errors
/// If the battle has more states than fit the budget.
pub fn odds<B: Battle>(battle: &B) -> Result<Vec<f64>, Unsolved> {
    let (budget, control) = (Budget::default(), Control::default());
    let graph = Graph::new(battle, &mut battle.captains(), budget.graph(), &control)?;
    let ends = absorption::solve(&graph.topology, None, budget.edge_visits(), &control)?;
    let odds = graph.odds(battle, &ends);
    Ok((0..battle.cells()).map(|cell| odds.share(cell)).collect())
}

/// Plays battles on all cores, and returns the share of the battles that each cell counts. A seed
/// determines the result, on any number of cores.
///
/// # Errors
/// If threads cannot be started.
pub fn simulate<B: Battle>(battle: &B, battles: u64, seed: u64) -> io::Result<Vec<f64>> {
    let captains = battle.captains();
    let (shard, round_cap) = (Shard::WHOLE, ROUND_CAP);
    let plan = RunPlan { battles, seed, round_cap, precision: None, shard };
    let played = run(&Kernel::new(battle, &captains), &plan, &Ctx::new(0)?, &mut |_, _| ());
    let share = |count: &u64| *count as f64 / battles.max(1) as f64;
    Ok(played.tally.cells.iter().map(share).collect())
}

/// Length of a replay. Play may return to a position for ever.
const MAX_POSITIONS: usize = 1_000_000;

/// Best play of a game: what each position is worth if all captains play as well as possible.
#[derive(Clone, Debug)]
pub struct BestPlay<G: DecisionGame> {
    game: G,
    opening: G::Position,
    /// By position: the number of the best choice, and its values.
    positions: FxHashMap<G::Position, (u8, Values)>,
}

impl<G: DecisionGame> BestPlay<G> {
    /// Solves a game from its opening. `captains` has the rule of each captain, by its number. The
    /// work is limited by the default [`Budget`].
    ///
    /// # Errors
    /// If the game has more positions than fit the budget.
    pub fn new(mut game: G, opening: G::Position, captains: &[Decider]) -> Result<Self, Unsolved> {
        let (limit, control) = (Budget::default().game(), Control::default());
        let positions = game::positions(&mut game, opening, captains, limit, &control)?;
        Ok(Self { game, opening, positions })
    }

    /// Returns the values of the opening.
    #[must_use]
    pub fn worth(&self) -> Values {
        self.positions[&self.opening].1
    }

    /// Returns the choices in a position and their values, in the order of the game. There are none
    /// where the battle is over, where chance decides, and in positions that the opening does not
    /// lead to.
    pub fn advice(&mut self, position: &G::Position) -> Vec<(G::Position, Values)> {
        let choices = match self.moves(position) {
            (Mover::Captain(_), choices) => choices,
            _ => Vec::new(),
        };
        choices.into_iter().map(|(to, _)| (to, self.positions[&to].1)).collect()
    }

    /// Plays one battle, and returns its positions from the opening to the end, at most a million. A
    /// seed determines the battle.
    pub fn replay(&mut self, seed: u64) -> Vec<G::Position> {
        let mut die = Sampler::new(battle_generator(seed, 0));
        let mut course = vec![self.opening];
        while course.len() < MAX_POSITIONS {
            let position = course[course.len() - 1];
            let next = match self.moves(&position) {
                (Mover::Over, _) => break,
                (Mover::Chance, moves) => die.draw(&Distribution::new(moves)),
                (Mover::Captain(_), moves) => moves[usize::from(self.positions[&position].0)].0,
            };
            course.push(next);
        }
        course
    }

    /// Returns how much each step of a battle that was played has changed a value, with who made
    /// the step: luck where it was chance, and what a choice that was not best has given away where
    /// it was a captain. The sum is the value of the last position less that of the first.
    ///
    /// # Errors
    /// The number of the first position that does not follow from the one before it, or that the
    /// opening does not lead to.
    pub fn analyse(
        &mut self,
        course: &[G::Position],
        value: usize,
    ) -> Result<Vec<(Mover, f64)>, usize> {
        let mut steps = Vec::new();
        for (number, step) in (1..).zip(course.windows(2)) {
            let (mover, moves) = self.moves(&step[0]);
            if !moves.iter().any(|(to, _)| *to == step[1]) {
                return Err(number);
            }
            let [before, after] = [0, 1].map(|at| self.positions[&step[at]].1[value]);
            steps.push((mover, after - before));
        }
        Ok(steps)
    }

    /// Returns who moves in a position, and its moves.
    fn moves(&mut self, position: &G::Position) -> (Mover, Vec<(G::Position, f64)>) {
        let mut moves = Vec::new();
        if !self.positions.contains_key(position) {
            return (Mover::Over, moves);
        }
        let mover = self.game.moves(position, u64::MAX, &mut moves);
        (mover.or_bug("moves that were listed before are listed again"), moves)
    }
}
