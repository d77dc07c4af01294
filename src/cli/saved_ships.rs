//! Ships that the user has saved under names, in a file for each rulebook.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use serde_json::json;

use crate::bug::OrBug;
use crate::cli::args::{Cli, Colour, Own};
use crate::cli::failure::{Failure, warn};
use crate::cli::files::{FolderLock, lock_folder, read_source, replace};
use crate::cli::fleet_files::read_fleet;
use crate::cli::line;
use fleetodds::internals::games::{Entry, FleetReader, saved_ships};
use fleetodds::internals::scenario::phrase::{SavedShip, is_reserved};
use fleetodds::internals::scenario::{GroupText, Rulebook, nearest};

/// Maximum length of a name.
const MAX_LENGTH: usize = 40;

/// Name of the folder in that of the settings.
const FOLDER: &str = "fleets";

/// Returns the file of a rulebook. Its folder is one for `--fleets`, too.
fn file(folder: &Path, rulebook: Rulebook) -> PathBuf {
    folder.join(FOLDER).join(format!("{rulebook}.json"))
}

/// Returns the files of all rulebooks, which need not exist.
pub(crate) fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    Rulebook::ALL.into_iter().map(|rulebook| file(folder, rulebook))
}

/// Locks the ships of all rulebooks until they are written, so that no change of another process
/// is lost.
fn lock(folder: &Path) -> Result<FolderLock, Failure> {
    lock_folder(&folder.join(FOLDER))
}

pub(crate) fn read(folder: &Path, rulebook: Rulebook) -> Result<Vec<SavedShip>, Failure> {
    let path = file(folder, rulebook);
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(saved_ships(rulebook, &read_source(&path)?)?)
}

pub(crate) fn catalogue(rulebook: Rulebook, ships: &[SavedShip]) -> String {
    let ship = |ship: &SavedShip| json!({"name": ship.name, "fleet": ship.group});
    let ships: Vec<_> = ships.iter().map(ship).collect();
    let document = json!({"rulebook": rulebook.name(), "saved": ships});
    serde_json::to_string_pretty(&document).or_bug("ships cannot be written as JSON") + "\n"
}

fn write(folder: &Path, rulebook: Rulebook, ships: &[SavedShip]) -> Result<(), Failure> {
    replace(&file(folder, rulebook), &catalogue(rulebook, ships))
}

/// Returns the ships that the user has saved for a rulebook. They are left out with a warning if
/// their file is wrong.
pub(crate) fn of_user(own: &Own, rulebook: Rulebook) -> Vec<SavedShip> {
    let read = own.ships.as_deref().map(|folder| read(folder, rulebook));
    match read {
        Some(Ok(ships)) => ships,
        Some(Err(wrong)) if !own.is_quiet => {
            let message = format!("{}; saved ships are left out", wrong.message());
            warn(&message, Colour::Auto);
            Vec::new()
        }
        Some(Err(_)) | None => Vec::new(),
    }
}

/// Saves a ship under a name. With `force`, it may replace another. Returns a message.
pub(crate) fn save(
    reader: &FleetReader,
    folder: &Path,
    name: &str,
    fleet: &str,
    (force, any_blueprint): (bool, bool),
) -> Result<String, Failure> {
    let rulebook = reader.game().rulebook();
    check_name(name)?;
    // A plural needs a number.
    let read_name = |typed: &str| {
        let other = read_fleet(reader, "name", typed).ok()?;
        (!other.reading.is_guess).then(|| other.fleet.groups[0].class.value.clone())
    };
    let meant = read_name(name).or_else(|| read_name(&format!("2 {name}")));
    let known = read(folder, rulebook)?;
    if let Some(other) = meant.filter(|_| !known.iter().any(|ship| is_named(ship, name))) {
        let message = format!("`{name}` already means `{other}`: choose another name");
        return Err(Failure::refused(message));
    }
    let side = read_fleet(reader, "ship", fleet)?;
    let refused = |why: &str| Failure::refused(format!("`{fleet}` cannot be saved: {why}"));
    if !side.is_fleet() || !side.fleet.options.is_empty() {
        return Err(refused("options of a side are not part of a ship"));
    }
    let [group] = &side.fleet.groups[..] else {
        return Err(refused("a saved ship is one ship, not several groups"));
    };
    if group.count.as_ref().is_some_and(|count| count.value != 1) {
        return Err(refused("a saved ship is one ship: leave out the number"));
    }
    reader.game().check(&side, any_blueprint)?;
    let group = GroupText { count: None, ..group.clone() }.to_string();
    add(folder, rulebook, SavedShip { name: name.into(), group }, force)
}

/// Adds a ship. With `force`, it may replace another of its name. Returns a message.
pub(crate) fn add(
    folder: &Path,
    rulebook: Rulebook,
    new: SavedShip,
    force: bool,
) -> Result<String, Failure> {
    let _lock = lock(folder)?;
    let mut ships = read(folder, rulebook)?;
    let message = format!("saved `{}` for {}: {}\n", new.name, rulebook.title(), new.group);
    match ships.iter_mut().find(|ship| is_named(ship, &new.name)) {
        Some(old) if old.group != new.group && !force => {
            let SavedShip { group, .. } = old;
            let name = &new.name;
            let message = format!("`{name}` is saved as `{group}`: add --force to replace it");
            return Err(Failure::refused(message));
        }
        Some(old) => *old = new,
        None => ships.push(new),
    }
    ships.sort_by(|a, b| a.name.cmp(&b.name));
    write(folder, rulebook, &ships)?;
    Ok(message)
}

pub(crate) fn is_named(ship: &SavedShip, name: &str) -> bool {
    ship.name.eq_ignore_ascii_case(name)
}

pub(crate) fn remove(folder: &Path, rulebook: Rulebook, name: &str) -> Result<String, Failure> {
    find(&read(folder, rulebook)?, rulebook, name)?;
    let _lock = lock(folder)?;
    let mut ships = read(folder, rulebook)?;
    let at = find(&ships, rulebook, name)?;
    let old = ships.remove(at);
    write(folder, rulebook, &ships)?;
    Ok(format!("removed `{}`: {}\n", old.name, old.group))
}

pub(crate) fn find(ships: &[SavedShip], rulebook: Rulebook, name: &str) -> Result<usize, Failure> {
    let found = ships.iter().position(|ship| is_named(ship, name));
    found.ok_or_else(|| {
        let near = nearest(name, ships.iter().map(|ship| ship.name.as_str()));
        let meant = near.first().map(|near| format!("; did you mean `{near}`?"));
        let (title, meant) = (rulebook.title(), meant.unwrap_or_default());
        Failure::refused(format!("no ship `{name}` is saved for {title}{meant}"))
    })
}

pub(crate) fn entries(ships: &[SavedShip]) -> impl Iterator<Item = Entry> {
    ships.iter().map(|ship| Entry::new("Your ships", "saved ship", &ship.name, &*ship.group))
}

/// Checks that a name is one word that means nothing else.
pub(crate) fn check_name(name: &str) -> Result<(), Failure> {
    let wrong = |why: &str| Err(Failure::usage(format!("`{name}` cannot be a name: {why}")));
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '-');
    if !is_word || !name.starts_with(char::is_alphabetic) || name.len() > MAX_LENGTH {
        return wrong(
            "it must be one word of letters, digits and hyphens that begins with a letter",
        );
    }
    if is_reserved(name) {
        return wrong("this word has a meaning in questions");
    }
    if let Some(command) = line::command_near(&Cli::command(), name) {
        return wrong(&format!("it is too close to the command `{command}`"));
    }
    Ok(())
}
