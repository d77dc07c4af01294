//! Chains of battles: simulated by the rules, solved, and walked along the graphs of a solution.
//!
//! ```text
//! links       simulation battle by battle, by the rules
//! solution    exact solution battle by battle
//! kept        the part of a solution that is kept for walking
//! walk        simulation along the graphs of all battles
//! follow      observers of walked chains: counts, cells, events
//! ```

mod follow;
mod kept;
mod links;
mod solution;
mod walk;

use crate::model::Battle;
use crate::model::chain::Chain;

pub use self::kept::ChainGraphs;
pub use self::links::ChainKernel;
pub use self::solution::{Arrivals, ChainLimits, ChainSolution};
pub use self::walk::ChainWalk;

type State<C> = <<C as Chain>::Battle as Battle>::State;
type Captains<C> = <<C as Chain>::Battle as Battle>::Captains;
