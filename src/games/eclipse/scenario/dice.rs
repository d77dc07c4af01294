//! Parses dice by colour.

use crate::games::eclipse::rules::Dice;
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::notation::Spanned;

/// Parses dice by colour: `2y1o`. `0` or an empty text means no dice.
pub(super) fn dice(typed: &Spanned<String>) -> Result<Dice, Diagnostic> {
    let Spanned { value: text, place } = typed;
    let wrong = || {
        Diagnostic::at(place, format!("`{}` is not a set of dice", shorten(text)))
            .label("expected numbers of dice with their colours: `2y1o`")
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
        let is_typed = |(letter, _): &(char, &str)| *letter == c.to_ascii_lowercase();
        let colour = Dice::COLOURS.iter().position(is_typed);
        let (Some(n), Some(colour)) = (number.take(), colour) else {
            return Err(wrong());
        };
        dice.0[colour] = dice.0[colour].saturating_add(n.min(255) as u8);
    }
    if number.is_some() { Err(wrong()) } else { Ok(dice) }
}
