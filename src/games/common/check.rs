//! Checks of scenarios that several games share.

use super::{LimitError, Objective, Retreat};
use crate::answer::Side;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{SideText, Sides};
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Spanned};

/// Checks that each side has a fleet, and each group without figures of its own a class.
pub(crate) fn has_fleet(side: &SideText) -> Result<(), Diagnostic> {
    if side.has_fleet {
        return Ok(());
    }
    Err(Diagnostic::at(&side.place, "the field `groups` is missing")
        .label("expected `\"groups\": […]` or `\"fleet\": \"…\"` in this object"))
}

/// Creates the error for a side that exceeds a limit. `fleet` has its units, of which the limit
/// names a group.
pub(crate) fn beyond_limit(side: &SideText, fleet: &FleetText, limit: LimitError) -> Diagnostic {
    let group = limit.group.and_then(|group| fleet.groups.get(group));
    Diagnostic::at(group.map_or(&side.place, |group| &group.place), limit.message)
}

/// Checks that a group has a class.
pub(crate) fn has_class(group: &GroupText) -> Result<(), Diagnostic> {
    if group.class.value.is_empty() {
        return Err(group.fields.missing("class"));
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
                .help("write `& retreat=optimal & objective=swing`"))
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

/// Reads a field with a value for each side, by name: `{"attacker": true}`. Returns the index of
/// each side and its value; none is named twice.
pub(crate) fn by_side<T>(
    sides: &Sides,
    fields: &mut Fields,
    name: &'static str,
    read: impl Fn(&JsonNode) -> Result<T, Diagnostic>,
) -> Result<Vec<(usize, T)>, Diagnostic> {
    let mut all: Vec<(usize, T)> = Vec::new();
    for (name, node) in fields.by_name(name)? {
        let side = named(sides, &name)?;
        if all.iter().any(|(known, _)| *known == side) {
            return Err(Diagnostic::at(&name.place, format!("`{}` is given twice", name.value)));
        }
        all.push((side, read(&node)?));
    }
    Ok(all)
}

/// Returns the index of the side with this name.
pub(crate) fn named(sides: &Sides, name: &Spanned<String>) -> Result<usize, Diagnostic> {
    sides.named(&name.value).map_err(|known| Diagnostic::unknown(&name.place, "side", known))
}
