//! The play of the sides in words.

use crate::result::{FirstDecision, Manner, PlayedBy, ROLES, Summary};

/// Returns the name of a side within a sentence.
pub(super) fn in_sentence(name: &str) -> String {
    if ROLES.contains(&name) { format!("the {name}") } else { name.into() }
}

/// Returns how the sides of a result played: `you assign hits as well as possible, …`.
pub(super) fn of_result(summary: &Summary) -> Option<String> {
    let sides: Vec<&str> = summary.sides.iter().map(|side| side.name.as_str()).collect();
    let you = ROLES.get(summary.you).copied();
    in_words(&summary.play, &sides, |name| match Some(name) == you {
        true => "you".into(),
        false => in_sentence(name),
    })
}

/// Returns how the sides play: `both sides assign hits as well as possible`. `sides` are their
/// names, and `in_sentence` returns a name or a role within a sentence. `None` if there is nothing
/// to say.
pub(super) fn in_words(
    play: &[(String, PlayedBy)],
    sides: &[&str],
    in_sentence: impl Fn(&str) -> String,
) -> Option<String> {
    let names: Vec<String> = match play.len() == sides.len() {
        true => sides.iter().map(|name| in_sentence(name)).collect(),
        false => play.iter().map(|(role, _)| in_sentence(role)).collect(),
    };
    let sides = play.iter().zip(&names);
    let played: Vec<(&str, &Manner)> =
        sides.filter_map(|((_, by), name)| Some((name.as_str(), by.manner.as_ref()?))).collect();
    let (first, others) = played.split_first()?;
    let all = play.len();
    if played.len() == all && others.iter().all(|other| other.1 == first.1) {
        let who = if all == 2 { "both sides" } else { "all sides" };
        return Some(format!("{who} {} {}", first.1.verb[0], first.1.how));
    }
    let mut clauses: Vec<String> = Vec::new();
    let mut seen: Vec<&Manner> = Vec::new();
    for (_, manner) in &played {
        if seen.contains(manner) {
            continue;
        }
        let like: Vec<&str> =
            played.iter().filter(|(_, m)| m == manner).map(|(name, _)| *name).collect();
        let is_plural = like.len() > 1 || like == ["you"];
        // The verb of an earlier clause holds for the following ones.
        let verb = match seen.iter().any(|other| other.verb == manner.verb) {
            true => String::new(),
            false => format!("{} ", manner.verb[usize::from(!is_plural)]),
        };
        clauses.push(format!("{} {verb}{}", list(&like), manner.how));
        seen.push(manner);
    }
    Some(clauses.join(if all == 2 { ", " } else { "; " }))
}

/// Joins names: `Planta, Hydra and Orion`.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the first decision in words.
pub(super) fn first_decision(decision: &FirstDecision) -> String {
    let FirstDecision { who, best, other, cost } = decision;
    format!("first decision of {who}: {best} ({other} gives away {cost})")
}
