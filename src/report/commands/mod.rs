//! Reports of the commands that work out more than the odds of one fight, each in a file of its
//! own: its content for all formats, its charts, JSON and CSV.
//!
//! ```text
//! comparison  fleets from best to worst
//! matrix      every fleet against every other
//! sweep       curves and two-way grids
//! tornado     single changes
//! design      the best designs
//! luck        a reported result among all others
//! advice      choices in the middle of a battle
//! analysis    luck and skill of a battle that was played
//! skills      luck and skill of players over several battles
//! diff        two results
//! story       single battles, blow by blow
//! list        entries of a catalogue
//! document    JSON of all that have several fights, and their figures
//! ```

mod advice;
mod analysis;
mod comparison;
mod design;
mod diff;
mod document;
mod list;
mod luck;
mod matrix;
mod skills;
mod story;
mod sweep;
mod tornado;

pub use comparison::Comparison;
pub use design::Design;
pub use diff::Diff;
pub use list::{checked, details, list};
pub use matrix::Matrix;
pub use sweep::Sweep;
pub use tornado::Tornado;
