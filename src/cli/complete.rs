//! Completion in a shell: commands, options, rulebooks, ships, parts, species and saved ships.
//!
//! The shell runs the program with a variable of its own, and gets the words that fit. An ordinary
//! run only looks whether the variable is set.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use crate::bug::OrBug;
use crate::cli::args::{Cli, Own};
use crate::cli::failure::{DONE, USAGE};
use crate::cli::line::Line;
use crate::cli::saved_ships;
use crate::cli::settings::{self, Settings};
use fleetodds::internals::answer::ROLES;
use fleetodds::internals::edit::{Completion, complete};
use fleetodds::internals::games::{FleetReader, help, load};
use fleetodds::internals::scenario::phrase::Vocabulary;
use fleetodds::internals::scenario::{Engine, Rulebook};

/// Variable that the shell sets.
const VARIABLE: &str = "FLEETODDS_COMPLETE";

const PROGRAM: &str = "fleetodds";

/// Answers a shell that asks for completions. Returns `None` in an ordinary run.
pub(crate) fn answer() -> Option<ExitCode> {
    std::env::var_os(VARIABLE)?;
    let complete = CompleteEnv::with_factory(command).var(VARIABLE).bin(PROGRAM);
    match complete.try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref()) {
        Ok(true) => Some(ExitCode::from(DONE)),
        Ok(false) => None,
        Err(error) => {
            // If standard error is closed, the exit code still reports the failure.
            let _ = error.print();
            Some(ExitCode::from(USAGE))
        }
    }
}

/// Returns what makes a shell complete the command line.
pub(crate) fn registration(shell: Shell) -> String {
    let shells = Shells::builtins();
    let mut text = Vec::new();
    let written = shells
        .completer(&shell.to_string())
        .map(|shell| shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut text));
    written.transpose().or_bug("a completion cannot be written to memory");
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the words that the shell asks about, without the program.
fn words() -> Vec<OsString> {
    std::env::args_os().skip_while(|word| word != "--").skip(2).collect()
}

/// Returns the pieces of the command line so far.
fn line() -> Line {
    let words = std::iter::once(OsString::from(PROGRAM)).chain(words());
    Line::read(&Cli::command(), words).unwrap_or_default()
}

/// Returns the command line to complete. Without a command, it is that of the default command.
fn command() -> Command {
    let mut all = completed(Cli::command());
    let is_named = |word: &OsString| all.find_subcommand(word).is_some() || word == "help";
    let words = words();
    if words.iter().any(is_named) {
        return all;
    }
    // The first word may become a command.
    if words.len() < 2 && !words.iter().any(|word| word.to_string_lossy().starts_with('-')) {
        return all.arg(Arg::new("words").num_args(0..).add(ArgValueCompleter::new(fleet)));
    }
    all.build();
    match all.find_subcommand(line().command_name()) {
        Some(fight) => fight.clone().name(PROGRAM).bin_name(PROGRAM),
        None => all,
    }
}

/// Adds to all arguments what completes them.
fn completed(command: Command) -> Command {
    let action = command.get_name().to_string();
    let command = command.mut_args(|arg| match completer(&action, &arg) {
        Some(completer) => arg.add(completer),
        None => arg,
    });
    command.mut_subcommands(completed)
}

/// Returns what completes an argument of a command or an action.
fn completer(action: &str, arg: &Arg) -> Option<ArgValueCompleter> {
    let names = arg.get_value_names().unwrap_or_default();
    Some(match (names.first()?.as_str(), action) {
        ("FLEET" | "FLEETS" | "SHIPS", _) => ArgValueCompleter::new(fleet),
        ("NAME", "show") => ArgValueCompleter::new(entry),
        ("NAME", "remove" | "export") => ArgValueCompleter::new(saved_ship),
        ("ENGINE", _) => one_of(|| Engine::ALL.map(|engine| engine.name().to_string()).to_vec()),
        ("RULEBOOK", _) => one_of(|| {
            let flags = Rulebook::ALL.into_iter().filter_map(Rulebook::flag);
            Rulebook::ALL.into_iter().map(Rulebook::name).chain(flags).map(String::from).collect()
        }),
        ("SIDE=POLICY", _) => one_of(|| {
            let of = |side| help::CAPTAINS.map(|policy| format!("{side}={policy}"));
            ROLES.map(of).concat()
        }),
        ("NAME=VALUE", _) => one_of(settings::assignments),
        _ => return None,
    })
}

fn entry(current: &OsStr) -> Vec<CompletionCandidate> {
    let names = known().map(|known| names(known.words()).concat());
    starting(&current.to_string_lossy(), "", names.unwrap_or_default())
}

fn saved_ship(current: &OsStr) -> Vec<CompletionCandidate> {
    let folder = Settings::read().folder;
    let ships = folder.and_then(|folder| saved_ships::read(&folder, rulebook()).ok());
    let names = ships.unwrap_or_default().into_iter().map(|ship| ship.name);
    starting(&current.to_string_lossy(), "", names)
}

fn one_of(names: impl Fn() -> Vec<String> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| starting(&current.to_string_lossy(), "", names()))
}

/// Completes the last name of a fleet, or the word between two fleets.
fn fleet(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    if let Some(path) = typed.strip_prefix('@') {
        let files = PathCompleter::file().complete(OsStr::new(path));
        return files.into_iter().map(|file| file.add_prefix("@")).collect();
    }
    let Some(known) = known() else { return Vec::new() };
    let found = complete(known.words(), &typed, typed.len()).into_iter();
    let names =
        found.map(|Completion { range, name, .. }| format!("{}{name}", &typed[..range.start]));
    let mut all: Vec<_> = names.map(CompletionCandidate::new).collect();
    if !typed.contains('(') {
        let (before, word) = typed.split_at(typed.rfind(' ').map_or(0, |at| at + 1));
        all.extend(starting(word, before, ["vs".to_string()]));
    }
    all
}

/// Returns the names that begin with a word, behind the text before it.
fn starting(
    word: &str,
    before: &str,
    names: impl IntoIterator<Item = String>,
) -> Vec<CompletionCandidate> {
    let wanted = word.to_lowercase();
    let fits = names.into_iter().filter(|name| name.to_lowercase().starts_with(&wanted));
    fits.map(|name| CompletionCandidate::new(format!("{before}{name}"))).collect()
}

/// Returns the rulebook of the command line, of the settings, or the default.
fn rulebook() -> Rulebook {
    let given = line().rulebook();
    given.or_else(|| Settings::read().rules()).unwrap_or_default()
}

/// Returns the names of ships, with those of the user first, of their owners, and of parts.
fn names(words: &Vocabulary) -> [Vec<String>; 3] {
    let [ships, owners, parts] =
        words.listed().map(|names| names.into_iter().map(String::from).collect::<Vec<_>>());
    let saved = words.saved.iter().map(|ship| ship.name.clone());
    [saved.chain(ships).collect(), owners, parts]
}

/// Returns what fleets are read with.
fn known() -> Option<FleetReader> {
    let own = Own { is_quiet: true, ..Settings::read().own(true) };
    let game = load(rulebook(), &[]).ok()?;
    Some(FleetReader::of(game).with_saved(saved_ships::of_user(&own, rulebook())))
}
