//! Reads typed questions and fleets with the vocabulary of their game, and looks up unknown names
//! in the other games.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{Game, Rulebook, load, load_with, saved_ships};
use crate::answer::ROLES;
use crate::scenario::diagnostics::{Diagnostic, Remedy, Source, shorten, shorten_to};
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::phrase::{
    Misread, SavedShip, Vocabulary, read, setting_in_words, take_setting,
};

/// Longest fleet that an error suggests, in characters.
const MAX_FIX: usize = 100;

/// A game with the names that typed fleets may use: those of its catalogue and of saved ships.
///
/// ```
/// use fleetodds::internals::games::{FleetReader, Rulebook, load};
/// use fleetodds::internals::scenario::Source;
///
/// let reader = FleetReader::of(load(Rulebook::default(), &[])?);
/// let side = reader.read(&Source::new("attacker", "two int, 1 dread"))?;
/// assert_eq!(side.fleet.to_string(), "2 interceptor + 1 dreadnought");
///
/// let error = reader.read(&Source::new("defender", "guardian")).unwrap_err();
/// assert!(error.to_string().contains("use `--2e`"), "{error}");
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct FleetReader {
    game: Arc<dyn Game>,
    /// The names of the game with those of saved ships, if there are any.
    with_saved: Option<Arc<Vocabulary>>,
}

impl FleetReader {
    /// Creates a reader without saved ships.
    #[must_use]
    pub fn of(game: Arc<dyn Game>) -> Self {
        Self { game, with_saved: None }
    }

    /// Returns the reader with these saved ships in place of its own.
    #[must_use]
    pub fn with_saved(self, saved: Vec<SavedShip>) -> Self {
        let with_saved = (!saved.is_empty()).then(|| {
            let names = self.game.lexicon().vocabulary.clone();
            Arc::new(Vocabulary { saved, ..names })
        });
        Self { with_saved, ..self }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Returns the names that typed fleets may use.
    #[must_use]
    pub fn words(&self) -> &Vocabulary {
        self.with_saved.as_deref().unwrap_or(&self.game.lexicon().vocabulary)
    }

    /// Reads a side from a fleet as a player types it. The error for a name that only another
    /// rulebook knows says how to choose that one.
    ///
    /// # Errors
    /// If the text is not understood.
    pub fn read(&self, source: &Arc<Source>) -> Result<SideText, Diagnostic> {
        match read(source, self.words()) {
            Ok(fleet) => Ok(SideText::read_from(source, fleet)),
            Err(misread) => Err(self.explained(misread)),
        }
    }

    /// Adds to an error a fleet that may be meant, or the rulebook that knows the unknown name.
    fn explained(&self, misread: Misread) -> Diagnostic {
        let (game, own) = (self.game(), self.words());
        let Misread { mut error, unknown, fixes } = misread;
        error.is_unknown |= !unknown.is_empty();
        let asked = game.rulebook();
        let others = Rulebook::ALL.into_iter().filter(|rulebook| *rulebook != asked);
        let elsewhere = others.into_iter().find_map(|rulebook| {
            let other = load(rulebook, &[]).ok()?;
            let words = &other.lexicon().vocabulary;
            let is_new = |len: &usize| {
                let name = &unknown[..*len];
                words.knows(name) && !own.knows(name) && !own.has_option(name)
            };
            let len = (1..=unknown.len()).rev().find(is_new)?;
            Some((rulebook, unknown[..len].join(" ")))
        });
        if let Some((rulebook, name)) = elsewhere {
            let (name, title) = (shorten(&name), rulebook.title());
            return error
                .help(format!("`{name}` is in {title}: use `{}`", rulebook.switch()))
                .remedy(Remedy::Rules(rulebook));
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(help) = in_discordant_stars(asked, &unknown, own) {
            return error.help(help);
        }
        let works = |fix: &&str| {
            let source = Source::new("fix", *fix);
            let side = read(&source, own).map(|fleet| SideText::read_from(&source, fleet));
            side.is_ok_and(|side| game.check(&side, false).is_ok())
        };
        // A fleet that is cut or escaped could not be asked.
        let is_whole = |fix: &&str| shorten_to(MAX_FIX, fix) == **fix;
        let fix = fixes.iter().map(|fix| fix.trim()).filter(is_whole).find(works);
        error.remedy = fix.map(|fix| Box::new(Remedy::Fleet(fix.into())));
        match (&error.help, fix) {
            (Some(help), Some(fix)) => {
                let and = if help.ends_with('?') { "" } else { ";" };
                let help = format!("{help}{and} write `{fix}`");
                error.help(help)
            }
            (None, Some(fix)) => error.help(format!("write `{fix}`")),
            (None, None) if !unknown.is_empty() => {
                let switch = asked.switch();
                error.help(format!("`fleetodds fleets list {switch}` lists all names"))
            }
            (None, None) if is_unfinished(&error) => {
                error.help(format!("for example: `{}`", game.lexicon().example()[0]))
            }
            _ => *error,
        }
    }
}

/// Returns how to ask for Discordant Stars if that has an unknown name, of which some words may be
/// known.
#[cfg(not(target_arch = "wasm32"))]
fn in_discordant_stars(asked: Rulebook, unknown: &[String], own: &Vocabulary) -> Option<String> {
    // The expansion does not change, so it is read once.
    static EXPANDED: OnceLock<Option<Arc<dyn Game>>> = OnceLock::new();
    let expanded = || load(Rulebook::Ti4Space, &super::discordant_stars()).ok();
    let game = EXPANDED.get_or_init(expanded).as_ref()?;
    let words = &game.lexicon().vocabulary;
    let is_new = |len: &usize| words.knows(&unknown[..*len]) && !own.knows(&unknown[..*len]);
    let len = (1..=unknown.len()).rev().find(is_new)?;
    let name = shorten(&unknown[..len].join(" "));
    let is_of_game = asked.is_of_game(Rulebook::Ti4Space);
    let switch = if is_of_game { "--ds" } else { "--ti4 --ds" };
    Some(format!(
        "`{name}` is in Discordant Stars, a fan expansion of Twilight Imperium: add `{switch}`"
    ))
}

/// The catalogues of all games, each read when it is first used.
pub struct Catalogues {
    added: Vec<Arc<Source>>,
    ignore_texts: bool,
    saved: Box<dyn Fn(Rulebook) -> Vec<SavedShip> + Send + Sync>,
    games: [OnceLock<Arc<dyn Game>>; Rulebook::ALL.len()],
    readers: [OnceLock<FleetReader>; Rulebook::ALL.len()],
}

/// The shipped catalogues.
impl Default for Catalogues {
    fn default() -> Self {
        Self::new(Vec::new(), false, |_| Vec::new())
    }
}

impl fmt::Debug for Catalogues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogues").field("added", &self.added).finish_non_exhaustive()
    }
}

impl Catalogues {
    /// Creates the shipped catalogues with these files, see [`load_with`]. `saved` returns the
    /// ships that the player has saved for a game.
    pub fn new(
        added: Vec<Arc<Source>>,
        ignore_texts: bool,
        saved: impl Fn(Rulebook) -> Vec<SavedShip> + Send + Sync + 'static,
    ) -> Self {
        let (games, readers) = Default::default();
        Self { added, ignore_texts, saved: Box::new(saved), games, readers }
    }

    /// Returns a game.
    ///
    /// # Errors
    /// A message with the place of the first error in its catalogue.
    pub fn game(&self, rulebook: Rulebook) -> Result<&Arc<dyn Game>, Diagnostic> {
        let place = &self.games[rulebook as usize];
        if let Some(game) = place.get() {
            return Ok(game);
        }
        let game = match self.added.is_empty() {
            true => load(rulebook, &[])?,
            false => load_with(rulebook, &self.added, self.ignore_texts)?,
        };
        Ok(place.get_or_init(|| game))
    }

    /// Returns what reads the fleets of a game. The ships that it names are those of the files,
    /// then those that the player has saved.
    ///
    /// # Errors
    /// As for [`Self::game`].
    pub fn reader(&self, rulebook: Rulebook) -> Result<&FleetReader, Diagnostic> {
        let game = self.game(rulebook)?;
        Ok(self.readers[rulebook as usize].get_or_init(|| {
            let of_file = |file| saved_ships(rulebook, file).unwrap_or_default();
            let mut saved: Vec<SavedShip> = self.added.iter().flat_map(of_file).collect();
            saved.extend((self.saved)(rulebook));
            FleetReader::of(Arc::clone(game)).with_saved(saved)
        }))
    }

    /// Reads two typed fleets, with the words for a setting between or behind them. Without a
    /// rulebook, it is the default one, or else the only game that knows all ships; a note of the
    /// attacker says so. Returns the scenario and its setting in words that can be typed.
    ///
    /// # Errors
    /// If a fleet cannot be read, or if neither side has anything to fight with.
    pub fn fight<E: From<Diagnostic>>(
        &self,
        typed: &[String; 2],
        rulebook: Option<Rulebook>,
        files: &FleetFiles<'_, E>,
    ) -> Result<(Scenario, String), E> {
        let Read { rulebook, sides, setting } = self.read(typed, rulebook, files)?;
        if let Some(why) = self.game(rulebook)?.idle(&sides) {
            let error = Diagnostic::new(why);
            let other = Rulebook::ALL.into_iter().find(|other| {
                let is_other = *other != rulebook && other.is_of_game(rulebook);
                is_other && self.game(*other).is_ok_and(|game| game.idle(&sides).is_none())
            });
            return Err(match other {
                Some(other) => error.help(format!("{}: {}", other.title(), other.switch())).into(),
                None => error.into(),
            });
        }
        let words = setting_in_words(rulebook, &setting);
        let mut scenario = Scenario::of(sides).in_setting(&setting)?;
        scenario.rulebook = Some(rulebook);
        scenario.is_typed = true;
        Ok((scenario, words))
    }

    fn read<E: From<Diagnostic>>(
        &self,
        typed: &[String; 2],
        rulebook: Option<Rulebook>,
        files: &FleetFiles<'_, E>,
    ) -> Result<Read, E> {
        let fight = |rulebook: Rulebook| -> Result<Read, E> {
            let reader = self.reader(rulebook)?;
            let mut typed = typed.clone();
            let setting = take_setting(rulebook, &mut typed);
            let fleet = |side: usize| match (files.read)(reader, ROLES[side], &typed[side])? {
                Some(side) => Ok(side),
                None => reader.read(&Source::new(ROLES[side], &*typed[side])).map_err(E::from),
            };
            let sides = [fleet(0)?, fleet(1)?];
            if let Some(error) = reader.words().text_of_other_side(&sides) {
                return Err(error.into());
            }
            Ok(Read { rulebook: reader.game().theatre(&sides), sides, setting })
        };
        if let Some(rulebook) = rulebook {
            return fight(rulebook);
        }
        let usual = Rulebook::default();
        let error = match fight(usual) {
            Ok(read) => return Ok(read),
            Err(error) if !(files.is_unknown)(&error) => return Err(error),
            Err(error) => error,
        };
        let others = Rulebook::ALL.into_iter().filter(|rulebook| *rulebook != usual);
        let mut found: Vec<_> = others.filter_map(|rulebook| fight(rulebook).ok()).collect();
        // Ground forces travel with ships, and ships bombard planets: a fight of both is in space.
        let is_one_game = found.iter().all(|other| found[0].rulebook.is_of_game(other.rulebook));
        if !is_one_game || found.is_empty() {
            return Err(error);
        }
        let mut found = found.swap_remove(0);
        let (title, switch) = (found.rulebook.title(), found.rulebook.switch());
        let note = format!("only {title} has all these ships; to choose it: {switch}");
        found.sides[0].reading.notes.push(note);
        Ok(found)
    }
}

/// How typed fleets name files, and why those cannot be read.
pub struct FleetFiles<'a, E> {
    /// Reads the fleet of a role if its words name a file; returns `None` if they do not.
    pub read: &'a FleetFile<'a, E>,
    /// Whether a name of a fleet is not known, which another game may know.
    pub is_unknown: fn(&E) -> bool,
}

/// Reads the fleet of a role if its words name a file, with the reader of its game.
pub type FleetFile<'a, E> = dyn Fn(&FleetReader, &str, &str) -> Result<Option<SideText>, E> + 'a;

impl FleetFiles<'_, Diagnostic> {
    /// Fleets that name no files.
    pub const NONE: Self = FleetFiles { read: &|_, _, _| Ok(None), is_unknown: |e| e.is_unknown };
}

/// Two fleets in a game, and their setting.
struct Read {
    rulebook: Rulebook,
    sides: [SideText; 2],
    setting: Map<String, Value>,
}

/// Whether a fleet lacks its ships: it is empty, or a number.
fn is_unfinished(error: &Diagnostic) -> bool {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    error.place.as_ref().is_some_and(|place| is_number(&place.source.text))
}
