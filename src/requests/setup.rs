//! The setting in which requests are answered.

use std::fmt;

use crate::answer::{Battles, Budget, Question};
use crate::engine::Ctx;
use crate::games::{FleetReader, Rulebook, load};
use crate::scenario::{Diagnostic, SavedShip, Scenario};

use super::shown::Problem;

/// Work of an answer, so that it suits a phone.
pub(super) const BUDGET: Budget = Budget { seconds: 0.5, bytes: 500e6 };

/// Battles that are simulated where the exact odds do not fit the budget: a second on a phone.
const BATTLES: u64 = 100_000;

/// Environment of the answers: a thread, and the settings of the player.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// Does the work of a request, on one thread, and can stop it.
    pub ctx: &'a Ctx,
    /// Returns the ships that the player has saved for a rulebook.
    pub saved: &'a dyn Fn(Rulebook) -> Vec<SavedShip>,
    /// Rulebook of the first fight of a new visitor.
    pub first: Rulebook,
    /// How players assign hits where typed fleets do not say so.
    pub captains: Option<&'a str>,
}

impl Setup<'_> {
    /// Returns what reads the fleets of a game.
    pub(super) fn reader(&self, rulebook: Rulebook) -> Result<FleetReader, Diagnostic> {
        Ok(FleetReader::of(load(rulebook, &[])?).with_saved((self.saved)(rulebook)))
    }
}

impl fmt::Debug for Setup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("ctx", self.ctx).field("first", &self.first).finish()
    }
}

/// Returns a question with what it may take on a phone.
pub(super) fn small(question: Question) -> Question {
    Question { budget: BUDGET, battles: Battles::Given(BATTLES), ..question }
}

/// Returns the question of a scenario.
pub(super) fn asked(scenario: &Scenario) -> Result<Question, Problem> {
    let game = load(scenario.rulebook.unwrap_or_default(), &[])?;
    Ok(small(game.question(scenario, false)?))
}
