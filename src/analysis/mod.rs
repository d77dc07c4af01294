//! Questions about several fights, and about one fight afterwards.
//!
//! ```text
//! exact_or_simulated  exact odds within the budget, otherwise simulated odds
//! replay              the story of one battle
//! commented           the story of one battle, with the choices that were not best
//! luck                how lucky a result was
//! advise              what each choice of a captain is worth
//! analyse             luck and skill of a battle that was played
//! battle              a battle at the table, step by step
//! total               limit of the work of all questions of a command
//! compare             the best of several fleets
//! design              the best blueprint of a class, or the best fleet for a price
//! sweep               how the odds change with the fleets
//! payoffs             what fleets that all fight each other win
//! equilibrium         the best mix of fleets for both players
//! ```

pub mod advise;
pub mod analyse;
pub mod battle;
pub mod commented;
pub mod compare;
pub mod design;
pub mod equilibrium;
mod exact_or_simulated;
pub mod luck;
pub mod payoffs;
pub mod replay;
pub mod sweep;
pub mod total;
