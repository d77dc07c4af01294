//! The library for a page: one request in, one answer out, both as JSON.
//!
//! ```text
//! respond  what the page can ask
//! battle   a battle at the table, step by step
//! choices  comparisons of several fleets
//! fight    the fight that the page edits
//! shown    reports as JSON, for the page to show
//! memory   the memory that page and library share
//! ```
//!
//! Rules and wording are those of the library. Requests share no state: each holds the whole fight.

mod battle;
mod choices;
mod fight;
mod memory;
mod respond;
mod shown;

pub use respond::respond;
