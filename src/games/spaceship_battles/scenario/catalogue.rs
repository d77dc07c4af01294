//! The catalogue of Spaceship Battles: charts of the game, and ships.

use std::sync::Arc;

use crate::games::Rulebook;
use crate::games::common::catalogue::{CatalogueFile, put, read_files};
use crate::games::spaceship_battles::rules::{Charts, limits};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::fields::{Fields, Provenance, same};
use crate::scenario::json::{JsonField, JsonNode};
use crate::scenario::settings::{find, position};
use crate::scenario::spanned::Spanned;

/// Catalogue of the game.
#[derive(Clone, Debug, Default)]
pub struct ShipCatalogue {
    /// Sizes of ships, largest first.
    pub sizes: Vec<Size>,
    /// Points of power by damage level.
    pub power: [u8; 4],
    /// Speeds, slowest first.
    pub speeds: Vec<Row>,
    /// Thirds of the fastest speed, by factor of the engines.
    pub engines: [u8; 3],
    /// Force fields by type: values by factor.
    pub fields: Vec<Row>,
    /// Weapons: dice by factor.
    pub weapons: Vec<Row>,
    /// Special weapons and abilities with their prices in points.
    pub special: Vec<(String, u32)>,
    /// Descriptions of house rules, by topic.
    pub house_rules: Vec<(String, String)>,
    /// Ships.
    pub ships: Vec<ShipDesign>,
    /// Sources: keys and descriptions.
    pub sources: Vec<(String, String)>,
}

/// A size of ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Letter of the size.
    pub name: String,
    /// Hull points.
    pub hull: u8,
    /// Highest number of hull points at light, serious and critical damage.
    pub levels: [u8; 3],
    /// Deduction from attacks on the ship.
    pub deduction: u8,
    /// Price in points.
    pub points: u32,
}

/// A row of a chart: a name, numbers and a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name that users type.
    pub name: String,
    /// Phases in which a ship moves, or values or dice by factor.
    pub numbers: Vec<u8>,
    /// Price in points.
    pub points: u32,
}

/// Design of a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipDesign {
    /// Name, with hyphens.
    pub name: String,
    /// Letter of its size.
    pub size: String,
    /// Fastest speed.
    pub speed: String,
    /// Type of its force field.
    pub field: String,
    /// Weapon, named by its highest number of dice: `5d6`.
    pub weapon: String,
    /// Special weapons and abilities.
    pub special: Vec<String>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// Names and contents of the shipped files.
const SHIPPED: [(&str, &str); 2] = [
    (
        "spaceship-battles/charts.json",
        include_str!("../../../../fleets/spaceship-battles/charts.json"),
    ),
    (
        "spaceship-battles/ships.json",
        include_str!("../../../../fleets/spaceship-battles/ships.json"),
    ),
];

/// Highest value of a force field, and highest number of dice.
const MAX_VALUE: i32 = 60;
const MAX_DICE: i32 = 12;

impl ShipCatalogue {
    /// Loads the shipped catalogue and adds these files, see [`load`](crate::games::load).
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let mut catalogue = Self::default();
        let read = |file: &mut CatalogueFile| catalogue.read(file);
        catalogue.sources = read_files(Rulebook::SpaceshipBattles, &SHIPPED, added, read)?;
        Ok(catalogue)
    }

    /// Returns the ship with this name.
    #[must_use]
    pub fn ship(&self, name: &str) -> Option<&ShipDesign> {
        self.ships.iter().find(|ship| same(&ship.name, name))
    }

    /// Returns the charts for the rules.
    #[must_use]
    pub fn charts(&self) -> Charts {
        let mut moves = [0; limits::SPEEDS];
        for (moves, row) in moves.iter_mut().zip(&self.speeds) {
            *moves = row.numbers.iter().map(|phase| 1 << (phase - 1)).sum();
        }
        Charts { power: self.power, moves, engines: self.engines }
    }

    /// Returns the description of a house rule.
    #[must_use]
    pub fn house_rule(&self, name: &str) -> Option<&str> {
        self.house_rules.iter().find(|rule| rule.0 == name).map(|rule| rule.1.as_str())
    }

    /// Replaces a house rule by a row of a chart.
    pub(super) fn change(
        &mut self,
        chart: &Spanned<String>,
        JsonField { name, place, value }: JsonField,
    ) -> Result<(), Diagnostic> {
        const CHARTS: [&str; 4] = ["speeds", "engines", "fields", "weapons"];
        let row = Spanned::new(name, place);
        let values = |most| by_factor(&row.place, list(&value, 0..=most)?);
        let chart = *find(&CHARTS, |chart| chart, chart, "chart")?;
        let (rows, numbers) = match chart {
            "speeds" => (&mut self.speeds, phases(list(&value, 1..=12)?)),
            "fields" => (&mut self.fields, values(MAX_VALUE)?.into()),
            "weapons" => (&mut self.weapons, values(MAX_DICE)?.into()),
            _ => {
                find(&["thirds"], |row| row, &row, "row")?;
                self.engines = values(3)?;
                return self.say(chart, "speed by factor as given");
            }
        };
        let at = position(rows, |row| &row.name, &row, "row")?;
        rows[at].numbers = numbers;
        self.say(chart, &format!("{chart} as given"))
    }

    /// Sets the description of a chart in reports.
    fn say(&mut self, name: &str, words: &str) -> Result<(), Diagnostic> {
        put(&mut self.house_rules, (name.to_string(), words.to_string()), |rule| &rule.0);
        Ok(())
    }

    fn read(&mut self, file: &mut CatalogueFile) -> Result<(), Diagnostic> {
        file.fill("sizes", &mut self.sizes, size, |size| &size.name)?;
        if let Some(power) = file.sections.read("power", power)? {
            self.power = power;
        }
        let speeds = file.sections.peek("speeds");
        file.fill("speeds", &mut self.speeds, speed, |row| &row.name)?;
        if let Some(speeds) = speeds {
            self.check_speeds(&speeds.place())?;
        }
        let engines = |node: &JsonNode| by_factor(&node.place(), list(node, 0..=3)?);
        if let Some(engines) = file.sections.read("engines", engines)? {
            self.engines = engines;
        }
        let field = |entry: &mut Fields| by_factors(entry, "values", MAX_VALUE);
        file.fill("fields", &mut self.fields, field, |row| &row.name)?;
        let weapon = |entry: &mut Fields| by_factors(entry, "dice", MAX_DICE);
        file.fill("weapons", &mut self.weapons, weapon, |row| &row.name)?;
        for (name, points) in file.sections.by_name("special")? {
            let points = points.number(0..=1000)?;
            put(&mut self.special, (name.value, points as u32), |s| &s.0);
        }
        file.texts("house_rules", &mut self.house_rules)?;
        file.fill("ships", &mut self.ships, design, |ship| &ship.name)
    }

    /// Checks that the list of speeds is complete.
    fn check_speeds(&self, place: &Place) -> Result<(), Diagnostic> {
        let (n, all) = (self.speeds.len(), limits::SPEEDS);
        if n == all {
            return Ok(());
        }
        Err(Diagnostic::at(place, format!("found {n} speeds"))
            .label(format!("expected {all}: H, F, 1 to 10")))
    }
}

/// Reads the points of power by damage level.
fn power(node: &JsonNode) -> Result<[u8; 4], Diagnostic> {
    let values = list(node, 0..=9)?;
    values.try_into().map_err(|_| {
        Diagnostic::at(&node.place(), "expected four values, one for each damage level")
    })
}

/// Reads the phases in which ships of a speed move.
fn speed(entry: &mut Fields) -> Result<Row, Diagnostic> {
    let row = row(entry, "moves", 1..=12)?;
    Ok(Row { numbers: phases(row.numbers), ..row })
}

/// Reads a row with one value for each factor, from 0 to `most`, which the field `numbers` lists.
fn by_factors(entry: &mut Fields, numbers: &'static str, most: i32) -> Result<Row, Diagnostic> {
    let place = entry.peek(numbers).map(|node| node.place());
    let row = row(entry, numbers, 0..=most)?;
    let numbers = match place {
        Some(place) => by_factor(&place, row.numbers)?.into(),
        None => row.numbers,
    };
    Ok(Row { numbers, ..row })
}

/// Sorts phases and removes duplicates.
fn phases(mut phases: Vec<u8>) -> Vec<u8> {
    phases.sort_unstable();
    phases.dedup();
    phases
}

/// Checks that there is one value for each of the factors I, II and III.
fn by_factor(place: &Place, values: Vec<u8>) -> Result<[u8; 3], Diagnostic> {
    values.try_into().map_err(|values: Vec<u8>| {
        Diagnostic::at(place, format!("found {} values", values.len()))
            .label("expected one for each of the factors I, II and III")
    })
}

fn list(node: &JsonNode, allowed: std::ops::RangeInclusive<i32>) -> Result<Vec<u8>, Diagnostic> {
    node.each(|node| node.number(allowed.clone()).map(|number| number as u8))
}

fn row(
    entry: &mut Fields,
    numbers: &'static str,
    allowed: std::ops::RangeInclusive<i32>,
) -> Result<Row, Diagnostic> {
    let (name, node) = (entry.name()?, entry.required(numbers)?);
    let numbers = list(&node, allowed)?;
    Ok(Row { name, numbers, points: entry.amount("points", 0)? })
}

fn size(entry: &mut Fields) -> Result<Size, Diagnostic> {
    let name = entry.name()?;
    let levels = ["light", "serious", "critical"].map(|level| entry.small(level, 0, 0..=60));
    let [light, serious, critical] = levels;
    Ok(Size {
        name,
        hull: entry.small("hull", 1, 1..=60)?,
        levels: [light?, serious?, critical?],
        deduction: entry.small("deduction", 0, 0..=9)?,
        points: entry.amount("points", 0)?,
    })
}

fn design(entry: &mut Fields) -> Result<ShipDesign, Diagnostic> {
    Ok(ShipDesign {
        name: entry.name()?,
        size: entry.text("size")?,
        speed: entry.text("speed")?,
        field: entry.text("field")?,
        weapon: entry.text("weapon")?,
        special: entry.list("special", JsonNode::string)?,
        provenance: entry.provenance()?,
    })
}
