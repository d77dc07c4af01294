//! Reads the fields of a document that are specific to Spaceship Battles.

use super::figures::{FIGURES, WORDS};
use crate::games::Rulebook;
use crate::games::common::check::has_fleet;
use crate::games::common::figures::field_items;
use crate::games::spaceship_battles::rules::ShipSystem;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Play, SideText};
use crate::scenario::notation::{GroupText, Item, Spanned, Value, parse_class};

/// A space of the map.
#[derive(Clone, Debug)]
pub(super) struct SpaceText {
    /// Column and row.
    pub(super) at: [Spanned<String>; 2],
    /// Place in the source.
    pub(super) place: Place,
}

/// Position and heading of a ship.
#[derive(Clone, Debug)]
pub(super) struct ShipText {
    /// Space of the ship.
    pub(super) at: SpaceText,
    /// Heading: `N`, `E`, `S` or `W`.
    pub(super) heading: Spanned<String>,
}

/// Systems of a ship, in the order of their values.
pub(super) const SYSTEMS: [&str; 3] =
    [ShipSystem::Engines.name(), ShipSystem::Field.name(), ShipSystem::Weapons.name()];

/// Reads a space: `[3, 4]`.
pub(super) fn space(node: &JsonNode) -> Result<SpaceText, Diagnostic> {
    let numbers = node.members()?;
    let [x, y] = &numbers[..] else {
        return Err(Diagnostic::at(&node.place(), "a space needs a column and a row")
            .label("expected two numbers, such as `[3, 4]`"));
    };
    Ok(SpaceText { at: [x.word()?, y.word()?], place: node.place() })
}

/// A group with the fields of a document read.
pub(super) struct GroupFields {
    /// The group with its fields as figures, as they could be typed.
    pub(super) text: GroupText,
    /// Position of each ship on the map.
    pub(super) ships: Vec<ShipText>,
    /// How the ships play, if not as their side.
    pub(super) play: Option<Play>,
}

impl GroupFields {
    /// Reads the fields of a group. Without a class, the size of the ship names its class; ships
    /// that are listed need not be counted.
    pub(super) fn read(group: &GroupText) -> Result<Self, Diagnostic> {
        let (mut text, mut fields) = (group.clone(), group.fields.clone());
        if text.class.value.is_empty() {
            let size = match fields.optional("size") {
                Some(size) => size,
                None => return Err(fields.missing("class")),
            };
            let (source, range) = size.typed()?;
            (text.species, text.class) = parse_class(&source, range)?;
        }
        let (words, numbers) = FIGURES.split_at(WORDS);
        text.items.extend(field_items(words, &mut fields)?);
        text.items.extend(fields.read("factors", factors)?.unwrap_or_default());
        text.items.extend(field_items(numbers, &mut fields)?);
        let ships = fields.spanned("ships", |list| list.each(ship))?;
        if let Some(ships) = &ships {
            let count = || Spanned::new(ships.value.len() as u64, ships.place.clone());
            text.count = text.count.or_else(|| Some(count()));
        }
        let ships = ships.map_or(Vec::new(), |ships| ships.value);
        let play = fields.read("play", Play::read)?;
        fields.finish_in(Rulebook::SpaceshipBattles)?;
        text.fields = Fields::default();
        Ok(Self { text, ships, play })
    }

    /// Reads the groups of a side.
    pub(super) fn of_side(side: &SideText) -> Result<Vec<Self>, Diagnostic> {
        has_fleet(side)?;
        side.fields.finish_in(Rulebook::SpaceshipBattles)?;
        side.fleet.groups.iter().map(Self::read).collect()
    }
}

/// Reads the position of a ship.
fn ship(node: &JsonNode) -> Result<ShipText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let (at, heading) = (fields.required("at")?, fields.required("heading")?);
    fields.finish()?;
    Ok(ShipText { at: space(&at)?, heading: heading.word()? })
}

/// Reads factors as figures of a group, so that both forms are resolved alike.
fn factors(node: &JsonNode) -> Result<Vec<Spanned<Item>>, Diagnostic> {
    let mut items = Vec::new();
    let mut fields = Fields::of(node, "system")?;
    for system in SYSTEMS {
        let Some(value) = fields.optional(system) else { continue };
        let place = value.place();
        let key = Spanned::new(format!("factors.{system}"), place.clone());
        let item = Item::Figure(key, Value::One(value.word()?));
        items.push(Spanned::new(item, place));
    }
    fields.finish()?;
    Ok(items)
}
