//! The figures that a group may set, and weapons: `beam 4@1` deals 4 damage in round 1. The word in
//! front is a free label.

use std::ops::RangeInclusive;

use crate::games::common::figures::Figure;
use crate::games::star_chamber::rules::{StarGroup, StarWeapon, limits};
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::notation::Spanned;
use crate::scenario::phrase::vocabulary::ValueWords;
use crate::scenario::printable::is_printable;

/// Allowed damage of a weapon.
pub(super) const DAMAGE: RangeInclusive<i32> = 0..=limits::FIGURE;

/// Rounds in which weapons can fire: at present none fires in the last round (3, S1).
pub(super) const ROUNDS: RangeInclusive<i32> = 1..=limits::ROUNDS as i32 - 1;

const AMOUNT: RangeInclusive<i32> = 0..=limits::FIGURE;

/// Figures that a group may set.
pub(super) static FIGURES: [Figure<StarGroup>; 7] = [
    Figure::number("hull", 1..=limits::FIGURE, |group, n| group.hull = n as u16),
    Figure::number("shield", AMOUNT, |group, n| group.shield = n as u16),
    Figure::words("weapons", ValueWords::Text, |group, words| {
        weapons(words).map(|weapons| group.weapons = weapons)
    }),
    Figure::truth("alert", |group, is| group.alert = is),
    Figure::truth("can_fire", |group, is| group.can_fire = is),
    Figure::by_ship("damaged", AMOUNT, |group, ships| {
        group.damaged = ships.into_iter().map(|points| points as u16).collect();
    }),
    Figure::by_ship("shields_left", AMOUNT, |group, ships| {
        group.shields_left = ships.into_iter().map(|points| points as u16).collect();
    }),
];

/// Reads the weapons of a ship.
fn weapons(words: &[Spanned<String>]) -> Result<Vec<StarWeapon>, Diagnostic> {
    let none = |word: &&Spanned<String>| !["", "none"].contains(&word.value.trim());
    let given: Vec<_> = words.iter().filter(none).collect();
    if let Some(word) = given.get(limits::WEAPONS) {
        let (n, most) = (given.len(), limits::WEAPONS);
        let message = format!("{n} weapons on a ship, at most {most}");
        return Err(Diagnostic::at(&word.place, message));
    }
    given.into_iter().map(|word| parse_weapon(word).map(|(_, weapon)| weapon)).collect()
}

/// Parses a weapon. Returns its label and its effect.
pub(super) fn parse_weapon(typed: &Spanned<String>) -> Result<(String, StarWeapon), Diagnostic> {
    let Spanned { value: text, place } = typed;
    let Some((what, round)) = text.rsplit_once('@') else {
        let message = format!("`{}` does not state the round in which it fires", shorten(text));
        return Err(Diagnostic::at(place, message)
            .label("expected a label, its damage and its round: `beam 4@1`"));
    };
    let what = what.trim();
    let (label, damage) = what.rsplit_once(' ').unwrap_or(("", what));
    let number = |text: &str, allowed| Spanned::new(text.into(), place.clone()).number(allowed);
    let (damage, round) = (number(damage, DAMAGE)? as u16, number(round, ROUNDS)? as u8);
    if !label.chars().all(is_printable) {
        return Err(Diagnostic::at(
            place,
            "the type of a weapon cannot contain control characters",
        ));
    }
    Ok((label.trim().to_string(), StarWeapon { round, damage }))
}
