//! Weapons as typed: `beam 4@1` deals 4 in round 1; the word is a free label.

use std::ops::RangeInclusive;

use crate::rules::star_chamber::{Weapon, limits};
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::figures::figure;
use crate::scenario::notation::Spanned;
use crate::scenario::printable::is_printable;

/// What a weapon may deal.
pub(super) const DAMAGE: RangeInclusive<i32> = 0..=limits::FIGURE;

/// When it may be fired: nothing is in the last round at present (3, S1).
pub(super) const ROUNDS: RangeInclusive<i32> = 1..=limits::ROUNDS as i32 - 1;

/// The label of a weapon, and what it does.
pub(super) fn parse_weapon(typed: &Spanned<String>) -> Result<(String, Weapon), Diagnostic> {
    let Spanned { value: text, place } = typed;
    let Some((what, round)) = text.rsplit_once('@') else {
        let message = format!("`{}` does not say in which round it is fired", shorten(text));
        return Err(Diagnostic::at(place, message)
            .label("expected like `beam 4@1`: what it is called, its damage, its round"));
    };
    let what = what.trim();
    let (label, damage) = what.rsplit_once(' ').unwrap_or(("", what));
    let (damage, round) =
        (figure(place, damage, DAMAGE)? as u16, figure(place, round, ROUNDS)? as u8);
    if !label.chars().all(is_printable) {
        return Err(Diagnostic::at(place, "the type of a weapon is a word"));
    }
    Ok((label.trim().to_string(), Weapon { round, damage }))
}
