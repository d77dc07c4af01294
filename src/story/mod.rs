//! The story of a battle: its events, in numbers alone.
//!
//! Rules report events where they happen, to the die that they are played with. Simulating and
//! solving dice ignore events, and the code that reports them is then compiled out.
//!
//! ```text
//! event   events of a battle
//! dice    faces of dice whose sum is known
//! ```

mod dice;
mod event;

pub(crate) use dice::choose;
pub use dice::{Shown, show};
pub use event::{Cast, Event, Face, Throw, Total, Who};

/// Receives the events of a battle.
pub trait Witness {
    /// Whether events are recorded. If false, the code that reports them is compiled out.
    const LISTENS: bool = false;

    /// Receives one event.
    fn hear(&mut self, _event: Event) {}
}

/// Ignores all events.
impl Witness for () {}
