//! Reads the fields of a document that are specific to Spaceship Battles.

use super::resolve::{FIGURES, WORDS};
use crate::games::Rulebook;
use crate::games::common::check::has_fleet;
use crate::games::common::figures::field_items;
use crate::games::spaceship_battles::rules::ShipSystem;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::fields::{Fields, same};
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Play, SideText};
use crate::scenario::notation::{GroupText, Item, Spanned, Value, parse_class};

/// Orders of a side or group, as far as given.
#[derive(Clone, Debug, Default)]
pub(super) struct OrdersText {
    /// Power for engines, field and weapons.
    pub(super) power: [Option<Spanned<String>>; 3],
    /// Speed.
    pub(super) speed: Option<Spanned<String>>,
    /// Rule to choose the target.
    pub(super) target: Option<Spanned<String>>,
    /// System of the target to aim at.
    pub(super) aim: Option<Spanned<String>>,
    /// Doctrine of movement: `close`, `hold` or `keep 5`.
    pub(super) doctrine: Option<Spanned<String>>,
    /// Hull points at which the ship destroys itself.
    pub(super) self_destruct: Option<Spanned<String>>,
    /// Systems in the order in which they receive power.
    pub(super) priority: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether the ship is invisible.
    pub(super) invisible: Option<Spanned<bool>>,
}

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

impl OrdersText {
    /// Reads how a side or group plays. A policy without a field name is a doctrine.
    pub(super) fn read(play: &Play) -> Result<Self, Diagnostic> {
        let mut fields = play.fields.clone();
        let mut power = [None, None, None];
        if let Some(node) = fields.optional("power") {
            let mut systems = Fields::of(&node, "system")?;
            for (points, system) in power.iter_mut().zip(SYSTEMS) {
                *points = systems.word(system)?;
            }
            systems.finish()?;
        }
        let [speed, target, aim] =
            [fields.word("speed")?, fields.word("target")?, fields.word("aim")?];
        let doctrine = fields.read("doctrine", doctrine)?;
        let self_destruct = fields.word("self_destruct")?;
        let priority = fields.spanned("priority", |node| node.each(JsonNode::word))?;
        let invisible = fields.spanned("invisible", JsonNode::boolean)?;
        fields.finish_in(Rulebook::SpaceshipBattles)?;
        let doctrine = doctrine.or_else(|| play.policy.clone());
        Ok(Self { power, speed, target, aim, doctrine, self_destruct, priority, invisible })
    }
}

impl OrdersText {
    /// Sets the power of systems as typed: `engines 3`. Returns false if one is given twice.
    pub(super) fn set_power(&mut self, words: &[Spanned<String>]) -> Result<bool, Diagnostic> {
        let mut is_new = true;
        for word in words {
            let (system, points) = word.value.split_once(' ').unwrap_or((&word.value, ""));
            let Some(system) = SYSTEMS.iter().position(|known| same(known, system)) else {
                return Err(Diagnostic::unknown(&word.place, "system", &SYSTEMS));
            };
            let points = Spanned::new(points.trim().to_string(), word.place.clone());
            is_new &= self.power[system].replace(points).is_none();
        }
        Ok(is_new)
    }
}

/// Reads a doctrine: `"close"` or `{"keep": 5}`.
fn doctrine(node: &JsonNode) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return node.word();
    }
    let mut fields = Fields::of(node, "doctrine")?;
    let range = fields.required("keep")?.scalar()?;
    fields.finish()?;
    Ok(Spanned::new(format!("keep {range}"), node.place()))
}

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
    /// Orders, if they differ from those of the side.
    pub(super) orders: Option<OrdersText>,
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
        let orders = play.as_ref().map(OrdersText::read).transpose()?;
        Ok(Self { text, ships, orders })
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
