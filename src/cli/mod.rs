//! The command-line program: arguments, commands, messages and exit codes. Each command has a file
//! and a function `run`, which returns the exit code.

mod advise;
mod analyse;
mod args;
mod arguments;
mod batch;
mod compare;
mod complete;
mod design;
mod diff;
mod failure;
mod fight;
mod files;
mod fleet_files;
mod fleets;
mod given;
mod interrupt;
mod line;
#[cfg(feature = "live")]
mod live;
mod luck;
mod manual;
mod merge;
mod options;
mod output;
mod page;
mod part;
mod progress;
mod replay;
mod saved_ships;
mod schema;
mod serve;
mod settings;
mod stream;
mod sweep;
mod versus;
mod work;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use args::{Colour, Command, PlanArgs};
use failure::Failure;
use output::Target;

use fleetodds::internals::games::help::FIRST_SCREEN;

/// Runs the program with the arguments of this process and returns its exit code.
pub(crate) fn main() -> ExitCode {
    exit_after_panics();
    if let Some(code) = complete::answer() {
        return code;
    }
    let typed: Vec<OsString> = std::env::args_os().collect();
    stream::read_ascii_option(&typed);
    if typed.len() == 1 && io::stdout().is_terminal() {
        let shown = Target::Stdout(Colour::Auto).write_for_people(FIRST_SCREEN);
        return ExitCode::from(shown.map_or_else(|failure| failure.show(Colour::Auto), |()| 0));
    }
    let (command, colour) = match arguments::read(&typed) {
        Ok(read) => read,
        Err(code) => return ExitCode::from(code),
    };
    let code = run(&command).unwrap_or_else(|failure| failure.show(colour));
    ExitCode::from(code)
}

/// Ends the program after the message of a panic, on any thread and without a dump of its memory.
fn exit_after_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::exit(i32::from(failure::PANICKED));
    }));
}

/// Runs a command and returns the exit code.
fn run(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::Fight(args) => fight::run(args),
        Command::Fleets(args) => fleets::run(args),
        #[cfg(feature = "live")]
        Command::Live(args) => live::run(args),
        #[cfg(not(feature = "live"))]
        Command::Live(_) => Err(Failure::without_live()),
        Command::Serve(args) => serve::run(&args.page, args.open),
        Command::Open(args) => serve::run(args, true),
        Command::Page { file, force } => page::run(file, *force),
        Command::Compare(args) => compare::run(args),
        Command::Sweep(args) => sweep::run(&args.plan, &args.varied),
        Command::Improve(args) => sweep::run(&PlanArgs::IMPROVE, args),
        Command::Luck(args) => luck::run(args),
        Command::Advise(args) => advise::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Schema { of } => schema::run(*of),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man(args) => manual::man(args),
        Command::Config { assigned } => settings::run(assigned),
        Command::Batch(args) => batch::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Design(args) => design::run(args),
        Command::Diff(args) => diff::run(args),
    }
}
