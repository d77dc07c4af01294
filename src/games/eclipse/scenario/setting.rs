//! Reads the situation of a battle or sector.

use crate::games::Rulebook;
use crate::games::common::check::{by_side, named};
use crate::games::common::play::{MAX_ROUNDS, RoundTexts};
use crate::games::eclipse::rules::{Bag, Population};
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::Sides;
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
    /// Whether a side can retreat, by its index.
    pub(super) retreat: Vec<(usize, bool)>,
    /// Point from which the battle continues.
    pub(super) start: Option<StartText>,
    /// Population that the winner may attack after the battles, with the place of its owner's name.
    pub(super) population: Option<Spanned<Population>>,
    /// Reputation tiles currently in the bag.
    pub(super) bag: Option<Bag>,
    /// Lowest reputation tile by index of the side.
    pub(super) lowest_tile: Vec<(usize, u8)>,
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

impl EclipseSetting {
    /// Reads the situation.
    pub(super) fn read(
        setting: &Fields,
        rulebook: Rulebook,
        sides: &Sides,
    ) -> Result<Self, Diagnostic> {
        let mut fields = setting.clone();
        let read = Self {
            rounds: RoundTexts::read(&mut fields)?,
            retreat: by_side(sides, &mut fields, "retreat", |node| is_open(node, rulebook))?,
            start: fields.read("start", start)?,
            population: fields.read("population", |node| population(node, sides))?,
            bag: fields.read("bag", bag)?,
            lowest_tile: by_side(sides, &mut fields, "lowest_tile", |node| {
                Ok(node.up_to(0, MAX_TILE, "tile value")? as u8)
            })?,
        };
        fields.finish_in(rulebook)?;
        Ok(read)
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
fn population(node: &JsonNode, sides: &Sides) -> Result<Spanned<Population>, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let name = fields.required("owner")?.word()?;
    let owner = named(sides, &name)?;
    let cubes = fields.required("cubes")?.up_to(0, MAX_CUBES, "number of cubes")? as u8;
    let planta = fields.flag("planta")?.unwrap_or_default();
    fields.finish()?;
    Ok(Spanned::new(Population { owner, cubes, planta }, name.place))
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
