//! Figures as written: numbers within a range, dice by colour.

use std::ops::RangeInclusive;

use super::diagnostics::{Diagnostic, Place, shorten};
use crate::rules::eclipse::Dice;

/// A whole number within a range.
pub(super) fn figure(
    place: &Place,
    text: &str,
    allowed: RangeInclusive<i32>,
) -> Result<i32, Diagnostic> {
    let (from, to) = (allowed.start(), allowed.end());
    let error = |what: &str| {
        Diagnostic::at(place, format!("`{}` {what}", shorten(text)))
            .label(format!("allowed is a whole number from {from} to {to}"))
    };
    match text.trim().parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => Err(error("is not a whole number")),
        Ok(number) if (f64::from(*from)..=f64::from(*to)).contains(&number) => Ok(number as i32),
        Ok(_) => Err(error("is out of range")),
        Err(_) => Err(error("is not a number")),
    }
}

/// Dice by colour: `2y1o`; `0` or nothing for none.
pub(super) fn dice(place: &Place, text: &str) -> Result<Dice, Diagnostic> {
    let wrong = || {
        Diagnostic::at(place, format!("`{}` is not a set of dice", shorten(text)))
            .label("expected a number and a colour each: `2y1o`")
            .help("colours: y yellow 1, o orange 2, b blue 3, r red 4 points, p pink (rift)")
    };
    let mut dice = Dice::default();
    if text.trim() == "0" {
        return Ok(dice);
    }
    let mut number = None;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if let Some(digit) = c.to_digit(10) {
            number = Some((number.unwrap_or(0u32) * 10 + digit).min(1000));
            continue;
        }
        let colour = Dice::COLOURS.iter().position(|known| *known == c.to_ascii_lowercase());
        let (Some(n), Some(colour)) = (number.take(), colour) else {
            return Err(wrong());
        };
        dice.0[colour] = dice.0[colour].saturating_add(n.min(255) as u8);
    }
    if number.is_some() { Err(wrong()) } else { Ok(dice) }
}
