//! What all questions of a command may take together.
//!
//! Like the budget of one question, the total is estimated work and no clock. Questions are asked
//! in order until the work of those before a question reaches the total; that question and all
//! after it are not answered. Which they are depends on no thread and on no machine.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::budget::{parse_time, time};
use super::ledger::CORES;

/// Seconds that a command may take where nothing else is said.
const SECONDS: f64 = 20.0;

/// Seconds of work on one core that a question takes besides what its budget covers: it is read,
/// its battle is set up, its answer is summed up.
const QUESTION: f64 = 100e-6;

/// The work of a command, all of it and what has been done.
///
/// Work is counted in whole nanoseconds of one core: their sum is the same in any order.
#[derive(Debug)]
pub struct Total {
    seconds: f64,
    /// Nanoseconds that may be taken.
    most: u64,
    /// Nanoseconds that have been taken.
    taken: AtomicU64,
}

/// Why not everything was answered that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The user.
    Interrupt,
    /// The total: it is spent.
    Total,
}

impl StoppedBy {
    /// Returns why answers are missing: the total is spent where they are cut off (`is_cut`), but
    /// for an interrupt.
    pub(super) fn of(stop: &AtomicBool, is_cut: bool) -> Option<Self> {
        match stop.load(Ordering::Relaxed) {
            true => Some(Self::Interrupt),
            false => is_cut.then_some(Self::Total),
        }
    }
}

/// Work of the questions that are being asked, until they are counted in order.
struct Race {
    /// Nanoseconds of the questions that have been answered.
    taken: AtomicU64,
    /// The next question to be asked.
    next: AtomicUsize,
    /// Whether a question has failed.
    has_failed: AtomicBool,
}

impl Default for Total {
    /// 20 seconds.
    fn default() -> Self {
        Self::new(SECONDS)
    }
}

impl Total {
    /// Creates a total of this many seconds of all cores of the reference machine.
    #[must_use]
    pub fn new(seconds: f64) -> Self {
        Self { seconds, most: nanoseconds(CORES * seconds), taken: AtomicU64::new(0) }
    }

    /// Reads a time: `20s`, `500ms`, `2m`. `None` if it is not that.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_time(text).map(Self::new)
    }

    /// A total that is never spent.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(f64::INFINITY)
    }

    /// Returns several times this, as it would be typed: `2m`.
    #[must_use]
    pub fn more(&self) -> String {
        const TIMES: f64 = 6.0;
        match self.seconds * TIMES {
            s if s < 1.0 => format!("{:.0}ms", (s * 1e3).ceil()),
            s if s < 60.0 => format!("{:.0}s", s.ceil()),
            s if s < 3600.0 => format!("{:.0}m", (s / 60.0).ceil()),
            s => format!("{:.0}h", (s / 3600.0).ceil()),
        }
    }

    /// Seconds of all cores of the reference machine.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Whether all of it has been taken.
    pub(super) fn is_spent(&self) -> bool {
        self.taken.load(Ordering::Acquire) >= self.most
    }

    /// Takes seconds of work on one core.
    fn take(&self, nanoseconds: u64) {
        add(&self.taken, nanoseconds);
    }

    /// Asks a question, and takes its work.
    pub(super) fn ask<R>(&self, ask: impl FnOnce(&mut f64) -> R) -> R {
        let mut work = QUESTION;
        let found = ask(&mut work);
        self.take(nanoseconds(work));
        found
    }

    /// Asks questions by their numbers from 0, on all threads, until the total is spent, and
    /// returns the answers to the first of them, which are all if it is not. `ask` adds the
    /// seconds of work on one core that a question takes.
    ///
    /// # Errors
    /// The first of the questions that fails, if any does before the total is spent.
    pub(super) fn ask_each<R: Send + Sync, E: Send + Sync>(
        &self,
        number: usize,
        pool: &ThreadPool,
        ask: impl Fn(usize, &mut f64) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let found: Vec<OnceLock<Result<R, E>>> = (0..number).map(|_| OnceLock::new()).collect();
        let answered = self.race(number, pool, &|n, work| {
            let answer = ask(n, work);
            let is_well = answer.is_ok();
            // Each question is asked once.
            let _ = found[n].set(answer);
            is_well
        });
        found.into_iter().take(answered).filter_map(OnceLock::into_inner).collect()
    }

    /// Asks questions until the total is spent, or one fails (`ask` returns `false`), and returns
    /// how many count.
    fn race(
        &self,
        number: usize,
        pool: &ThreadPool,
        ask: &(dyn Fn(usize, &mut f64) -> bool + Sync),
    ) -> usize {
        let race = Race {
            taken: AtomicU64::new(self.taken.load(Ordering::Acquire)),
            next: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
        };
        let one = |_| {
            // What has been answered by now was begun before: it comes before the next question.
            // So that need not be asked if this work alone reaches the total.
            let is_over = race.taken.load(Ordering::Acquire) >= self.most
                || race.has_failed.load(Ordering::Acquire);
            let n = race.next.fetch_add(1, Ordering::AcqRel);
            if is_over {
                return None;
            }
            let mut work = QUESTION;
            if !ask(n, &mut work) {
                race.has_failed.store(true, Ordering::Release);
            }
            let work = nanoseconds(work);
            add(&race.taken, work);
            Some((n, work))
        };
        let all = (0..number).into_par_iter().with_max_len(1);
        let mut all: Vec<(usize, u64)> = pool.install(|| all.filter_map(one).collect());
        all.sort_unstable();
        // Threads may have answered more than counts.
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

/// `20 s`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&time(self.seconds))
    }
}

/// Whole nanoseconds; the most that can be counted where there are more.
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

fn add(sum: &AtomicU64, more: u64) {
    let added = |sum: u64| Some(sum.saturating_add(more));
    // This never fails: there is always a sum.
    let _ = sum.fetch_update(Ordering::AcqRel, Ordering::Acquire, added);
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use super::Total;

    /// A total of 10 seconds of one core.
    fn total() -> Total {
        Total::new(5.0)
    }

    /// Asks questions of which number n takes n tenths of a second, on this many threads.
    fn answered(number: usize, threads: usize) -> (usize, bool) {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let total = total();
        let found = total.ask_each(number, &pool, |n, work| {
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
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let ask = |n: usize, _: &mut f64| if n % 100 == 70 { Err(n) } else { Ok(()) };
            assert_eq!(total().ask_each(1000, &pool, ask), Err(70));
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
