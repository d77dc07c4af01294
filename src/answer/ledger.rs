//! Account of the budget of a question: the work already spent and the work left.
//!
//! A [`Budget`] of `n` seconds allows `2 n` seconds of work, because the reference machine has two
//! cores. Solving may spend `n` seconds, on one core or on both. The rest is available to a second
//! attempt with simpler play, and to the simulation.

use super::budget::Budget;
use super::no_answer::NoAnswer;
use super::simulation::Battles;

/// Number of cores of the reference machine.
pub(crate) const CORES: f64 = 2.0;

/// Share of the budget's seconds that is reserved for the simulation.
const SIMULATION_SHARE: f64 = 0.25;

/// Share of the budget's seconds that a check of an exact answer may spend if no number of battles
/// is given.
const CHECK_SHARE: f64 = 0.1;

/// Budget of one question, with the work left.
#[derive(Clone, Copy, Debug)]
pub struct Ledger {
    budget: Budget,
    /// Work left in total, in seconds on one core.
    left: f64,
    /// Work left for the present attempt at solving, in seconds on one core.
    solving: f64,
    /// Work spent that no answer needed, in seconds on one core, see [`aside`](Self::aside).
    unneeded: f64,
}

impl Ledger {
    /// Creates a ledger of which nothing is spent.
    pub(crate) fn new(budget: Budget) -> Self {
        let left = CORES * budget.seconds;
        Self { budget, left, solving: budget.seconds, unneeded: 0.0 }
    }

    /// Returns the whole budget.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// Returns the budget left for solving.
    pub(crate) fn solving(&self) -> Budget {
        Budget { seconds: self.solving.max(0.0), bytes: self.budget.bytes }
    }

    /// Returns the budget left for solving on all cores. The simulation keeps its share.
    pub(crate) fn solving_on_all_cores(&self) -> Budget {
        let shared = (self.left - SIMULATION_SHARE * self.budget.seconds) / CORES;
        Budget { seconds: self.solving.min(shared).max(0.0), ..self.budget }
    }

    /// Returns the budget left for passes over a finished graph.
    pub(crate) fn following(&self) -> Budget {
        let left = self.left + self.unneeded - SIMULATION_SHARE * self.budget.seconds;
        Budget { seconds: self.budget.seconds.min(left).max(0.0), ..self.budget }
    }

    /// Limits the present attempt at solving to this share of the budget.
    pub(crate) fn limit(&mut self, part: f64) {
        self.solving = self.solving.min(part * self.budget.seconds);
    }

    /// Returns a ledger for work that no answer needs. Its budget is this share of the whole one.
    pub(crate) fn aside(&self, part: f64) -> Self {
        Self::new(Budget { seconds: part * self.budget.seconds, ..self.budget })
    }

    /// Takes the work that was spent on a ledger [`aside`](Self::aside) off this one. The
    /// simulation has that much less. What it takes to find an exact answer stays available.
    pub(crate) fn take_aside(&mut self, aside: &Self) {
        let seconds = aside.taken().min(aside.budget.seconds);
        self.left -= seconds;
        self.unneeded += seconds;
    }

    /// Starts another attempt at solving, after a more expensive one has failed.
    pub(crate) fn try_again(&mut self) {
        self.solving = self.budget.seconds.min(self.left - SIMULATION_SHARE * self.budget.seconds);
    }

    /// Spends work, in seconds on one core.
    pub(crate) fn take(&mut self, seconds: f64) {
        self.left -= seconds;
        self.solving -= seconds;
    }

    /// Spends work that all cores share, in seconds until they are done.
    pub(crate) fn take_on_all_cores(&mut self, seconds: f64) {
        self.left -= CORES * seconds;
        self.solving -= seconds;
    }

    /// Returns the work spent so far, in seconds on one core.
    pub(crate) fn taken(&self) -> f64 {
        CORES * self.budget.seconds - self.left
    }

    /// Returns the error that something exceeds the budget, with the work spent so far.
    pub(crate) fn too_large(&self, what: String) -> NoAnswer {
        NoAnswer::TooLarge { what, work: self.taken() }
    }

    /// Returns the error that a calculation for a retreat policy exceeds the budget, with the work
    /// spent so far.
    pub(crate) fn retreat_too_large(&self, what: String) -> NoAnswer {
        NoAnswer::RetreatTooLarge { what, work: self.taken() }
    }

    /// Returns the number of battles to simulate if each takes this many seconds of work; 0 if not
    /// a single one fits. A given number may exceed the budget, except in a check of an exact
    /// answer (`is_check`).
    pub(crate) fn battles(&self, battles: Battles, seconds: f64, is_check: bool) -> u64 {
        let left = match (battles, is_check) {
            (Battles::Given(given), false) => return given,
            (Battles::Given(_), true) => self.left,
            (Battles::AtMost(_), true) => self.left.min(CHECK_SHARE * self.budget.seconds),
            (Battles::AtMost(_), false) => self.left.max(SIMULATION_SHARE * self.budget.seconds),
        };
        let most = battles.most();
        let fitting = (left / seconds.max(1e-12)) as u64;
        if fitting >= most { most } else { two_digits(fitting) }
    }
}

/// Rounds a number down to its first two digits.
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
