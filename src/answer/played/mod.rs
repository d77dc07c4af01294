//! A battle that was played, as steps through the positions of its game: rolls, choices, and what
//! was not noted down.
//!
//! ```text
//! steps      the positions before and after each step, as far as the record tells
//! evaluated  luck, and the cost of choices
//! mark       choices as good, doubtful, mistakes or blunders
//! now        the present situation of a battle that is being played
//! next       its next step
//! named      the groups that a line names
//! thrown     a battle in which dice alone decide
//! report     the result document
//! ```
//!
//! A record can leave things open. Then a step leads from several positions to several others, and
//! all figures are means over the ways that fit the whole record.

mod evaluated;
mod mark;
pub(crate) mod named;
pub(crate) mod next;
pub(crate) mod now;
pub(crate) mod report;
mod steps;
// The page without the program has no room for it.
#[cfg(not(target_family = "wasm"))]
pub(crate) mod thrown;

pub(crate) use self::evaluated::{
    EvaluatedStep, Gains, Happened, PlayedChoice, evaluate, only_end,
};
pub(crate) use self::mark::Mark;
pub(crate) use self::steps::{MAX_WAYS, Mover, PlayedNode, PlayedStep, PlayedWay, asked};
