//! Reads the fields of a document that are specific to Spaceship Battles.

use crate::games::Rulebook;
use crate::games::common::check::has_fleet;
use crate::games::common::play::RoundTexts;
use crate::games::spaceship_battles::rules::ShipSystem;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{by_ship, figure_item};
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

/// Situation of a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct ShipSetting {
    /// Range, either one for all or one for each attack phase.
    pub(super) range: Option<Spanned<Vec<Spanned<String>>>>,
    /// Map.
    pub(super) map: Option<MapText>,
    /// Maximum number of turns.
    pub(super) turns: Option<Spanned<String>>,
    /// Rounds to list.
    pub(super) rounds: RoundTexts,
    /// Maximum points of each side.
    pub(super) budget: Option<Spanned<String>>,
    /// Rows of charts that replace house rules.
    pub(super) charts: Vec<ChartText>,
}

/// A row of a chart as written.
#[derive(Clone, Debug)]
pub(super) struct ChartText {
    /// Name of the chart.
    pub(super) chart: Spanned<String>,
    /// Name of the row.
    pub(super) row: Spanned<String>,
    /// Values of the row.
    pub(super) values: Vec<Spanned<String>>,
}

/// A map as written.
#[derive(Clone, Debug)]
pub(super) struct MapText {
    /// Number of spaces from west to east and from south to north.
    pub(super) size: [Spanned<String>; 2],
    /// Spaces of objects that block.
    pub(super) objects: Vec<SpaceText>,
    /// How distances are counted: `diagonal` or `orthogonal`.
    pub(super) counting: Option<Spanned<String>>,
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
        let doctrine = fields.optional("doctrine").as_ref().map(doctrine).transpose()?;
        let self_destruct = fields.word("self_destruct")?;
        let priority = match fields.optional("priority") {
            Some(node) => {
                let systems =
                    node.members()?.iter().map(JsonNode::word).collect::<Result<_, _>>()?;
                Some(Spanned::new(systems, node.place()))
            }
            None => None,
        };
        let invisible = match fields.optional("invisible") {
            Some(node) => Some(Spanned::new(node.boolean()?, node.place())),
            None => None,
        };
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

/// Reads the situation.
pub(super) fn situation(setting: &Fields) -> Result<ShipSetting, Diagnostic> {
    let mut fields = setting.clone();
    let range = match fields.optional("range") {
        Some(node) if node.is_list() => {
            let values = node.members()?.iter().map(JsonNode::word).collect::<Result<_, _>>()?;
            Some(Spanned::new(values, node.place()))
        }
        Some(node) => Some(Spanned::new(vec![node.word()?], node.place())),
        None => None,
    };
    let map = fields.optional("map").as_ref().map(map).transpose()?;
    let [turns, budget] = [fields.word("turns")?, fields.word("budget")?];
    let mut charts = Vec::new();
    for (chart, rows) in fields.by_name("charts")? {
        for row in rows.fields()? {
            let values =
                row.value.members()?.iter().map(JsonNode::word).collect::<Result<_, _>>()?;
            let row = Spanned::new(row.name, row.place);
            charts.push(ChartText { chart: chart.clone(), row, values });
        }
    }
    let rounds = RoundTexts::listed(&mut fields)?;
    fields.finish_in(Rulebook::SpaceshipBattles)?;
    Ok(ShipSetting { range, map, turns, budget, charts, rounds })
}

fn map(node: &JsonNode) -> Result<MapText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let size = [fields.required("width")?.word()?, fields.required("height")?.word()?];
    let objects = match fields.optional("objects") {
        Some(list) => list.members()?.iter().map(space).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let counting = fields.word("range")?;
    fields.finish()?;
    Ok(MapText { size, objects, counting })
}

/// Reads a space: `[3, 4]`.
fn space(node: &JsonNode) -> Result<SpaceText, Diagnostic> {
    let numbers = node.members()?;
    let [x, y] = &numbers[..] else {
        return Err(Diagnostic::at(&node.place(), "a space needs a column and a row")
            .label("expected two numbers, such as `[3, 4]`"));
    };
    Ok(SpaceText { at: [x.word()?, y.word()?], place: node.place() })
}

/// Figures of a group that are fields next to its class.
const FIGURES: [&str; 5] = ["size", "speed", "field", "weapon", "special"];

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
        for figure in fields.take_all(&FIGURES) {
            text.items.push(figure_item(&figure)?);
        }
        if let Some(node) = fields.optional("factors") {
            text.items.extend(factors(&node)?);
        }
        if let Some(list) = fields.optional("damaged") {
            text.items.push(by_ship("damaged", &list)?);
        }
        let ships = match fields.optional("ships") {
            Some(list) => {
                let ships = ships(&list)?;
                let count = || Spanned::new(ships.len() as u64, list.place());
                text.count = text.count.or_else(|| Some(count()));
                ships
            }
            None => Vec::new(),
        };
        let play = fields.optional("play").as_ref().map(Play::read).transpose()?;
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

/// Reads the positions of ships.
fn ships(list: &JsonNode) -> Result<Vec<ShipText>, Diagnostic> {
    let ship = |node: &JsonNode| {
        let mut fields = Fields::of(node, "field")?;
        let (at, heading) = (fields.required("at")?, fields.required("heading")?);
        fields.finish()?;
        Ok(ShipText { at: space(&at)?, heading: heading.word()? })
    };
    list.members()?.iter().map(ship).collect()
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
