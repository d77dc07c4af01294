//! What several games share.

mod captain;
pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod decision;
mod ends;
pub(crate) mod hulls;
pub(crate) mod play;
mod played;
mod strategies;

pub use crate::answer::Labels;
pub use crate::model::LimitError;
pub(crate) use captain::best;
pub use captain::{Objective, Retreat, value_of};
pub(crate) use ends::add_ends;
pub use play::retreat_of;
pub(crate) use played::{manner, played};
pub(crate) use strategies::Strategies;
