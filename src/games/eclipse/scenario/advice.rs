//! Advice for an illegal blueprint: what a player would change.

use super::blueprint::Loadout;
use super::catalogue::{EclipseCatalogue, ShipPart};
use crate::games::eclipse::rules::Figures;
use crate::scenario::diagnostics::list;
use crate::scenario::fields::same;
use crate::scenario::notation::{GroupText, Item};

/// Maximum number of parts that are named.
const MAX_NAMED: usize = 3;

/// Returns changes that would make a loadout legal, as sentences in front of other help. `mobile`
/// ships need a drive.
pub(super) fn advice(
    catalogue: &EclipseCatalogue,
    text: &GroupText,
    class: &str,
    mobile: bool,
    loadout: &Loadout<'_>,
) -> String {
    let bare: Vec<String> = text.items.iter().filter_map(|item| as_change(&item.value)).collect();
    if !bare.is_empty() {
        let changes = bare.join(", ");
        let whole = "a list without + or - is the whole loadout";
        let printed = printed_parts(catalogue, &loadout.printed.parts);
        let parts = [printed, loadout.parts.clone()].concat();
        let changed = Loadout { printed: loadout.printed, parts };
        return match changed.fault(class, mobile) {
            None => format!("{whole}; did you mean `{class}({changes})`? "),
            Some(_) => format!("{whole}; "),
        };
    }
    let fires = |parts: &[&ShipPart]| {
        let loadout = Loadout { printed: loadout.printed, parts: parts.to_vec() };
        let Figures { cannons, missiles, .. } = loadout.figures();
        [cannons, missiles].iter().any(|dice| dice.0.iter().any(|number| *number > 0))
    };
    // A ship that could fire should still be able to.
    let is_legal = |parts: Vec<_>| {
        let can_fire = fires(&parts) || !fires(&loadout.parts);
        can_fire && Loadout { printed: loadout.printed, parts }.fault(class, mobile).is_none()
    };
    let without = |n: usize| {
        let mut parts = loadout.parts.clone();
        parts.remove(n);
        parts
    };
    let is_new = |part: &ShipPart| {
        text.items.iter().any(|item| match &item.value {
            Item::Add(_, name) => same(&name.value, &part.name),
            _ => false,
        })
    };
    let mut removed: Vec<&str> = (0..loadout.parts.len())
        .filter(|n| !is_new(loadout.parts[*n]) && is_legal(without(*n)))
        .map(|n| loadout.parts[n].name.as_str())
        .collect();
    removed.dedup();
    removed.truncate(MAX_NAMED);
    let missing = -loadout.energy_left();
    if missing <= 0 {
        return sentence(&[or_nothing("remove ", &removed)]);
    }
    let better = better_source(catalogue, loadout, &is_legal);
    let source = better.map(|(old, new)| format!("a better source: `-{old}, +{new}`"));
    let ways = [or_nothing("remove ", &removed), source.map(|source| format!("fit {source}"))];
    match sentence(&ways) {
        none if none.is_empty() => none,
        ways => format!("free {missing} energy: {ways}"),
    }
}

/// Returns a source on the ship and one that makes it legal instead, the weakest one.
fn better_source<'a>(
    catalogue: &'a EclipseCatalogue,
    loadout: &Loadout<'a>,
    is_legal: &dyn Fn(Vec<&'a ShipPart>) -> bool,
) -> Option<(&'a str, &'a str)> {
    let n = loadout.parts.iter().position(|part| part.kind == "source")?;
    let known = |part: &&ShipPart| part.kind == "source" && part.origin == "tech";
    let mut sources: Vec<&ShipPart> = catalogue.parts.iter().filter(known).collect();
    sources.sort_by_key(|source| source.energy);
    let new = sources.into_iter().find(|source| {
        let mut parts = loadout.parts.clone();
        parts[n] = source;
        is_legal(parts)
    })?;
    Some((&loadout.parts[n].name, &new.name))
}

/// Returns the parts that are printed on a blueprint.
fn printed_parts<'a>(catalogue: &'a EclipseCatalogue, names: &[String]) -> Vec<&'a ShipPart> {
    names.iter().filter_map(|name| catalogue.parts.iter().find(|part| part.name == *name)).collect()
}

/// Returns a part of a whole loadout as a change of the printed one.
fn as_change(item: &Item) -> Option<String> {
    match item {
        Item::Part(1, part) => Some(format!("+{}", part.value)),
        Item::Part(n, part) => Some(format!("+{n} {}", part.value)),
        _ => None,
    }
}

fn or_nothing(before: &str, names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| format!("{before}{}", list(names, "or")))
}

fn sentence(ways: &[Option<String>]) -> String {
    let ways: Vec<&str> = ways.iter().flatten().map(String::as_str).collect();
    if ways.is_empty() { String::new() } else { format!("{}; ", ways.join(", or ")) }
}
