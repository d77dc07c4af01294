//! Chains of battles: played by the rules, solved, and walked down the graphs of a solution.
//!
//! ```text
//! links       chains played battle by battle, by the rules
//! solution    chains solved battle by battle
//! kept        what a solution keeps to be walked
//! walk        chains walked down the graphs of all their battles
//! follow      what is made of chains that are walked: counts, cells, stories
//! ```

mod follow;
mod kept;
mod links;
mod solution;
mod walk;

use crate::battle::Battle;
use crate::battle::chain::Chain;

pub use self::kept::Kept;
pub use self::links::Links;
pub use self::solution::{Arrivals, Limits, Solution, Unsolved};
pub use self::walk::ChainWalk;

type State<C> = <<C as Chain>::Battle as Battle>::State;
type Captains<C> = <<C as Chain>::Battle as Battle>::Captains;
