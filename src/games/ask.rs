//! Reads typed fleets with the vocabulary of their game, and looks up unknown names in the other
//! games.

use std::sync::Arc;

use super::{Game, Rulebook, load};
use crate::scenario::diagnostics::{Diagnostic, Source, shorten, shorten_to};
use crate::scenario::model::SideText;
use crate::scenario::phrase::{Misread, Vocabulary, read};

/// Longest fleet that an error suggests, in characters.
const MAX_FIX: usize = 100;

/// Reads a side from a fleet as a player types it. The error for a name that only another rulebook
/// knows says how to choose that one.
///
/// ```
/// use fleetodds::games::{Rulebook, ask_side, load};
/// use fleetodds::scenario::Source;
///
/// let game = load(Rulebook::default(), &[])?;
/// let side = ask_side(&Source::new("attacker", "two int, 1 dread"), &*game)?;
/// assert_eq!(side.fleet.to_string(), "2 interceptor + 1 dreadnought");
///
/// let error = ask_side(&Source::new("defender", "guardian"), &*game).unwrap_err();
/// assert!(error.to_string().contains("use `--2e`"), "{error}");
/// # Ok::<(), fleetodds::scenario::Diagnostic>(())
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
        return error.help(format!("`{name}` is in {title}: use `{}`", rulebook.switch()));
    }
    let works = |fix: &&str| {
        let source = Source::new("fix", *fix);
        let side = read(&source, own).map(|fleet| SideText::read_from(&source, fleet));
        side.is_ok_and(|side| game.check(&side, false).is_ok())
    };
    // A fleet that is cut or escaped could not be asked.
    let is_whole = |fix: &&str| shorten_to(MAX_FIX, fix) == **fix;
    match (&error.help, fixes.iter().map(|fix| fix.trim()).filter(is_whole).find(works)) {
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
            error.help(format!("for example: `{}`", game.lexicon().example[0]))
        }
        _ => *error,
    }
}

/// Whether a fleet lacks its ships: it is empty, or a number.
fn is_unfinished(error: &Diagnostic) -> bool {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    error.place.as_ref().is_some_and(|place| is_number(&place.source.text))
}
