//! Reads typed fleets with the vocabulary of their game, and looks up unknown names in the other
//! games.

use std::sync::Arc;

use super::{Game, Rulebook, load};
use crate::scenario::diagnostics::{Diagnostic, Source, shorten};
use crate::scenario::model::SideText;
use crate::scenario::phrase::{Misread, Vocabulary, read};

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
/// assert!(error.to_string().contains("add `--2e`"), "{error}");
/// # Ok::<(), fleetodds::scenario::Diagnostic>(())
/// ```
///
/// # Errors
/// If the text is not understood.
pub fn ask_side(source: &Arc<Source>, game: &dyn Game) -> Result<SideText, Diagnostic> {
    ask_side_with(source, game, &game.vocabulary())
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
        Err(misread) => Err(explained(misread, game.rulebook(), words)),
    }
}

/// Adds to an error which other rulebook knows the unknown name.
fn explained(misread: Misread, asked: Rulebook, own: &Vocabulary) -> Diagnostic {
    let Misread { error, unknown } = misread;
    if unknown.is_empty() {
        return *error;
    }
    let others = Rulebook::ALL.into_iter().filter(|rulebook| *rulebook != asked);
    let found = others.into_iter().find_map(|rulebook| {
        let words = load(rulebook, &[]).ok()?.vocabulary();
        let is_new = |len: &usize| words.knows(&unknown[..*len]) && !own.knows(&unknown[..*len]);
        let len = (1..=unknown.len()).rev().find(is_new)?;
        Some((rulebook, unknown[..len].join(" ")))
    });
    let Some((rulebook, name)) = found else { return *error };
    let (name, title) = (shorten(&name), rulebook.title());
    error.help(format!("`{name}` is in {title}: add `{}`", rulebook.switch()))
}
