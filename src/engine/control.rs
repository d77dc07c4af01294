//! The control of a computation: other threads see how far it is, and stop it. Also the reasons
//! why a calculation has no result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Lets other threads stop a computation and see how far it is.
#[derive(Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    room: Option<Arc<Room>>,
    stage: AtomicU8,
    done: AtomicU64,
    /// Amount of work of the stage; 0 if it is not known.
    of: AtomicU64,
}

/// Memory of a computation that gives way if it needs more.
#[derive(Debug)]
struct Room {
    bytes: u64,
    gives_way: AtomicBool,
}

/// A stage of an exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Best play is searched for.
    Play,
    /// All situations of the battle are listed.
    Situations,
    /// The probability of each situation is found.
    Odds,
}

/// How far an exact answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageProgress {
    /// Present stage.
    pub stage: Stage,
    /// Work of the stage that is done: situations or rounds of best play.
    pub done: u64,
    /// All work of the stage, if it is known.
    pub of: Option<u64>,
}

/// The work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Reason why an exact calculation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// It exceeds a limit. Contains the work done by then, in units of that limit; 0 if the limit
    /// was known to be exceeded before any work.
    #[error("it is too large")]
    TooLarge(u64),
    /// It does not settle. Contains the number of rounds or passes made.
    #[error("it takes too long")]
    TooLong(u32),
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
    /// The method does not apply to the battle.
    #[error("the method does not apply")]
    NotApplicable,
}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Number of steps between two looks at the stop flag.
const STEPS: usize = 1 << 12;

impl Control {
    /// Creates the control of a computation that this flag stops. Any thread may set it to `true`.
    #[must_use]
    pub fn with_stop(stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Returns a control without progress, which stops when this one stops.
    pub(crate) fn uncounted(&self) -> Self {
        Self { room: self.room.clone(), ..Self::with_stop(Arc::clone(&self.stop)) }
    }

    /// Returns the control of a computation that also stops once its tables take more than this
    /// many bytes.
    #[must_use]
    pub fn within(&self, bytes: u64) -> Self {
        let room = Room { bytes, gives_way: AtomicBool::new(false) };
        Self { room: Some(Arc::new(room)), ..self.uncounted() }
    }

    /// Says how many bytes the present tables of the computation take, and looks at the stop flag.
    ///
    /// # Errors
    /// If the computation is to stop.
    pub(crate) fn holds(&self, bytes: u64) -> Result<(), Stopped> {
        if let Some(room) = &self.room
            && bytes > room.bytes
        {
            room.gives_way.store(true, Ordering::Relaxed);
        }
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Stops the computation soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the computation is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let gives_way = |room: &Arc<Room>| room.gives_way.load(Ordering::Relaxed);
        self.stop.load(Ordering::Relaxed) || self.room.as_ref().is_some_and(gives_way)
    }

    /// Returns how far an exact answer is; `None` before it begins.
    #[must_use]
    pub fn progress(&self) -> Option<StageProgress> {
        let stage = match self.stage.load(Ordering::Relaxed) {
            1 => Stage::Play,
            2 => Stage::Situations,
            3 => Stage::Odds,
            _ => return None,
        };
        let [done, of] = [&self.done, &self.of].map(|number| number.load(Ordering::Relaxed));
        Some(StageProgress { stage, done, of: (of > 0).then_some(of) })
    }

    /// Begins a stage with this amount of work, or 0 if it is not known.
    pub(crate) fn begin(&self, stage: Stage, of: usize) {
        self.of.store(of as u64, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.stage.store(stage as u8 + 1, Ordering::Relaxed);
    }

    /// Counts work of the present stage that is done, and looks at the stop flag.
    ///
    /// # Errors
    /// If the computation is to stop.
    pub(crate) fn look(&self, done: usize) -> Result<(), Stopped> {
        self.done.store(done as u64, Ordering::Relaxed);
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Looks at the stop flag every few thousand steps of work that is not counted.
    ///
    /// # Errors
    /// If the computation is to stop.
    #[inline]
    pub(crate) fn pause(&self, step: usize) -> Result<(), Stopped> {
        if step.is_multiple_of(STEPS) && self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

impl StageProgress {
    /// Returns the progress in words: `listing all situations, 1,200,000 so far`.
    #[must_use]
    pub fn words(&self) -> String {
        let what = match self.stage {
            Stage::Play => "finding best play",
            Stage::Situations => "listing all situations",
            Stage::Odds => "working out the odds",
        };
        match self.of {
            Some(of) => format!("{what}, {} %", self.done.min(of) * 100 / of),
            None if self.done > 0 => format!("{what}, {} so far", self.done),
            None => what.into(),
        }
    }
}
