//! The interface between games and engines. To an engine, a battle is a sequence of activations.

mod captain;
pub mod chain;
pub mod duel;
pub mod exchange;
pub mod flow;
pub mod game;
mod lists;
pub mod rules;

pub(crate) use captain::best;
pub use captain::{Horizon, Objective, Retreat, value_of};
pub use lists::{Lists, Numbered};

use std::fmt::{self, Debug};
use std::hash::Hash;

use self::exchange::ExchangeRounds;
use self::flow::Flow;
use crate::dice::Die;
use crate::story::Observer;

/// Result of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The round continues.
    Continue,
    /// The next activation begins a new round.
    NextRound,
    /// The battle has ended.
    Over,
}

/// A compiled battle. It is immutable and contains no names. Everything that does not depend on a
/// die is computed when it is compiled.
pub trait Battle: Sync {
    /// State between two activations. It does not contain the round: engines count rounds.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// The decision makers of both sides, with their working memory. Each worker plays with a clone
    /// of its own. Cached work never changes a decision.
    type Captains: Clone + Send + Sync;

    /// Returns the state before the first activation.
    fn opening(&self) -> Self::State;

    /// Number of the round in which the battle begins; 0 for a round before the first regular one,
    /// such as a missile round. By default 1.
    fn first_round(&self) -> u32 {
        1
    }

    /// Creates captains. Those that look ahead have no strategy yet.
    fn captains(&self) -> Self::Captains;

    /// Work that these captains have done so far, in units of about 0.5 µs. It is counted from
    /// their decisions, never from a clock.
    fn work_done(&self, _captains: &Self::Captains) -> u64 {
        0
    }

    /// Whether a decision of these captains has exceeded its limit of work and was approximated.
    fn has_approximated(&self, _captains: &Self::Captains) -> bool {
        false
    }

    /// Estimated seconds per round on one core of a 2024 server processor, rounded up. The work of
    /// captains is not included. By default 1 µs.
    fn round_seconds(&self) -> f64 {
        1e-6
    }

    /// Whether the battle is over in this state. Engines only ask this about openings; after an
    /// activation, [`Battle::step`] returns it.
    fn is_over(&self, state: &Self::State) -> bool;

    /// Plays one activation with the given die and captains, and leaves the new state in `state`. A
    /// state can only recur in a later round: every cycle of states includes the beginning of a
    /// round.
    fn step<D: Die>(
        &self,
        state: &mut Self::State,
        die: &mut D,
        captains: &mut Self::Captains,
    ) -> StepOutcome;

    /// Plays one activation like [`step`](Self::step) and reports its events to an observer. Only
    /// replays use it. By default no event is reported; a game that reports events writes its rules
    /// here, and calls them in `step` with the observer `()`.
    #[doc(hidden)]
    fn step_observed<D: Die, O: Observer>(
        &self,
        state: &mut Self::State,
        die: &mut D,
        _observer: &mut O,
        captains: &mut Self::Captains,
    ) -> StepOutcome {
        self.step(state, die, captains)
    }

    /// Returns the rounds of the battle as an exchange, if some of them are one under the play of
    /// these captains. They must lead to the same states as [`step`](Self::step), in the same
    /// order.
    #[doc(hidden)]
    fn exchange_rounds(
        &self,
        _captains: &Self::Captains,
    ) -> Option<Box<dyn ExchangeRounds<Self::State> + '_>> {
        None
    }

    /// Returns a flow that plays all states of a round at once, if the battle allows it. The
    /// distribution over its ends must be that of [`step`](Self::step). `None` by default.
    #[doc(hidden)]
    fn flow(&self, _captains: &Self::Captains) -> Option<Box<dyn Flow<Self::State> + '_>> {
        None
    }

    /// Number of cells that [`Battle::count`] may name. A *cell* is one counter of the tally.
    fn cells(&self) -> usize;

    /// Number of outcomes. They are the first cells, and each battle is counted in exactly one of
    /// them. By default all cells are outcomes.
    fn outcomes(&self) -> usize {
        self.cells()
    }

    /// Names the cells in which a final state is counted. A state that is not over belongs to a
    /// battle that was cut short.
    fn count(&self, state: &Self::State, count: impl FnMut(usize));

    /// Adds amounts to the cells that measure a mean.
    fn measure(&self, _state: &Self::State, _add: impl FnMut(usize, u64)) {}
}

/// Error: a fleet exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    /// Index of the side: 0 is the attacker, 1 the defender.
    pub side: usize,
    /// Index of the group at fault, unless the limit concerns the whole side.
    pub group: Option<usize>,
    /// What exceeds the limit, with the actual and the allowed number.
    pub message: String,
}

impl LimitError {
    /// Checks the number of groups and ships of a side. `groups` and `ships` are pairs of the
    /// actual and the allowed number.
    pub(crate) fn check_size(
        side: usize,
        groups: (usize, usize),
        ships: (usize, usize),
    ) -> Result<(), Self> {
        for (what, (n, most), group) in [("groups", groups, Some(groups.1)), ("ships", ships, None)]
        {
            if n > most {
                let message = format!("{n} {what} on one side, at most {most}");
                return Err(Self { side, group, message });
            }
        }
        Ok(())
    }
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LimitError {}
