//! Reports that do not show everything that was asked for.

use std::fmt;

use serde_json::{Value, json};

use super::numbers::thousands;
use crate::analysis::total::{StoppedBy, Total};

/// Why a report does not show everything that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// The user stopped the work.
    Interrupt,
    /// The work that `--total` allows is done.
    Total(Spent),
}

/// What was done with the work that `--total` allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Spent {
    /// Seconds of work that were allowed.
    pub seconds: f64,
    /// That time in words.
    pub time: String,
    /// A longer time, as typed.
    pub more: String,
    /// What there was to do: `fleets`, to be `compared`.
    pub what: [&'static str; 2],
    /// How many that was done with.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

/// `stopped after 20 s of work (--total): 37 of 400 designs were evaluated; --total 2m goes on`.
impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, more, what: [what, compared], .. } = self;
        let were = if self.done == 1 { "was" } else { "were" };
        let [done, of] = [self.done, self.of].map(|number| thousands(number as u64));
        write!(f, "stopped after {time} of work (--total): ")?;
        match self.done < self.of {
            true => write!(f, "{done} of {of} {what} {were} {compared}")?,
            false => write!(f, "all {of} {what} were {compared}, with fewer battles")?,
        }
        write!(f, "; --total {more} goes on")
    }
}

impl Stopped {
    /// Returns why a report is incomplete. `done` of `of` items were dealt with; `what` names the
    /// items and the work, such as `fleets`, `compared`.
    #[must_use]
    pub fn of(
        by: StoppedBy,
        total: &Total,
        (done, of): (usize, usize),
        what: [&'static str; 2],
    ) -> Self {
        match by {
            StoppedBy::Interrupt => Self::Interrupt,
            StoppedBy::Total => Self::Total(Spent {
                seconds: total.seconds(),
                time: total.to_string(),
                more: total.more(),
                what,
                done,
                of,
            }),
        }
    }

    /// Returns what the user should know besides the report.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        match self {
            Self::Interrupt => None,
            Self::Total(spent) => Some(spent.to_string()),
        }
    }

    /// Whether the user stopped the work.
    #[must_use]
    pub fn is_interrupt(&self) -> bool {
        *self == Self::Interrupt
    }

    /// Says so in a document.
    pub(super) fn mark(&self, document: &mut Value) {
        document["partial"] = true.into();
        if let Self::Total(Spent { seconds, done, of, .. }) = self {
            document["stopped"] =
                json!({"by": "total", "seconds": seconds, "done": done, "of": of});
        }
    }
}

/// Returns why a report is incomplete, if it is: `interrupted` after an interrupt.
pub(super) fn notes(stopped: Option<&Stopped>, interrupted: &str) -> Vec<String> {
    let words = |stopped: &Stopped| stopped.warning().unwrap_or_else(|| interrupted.into());
    stopped.map(words).into_iter().collect()
}
