//! Reads typed questions and fleets with the vocabulary of their game, and looks up unknown names
//! in the other games.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{Game, Rulebook, load};
use crate::answer::ROLES;
use crate::scenario::diagnostics::{Diagnostic, Remedy, Source, shorten, shorten_to};
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::phrase::{Misread, Vocabulary, read, setting_in_words, take_setting};

/// Longest fleet that an error suggests, in characters.
const MAX_FIX: usize = 100;

/// What reads the fleets of a question in each rulebook.
pub trait FleetReaders {
    /// Why a fleet cannot be read.
    type Error: From<Diagnostic>;

    /// Returns a rulebook with its catalogue.
    ///
    /// # Errors
    /// If the catalogue cannot be read.
    fn game(&self, rulebook: Rulebook) -> Result<&dyn Game, Self::Error>;

    /// Reads the fleet of a side, 0 or 1, in a rulebook.
    ///
    /// # Errors
    /// If the fleet cannot be read.
    fn side(&self, rulebook: Rulebook, side: usize, typed: &str) -> Result<SideText, Self::Error>;

    /// Whether a name of a fleet is not known, which another rulebook may know.
    fn is_unknown(error: &Self::Error) -> bool;
}

/// Reads two typed fleets, with the words for a setting between or behind them. Without a rulebook,
/// it is the default one, or else the only game that knows all ships; a note of the attacker says
/// so. Returns the scenario and its setting in words that can be typed.
///
/// # Errors
/// If a fleet cannot be read, or if neither side has anything to fight with.
pub fn ask_fight<R: FleetReaders>(
    typed: &[String; 2],
    rulebook: Option<Rulebook>,
    readers: &R,
) -> Result<(Scenario, String), R::Error> {
    let Read { rulebook, sides, setting } = read_fight(typed, rulebook, readers)?;
    if let Some(why) = readers.game(rulebook)?.idle(&sides) {
        let error = Diagnostic::new(why);
        let other = Rulebook::ALL.into_iter().find(|other| {
            let is_other = *other != rulebook && other.is_of_game(rulebook);
            is_other && readers.game(*other).is_ok_and(|game| game.idle(&sides).is_none())
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

/// Two fleets in a game, and their setting.
struct Read {
    rulebook: Rulebook,
    sides: [SideText; 2],
    setting: Map<String, Value>,
}

fn read_fight<R: FleetReaders>(
    typed: &[String; 2],
    rulebook: Option<Rulebook>,
    readers: &R,
) -> Result<Read, R::Error> {
    let fight = |rulebook: Rulebook| -> Result<Read, R::Error> {
        let game = readers.game(rulebook)?;
        let mut typed = typed.clone();
        let setting = take_setting(rulebook, &mut typed);
        let fleet = |side: usize| readers.side(rulebook, side, &typed[side]);
        let sides = [fleet(0)?, fleet(1)?];
        Ok(Read { rulebook: game.theatre(&sides), sides, setting })
    };
    if let Some(rulebook) = rulebook {
        return fight(rulebook);
    }
    let usual = Rulebook::default();
    let error = match fight(usual) {
        Ok(read) => return Ok(read),
        Err(error) if !R::is_unknown(&error) => return Err(error),
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

/// The catalogues of the library, each read when it is first used.
#[derive(Debug, Default)]
pub(crate) struct Shipped([OnceLock<Arc<dyn Game>>; Rulebook::ALL.len()]);

impl FleetReaders for Shipped {
    type Error = Diagnostic;

    fn game(&self, rulebook: Rulebook) -> Result<&dyn Game, Diagnostic> {
        let place = &self.0[rulebook as usize];
        match place.get() {
            Some(game) => Ok(&**game),
            None => {
                let game = load(rulebook, &[])?;
                Ok(&**place.get_or_init(|| game))
            }
        }
    }

    fn side(&self, rulebook: Rulebook, side: usize, typed: &str) -> Result<SideText, Diagnostic> {
        ask_side(&Source::new(ROLES[side], typed), self.game(rulebook)?)
    }

    fn is_unknown(error: &Diagnostic) -> bool {
        error.is_unknown
    }
}

/// Reads a side from a fleet as a player types it. The error for a name that only another rulebook
/// knows says how to choose that one.
///
/// ```
/// use fleetodds::internals::games::{Rulebook, ask_side, load};
/// use fleetodds::internals::scenario::Source;
///
/// let game = load(Rulebook::default(), &[])?;
/// let side = ask_side(&Source::new("attacker", "two int, 1 dread"), &*game)?;
/// assert_eq!(side.fleet.to_string(), "2 interceptor + 1 dreadnought");
///
/// let error = ask_side(&Source::new("defender", "guardian"), &*game).unwrap_err();
/// assert!(error.to_string().contains("use `--2e`"), "{error}");
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
///
/// # Errors
/// If the text is not understood.
pub fn ask_side(source: &Arc<Source>, game: &dyn Game) -> Result<SideText, Diagnostic> {
    ask_side_with(source, game, &game.lexicon().vocabulary)
}

/// Reads a side as [`ask_side`] does, with a vocabulary of the game that may have saved ships.
///
/// # Errors
/// If the text is not understood.
pub fn ask_side_with(
    source: &Arc<Source>,
    game: &dyn Game,
    words: &Vocabulary,
) -> Result<SideText, Diagnostic> {
    match read(source, words) {
        Ok(fleet) => Ok(SideText::read_from(source, fleet)),
        Err(misread) => Err(explained(misread, game, words)),
    }
}

/// Adds to an error a fleet that may be meant, or the rulebook that knows the unknown name.
fn explained(misread: Misread, game: &dyn Game, own: &Vocabulary) -> Diagnostic {
    let Misread { mut error, unknown, fixes } = misread;
    error.is_unknown |= !unknown.is_empty();
    let asked = game.rulebook();
    let others = Rulebook::ALL.into_iter().filter(|rulebook| *rulebook != asked);
    let elsewhere = others.into_iter().find_map(|rulebook| {
        let other = load(rulebook, &[]).ok()?;
        let words = &other.lexicon().vocabulary;
        let is_new = |len: &usize| words.knows(&unknown[..*len]) && !own.knows(&unknown[..*len]);
        let len = (1..=unknown.len()).rev().find(is_new)?;
        Some((rulebook, unknown[..len].join(" ")))
    });
    if let Some((rulebook, name)) = elsewhere {
        let (name, title) = (shorten(&name), rulebook.title());
        return error
            .help(format!("`{name}` is in {title}: use `{}`", rulebook.switch()))
            .remedy(Remedy::Rules(rulebook));
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

/// Whether a fleet lacks its ships: it is empty, or a number.
fn is_unfinished(error: &Diagnostic) -> bool {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    error.place.as_ref().is_some_and(|place| is_number(&place.source.text))
}
