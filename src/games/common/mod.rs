//! What several games share.

mod captain;
pub(crate) mod hulls;
mod labels;
mod limit;

pub(crate) use captain::best;
pub use captain::{Objective, Retreat, value_of};
pub use labels::Labels;
pub use limit::LimitError;
