//! The figures that a group may set.

use std::ops::RangeInclusive;

use crate::games::common::figures::Figure;
use crate::games::eclipse::rules::limits::{FIGURE, HULL};
use crate::games::eclipse::rules::{Dice, EclipseGroup};
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::notation::Spanned;
use crate::scenario::phrase::vocabulary::ValueWords;

const SIGNED: RangeInclusive<i32> = -(FIGURE as i32)..=FIGURE as i32;
const POINTS: RangeInclusive<i32> = 0..=HULL as i32;
const DICE: ValueWords = ValueWords::Dice(&Dice::COLOURS);

/// Figures that a group may set.
pub(super) static FIGURES: [Figure<EclipseGroup>; 10] = [
    Figure::word("cannons", DICE, |group, word| {
        dice(word).map(|dice| group.figures.cannons = dice)
    }),
    Figure::word("missiles", DICE, |group, word| {
        dice(word).map(|dice| group.figures.missiles = dice)
    }),
    Figure::number("computer", SIGNED, |group, n| group.figures.computer = n as i16),
    Figure::number("shield", SIGNED, |group, n| group.figures.shield = n as i16),
    Figure::number("hull", POINTS, |group, n| group.figures.hull = n as u8),
    Figure::number("initiative", SIGNED, |group, n| group.figures.initiative = n as i16),
    Figure::number("regenerate", POINTS, |group, n| group.figures.regenerate = n as u8),
    Figure::number("cost", 0..=1000, |group, n| group.cost = n as u32),
    Figure::by_ship("damaged", POINTS, |group, ships| {
        group.damaged = ships.into_iter().map(|points| points as u8).collect();
    }),
    Figure::field(Figure::truth("retreating", |group, is| group.retreating = is)),
];

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
