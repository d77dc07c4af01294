//! Twilight Imperium: decisions, known figures, oracles.

mod ability_fuzz;
mod ability_oracle;
mod adaptive;
mod advise;
mod analyse;
mod assignment;
mod catalogue;
mod dice;
mod effects;
mod every_effect;
mod figures;
mod idle;
mod invasion_play;
mod judged;
mod names;
pub(crate) mod oracle;
mod orders;
mod rules;
mod texts;
mod units;
mod windows;
