//! How a run can fail, and the exit codes that say so.

use std::io::{self, Write};

use annotate_snippets::{Level, Renderer};

use super::args::Colour;
use super::output::stream;
use crate::answer::NoAnswer;
use crate::scenario::{Diagnostic, Scenario, is_printable, json_path, printable};

/// All went well.
pub(super) const DONE: u8 = 0;
/// Reading or writing failed.
pub(super) const IO: u8 = 1;
/// The command line is wrong.
pub(super) const USAGE: u8 = 2;
/// A fleet or scenario is wrong, or refused.
pub(super) const INPUT: u8 = 3;
/// Interrupted; what had been computed was printed.
pub(super) const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Reading or writing failed: what, and why.
    Io(String, io::Error),
    /// The command line is wrong.
    Usage(String),
    /// The value of an option is wrong.
    Option(Box<Diagnostic>),
    /// Something written is wrong.
    Input(Box<Diagnostic>),
    /// What is asked for is not to be had.
    Refused(String),
    /// Interrupted before there was anything to show.
    Interrupted,
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(Box::new(diagnostic))
    }
}

impl From<NoAnswer> for Failure {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::Stopped => Self::Interrupted,
            NoAnswer::TooLarge { .. } | NoAnswer::RetreatTooLarge { .. } => {
                Self::Refused(format!("{none}; raise it with --budget"))
            }
            none => Self::Refused(none.to_string()),
        }
    }
}

impl Failure {
    /// An option with a wrong value; one that is right but comes later is refused.
    pub(super) fn option(diagnostic: Diagnostic) -> Self {
        if diagnostic.is_later { diagnostic.into() } else { Self::Option(Box::new(diagnostic)) }
    }

    /// Why a scenario has no answer, with the place of the policy that is in the way, if one is.
    pub(super) fn of(none: NoAnswer, scenario: &Scenario) -> Self {
        let policies = scenario.sides.all().iter().filter_map(|side| side.play.retreat.as_ref());
        match (none, policies.into_iter().find(|policy| policy.value.looks_ahead())) {
            (NoAnswer::RetreatTooLarge { what, .. }, Some(policy)) => {
                let what = format!("{what}, and this retreat policy needs it");
                let error = Diagnostic::at(&policy.place, what).label("looks ahead");
                error.help("raise it with --budget, or choose another policy").into()
            }
            (none, _) => none.into(),
        }
    }

    /// What is wrong and where, for a script: `{"message": …, "path": …}`.
    pub(super) fn described(&self) -> serde_json::Value {
        let (message, path) = match self {
            Self::Io(what, error) => (format!("{what}: {error}"), None),
            Self::Usage(message) | Self::Refused(message) => (message.clone(), None),
            Self::Interrupted => ("interrupted".into(), None),
            Self::Option(diagnostic) | Self::Input(diagnostic) => {
                let help = diagnostic.help.as_ref().map(|help| format!("; {help}"));
                let message = format!("{}{}", diagnostic.message, help.unwrap_or_default());
                (message, diagnostic.place.as_ref().map(json_path))
            }
        };
        let path = path.unwrap_or_default();
        serde_json::json!({"message": printable(&message), "path": printable(&path)})
    }

    /// Shows the failure on stderr and returns the exit code. A reader that has gone away
    /// is no failure.
    pub(super) fn show(&self, colour: Colour) -> u8 {
        let (message, code) = match self {
            Self::Io(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return DONE,
            Self::Io(what, error) => (plain(&format!("{what}: {error}")), IO),
            Self::Usage(message) => (plain(message), USAGE),
            Self::Refused(message) => (plain(message), INPUT),
            Self::Interrupted => (plain("interrupted before there was a result"), INTERRUPTED),
            Self::Option(diagnostic) => (diagnostic.render(true), USAGE),
            Self::Input(diagnostic) => (diagnostic.render(true), INPUT),
        };
        // Where stderr is gone, the exit code still tells.
        let _ = writeln!(stream(io::stderr(), colour), "{message}");
        code
    }
}

fn plain(message: &str) -> String {
    let title = Level::ERROR.primary_title(printable(message));
    Renderer::styled().render(&[annotate_snippets::Group::with_title(title)])
}

/// Shows what clap has to say: help and version on stdout, errors on stderr.
pub(super) fn show_usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        let cannot = |error| Failure::Io("cannot write to standard output".into(), error);
        return printed.map_or_else(|error| cannot(error).show(Colour::Auto), |()| DONE);
    }
    let typed: Vec<_> = std::env::args_os().skip(1).collect();
    let is_plain = typed.iter().all(|word| word.to_string_lossy().chars().all(is_printable));
    // What is typed is quoted: what would act on a terminal is taken out, colour with it.
    let _ = match is_plain {
        true => error.print(),
        false => {
            let text = error.render().to_string();
            let lines: String = text.lines().map(|line| printable(line) + "\n").collect();
            io::stderr().write_all(lines.as_bytes())
        }
    };
    USAGE
}
