//! Statistics: counters, probabilities and intervals.

mod counts;
mod estimate;
mod odds;
pub(crate) mod wilson;

pub use counts::Tally;
pub use estimate::{Band, Estimate, Interval};
pub use odds::{Histogram, Odds};
pub use wilson::wilson;
