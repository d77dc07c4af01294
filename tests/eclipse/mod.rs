//! Eclipse, both editions: decisions, known figures, oracles.

mod activations;
pub(crate) mod advice_oracle;
pub(crate) mod analysed;
mod caps;
mod parts;
pub(crate) mod point_defence;
mod retreat;
pub(crate) mod rulebook;
mod rules;
mod sector;
mod sector_play;
mod ties;
