//! Bugs that would otherwise pass as wrong numbers end the program: a wrong number is worse than
//! none.

use std::fmt::Display;

/// Values that are there unless the program has a bug.
pub(crate) trait OrBug<T> {
    /// Returns the value.
    ///
    /// # Panics
    /// If it is missing, with a message that asks for a report. `what` says what went wrong.
    #[track_caller]
    fn or_bug(self, what: &str) -> T;
}

impl<T> OrBug<T> for Option<T> {
    #[inline]
    #[track_caller]
    fn or_bug(self, what: &str) -> T {
        match self {
            Some(value) => value,
            None => bug(what),
        }
    }
}

impl<T, E: Display> OrBug<T> for Result<T, E> {
    #[inline]
    #[track_caller]
    fn or_bug(self, what: &str) -> T {
        match self {
            Ok(value) => value,
            Err(error) => bug(&format!("{what}: {error}")),
        }
    }
}

#[cold]
#[track_caller]
fn bug(what: &str) -> ! {
    panic!("a bug in fleetodds: {what}. Please report it with the command that shows it")
}

#[cfg(test)]
mod tests {
    use super::OrBug;

    #[test]
    #[should_panic(expected = "a bug in fleetodds: a plan lacks a situation. Please report it")]
    fn what_is_missing_ends_the_program() {
        None::<u8>.or_bug("a plan lacks a situation");
    }
}
