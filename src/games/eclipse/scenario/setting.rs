//! Reads the situation of a battle or sector.

use crate::games::Rulebook;
use crate::games::common::play::{MAX_ROUNDS, RoundTexts, word};
use crate::games::eclipse::rules::Bag;
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::notation::Spanned;

/// Maximum number of population cubes.
const MAX_CUBES: u64 = 60;
/// Maximum number of tiles of one value in the bag, and the highest value.
const MAX_TILES: u64 = 1000;
const MAX_TILE: u64 = 9;

/// Situation of a battle or sector.
#[derive(Clone, Debug, Default)]
pub(super) struct EclipseSetting {
    pub(super) rounds: RoundTexts,
    /// Whether a side can retreat, by name.
    pub(super) retreat: Vec<(Spanned<String>, bool)>,
    /// Point from which the battle continues.
    pub(super) start: Option<StartText>,
    /// Population that the winner may attack after the battles.
    pub(super) population: Option<PopulationText>,
    /// Reputation tiles currently in the bag.
    pub(super) bag: Option<Bag>,
    /// Lowest reputation tile by name of the side.
    pub(super) lowest_tile: Vec<(Spanned<String>, u8)>,
}

/// Point from which a battle continues.
#[derive(Clone, Debug)]
pub(super) struct StartText {
    /// Next round, from 1.
    pub(super) round: u32,
    /// Whether missiles have already been fired, if given.
    pub(super) missiles_spent: Option<bool>,
    pub(super) place: Place,
}

/// Population of a sector.
#[derive(Clone, Debug)]
pub(super) struct PopulationText {
    /// Name of the side that owns it.
    pub(super) owner: Spanned<String>,
    /// Number of population cubes.
    pub(super) cubes: u8,
    /// Whether the owner plays the Planta, who lose all their cubes.
    pub(super) planta: bool,
}

impl EclipseSetting {
    /// Reads the situation.
    pub(super) fn read(setting: &Fields, rulebook: Rulebook) -> Result<Self, Diagnostic> {
        let mut fields = setting.clone();
        let rounds = RoundTexts::read(&mut fields)?;
        let mut retreat = Vec::new();
        for (name, node) in fields.by_name("retreat")? {
            retreat.push((name, is_open(&node, rulebook)?));
        }
        let start = fields.read("start", start)?;
        let population = fields.read("population", population)?;
        let bag = fields.read("bag", bag)?;
        let mut lowest_tile = Vec::new();
        for (name, node) in fields.by_name("lowest_tile")? {
            lowest_tile.push((name, node.up_to(0, MAX_TILE, "tile value")? as u8));
        }
        fields.finish_in(rulebook)?;
        Ok(Self { rounds, retreat, start, population, bag, lowest_tile })
    }
}

/// Reads whether a side can retreat: directly, or by the conditions of the rule. These are an
/// adjacent sector through a full wormhole, with a disc of the side and without enemy ships.
/// Conditions not given count as met.
fn is_open(node: &JsonNode, rulebook: Rulebook) -> Result<bool, Diagnostic> {
    if !node.is_object() {
        return node.boolean();
    }
    let mut fields = Fields::of(node, "condition")?;
    let [wormhole, disc] = [fields.flag("wormhole")?, fields.flag("disc")?];
    let enemy_ships = fields.flag("enemy_ships")?;
    fields.finish_in(rulebook)?;
    Ok(wormhole.unwrap_or(true) && disc.unwrap_or(true) && !enemy_ships.unwrap_or(false))
}

/// Reads the point from which the battle continues.
fn start(node: &JsonNode) -> Result<StartText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let round = fields.read("round", |node| node.up_to(1, MAX_ROUNDS, "round"))?.unwrap_or(1);
    let missiles_spent = fields.flag("missiles_spent")?;
    fields.finish()?;
    Ok(StartText { round: round as u32, missiles_spent, place: node.place() })
}

/// Reads the population that the winner may attack after the battles.
fn population(node: &JsonNode) -> Result<PopulationText, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let owner = word(&fields.required("owner")?)?;
    let cubes = fields.required("cubes")?.up_to(0, MAX_CUBES, "number of cubes")? as u8;
    let planta = fields.flag("planta")?.unwrap_or_default();
    fields.finish()?;
    Ok(PopulationText { owner, cubes, planta })
}

/// Reads the tiles in the bag, number by value: `{"1": 12, "2": 9}`.
fn bag(node: &JsonNode) -> Result<Bag, Diagnostic> {
    let mut bag = Bag([].into());
    for tile in node.fields()? {
        let value = tile.name.parse().ok().filter(|v| (1..=MAX_TILE).contains(v));
        let Some(value) = value else {
            let name = shorten(&tile.name);
            return Err(Diagnostic::at(
                &tile.place,
                format!("`{name}` is not the value of a tile"),
            )
            .label(format!("must be from 1 to {MAX_TILE}")));
        };
        bag.0.insert(value as u8, tile.value.up_to(0, MAX_TILES, "number of tiles")? as u32);
    }
    Ok(bag)
}
