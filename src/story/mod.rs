//! A battle as it is told: what happens, in numbers alone.
//!
//! Rules say what happens where it happens, to whoever stands behind the die and wants to
//! know. Nobody does while battles are simulated or solved: then nothing of this is compiled.
//!
//! ```text
//! event   what happens
//! dice    the faces of dice of which the sum is known
//! ```

mod dice;
mod event;

pub(crate) use dice::choose;
pub use dice::{Shown, show};
pub use event::{Cast, Event, Face, Throw, Total, Who};

/// Somebody who may want to know what happens.
pub trait Witness {
    /// Does he?
    const LISTENS: bool = false;

    /// Something happens.
    fn hear(&mut self, _event: Event) {}
}

/// Nobody.
impl Witness for () {}
