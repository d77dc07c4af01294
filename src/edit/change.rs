//! Single edits of a fleet.

use serde::{Deserialize, Serialize};

use crate::games::{BlueprintFigures, GroupDamage, GroupFigures};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Item, OptionText, Spanned, Value};

/// An edit of a fleet. Groups, ships and slots are counted from 0.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Edit {
    /// Adds a ship: to a group of the class as printed if there is one, otherwise as a new group.
    Add {
        /// Class of the ship.
        class: String,
        /// Species or faction, if it differs from that of the side.
        #[serde(default)]
        owner: Option<String>,
    },
    /// Sets the number of ships of a group. 0 removes the group.
    Count {
        /// The group.
        group: usize,
        /// Number of ships.
        count: u64,
    },
    /// Adds a part to a blueprint.
    Put {
        /// The group.
        group: usize,
        /// Name of the part.
        part: String,
    },
    /// Removes a part from a blueprint.
    Take {
        /// The group.
        group: usize,
        /// Index of the part among those on the blueprint.
        slot: usize,
    },
    /// Replaces a part of a blueprint.
    Replace {
        /// The group.
        group: usize,
        /// Index of the part among those on the blueprint.
        slot: usize,
        /// Name of the part that takes its place.
        part: String,
    },
    /// Returns a blueprint to the parts that are printed on it.
    Printed {
        /// The group.
        group: usize,
    },
    /// Sets the damage of a ship.
    Damage {
        /// The group.
        group: usize,
        /// The ship in its group.
        ship: usize,
        /// Points of damage.
        points: u32,
    },
    /// Sets a figure of a group; without a value, it is as printed again.
    Figure {
        /// The group.
        group: usize,
        /// Name of the figure.
        name: String,
        /// Value as typed.
        value: Option<String>,
    },
    /// Makes the ships of a group those of another class, such as an upgrade.
    Class {
        /// The group.
        group: usize,
        /// Name of the class.
        class: String,
    },
    /// Sets the species or faction of a group; without one, it has that of its side.
    Owner {
        /// The group.
        group: usize,
        /// Name of the species or faction.
        owner: Option<String>,
    },
    /// Sets an option of the side, such as a technology or its policy.
    Option {
        /// Name of the option.
        name: String,
        /// Number of copies, if more than one.
        #[serde(default)]
        count: Option<u64>,
        /// Value as typed, if it takes one.
        #[serde(default)]
        value: Option<String>,
    },
    /// Removes an option of the side.
    Drop {
        /// Name of the option.
        name: String,
    },
}

/// Name of the figure that notes damage.
const DAMAGED: &str = "damaged";

/// Makes an edit. `figures` has the figures of each group of the fleet.
pub(super) fn change(
    fleet: &mut FleetText,
    edit: &Edit,
    figures: &[GroupFigures],
) -> Result<(), Diagnostic> {
    match edit {
        Edit::Add { class, owner } => add(fleet, class, owner.as_deref()),
        Edit::Count { group, count: 0 } => {
            group_of(fleet, *group)?;
            fleet.groups.remove(*group);
        }
        Edit::Count { group, count } => count_ships(group_of(fleet, *group)?, *count),
        Edit::Put { group, part } => build(fleet, figures, *group, |parts| {
            parts.push(part.clone());
            Some(())
        })?,
        Edit::Take { group, slot } => build(fleet, figures, *group, |parts| {
            (*slot < parts.len()).then(|| drop(parts.remove(*slot)))
        })?,
        Edit::Replace { group, slot, part } => build(fleet, figures, *group, |parts| {
            parts.get_mut(*slot).map(|old| old.clone_from(part))
        })?,
        Edit::Printed { group } => {
            let items = &mut group_of(fleet, *group)?.items;
            items.retain(|item| matches!(item.value, Item::Figure(..)));
        }
        Edit::Damage { group, ship, points } => {
            let damage = figures.get(*group).and_then(|figures| figures.damage.as_ref());
            let damage = damage.ok_or_else(|| none("ship that can be damaged"))?;
            damage_ship(group_of(fleet, *group)?, damage, *ship, *points)?;
        }
        Edit::Figure { group, name, value } => {
            let value = value.as_deref().map(|value| Value::One(word(value)));
            set_figure(group_of(fleet, *group)?, name, value);
        }
        Edit::Class { group, class } => group_of(fleet, *group)?.class = word(class),
        Edit::Owner { group, owner } => {
            group_of(fleet, *group)?.species = owner.as_deref().map(word);
        }
        Edit::Option { name, count, value } => set_option(fleet, name, *count, value.as_deref())?,
        Edit::Drop { name } => fleet.options.retain(|option| !is(copies(option).1, name)),
    }
    Ok(())
}

/// Adds a ship.
fn add(fleet: &mut FleetText, class: &str, owner: Option<&str>) {
    let is_plain = |group: &&mut GroupText| {
        let same_owner = match (&group.species, owner) {
            (Some(species), Some(owner)) => is(&species.value, owner),
            (None, None) => true,
            _ => false,
        };
        group.items.is_empty() && same_owner && is(&group.class.value, class)
    };
    if let Some(group) = fleet.groups.iter_mut().find(is_plain) {
        let ships = group.count.as_ref().map_or(1, |count| count.value);
        return count_ships(group, ships.saturating_add(1));
    }
    let count = Spanned::new(1, nowhere());
    let group = GroupText::of(Some(count), owner.map(word), word(class), Vec::new(), nowhere());
    fleet.groups.push(group);
}

fn count_ships(group: &mut GroupText, count: u64) {
    group.count = Some(Spanned::new(count, nowhere()));
    // Damage is noted by ship, or for a number of them: those that have gone had none.
    for item in &mut group.items {
        match &mut item.value {
            Item::Figure(name, Value::List(ships)) if is(&name.value, DAMAGED) => {
                ships.truncate(usize::try_from(count).unwrap_or(usize::MAX));
            }
            Item::Figure(name, Value::One(ships)) if is(&name.value, DAMAGED) => {
                let damaged = ships.value.parse::<u64>().unwrap_or(0);
                ships.value = damaged.min(count).to_string();
            }
            _ => (),
        }
    }
}

/// Changes the parts of a blueprint, and notes how it differs from the printed one.
fn build(
    fleet: &mut FleetText,
    figures: &[GroupFigures],
    group: usize,
    change: impl FnOnce(&mut Vec<String>) -> Option<()>,
) -> Result<(), Diagnostic> {
    let blueprint = figures.get(group).and_then(|figures| figures.blueprint.as_ref());
    let blueprint = blueprint.ok_or_else(|| none("blueprint"))?;
    let mut parts: Vec<String> = blueprint.parts.iter().map(|part| part.name.clone()).collect();
    change(&mut parts).ok_or_else(|| none("part in this slot"))?;
    let items = &mut group_of(fleet, group)?.items;
    items.retain(|item| matches!(item.value, Item::Figure(..)));
    let changes = changes(blueprint, &parts);
    items.splice(0..0, changes.into_iter().map(|value| Spanned::new(value, nowhere())));
    Ok(())
}

/// Returns the changes that make these parts of the printed ones: first those removed.
fn changes(blueprint: &BlueprintFigures, parts: &[String]) -> Vec<Item> {
    let mut added: Vec<&String> = parts.iter().collect();
    let mut removed: Vec<&String> = Vec::new();
    for part in &blueprint.printed {
        match added.iter().position(|known| is(known, part)) {
            Some(at) => drop(added.remove(at)),
            None => removed.push(part),
        }
    }
    let item =
        |of: fn(u64, Spanned<String>) -> Item| move |(n, name): (u64, &String)| of(n, word(name));
    let removed = counted(&removed).into_iter().map(item(Item::Remove));
    removed.chain(counted(&added).into_iter().map(item(Item::Add))).collect()
}

/// Returns each name once, with how often it occurs.
fn counted<'a>(names: &[&'a String]) -> Vec<(u64, &'a String)> {
    let mut counted: Vec<(u64, &String)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(_, known)| is(known, name)) {
            Some((n, _)) => *n += 1,
            None => counted.push((1, name)),
        }
    }
    counted
}

fn damage_ship(
    group: &mut GroupText,
    damage: &GroupDamage,
    ship: usize,
    points: u32,
) -> Result<(), Diagnostic> {
    let mut ships = damage.ships.clone();
    *ships.get_mut(ship).ok_or_else(|| none("ship of this number"))? = points.min(damage.most);
    let value = if damage.by_ship {
        while ships.last() == Some(&0) {
            ships.pop();
        }
        let words: Vec<_> = ships.iter().map(|points| word(&points.to_string())).collect();
        (!words.is_empty()).then_some(Value::List(words))
    } else {
        let damaged = ships.iter().filter(|points| **points > 0).count();
        (damaged > 0).then(|| Value::One(word(&damaged.to_string())))
    };
    set_figure(group, DAMAGED, value);
    Ok(())
}

/// Sets or removes a figure of a group.
fn set_figure(group: &mut GroupText, name: &str, value: Option<Value>) {
    let is_other = |item: &Spanned<Item>| match &item.value {
        Item::Figure(known, _) => !is(&known.value, name),
        _ => true,
    };
    group.items.retain(is_other);
    if let Some(value) = value {
        let item = Item::Figure(word(name), value);
        group.items.push(Spanned::new(item, nowhere()));
    }
}

/// Sets an option of the side.
fn set_option(
    fleet: &mut FleetText,
    name: &str,
    count: Option<u64>,
    value: Option<&str>,
) -> Result<(), Diagnostic> {
    if fleet.groups.is_empty() {
        return Err(Diagnostic::new(format!("`{name}` needs ships: add some first")));
    }
    let written = match count {
        None | Some(1) => word(name),
        Some(count) => word(&format!("{count} {name}")),
    };
    let option = OptionText { name: written, value: value.map(|value| Value::One(word(value))) };
    match fleet.options.iter_mut().find(|known| is(copies(known).1, name)) {
        Some(known) => *known = option,
        None => fleet.options.push(option),
    }
    Ok(())
}

/// Returns the number of copies of an option, if it is given, and its name.
pub(super) fn copies(option: &OptionText) -> (Option<u64>, &str) {
    let whole = option.name.value.as_str();
    let counted = whole.split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name)));
    counted.map_or((None, whole), |(count, name)| (Some(count), name))
}

/// Returns a group of a fleet.
fn group_of(fleet: &mut FleetText, group: usize) -> Result<&mut GroupText, Diagnostic> {
    fleet.groups.get_mut(group).ok_or_else(|| none("group of this number"))
}

fn none(what: &str) -> Diagnostic {
    Diagnostic::new(format!("there is no {what}"))
}

fn is(name: &str, other: &str) -> bool {
    normalise(name) == normalise(other)
}

/// Returns a word that was not typed.
fn word(text: &str) -> Spanned<String> {
    Spanned::new(text.to_string(), nowhere())
}

/// Returns the place of what was not typed.
fn nowhere() -> Place {
    Place::whole(&Source::new("fleet", ""))
}
