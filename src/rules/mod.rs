//! The rules of the games, each written once.

mod captain;
pub mod eclipse;
mod hulls;
mod labels;
mod limit;
pub mod spaceship_battles;
pub mod star_chamber;
pub mod ti4;

use captain::best;
pub use captain::{Objective, Retreat, value_of};
pub use labels::Labels;
pub use limit::LimitError;
