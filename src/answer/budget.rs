//! Limits of time and memory, and estimates of the time and memory that the work needs.
//!
//! Estimates are functions of the size of the problem and never read a clock, so that every
//! machine chooses the same engine. The constants were measured on one core of a 2024 server
//! processor and rounded up.

use std::fmt;

use crate::engine::flow::FlowPlan;
use crate::engine::graph::Limit;
use crate::engine::optimize::duel::{self, DuelPlan, DuelWork, Interests, Precision};
use crate::engine::optimize::game::MOVE_BYTES;
use crate::model::duel::{Duel, DuelModelLimit, DuelSide};

/// Amount of time and memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Seconds.
    pub seconds: f64,
    /// Bytes.
    pub bytes: f64,
}

/// Seconds per byte of the values that are compared while a duel is solved, and per situation in
/// each pass. Both cores of the reference machine share this work.
const SECONDS_PER_DOUBLE: [f64; 2] = [0.08e-9, 6e-9];
/// These seconds for values of single precision.
const SECONDS_PER_SINGLE: [f64; 2] = [0.13e-9, 3e-9];
/// Time of a pass over a duel whose ships regenerate, relative to another duel: it reads the
/// choices of the pass before.
const REGENERATION: f64 = 4.0;
/// Seconds per byte of values and choices that a duel keeps: the system clears memory before its
/// first use.
const SECONDS_PER_BYTE_OF_VALUES: f64 = 0.3e-9;
/// Seconds per volley that a declared policy assigns.
const SECONDS_PER_REPLY: f64 = 300e-9;
/// Typical number of passes over a duel whose rounds differ.
const EXPECTED_PASSES: f64 = 50.0;
/// Largest number of passes over a duel.
const MAX_PASSES: f64 = 10_000.0;

/// Seconds to build, solve and report each situation and each edge of a graph.
const SECONDS_PER_NODE: f64 = 600e-9;
/// Bytes per situation and per edge of a graph.
const NODE_BYTES: f64 = 256.0;
/// Largest number of situations and edges that can be numbered.
const MAX_NODES: f64 = 4e9;
/// Seconds per edge in one pass over the graph.
const SECONDS_PER_EDGE_VISIT: f64 = 4e-9;

/// Seconds per step of a flow.
const SECONDS_PER_FLOW_STEP: f64 = 30e-9;

/// Seconds to solve each position and each move of a game.
const SECONDS_PER_MOVE: f64 = 600e-9;

/// Bytes per situation of a side while the model of a duel is built.
const SIDE_BYTES: f64 = 1024.0;
/// Seconds per step of listing the situations of a side, see [`DuelSide::steps`].
const SECONDS_PER_LISTING_STEP: f64 = 170e-9;
/// Share of the time in which the situations of the sides may be listed. What takes longer to list
/// takes far too long to solve.
const LISTING_SHARE: f64 = 0.3;
/// Bytes per volley of the model of a duel.
const VOLLEY_BYTES: f64 = 800.0;

impl Default for Budget {
    /// Returns 2 seconds and 2 gigabytes.
    fn default() -> Self {
        Self { seconds: 2.0, bytes: 2e9 }
    }
}

impl Budget {
    /// Reads a time and an optional amount of memory: `2s`, `500ms,4GB`, `10m`. Memory defaults
    /// to 2 GB. Returns `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (time, memory) = match text.split_once(',') {
            Some((time, memory)) => (time, Some(memory)),
            None => (text, None),
        };
        let seconds = parse_time(time)?;
        let units = [("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12)];
        let bytes = match memory {
            Some(memory) => quantity(memory, &units)?,
            None => Self::default().bytes,
        };
        Some(Self { seconds, bytes })
    }

    /// Returns the estimated time and memory to solve a duel.
    pub(crate) fn of_duel(
        battle: &Duel,
        plan: &DuelPlan,
        interests: Interests,
        rounds: Option<u32>,
    ) -> Self {
        let DuelWork { states, compared, replies, choices, values } =
            duel::work(battle, plan, interests);
        let passes = passes(battle, rounds);
        let kept = if rounds.is_some() { passes } else { 1.0 };
        let [per_byte, per_situation] = match plan.precision() {
            Precision::Double => SECONDS_PER_DOUBLE,
            Precision::Single => SECONDS_PER_SINGLE,
        };
        let known = if battle.heals() { REGENERATION } else { 1.0 };
        let sweep = known * (compared as f64 * per_byte + states as f64 * per_situation);
        let bytes = kept * choices as f64 + values as f64;
        let seconds = passes * sweep
            + replies as f64 * SECONDS_PER_REPLY
            + bytes * SECONDS_PER_BYTE_OF_VALUES;
        Self { seconds, bytes }
    }

    /// Returns the estimated seconds to solve a game with `work` positions and moves.
    pub(crate) fn of_game(work: u64) -> f64 {
        work as f64 * SECONDS_PER_MOVE
    }

    /// Returns the bytes that the work may use. No table can be larger than the address space, so a
    /// size that fits can be an index on a target of 32 bits, too.
    fn memory(self) -> f64 {
        self.bytes.min(isize::MAX as f64)
    }

    /// Returns the limits of a game that fits the budget.
    pub(crate) fn game(self) -> Limit {
        let size = (self.memory() / MOVE_BYTES as f64).min(MAX_NODES) as u64;
        Limit { size, work: (self.seconds / SECONDS_PER_MOVE) as u64, bytes: self.memory() as u64 }
    }

    /// Returns the number of passes over the situations of a duel that fit the budget.
    /// `needed` is its estimate.
    pub(crate) fn sweeps(self, duel: &Duel, needed: Self, rounds: Option<u32>) -> u32 {
        let times = (self.seconds / needed.seconds).min(match rounds {
            Some(_) => self.memory() / needed.bytes,
            None => f64::INFINITY,
        });
        (times * passes(duel, rounds)).clamp(1.0, MAX_PASSES) as u32
    }

    /// Returns the estimated seconds of this many passes over the situations of a duel. `needed` is
    /// its estimate.
    pub(crate) fn of_sweeps(duel: &Duel, needed: Self, rounds: Option<u32>, made: u32) -> f64 {
        needed.seconds * f64::from(made) / passes(duel, rounds)
    }

    /// Returns the time and memory of both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { seconds: self.seconds + other.seconds, bytes: self.bytes + other.bytes }
    }

    /// Returns whether `needed` fits the budget.
    pub(crate) fn covers(self, needed: Self) -> bool {
        needed.seconds <= self.seconds && needed.bytes <= self.memory()
    }

    /// Returns the estimated seconds that a graph takes. `work` is the work of building it, or its
    /// number of situations and edges.
    pub(crate) fn of_graph(work: u64) -> f64 {
        work as f64 * SECONDS_PER_NODE
    }

    /// Returns the estimated seconds to visit this many edges.
    pub(crate) fn of_edge_visits(edge_visits: u64) -> f64 {
        edge_visits as f64 * SECONDS_PER_EDGE_VISIT
    }

    /// Returns the estimated seconds to build the model of a duel.
    pub(crate) fn of_duel_model(duel: &Duel) -> f64 {
        Self::of_listing(duel.sides.iter().map(DuelSide::steps).sum())
    }

    /// Returns the estimated seconds to list the situations of single sides in these steps.
    pub(crate) fn of_listing(steps: u64) -> f64 {
        steps as f64 * SECONDS_PER_LISTING_STEP
    }

    /// Returns the limits of a graph that fits the budget.
    pub(crate) fn graph(self) -> Limit {
        let size = (self.memory() / NODE_BYTES).min(MAX_NODES) as u64;
        Limit { size, work: (self.seconds / SECONDS_PER_NODE) as u64, bytes: self.memory() as u64 }
    }

    /// Returns the estimated seconds that the steps of a flow take.
    pub(crate) fn of_flow(steps: u64) -> f64 {
        steps as f64 * SECONDS_PER_FLOW_STEP
    }

    /// Returns the limits of a flow that fits the budget, for a question with this cap on rounds
    /// and this last round after which the odds are wanted.
    pub(crate) fn flow(self, round_cap: Option<u32>, listed: Option<u32>) -> FlowPlan {
        let work = (self.seconds / SECONDS_PER_FLOW_STEP) as u64;
        FlowPlan { round_cap, listed, work, bytes: self.memory() as u64 }
    }

    /// Returns the budget with its time multiplied by `times`, for work that is faster than the
    /// estimates by this factor.
    pub(crate) fn stretched(self, times: f64) -> Self {
        Self { seconds: self.seconds * times, ..self }
    }

    /// Returns the budget with at most this many seconds.
    pub(crate) fn at_most(self, seconds: f64) -> Self {
        Self { seconds: self.seconds.min(seconds), ..self }
    }

    /// Returns the number of edge visits that fit the budget, over all passes.
    pub(crate) fn edge_visits(self) -> u64 {
        (self.seconds / SECONDS_PER_EDGE_VISIT) as u64
    }

    /// Returns the limits of a duel whose model can be built within the budget.
    pub(crate) fn model(self) -> DuelModelLimit {
        DuelModelLimit {
            states: (self.memory() / SIDE_BYTES) as usize,
            steps: (LISTING_SHARE * self.seconds / SECONDS_PER_LISTING_STEP) as u64,
            volleys: (self.memory() / VOLLEY_BYTES) as u64,
        }
    }
}

/// Returns the expected number of passes over all situations of a duel: 1, or more if ships
/// regenerate or the number of rounds is limited, because rounds then differ.
fn passes(duel: &Duel, rounds: Option<u32>) -> f64 {
    match rounds {
        Some(rounds) => EXPECTED_PASSES.min(f64::from(rounds)),
        None if duel.heals() => EXPECTED_PASSES,
        None => 1.0,
    }
}

/// Writes `2 s, 2 GB`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, bytes } = *self;
        write!(f, "{}, ", time(seconds))?;
        match bytes {
            b if b < 1e9 => write!(f, "{} MB", (b / 1e6).ceil()),
            b if b < 1e13 => write!(f, "{} GB", short(b / 1e9)),
            b => write!(f, "{:.0} TB", b / 1e12),
        }
    }
}

/// Formats a time: `2 s`.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        // Rounding errors of the conversion to milliseconds are no reason to round up.
        s if s < 1.0 => format!("{:.0} ms", (s * 1e3 - 1e-9).ceil()),
        s if s < 1e4 => format!("{} s", short(s)),
        s => format!("{} h", short(s / 3600.0)),
    }
}

/// Reads a positive time and returns it in seconds: `2s`, `500ms`, `10m`, `1h`. Returns `None` for
/// any other text.
pub(crate) fn parse_time(text: &str) -> Option<f64> {
    quantity(text, &[("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)])
}

/// Formats a value below 10 with at most one decimal, and a larger one without decimals.
fn short(value: f64) -> String {
    let text = if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// Reads a positive number with its unit, and returns it in the base unit.
fn quantity(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (_, size) = units.iter().find(|(unit, _)| *unit == text[digits..].trim())?;
    let value = text[..digits].parse::<f64>().ok()? * size;
    (value > 0.0 && value.is_finite()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn budgets_are_times_and_memories() {
        for (text, seconds, bytes) in [
            ("2s", 2.0, 2e9),
            ("500ms,4GB", 0.5, 4e9),
            (" 1.5 m , 250 mb ", 90.0, 2.5e8),
            ("1h,1TB", 3600.0, 1e12),
        ] {
            assert_eq!(Budget::parse(text), Some(Budget { seconds, bytes }), "{text}");
        }
        for text in
            ["", "2", "s", "2s,", "2s,4", "0s", "-1s", "1e3s", "2GB", "2s,4GB,1", "..s", "2é"]
        {
            assert_eq!(Budget::parse(text), None, "{text}");
        }
    }

    #[test]
    fn budgets_are_shown_as_they_are_typed() {
        for (seconds, bytes, text) in [
            (2.0, 2e9, "2 s, 2 GB"),
            (0.5, 5e8, "500 ms, 500 MB"),
            (0.35, 5e8, "350 ms, 500 MB"),
            (14.23, 3.14e9, "14 s, 3.1 GB"),
            (7.2e4, 2e13, "20 h, 20 TB"),
        ] {
            assert_eq!(Budget { seconds, bytes }.to_string(), text);
        }
    }
}
