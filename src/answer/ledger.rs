//! What answering a question has taken of its budget, and what is left of it.
//!
//! The seconds of a [`Budget`] are those of both cores of the reference machine: twice as many
//! seconds of work. Solving runs on one core and may take the seconds once. What it leaves is
//! there for another try that asks for less, and for the simulation.

use super::budget::Budget;
use super::{Battles, NoAnswer, Question};

/// Cores of the reference machine.
pub(super) const CORES: f64 = 2.0;

/// Part of the budget's seconds that is kept back for a simulation.
const KEPT: f64 = 0.25;

/// Part of the budget's seconds that checking an exact answer takes where no number of battles
/// was given.
const CHECK: f64 = 0.1;

/// The budget of one question while it is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ledger {
    budget: Budget,
    /// Seconds of work on one core that are left in all.
    left: f64,
    /// Seconds that the present try at solving has left.
    solving: f64,
}

impl Ledger {
    /// The ledger of a question that nothing has been done for.
    pub(super) fn new(budget: Budget) -> Self {
        let left = CORES * budget.seconds;
        Self { budget, left, solving: budget.seconds }
    }

    /// The whole budget.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    /// What solving may still take.
    pub(super) fn solving(&self) -> Budget {
        Budget { seconds: self.solving.max(0.0), bytes: self.budget.bytes }
    }

    /// What following a graph may take once it is there.
    pub(super) fn following(&self) -> Budget {
        let seconds = self.budget.seconds.min(self.left - KEPT * self.budget.seconds).max(0.0);
        Budget { seconds, ..self.budget }
    }

    /// Lets the present try take this part of the budget at most.
    pub(super) fn limit(&mut self, part: f64) {
        self.solving = self.solving.min(part * self.budget.seconds);
    }

    /// Begins another try at solving, which asks for less.
    pub(super) fn try_again(&mut self) {
        self.solving = self.budget.seconds.min(self.left - KEPT * self.budget.seconds);
    }

    /// Takes seconds of work on one core.
    pub(super) fn take(&mut self, seconds: f64) {
        self.left -= seconds;
        self.solving -= seconds;
    }

    /// Returns the seconds of work that have been taken.
    pub(super) fn taken(&self) -> f64 {
        CORES * self.budget.seconds - self.left
    }

    /// Returns the error that something does not fit the budget, with the work done until now.
    pub(super) fn too_large(&self, what: String) -> NoAnswer {
        NoAnswer::TooLarge { what, work: self.taken() }
    }

    /// Returns the error that something which a retreat policy needs does not fit the budget,
    /// with the work done until now.
    pub(super) fn retreat_too_large(&self, what: String) -> NoAnswer {
        NoAnswer::RetreatTooLarge { what, work: self.taken() }
    }

    /// Returns the number of battles to simulate if each takes this many seconds of work; 0 if
    /// not one of them fits. Beside an exact answer (`is_check`) no number goes beyond the budget.
    pub(super) fn battles(&self, question: &Question, seconds: f64, is_check: bool) -> u64 {
        let left = match (question.battles, is_check) {
            (Battles::Given(given), false) => return given,
            (Battles::Given(_), true) => self.left,
            (Battles::AtMost(_), true) => self.left.min(CHECK * self.budget.seconds),
            (Battles::AtMost(_), false) => self.left.max(KEPT * self.budget.seconds),
        };
        let most = question.battles.most();
        let fitting = (left / seconds.max(1e-12)) as u64;
        if fitting >= most { most } else { two_digits(fitting) }
    }
}

/// A number rounded down to its first two digits.
fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number / unit * unit
}

#[cfg(test)]
mod tests {
    use super::two_digits;

    #[test]
    fn numbers_of_battles_that_fit_have_two_digits() {
        for (number, rounded) in [(0, 0), (7, 7), (99, 99), (101, 100), (987_654, 980_000)] {
            assert_eq!(two_digits(number), rounded);
        }
    }
}
