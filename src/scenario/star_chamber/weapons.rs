//! Weapons as typed: `beam 4@1` deals 4 in round 1; the word is a free label.

use crate::rules::star_chamber::{Weapon, limits};
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::figures::figure;
use crate::scenario::notation::Spanned;

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
    let damage = figure(place, damage, 0..=limits::FIGURE)? as u16;
    // Nothing is fired in the last round at present (3, S1).
    let round = figure(place, round, 1..=i32::from(limits::ROUNDS) - 1)? as u8;
    Ok((label.trim().to_string(), Weapon { round, damage }))
}
