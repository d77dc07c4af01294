//! Engines: each of them supplies the die of a battle. They use the
//! [`Battle`](crate::battle::Battle) trait and know no game.
//!
//! ```text
//! play        optimal play of duels
//! game        optimal play of battles whose decisions can be listed one by one
//! graph       every state that can occur under the captains' play
//! components  strongly connected components of a graph
//! exact       the distribution over the ends of a graph
//! exchange    the distribution over the ends of an exchange
//! walk        simulation along the edges of a graph
//! simulate    simulation battle by battle, by the rules themselves
//! chain       chains of battles, simulated or solved
//! reader      replay of single battles of a run
//! simulator   the interface of everything that plays blocks of battles
//! blocks      runs of millions of battles on all cores, with any simulator
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
