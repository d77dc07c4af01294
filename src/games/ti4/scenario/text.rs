//! Reads the fields of a document that are specific to Twilight Imperium.

use crate::games::Rulebook;
use crate::games::common::check::has_class;
use crate::games::common::play::{RoundTexts, objective, retreats, word, words};
use crate::games::common::{Objective, Retreat};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{by_ship, fleet, name};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::SideText;
use crate::scenario::notation::{FleetText, GroupText, Spanned, Value};

/// Maximum number of tokens in a fleet pool.
const MAX_POOL: u64 = 100;

/// A technology or card, as written.
#[derive(Clone, Debug)]
pub(super) struct EffectText {
    pub(super) name: Spanned<String>,
    /// First round in which it is used.
    pub(super) round: Option<Spanned<u64>>,
    /// Number of copies.
    pub(super) count: Option<Spanned<u64>>,
}

/// Fields of a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Ti4Fields {
    pub(super) faction: Option<Spanned<String>>,
    pub(super) technologies: Vec<Spanned<String>>,
    /// Technologies and cards in addition to those typed with the fleet.
    pub(super) effects: Vec<EffectText>,
    /// When units sustain damage.
    pub(super) sustain: Option<Spanned<String>>,
    /// Policy, or order in which units are lost.
    pub(super) loss_order: Option<Value>,
    pub(super) objective: Option<Objective>,
    /// When the side retreats.
    pub(super) retreat: Option<Spanned<Retreat>>,
}

impl Ti4Fields {
    /// Reads the fields of a side.
    pub(super) fn read(text: &SideText, rulebook: Rulebook) -> Result<Self, Diagnostic> {
        let mut fields = text.fields.clone();
        let faction = fields.word("faction")?;
        let technologies = fields.words("technologies")?;
        let effects = match fields.optional("effects") {
            Some(list) => list.members()?.iter().map(effect).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        fields.finish_in(rulebook)?;
        let mut play = text.play.fields.clone();
        let sustain = play.optional("sustain").as_ref().map(word).transpose()?;
        let order = play.optional("loss_order").as_ref().map(words).transpose()?;
        let objective = objective(&mut play)?;
        let retreat = match rulebook {
            Rulebook::Ti4Space => retreats(&mut play)?,
            _ => None,
        };
        play.finish_in(rulebook)?;
        let loss_order = text.play.policy.clone().map(Value::One).or(order);
        Ok(Self { faction, technologies, effects, sustain, loss_order, objective, retreat })
    }
}

/// Reads a technology or card: its name, or an object.
fn effect(node: &JsonNode) -> Result<EffectText, Diagnostic> {
    if !node.is_object() {
        return Ok(EffectText { name: node.word()?, round: None, count: None });
    }
    let mut fields = Fields::of(node, "field")?;
    let name = fields.required("name")?.word()?;
    let mut number = |name| match fields.optional(name) {
        Some(node) => Ok(Some(Spanned { value: node.whole_number()?, place: node.place() })),
        None => Ok(None),
    };
    let (round, count) = (number("round")?, number("count")?);
    fields.finish()?;
    Ok(EffectText { name, round, count })
}

/// Returns a fleet with the fields of its groups as figures, as they could be typed.
pub(super) fn with_figures(fleet: &FleetText, rulebook: Rulebook) -> Result<FleetText, Diagnostic> {
    let group = |text: &GroupText| -> Result<GroupText, Diagnostic> {
        has_class(text)?;
        let (mut group, mut fields) = (text.clone(), text.fields.clone());
        if let Some(list) = fields.optional("damaged") {
            group.items.push(by_ship("damaged", &list)?);
        }
        fields.finish_in(rulebook)?;
        Ok(group)
    };
    let groups = fleet.groups.iter().map(group).collect::<Result<_, _>>()?;
    Ok(FleetText { groups, options: fleet.options.clone() })
}

/// Situation of a combat.
#[derive(Clone, Debug, Default)]
pub(super) struct Ti4Setting {
    pub(super) rounds: RoundTexts,
    /// Retreat destinations by name of the side.
    pub(super) retreat: Vec<(Spanned<String>, Destination)>,
    /// Whether the defender is in a nebula.
    pub(super) nebula: bool,
    /// Whether capacity is also checked before the combat.
    pub(super) enforce_capacity: bool,
    /// Number of ships that the fleet pool allows, by name of the side.
    pub(super) fleet_pool: Vec<(Spanned<String>, u16)>,
    /// Planets to invade, in order.
    pub(super) planets: Vec<PlanetText>,
}

/// Where a side may retreat to: given directly, or by conditions.
#[derive(Clone, Debug, Default)]
pub struct Destination {
    /// Whether the side may retreat, if given directly.
    pub outright: Option<bool>,
    /// Whether enemy ships are there.
    pub enemy_ships: Option<bool>,
    /// Whether the side has units or planets there.
    pub own_units: Option<bool>,
    /// Kind of the system.
    pub to: Option<Spanned<String>>,
    /// Whether retreating ships roll for a gravity rift.
    pub gravity_rift: Option<bool>,
}

/// A planet to invade.
#[derive(Clone, Debug)]
pub(super) struct PlanetText {
    pub(super) name: Spanned<String>,
    /// Units of attacker and defender.
    pub(super) fleets: [FleetText; 2],
    /// Places of these units in the source.
    pub(super) places: [Place; 2],
}

impl Ti4Setting {
    /// Reads the situation of a space combat or an invasion.
    pub(super) fn read(setting: &Fields, rulebook: Rulebook) -> Result<Self, Diagnostic> {
        let mut fields = setting.clone();
        let mut read = Self { rounds: RoundTexts::read(&mut fields)?, ..Self::default() };
        if rulebook == Rulebook::Ti4Space {
            for (name, node) in fields.by_name("retreat")? {
                read.retreat.push((name, destination(&node, rulebook)?));
            }
            read.nebula = fields.flag("nebula")?.unwrap_or_default();
            read.enforce_capacity =
                fields.optional("capacity").as_ref().map(capacity).transpose()?.is_some();
            for (name, node) in fields.by_name("fleet_pool")? {
                read.fleet_pool.push((name, node.up_to(0, MAX_POOL, "fleet pool")? as u16));
            }
        } else if let Some(planets) = fields.optional("planets") {
            read.planets = planets.members()?.iter().map(planet).collect::<Result<_, _>>()?;
            if read.planets.is_empty() {
                return Err(Diagnostic::at(&planets.place(), "the list of planets is empty"));
            }
        }
        fields.finish_in(rulebook)?;
        Ok(read)
    }
}

/// Reads the capacity setting, whose only value is `enforce`.
fn capacity(node: &JsonNode) -> Result<(), Diagnostic> {
    match node.string()?.trim().to_lowercase().as_str() {
        "enforce" => Ok(()),
        _ => Err(Diagnostic::unknown(&node.place(), "capacity setting", &["enforce"])),
    }
}

/// Reads a planet to invade: the units that land there and those that defend it.
fn planet(node: &JsonNode) -> Result<PlanetText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let own_name = fields.required("name")?;
    let [attacker, defender] = [fields.required("attacker")?, fields.required("defender")?];
    fields.finish()?;
    Ok(PlanetText {
        name: Spanned { value: name(&own_name)?, place: own_name.place() },
        fleets: [fleet(&attacker)?, fleet(&defender)?],
        places: [attacker.place(), defender.place()],
    })
}

/// Reads a retreat destination: `true` or `false`, or conditions.
fn destination(node: &JsonNode, rulebook: Rulebook) -> Result<Destination, Diagnostic> {
    if !node.is_object() {
        return Ok(Destination { outright: Some(node.boolean()?), ..Destination::default() });
    }
    let mut fields = Fields::of(node, "condition")?;
    let to = fields.optional("to").as_ref().map(word).transpose()?;
    let destination = Destination {
        outright: None,
        to,
        gravity_rift: fields.flag("gravity_rift")?,
        own_units: fields.flag("own_units")?,
        enemy_ships: fields.flag("enemy_ships")?,
    };
    fields.finish_in(rulebook)?;
    Ok(destination)
}
