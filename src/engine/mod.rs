//! Engines: what stands behind the die. They know the [`Battle`](crate::battle::Battle)
//! trait and never a game.
//!
//! ```text
//! play        how a duel is played best
//! game        the same for any battle whose decisions can be listed
//! graph       every situation that can come up, under the captains' play
//! exact       how battles on a graph end
//! walk        battles played down a graph
//! simulate    battles played one by one, by the rules themselves
//! chain       battles that follow one another, played or solved
//! reader      battles of a run looked at one by one
//! simulator   what can play blocks of battles
//! blocks      millions of battles on all cores, by any simulator
//! ```

mod blocks;
pub mod chain;
mod components;
pub mod exact;
pub mod exchange;
pub mod game;
pub mod graph;
pub mod play;
mod reader;
mod simulate;
mod simulator;
mod walk;

pub use blocks::{BLOCK, Ended, Plan, ROUND, Run, Shard, run};
pub(crate) use reader::cells;
pub use reader::{Chapter, Reader, Step, Telling};
pub use simulate::{Kernel, play_block, play_one};
pub use simulator::{Block, Simulator, Worker};
pub use walk::Walk;
