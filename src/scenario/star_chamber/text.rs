//! What a document says of Star Chamber alone.

use std::ops::RangeInclusive;

use super::weapons::{DAMAGE, ROUNDS};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{Fields, spanned};
use crate::scenario::figures::figure;
use crate::scenario::json::Node;
use crate::scenario::notation::{OptionText, Spanned, Value};

/// What belongs to the situation.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// What becomes of shields from turn to turn.
    pub shields: Option<Spanned<String>>,
    /// In which order ships of a force fire.
    pub order: Option<Spanned<String>>,
    /// What happens besides.
    pub events: Vec<EventText>,
}

/// Something that happens, as written.
#[derive(Clone, Debug)]
pub struct EventText {
    /// The turn.
    pub turn: Option<Spanned<String>>,
    /// The round.
    pub round: Spanned<String>,
    /// Place of the side in the list, from 0.
    pub side: Spanned<String>,
    /// Place of the group, from 0.
    pub group: Option<Spanned<String>>,
    /// Place of the ship in its group, from 0.
    pub ship: Option<Spanned<String>>,
    /// The leader is killed.
    pub kills_leader: bool,
    /// Shields that are added.
    pub shield: Option<Spanned<String>>,
    /// Damage that is dealt.
    pub damage: Option<Spanned<String>>,
    /// Crews are alert, or no longer.
    pub alert: Option<bool>,
    /// The whole event.
    pub place: Place,
}

/// Reads the settings.
pub(in crate::scenario) fn situation(fields: &Fields) -> Result<Situation, Diagnostic> {
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
        return Err(Diagnostic::at(&node.place(), "an event in which nothing happens")
            .label("expected one or more of `kill_leader`: true, `shield`, `damage`, `alert`"));
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
        (None, Some(ship)) => Err(Diagnostic::at(&ship.place, "a ship of no group")
            .label("`ship` counts within its `group`")),
        _ => Ok(event),
    }
}

/// Fields of a side that may be typed as options, too.
pub(in crate::scenario) const SIDE: [&str; 5] =
    ["leadership", "personae", "edge", "tie_breaker", "neutral"];

/// What is said of a side, as options of its fleet: the typed form and the document are one.
pub(in crate::scenario) fn options(fields: &Fields) -> Result<Vec<OptionText>, Diagnostic> {
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

/// A persona: its Leadership.
fn persona(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return spanned(node);
    }
    spanned(Fields::of(node, "field", &["leadership"])?.required("leadership")?)
}

/// A weapon as typed, `beam 4@1`, from an object with `type`, `round` and `damage`.
pub(in crate::scenario) fn weapon(node: &Node) -> Result<Spanned<String>, Diagnostic> {
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
        return Err(Diagnostic::at(&node.place(), "the type of a weapon is a word"));
    }
    let typed = format!("{label} {damage}@{round}");
    Ok(Spanned { value: typed.trim_start().to_string(), place: node.place() })
}
