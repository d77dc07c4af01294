//! Settings of the user: defaults for typed questions and for tables, from a file and from the
//! environment; and `fleetodds config`, which shows and changes them.

mod file;

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use etcetera::BaseStrategy;

use crate::cli::args::{Colour, Own};
use crate::cli::failure::{self, Failure};
use crate::cli::files::{self, lock_folder, read_source, replace};
use crate::cli::interrupt::interrupt;
use crate::cli::output::Target;
use crate::cli::saved_ships;
use crate::cli::settings::file::SettingsFile;
use fleetodds::internals::games::help;
use fleetodds::internals::scenario::{Rulebook, nearest, printable, shorten};

/// Environment variable with the folder of the settings file.
const FOLDER: &str = "FLEETODDS_CONFIG";

/// Folder of the program in the folder of all settings.
const PROGRAM: &str = "fleetodds";

const FILE: &str = "config.toml";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Rules,
    Captains,
    Color,
    Report,
    Page,
    Ds,
}

impl Key {
    const ALL: [Self; 6] =
        [Self::Rules, Self::Captains, Self::Color, Self::Report, Self::Page, Self::Ds];

    /// Returns its name, the environment variable that overrides the file, and its default.
    fn about(self) -> [&'static str; 3] {
        match self {
            Self::Rules => ["rules", "FLEETODDS_RULES", Rulebook::default().name()],
            Self::Captains => ["captains", "FLEETODDS_CAPTAINS", "best play"],
            Self::Color => ["color", "FLEETODDS_COLOR", "auto"],
            Self::Report => ["report", "FLEETODDS_REPORT", "short"],
            Self::Page => ["page", "FLEETODDS_PAGE", "none"],
            Self::Ds => ["ds", "FLEETODDS_DS", "off"],
        }
    }

    fn name(self) -> &'static str {
        self.about()[0]
    }

    fn variable(self) -> &'static str {
        self.about()[1]
    }

    /// Returns the setting of a name, or a message with what is allowed.
    fn named(name: &str) -> Result<Self, String> {
        let wanted = name.trim().to_lowercase().replace("colour", "color");
        Self::ALL.into_iter().find(|key| key.name() == wanted).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            format!("unknown setting `{}`; allowed: {known}", name.trim())
        })
    }

    /// Returns all values, as they are stored; none for a setting that takes any address.
    fn values(self) -> Vec<&'static str> {
        match self {
            Self::Rules => Rulebook::ALL.map(Rulebook::name).to_vec(),
            Self::Captains => help::CAPTAINS.to_vec(),
            Self::Color => Colour::value_variants().iter().map(|colour| colour.name()).collect(),
            Self::Report => vec!["short", "full"],
            Self::Ds => vec!["on", "off"],
            Self::Page => Vec::new(),
        }
    }

    /// Returns the stored form of a value, or a message with what is allowed.
    fn value(self, typed: &str) -> Result<Cow<'static, str>, String> {
        if self == Self::Page {
            return address(typed).map(Cow::Owned);
        }
        let wanted = typed.trim().to_lowercase();
        let rulebook = match self {
            Self::Rules => Rulebook::typed(typed).map(Rulebook::name),
            _ => None,
        };
        let values = self.values();
        let known = rulebook.or_else(|| values.iter().copied().find(|known| *known == wanted));
        known.map(Cow::Borrowed).ok_or_else(|| {
            let near = nearest(typed, values.iter().copied());
            let meant = near.first().map(|near| format!(" (did you mean `{near}`?)"));
            let (name, meant) = (self.name(), meant.unwrap_or_default());
            format!("`{typed}` is not a value of `{name}`{meant}; allowed: {}", values.join(", "))
        })
    }
}

/// Checks the address of a page, to which the code of a fight is added.
fn address(typed: &str) -> Result<String, String> {
    let typed = typed.trim();
    let is_known = ["https://", "http://", "file://"].iter().any(|form| typed.starts_with(form));
    let is_plain = |c: char| c.is_ascii_graphic() && !"#\"'<>\\".contains(c);
    if is_known && typed.chars().all(is_plain) {
        return Ok(typed.into());
    }
    Err(format!(
        "`{}` is not the address of a page; expected one like https://example.org/odds/",
        shorten(typed)
    ))
}

/// Returns all settings with their values, as `config` takes them.
pub(crate) fn assignments() -> Vec<String> {
    let all = Key::ALL.into_iter().flat_map(|key| key.values().into_iter().map(move |v| (key, v)));
    all.map(|(key, value)| format!("{}={value}", key.name())).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Environment,
    File,
}

#[derive(Debug, Default)]
pub(crate) struct Settings {
    values: [Option<(Cow<'static, str>, Origin)>; Key::ALL.len()],
    /// Folder of the settings file and of saved ships.
    pub(crate) folder: Option<PathBuf>,
    /// Errors in the file and the environment.
    pub(crate) warnings: Vec<String>,
}

impl Settings {
    /// Reads the file and the environment. A wrong entry is left out with a warning.
    pub(crate) fn read() -> Self {
        let mut settings = Self { folder: folder(), ..Self::default() };
        if let Some(folder) = settings.folder.clone() {
            settings.read_file(&folder.join(FILE));
            // Most questions read saved ships, some only after an output is open.
            saved_ships::files(&folder).for_each(|file| files::reading(&file));
        }
        for key in Key::ALL {
            let Some(typed) = std::env::var_os(key.variable()).filter(|typed| !typed.is_empty())
            else {
                continue;
            };
            match key.value(&typed.to_string_lossy()) {
                Ok(value) => settings.values[key as usize] = Some((value, Origin::Environment)),
                Err(wrong) => settings.warnings.push(format!("{}: {wrong}", key.variable())),
            }
        }
        settings
    }

    fn read_file(&mut self, path: &Path) {
        let file = match load(path) {
            Ok(file) => file,
            Err(wrong) => return self.warnings.push(format!("{wrong}; its settings are left out")),
        };
        let name = path.display();
        if let Some((line, wrong)) = &file.wrong {
            self.warnings.push(format!("{name}:{line}: {wrong}"));
        }
        let wrong = file.wrong.as_ref().map(|(line, _)| *line);
        for entry in file.entries.iter().filter(|entry| Some(entry.line) != wrong) {
            let typed = entry.value.as_deref().unwrap_or_default();
            match Key::named(&entry.name).and_then(|key| Ok((key, key.value(typed)?))) {
                Ok((key, value)) => self.values[key as usize] = Some((value, Origin::File)),
                Err(wrong) => self.warnings.push(format!("{name}:{}: {wrong}", entry.line)),
            }
        }
    }

    fn value(&self, key: Key) -> Option<&str> {
        self.values[key as usize].as_ref().map(|(value, _)| &**value)
    }

    /// Returns the defaults for typed questions.
    pub(crate) fn own(&self, is_quiet: bool) -> Own {
        let [captains, page] =
            [Key::Captains, Key::Page].map(|key| self.value(key).map(String::from));
        let has_ds = self.value(Key::Ds) == Some("on");
        Own { rules: self.rules(), captains, page, ships: self.folder.clone(), has_ds, is_quiet }
    }

    pub(crate) fn rules(&self) -> Option<Rulebook> {
        self.value(Key::Rules).and_then(Rulebook::named)
    }

    pub(crate) fn colour(&self) -> Option<Colour> {
        let set = self.value(Key::Color)?;
        Colour::value_variants().iter().copied().find(|colour| colour.name() == set)
    }

    pub(crate) fn has_full_report(&self) -> bool {
        self.value(Key::Report) == Some("full")
    }
}

/// Returns the folder of the settings file: that of the environment variable, or the place that
/// the system has for settings.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join(PROGRAM))
}

/// Reads the settings file. A missing one is empty.
fn load(path: &Path) -> Result<SettingsFile, String> {
    match path.metadata() {
        Err(error) if is_missing(&error) => return Ok(SettingsFile::default()),
        Ok(found) if !found.is_file() => {
            return Err(format!("cannot read {}: it is not a file", path.display()));
        }
        _ => (),
    }
    let source = read_source(path).map_err(|failure| failure.message())?;
    Ok(SettingsFile::parse(&source.text))
}

/// Whether a file does not exist.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// A setting and its new value; without a value, it is removed.
type Change = (Key, Option<Cow<'static, str>>);

/// Runs the command and returns the exit code. `assigned` are settings as typed: `rules=2e`.
pub(crate) fn run(assigned: &[String]) -> Result<u8, Failure> {
    let changes: Vec<Change> =
        assigned.iter().map(|typed| change(typed)).collect::<Result<_, _>>()?;
    let folder = folder().ok_or_else(|| {
        Failure::refused(format!("no folder for settings was found: set {FOLDER} to one"))
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
    let _lock = lock_folder(folder)?;
    let mut file = load(path).map_err(Failure::refused)?;
    if let Some((line, wrong)) = file.wrong {
        let place = format!("{}:{line}", path.display());
        return Err(Failure::refused(format!("{place}: {wrong}; correct this first")));
    }
    for (key, value) in changes {
        file = SettingsFile::parse(&match value {
            Some(value) => file.with(key.name(), value),
            None => file.without(key.name()),
        });
    }
    replace(path, file.text())
}

/// Returns a setting with its value and where that comes from.
fn line(key: Key, settings: &Settings) -> String {
    let [name, variable, default] = key.about();
    let (value, from) = match &settings.values[key as usize] {
        Some((value, Origin::File)) => (&**value, "this file"),
        Some((value, Origin::Environment)) => (&**value, variable),
        None => (default, "default"),
    };
    format!("  {name:<9} {value:<17} {from}\n")
}

/// Parses `NAME=VALUE`. Without a value, the setting is removed.
fn change(typed: &str) -> Result<Change, Failure> {
    let Some((name, value)) = typed.split_once('=') else {
        let message = format!("`{typed}`: expected NAME=VALUE, like rules=2e; NAME= removes it");
        return Err(Failure::usage(message));
    };
    let key = Key::named(name).map_err(Failure::usage)?;
    if value.trim().is_empty() {
        return Ok((key, None));
    }
    key.value(value).map(|value| (key, Some(value))).map_err(Failure::usage)
}
