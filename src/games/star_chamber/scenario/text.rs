//! Reads the fields of a document that are specific to Star Chamber.

use std::ops::RangeInclusive;

use super::weapons::{DAMAGE, ROUNDS};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{Fields, spanned};
use crate::scenario::figures::figure;
use crate::scenario::json::Node;
use crate::scenario::notation::{OptionText, Spanned, Value};

/// Situation of a combat.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// Whether shields persist or are restored from turn to turn.
    pub shields: Option<Spanned<String>>,
    /// Order in which the ships of a force fire.
    pub order: Option<Spanned<String>>,
    /// Events during the combat.
    pub events: Vec<EventText>,
}

/// An event as written.
#[derive(Clone, Debug)]
pub struct EventText {
    /// Turn of the event.
    pub turn: Option<Spanned<String>>,
    /// Round of the event.
    pub round: Spanned<String>,
    /// Index of the side, from 0.
    pub side: Spanned<String>,
    /// Index of the group, from 0.
    pub group: Option<Spanned<String>>,
    /// Index of the ship in its group, from 0.
    pub ship: Option<Spanned<String>>,
    /// Whether the leader is killed.
    pub kills_leader: bool,
    /// Shields added.
    pub shield: Option<Spanned<String>>,
    /// Damage dealt.
    pub damage: Option<Spanned<String>>,
    /// Whether the crews become alert or stop being alert, if either.
    pub alert: Option<bool>,
    /// Place of the whole event.
    pub place: Place,
}

/// Reads the situation from the fields of `setting`.
pub(crate) fn situation(fields: &Fields) -> Result<Situation, Diagnostic> {
    let word = |name: &str| fields.get(name).map(spanned).transpose();
    let events = match fields.get("events") {
        Some(list) => list.members()?.iter().map(event).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(Situation { shields: word("shields")?, order: word("order")?, events })
}

fn event(node: &Node) -> Result<EventText, Diagnostic> {
    const DEEDS: [&str; 3] = ["shield", "damage", "alert"];
    const FIELDS: [&str; 9] =
        ["turn", "round", "side", "group", "ship", "kill_leader", "shield", "damage", "alert"];
    let fields = Fields::of(node, "field", &FIELDS)?;
    let word = |name: &str| fields.get(name).map(spanned).transpose();
    let flag = |name: &str| fields.get(name).map(Node::boolean).transpose();
    let kills_leader = flag("kill_leader")?.unwrap_or_default();
    if !kills_leader && DEEDS.iter().all(|deed| fields.get(deed).is_none()) {
        return Err(Diagnostic::at(&node.place(), "this event has no effect")
            .label("expected at least one of `kill_leader`: true, `shield`, `damage`, `alert`"));
    }
    let event = EventText {
        turn: word("turn")?,
        round: spanned(fields.required("round")?)?,
        side: spanned(fields.required("side")?)?,
        group: word("group")?,
        ship: word("ship")?,
        kills_leader,
        shield: word("shield")?,
        damage: word("damage")?,
        alert: flag("alert")?,
        place: node.place(),
    };
    match (&event.group, &event.ship) {
        (None, Some(ship)) => Err(Diagnostic::at(&ship.place, "`ship` needs a `group`")
            .label("ships are numbered within their `group`")),
        _ => Ok(event),
    }
}

/// Fields of a side that can also be typed as options.
pub(crate) const SIDE: [&str; 5] = ["leadership", "personae", "edge", "tie_breaker", "neutral"];

/// Reads fields of a side as options of its fleet, so that both forms are resolved alike.
pub(crate) fn options(fields: &Fields) -> Result<Vec<OptionText>, Diagnostic> {
    let mut options = Vec::new();
    for name in SIDE {
        let Some(node) = fields.get(name) else { continue };
        let value = match name {
            "personae" => {
                Value::List(node.members()?.iter().map(persona).collect::<Result<_, _>>()?)
            }
            "edge" | "neutral" => {
                let word = node.boolean()?.to_string();
                Value::One(Spanned { value: word, place: node.place() })
            }
            _ => Value::One(spanned(node)?),
        };
        let name = Spanned { value: name.replace('_', "-"), place: node.place() };
        options.push(OptionText { name, value: Some(value) });
    }
    Ok(options)
}

/// Reads the Leadership of a persona.
fn persona(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return spanned(node);
    }
    spanned(Fields::of(node, "field", &["leadership"])?.required("leadership")?)
}

/// Converts an object with `type`, `round` and `damage` to a typed weapon: `beam 4@1`.
pub(crate) fn weapon(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return spanned(node);
    }
    let fields = Fields::of(node, "field", &["type", "round", "damage"])?;
    let label = fields.get("type").map(Node::string).transpose()?.unwrap_or_default();
    let number = |name: &str, range: RangeInclusive<i32>| {
        let node = fields.required(name)?;
        figure(&node.place(), &node.scalar()?, range)
    };
    let (round, damage) = (number("round", ROUNDS)?, number("damage", DAMAGE)?);
    if label.contains('@') {
        return Err(Diagnostic::at(&node.place(), "the type of a weapon cannot contain `@`"));
    }
    let typed = format!("{label} {damage}@{round}");
    Ok(Spanned { value: typed.trim_start().to_string(), place: node.place() })
}
