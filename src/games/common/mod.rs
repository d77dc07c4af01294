//! What several games share.

pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod decision;
mod ends;
pub(crate) mod figures;
pub(crate) mod hulls;
mod looking_ahead;
pub(crate) mod options;
pub(crate) mod play;
mod played;
mod strategies;

pub use crate::answer::Labels;
pub use crate::model::LimitError;
pub(crate) use crate::model::best;
pub use crate::model::{Horizon, Objective, Retreat, value_of};
pub(crate) use ends::add_ends;
pub(crate) use looking_ahead::looking_ahead;
pub use play::retreat_of;
pub(crate) use played::{looking_to, manner, played};
pub(crate) use strategies::Strategies;
