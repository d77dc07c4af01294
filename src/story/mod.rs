//! The story of a battle: its events, in numbers alone.
//!
//! Rules report events where they happen, to the observer that they are played with. Simulating and
//! solving engines observe nothing, and the code that reports events is then compiled out.
//!
//! ```text
//! event      events of a battle
//! observer   receives events: ignores or records them
//! dice       faces of dice whose sum is known
//! ```

mod dice;
mod event;
mod observer;

pub(crate) use dice::choose;
pub use dice::{ShownDice, show};
pub use event::{Cast, Event, Face, Throw, ThrowTotal, Who};
pub use observer::{Observer, Recorder};
