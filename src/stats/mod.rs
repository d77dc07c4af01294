//! Statistics: counters, probabilities and intervals.

mod counts;
mod estimate;
mod odds;
pub(crate) mod wilson;

pub use counts::Tally;
pub(crate) use counts::add_up;
pub use estimate::{Band, Estimate, Interval};
pub(crate) use estimate::{is_almost_impossible, rounded, settle_all, settled};
pub use odds::{Histogram, Odds};
pub use wilson::wilson;
