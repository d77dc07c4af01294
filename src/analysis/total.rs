//! Limit of the work of all questions of a command together.
//!
//! Like the budget of one question, the total is estimated work and not measured time. Questions
//! are answered in order until the sum of their work reaches the total; the remaining ones are not
//! answered. The set of answered questions is therefore the same for any number of threads and on
//! any machine.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::answer::budget::{parse_time, time};
use crate::answer::ledger::CORES;
use crate::engine::Control;
use crate::engine::Ctx;

/// Default total of a command, in seconds.
const DEFAULT_SECONDS: f64 = 20.0;

/// Work per question that its budget does not cover, in seconds on one core: reading it, setting up
/// the battle and summarising the answer.
const SECONDS_PER_QUESTION: f64 = 100e-6;

/// Limit of the work of a command, and the work already spent.
///
/// Work is counted in whole nanoseconds on one core, so that the sum does not depend on the order.
#[derive(Debug)]
pub struct Total {
    seconds: f64,
    /// Limit in nanoseconds on one core.
    most: u64,
    /// Nanoseconds spent.
    taken: AtomicU64,
}

/// The reason why some questions were not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The user interrupted the command.
    Interrupt,
    /// The total was spent.
    Total,
}

impl StoppedBy {
    /// Returns the reason why answers are missing: `Interrupt` if it is stopped, otherwise `Total`
    /// if the list of answers is incomplete (`is_cut`).
    pub(super) fn of(control: &Control, is_cut: bool) -> Option<Self> {
        match control.is_stopped() {
            true => Some(Self::Interrupt),
            false => is_cut.then_some(Self::Total),
        }
    }
}

/// State shared by the threads that answer questions, until their work is counted in order.
struct Race {
    /// Nanoseconds of all answered questions.
    taken: AtomicU64,
    /// Index of the next question.
    next: AtomicUsize,
    /// Whether a question has failed.
    has_failed: AtomicBool,
}

impl Default for Total {
    /// Returns 20 seconds.
    fn default() -> Self {
        Self::new(DEFAULT_SECONDS)
    }
}

impl Total {
    /// Creates a total of this many seconds on both cores of the reference machine.
    #[must_use]
    pub fn new(seconds: f64) -> Self {
        Self { seconds, most: nanoseconds(CORES * seconds), taken: AtomicU64::new(0) }
    }

    /// Reads a time: `20s`, `500ms`, `2m`. Returns `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_time(text).map(Self::new)
    }

    /// Returns a total that is never spent.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(f64::INFINITY)
    }

    /// Returns six times this total as typed, rounded up: `2m`.
    #[must_use]
    pub fn more(&self) -> String {
        const SUGGESTED_FACTOR: f64 = 6.0;
        match self.seconds * SUGGESTED_FACTOR {
            s if s < 1.0 => format!("{:.0}ms", (s * 1e3).ceil()),
            s if s < 60.0 => format!("{:.0}s", s.ceil()),
            s if s < 3600.0 => format!("{:.0}m", (s / 60.0).ceil()),
            s => format!("{:.0}h", (s / 3600.0).ceil()),
        }
    }

    /// Returns the total in seconds on both cores of the reference machine.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Returns whether the total is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.taken.load(Ordering::Acquire) >= self.most
    }

    /// Spends work, in nanoseconds on one core.
    fn take(&self, nanoseconds: u64) {
        add(&self.taken, nanoseconds);
    }

    /// Answers a question with `ask`, and spends its work. `ask` adds its work, in seconds on one
    /// core, to its argument.
    pub(super) fn ask<R>(&self, ask: impl FnOnce(&mut f64) -> R) -> R {
        let mut work = SECONDS_PER_QUESTION;
        let found = ask(&mut work);
        self.take(nanoseconds(work));
        found
    }

    /// Answers the questions 0 to `number - 1` on all threads until the total is spent, and returns
    /// the answers in order. If the total is spent, the answers to the last questions are missing.
    /// `ask` adds the work of a question, in seconds on one core, to its second argument.
    ///
    /// # Errors
    /// Returns the error of the first question that fails before the total is spent.
    pub(super) fn ask_each<R: Send + Sync, E: Send + Sync>(
        &self,
        number: usize,
        ctx: &Ctx,
        ask: impl Fn(usize, &mut f64) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let found: Vec<OnceLock<Result<R, E>>> = (0..number).map(|_| OnceLock::new()).collect();
        let answered = self.race(number, ctx, &|n, work| {
            let answer = ask(n, work);
            let is_well = answer.is_ok();
            // This never fails: each question is asked once.
            let _ = found[n].set(answer);
            is_well
        });
        found.into_iter().take(answered).filter_map(OnceLock::into_inner).collect()
    }

    /// Answers questions until the total is spent or one fails (`ask` returns `false`), and returns
    /// the number of answers that count.
    fn race(
        &self,
        number: usize,
        ctx: &Ctx,
        ask: &(dyn Fn(usize, &mut f64) -> bool + Sync),
    ) -> usize {
        let race = Race {
            taken: AtomicU64::new(self.taken.load(Ordering::Acquire)),
            next: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
        };
        let one = |_: usize| {
            // All questions answered by now precede the next one. If their work alone reaches the
            // total, the next one does not count and need not be asked.
            let is_over = race.taken.load(Ordering::Acquire) >= self.most
                || race.has_failed.load(Ordering::Acquire);
            let n = race.next.fetch_add(1, Ordering::AcqRel);
            if is_over {
                return None;
            }
            let mut work = SECONDS_PER_QUESTION;
            if !ask(n, &mut work) {
                race.has_failed.store(true, Ordering::Release);
            }
            let work = nanoseconds(work);
            add(&race.taken, work);
            Some((n, work))
        };
        let mut all: Vec<(usize, u64)> = ctx.map(number, 1, &one).into_iter().flatten().collect();
        all.sort_unstable();
        // The threads may have answered more questions than the total allows.
        let mut answered = 0;
        for (_, work) in all {
            if self.is_spent() {
                break;
            }
            self.take(work);
            answered += 1;
        }
        answered
    }
}

/// Writes `20 s`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&time(self.seconds))
    }
}

/// Converts seconds to whole nanoseconds, at most `u64::MAX`.
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

fn add(sum: &AtomicU64, more: u64) {
    let added = |sum: u64| Some(sum.saturating_add(more));
    // This never fails: `added` always returns a value.
    let _ = sum.fetch_update(Ordering::AcqRel, Ordering::Acquire, added);
}

#[cfg(test)]
mod tests {
    use super::Total;
    use crate::engine::Ctx;

    /// Returns a total of 10 seconds on one core.
    fn total() -> Total {
        Total::new(5.0)
    }

    /// Asks questions of which number n takes n tenths of a second. Returns the number of answers
    /// and whether the total is spent.
    fn answered(number: usize, threads: usize) -> (usize, bool) {
        let ctx = Ctx::new(threads).unwrap();
        let total = total();
        let found = total.ask_each(number, &ctx, |n, work| {
            *work += n as f64 / 10.0;
            Ok::<usize, ()>(n)
        });
        let found = found.unwrap();
        assert!(found.iter().copied().eq(0..found.len()));
        (found.len(), total.is_spent())
    }

    /// 0.1 + 0.2 + … + 1.3 = 9.1, and 1.4 more are 10.5: number 14 is the last one.
    #[test]
    fn questions_are_asked_until_the_total_is_spent() {
        for threads in [1, 2, 7] {
            assert_eq!(answered(1000, threads), (15, true), "{threads}");
            assert_eq!(answered(10, threads), (10, false), "{threads}");
        }
    }

    #[test]
    fn the_first_failure_counts() {
        for threads in [1, 2, 7] {
            let ctx = Ctx::new(threads).unwrap();
            let ask = |n: usize, _: &mut f64| if n % 100 == 70 { Err(n) } else { Ok(()) };
            assert_eq!(total().ask_each(1000, &ctx, ask), Err(70));
        }
    }

    #[test]
    fn more_is_shown_as_it_is_typed() {
        for (typed, shown, more) in [
            ("20s", "20 s", "2m"),
            ("1ms", "1 ms", "6ms"),
            ("500ms", "500 ms", "3s"),
            ("1.5m", "90 s", "9m"),
            ("1h", "3600 s", "6h"),
        ] {
            let total = Total::parse(typed).unwrap();
            assert_eq!((total.to_string().as_str(), total.more().as_str()), (shown, more));
        }
        assert!(Total::parse("2s,1GB").is_none());
    }
}
