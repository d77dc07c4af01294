//! Reads the command line, and the settings of the user that its options override.

use std::ffi::OsString;

use clap::FromArgMatches;
use clap::error::ContextKind;
use clap::parser::ValueSource;
use strsim::damerau_levenshtein;

use crate::cli::args::{
    self, Cli, Colour, Command, Format, OutArgs, Own, QuestionArgs, RulesArgs, ShownArgs,
};
use crate::cli::line::Line;
use crate::cli::settings::Settings;
use crate::cli::{failure, stream};
use fleetodds::internals::games::help::edition_hint;
use fleetodds::internals::scenario::Rulebook;

/// Reads the command line. Returns the command, and when messages have colour. A wrong line is
/// reported and gives the exit code.
pub(crate) fn read(typed: &[OsString]) -> Result<(Command, Colour), u8> {
    let mut command = args::command().color(stream::colour_of_help(typed));
    let line = Line::read(&command, typed.iter().cloned());
    let line = line.map_err(|failure| failure.show(Colour::Auto))?;
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
    let has_settings = !cli.no_config && Shared::of(&mut cli.command).is_some();
    let settings = if has_settings { Settings::read() } else { Settings::default() };
    let has_colour = matches.subcommand().is_some_and(|(_, command)| {
        command.try_contains_id("color").is_ok()
            && command.value_source("color") == Some(ValueSource::CommandLine)
    });
    let (colour, is_quiet) = settle(&mut cli.command, &settings, has_colour);
    if !is_quiet {
        settings.warnings.iter().for_each(|warning| failure::warn(warning, colour));
    }
    Ok((cli.command, colour))
}

/// Carries out options that are short for others, and the settings, which options override.
/// `has_colour` is whether `--color` is given. Returns when messages have colour, and whether
/// warnings are hidden.
fn settle(command: &mut Command, settings: &Settings, has_colour: bool) -> (Colour, bool) {
    let Some(Shared { own, rules, mut out, color, is_quiet }) = Shared::of(command) else {
        return (Colour::Auto, false);
    };
    if let Some(own) = own {
        *own = settings.own(is_quiet);
    }
    if let Some(out) = &mut out {
        out.full |= settings.has_full_report() && !out.short;
        if out.json {
            out.format = Format::Json;
        }
        let is_open = |rules: &&RulesArgs| rules.rules.is_none() && settings.rules().is_none();
        out.hint = rules.filter(is_open).and_then(|_| edition_hint(Rulebook::default()));
    }
    let Some(color) = color.or(out.map(|out| &mut out.color)) else {
        return (Colour::Auto, is_quiet);
    };
    *color = settings.colour().filter(|_| !has_colour).unwrap_or(*color);
    (*color, is_quiet)
}

/// Options that commands share, wherever a command keeps them.
#[derive(Default)]
struct Shared<'a> {
    /// Defaults of the user, unless the command means the same for everyone.
    own: Option<&'a mut Own>,
    /// Choice of the rulebook, if the fleets are typed.
    rules: Option<&'a RulesArgs>,
    out: Option<&'a mut OutArgs>,
    /// Value of `--color` of a command without the other options of output.
    color: Option<&'a mut Colour>,
    is_quiet: bool,
}

impl<'a> Shared<'a> {
    /// Returns the options of a command, or `None` for a command that ignores the settings.
    fn of(command: &'a mut Command) -> Option<Self> {
        Some(match command {
            Command::Fight(args) => {
                Self::asked(&mut args.ask, &mut args.out, args.given.is_typed())
            }
            Command::Replay(args) => {
                Self::asked(&mut args.ask, &mut args.out, args.given.is_typed())
            }
            Command::Compare(args) => Self::shown(&mut args.shown, true),
            Command::Sweep(args) => {
                Self::shown(&mut args.varied.shown, args.varied.given.is_typed())
            }
            Command::Improve(args) => Self::shown(&mut args.shown, args.given.is_typed()),
            Command::Design(args) => Self::shown(&mut args.shown, true),
            Command::Luck(args) => Self::shown(&mut args.shown, args.given.is_typed()),
            Command::Advise(args) => Self::shown(&mut args.shown, args.given.is_typed()),
            Command::Analyse(args) => Self::shown(&mut args.shown, false),
            Command::Merge(args) => Self::written(&mut args.out),
            Command::Diff(args) => Self::written(&mut args.out),
            Command::Batch(args) => {
                let (color, is_quiet) = (Some(&mut args.color), args.quiet);
                Self { color, is_quiet, ..Self::default() }
            }
            Command::Live(args) => Self::on_screen(&mut args.ask.own, &mut args.color),
            Command::Serve(args) => Self::on_screen(&mut args.page.own, &mut args.page.color),
            Command::Open(args) => Self::on_screen(&mut args.own, &mut args.color),
            Command::Fleets(args) => Self::on_screen(&mut args.own, &mut args.color),
            Command::Schema { .. }
            | Command::Completions { .. }
            | Command::Man(_)
            | Command::Page { .. }
            | Command::Config { .. } => return None,
        })
    }

    fn asked(ask: &'a mut QuestionArgs, out: &'a mut OutArgs, is_typed: bool) -> Self {
        let rules = is_typed.then_some(&ask.rules);
        Self { own: Some(&mut ask.own), rules, ..Self::written(out) }
    }

    fn shown(args: &'a mut ShownArgs, is_typed: bool) -> Self {
        Self::asked(&mut args.ask, &mut args.out, is_typed)
    }

    fn written(out: &'a mut OutArgs) -> Self {
        Self { is_quiet: out.quiet, out: Some(out), ..Self::default() }
    }

    fn on_screen(own: &'a mut Own, color: &'a mut Colour) -> Self {
        Self { own: Some(own), color: Some(color), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Cli, Settings, Shared, settle};

    #[test]
    fn the_other_edition_is_hinted_at_until_rules_are_chosen() {
        let hint = |typed: &[&str]| {
            let mut command = Cli::parse_from([&["fleetodds"], typed].concat()).command;
            settle(&mut command, &Settings::default(), false);
            Shared::of(&mut command)?.out?.hint.clone()
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
