//! The catalogue of Twilight Imperium: units, abilities, factions.
//!
//! ```text
//! unit      entries of units
//! ability   entries of abilities, technologies, leaders, cards, relics and laws
//! rolls     changes that texts make on rolls
//! ```

mod ability;
mod rolls;
mod unit;

use std::sync::Arc;

use super::names::FACTIONS;
use super::names::{key, same_class};
use crate::games::Rulebook;
use crate::games::common::catalogue::{CatalogueFile, read_files};
use crate::games::ti4::rules::UnitKind;
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::fields::{Fields, Provenance};
use crate::scenario::json::JsonNode;
use crate::scenario::notation::Spanned;

pub use ability::{EffectEntry, EffectField, Placed};
pub(super) use rolls::{RollEntry, RollsOf};
pub(crate) use unit::dice;
pub use unit::{PrintedUnit, RefusedText};
pub(super) use unit::{add_texts, half_cost, roll};

/// Catalogue of the game.
#[derive(Clone, Debug, Default)]
pub struct Ti4Catalogue {
    /// Units.
    pub units: Vec<PrintedUnit>,
    /// Number of plastic units that a player owns, by kind, where limited.
    pub owned: Vec<(UnitKind, u64)>,
    /// Abilities, technologies, leaders, notes, cards, relics and laws. The texts of units that
    /// hold with the unit are entries, too, after all others.
    pub effects: Vec<EffectEntry>,
    /// Factions.
    pub factions: Vec<Faction>,
    /// Sources: keys and descriptions.
    pub sources: Vec<(String, String)>,
    /// Whether unknown texts of units and unknown effects are ignored.
    ignores_texts: bool,
}

/// A faction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Name.
    pub name: String,
    /// Alternative name; may be empty.
    pub also: String,
    /// Name for people; may be empty.
    pub title: String,
    /// Bonus on all its combat rolls.
    pub bonus: i8,
    /// Abilities that hold by themselves.
    pub abilities: Vec<String>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// Names that entries mention, whose own entries may follow, or be in another file.
#[derive(Default)]
struct Named {
    /// Units whose texts are entries.
    units: Vec<Spanned<String>>,
    /// Factions of units and abilities.
    factions: Vec<Spanned<String>>,
}

/// Names and contents of the shipped files.
const SHIPPED: [(&str, &str); 4] = [
    ("ti4/units.json", include_str!("../../../../../fleets/ti4/units.json")),
    ("ti4/effects.json", include_str!("../../../../../fleets/ti4/effects.json")),
    ("ti4/abilities.json", include_str!("../../../../../fleets/ti4/abilities.json")),
    ("ti4/factions.json", include_str!("../../../../../fleets/ti4/factions.json")),
];

/// Names and contents of the shipped files of Discordant Stars, which are read only on request.
const DISCORDANT_STARS: [(&str, &str); 3] = [
    (
        "ti4-discordant-stars/units.json",
        include_str!("../../../../../fleets/ti4-discordant-stars/units.json"),
    ),
    (
        "ti4-discordant-stars/effects.json",
        include_str!("../../../../../fleets/ti4-discordant-stars/effects.json"),
    ),
    (
        "ti4-discordant-stars/factions.json",
        include_str!("../../../../../fleets/ti4-discordant-stars/factions.json"),
    ),
];

/// Returns the shipped files of Discordant Stars, which [`load`](crate::games::load) can add.
#[must_use]
pub fn discordant_stars() -> Vec<Arc<Source>> {
    DISCORDANT_STARS.iter().map(|(name, text)| Source::new(*name, *text)).collect()
}

/// Kinds of leaders. A faction has one of each, some more heroes.
const LEADERS: [&str; 3] = ["agent", "commander", "hero"];

impl Ti4Catalogue {
    /// Loads the shipped catalogue and adds these files, see [`load`](crate::games::load). With
    /// `ignores_texts`, unknown texts of units and unknown effects in them are ignored.
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(
        rulebook: Rulebook,
        added: &[Arc<Source>],
        ignores_texts: bool,
    ) -> Result<Self, Diagnostic> {
        let owned = |kind: UnitKind| Some((kind, kind.plastic()?.into()));
        let owned = UnitKind::ALL.into_iter().filter_map(owned).collect();
        let mut catalogue = Self { ignores_texts, owned, ..Self::default() };
        let mut named = Named::default();
        let read = |file: &mut CatalogueFile| catalogue.read(file, &mut named);
        catalogue.sources = read_files(rulebook, &SHIPPED, added, read)?;
        if let Some(unit) = named.units.iter().find(|unit| catalogue.unit(&unit.value).is_none()) {
            let known = catalogue.units.iter().map(|unit| &unit.name);
            let listed = "`fleetodds fleets list --rules ti4-space` shows all units";
            return Err(Diagnostic::unknown_of_many(&unit.place, "unit", known, listed));
        }
        let is_unknown = |name: &&Spanned<String>| catalogue.faction(&name.value).is_none();
        if let Some(faction) = named.factions.iter().find(is_unknown) {
            let known = catalogue.factions.iter().map(|faction| &faction.name);
            return Err(Diagnostic::unknown(&faction.place, "faction", known));
        }
        catalogue.add_titles();
        catalogue.add_leaders();
        Ok(catalogue)
    }

    /// Whether texts of units that are not simulated are ignored.
    pub(in super::super) fn ignores_texts(&self) -> bool {
        self.ignores_texts
    }

    /// Returns the unit with this name.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<&PrintedUnit> {
        self.units.iter().find(|unit| same_class(&unit.name, name))
    }

    /// Returns the version of a unit that is specific to a faction, if any.
    #[must_use]
    pub fn own_unit(&self, faction: &Faction, name: &str) -> Option<&PrintedUnit> {
        let owners = faction.also.split(' ').chain([faction.name.as_str()]);
        let named = owners.filter(|owner| !owner.is_empty());
        named.map(|owner| format!("{owner}-{name}")).find_map(|name| self.unit(&name))
    }

    /// Returns what the faction of a unit calls it: `carrier-ii` for `sol-carrier-ii`.
    pub(super) fn own_class<'a>(&self, unit: &'a PrintedUnit) -> Option<&'a str> {
        let faction = self.faction(&unit.faction)?;
        let names = [faction.name.as_str()].into_iter().chain(faction.also.split(' '));
        names
            .filter(|name| !name.is_empty())
            .find_map(|name| unit.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')))
    }

    /// Returns the ability, technology or card with this name.
    #[must_use]
    pub fn effect(&self, name: &str) -> Option<&EffectEntry> {
        let key = key(name);
        self.effects.iter().find(|effect| effect.has_key(&key))
    }

    /// Returns the faction with this name.
    #[must_use]
    pub fn faction(&self, name: &str) -> Option<&Faction> {
        self.factions.iter().find(|faction| {
            same_class(&faction.name, name)
                || (!faction.also.is_empty() && same_class(&faction.also, name))
        })
    }

    /// Adds an entry for the title of each unit of a faction that has none: its owner may name it.
    fn add_titles(&mut self) {
        for unit in self.units.iter().filter(|unit| !unit.faction.is_empty()) {
            let title = key(&unit.title);
            if !title.is_empty() && self.effects.iter().all(|effect| !effect.has_key(&title)) {
                let kind = match unit.unit.kind {
                    kind @ (UnitKind::Flagship | UnitKind::Mech) => kind.name(),
                    _ => "unit text",
                };
                let mut entry = EffectEntry::of_unit(&unit.name, &unit.title, kind, &unit.faction);
                entry.provenance.clone_from(&unit.provenance);
                self.effects.push(entry);
            }
        }
    }

    /// Lets each leader go by its faction and kind as well, such as `Nomad agent`, where the
    /// faction has one leader of the kind.
    fn add_leaders(&mut self) {
        for n in 0..self.effects.len() {
            let EffectEntry { kind, faction, .. } = &self.effects[n];
            let is_alike = |other: &&EffectEntry| other.kind == *kind && other.faction == *faction;
            if faction.is_empty()
                || !LEADERS.contains(&kind.as_str())
                || self.effects.iter().filter(is_alike).count() > 1
            {
                continue;
            }
            let full = FACTIONS.iter().filter(|(name, _)| name == faction);
            let full = full.flat_map(|(_, others)| others.iter().copied());
            let names = full.chain([faction.as_str()]).map(|name| format!("{name} {kind}"));
            let is_new = |name: &String| self.effect(name).is_none();
            let names: Vec<String> = names.filter(is_new).collect();
            self.effects[n].add_names(names);
        }
    }

    /// Reads a file, and adds what its entries mention to `named`.
    fn read(&mut self, file: &mut CatalogueFile, named: &mut Named) -> Result<(), Diagnostic> {
        let ignores_texts = self.ignores_texts;
        file.sections.read("kinds", |list| self.read_kinds(list))?;
        let unit = |entry: &mut Fields| {
            let title = mentioned(entry, "title")?;
            named.factions.extend(mentioned(entry, "faction")?);
            let unit = PrintedUnit::read(entry, ignores_texts)?;
            // The title of a unit is also the name of its text, or of an ability of its faction.
            let is_its_own = |effect: &EffectEntry| {
                effect.unit.as_ref() == Some(&unit.name) || effect.faction == unit.faction
            };
            title.map_or(Ok(()), |title| check_title(&self.effects, &title, is_its_own))?;
            Ok(unit)
        };
        file.fill("units", &mut self.units, unit, |unit| &unit.name)?;
        let known = self.effects.len();
        let mut titles = Vec::new();
        let effect = |entry: &mut Fields| {
            titles.extend(mentioned(entry, "name")?.zip(mentioned(entry, "title")?));
            named.factions.extend(mentioned(entry, "faction")?);
            named.units.extend(mentioned(entry, "unit")?);
            EffectEntry::read(entry, ignores_texts)
        };
        file.fill("effects", &mut self.effects, effect, |effect| &effect.name)?;
        for (name, title) in &titles {
            check_title(&self.effects[..known], title, |effect| effect.name == name.value)?;
        }
        file.fill("factions", &mut self.factions, faction, |faction| &faction.name)
    }

    fn read_kinds(&mut self, list: &JsonNode) -> Result<(), Diagnostic> {
        for member in list.members()? {
            let mut entry = Fields::of(&member, "field")?;
            let kind = unit::kind(&entry.required("name")?)?;
            if let Some(owned) = entry.optional("owned") {
                let owned = owned.whole_number()?;
                self.owned.retain(|(known, _)| *known != kind);
                self.owned.push((kind, owned));
            }
            entry.finish()?;
        }
        Ok(())
    }
}

/// Returns a field of an entry, if it is there and not empty.
fn mentioned(entry: &Fields, field: &'static str) -> Result<Option<Spanned<String>>, Diagnostic> {
    let Some(node) = entry.peek(field) else { return Ok(None) };
    Ok(Some(Spanned::new(node.string()?, node.place())).filter(|text| !text.value.is_empty()))
}

/// Checks the title of a new entry: it must not be a name of an earlier one, which would answer for
/// the new one, unless `is_its_own`.
fn check_title(
    earlier: &[EffectEntry],
    title: &Spanned<String>,
    is_its_own: impl Fn(&EffectEntry) -> bool,
) -> Result<(), Diagnostic> {
    let key = key(&title.value);
    let mut others = earlier.iter().filter(|entry| entry.has_key(&key) && !is_its_own(entry));
    let Some(other) = others.next() else { return Ok(()) };
    let message = format!("`{}` is a name of `{}`", title.value, other.name);
    Err(Diagnostic::at(&title.place, message)
        .label("this names two entries")
        .help("give it another title, or the name of the entry that it replaces"))
}

fn faction(entry: &mut Fields) -> Result<Faction, Diagnostic> {
    Ok(Faction {
        name: entry.name()?,
        also: entry.string("also")?.unwrap_or_default(),
        title: entry.string("title")?.unwrap_or_default(),
        bonus: entry.number("bonus", 0, -9..=9)? as i8,
        abilities: entry.strings("abilities")?,
        provenance: entry.provenance()?,
    })
}
