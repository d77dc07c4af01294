//! Reads the fields of a document that are specific to Star Chamber.

use super::figures::{DAMAGE, FIGURES, ROUNDS};
use crate::games::Rulebook;
use crate::games::common::check::has_fleet;
use crate::games::common::figures::with_figures;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::{Fields, same};
use crate::scenario::json::JsonNode;
use crate::scenario::model::SideText;
use crate::scenario::notation::{FleetText, Item, OptionText, Spanned, Value};

/// Fields of a side that can also be typed as options.
const SIDE: [&str; 5] = ["leadership", "personae", "edge", "tie_breaker", "neutral"];

/// Returns a fleet with the fields of its side as options and the fields of its groups as figures,
/// as they could be typed.
pub(super) fn as_typed(side: &SideText) -> Result<FleetText, Diagnostic> {
    has_fleet(side)?;
    let mut fleet = with_figures(&FIGURES, &side.fleet, Rulebook::StarChamber)?;
    fleet.options.extend(options(side)?);
    fleet.groups.iter_mut().flat_map(|group| &mut group.items).try_for_each(weapons)?;
    Ok(fleet)
}

/// Replaces the objects of a list of weapons by typed weapons.
fn weapons(item: &mut Spanned<Item>) -> Result<(), Diagnostic> {
    let Item::Figure(key, value) = &mut item.value else { return Ok(()) };
    for word in value.words_mut().iter_mut().filter(|word| word.value.starts_with('{')) {
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
    node.each(persona).map(Value::List)
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
    let label = fields.string("type")?.unwrap_or_default();
    let round = fields.required("round")?.number(ROUNDS)?;
    let damage = fields.required("damage")?.number(DAMAGE)?;
    fields.finish()?;
    if label.contains('@') {
        return Err(Diagnostic::at(&node.place(), "the type of a weapon cannot contain `@`"));
    }
    let typed = format!("{label} {damage}@{round}");
    Ok(Spanned::new(typed.trim_start().to_string(), node.place()))
}
