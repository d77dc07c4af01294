//! The command-line program: arguments, commands, messages and exit codes.

mod advise;
mod again;
mod analyse;
mod args;
mod ascii;
mod ask;
mod batch;
mod colour;
mod compare;
mod complete;
mod design;
mod diff;
mod failure;
mod fight;
mod files;
mod fleet_reader;
mod fleets;
mod given;
mod input;
mod interrupt;
mod line;
#[cfg(feature = "live")]
mod live;
mod luck;
mod manual;
mod merge;
mod named;
mod output;
mod part;
mod pictures;
mod progress;
mod ranges;
mod replace;
mod replay;
mod saved;
mod schema;
mod screen;
mod seal;
mod settings;
mod sweep;
mod total;
mod versus;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::ContextKind;
use clap::parser::ValueSource;
use strsim::damerau_levenshtein;

use args::{Cli, Command, PlanArgs};
#[cfg(not(feature = "live"))]
use failure::Failure;
use line::Line;
use output::Target;
use settings::Settings;

use fleetodds::games::help::FIRST_SCREEN;

/// Runs the program with the arguments of this process and returns its exit code.
pub(crate) fn main() -> ExitCode {
    if let Some(code) = complete::answer() {
        return code;
    }
    ascii::read_option(std::env::args_os());
    if std::env::args_os().len() == 1 && io::stdout().is_terminal() {
        let shown = Target::Stdout(args::Colour::Auto).write_for_people(FIRST_SCREEN);
        return ExitCode::from(
            shown.map_or_else(|failure| failure.show(args::Colour::Auto), |()| 0),
        );
    }
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(code) => return ExitCode::from(code),
    };
    let result = match &cli.command {
        Command::Fight(args) => fight::run(args),
        Command::Fleets(args) => fleets::run(args),
        #[cfg(feature = "live")]
        Command::Live(args) => live::run(args),
        #[cfg(not(feature = "live"))]
        Command::Live(_) => Err(Failure::without_live()),
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
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(failure) => ExitCode::from(failure.show(cli.colour())),
    }
}

/// Reads the command line. A wrong one is reported and gives the exit code.
fn parsed() -> Result<Cli, u8> {
    let mut command = args::command().color(colour::of_help(std::env::args_os()));
    let line = Line::read(&command, std::env::args_os());
    let line = line.map_err(|failure| failure.show(args::Colour::Auto))?;
    let matches = command.try_get_matches_from_mut(line.arguments());
    let cli = matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (mut cli, matches) = cli.map_err(|mut error| {
        // The tip to put an unknown option behind `--` helps with no fleet.
        error.remove(ContextKind::Suggested);
        // So is an option that is only vaguely similar.
        let text = |kind| error.get(kind).map(ToString::to_string);
        if let (Some(typed), Some(meant)) =
            (text(ContextKind::InvalidArg), text(ContextKind::SuggestedArg))
            && damerau_levenshtein(&typed, &meant) > 2
        {
            error.remove(ContextKind::SuggestedArg);
        }
        failure::show_usage(&error.format(&mut command))
    })?;
    let settings = if cli.has_settings() { Settings::read() } else { Settings::default() };
    let has_colour = matches.subcommand().is_some_and(|(_, command)| {
        command.try_contains_id("color").is_ok()
            && command.value_source("color") == Some(ValueSource::CommandLine)
    });
    cli.settle(&settings, has_colour);
    if !cli.is_quiet() {
        settings.warnings.iter().for_each(|warning| failure::warn(warning, cli.colour()));
    }
    Ok(cli)
}
