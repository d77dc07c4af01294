//! Dice that have been rolled, as players type them.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};

/// A die as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledFace {
    /// Colour as it was typed, in small letters; empty if none was.
    pub colour: String,
    /// Face that it shows.
    pub face: u8,
}

/// Reads dice as a player types them: `y6 y3 o5`, `y63 o5`, `yellow 6 3, orange 5`, or `6 3` for
/// dice of one colour. A colour holds for the faces that follow it; each digit is a die.
///
/// ```
/// use fleetodds::internals::scenario::{Source, read_roll};
///
/// let roll = read_roll(&Source::new("--roll", "y6 3 orange 5"))?;
/// let dice: Vec<_> = roll.iter().map(|die| (die.colour.as_str(), die.face)).collect();
/// assert_eq!(dice, [("y", 6), ("y", 3), ("orange", 5)]);
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
///
/// # Errors
/// A message with the place of the first part that is not a die.
pub fn read_roll(source: &Arc<Source>) -> Result<Vec<RolledFace>, Diagnostic> {
    let (mut dice, mut colour, mut is_used) = (Vec::new(), String::new(), true);
    let mut colour_at = 0;
    let mut chars = source.text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_ascii_digit() {
            let face = c as u8 - b'0';
            if !(1..=6).contains(&face) {
                return Err(wrong(source, at..at + 1, "a face is 1 to 6"));
            }
            if dice.len() == MAX_DICE {
                return Err(wrong(source, at..at + 1, "there are more than 1,000 dice"));
            }
            dice.push(RolledFace { colour: colour.clone(), face });
            is_used = true;
        } else if c.is_alphabetic() {
            let mut end = at + c.len_utf8();
            while let Some((next, c)) = chars.peek()
                && c.is_alphabetic()
            {
                end = next + c.len_utf8();
                chars.next();
            }
            if !is_used {
                return Err(faceless(source, colour_at, &colour));
            }
            (colour, colour_at, is_used) = (source.text[at..end].to_lowercase(), at, false);
        } else if !(c.is_whitespace() || ",;:+-&".contains(c)) {
            return Err(wrong(source, at..at + c.len_utf8(), "this is not part of a die"));
        }
    }
    if !is_used {
        return Err(faceless(source, colour_at, &colour));
    }
    Ok(dice)
}

/// Maximum number of dice of a roll. Every game has lower limits of its own.
const MAX_DICE: usize = 1000;

fn faceless(source: &Arc<Source>, at: usize, colour: &str) -> Diagnostic {
    let end = at + colour.len();
    wrong(source, at..end.min(source.text.len()), "the face of this die is missing")
}

fn wrong(source: &Arc<Source>, range: std::ops::Range<usize>, label: &str) -> Diagnostic {
    let message = format!("`{}` is not a roll", shorten(&source.text));
    Diagnostic::at(&Place::new(source, range), message)
        .label(label)
        .help("write the colour and the face of each die, such as `y6 y3 o5`")
}

/// Missiles aimed at a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimedMissiles {
    /// Number of missiles.
    pub number: u32,
    /// Colour as it was typed, in small letters.
    pub colour: String,
    /// Class of the ship as it was typed.
    pub class: String,
    /// Number of the ship among those of its class, from 1; the healthiest comes first.
    pub ship: u32,
}

/// Reads missiles in flight as a player types them: `2 yellow at cruiser, orange at interceptor 2`.
///
/// ```
/// use fleetodds::internals::scenario::{Source, read_missiles};
///
/// let missiles = read_missiles(&Source::new("--missiles", "2y at cruiser, o at int 2"))?;
/// assert_eq!((missiles[0].number, missiles[0].colour.as_str()), (2, "y"));
/// assert_eq!((missiles[1].class.as_str(), missiles[1].ship), ("int", 2));
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
///
/// # Errors
/// A message with the place of the first part that names no missile and its target.
pub fn read_missiles(source: &Arc<Source>) -> Result<Vec<AimedMissiles>, Diagnostic> {
    let mut missiles = Vec::new();
    let mut at = 0;
    for part in source.text.split([',', ';', '+', '&']) {
        let range = at..at + part.len();
        at = range.end + 1;
        let missile = missile(part).ok_or_else(|| {
            let message = format!("`{}` are not missiles", shorten(&source.text));
            Diagnostic::at(&Place::new(source, range), message)
                .label("expected a colour and a ship, such as `2 yellow at cruiser`")
                .help("--missiles \"2 yellow at cruiser, orange at interceptor 2\"")
        })?;
        missiles.push(missile);
    }
    Ok(missiles)
}

/// Reads `2 yellow at cruiser 1`.
fn missile(part: &str) -> Option<AimedMissiles> {
    let part = part.trim().to_lowercase();
    let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = if digits == 0 { 1 } else { part[..digits].parse().ok()? };
    let mut words: Vec<&str> = part[digits..].split_whitespace().collect();
    let colour = (!words.is_empty()).then(|| words.remove(0).to_string())?;
    if words.first().is_some_and(|word| ["at", "on", "to", "->"].contains(word)) {
        words.remove(0);
    }
    let ship = words.last().and_then(|word| word.parse().ok());
    if ship.is_some() {
        words.pop();
    }
    let fits = (1..=MAX_DICE as u32).contains(&number) && !words.is_empty();
    fits.then(|| AimedMissiles { number, colour, class: words.join(" "), ship: ship.unwrap_or(1) })
}
