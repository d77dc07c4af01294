//! What the graph and everything made of it may take, and what it is estimated to take.
//!
//! Estimates are fixed functions of what there is to do, never of a clock: the choice of an
//! engine is the same on every machine. The constants were measured on one core of a 2024
//! server processor and rounded up.

use std::fmt;

use crate::battle::duel::Duel;
use crate::engine::graph::Limit;
use crate::engine::play::{self, Interests, Work};
use crate::rules::eclipse::DraftLimit;

/// Time and memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Seconds.
    pub seconds: f64,
    /// Bytes.
    pub bytes: f64,
}

/// Seconds that solving takes for each value that is looked at.
const LOOK: f64 = 2e-9;
/// For each situation.
const SITUATION: f64 = 20e-9;
/// For each volley that is assigned as declared.
const REPLY: f64 = 300e-9;
/// Passes over a battle in which rounds differ: a usual number, and the most.
const PASSES: f64 = 50.0;
const MOST_PASSES: f64 = 10_000.0;

/// Seconds for each situation and each edge of a graph: built, solved, reported.
const NODE: f64 = 600e-9;
/// Bytes for each.
const NODE_BYTES: f64 = 256.0;
/// Situations and edges that can be numbered.
const MOST_NODES: f64 = 4e9;
/// Seconds that one edge takes in one pass over the graph.
const PASS: f64 = 4e-9;

/// Seconds for each position and each move of a game, solved.
const MOVE: f64 = 400e-9;
/// Bytes for each.
const MOVE_BYTES: f64 = 160.0;

/// Bytes for each situation of a side while a duel is drawn up.
const SIDE_BYTES: f64 = 1024.0;
/// Seconds for each.
const SIDE: f64 = 10e-6;
/// Bytes for each volley.
const VOLLEY_BYTES: f64 = 800.0;

impl Default for Budget {
    /// Two seconds, two gigabytes.
    fn default() -> Self {
        Self { seconds: 2.0, bytes: 2e9 }
    }
}

impl Budget {
    /// A time and perhaps a memory: `2s`, `500ms,4GB`, `10m`. `None` if it is not that.
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

    /// What solving a duel is estimated to take.
    pub(super) fn of_duel(duel: &Duel, interests: Interests, rounds: Option<u32>) -> Self {
        let Work { states, looks, bytes, replies } = play::work(duel, interests);
        let passes = passes(duel, rounds);
        let kept = if rounds.is_some() { passes } else { 1.0 };
        let sweep = looks as f64 * LOOK + states as f64 * SITUATION;
        Self { seconds: passes * sweep + replies as f64 * REPLY, bytes: kept * bytes as f64 }
    }

    /// Estimated seconds that solving a game of this much work takes.
    pub(super) fn of_game(work: u64) -> f64 {
        work as f64 * MOVE
    }

    /// The largest game.
    pub(super) fn game(self) -> Limit {
        let size = (self.bytes / MOVE_BYTES).min(MOST_NODES) as u64;
        Limit { size, work: (self.seconds / MOVE) as u64, bytes: self.bytes as u64 }
    }

    /// How often the situations of a duel may be gone through.
    pub(super) fn sweeps(self, duel: &Duel, interests: Interests, rounds: Option<u32>) -> u32 {
        let needed = Self::of_duel(duel, interests, rounds);
        let times = (self.seconds / needed.seconds).min(match rounds {
            Some(_) => self.bytes / needed.bytes,
            None => f64::INFINITY,
        });
        (times * passes(duel, rounds)).clamp(1.0, MOST_PASSES) as u32
    }

    /// Is there enough for that?
    pub(super) fn covers(self, needed: Self) -> bool {
        needed.seconds <= self.seconds && needed.bytes <= self.bytes
    }

    /// Estimated seconds that a graph takes: its work, or its situations and edges.
    pub(super) fn of_graph(work: u64) -> f64 {
        work as f64 * NODE
    }

    /// Estimated seconds of this many looks at edges.
    pub(super) fn of_looks(looks: u64) -> f64 {
        looks as f64 * PASS
    }

    /// Estimated seconds that drawing up a duel takes.
    pub(super) fn of_draft(duel: &Duel) -> f64 {
        duel.sides.iter().map(|side| side.states() as f64 * SIDE).sum()
    }

    /// The largest graph.
    pub(super) fn graph(self) -> Limit {
        let size = (self.bytes / NODE_BYTES).min(MOST_NODES) as u64;
        Limit { size, work: (self.seconds / NODE) as u64, bytes: self.bytes as u64 }
    }

    /// As if there were so many times more time: where work takes less than is reckoned.
    pub(super) fn stretched(self, times: f64) -> Self {
        Self { seconds: self.seconds * times, ..self }
    }

    /// Most edges that passes over a graph may look at.
    pub(super) fn passes(self) -> u64 {
        (self.seconds / PASS) as u64
    }

    /// The largest duel that is drawn up.
    pub(super) fn draft(self) -> DraftLimit {
        DraftLimit {
            states: (self.bytes / SIDE_BYTES).min(self.seconds / SIDE) as usize,
            volleys: (self.bytes / VOLLEY_BYTES) as u64,
        }
    }
}

/// How often all situations are gone through, as far as can be told: once, or round by round
/// where ships are repaired or the battle is cut short.
fn passes(duel: &Duel, rounds: Option<u32>) -> f64 {
    match rounds {
        Some(rounds) => PASSES.min(f64::from(rounds)),
        None if duel.heals() => PASSES,
        None => 1.0,
    }
}

/// `2 s, 2 GB`.
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

/// Returns a time in words: `2 s`.
pub(super) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", (s * 1e3).ceil()),
        s if s < 1e4 => format!("{} s", short(s)),
        s => format!("{} h", short(s / 3600.0)),
    }
}

/// Reads a time above 0, in seconds: `2s`, `500ms`, `10m`, `1h`. `None` if it is not that.
pub(super) fn parse_time(text: &str) -> Option<f64> {
    quantity(text, &[("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)])
}

/// Two digits, no more than needed.
fn short(value: f64) -> String {
    let text = if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// A number above 0 with its unit.
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
            (14.23, 3.14e9, "14 s, 3.1 GB"),
            (7.2e4, 2e13, "20 h, 20 TB"),
        ] {
            assert_eq!(Budget { seconds, bytes }.to_string(), text);
        }
    }
}
