//! Ships that the user has saved: one catalogue file for each rulebook.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use serde_json::json;

use super::args::Cli;
use super::failure::Failure;
use super::fleet_reader::FleetReader;
use super::input::read_source;
use super::line;
use super::replace::{FolderLock, Replacement, lock_folder};
use crate::bug::OrBug;
use fleetodds::games::{Entry, saved_ships};
use fleetodds::scenario::phrase::{SavedShip, is_reserved};
use fleetodds::scenario::{Rulebook, nearest};

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
    let folder = folder.join(FOLDER);
    lock_folder(&folder)
        .map_err(|error| Failure::Io(format!("cannot write to {}", folder.display()), error))
}

/// Reads the ships of a rulebook from the folder of the settings.
pub(crate) fn read(folder: &Path, rulebook: Rulebook) -> Result<Vec<SavedShip>, Failure> {
    let path = file(folder, rulebook);
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(saved_ships(rulebook, &read_source(&path)?)?)
}

/// Returns a catalogue file with these ships.
pub(crate) fn catalogue(rulebook: Rulebook, ships: &[SavedShip]) -> String {
    let ship = |ship: &SavedShip| json!({"name": ship.name, "fleet": ship.group});
    let ships: Vec<_> = ships.iter().map(ship).collect();
    let document = json!({"rulebook": rulebook.name(), "saved": ships});
    serde_json::to_string_pretty(&document).or_bug("ships cannot be written as JSON") + "\n"
}

fn write(folder: &Path, rulebook: Rulebook, ships: &[SavedShip]) -> Result<(), Failure> {
    let path = file(folder, rulebook);
    let cannot = |error| Failure::Io(format!("cannot write {}", path.display()), error);
    let text = catalogue(rulebook, ships);
    Replacement::of(&path).and_then(|new| new.write(text.as_bytes())).map_err(cannot)
}

/// Saves a ship under a name. With `force`, it may replace another. Returns a message.
pub(crate) fn save(
    folder: &Path,
    known: &FleetReader,
    name: &str,
    fleet: &str,
    (force, any_blueprint): (bool, bool),
) -> Result<String, Failure> {
    let rulebook = known.game().rulebook();
    check_name(name)?;
    let is_same = |ship: &SavedShip| ship.name.eq_ignore_ascii_case(name);
    // A plural needs a number.
    let read_name = |typed: &str| {
        let other = known.read_fleet("name", typed).ok()?;
        (!other.reading.is_guess).then(|| other.fleet.groups[0].class.value.clone())
    };
    let meant = read_name(name).or_else(|| read_name(&format!("2 {name}")));
    if !read(folder, rulebook)?.iter().any(is_same)
        && let Some(other) = meant
    {
        let message = format!("`{name}` already means `{other}`: choose another name");
        return Err(Failure::Refused(message));
    }
    let side = known.read_fleet("ship", fleet)?;
    let refused = |why: &str| Err(Failure::Refused(format!("`{fleet}` cannot be saved: {why}")));
    if !side.is_fleet() || !side.fleet.options.is_empty() {
        return refused("options of a side are not part of a ship");
    }
    let [group] = &side.fleet.groups[..] else {
        return refused("a saved ship is one ship, not several groups");
    };
    if group.count.as_ref().is_some_and(|count| count.value != 1) {
        return refused("a saved ship is one ship: leave out the number");
    }
    let mut group = group.clone();
    group.count = None;
    known.game().check(std::slice::from_ref(&side), any_blueprint)?;
    let new = SavedShip { name: name.into(), group: group.to_string() };
    let _lock = lock(folder)?;
    let mut ships = read(folder, rulebook)?;
    let old = ships.iter().position(is_same);
    match old.map(|old| &mut ships[old]) {
        Some(old) if old.group == new.group => *old = new.clone(),
        Some(old) if !force => {
            let old = &old.group;
            let message = format!("`{name}` is saved as `{old}`: add --force to replace it");
            return Err(Failure::Refused(message));
        }
        Some(old) => *old = new.clone(),
        None => ships.push(new.clone()),
    }
    ships.sort_by(|a, b| a.name.cmp(&b.name));
    write(folder, rulebook, &ships)?;
    let title = rulebook.title();
    Ok(format!("saved `{name}` for {title}: {}\n", new.group))
}

/// Removes a ship and returns a message.
pub(crate) fn remove(folder: &Path, rulebook: Rulebook, name: &str) -> Result<String, Failure> {
    find(&read(folder, rulebook)?, rulebook, name)?;
    let _lock = lock(folder)?;
    let mut ships = read(folder, rulebook)?;
    let at = find(&ships, rulebook, name)?;
    let old = ships.remove(at);
    write(folder, rulebook, &ships)?;
    Ok(format!("removed `{}`: {}\n", old.name, old.group))
}

/// Returns the index of the ship with a name.
pub(crate) fn find(ships: &[SavedShip], rulebook: Rulebook, name: &str) -> Result<usize, Failure> {
    let found = ships.iter().position(|ship| ship.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let near = nearest(name, ships.iter().map(|ship| ship.name.as_str()));
        let meant = near.first().map(|near| format!("; did you mean `{near}`?"));
        let (title, meant) = (rulebook.title(), meant.unwrap_or_default());
        Failure::Refused(format!("no ship `{name}` is saved for {title}{meant}"))
    })
}

/// Returns ships as entries of a catalogue.
pub(crate) fn entries(ships: &[SavedShip]) -> impl Iterator<Item = Entry> {
    ships.iter().map(|ship| Entry::new("Your ships", "saved ship", &ship.name, &*ship.group))
}

/// Checks that a name is one word that means nothing else.
fn check_name(name: &str) -> Result<(), Failure> {
    let wrong = |why: &str| Err(Failure::Usage(format!("`{name}` cannot be a name: {why}")));
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
