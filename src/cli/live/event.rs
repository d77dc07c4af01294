//! Events to which the screen reacts.

use super::found::Found;

/// An event.
pub(crate) enum Event {
    /// A key, pasted text, or a new size of the terminal.
    Terminal(ratatui::crossterm::event::Event),
    /// A result of the worker thread.
    Found(Found),
    /// A signal that ends the program.
    Signal(i32),
    /// The terminal cannot be read any more.
    Closed,
}
