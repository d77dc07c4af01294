//! `fleetodds config`: shows and changes the settings.

use std::borrow::Cow;
use std::path::Path;

use super::super::args::Colour;
use super::super::failure::{self, Failure};
use super::super::interrupt::interrupt;
use super::super::output::Target;
use super::super::replace::{Replacement, lock_folder};
use super::file::SettingsFile;
use super::{FILE, FOLDER, Key, Origin, Settings, load};
use fleetodds::scenario::{Rulebook, printable};

/// A setting and its new value; without a value, it is removed.
type Change = (Key, Option<Cow<'static, str>>);

/// Runs the command and returns the exit code. `assigned` are settings as typed: `rules=2e`.
pub(crate) fn run(assigned: &[String]) -> Result<u8, Failure> {
    let changes: Vec<Change> =
        assigned.iter().map(|typed| change(typed)).collect::<Result<_, _>>()?;
    let folder = super::folder().ok_or_else(|| {
        Failure::Refused(format!("no folder for settings was found: set {FOLDER} to one"))
    })?;
    let path = folder.join(FILE);
    if !changes.is_empty() {
        write(&folder, &path, &changes)?;
    }
    let settings = Settings::read();
    let lines = Key::ALL.map(|key| line(key, &settings));
    let text = format!("{}\n{}", printable(&path.display().to_string()), lines.concat());
    Target::Stdout(Colour::Auto).write(&text)?;
    for warning in &settings.warnings {
        failure::warn(warning, Colour::Auto);
    }
    Ok(failure::DONE)
}

/// Writes the settings file with all changes, or leaves it as it is.
fn write(folder: &Path, path: &Path, changes: &[Change]) -> Result<(), Failure> {
    interrupt()?;
    let _lock = lock_folder(folder)
        .map_err(|error| Failure::Io(format!("cannot write to {}", folder.display()), error))?;
    let mut file = load(path).map_err(Failure::Refused)?;
    if let Some((line, wrong)) = file.wrong {
        let place = format!("{}:{line}", path.display());
        return Err(Failure::Refused(format!("{place}: {wrong}; correct this first")));
    }
    for (key, value) in changes {
        file = SettingsFile::parse(&match value {
            Some(value) => file.with(key.name(), value),
            None => file.without(key.name()),
        });
    }
    let cannot = |error| Failure::Io(format!("cannot write {}", path.display()), error);
    Replacement::of(path).and_then(|new| new.write(file.text().as_bytes())).map_err(cannot)
}

/// Returns a setting with its value and where that comes from.
fn line(key: Key, settings: &Settings) -> String {
    let (value, from) = match &settings.values[key as usize] {
        Some((value, Origin::File)) => (&**value, "this file"),
        Some((value, Origin::Environment)) => (&**value, key.variable()),
        None => (default(key), "default"),
    };
    format!("  {:<9} {value:<17} {from}\n", key.name())
}

fn default(key: Key) -> &'static str {
    match key {
        Key::Rules => Rulebook::default().name(),
        Key::Captains => "best play",
        Key::Color => "auto",
        Key::Report => "short",
        Key::Page => "none",
    }
}

/// Parses `NAME=VALUE`. Without a value, the setting is removed.
fn change(typed: &str) -> Result<Change, Failure> {
    let Some((name, value)) = typed.split_once('=') else {
        let message = format!("`{typed}`: expected NAME=VALUE, like rules=2e; NAME= removes it");
        return Err(Failure::Usage(message));
    };
    let key = Key::named(name).map_err(Failure::Usage)?;
    if value.trim().is_empty() {
        return Ok((key, None));
    }
    key.value(value).map(|value| (key, Some(value))).map_err(Failure::Usage)
}
