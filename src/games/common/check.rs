//! Checks of scenarios that several games share.

use super::{Objective, Retreat};
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::{Given, Scenario, Setting, SideText, Sides};
use crate::scenario::names::normalise;
use crate::scenario::notation::Spanned;

/// Checks that the rulebook supports all fields given. `known` lists its fields by kind.
pub(crate) fn check_given(
    scenario: &Scenario,
    rulebook: Rulebook,
    known: &[(&str, &[&str])],
) -> Result<(), Diagnostic> {
    let sides = || scenario.sides.all().iter();
    let of_groups = sides().flat_map(|side| side.fleet.groups.iter().flat_map(|g| &g.given));
    let of_sides = sides().flat_map(|side| &side.given);
    for Given { kind, name } in scenario.setting.given.iter().chain(of_sides).chain(of_groups) {
        let Some((_, names)) = known.iter().find(|(of, _)| of == kind) else { continue };
        if !names.contains(&name.value.as_str()) {
            let message = format!("`{}` is not a {kind} in {rulebook}", name.value);
            let error = Diagnostic::at(&name.place, message);
            let allowed = format!("allowed: {}", names.join(", "));
            return Err(if names.is_empty() { error } else { error.help(allowed) });
        }
    }
    Ok(())
}

/// Checks that the names of parties differ, because results are listed by name.
pub(crate) fn check_names<F>(texts: &Sides, sides: &[Side<F>]) -> Result<(), Diagnostic> {
    let names: Vec<String> = sides.iter().map(|side| normalise(&side.labels.name)).collect();
    for (n, side) in sides.iter().enumerate() {
        if names[..n].contains(&names[n]) {
            let message = format!("two parties are named `{}`", side.labels.name);
            return Err(Diagnostic::at(&texts.all()[n].place, message));
        }
    }
    Ok(())
}

/// Rejects optimal retreat for the objective `win`, for which retreating never pays.
pub(crate) fn check_retreat(
    retreat: Option<&Spanned<Retreat>>,
    objective: Objective,
) -> Result<(), Diagnostic> {
    match retreat {
        Some(retreat) if retreat.value == Retreat::Optimal && objective == Objective::Win => {
            let message = "a side whose objective is `win` never retreats";
            Err(Diagnostic::at(&retreat.place, message)
                .label("`optimal` retreat requires the objective `swing`")
                .help("\"play\": {\"retreat\": \"optimal\", \"objective\": \"swing\"}"))
        }
        _ => Ok(()),
    }
}

/// Returns attacker and defender, or an error for the parties of a sector.
pub(crate) fn two_sides<'a>(sides: &'a Sides, what: &str) -> Result<&'a [SideText; 2], Diagnostic> {
    match sides {
        Sides::Two(both) => Ok(both),
        Sides::Parties(parties) => {
            Err(Diagnostic::at(&parties[0].place, "`parties` are not supported here")
                .label(format!("a {what} has an attacker and a defender")))
        }
    }
}

/// Checks that each name belongs to a side and no side is named twice.
pub(crate) fn once_each<'a>(
    sides: &Sides,
    names: impl Iterator<Item = &'a Spanned<String>>,
) -> Result<(), Diagnostic> {
    let mut seen = Vec::new();
    for name in names {
        let side = named(sides, name)?;
        if seen.contains(&side) {
            return Err(Diagnostic::at(&name.place, format!("`{}` is given twice", name.value)));
        }
        seen.push(side);
    }
    Ok(())
}

/// Returns the index of the side with this name.
pub(crate) fn named(sides: &Sides, name: &Spanned<String>) -> Result<usize, Diagnostic> {
    sides.named(&name.value).map_err(|known| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Diagnostic::unknown(&name.place, "side", &known)
    })
}

/// Returns the rounds of a battle. `first` is the round in which it begins, `last` its last round.
/// The state after each round is reported for a single battle only.
pub(crate) fn rounds(
    setting: &Setting,
    first: u32,
    last: Option<u32>,
    is_chain: bool,
) -> Result<RoundWindow, Diagnostic> {
    if let Some(rounds) = setting.rounds.as_ref().filter(|_| is_chain) {
        let message = "`rounds` is for one battle, and this scenario has several";
        return Err(Diagnostic::at(&rounds.place, message).label("leave this out"));
    }
    Ok(RoundWindow { first, last, listed: setting.rounds.as_ref().map(|rounds| rounds.value) })
}
