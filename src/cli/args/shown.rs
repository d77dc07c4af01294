//! The command line as help and manual pages show it: one screen for `-h`, everything for `--help`.

use clap::{Arg, Command, CommandFactory};

use super::{Cli, is_of_rules};
use fleetodds::games::help::examples;

/// Options of the short help, for the commands that have them.
const MAIN: [&str; 22] = [
    "defend", "full", "json", "output", "share", "play", "matrix", "by", "vary", "target", "cost",
    "parts", "won", "left", "upset", "battle", "turn", "roll", "hits", "resume", "force", "dir",
];

/// Returns the command line with its help.
pub(in crate::cli) fn command() -> Command {
    Cli::command().mut_args(as_main).mut_subcommands(|command| match command.has_subcommands() {
        true => {
            with_examples(command.mut_args(as_main).mut_subcommands(|one| one.mut_args(as_main)))
        }
        false => with_examples(command.mut_args(as_main)),
    })
}

/// Hides an option from the short help unless it is a main one.
fn as_main(arg: Arg) -> Arg {
    let name = arg.get_id().as_str();
    let is_short_for_rules = name != "rules" && is_of_rules(&format!("--{name}"));
    let is_main = arg.is_positional() || is_short_for_rules || MAIN.contains(&name);
    arg.hide_short_help(!is_main)
}

/// Ends the short help of a command with its examples.
fn with_examples(command: Command) -> Command {
    let Some(long) = command.get_after_help().cloned() else {
        let short = short_end(command.get_name());
        return command.after_help(short).after_long_help("");
    };
    let short = short_end(command.get_name());
    command.after_long_help(long).after_help(short)
}

fn short_end(name: &str) -> String {
    let examples: String = examples(name).iter().map(|line| format!("  {line}\n")).collect();
    format!("Examples:\n{examples}\n--help shows all options.")
}
