//! Reads the figures that a group may set.

use super::dice::dice;
use crate::games::eclipse::rules::limits::{FIGURE, HULL};
use crate::games::eclipse::rules::{EclipseGroup, Figures};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::figures::{figure, truth};
use crate::scenario::names::normalise;
use crate::scenario::notation::{Spanned, Value};

/// Figures that a group may set.
pub(super) const FIGURES: [&str; 10] = [
    "cannons",
    "missiles",
    "computer",
    "shield",
    "hull",
    "initiative",
    "regenerate",
    "cost",
    "damaged",
    "retreating",
];

/// Sets one figure of a group.
pub(super) fn set_figure(
    group: &mut EclipseGroup,
    key: &Spanned<String>,
    value: &Value,
) -> Result<(), Diagnostic> {
    let wanted = normalise(&key.value);
    let Some(name) = FIGURES.iter().find(|known| normalise(known) == wanted) else {
        return Err(Diagnostic::unknown(&key.place, "figure", &FIGURES));
    };
    if *name == "damaged" {
        group.damaged = damage(value)?;
        return Ok(());
    }
    let Value::One(word) = value else {
        return Err(Diagnostic::at(&key.place, format!("`{name}` needs one value, not a list")));
    };
    let (place, text) = (&word.place, &word.value);
    let signed = i32::from(-FIGURE)..=i32::from(FIGURE);
    let hull = 0..=i32::from(HULL);
    let Figures { cannons, missiles, computer, shield, hull: points, initiative, regenerate } =
        &mut group.figures;
    match *name {
        "cannons" => *cannons = dice(place, text)?,
        "missiles" => *missiles = dice(place, text)?,
        "computer" => *computer = figure(place, text, signed)? as i16,
        "shield" => *shield = figure(place, text, signed)? as i16,
        "initiative" => *initiative = figure(place, text, signed)? as i16,
        "retreating" => group.retreating = truth(word)?,
        "hull" => *points = figure(place, text, hull)? as u8,
        "regenerate" => *regenerate = figure(place, text, hull)? as u8,
        _ => group.cost = figure(place, text, 0..=1000)? as u32,
    }
    Ok(())
}

/// Reads the damage of each ship.
fn damage(value: &Value) -> Result<Vec<u8>, Diagnostic> {
    let words = match value {
        Value::One(word) => std::slice::from_ref(word),
        Value::List(words) => words,
    };
    words
        .iter()
        .map(|word| Ok(figure(&word.place, &word.value, 0..=i32::from(HULL))? as u8))
        .collect()
}
