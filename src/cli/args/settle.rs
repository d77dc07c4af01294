//! Options that most commands have, and the settings of the user that they override.

use fleetodds::games::{Rulebook, help};

use super::super::settings::Settings;
use super::{Cli, Colour, Command, FightSourceArgs, Format, OutArgs, QuestionArgs};

impl Cli {
    /// Carries out options that are short for others, and the settings of the user, which options
    /// override. `has_colour` is whether `--color` is given.
    pub(in crate::cli) fn settle(&mut self, settings: &Settings, has_colour: bool) {
        let color = settings.colour().filter(|_| !has_colour);
        let hint = self.hint(settings);
        let is_quiet = self.is_quiet();
        match &mut self.command {
            // Settings do not hold for batches, so that scripts mean the same everywhere.
            Command::Batch(args) => args.color = color.unwrap_or(args.color),
            Command::Live(args) => {
                args.ask.own = settings.own(is_quiet);
                args.color = color.unwrap_or(args.color);
            }
            Command::Fleets(args) => {
                args.own = settings.own(is_quiet);
                args.color = color.unwrap_or(args.color);
            }
            command => {
                if let Some(ask) = command.ask_mut() {
                    ask.own = settings.own(is_quiet);
                }
                let Some(out) = command.out_mut() else { return };
                out.color = color.unwrap_or(out.color);
                out.full |= settings.has_full_report() && !out.short;
                out.hint = hint;
                if out.json {
                    out.format = Format::Json;
                }
            }
        }
    }

    /// Returns the hint for a typed question whose rulebook was not chosen.
    fn hint(&self, settings: &Settings) -> Option<String> {
        let (rules, given) = match &self.command {
            Command::Fight(args) => (&args.ask.rules, Some(&args.given)),
            Command::Sweep(args) => (&args.varied.ask.rules, Some(&args.varied.given)),
            Command::Improve(args) => (&args.ask.rules, Some(&args.given)),
            Command::Replay(args) => (&args.ask.rules, Some(&args.given)),
            Command::Luck(args) => (&args.ask.rules, Some(&args.given)),
            Command::Advise(args) => (&args.ask.rules, Some(&args.given)),
            Command::Compare(args) => (&args.ask.rules, None),
            Command::Design(args) => (&args.ask.rules, None),
            _ => return None,
        };
        let is_typed = given.is_none_or(FightSourceArgs::is_typed);
        let is_chosen = rules.rules.is_some() || settings.rules().is_some();
        if is_typed && !is_chosen { help::edition_hint(Rulebook::default()) } else { None }
    }

    /// Whether the command uses the settings.
    pub(in crate::cli) fn has_settings(&self) -> bool {
        let is_plain = matches!(
            self.command,
            Command::Schema { .. }
                | Command::Completions { .. }
                | Command::Man(_)
                | Command::Config { .. }
        );
        !(self.no_config || is_plain)
    }

    /// Whether warnings are hidden.
    pub(in crate::cli) fn is_quiet(&self) -> bool {
        match &self.command {
            Command::Batch(args) => args.quiet,
            command => command.out().is_some_and(|out| out.quiet),
        }
    }

    /// Returns the value of `--color`, or the default for commands without that option.
    #[must_use]
    pub(in crate::cli) fn colour(&self) -> Colour {
        match &self.command {
            Command::Batch(args) => args.color,
            Command::Fleets(args) => args.color,
            Command::Live(args) => args.color,
            command => command.out().map_or(Colour::Auto, |out| out.color),
        }
    }
}

impl Command {
    /// Returns the output options, for commands that have all of them.
    fn out(&self) -> Option<&OutArgs> {
        match self {
            Self::Fight(args) => Some(&args.out),
            Self::Compare(args) => Some(&args.out),
            Self::Sweep(args) => Some(&args.varied.out),
            Self::Improve(args) => Some(&args.out),
            Self::Design(args) => Some(&args.out),
            Self::Merge(args) => Some(&args.out),
            Self::Replay(args) => Some(&args.out),
            Self::Diff(args) => Some(&args.out),
            Self::Luck(args) => Some(&args.out),
            Self::Advise(args) => Some(&args.out),
            Self::Analyse(args) => Some(&args.out),
            _ => None,
        }
    }

    /// Returns the output options for modification.
    fn out_mut(&mut self) -> Option<&mut OutArgs> {
        match self {
            Self::Fight(args) => Some(&mut args.out),
            Self::Compare(args) => Some(&mut args.out),
            Self::Sweep(args) => Some(&mut args.varied.out),
            Self::Improve(args) => Some(&mut args.out),
            Self::Design(args) => Some(&mut args.out),
            Self::Merge(args) => Some(&mut args.out),
            Self::Replay(args) => Some(&mut args.out),
            Self::Diff(args) => Some(&mut args.out),
            Self::Luck(args) => Some(&mut args.out),
            Self::Advise(args) => Some(&mut args.out),
            Self::Analyse(args) => Some(&mut args.out),
            _ => None,
        }
    }

    /// Returns the options of a typed question for modification.
    fn ask_mut(&mut self) -> Option<&mut QuestionArgs> {
        match self {
            Self::Fight(args) => Some(&mut args.ask),
            Self::Compare(args) => Some(&mut args.ask),
            Self::Sweep(args) => Some(&mut args.varied.ask),
            Self::Improve(args) => Some(&mut args.ask),
            Self::Design(args) => Some(&mut args.ask),
            Self::Replay(args) => Some(&mut args.ask),
            Self::Luck(args) => Some(&mut args.ask),
            Self::Advise(args) => Some(&mut args.ask),
            Self::Analyse(args) => Some(&mut args.ask),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::super::settings::Settings;
    use super::super::Cli;

    #[test]
    fn the_other_edition_is_hinted_at_until_rules_are_chosen() {
        let hint = |typed: &[&str]| {
            let cli = Cli::parse_from([&["fleetodds"], typed].concat());
            cli.hint(&Settings::default())
        };
        for typed in [
            &["fight", "3 interceptor", "ancient"][..],
            &["compare", "cruiser", "--against", "ancient"],
        ] {
            let hint = hint(typed).unwrap_or_default();
            assert!(hint.starts_with("playing "), "{hint}");
            assert!(hint.ends_with("always: fleetodds config rules=2e"), "{hint}");
        }
        for typed in [
            &["fight", "3 interceptor", "ancient", "--1e"][..],
            &["fight", "--scenario", "s.json"],
            &["fight", "fo1.x"],
            &["batch"],
        ] {
            assert_eq!(hint(typed), None, "{typed:?}");
        }
    }
}
