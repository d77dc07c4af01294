//! Spaceship Battles: decisions, known figures, oracles.

mod advise;
mod keeping;
pub(crate) mod oracle;
mod records;
mod rules;
