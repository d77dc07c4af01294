//! Errors of records that do not fit the combat.

use super::super::report::hits;
use super::noted::{NotedPart, PRELUDE};
use super::tally::Toll;
use crate::answer::Side;
use crate::games::ti4::rules::{Part, Ti4Fleet};
use crate::scenario::{Diagnostic, Place, Spanned};

/// A part that comes next.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    /// The part; `None` if the combat is over.
    pub(super) part: Option<Part>,
    /// Number of the next round.
    pub(super) round: u32,
}

impl Expected {
    /// Returns the heading of the part.
    fn heading(self) -> String {
        let prelude = PRELUDE.iter().find(|(_, part)| Some(*part) == self.part);
        prelude.map_or_else(|| format!("round {}", self.round), |(name, _)| (*name).into())
    }
}

/// Returns the error of a part with more ways than `most`.
pub(super) fn too_open(place: &Place, most: usize) -> Diagnostic {
    Diagnostic::at(place, "too much of the combat was not noted")
        .label(format!("more than {most} ways lead through this part"))
        .help("note the hits, or the units that are lost")
}

pub(super) fn no_heading(place: &Place) -> Diagnostic {
    Diagnostic::at(place, "this line belongs to no part of the combat")
        .label("expected a heading before this line, such as `round 1`")
}

pub(super) fn no_entries(place: &Place) -> Diagnostic {
    let end = place.range.end;
    let place = Place { range: end..end, ..place.clone() };
    Diagnostic::at(&place, "the record has no combat")
        .label("expected the hits of a round, such as `round 1` and `attacker: 2 hits`")
}

pub(super) fn is_over(place: &Place) -> Diagnostic {
    Diagnostic::at(place, "the combat is over before this part").label("leave this out")
}

pub(super) fn cannot_come(part: &NotedPart, next: Expected) -> Diagnostic {
    let error = Diagnostic::at(&part.place, format!("`{}` does not come next", part.name));
    let next = next.heading();
    let error = error.label(format!("expected `{next}`"));
    match part.part {
        Part::Round => error.help(missing_words(&next)),
        _ => error.help("leave out parts in which nothing can happen"),
    }
}

/// Returns the error of a part that is not noted. `silent` has the place of the part after it.
pub(super) fn missing(silent: &NotedPart, next: Expected) -> Diagnostic {
    let next = next.heading();
    Diagnostic::at(&silent.place, format!("`{}` does not come next", silent.name))
        .label(format!("expected `{next}`"))
        .help(missing_words(&next))
}

fn missing_words(next: &str) -> String {
    format!(
        "a line is missing before this one; `{next}` with `attacker: ?` and `defender: ?` if nothing was noted"
    )
}

pub(super) fn no_line(part: &NotedPart, name: &str) -> Diagnostic {
    Diagnostic::at(&part.place, format!("a line is missing: `{name}` rolls dice in this part"))
        .label(format!("expected `{name}: 2 hits`, or another number"))
        .help(format!("`{name}: ?` if it was not noted"))
}

pub(super) fn impossible_hits(noted: &Spanned<u32>, name: &str, most: u32) -> Diagnostic {
    let message = format!("found {}, but {name} scores at most {most}", hits(noted.value));
    match noted.value > most {
        true => Diagnostic::at(&noted.place, message).label("too many hits"),
        false => {
            let message = format!("{name} cannot score {}", hits(noted.value));
            Diagnostic::at(&noted.place, message).label("impossible number of hits")
        }
    }
}

pub(super) fn no_dice(noted: &Spanned<u32>, name: &str, part: &str) -> Diagnostic {
    Diagnostic::at(&noted.place, format!("{name} rolls no dice in `{part}`"))
        .label("leave this out")
        .help("hits of other abilities are not noted, only what they do: `loses 1 fighter`")
}

/// Returns the error of losses that cannot be. `living` returns the number of units of a side and
/// group before the part.
pub(super) fn impossible(
    part: &NotedPart,
    sides: &[Side<Ti4Fleet>],
    living: &dyn Fn(usize, usize) -> u32,
) -> Diagnostic {
    for (side, noted) in part.sides.iter().enumerate() {
        let Some(toll) = &noted.toll else { continue };
        let labels = &sides[side].labels;
        let all = toll.value.lost.iter().zip(toll.value.sustained);
        for (group, class) in labels.classes.iter().enumerate() {
            let Some((lost, sustained)) = all.clone().nth(group) else { break };
            let (there, noted) = (living(side, group), u32::from(sustained.max(*lost)));
            if noted > there {
                let message = format!("found {noted} {class}, but {} has {there}", labels.name);
                return Diagnostic::at(&toll.place, message).label("units that are not there");
            }
        }
    }
    for side in 0..2 {
        let (Some(toll), Some(hits)) = (&part.sides[side].toll, &part.sides[1 - side].hits) else {
            continue;
        };
        if let Some(error) = unequal(hits.value, toll) {
            return error;
        }
    }
    if let Some(place) = part.sides.iter().find_map(|side| side.retreats.as_ref()) {
        return Diagnostic::at(place, "this side may not retreat now")
            .label("leave this out")
            .help("say before the combat who may: `setting: {\"retreat\": {\"attacker\": true}}`");
    }
    let tolls = || part.sides.iter().filter_map(|side| side.toll.as_ref());
    let tells = |toll: &&Spanned<Toll>| toll.value != Toll::default();
    let place = tolls().find(tells).or_else(|| tolls().next()).map(|toll| &toll.place);
    Diagnostic::at(place.unwrap_or(&part.place), "the combat cannot have gone like this")
        .label("no way to assign the hits leads here")
        .help(
            "note units that are lost to hits and those that sustain hits, not those that leave; \
             effects are used by their rules, such as Direct Hit on the first unit that sustains",
        )
}

/// Returns the error of hits that have another number than their effects.
fn unequal(scored: u32, toll: &Spanned<Toll>) -> Option<Diagnostic> {
    let [lost, sustained] = toll.value.totals();
    let label = match (lost + sustained).cmp(&scored) {
        std::cmp::Ordering::Less => "too few",
        std::cmp::Ordering::Greater => "too many",
        std::cmp::Ordering::Equal => return None,
    };
    let units = |n: u32| match n {
        0 => "none".into(),
        n => n.to_string(),
    };
    let lost = if lost == 1 { "1 unit is lost".into() } else { format!("{lost} units are lost") };
    let are = if sustained == 1 { "sustains" } else { "sustain" };
    let sustained = units(sustained);
    let are = if sustained == "none" { "sustains" } else { are };
    let message = format!("{}, but {lost} and {sustained} {are} damage", hits(scored));
    Some(Diagnostic::at(&toll.place, message).label(label))
}
