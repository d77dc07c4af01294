//! What several games share.

mod captain;
pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod hulls;
pub(crate) mod play;
mod strategies;

pub use crate::answer::Labels;
pub use crate::model::LimitError;
pub(crate) use captain::best;
pub use captain::{Objective, Retreat, value_of};
pub use play::retreat_of;
pub(crate) use strategies::Strategies;
