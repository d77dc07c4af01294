//! A fight that a player edits on a screen: two fleets as typed, changed by single edits, and what
//! a screen shows of them.
//!
//! ```text
//! desk      the fight: its rulebook, both fleets, and its situation
//! change    single edits of a fleet
//! carry     what a fight keeps in another rulebook
//! view      what a screen shows of a fleet
//! palette   ships, parts and options that can be added
//! offers    single changes that a player can buy
//! complete  names that fit at a cursor
//! ```
//!
//! Each edit rewrites the fleet in exact notation. A fleet that cannot be read stays as it was
//! typed, with its error.

mod carry;
mod change;
mod complete;
mod desk;
mod offers;
mod palette;
mod view;

pub use change::Edit;
pub use complete::{Completion, complete};
pub use desk::Desk;
pub use offers::Offer;
pub use palette::{Palette, PaletteOption, PaletteShip, PartChoice};
pub use view::{GroupView, OptionView, SideView};
