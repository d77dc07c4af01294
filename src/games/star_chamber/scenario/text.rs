//! Reads the fields of a document that are specific to Star Chamber.

use std::ops::RangeInclusive;

use super::weapons::{DAMAGE, ROUNDS};
use crate::games::Rulebook;
use crate::games::common::check::{has_class, has_fleet};
use crate::games::common::play::RoundTexts;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::by_ship;
use crate::scenario::fields::{Fields, same};
use crate::scenario::figures::figure;
use crate::scenario::json::JsonNode;
use crate::scenario::model::SideText;
use crate::scenario::notation::{FleetText, Item, OptionText, Spanned, Value};

/// Situation of a combat.
#[derive(Clone, Debug, Default)]
pub(super) struct StarSetting {
    /// Number of turns.
    pub(super) turns: Option<Spanned<String>>,
    /// Rounds to list.
    pub(super) rounds: RoundTexts,
    /// Whether shields persist or are restored from turn to turn.
    pub shields: Option<Spanned<String>>,
    /// Order in which the ships of a force fire.
    pub order: Option<Spanned<String>>,
    /// Events during the combat.
    pub events: Vec<EventText>,
}

/// An event as written.
#[derive(Clone, Debug)]
pub(super) struct EventText {
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
pub(super) fn situation(setting: &Fields) -> Result<StarSetting, Diagnostic> {
    let mut fields = setting.clone();
    let turns = fields.word("turns")?;
    let [shields, order] = [fields.word("shields")?, fields.word("order")?];
    let events = match fields.optional("events") {
        Some(list) => list.members()?.iter().map(event).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let rounds = RoundTexts::listed(&mut fields)?;
    fields.finish_in(Rulebook::StarChamber)?;
    Ok(StarSetting { turns, shields, order, events, rounds })
}

fn event(node: &JsonNode) -> Result<EventText, Diagnostic> {
    const DEEDS: [&str; 3] = ["shield", "damage", "alert"];
    let mut fields = Fields::of(node, "field")?;
    let kills_leader = fields.flag("kill_leader")?.unwrap_or_default();
    if !kills_leader && !DEEDS.iter().any(|deed| fields.has(deed)) {
        return Err(Diagnostic::at(&node.place(), "this event has no effect")
            .label("expected at least one of `kill_leader`: true, `shield`, `damage`, `alert`"));
    }
    let event = EventText {
        turn: fields.word("turn")?,
        round: fields.required("round")?.word()?,
        side: fields.required("side")?.word()?,
        group: fields.word("group")?,
        ship: fields.word("ship")?,
        kills_leader,
        shield: fields.word("shield")?,
        damage: fields.word("damage")?,
        alert: fields.flag("alert")?,
        place: node.place(),
    };
    fields.finish()?;
    match (&event.group, &event.ship) {
        (None, Some(ship)) => Err(Diagnostic::at(&ship.place, "`ship` needs a `group`")
            .label("ships are numbered within their `group`")),
        _ => Ok(event),
    }
}

/// Fields of a side that can also be typed as options.
const SIDE: [&str; 5] = ["leadership", "personae", "edge", "tie_breaker", "neutral"];

/// Returns a fleet with the fields of its side as options and the fields of its groups as figures,
/// as they could be typed.
pub(super) fn as_typed(side: &SideText) -> Result<FleetText, Diagnostic> {
    has_fleet(side)?;
    let mut fleet = side.fleet.clone();
    fleet.options.extend(options(side)?);
    for group in &mut fleet.groups {
        has_class(group)?;
        let mut fields = group.fields.clone();
        for name in ["damaged", "shields_left"] {
            if let Some(list) = fields.optional(name) {
                group.items.push(by_ship(name, &list)?);
            }
        }
        fields.finish_in(Rulebook::StarChamber)?;
        group.items.iter_mut().try_for_each(weapons)?;
    }
    Ok(fleet)
}

/// Replaces the objects of a list of weapons by typed weapons.
fn weapons(item: &mut Spanned<Item>) -> Result<(), Diagnostic> {
    let Item::Figure(key, value) = &mut item.value else { return Ok(()) };
    let words = match value {
        Value::One(word) => std::slice::from_mut(word),
        Value::List(words) => words,
    };
    for word in words.iter_mut().filter(|word| word.value.starts_with('{')) {
        if same(&key.value, "weapons") {
            *word = weapon(&JsonNode::at(&word.place))?;
        }
    }
    Ok(())
}

/// Reads fields of a side as options of its fleet.
fn options(side: &SideText) -> Result<Vec<OptionText>, Diagnostic> {
    let mut fields = side.fields.clone();
    let mut options = Vec::new();
    for name in SIDE {
        let Some(node) = fields.optional(name) else { continue };
        let value = match name {
            "personae" => Some(personae(&node)?),
            // An option without a value means `true`.
            "edge" | "neutral" if node.boolean()? => None,
            _ => Some(Value::One(node.word()?)),
        };
        let name = Spanned::new(name.replace('_', "-"), node.place());
        options.push(OptionText { name, value });
    }
    fields.finish_in(Rulebook::StarChamber)?;
    side.play.fields.finish_in(Rulebook::StarChamber)?;
    Ok(options)
}

/// Moves the personae of a side from its fields to its options. Wrong personae stay where they are.
pub(super) fn adopt_personae(side: &mut SideText) {
    let node = side.fields.clone().optional("personae");
    if let Some((node, Ok(value))) = node.map(|node| (node.clone(), personae(&node))) {
        side.fields.forget("personae");
        let name = Spanned::new("personae".into(), node.place());
        side.fleet.options.push(OptionText { name, value: Some(value) });
    }
}

/// Reads the Leadership of each persona.
fn personae(node: &JsonNode) -> Result<Value, Diagnostic> {
    Ok(Value::List(node.members()?.iter().map(persona).collect::<Result<_, _>>()?))
}

/// Reads the Leadership of a persona.
fn persona(node: &JsonNode) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return node.word();
    }
    let mut fields = Fields::of(node, "field")?;
    let leadership = fields.required("leadership")?;
    fields.finish()?;
    leadership.word()
}

/// Converts an object with `type`, `round` and `damage` to a typed weapon: `beam 4@1`.
pub(super) fn weapon(node: &JsonNode) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return node.word();
    }
    let mut fields = Fields::of(node, "field")?;
    let label = fields.optional("type").as_ref().map(JsonNode::string).transpose()?;
    let label = label.unwrap_or_default();
    let mut number = |name, range: RangeInclusive<i32>| {
        let node = fields.required(name)?;
        figure(&node.place(), &node.scalar()?, range)
    };
    let (round, damage) = (number("round", ROUNDS)?, number("damage", DAMAGE)?);
    fields.finish()?;
    if label.contains('@') {
        return Err(Diagnostic::at(&node.place(), "the type of a weapon cannot contain `@`"));
    }
    let typed = format!("{label} {damage}@{round}");
    Ok(Spanned::new(typed.trim_start().to_string(), node.place()))
}
