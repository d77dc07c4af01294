//! The groups that a line of a record names.

use rustc_hash::FxHashSet;

use crate::answer::Labels;
use crate::result::ROLES;
use crate::scenario::{Diagnostic, Spanned, normalise};

/// Returns side and index of the groups with a name: `cruiser`, `attacker cruiser`, or `Anna
/// cruiser` by the name of the side. A class alone means any group of it.
///
/// # Errors
/// If no group has this name.
pub(crate) fn named_groups(
    who: &Spanned<String>,
    labels: [&Labels; 2],
) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let wanted = normalise(&who.value.replace('.', " "));
    let mut named = Vec::new();
    let mut known = Vec::new();
    for (side, labels) in labels.into_iter().enumerate() {
        for (group, class) in labels.classes.iter().enumerate() {
            let of_group = |name: &str| {
                [
                    name.to_string(),
                    format!("{} {name}", ROLES[side]),
                    format!("{} {name}", labels.name),
                ]
            };
            let mut names = [of_group(class), of_group(&labels.group_name(group))].concat();
            if names.iter().any(|name| normalise(name) == wanted) {
                named.push((side, group));
            }
            names.dedup();
            known.append(&mut names);
        }
    }
    if named.is_empty() {
        let mut seen = FxHashSet::default();
        known.retain(|name| seen.insert(name.clone()));
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return Err(Diagnostic::unknown(&who.place, "group", &known));
    }
    Ok(named)
}
