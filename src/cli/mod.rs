//! The command-line program: arguments, commands, messages and exit codes.

mod args;
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
mod luck;
mod manual;
mod merge;
mod output;
mod part;
mod pictures;
mod progress;
mod replace;
mod replay;
mod seal;
mod sweep;
mod total;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Runs the program with the arguments of this process and returns its exit code.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let hyphened = compare::hyphened(&error, std::env::args_os());
            let code = hyphened.map(|failure| failure.show(args::Colour::Auto));
            return ExitCode::from(code.unwrap_or_else(|| failure::show_usage(&error)));
        }
    };
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
