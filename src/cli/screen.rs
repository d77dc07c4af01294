//! The terminal on which progress bars are drawn.

use std::io;

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

/// Columns at the right edge that stay free: the terminal writes `^C` there if the user interrupts
/// the work. Otherwise it would write it to the next line, and the bar above could not be erased.
const FREE_COLUMNS: u16 = 4;

/// Updates of a bar per second.
const REFRESH_RATE: u8 = 20;

/// Standard error with free columns at the right edge.
#[derive(Debug)]
struct Narrowed(Term);

/// Returns the terminal of standard error.
pub(crate) fn stderr() -> ProgressDrawTarget {
    let term = Box::new(Narrowed(Term::buffered_stderr()));
    ProgressDrawTarget::term_like_with_hz(term, REFRESH_RATE)
}

impl TermLike for Narrowed {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(FREE_COLUMNS)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.0.write_line(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
