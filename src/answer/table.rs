//! The situation on the table in the middle of a battle.

use super::{NoAnswer, ROLES};
use crate::scenario::{AimedMissiles, RolledFace, nearest, normalise};

/// Group, dice, missiles and hits on the table when a captain has to decide. Parts that are not
/// given are deduced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnTheTable {
    /// The group that acts, by its class or by side and class.
    pub turn: Option<String>,
    /// The dice that have been rolled.
    pub roll: Option<Vec<RolledFace>>,
    /// Missiles in flight, if point defence has to choose among them.
    pub missiles: Option<Vec<AimedMissiles>>,
    /// Number of hits that the side has to deal with.
    pub hits: Option<u32>,
    /// Number of hits that it has scored in the same round and that the enemy still has to assign.
    pub scored: Option<u32>,
}

/// A group as `--turn` names it.
pub(crate) struct GroupName<'a> {
    pub(crate) side: usize,
    pub(crate) class: &'a str,
    /// Name that tells it from the other groups of its side.
    pub(crate) name: String,
}

/// Returns the name of a group of a side as it is typed, such as `attacker.cruiser`.
pub(crate) fn typed((side, name): (usize, &str)) -> String {
    let name = format!("{}.{name}", ROLES[side]);
    if name.contains(' ') { format!("\"{name}\"") } else { name }
}

/// Returns the indices of the groups that `--turn` names: by their name or class, alone or after
/// their side, or all groups of a side by the side. `sides` are the names of both sides.
///
/// # Errors
/// If no group has this name, or if both sides have one.
pub(crate) fn named_groups(
    name: &str,
    groups: &[GroupName<'_>],
    sides: [&str; 2],
) -> Result<Vec<usize>, NoAnswer> {
    let wanted = normalise(&name.replace('.', " "));
    let is = |group: &GroupName<'_>| {
        let GroupName { side, class, name } = group;
        let owners = [ROLES[*side], sides[*side]].map(|owner| {
            [owner.to_string(), format!("{owner} {class}"), format!("{owner} {name}")]
        });
        let alone = [(*class).to_string(), name.clone()];
        let mut names = owners.as_flattened().iter().chain(&alone);
        names.any(|name| normalise(name) == wanted)
    };
    let named: Vec<usize> = (0..groups.len()).filter(|&group| is(&groups[group])).collect();
    let of_side = |side: usize| named.iter().find(|&&group| groups[group].side == side);
    if let (Some(&a), Some(&b)) = (of_side(0), of_side(1)) {
        let [a, b] = [a, b].map(|group| typed((groups[group].side, &groups[group].name)));
        return Err(NoAnswer::NotHere(format!(
            "--turn: both sides have `{name}`; say `--turn {a}` or `--turn {b}`"
        )));
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let mut known: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    known.dedup();
    let near = nearest(name, known.iter().copied().chain(ROLES).chain(sides));
    let near = near.first().map_or(String::new(), |near| format!(", did you mean `{near}`?"));
    known.sort_unstable();
    known.dedup();
    let all = known.join(", ");
    Err(NoAnswer::NotHere(format!("--turn: no group is called `{name}`{near} (the groups: {all})")))
}
