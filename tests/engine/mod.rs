//! The engines: they agree with each other and keep to their budget.

mod agreement;
mod budget;
mod cancelling;
mod chains;
mod duel_flow;
mod exact;
pub(crate) mod flow;
mod limits;
mod near_best;
mod odds;
mod own;
mod toys;
mod transitions;
