//! Reasons why a command fails, and the exit codes of the program.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::cli::args::Colour;
use crate::cli::stream::{self, for_stream, stream};
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::games::common::retreat_of;
use fleetodds::internals::report::wrap;
use fleetodds::internals::scenario::{Diagnostic, Scenario, is_printable, json_path, printable};

/// The command succeeded.
pub(crate) const DONE: u8 = 0;
/// Reading or writing failed.
pub(crate) const IO: u8 = 1;
/// The command line is wrong, whatever the fleets are.
pub(crate) const USAGE: u8 = 2;
/// A fleet, scenario or record is wrong or was refused, or what an option names is not there.
pub(crate) const INPUT: u8 = 3;
/// The program has a bug.
pub(crate) const PANICKED: u8 = 101;
/// The command was interrupted. It has printed its results so far, if there were any.
pub(crate) const INTERRUPTED: u8 = 130;

/// Reason why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Reading or writing failed: the operation, and the error of the system.
    Io(String, io::Error),
    /// The command line, or the value of an option, is wrong.
    Usage(Box<Diagnostic>),
    /// A fleet, scenario or other input is wrong, or the request cannot be fulfilled.
    Input(Box<Diagnostic>),
    /// The command was interrupted before it had a result.
    Interrupted,
}

impl Failure {
    /// Whether a name is not known, which another game may know.
    pub(crate) fn is_unknown_name(&self) -> bool {
        matches!(self, Self::Input(error) if error.is_unknown)
    }
}

impl From<Diagnostic> for Failure {
    /// An error in the value of an option is one of the command line, unless the value is a fleet.
    fn from(diagnostic: Diagnostic) -> Self {
        const OPTIONS: [&str; 3] = ["--vary", "--play", "--parts"];
        let source = diagnostic.place.as_ref().map(|place| place.source.name.as_str());
        match source.is_some_and(|name| OPTIONS.contains(&name)) {
            true => Self::option(diagnostic),
            false => Self::Input(Box::new(diagnostic)),
        }
    }
}

impl From<NoAnswer> for Failure {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::Stopped => Self::Interrupted,
            NoAnswer::Record(diagnostic) => Self::Input(diagnostic),
            NoAnswer::TooLarge { .. } | NoAnswer::RetreatTooLarge { .. } => {
                Self::refused(format!("{none}; raise it with --budget"))
            }
            none => Self::refused(none.to_string()),
        }
    }
}

impl Failure {
    /// Creates the failure of a wrong command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::option(Diagnostic::new(message))
    }

    /// Creates the failure of a wrong option.
    pub(crate) fn option(diagnostic: Diagnostic) -> Self {
        Self::Usage(Box::new(diagnostic))
    }

    /// Creates the failure of a request that cannot be fulfilled.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Input(Box::new(Diagnostic::new(message)))
    }

    /// Creates the failure of `live` in a program that was built without it.
    #[cfg(not(feature = "live"))]
    pub(crate) fn without_live() -> Self {
        let how = "cargo install --path . --features live";
        Self::usage(format!(
            "this program was built without `live`; build it with the feature: `{how}`"
        ))
    }

    /// Explains why a scenario has no answer, or a battle that was played is not analysed. If a
    /// retreat policy exceeds the budget, the message points to its place in the scenario.
    pub(crate) fn of(none: NoAnswer, scenario: &Scenario) -> Self {
        let policies = scenario.sides.all().iter().filter_map(|side| retreat_of(&side.play));
        match (none, policies.into_iter().find(|policy| policy.value.looks_ahead())) {
            (NoAnswer::RetreatTooLarge { what, .. }, Some(policy)) => {
                let what = format!("{what}, and this retreat policy needs it");
                let error = Diagnostic::at(&policy.place, what).label("looks ahead");
                error.help("raise it with --budget, or choose another policy").into()
            }
            (none, _) => none.into(),
        }
    }

    /// Adds the name of a file to a message that names no place.
    pub(crate) fn of_file(mut self, name: &str) -> Self {
        if let Self::Input(error) = &mut self
            && error.place.is_none()
        {
            error.message = format!("{name}: {}", error.message);
        }
        self
    }

    pub(crate) fn message(&self) -> String {
        match self {
            Self::Io(what, error) => format!("{what}: {error}"),
            Self::Interrupted => "interrupted".into(),
            Self::Usage(diagnostic) | Self::Input(diagnostic) => {
                let help = diagnostic.help.as_ref().map(|help| format!("; {help}"));
                format!("{}{}", diagnostic.message, help.unwrap_or_default())
            }
        }
    }

    /// Returns the message and its place as JSON for scripts: `{"message": …, "path": …}`.
    pub(crate) fn described(&self) -> serde_json::Value {
        let path = match self {
            Self::Usage(found) | Self::Input(found) => found.place.as_ref().map(json_path),
            _ => None,
        };
        let path = path.unwrap_or_default();
        serde_json::json!({"message": printable(&self.message()), "path": printable(&path)})
    }

    /// Writes the failure to standard error and returns the exit code. A closed pipe counts as
    /// success: its reader has seen enough.
    pub(crate) fn show(&self, colour: Colour) -> u8 {
        let code = match self {
            Self::Io(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return DONE,
            Self::Io(..) => IO,
            Self::Usage(_) => USAGE,
            Self::Input(_) => INPUT,
            Self::Interrupted => INTERRUPTED,
        };
        // If standard error is closed, the exit code still reports the failure.
        let message = self.rendered(width());
        let message = for_stream(&message, io::stderr().is_terminal());
        let _ = writeln!(stream(io::stderr(), colour), "{message}");
        code
    }

    /// Returns the message in colour, with its place, for a terminal of this width.
    pub(crate) fn rendered(&self, width: Option<usize>) -> String {
        let plain = |message: &str| Diagnostic::new(message).render(true, width);
        match self {
            Self::Io(what, error) => plain(&format!("{what}: {error}")),
            Self::Interrupted => plain("interrupted before there was a result"),
            Self::Usage(diagnostic) | Self::Input(diagnostic) => diagnostic.render(true, width),
        }
    }
}

/// Returns the failure of an operation, such as `write to standard output`, by its error.
pub(crate) fn cannot(operation: &str) -> impl Fn(io::Error) -> Failure + Copy {
    move |error| Failure::Io(format!("cannot {operation}"), error)
}

/// Returns the failure to read a file, by its error.
pub(crate) fn cannot_read(path: &Path) -> impl Fn(io::Error) -> Failure + Copy {
    move |error| Failure::Io(format!("cannot read {}", path.display()), error)
}

/// Returns the failure to write a file, by its error.
pub(crate) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Failure + Copy {
    move |error| Failure::Io(format!("cannot write {}", path.display()), error)
}

/// Prints a warning to standard error. On a terminal its lines are broken between words.
pub(crate) fn warn(message: &str, colour: Colour) {
    let message = warning(message, width());
    let message = for_stream(&message, io::stderr().is_terminal());
    // A closed standard error must not stop the run.
    let _ = writeln!(stream(io::stderr(), colour), "{message}");
}

/// Returns a warning as it is shown on a terminal of this width.
fn warning(message: &str, width: Option<usize>) -> String {
    const TITLE: &str = "warning: ";
    let message = printable(message);
    let lines = match width {
        Some(width) => wrap(&message, width.saturating_sub(TITLE.len())),
        None => vec![message.to_string()],
    };
    format!("{TITLE}{}", lines.join(&format!("\n{:1$}", "", TITLE.len())))
}

/// Returns the width of the terminal on which errors are shown.
fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0))
}

/// Prints a message of clap: help and version to standard output, errors to standard error.
pub(crate) fn show_usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let printed = match stream::is_ascii_wanted(io::stdout().is_terminal()) {
            true => io::stdout().write_all(for_stream(&error.to_string(), true).as_bytes()),
            false => error.print(),
        };
        let printed = printed.and_then(|()| io::stdout().flush());
        let printed = printed.map_err(cannot("write to standard output"));
        return printed.map_or_else(|failure| failure.show(Colour::Auto), |()| DONE);
    }
    let typed: Vec<_> = std::env::args_os().skip(1).collect();
    let is_plain = typed.iter().all(|word| word.to_string_lossy().chars().all(is_printable));
    // Errors quote the arguments. Control characters in them must not reach the terminal, and
    // removing those removes the colours, too.
    let is_terminal = io::stderr().is_terminal();
    let _ = match is_plain && !stream::is_ascii_wanted(is_terminal) {
        true => error.print(),
        false => {
            let text = error.render().to_string();
            let lines: String = text.lines().map(|line| printable(line) + "\n").collect();
            io::stderr().write_all(for_stream(&lines, is_terminal).as_bytes())
        }
    };
    USAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_broken_between_words() {
        let message = "best play does not fit the budget";
        assert_eq!(warning(message, None), "warning: best play does not fit the budget");
        let broken = "warning: best play\n         does not fit\n         the budget";
        assert_eq!(warning(message, Some(22)), broken);
    }

    #[test]
    fn errors_without_a_place_are_broken_between_words() {
        let refused = Failure::refused("best play does not fit the budget of 2 s");
        let lines = refused.rendered(Some(30));
        assert!(lines.lines().count() == 2, "{lines}");
    }
}
