//! Engines: what stands behind the die. They know the [`Battle`](crate::battle::Battle)
//! trait and never a game.

mod blocks;
pub mod play;
mod simulate;

pub use blocks::{BLOCK, Ended, Plan, ROUND, Run, run};
pub use simulate::{Block, play_block, play_one};
