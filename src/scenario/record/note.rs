//! Notes of a line, in the words of players.
//!
//! ```text
//! note  := "?"                                     not noted down
//!        | DICE ["at" SHIP | "miss"]               `y6 y3 at cruiser 2`, `6 4`
//!        | "retreat" | "stay"
//!        | N "hits"
//!        | ("loses" | "sustains" | "destroys" | "damages") UNITS
//! SHIP  := ["damaged" | "undamaged"] CLASS [N | "with damage" N]
//! UNITS := "nothing" | [N] SHIP ["by" N] { ("+" | "and") [N] SHIP ["by" N] }
//! ```

use crate::scenario::diagnostics::{Diagnostic, Place, Source, shorten};
use crate::scenario::roll::{RolledFace, read_roll};
use crate::scenario::spanned::Spanned;

/// Maximum number of units, hits or points in one note.
const MAX_NUMBER: u32 = 1000;

/// A note of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// This was not noted down.
    Open,
    /// Dice that were rolled, and the ship that they were assigned to, if that was noted.
    Dice(Vec<RolledFace>, Option<AimedAt>),
    /// The group begins to retreat, or the side announces a retreat.
    Retreats,
    /// The group or side does not retreat.
    Stays,
    /// Number of hits that the side has scored.
    Hits(u32),
    /// Fate of units. Units of the side that are not named do not share it.
    Units(Fate, Vec<NotedUnits>),
}

/// Fate of units in a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Own units are lost.
    Loses,
    /// Own units sustain damage.
    Sustains,
    /// Units of the enemy are destroyed.
    Destroys,
    /// Units of the enemy are damaged and left.
    Damages,
}

/// Target of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AimedAt {
    /// The dice have no effect.
    Nothing,
    /// They hit this ship.
    Ship(NotedShip),
}

/// A ship as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedShip {
    /// Its class as written, in small letters.
    pub class: String,
    /// Which ship of the class it is.
    pub which: WhichShip,
}

/// A ship among those of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichShip {
    /// This was not noted.
    Any,
    /// The ship with this number, from 1; the healthiest comes first.
    Number(u32),
    /// A ship with exactly this damage.
    Damage(u32),
    /// A ship with any damage.
    Damaged,
}

/// Units of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedUnits {
    /// Number of units.
    pub number: u32,
    /// Their class, and which of its units they were.
    pub ship: NotedShip,
    /// Points of damage that each of them takes, if noted.
    pub damage: Option<u32>,
}

/// Reads the notes of a line.
///
/// # Errors
/// A message with the place of the first part that is not a note.
pub(super) fn notes(line: &Place) -> Result<Vec<Spanned<Note>>, Diagnostic> {
    let mut notes = Vec::new();
    let mut at = line.range.start;
    for part in line.text().split_inclusive([',', ';']) {
        let range = at..at + part.trim_end_matches([',', ';']).len();
        at += part.len();
        let place = Place::new(&line.source, range).trimmed();
        if !place.range.is_empty() {
            notes.push(Spanned::new(note(&place)?, place));
        }
    }
    if notes.is_empty() {
        return Err(Diagnostic::at(line, "this line has no notes")
            .label("expected dice, hits or losses; `?` if nothing was noted"));
    }
    Ok(notes)
}

/// Reads one note.
fn note(place: &Place) -> Result<Note, Diagnostic> {
    let text = place.text().to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let rest = |n: usize| words[n..].join(" ");
    Ok(match words[..] {
        ["?" | "..." | "…"] | ["not", "noted"] => Note::Open,
        ["retreat" | "retreats" | "retreating"]
        | ["begins" | "begin", "to", "retreat"]
        | ["announces" | "announce", "a", "retreat"]
        | ["announces" | "announce", "retreat"] => Note::Retreats,
        ["stay" | "stays" | "fires"] => Note::Stays,
        [number, "hit" | "hits"] if number.bytes().all(|c| c.is_ascii_digit()) => {
            Note::Hits(count(number, place)?)
        }
        ["no", "hit" | "hits"] => Note::Hits(0),
        ["loses" | "lose" | "lost", ..] => Note::Units(Fate::Loses, units(&rest(1), place)?),
        ["sustains" | "sustain" | "sustained", ..] => {
            Note::Units(Fate::Sustains, units(&rest(1), place)?)
        }
        ["destroys" | "destroy" | "destroyed", ..] => {
            Note::Units(Fate::Destroys, units(&rest(1), place)?)
        }
        ["damages" | "damage" | "damaged", ..] => {
            Note::Units(Fate::Damages, units(&rest(1), place)?)
        }
        _ => dice(place)?,
    })
}

fn wrong(place: &Place, label: &str) -> Diagnostic {
    Diagnostic::at(place, format!("`{}` is not a note", shorten(place.text()))).label(label).help(
        "notes are dice (`y6 y3 at cruiser`), hits (`2 hits`), losses (`loses 1 fighter`), \
         damage (`damages cruiser`), `retreat`, or `?` for what was not noted",
    )
}

fn count(number: &str, place: &Place) -> Result<u32, Diagnostic> {
    let count = number.parse().ok().filter(|count| *count <= MAX_NUMBER);
    count.ok_or_else(|| wrong(place, &format!("a number is at most {MAX_NUMBER}")))
}

/// Reads `2 fighter + destroyer`, or `nothing`.
fn units(text: &str, place: &Place) -> Result<Vec<NotedUnits>, Diagnostic> {
    if ["nothing", "none", "no damage"].contains(&text) {
        return Ok(Vec::new());
    }
    let text = text.replace(" and ", " + ");
    let mut all = Vec::new();
    for part in text.split('+') {
        let mut words: Vec<&str> = part.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
        let damage = match words[..] {
            [.., "by", number] if is_number(&number) => {
                words.truncate(words.len() - 2);
                Some(count(number, place)?)
            }
            _ => None,
        };
        let number = match words.first().filter(|word| is_number(word)) {
            Some(number) => {
                let number = count(number, place)?;
                words.remove(0);
                number
            }
            None => 1,
        };
        let Some(ship) = ship_of(words, place)? else {
            return Err(wrong(place, "the class of the units is missing"));
        };
        all.push(NotedUnits { number, ship, damage });
    }
    Ok(all)
}

/// Reads dice and their target.
fn dice(place: &Place) -> Result<Note, Diagnostic> {
    let text = place.text();
    let lower = text.to_ascii_lowercase();
    let separators = [" at ", " on ", " to ", "->", ">"];
    let found = separators.iter().filter_map(|word| Some((lower.find(word)?, word.len())));
    let (dice, target) = match found.min() {
        Some((at, length)) => (&text[..at], Some(lower[at + length..].trim())),
        None => match lower.strip_suffix("misses").or_else(|| lower.strip_suffix("miss")) {
            Some(dice) => (&text[..dice.len()], Some("nothing")),
            None => (text, None),
        },
    };
    if !dice.contains(|c: char| c.is_ascii_digit()) {
        return Err(wrong(place, "expected dice, hits or losses"));
    }
    let start = place.range.start;
    let typed = Place::new(&place.source, start..start + dice.len());
    let roll = read_roll(&Source::new(place.source.name.clone(), dice));
    let roll = roll.map_err(|error| wrong(&typed, &error.label))?;
    let target = target.map(|target| ship(target, place)).transpose()?;
    Ok(Note::Dice(roll, target))
}

/// Reads `the damaged cruiser`, `cruiser 2` or `nothing`.
fn ship(text: &str, place: &Place) -> Result<AimedAt, Diagnostic> {
    if ["nothing", "none", "no ship"].contains(&text) {
        return Ok(AimedAt::Nothing);
    }
    let ship = ship_of(text.split_whitespace().collect(), place)?;
    ship.map(AimedAt::Ship).ok_or_else(|| wrong(place, "the ship is missing"))
}

/// Reads `the damaged cruiser`, `cruiser 2` or `cruiser with damage 1`; `None` without a class.
fn ship_of(mut words: Vec<&str>, place: &Place) -> Result<Option<NotedShip>, Diagnostic> {
    if words.first().is_some_and(|word| ["the", "one", "another", "a"].contains(word)) {
        words.remove(0);
    }
    let mut which = WhichShip::Any;
    match words.first() {
        Some(&"damaged") => which = WhichShip::Damaged,
        Some(&"undamaged") => which = WhichShip::Damage(0),
        _ => {}
    }
    if which != WhichShip::Any {
        words.remove(0);
    }
    match words[..] {
        [.., "with", "damage", number] => {
            which = WhichShip::Damage(count(number, place)?);
            words.truncate(words.len() - 3);
        }
        [_, .., number] if number.bytes().all(|c| c.is_ascii_digit()) => {
            which = WhichShip::Number(count(number, place)?);
            words.pop();
        }
        _ => {}
    }
    Ok((!words.is_empty()).then(|| NotedShip { class: words.join(" "), which }))
}
