//! Reads scenarios and fleets from JSON documents. Fields that only one game understands are kept,
//! and read by that game.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Source, shorten};
use super::fields::Fields;
use super::json::{JsonField, JsonNode};
use super::mix::read_mix;
use super::model::{Play, Scenario, SideText, Sides};
use super::notation::{
    FleetText, GroupText, Item, Spanned, Value, parse_class, parse_fleet, parse_item,
};
use super::printable::is_printable;
use super::settings::{MAX_BATTLES, parse_count, parse_engine, parse_rulebook};
use crate::result::ROLES;

/// Reads a scenario. Its `id`, which batches pass through, has no effect.
///
/// # Errors
/// A message with the place of the first error.
pub fn read_scenario(source: &Arc<Source>) -> Result<Scenario, Diagnostic> {
    read_identified(source)?.1
}

/// Reads a scenario and its `id`, as written.
///
/// # Errors
/// A message if the text is not a JSON object, or if the `id` is wrong. The scenario has its own
/// errors.
pub fn read_identified(source: &Arc<Source>) -> Result<Identified, Diagnostic> {
    let mut fields = Fields::of(&JsonNode::document(source)?, "field")?;
    let id = fields.read("id", id)?;
    Ok((id, read(fields)))
}

/// Reads a scenario that is part of a document.
pub(crate) fn scenario_at(node: &JsonNode) -> Result<Scenario, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    fields.ignore(&["id"]);
    read(fields)
}

/// The `id` of a scenario in JSON, and the scenario.
pub type Identified = (Option<String>, Result<Scenario, Diagnostic>);

/// Reads an `id`, a string or a number, as written.
fn id(node: &JsonNode) -> Result<String, Diagnostic> {
    node.scalar()?;
    node.check_printable()?;
    Ok(node.raw().into())
}

/// Reads a scenario from its fields.
fn read(mut fields: Fields) -> Result<Scenario, Diagnostic> {
    // The rulebook is checked first: if it is wrong, errors in the sides would mislead.
    let rulebook = fields.read("rules", |node| parse_rulebook(&node.place(), &node.string()?))?;
    let [attacker, defender] = [fields.optional("attacker"), fields.optional("defender")];
    let parties = fields.optional("parties");
    let you = fields.optional("you");
    let engine = fields.optional("engine");
    let [battles, seed] = [fields.optional("battles"), fields.optional("seed")];
    let setting = fields.optional("setting");
    fields.finish()?;
    let sides = match (parties, attacker, defender) {
        (Some(_), Some(side), _) | (Some(_), None, Some(side)) => {
            return Err(Diagnostic::at(
                &side.place(),
                "a scenario has either `parties` or two sides, not both",
            ));
        }
        (Some(parties), None, None) => Sides::Parties(read_parties(&parties)?),
        (None, Some(attacker), Some(defender)) => Sides::Two(two(&attacker, &defender)?),
        (None, None, _) => return Err(fields.missing("attacker")),
        (None, Some(_), None) => return Err(fields.missing("defender")),
    };
    Ok(Scenario {
        rulebook,
        is_typed: false,
        you: you.map_or(Ok(0), |node| who_asks(&node, &sides))?,
        sides,
        engine: engine.map(|node| parse_engine(&node.place(), &node.string()?)).transpose()?,
        battles: battles.as_ref().map(self::battles).transpose()?,
        seed: seed.map(|node| node.whole_number()).transpose()?,
        setting: match &setting {
            Some(node) => Fields::of(node, "setting")?,
            None => Fields::default(),
        },
        setting_written: setting,
    })
}

/// Reads the side of who asks.
fn who_asks(node: &JsonNode, sides: &Sides) -> Result<usize, Diagnostic> {
    let Sides::Two(_) = sides else {
        return Err(Diagnostic::at(&node.place(), "`you` is for a fight of two sides"));
    };
    let typed = node.string()?;
    ROLES
        .iter()
        .position(|role| *role == typed)
        .ok_or_else(|| Diagnostic::unknown(&node.place(), "side", ROLES))
}

/// Reads two sides, of which one may be a mix of fleets.
fn two(attacker: &JsonNode, defender: &JsonNode) -> Result<Box<[SideText; 2]>, Diagnostic> {
    let sides = Box::new([side(attacker)?, side(defender)?]);
    if sides.iter().all(|side| !side.mix.is_empty()) {
        let error = Diagnostic::at(&defender.place(), "only one side can be a mix of fleets");
        return Err(error.label("the attacker is a mix, too"));
    }
    Ok(sides)
}

/// Reads a side that has one fleet.
fn unmixed(node: &JsonNode, what: &str) -> Result<SideText, Diagnostic> {
    let side = side(node)?;
    match side.mix.is_empty() {
        true => Ok(side),
        false => Err(Diagnostic::at(&node.place(), format!("{what} cannot be a mix of fleets"))
            .help("a scenario of `attacker` and `defender` can have a mix, and `--against-mix`")),
    }
}

/// Maximum number of parties in a sector.
const MAX_PARTIES: usize = 12;

/// Reads the parties of a sector, in the order in which they entered it.
fn read_parties(parties: &JsonNode) -> Result<Vec<SideText>, Diagnostic> {
    let n = parties.members()?.len();
    if !(2..=MAX_PARTIES).contains(&n) {
        return Err(Diagnostic::at(
            &parties.place(),
            match n {
                1 => "a sector cannot have a single party".to_string(),
                n => format!("a sector cannot have {n} parties"),
            },
        )
        .label(format!("must be from 2 to {MAX_PARTIES}")));
    }
    parties.each(|member| unmixed(member, "a party of a sector"))
}

/// Reads a fleet file: a side as in a scenario, or the typed form as a JSON string.
///
/// # Errors
/// A message with the place of the first error.
pub fn read_fleet_file(source: &Arc<Source>) -> Result<SideText, Diagnostic> {
    unmixed(&JsonNode::document(source)?, "a fleet file")
}

fn battles(node: &JsonNode) -> Result<u64, Diagnostic> {
    parse_count(&node.scalar()?).ok_or_else(|| {
        Diagnostic::at(
            &node.place(),
            format!("`{}` is not a valid number of battles", shorten(node.place().text())),
        )
        .label(format!("must be a whole number from 1 to {MAX_BATTLES}"))
    })
}

/// Reads a side: a typed fleet, or an object.
fn side(node: &JsonNode) -> Result<SideText, Diagnostic> {
    if node.is_string() {
        return Ok(SideText::of(typed(node)?, node.clone(), node.place()));
    }
    let mut fields = Fields::of(node, "field")?;
    let own_name = fields.read("name", name)?;
    if let Some(mix) = fields.optional("mix") {
        fields.finish()?;
        let side = SideText::of_mix(read_mix(&mix, &side)?, node.place())?;
        return Ok(SideText { name: own_name, written: node.clone(), ..side });
    }
    let own = given_fleet(&mut fields)?;
    let fleet = match fields.peek("members") {
        Some(members) => Some(of_members(&members, own.is_some())?),
        None => own,
    };
    let play = fields.read("play", Play::read)?;
    let whole = match fleet {
        Some(fleet) => SideText::of(fleet, node.clone(), node.place()),
        None => SideText::empty(node.clone(), node.place()),
    };
    Ok(SideText { name: own_name, play: play.unwrap_or_default(), fields, ..whole })
}

/// Removes the fields of a fleet, `fleet` or `groups`, and reads the one that is given.
pub(crate) fn given_fleet(fields: &mut Fields) -> Result<Option<FleetText>, Diagnostic> {
    match (fields.optional("fleet"), fields.optional("groups")) {
        (Some(typed_fleet), None) => Ok(Some(typed(&typed_fleet)?)),
        (None, Some(groups)) => Ok(Some(fleet(&groups)?)),
        (Some(_), Some(groups)) => {
            Err(Diagnostic::at(&groups.place(), "a side has either `fleet` or `groups`, not both"))
        }
        (None, None) => Ok(None),
    }
}

/// Returns the groups of all members of a side. The game reads their other fields.
fn of_members(members: &JsonNode, has_own: bool) -> Result<FleetText, Diagnostic> {
    if has_own {
        let message = "a side has either units of its own or `members`, not both";
        return Err(Diagnostic::at(&members.place(), message));
    }
    let mut groups = Vec::new();
    for (member, node) in members.members()?.iter().enumerate() {
        let mut fields = Fields::of(node, "field of a member")?;
        let Some(fleet) = given_fleet(&mut fields)? else { return Err(fields.missing("groups")) };
        let owned = |group| GroupText { member: member.min(usize::from(u8::MAX)) as u8, ..group };
        groups.extend(fleet.groups.into_iter().map(owned));
    }
    Ok(FleetText { groups, options: Vec::new() })
}

/// Reads a fleet, either a list of groups or the typed form.
pub(crate) fn fleet(node: &JsonNode) -> Result<FleetText, Diagnostic> {
    if node.is_string() {
        return typed(node);
    }
    Ok(FleetText { groups: node.each(group)?, options: Vec::new() })
}

/// Reads the name of a side or planet.
pub(crate) fn name(node: &JsonNode) -> Result<String, Diagnostic> {
    let name = Spanned::new(node.string()?, node.place());
    check_name(&name)?;
    Ok(name.value)
}

/// Checks a name. Reports print it, so it must be printable and short.
pub(crate) fn check_name(
    Spanned { value: name, place }: &Spanned<String>,
) -> Result<(), Diagnostic> {
    const MAX_LENGTH: usize = 60;
    if !name.chars().all(is_printable) || name.chars().count() > MAX_LENGTH || name.is_empty() {
        return Err(Diagnostic::at(place, "this is not a valid name")
            .label(format!("must have 1 to {MAX_LENGTH} characters, without invisible ones")));
    }
    Ok(())
}

fn typed(node: &JsonNode) -> Result<FleetText, Diagnostic> {
    let (source, range) = node.typed()?;
    if source.text[range.clone()].starts_with('@') {
        return Err(Diagnostic::at(&node.place(), "a scenario cannot refer to a fleet file")
            .label("write the fleet itself here")
            .help("`@FILE` works only on the command line"));
    }
    parse_fleet(&source, range)
}

/// Reads a group given field by field. The result equals that of the typed form. A group without a
/// class has an empty one, with the place of the group.
fn group(node: &JsonNode) -> Result<GroupText, Diagnostic> {
    let mut fields = Fields::of(node, "field of a group")?;
    let (species, class) = match fields.optional("class") {
        Some(class) => {
            let (source, range) = class.typed()?;
            parse_class(&source, range)?
        }
        None => (None, Spanned::new(String::new(), node.place())),
    };
    let count = fields.spanned("count", JsonNode::whole_number)?;
    let mut items = Vec::new();
    if let Some(parts) = fields.optional("parts") {
        let given = parts.members()?;
        if given.is_empty() {
            return Err(Diagnostic::at(&parts.place(), "the list of parts is empty")
                .help("leave out `parts` to keep the printed parts"));
        }
        for part in given {
            let (source, range) = part.typed()?;
            items.push(parse_item(&source, range)?);
        }
    }
    if let Some(stats) = fields.optional("stats") {
        for figure in stats.fields()? {
            items.push(figure_item(&figure)?);
        }
    }
    Ok(GroupText { fields, ..GroupText::of(count, species, class, items, node.place()) })
}

/// Returns a field as a figure of a group. The word for an object in a list is its JSON text, which
/// the game reads.
pub(crate) fn figure_item(figure: &JsonField) -> Result<Spanned<Item>, Diagnostic> {
    let member = |node: &JsonNode| match node.is_object() {
        true => Ok(Spanned::new(node.compact(), node.place())),
        false => node.word(),
    };
    let key = Spanned::new(figure.name.clone(), figure.place.clone());
    let value = if figure.value.is_list() {
        Value::List(figure.value.each(member)?)
    } else {
        Value::One(figure.value.word()?)
    };
    let place = figure.place.to(&figure.value.place());
    Ok(Spanned::new(Item::Figure(key, value), place))
}

/// Returns the numbers for each ship of a group as a figure. A single number applies to the first
/// ship.
pub(crate) fn by_ship(name: &str, list: &JsonNode) -> Result<Spanned<Item>, Diagnostic> {
    let values = if list.is_list() { list.each(JsonNode::word) } else { Ok(vec![list.word()?]) }?;
    let key = Spanned::new(name.to_string(), list.place());
    Ok(Spanned::new(Item::Figure(key, Value::List(values)), list.place()))
}

/// Returns a field that is true or false as a figure of a group.
pub(crate) fn flag_item(name: &str, node: &JsonNode) -> Result<Spanned<Item>, Diagnostic> {
    let key = Spanned::new(name.to_string(), node.place());
    let value = Spanned::new(node.boolean()?.to_string(), node.place());
    Ok(Spanned::new(Item::Figure(key, Value::One(value)), node.place()))
}
