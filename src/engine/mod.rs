//! Engines: each of them supplies the die of a battle. They use the
//! [`Battle`](crate::model::Battle) trait and know no game.
//!
//! ```text
//! graph      every state that can occur, and the distribution over the ends
//! flow       the distribution over the ends without a graph, round by round
//! exchange   rounds in which both sides hit each other: their ends, and best play
//! optimize   best play
//! simulate   runs of millions of battles on all cores, and replay of single battles
//! chain      exact solution of chains of battles
//! ctx        threads
//! ends       the result of an exact calculation
//! rules      battles and decision games by rules that are written once
//! control    how far a computation is, and how it is stopped
//! ```

pub mod chain;
mod control;
mod ctx;
mod ends;
pub mod exchange;
pub mod flow;
pub mod graph;
pub mod optimize;
pub mod rules;
pub mod simulate;

pub use control::{Control, Stage, StageProgress, Stopped, Unsolved};
pub use ctx::Ctx;
pub(crate) use ctx::{par_map, par_try_map};
pub use ends::{Ends, MAX_LEFT_OUT};
pub(crate) use flow::{levels::LevelFlow, mass::Masses};
pub(crate) use simulate::cells;
pub use simulate::{
    BLOCK, Block, Ended, Kernel, PairedMean, PairedPlan, ROUND, Replay, ReplayStep, ReplayedBattle,
    Replayer, RunPlan, RunResult, Shard, Simulator, Walk, Worker, compare_alternatives,
    compare_openings, play_one, run,
};
