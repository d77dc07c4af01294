//! Questions about several fights, and about fights that were played.

mod analyse;
mod battle_now;
mod choosing;
mod design;
mod luck;
mod mixes;
mod record_fuzz;
mod replay;
