//! The catalogue of Eclipse: parts, species, non-player ships, technologies and reputation bags.

use std::sync::Arc;

use super::blueprint::{Loadout, PrintedBlueprint};
use super::figures::dice;
use crate::games::Rulebook;
use crate::games::common::catalogue::{CatalogueFile, put, read_files};
use crate::games::eclipse::rules::limits::{FIGURE, HULL};
use crate::games::eclipse::rules::{Bag, Figures};
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::fields::{Fields, Provenance, same};
use crate::scenario::json::JsonNode;
use crate::scenario::settings::find;
use crate::scenario::spanned::Spanned;

/// A ship part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipPart {
    /// Name, with hyphens.
    pub name: String,
    /// `cannon`, `missile`, `computer`, `shield`, `hull`, `drive` or `source`.
    pub kind: String,
    /// Figures that it adds to a ship.
    pub figures: Figures,
    /// Energy produced; negative if it uses energy.
    pub energy: i32,
    /// Number of slots that it takes.
    pub slots: u32,
    /// How a player gets it: `start`, `tech`, `rare tech` or `discovery`.
    pub origin: String,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A class of player ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Name.
    pub name: String,
    /// Rank by size, by which non-player ships choose their targets.
    pub rank: u8,
    /// Number of reputation tiles drawn for destroying one.
    pub tiles: u8,
    /// Number of ships that a player owns, if limited.
    pub owned: Option<u64>,
    /// Whether it can move, and therefore needs a drive.
    pub mobile: bool,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A species and its blueprints by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Species {
    /// Name.
    pub name: String,
    /// Blueprints by class.
    pub ships: Vec<(String, PrintedBlueprint)>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A non-player ship: an Ancient, a Guardian or the Galactic Center Defense System.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonPlayerShip {
    /// Name.
    pub name: String,
    /// Rank by size, by which non-player ships choose their targets.
    pub rank: u8,
    /// Number of reputation tiles drawn for destroying one.
    pub tiles: u8,
    /// Value in materials (a house rule).
    pub cost: u32,
    /// Figures of the ship.
    pub figures: Figures,
    /// Names of its technologies.
    pub technologies: Vec<String>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A technology with an effect in combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technology {
    /// Name.
    pub name: String,
    /// Description of its effect.
    pub effect: String,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// Catalogue of one edition.
#[derive(Clone, Debug, Default)]
pub struct EclipseCatalogue {
    /// Edition.
    pub rulebook: Rulebook,
    /// Classes of player ships.
    pub classes: Vec<Class>,
    /// Parts.
    pub parts: Vec<ShipPart>,
    /// Species.
    pub species: Vec<Species>,
    /// Non-player ships.
    pub non_players: Vec<NonPlayerShip>,
    /// Technologies.
    pub technologies: Vec<Technology>,
    /// Reputation bags by name; the first is the default.
    pub bags: Vec<(String, Bag, Provenance)>,
    /// Sources: keys and descriptions.
    pub sources: Vec<(String, String)>,
}

/// Returns names and contents of the shipped files of an edition.
fn shipped(rulebook: Rulebook) -> [(&'static str, &'static str); 4] {
    macro_rules! files {
        ($folder:literal) => {
            [
                (
                    concat!($folder, "/parts.json"),
                    include_str!(concat!("../../../../fleets/", $folder, "/parts.json")),
                ),
                (
                    concat!($folder, "/species.json"),
                    include_str!(concat!("../../../../fleets/", $folder, "/species.json")),
                ),
                (
                    concat!($folder, "/non-player.json"),
                    include_str!(concat!("../../../../fleets/", $folder, "/non-player.json")),
                ),
                (
                    concat!($folder, "/reputation.json"),
                    include_str!(concat!("../../../../fleets/", $folder, "/reputation.json")),
                ),
            ]
        };
    }
    match rulebook {
        Rulebook::Eclipse2e => files!("eclipse-2e"),
        _ => files!("eclipse"),
    }
}

impl EclipseCatalogue {
    /// Loads the shipped catalogue of an edition and adds these files. Their entries replace
    /// shipped entries of the same name. Files of other rulebooks are skipped.
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(rulebook: Rulebook, added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let mut catalogue = Self { rulebook, ..Self::default() };
        let read = |file: &mut CatalogueFile| catalogue.read(file);
        catalogue.sources = read_files(rulebook, &shipped(rulebook), added, read)?;
        Ok(catalogue)
    }

    /// Returns the class with this name.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|c| same(&c.name, name))
    }

    /// Returns the part with this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&ShipPart> {
        self.parts.iter().find(|p| same(&p.name, name))
    }

    /// Returns the species with this name.
    #[must_use]
    pub fn species(&self, name: &str) -> Option<&Species> {
        self.species.iter().find(|s| same(&s.name, name))
    }

    /// Returns the non-player ship with this name.
    #[must_use]
    pub fn non_player(&self, name: &str) -> Option<&NonPlayerShip> {
        self.non_players.iter().find(|n| same(&n.name, name))
    }

    /// Returns the technology with this name.
    #[must_use]
    pub fn technology(&self, name: &str) -> Option<&Technology> {
        self.technologies.iter().find(|t| same(&t.name, name))
    }

    /// Returns the default reputation bag.
    #[must_use]
    pub fn bag(&self) -> Bag {
        self.bags.first().map_or_else(|| Bag([].into()), |(_, bag, _)| bag.clone())
    }

    /// Returns a blueprint with its printed parts.
    #[must_use]
    pub fn printed_loadout<'a>(&'a self, printed: &'a PrintedBlueprint) -> Loadout<'a> {
        let parts = printed.parts.iter().filter_map(|name| self.part(name)).collect();
        Loadout { printed, parts }
    }

    fn read(&mut self, file: &mut CatalogueFile) -> Result<(), Diagnostic> {
        file.fill("classes", &mut self.classes, class, |c| &c.name)?;
        file.fill("parts", &mut self.parts, part, |p| &p.name)?;
        file.fill("technologies", &mut self.technologies, technology, |t| &t.name)?;
        file.fill("non_player", &mut self.non_players, non_player, |n| &n.name)?;
        file.fill("bags", &mut self.bags, bag, |b| &b.0)?;
        for mut entry in file.entries("species")? {
            let species = self.species_entry(&mut entry)?;
            put(&mut self.species, species, |s| &s.name);
        }
        Ok(())
    }

    /// Reads a species. `like` copies the blueprints of another species, `without` drops some of
    /// them, and `ships` adds or replaces blueprints.
    fn species_entry(&self, entry: &mut Fields) -> Result<Species, Diagnostic> {
        let mut ships = Vec::new();
        if let Some(like) = entry.spanned("like", JsonNode::string)? {
            ships.clone_from(&find(&self.species, |s| &s.name, &like, "species")?.ships);
        }
        for class in entry.list("without", JsonNode::string)? {
            ships.retain(|(name, _)| !same(name, &class));
        }
        for ship in entry.list("ships", |ship| self.printed(&mut Fields::of(ship, "field")?))? {
            put(&mut ships, ship, |(class, _)| class);
        }
        let species = Species { name: entry.name()?, ships, provenance: entry.provenance()? };
        entry.finish()?;
        Ok(species)
    }

    /// Reads the blueprint of one class. `start` states the sum of its printed figures and parts,
    /// as a check on the data.
    fn printed(&self, entry: &mut Fields) -> Result<(String, PrintedBlueprint), Diagnostic> {
        let class = entry.text("class")?;
        let mut printed = PrintedBlueprint {
            slots: entry.amount("slots", 0)?,
            cost: entry.amount("cost", 0)?,
            ..PrintedBlueprint::default()
        };
        if let Some(given) = entry.optional("printed") {
            let mut given = Fields::of(&given, "field")?;
            printed.energy = given.number("energy", 0, -99..=99)?;
            printed.figures = figures(&mut given)?;
            given.finish()?;
        }
        printed.parts = entry.required("parts")?.each(|part| {
            let name = Spanned::new(part.string()?, part.place());
            find(&self.parts, |part| &part.name, &name, "part")?;
            Ok(name.value)
        })?;
        if let Some(start) = entry.optional("start") {
            let sums = described(&self.printed_loadout(&printed));
            let written = start.string()?;
            if !sums.starts_with(written.as_str()) {
                let message = format!("`{class}` adds up to `{sums}`, not to `{written}`");
                return Err(Diagnostic::at(&start.place(), message));
            }
        }
        printed.provenance = entry.provenance()?;
        entry.finish()?;
        Ok((class, printed))
    }
}

/// Summarises a loadout as dice, computer, shield, hull, initiative and energy left:
/// `1y C0 S0 H0 I3 E1`.
#[must_use]
pub(crate) fn described(loadout: &Loadout<'_>) -> String {
    let f = loadout.figures();
    let (c, s, h, i) = (f.computer, f.shield, f.hull, f.initiative);
    format!("{} C{c} S{s} H{h} I{i} E{}", f.cannons, loadout.energy_left())
}

fn class(entry: &mut Fields) -> Result<Class, Diagnostic> {
    Ok(Class {
        name: entry.name()?,
        rank: entry.small("rank", 1, 1..=99)?,
        tiles: entry.small("tiles", 1, 0..=9)?,
        owned: entry.read("owned", JsonNode::whole_number)?,
        mobile: entry.flag("mobile")?.unwrap_or(true),
        provenance: entry.provenance()?,
    })
}

fn part(entry: &mut Fields) -> Result<ShipPart, Diagnostic> {
    entry.ignore(&["move", "science"]);
    Ok(ShipPart {
        name: entry.name()?,
        kind: entry.text("kind")?,
        figures: figures(entry)?,
        energy: entry.number("energy", 0, -99..=99)?,
        slots: entry.amount("slots", 1)?,
        origin: entry.string("origin")?.unwrap_or_else(|| "tech".into()),
        provenance: entry.provenance()?,
    })
}

fn technology(entry: &mut Fields) -> Result<Technology, Diagnostic> {
    entry.ignore(&["science"]);
    Ok(Technology {
        name: entry.name()?,
        effect: entry.text("effect")?,
        provenance: entry.provenance()?,
    })
}

fn non_player(entry: &mut Fields) -> Result<NonPlayerShip, Diagnostic> {
    Ok(NonPlayerShip {
        name: entry.name()?,
        rank: entry.small("rank", 1, 1..=99)?,
        tiles: entry.small("tiles", 1, 0..=9)?,
        cost: entry.amount("cost", 0)?,
        figures: figures(entry)?,
        technologies: entry.list("technologies", JsonNode::string)?,
        provenance: entry.provenance()?,
    })
}

fn bag(entry: &mut Fields) -> Result<(String, Bag, Provenance), Diagnostic> {
    let mut tiles = std::collections::BTreeMap::new();
    for tile in entry.required("tiles")?.fields()? {
        let value = Spanned::new(tile.name, tile.place).number(1..=255)? as u8;
        let count = tile.value.number(0..=9999)? as u32;
        tiles.insert(value, count);
    }
    Ok((entry.name()?, Bag(tiles), entry.provenance()?))
}

fn signed(entry: &mut Fields, name: &'static str) -> Result<i16, Diagnostic> {
    Ok(entry.number(name, 0, -i32::from(FIGURE)..=i32::from(FIGURE))? as i16)
}

fn figures(entry: &mut Fields) -> Result<Figures, Diagnostic> {
    let dice = |node: &JsonNode| dice(&Spanned::new(node.string()?, node.place()));
    Ok(Figures {
        cannons: entry.read("cannons", dice)?.unwrap_or_default(),
        missiles: entry.read("missiles", dice)?.unwrap_or_default(),
        computer: signed(entry, "computer")?,
        shield: signed(entry, "shield")?,
        hull: entry.small("hull", 0, 0..=i32::from(HULL))?,
        initiative: signed(entry, "initiative")?,
        regenerate: entry.small("regenerate", 0, 0..=i32::from(HULL))?,
    })
}
