//! Reads the fields of a document that are specific to Twilight Imperium.

use super::catalogue::EffectField;
use crate::games::Rulebook;
use crate::games::common::check::by_side;
use crate::games::common::play::RoundTexts;
use crate::games::ti4::rules::limits;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::{fleet, given_fleet, name};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{SideText, Sides};
use crate::scenario::notation::{FleetText, OptionText, Spanned};

/// Maximum number of tokens in a fleet pool.
const MAX_POOL: u64 = 100;

/// An ability, technology or card as written.
#[derive(Clone, Debug)]
pub(super) struct EffectText {
    pub(super) name: Spanned<String>,
    /// Number of cards or uses.
    pub(super) count: Option<Spanned<u64>>,
    /// First round in which it is used.
    pub(super) round: Option<Spanned<u64>>,
    /// Class of own units that it concerns.
    pub(super) unit: Option<Spanned<String>>,
    /// Units that it places, with their number.
    pub(super) units: Vec<(Spanned<String>, u64)>,
    /// Whether enemy dice are rolled again.
    pub(super) enemy_dice: Option<Spanned<bool>>,
    /// Whether the own planet is bombarded.
    pub(super) bombard: Option<Spanned<bool>>,
    /// What is gained from the enemy.
    pub(super) gains: Option<Spanned<String>>,
    /// Texts of other flagships.
    pub(super) texts: Vec<Spanned<String>>,
}

impl EffectText {
    /// Creates an ability of which only the name is given.
    pub(super) fn of(name: Spanned<String>) -> Self {
        Self {
            name,
            count: None,
            round: None,
            unit: None,
            units: Vec::new(),
            enemy_dice: None,
            bombard: None,
            gains: None,
            texts: Vec::new(),
        }
    }

    /// Returns the fields that are given, with their places.
    pub(super) fn given(&self) -> impl Iterator<Item = (EffectField, &Place)> {
        let all = [
            (EffectField::Round, self.round.as_ref().map(|round| &round.place)),
            (EffectField::Unit, self.unit.as_ref().map(|unit| &unit.place)),
            (EffectField::Units, self.units.first().map(|(unit, _)| &unit.place)),
            (EffectField::EnemyDice, self.enemy_dice.as_ref().map(|dice| &dice.place)),
            (EffectField::Bombard, self.bombard.as_ref().map(|bombard| &bombard.place)),
            (EffectField::Gains, self.gains.as_ref().map(|gains| &gains.place)),
            (EffectField::Texts, self.texts.first().map(|text| &text.place)),
        ];
        all.into_iter().filter_map(|(field, place)| Some((field, place?)))
    }
}

/// A player of a side: the only one, or a member of an alliance.
#[derive(Clone, Debug, Default)]
pub(super) struct MemberText {
    pub(super) faction: Option<Spanned<String>>,
    pub(super) technologies: Vec<Spanned<String>>,
    /// Abilities in addition to those typed with the fleet.
    pub(super) effects: Vec<EffectText>,
    /// Options typed with the fleet of a member.
    pub(super) options: Vec<OptionText>,
}

impl MemberText {
    /// Reads the fields of a player.
    fn read(fields: &mut Fields) -> Result<Self, Diagnostic> {
        Ok(Self {
            faction: fields.word("faction")?,
            technologies: fields.words("technologies")?,
            effects: fields.list("effects", effect)?,
            options: Vec::new(),
        })
    }

    /// Reads a member of an alliance.
    fn of_alliance(node: &JsonNode) -> Result<Self, Diagnostic> {
        let mut fields = Fields::of(node, "field of a member")?;
        let fleet = given_fleet(&mut fields)?;
        let member = Self::read(&mut fields)?;
        fields.finish()?;
        Ok(Self { options: fleet.map_or(Vec::new(), |fleet| fleet.options), ..member })
    }

    /// Whether nothing is given.
    fn is_empty(&self) -> bool {
        self.faction.is_none() && self.technologies.is_empty() && self.effects.is_empty()
    }
}

/// Reads the players of a side, at least one.
pub(super) fn players(text: &SideText, rulebook: Rulebook) -> Result<Vec<MemberText>, Diagnostic> {
    let mut fields = text.fields.clone();
    let own = MemberText::read(&mut fields)?;
    let players = fields.read("members", |list| members(list, &own))?;
    fields.finish_in(rulebook)?;
    Ok(players.unwrap_or_else(|| vec![own]))
}

/// Reads the members of an alliance. `own` are the fields of the side itself.
fn members(list: &JsonNode, own: &MemberText) -> Result<Vec<MemberText>, Diagnostic> {
    let n = list.members()?.len();
    if !(1..=limits::MEMBERS).contains(&n) {
        let message = format!("a side cannot have {n} members");
        return Err(Diagnostic::at(&list.place(), message)
            .label(format!("must be 1 or {}", limits::MEMBERS)));
    }
    if !own.is_empty() {
        let message = "a side with `members` has no faction, technologies or effects of its own";
        return Err(Diagnostic::at(&list.place(), message).label("each belongs to a member"));
    }
    list.each(MemberText::of_alliance)
}

/// Reads an ability, technology or card: its name, or an object.
fn effect(node: &JsonNode) -> Result<EffectText, Diagnostic> {
    if !node.is_object() {
        return Ok(EffectText::of(node.word()?));
    }
    let mut fields = Fields::of(node, "field of an effect")?;
    let name = fields.required("name")?.word()?;
    let round = fields.spanned("round", JsonNode::whole_number)?;
    let count = fields.spanned("count", JsonNode::whole_number)?;
    let enemy_dice = fields.spanned("enemy_dice", JsonNode::boolean)?;
    let bombard = fields.spanned("bombard", JsonNode::boolean)?;
    let mut units = Vec::new();
    for (unit, node) in fields.by_name("units")? {
        units.push((unit, node.up_to(1, limits::UNITS as u64, "number of units")?));
    }
    let effect = EffectText {
        name,
        count,
        round,
        unit: fields.word("unit")?,
        units,
        enemy_dice,
        bombard,
        gains: fields.word("gains")?,
        texts: fields.words("texts")?,
    };
    fields.finish()?;
    Ok(effect)
}

/// Situation of a combat.
#[derive(Clone, Debug, Default)]
pub(super) struct Ti4Setting {
    pub(super) rounds: RoundTexts,
    /// Retreat destinations by index of the side.
    pub(super) retreat: Vec<(usize, Destination)>,
    /// Whether the defender is in a nebula.
    pub(super) nebula: bool,
    /// Whether capacity is also checked before the combat.
    pub(super) enforce_capacity: bool,
    /// Number of ships that the fleet pool allows, by index of the side.
    pub(super) fleet_pool: Vec<(usize, u16)>,
    /// Planets to invade, in order.
    pub(super) planets: Vec<PlanetText>,
    /// Laws, which hold for both sides.
    pub(super) laws: Vec<Spanned<String>>,
    /// Whether the system is an Entropic Scar.
    pub(super) entropic_scar: bool,
    /// Whether the only planet is cultural.
    pub(super) is_cultural: bool,
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
    /// Whether Conventions of War protects the planet.
    pub(super) is_cultural: bool,
}

impl Ti4Setting {
    /// Reads the situation of a space combat or an invasion.
    pub(super) fn read(
        setting: &Fields,
        rulebook: Rulebook,
        sides: &Sides,
    ) -> Result<Self, Diagnostic> {
        let mut fields = setting.clone();
        let mut read = Self {
            rounds: RoundTexts::read(&mut fields)?,
            laws: fields.words("laws")?,
            entropic_scar: fields.flag("entropic_scar")?.unwrap_or_default(),
            is_cultural: true,
            ..Self::default()
        };
        if rulebook == Rulebook::Ti4Space {
            read.retreat =
                by_side(sides, &mut fields, "retreat", |node| destination(node, rulebook))?;
            read.nebula = fields.flag("nebula")?.unwrap_or_default();
            read.enforce_capacity = fields.read("capacity", capacity)?.is_some();
            let pool = |node: &JsonNode| Ok(node.up_to(0, MAX_POOL, "fleet pool")? as u16);
            read.fleet_pool = by_side(sides, &mut fields, "fleet_pool", pool)?;
        } else {
            read.is_cultural = fields.flag("cultural")?.unwrap_or(true);
            if let Some(planets) = fields.optional("planets") {
                read.planets = planets.each(planet)?;
                if read.planets.is_empty() {
                    return Err(Diagnostic::at(&planets.place(), "the list of planets is empty"));
                }
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
        _ => Err(Diagnostic::unknown(&node.place(), "capacity setting", ["enforce"])),
    }
}

/// Reads a planet to invade: the units that land there and those that defend it.
fn planet(node: &JsonNode) -> Result<PlanetText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let own_name = fields.required("name")?;
    let [attacker, defender] = [fields.required("attacker")?, fields.required("defender")?];
    let is_cultural = fields.flag("cultural")?.unwrap_or(true);
    fields.finish()?;
    Ok(PlanetText {
        is_cultural,
        name: Spanned::new(name(&own_name)?, own_name.place()),
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
    let destination = Destination {
        outright: None,
        to: fields.word("to")?,
        gravity_rift: fields.flag("gravity_rift")?,
        own_units: fields.flag("own_units")?,
        enemy_ships: fields.flag("enemy_ships")?,
    };
    fields.finish_in(rulebook)?;
    Ok(destination)
}
