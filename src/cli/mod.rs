//! The command-line program: arguments, commands, messages and exit codes.

mod args;
mod ascii;
mod ask;
mod batch;
mod colour;
mod compare;
mod design;
mod failure;
mod fight;
mod files;
mod fleets;
mod given;
mod input;
mod interrupt;
mod line;
mod luck;
mod manual;
mod merge;
mod output;
mod part;
mod pictures;
mod progress;
mod replace;
mod replay;
mod screen;
mod seal;
mod sweep;
mod total;

use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};
use line::Line;

/// Runs the program with the arguments of this process and returns its exit code.
pub(crate) fn main() -> ExitCode {
    ascii::read_option(std::env::args_os());
    let mut cli = match parsed() {
        Ok(cli) => cli,
        Err(code) => return ExitCode::from(code),
    };
    cli.settle();
    let result = match &cli.command {
        Command::Fight(args) => fight::run(args),
        Command::Fleets(args) => fleets::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Luck(args) => luck::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Schema { of } => manual::schema(*of),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man => manual::man(),
        Command::Batch(args) => batch::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Design(args) => design::run(args),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(failure) => ExitCode::from(failure.show(cli.colour())),
    }
}

/// Reads the command line. A wrong one is reported and gives the exit code.
fn parsed() -> Result<Cli, u8> {
    let mut command = Cli::command();
    let line = Line::read(&command, std::env::args_os());
    let line = line.map_err(|failure| failure.show(args::Colour::Auto))?;
    let matches = command.try_get_matches_from_mut(line.arguments());
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(|mut error| {
        // The tip to put an unknown option behind `--` helps with no fleet.
        error.remove(ContextKind::Suggested);
        failure::show_usage(&error.format(&mut command))
    })
}
