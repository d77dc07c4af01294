//! What fights return: plain numbers. `serde` writes them as the JSON of `schemas`.

pub use crate::result::{
    AfterRound, AsTyped, Cost, Damaged, EngineUsed, Left, Mean, RankedCandidate, Rounds,
    SideAfterRound, SideSummary, Summary, Survivors, Swing, Timing, Trial, Uncertain,
};
pub use crate::stats::{Estimate, Interval};

pub use super::fight::Tried;
