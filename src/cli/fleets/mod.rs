//! `fleetodds fleets`: lists the catalogues and checks fleets.

use std::fmt::Write;

use super::args::{FleetsAction, FleetsArgs};
use super::failure::{self, Failure};
use super::input::{named_rulebook, read_game};
use super::output::Target;
use crate::games::eclipse::show as eclipse;
use crate::games::spaceship_battles::show as spaceship_battles;
use crate::games::star_chamber::show as star_chamber;
use crate::games::ti4::show as ti4;
use crate::report::quiet;
use crate::scenario::{Diagnostic, Place, Provenance, Rulebook, Source};

/// Runs the command and returns the exit code.
pub(crate) fn run(args: &FleetsArgs) -> Result<u8, Failure> {
    let rulebook = args.rules.as_deref().map_or(Ok(Rulebook::Eclipse), named_rulebook)?;
    let game = read_game(rulebook, args.fleets.as_deref())?;
    let text = match catalogue_of(&*game) {
        Shown::Eclipse(catalogue) => match &args.action {
            FleetsAction::List => eclipse::list(catalogue),
            FleetsAction::Show { name } => eclipse::show(catalogue, name)?,
            FleetsAction::Check { fleet, .. } if fleet.is_empty() => {
                eclipse::check_catalogue(catalogue)?
            }
            FleetsAction::Check { fleet, any_blueprint } => {
                eclipse::check(catalogue, fleet, *any_blueprint)?
            }
        },
        Shown::Ti4(catalogue) => match &args.action {
            FleetsAction::List => ti4::list(catalogue),
            FleetsAction::Show { name } => ti4::show(catalogue, name)?,
            FleetsAction::Check { fleet, .. } if fleet.is_empty() => ti4::count(catalogue),
            FleetsAction::Check { fleet, .. } => ti4::check(catalogue, rulebook, fleet)?,
        },
        Shown::StarChamber(catalogue) => match &args.action {
            FleetsAction::List => star_chamber::list(catalogue),
            FleetsAction::Show { name } => star_chamber::show(catalogue, name)?,
            FleetsAction::Check { fleet, .. } if fleet.is_empty() => star_chamber::count(catalogue),
            FleetsAction::Check { fleet, .. } => star_chamber::check(catalogue, fleet)?,
        },
        Shown::SpaceshipBattles(catalogue) => match &args.action {
            FleetsAction::List => spaceship_battles::list(catalogue)?,
            FleetsAction::Show { name } => spaceship_battles::show(catalogue, name)?,
            FleetsAction::Check { fleet, .. } if fleet.is_empty() => {
                spaceship_battles::count(catalogue)
            }
            FleetsAction::Check { fleet, .. } => spaceship_battles::check(catalogue, fleet)?,
        },
    };
    Target::Stdout(args.color).write(&text)?;
    Ok(failure::DONE)
}

/// Appends a line to a text. Writing to a `String` cannot fail.
macro_rules! line {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}
pub(crate) use line;

/// Appends the set, confidence, note and sources of an entry.
pub(crate) fn provenance(text: &mut String, sources: &[(String, String)], provenance: &Provenance) {
    let Provenance { confidence, source, note, set } = provenance;
    for (name, value) in [("set", set), ("confidence", confidence), ("note", note)] {
        if !value.is_empty() {
            line!(text, "  {}", quiet(format!("{name}: {value}")));
        }
    }
    for (key, meaning) in sources {
        let words = source.split(|c: char| !c.is_alphanumeric() && c != '-');
        if words.into_iter().any(|word| word == key) {
            line!(text, "  {}", quiet(format!("source: {key}, {meaning}")));
        }
    }
}

/// Creates the error for a name that is not in the catalogue.
pub(crate) fn unknown(name: &str, known: Vec<&str>, rulebook: &str) -> Diagnostic {
    let error = Diagnostic::unknown(&Place::whole(&Source::new("show", name)), "entry", &known);
    if error.help.as_ref().is_some_and(|help| help.starts_with("allowed")) {
        return error.help(format!("`fleetodds fleets list --rules {rulebook}` shows all names"));
    }
    error
}

enum Shown<'a> {
    Eclipse(&'a crate::games::eclipse::scenario::Catalogue),
    Ti4(&'a crate::games::ti4::scenario::Catalogue),
    StarChamber(&'a crate::games::star_chamber::scenario::Catalogue),
    SpaceshipBattles(&'a crate::games::spaceship_battles::scenario::Catalogue),
}

fn catalogue_of(game: &dyn crate::games::Game) -> Shown<'_> {
    let any: &dyn std::any::Any = game;
    if let Some(game) = any.downcast_ref::<crate::games::eclipse::Eclipse>() {
        return Shown::Eclipse(&game.catalogue);
    }
    if let Some(game) = any.downcast_ref::<crate::games::ti4::Ti4>() {
        return Shown::Ti4(&game.catalogue);
    }
    if let Some(game) = any.downcast_ref::<crate::games::star_chamber::StarChamber>() {
        return Shown::StarChamber(&game.catalogue);
    }
    let game = any.downcast_ref::<crate::games::spaceship_battles::SpaceshipBattles>();
    Shown::SpaceshipBattles(&game.unwrap().catalogue)
}
