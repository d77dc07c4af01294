//! Eclipse, both editions.

pub(crate) mod answer;
pub mod rules;
pub mod scenario;
pub(crate) mod show;
