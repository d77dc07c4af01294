//! Simulation: runs of millions of battles on all cores, and replay of single battles.
//!
//! ```text
//! kernel       simulation battle by battle, by the rules themselves
//! transitions  transitions that the kernel has met and need not play again
//! walk         simulation along the edges of a graph
//! paired       comparison of alternatives with common dice
//! replay       replay of single battles of a run
//! blocks       the interface of simulators, and runs of many blocks
//! ```

pub(crate) mod blocks;
pub(crate) mod kernel;
mod paired;
pub(crate) mod replay;
pub(crate) mod transitions;
pub(crate) mod walk;

pub use blocks::{BLOCK, Block, Ended, ROUND, RunPlan, RunResult, Shard, Simulator, Worker, run};
pub use kernel::{Kernel, play_one};
pub use paired::{PairedMean, PairedPlan, compare_alternatives, compare_openings};
pub(crate) use replay::cells;
pub use replay::{Replay, ReplayStep, ReplayedBattle, Replayer};
pub use walk::Walk;
