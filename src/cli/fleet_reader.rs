//! Reads typed fleets with a rulebook, its catalogue and the ships that the user has saved.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::cli::args::{Colour, Own};
use crate::cli::failure::{self, Failure};
use crate::cli::files::{json_files, read_source};
use crate::cli::saved_ships::{self, is_named};
use fleetodds::internals::games::{self, Game, ask_side_with, load_with};
use fleetodds::internals::scenario::phrase::{SavedShip, Vocabulary};
use fleetodds::internals::scenario::{
    GroupText, MixPart, Place, Rulebook, SideText, Source, join_mix, read_fleet_file, split_mix,
};

/// A rulebook with its catalogue, and saved ships.
pub(crate) struct FleetReader {
    game: Arc<dyn Game>,
    /// Catalogue files of `--fleets`.
    added: Vec<Arc<Source>>,
    own: Own,
    /// Names for typed fleets, found when the first is read.
    words: OnceLock<Vocabulary>,
}

impl FleetReader {
    /// Loads a rulebook and adds the files of a folder. With `ignore_texts`, unknown texts of units
    /// in them are ignored.
    pub(crate) fn load(
        rulebook: Rulebook,
        folder: Option<&Path>,
        ignore_texts: bool,
        own: &Own,
    ) -> Result<Self, Failure> {
        let files = folder.map_or_else(|| Ok(Vec::new()), json_files)?;
        let added = files.iter().map(|path| read_source(path));
        let added: Vec<Arc<Source>> = added.collect::<Result<_, _>>()?;
        let game = load_with(rulebook, &added, ignore_texts)?;
        Ok(Self { game, added, own: own.clone(), words: OnceLock::new() })
    }

    /// Returns the rulebook with its catalogue.
    pub(crate) fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Returns the rulebook with its catalogue, for others to keep.
    #[cfg(feature = "live")]
    pub(crate) fn shared_game(&self) -> Arc<dyn Game> {
        Arc::clone(&self.game)
    }

    #[cfg(feature = "live")]
    pub(crate) fn saved(&self) -> &[SavedShip] {
        &self.words().saved
    }

    /// Returns the names for typed fleets. Ships that the user has saved are left out with a
    /// warning if their file is wrong.
    pub(crate) fn words(&self) -> &Vocabulary {
        self.words.get_or_init(|| {
            let rulebook = self.game.rulebook();
            let mut words = self.game.lexicon().vocabulary.clone();
            for file in &self.added {
                words.saved.extend(games::saved_ships(rulebook, file).unwrap_or_default());
            }
            let own = self.own.ships.as_deref().map(|folder| saved_ships::read(folder, rulebook));
            match own {
                Some(Ok(ships)) => words.saved.extend(ships),
                Some(Err(wrong)) if !self.own.is_quiet => {
                    let message = format!("{}; saved ships are left out", wrong.message());
                    failure::warn(&message, Colour::Auto);
                }
                Some(Err(_)) | None => (),
            }
            words
        })
    }

    /// Returns the names of ships, with those of the user first, of their owners, and of parts.
    pub(crate) fn names(&self) -> [Vec<String>; 3] {
        let words = self.words();
        let [ships, owners, parts] =
            words.listed().map(|names| names.into_iter().map(String::from).collect::<Vec<_>>());
        let saved = words.saved.iter().map(|ship| ship.name.clone());
        [saved.chain(ships).collect(), owners, parts]
    }

    /// Reads a fleet as typed. `@FILE` is replaced by the content of a file, alone or between
    /// others: `2 @brick.txt + 3 interceptor`.
    pub(crate) fn read_fleet(&self, role: &str, typed: &str) -> Result<SideText, Failure> {
        if let Some(path) = whole_file(typed) {
            return self.read_file(Path::new(path));
        }
        let parts = parts(typed);
        if !parts.iter().any(|part| part.file.is_some()) {
            return self.ask(&Source::new(role, typed));
        }
        if let [Part { count: "", file: Some(path), .. }] = parts[..] {
            return self.read_file(Path::new(path));
        }
        let mut text = String::new();
        for part in parts {
            text += part.before;
            match part.file {
                Some(path) => text += &self.repeated(path, part.count)?,
                None => text += part.count,
            }
        }
        self.ask(&Source::new(role, text))
    }

    /// Reads the value of `--against-mix`: fleets with their weights. Returns the side and its
    /// fleets in full, as they can be typed again.
    pub(crate) fn read_mix(&self, typed: &str) -> Result<(SideText, String), Failure> {
        let source = Source::new("--against-mix", typed);
        let mut parts = Vec::new();
        let mut full = Vec::new();
        for (weight, range) in split_mix(&source).map_err(Failure::option)? {
            let role = format!("--against-mix, fleet {}", parts.len() + 1);
            let fleet = &typed[range];
            let side = self.read_fleet(&role, fleet)?;
            full.push((format!("{weight}%"), in_full(&side, fleet)));
            parts.push(MixPart { weight, side });
        }
        Ok((SideText::of_mix(parts, Place::whole(&source))?, join_mix(&full)))
    }

    /// Reads a fleet as typed, in which `@FILE` does not stand for a file.
    pub(crate) fn ask(&self, source: &Arc<Source>) -> Result<SideText, Failure> {
        Ok(ask_side_with(source, self.game(), self.words())?)
    }

    /// Saves a ship under a name. With `force`, it may replace another. Returns a message.
    pub(crate) fn save(
        &self,
        folder: &Path,
        name: &str,
        fleet: &str,
        (force, any_blueprint): (bool, bool),
    ) -> Result<String, Failure> {
        let rulebook = self.game.rulebook();
        saved_ships::check_name(name)?;
        // A plural needs a number.
        let read_name = |typed: &str| {
            let other = self.read_fleet("name", typed).ok()?;
            (!other.reading.is_guess).then(|| other.fleet.groups[0].class.value.clone())
        };
        let meant = read_name(name).or_else(|| read_name(&format!("2 {name}")));
        let known = saved_ships::read(folder, rulebook)?;
        if let Some(other) = meant.filter(|_| !known.iter().any(|ship| is_named(ship, name))) {
            let message = format!("`{name}` already means `{other}`: choose another name");
            return Err(Failure::refused(message));
        }
        let side = self.read_fleet("ship", fleet)?;
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
        self.game.check(&side, any_blueprint)?;
        let group = GroupText { count: None, ..group.clone() }.to_string();
        saved_ships::add(folder, rulebook, SavedShip { name: name.into(), group }, force)
    }

    /// Reads a fleet file: JSON, or a fleet as typed. Lines that begin with `#` are comments.
    fn read_file(&self, path: &Path) -> Result<SideText, Failure> {
        let source = read_source(path)?;
        if source.text.trim_start().starts_with(['{', '"', '[']) {
            return Ok(read_fleet_file(&source)?);
        }
        let line = |line: &str| match line.trim_start().starts_with('#') {
            true => " ".repeat(line.len()),
            false => line.to_string(),
        };
        let lines: Vec<String> = source.text.lines().map(line).collect();
        self.ask(&Source::new(source.name.as_str(), lines.join("\n").trim_end()))
    }

    /// Returns the fleet of a file in exact notation. A number in front multiplies a single group.
    fn repeated(&self, path: &str, count: &str) -> Result<String, Failure> {
        let side = self.read_file(Path::new(path))?;
        let wrong = |why: &str| Failure::refused(format!("@{path} {why}"));
        let is_plain = side.is_fleet() && side.fleet.options.is_empty();
        if !is_plain {
            return Err(wrong("has options of a side, so it cannot be part of a fleet"));
        }
        let mut groups = side.fleet.groups;
        if !count.is_empty() {
            let [group] = &mut groups[..] else {
                return Err(wrong("has several groups: leave out the number before it"));
            };
            let times = count.trim_end_matches(['x', 'X', ' ']).parse::<u64>();
            let times = times.map_err(|_| wrong("needs a whole number before it, or none"))?;
            let number = group.count.as_ref().map_or(1, |count| count.value);
            group.count = None;
            return Ok(format!("{} {group}", number.saturating_mul(times)));
        }
        let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
        Ok(groups.join(" + "))
    }
}

/// Returns a typed fleet in full. A file that gives more than a fleet is named as typed.
pub(crate) fn in_full(side: &SideText, typed: &str) -> String {
    if side.is_fleet() { side.fleet.to_string() } else { typed.to_string() }
}

/// Returns the path of `@FILE` if that is the whole text and there is such a file, whatever its
/// name.
pub(crate) fn whole_file(typed: &str) -> Option<&str> {
    typed.trim().strip_prefix('@').filter(|path| Path::new(path).is_file())
}

/// A part of a typed fleet, and the sign before it.
struct Part<'a> {
    before: &'a str,
    /// All text of the part, or the text before its file.
    count: &'a str,
    file: Option<&'a str>,
}

/// Splits a typed fleet at `+` and `&` outside brackets.
fn parts(typed: &str) -> Vec<Part<'_>> {
    let signs = outside_brackets(typed, &['+', '&']).into_iter().filter(|at| *at > 0);
    let starts: Vec<usize> = std::iter::once(0).chain(signs).collect();
    let ends = starts.iter().skip(1).copied().chain([typed.len()]);
    let part = |(start, end): (usize, usize)| {
        let part = &typed[start..end];
        let (before, text) = part.split_at(usize::from(part.starts_with(['+', '&'])));
        match text.split_once('@').filter(|(count, _)| is_count(count)) {
            Some((count, path)) => Part { before, count: count.trim(), file: Some(path.trim()) },
            None => Part { before, count: text, file: None },
        }
    };
    starts.iter().copied().zip(ends).map(part).collect()
}

/// Returns the places of some signs outside brackets.
pub(crate) fn outside_brackets(text: &str, signs: &[char]) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && signs.contains(&c) => found.push(at),
            _ => (),
        }
    }
    found
}

/// Whether a text in front of `@` is a number of ships or nothing.
fn is_count(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == 'x' || c == 'X')
}
