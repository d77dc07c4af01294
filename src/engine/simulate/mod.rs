//! Simulation: runs of millions of battles on all cores, and replay of single battles.
//!
//! ```text
//! kernel       simulation battle by battle, by the rules themselves
//! transitions  transitions that the kernel has met and need not play again
//! walk         simulation along the edges of a graph
//! paired       comparison of alternatives with common dice
//! replay       replay of single battles of a run
//! replay_die   the die of a replay
//! simulator    the interface of everything that plays blocks of battles
//! blocks       runs of many blocks, with any simulator
//! ```

pub(in crate::engine) mod blocks;
pub(in crate::engine) mod kernel;
mod paired;
pub(in crate::engine) mod replay;
pub(in crate::engine) mod replay_die;
pub(in crate::engine) mod simulator;
pub(in crate::engine) mod transitions;
pub(in crate::engine) mod walk;

pub use blocks::{BLOCK, Ended, ROUND, RunPlan, RunResult, Shard, run};
pub use kernel::{Kernel, play_one};
pub use paired::{EndFigures, PairedMean, PairedPlan, compare_alternatives, compare_openings};
pub(crate) use replay::cells;
pub use replay::{Replay, ReplayStep, ReplayedBattle, Replayer};
pub use simulator::{Block, Simulator, Worker};
pub use walk::Walk;
