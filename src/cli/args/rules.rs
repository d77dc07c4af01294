//! Options that choose the rulebook: `--rules`, and a flag for each rulebook with a short name.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use fleetodds::games::Rulebook;

use super::super::complete::rulebooks;

/// Name of the option that takes any rulebook.
const RULES: &str = "rules";

/// The choice of a rulebook. The options of a `GLOBAL` choice may follow an action.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct RulesArgs<const GLOBAL: bool = false> {
    /// Value of `--rules`, or the name of the flag that was given.
    pub(in crate::cli) rules: Option<String>,
}

impl<const GLOBAL: bool> RulesArgs<GLOBAL> {
    /// Returns the rulebook, if it is given and known.
    pub(in crate::cli) fn rulebook(&self) -> Option<Rulebook> {
        self.rules.as_deref().and_then(Rulebook::typed)
    }
}

/// Whether an option as typed, such as `--2e`, chooses a rulebook.
pub(in crate::cli) fn is_of_rules(option: &str) -> bool {
    let long = option.strip_prefix("--");
    long.is_some_and(|long| names().any(|name| name == long)) || option.starts_with("-r")
}

/// Returns the names of all options.
fn names() -> impl Iterator<Item = &'static str> {
    Rulebook::ALL.into_iter().filter_map(Rulebook::flag).chain([RULES])
}

/// Returns an option, of which only one can be given.
fn option(name: &'static str, is_global: bool) -> Arg {
    let others = names().filter(|other| *other != name);
    Arg::new(name).long(name).global(is_global).help_heading("Rules").conflicts_with_all(others)
}

fn options(is_global: bool) -> impl Iterator<Item = Arg> {
    let known = Rulebook::ALL.map(|rulebook| match rulebook.flag() {
        Some(flag) => format!("{rulebook} ({flag})"),
        None => rulebook.to_string(),
    });
    let help = format!("Rulebook: {} [default: {}]", known.join(", "), Rulebook::default());
    let rules =
        option(RULES, is_global).short('r').value_name("RULEBOOK").help(help).add(rulebooks());
    let flag = move |rulebook: Rulebook| {
        let help = format!("Play {}; short for --rules {rulebook}", rulebook.title());
        Some(option(rulebook.flag()?, is_global).action(ArgAction::SetTrue).help(help))
    };
    std::iter::once(rules).chain(Rulebook::ALL.into_iter().filter_map(flag))
}

impl<const GLOBAL: bool> Args for RulesArgs<GLOBAL> {
    fn augment_args(command: Command) -> Command {
        command.args(options(GLOBAL))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const GLOBAL: bool> FromArgMatches for RulesArgs<GLOBAL> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let flag = || names().filter(|name| *name != RULES).find(|name| matches.get_flag(name));
        let rules = matches.get_one::<String>(RULES).cloned();
        Ok(Self { rules: rules.or_else(|| flag().map(String::from)) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
