//! What fights return: plain numbers. `serde` writes them as the JSON of `schemas`.

pub use crate::result::{
    AfterRound, AsTyped, Cost, EngineUsed, Left, Mean, RankedCandidate, Rounds, SideAfterRound,
    SideSummary, Summary, Survivors, Swing, Timing, Trial, Uncertain,
};
pub use crate::stats::{Estimate, Histogram, Interval};

pub use super::fight::Tried;
