//! Reads the fields of a document that are specific to Spaceship Battles.

use crate::games::spaceship_battles::rules::System;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{Fields, spanned};
use crate::scenario::json::Node;
use crate::scenario::notation::{Item, Spanned, Value};

/// Orders of a side or group, as far as given.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// Power for engines, field and weapons.
    pub power: [Option<Spanned<String>>; 3],
    /// Speed.
    pub speed: Option<Spanned<String>>,
    /// Rule to choose the target.
    pub target: Option<Spanned<String>>,
    /// System of the target to aim at.
    pub aim: Option<Spanned<String>>,
    /// Doctrine of movement: `close`, `hold` or `keep 5`.
    pub doctrine: Option<Spanned<String>>,
    /// Hull points at which the ship destroys itself.
    pub self_destruct: Option<Spanned<String>>,
    /// Systems in the order in which they receive power.
    pub priority: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether the ship is invisible.
    pub invisible: Option<Spanned<bool>>,
}

/// Situation of a battle.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// Range, either one for all or one for each attack phase.
    pub range: Option<Spanned<Vec<Spanned<String>>>>,
    /// Map.
    pub map: Option<MapText>,
    /// Maximum points of each side.
    pub budget: Option<Spanned<String>>,
    /// Rows of charts that replace house rules.
    pub charts: Vec<ChartText>,
}

/// A row of a chart as written.
#[derive(Clone, Debug)]
pub struct ChartText {
    /// Name of the chart.
    pub chart: Spanned<String>,
    /// Name of the row.
    pub row: Spanned<String>,
    /// Values of the row.
    pub values: Vec<Spanned<String>>,
}

/// A map as written.
#[derive(Clone, Debug)]
pub struct MapText {
    /// Number of spaces from west to east and from south to north.
    pub size: [Spanned<String>; 2],
    /// Spaces of objects that block.
    pub objects: Vec<SpaceText>,
    /// How distances are counted: `diagonal` or `orthogonal`.
    pub counting: Option<Spanned<String>>,
    /// Place of the whole map.
    pub place: Place,
}

/// A space of the map.
#[derive(Clone, Debug)]
pub struct SpaceText {
    /// Column and row.
    pub at: [Spanned<String>; 2],
    /// Place in the source.
    pub place: Place,
}

/// Position and heading of a ship.
#[derive(Clone, Debug)]
pub struct ShipText {
    /// Space of the ship.
    pub at: SpaceText,
    /// Heading: `N`, `E`, `S` or `W`.
    pub heading: Spanned<String>,
}

/// Systems of a ship, in the order of their values.
pub(crate) const SYSTEMS: [&str; 3] =
    [System::Engines.name(), System::Field.name(), System::Weapons.name()];

/// Fields of `play` that contain orders.
pub(crate) const ORDERS: [&str; 8] =
    ["power", "speed", "target", "aim", "doctrine", "self_destruct", "priority", "invisible"];

/// Reads the orders from the fields of `play`.
pub(crate) fn orders(fields: &Fields) -> Result<Orders, Diagnostic> {
    let word = |name: &str| fields.get(name).map(spanned).transpose();
    let mut power = [None, None, None];
    if let Some(node) = fields.get("power") {
        let systems = Fields::of(node, "system", &SYSTEMS)?;
        for (points, system) in power.iter_mut().zip(SYSTEMS) {
            *points = systems.get(system).map(spanned).transpose()?;
        }
    }
    let priority = match fields.get("priority") {
        Some(node) => {
            let systems = node.members()?.iter().map(spanned).collect::<Result<_, _>>()?;
            Some(Spanned { value: systems, place: node.place() })
        }
        None => None,
    };
    let invisible = match fields.get("invisible") {
        Some(node) => Some(Spanned { value: node.boolean()?, place: node.place() }),
        None => None,
    };
    Ok(Orders {
        power,
        speed: word("speed")?,
        target: word("target")?,
        aim: word("aim")?,
        doctrine: fields.get("doctrine").map(doctrine).transpose()?,
        self_destruct: word("self_destruct")?,
        priority,
        invisible,
    })
}

/// Reads a doctrine: `"close"` or `{"keep": 5}`.
fn doctrine(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return spanned(node);
    }
    let range = Fields::of(node, "doctrine", &["keep"])?.required("keep")?.scalar()?;
    Ok(Spanned { value: format!("keep {range}"), place: node.place() })
}

/// Reads the situation from the fields of `setting`.
pub(crate) fn situation(fields: &Fields) -> Result<Situation, Diagnostic> {
    let range = match fields.get("range") {
        Some(node) if node.is_list() => {
            let values = node.members()?.iter().map(spanned).collect::<Result<_, _>>()?;
            Some(Spanned { value: values, place: node.place() })
        }
        Some(node) => Some(Spanned { value: vec![spanned(node)?], place: node.place() }),
        None => None,
    };
    let mut charts = Vec::new();
    if let Some(node) = fields.get("charts") {
        for chart in node.fields()? {
            for row in chart.value.fields()? {
                let values = row.value.members()?.iter().map(spanned).collect::<Result<_, _>>()?;
                let named = |field: &crate::scenario::json::Field| Spanned {
                    value: field.name.clone(),
                    place: field.place.clone(),
                };
                charts.push(ChartText { chart: named(&chart), row: named(&row), values });
            }
        }
    }
    Ok(Situation {
        range,
        map: fields.get("map").map(map).transpose()?,
        budget: fields.get("budget").map(spanned).transpose()?,
        charts,
    })
}

fn map(node: &Node) -> Result<MapText, Diagnostic> {
    let fields = Fields::of(node, "field", &["width", "height", "objects", "range"])?;
    let objects = match fields.get("objects") {
        Some(list) => list.members()?.iter().map(space).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(MapText {
        size: [spanned(fields.required("width")?)?, spanned(fields.required("height")?)?],
        objects,
        counting: fields.get("range").map(spanned).transpose()?,
        place: node.place(),
    })
}

/// Reads a space: `[3, 4]`.
fn space(node: &Node) -> Result<SpaceText, Diagnostic> {
    let numbers = node.members()?;
    let [x, y] = &numbers[..] else {
        return Err(Diagnostic::at(&node.place(), "a space needs a column and a row")
            .label("expected two numbers, such as `[3, 4]`"));
    };
    Ok(SpaceText { at: [spanned(x)?, spanned(y)?], place: node.place() })
}

/// Reads the positions of ships.
pub(crate) fn ships(list: &Node) -> Result<Vec<ShipText>, Diagnostic> {
    let ship = |node: &Node| {
        let fields = Fields::of(node, "field", &["at", "heading"])?;
        let at = space(fields.required("at")?)?;
        Ok(ShipText { at, heading: spanned(fields.required("heading")?)? })
    };
    list.members()?.iter().map(ship).collect()
}

/// Figures of a group that are fields next to its class.
pub(crate) const FIGURES: [&str; 5] = ["size", "speed", "field", "weapon", "special"];

/// Reads factors as figures of a group, so that both forms are resolved alike.
pub(crate) fn factors(node: &Node) -> Result<Vec<Spanned<Item>>, Diagnostic> {
    let mut items = Vec::new();
    let fields = Fields::of(node, "system", &SYSTEMS)?;
    for system in SYSTEMS {
        let Some(value) = fields.get(system) else { continue };
        let place = value.place();
        let key = Spanned { value: format!("factors.{system}"), place: place.clone() };
        let item = Item::Figure(key, Value::One(spanned(value)?));
        items.push(Spanned { value: item, place });
    }
    Ok(items)
}
