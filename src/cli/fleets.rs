//! `fleetodds fleets`: lists the catalogues, checks fleets, and keeps ships of the user.

use std::path::Path;

use serde_json::{Value, json as object};

use crate::cli::args::{FleetsAction, FleetsArgs};
use crate::cli::failure::{self, Failure};
use crate::cli::files::named_rulebook;
use crate::cli::fleet_files::read_fleet;
use crate::cli::interrupt::interrupt;
use crate::cli::options::catalogues;
use crate::cli::output::Target;
use crate::cli::saved_ships::{self, is_named};
use fleetodds::internals::games::{Entry, FleetReader, Game, Rulebook};
use fleetodds::internals::report::{checked, details, json, list};
use fleetodds::internals::scenario::phrase::SavedShip;
use fleetodds::internals::scenario::{SideText, nearest, normalise};

pub(crate) fn run(args: &FleetsArgs) -> Result<u8, Failure> {
    let rulebook = args.rules.rules.as_deref().map(named_rulebook).transpose()?;
    let rulebook = rulebook.or(args.own.rules).unwrap_or_default();
    let catalogues = catalogues(args.fleets.as_deref(), args.ignore_texts, args.ds, &args.own)?;
    let game = &**catalogues.game(rulebook)?;
    let mut target = Target::Stdout(args.color);
    // Browsing the catalogue needs no saved ships.
    let ships =
        || args.own.ships.as_deref().map_or(Ok(Vec::new()), |f| saved_ships::read(f, rulebook));
    // An interrupt waits until saved ships are written.
    interrupt()?;
    let document = |schema: &str, name: &str, value: Value| {
        let mut document = object!({
            "schema": schema,
            "rules": rulebook.name(),
            "title": rulebook.title(),
        });
        document[name] = value;
        json(&document)
    };
    let text = match &args.action {
        FleetsAction::List { words, format } => {
            let entries = found(entries(&ships()?, game)?, &words.join(" "), rulebook)?;
            match format.is_json() {
                false => list(&entries, game.lexicon().units.cost, target.width()),
                true => document("fleetodds/catalogue/1", "entries", object!(entries)),
            }
        }
        FleetsAction::Show { name, format } if format.is_json() => {
            let entry = named(&entries(&ships()?, game)?, game, name)?;
            document("fleetodds/entry/1", "entry", object!(entry))
        }
        FleetsAction::Show { name, .. } => {
            let ships = ships()?;
            match ships.iter().find(|ship| is_named(ship, name)) {
                Some(ship) => show(catalogues.reader(rulebook)?, ship)?,
                None => details(&game.details(name)?),
            }
        }
        FleetsAction::Check { fleet, any_blueprint } => {
            let read = |typed: &String| read_fleet(catalogues.reader(rulebook)?, "fleet", typed);
            let fleets: Vec<SideText> = fleet.iter().map(read).collect::<Result<_, _>>()?;
            let check = |fleet| Ok(checked(&game.check(fleet, *any_blueprint)?));
            match &fleets[..] {
                [] => game.check_catalogue()?,
                fleets => fleets.iter().map(check).collect::<Result<_, Failure>>()?,
            }
        }
        FleetsAction::Save { name, fleet, force, any_blueprint } => {
            let options = (*force, *any_blueprint);
            saved_ships::save(
                catalogues.reader(rulebook)?,
                folder(args)?,
                name,
                &fleet.join(" "),
                options,
            )?
        }
        FleetsAction::Remove { name } => saved_ships::remove(folder(args)?, rulebook, name)?,
        FleetsAction::Export { name, output } => {
            let mut ships = saved_ships::read(folder(args)?, rulebook)?;
            if let Some(name) = name {
                ships = vec![ships.swap_remove(saved_ships::find(&ships, rulebook, name)?)];
            }
            let text = saved_ships::catalogue(rulebook, &ships);
            if let Some(path) = output {
                Target::file("--output", path)?.write(&text)?;
                return Ok(failure::DONE);
            }
            text
        }
    };
    if args.action.is_for_people() {
        target.write_for_people(&text)?;
    } else {
        target.write(&text)?;
    }
    Ok(failure::DONE)
}

fn folder(args: &FleetsArgs) -> Result<&Path, Failure> {
    args.own.ships.as_deref().ok_or_else(|| {
        Failure::usage("saved ships need the settings folder: leave out --no-config")
    })
}

fn show(known: &FleetReader, ship: &SavedShip) -> Result<String, Failure> {
    let side = read_fleet(known, "ship", &ship.group)?;
    let figures = checked(&known.game().check(&side, true)?);
    Ok(format!("{}\n  {}\n\n{figures}", ship.name, ship.group))
}

/// Returns the ships of the user and all entries of the catalogue.
fn entries(ships: &[SavedShip], game: &dyn Game) -> Result<Vec<Entry>, Failure> {
    Ok(saved_ships::entries(ships).chain(game.entries()?).collect())
}

/// Returns the entries that have a word in their name, or are of a kind or section of this name.
fn found(mut entries: Vec<Entry>, word: &str, rulebook: Rulebook) -> Result<Vec<Entry>, Failure> {
    let wanted = normalise(word);
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    entries.retain(|entry| {
        let is = |name: &String| normalise(name) == wanted;
        normalise(&entry.name).contains(&wanted) || is(&entry.kind) || is(&entry.section)
    });
    if entries.is_empty() {
        let near = nearest(word, names.iter().map(String::as_str));
        let near = near.first().map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let title = rulebook.title();
        return Err(Failure::refused(format!("{title}: no name contains `{word}`{near}")));
    }
    Ok(entries)
}

/// Returns the entry with a name, in which case and punctuation do not matter. The name of a class
/// alone is that of its first owner.
fn named(entries: &[Entry], game: &dyn Game, name: &str) -> Result<Entry, Failure> {
    let plain = |name: &str| normalise(name).replace(|c: char| !c.is_alphanumeric(), "");
    let is = |own: &str| plain(own) == plain(name);
    let has_other = |entry: &&Entry| {
        let others = entry.figures.get("also").and_then(|also| also.as_array());
        let title = entry.figures.get("title");
        let mut others = others.into_iter().flatten().chain(title);
        others.any(|other| other.as_str().is_some_and(is))
    };
    let of_class = |entry: &&Entry| entry.name.split_once('/').is_some_and(|(_, class)| is(class));
    let entry = entries.iter().find(|entry| is(&entry.name));
    let entry = entry.or_else(|| entries.iter().find(of_class));
    match entry.or_else(|| entries.iter().find(has_other)) {
        Some(entry) => Ok(entry.clone()),
        // The table has the error for an unknown name.
        None => Err(game.details(name).err().map_or_else(
            || Failure::refused(format!("`{name}` is not an entry of its own")),
            Failure::from,
        )),
    }
}
