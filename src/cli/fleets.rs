//! `fleetodds fleets`: lists the catalogues, checks fleets, and keeps ships of the user.

use std::path::Path;

use super::args::{FleetsAction, FleetsArgs};
use super::failure::{self, Failure};
use super::files::Files;
use super::input::named_rulebook;
use super::known::Known;
use super::output::Target;
use super::saved;
use fleetodds::scenario::SideText;
use fleetodds::scenario::phrase::SavedShip;

/// Runs the command and returns the exit code.
pub(super) fn run(args: &FleetsArgs) -> Result<u8, Failure> {
    let rulebook = args.rules.rules.as_deref().map(named_rulebook).transpose()?;
    let rulebook = rulebook.or(args.own.rules).unwrap_or_default();
    let known = Known::load(rulebook, args.fleets.as_deref(), &args.own)?;
    let game = known.game();
    // Browsing the catalogue needs no saved ships.
    let ships = || args.own.ships.as_deref().map_or(Ok(Vec::new()), |f| saved::read(f, rulebook));
    let text = match &args.action {
        FleetsAction::List => saved::list(&ships()?) + &game.list()?,
        FleetsAction::Show { name } => {
            let ships = ships()?;
            match ships.iter().find(|ship| ship.name.eq_ignore_ascii_case(name)) {
                Some(ship) => show(&known, ship)?,
                None => game.show(name)?,
            }
        }
        FleetsAction::Check { fleet, any_blueprint } => {
            let read = |typed: &String| known.read_fleet("fleet", typed);
            let fleets: Vec<SideText> = fleet.iter().map(read).collect::<Result<_, _>>()?;
            game.check(&fleets, *any_blueprint)?
        }
        FleetsAction::Save { name, fleet, force, any_blueprint } => {
            let options = (*force, *any_blueprint);
            saved::save(folder(args)?, &known, name, &fleet.join(" "), options)?
        }
        FleetsAction::Remove { name } => saved::remove(folder(args)?, rulebook, name)?,
        FleetsAction::Export { name, output } => {
            let mut ships = saved::read(folder(args)?, rulebook)?;
            if let Some(name) = name {
                ships = vec![ships.swap_remove(saved::find(&ships, rulebook, name)?)];
            }
            let text = saved::catalogue(rulebook, &ships);
            if let Some(path) = output {
                let mut files = Files::reading(Vec::new(), args.fleets.as_deref())?;
                Target::file(&mut files, "--output", path)?.write(&text)?;
                return Ok(failure::DONE);
            }
            text
        }
    };
    Target::Stdout(args.color).write_for_people(&text)?;
    Ok(failure::DONE)
}

/// Returns the folder of the settings.
fn folder(args: &FleetsArgs) -> Result<&Path, Failure> {
    args.own.ships.as_deref().ok_or_else(|| {
        Failure::Usage("there is no folder for saved ships: leave out --no-config".into())
    })
}

/// Shows a saved ship with its figures.
fn show(known: &Known, ship: &SavedShip) -> Result<String, Failure> {
    let side = known.read_fleet("ship", &ship.group)?;
    let figures = known.game().check(std::slice::from_ref(&side), true)?;
    Ok(format!("{}\n  {}\n\n{figures}", ship.name, ship.group))
}
