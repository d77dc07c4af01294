//! Parses weapons: `beam 4@1` deals 4 damage in round 1. The word in front is a free label.

use std::ops::RangeInclusive;

use crate::games::star_chamber::rules::{StarWeapon, limits};
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::notation::Spanned;
use crate::scenario::printable::is_printable;

/// Allowed damage of a weapon.
pub(super) const DAMAGE: RangeInclusive<i32> = 0..=limits::FIGURE;

/// Rounds in which weapons can fire: at present none fires in the last round (3, S1).
pub(super) const ROUNDS: RangeInclusive<i32> = 1..=limits::ROUNDS as i32 - 1;

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
