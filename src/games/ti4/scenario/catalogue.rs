//! The catalogue of Twilight Imperium: units, technologies and cards, factions.

use std::sync::Arc;

use crate::games::Rulebook;
use crate::games::common::catalogue;
use crate::games::ti4::rules::{Roll, Text, Unit, UnitKind};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::fields::{Fields, Provenance, fill, of_file, put};
use crate::scenario::json::{JsonField, JsonNode};
use crate::scenario::names::normalise;

/// Catalogue of the game.
#[derive(Clone, Debug, Default)]
pub struct Ti4Catalogue {
    /// Units.
    pub units: Vec<PrintedUnit>,
    /// Number of plastic units that a player owns, by kind, where limited.
    pub owned: Vec<(UnitKind, u64)>,
    /// Technologies and cards.
    pub effects: Vec<EffectEntry>,
    /// Names of technologies and cards that are not supported yet.
    pub later: Vec<String>,
    /// Factions.
    pub factions: Vec<Faction>,
    /// Sources: keys and descriptions.
    pub sources: Vec<(String, String)>,
}

/// A unit as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedUnit {
    /// Name, with hyphens.
    pub name: String,
    /// Title on its sheet or card.
    pub title: String,
    /// Faction that the unit is specific to; empty for units of all factions.
    pub faction: String,
    /// Figures of the unit.
    pub unit: Unit,
    /// Name of the unit that it becomes in space, if different.
    pub in_space: Option<String>,
    /// Part of its ability text that is not simulated.
    pub not_modelled: Option<String>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A technology or card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectEntry {
    /// Name, with hyphens.
    pub name: String,
    /// Alternative name; may be empty.
    pub also: String,
    /// `technology`, `card` or `law`.
    pub kind: String,
    /// Combat in which it has an effect: `space` or `ground`; empty for both.
    pub place: String,
    /// Number of copies of the card.
    pub copies: u8,
    /// Description of its effect.
    pub effect: String,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// A faction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Name.
    pub name: String,
    /// Alternative name; may be empty.
    pub also: String,
    /// Bonus on all its combat rolls.
    pub bonus: i8,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// Names and contents of the shipped files.
const SHIPPED: [(&str, &str); 3] = [
    ("ti4/units.json", include_str!("../../../../fleets/ti4/units.json")),
    ("ti4/effects.json", include_str!("../../../../fleets/ti4/effects.json")),
    ("ti4/factions.json", include_str!("../../../../fleets/ti4/factions.json")),
];

/// Whether two names are equal apart from hyphens: `war-sun` and `warsun`.
fn same(a: &str, b: &str) -> bool {
    let squeezed = |name: &str| normalise(name).replace('-', "");
    squeezed(a) == squeezed(b)
}

impl Ti4Catalogue {
    /// Loads the shipped catalogue and adds these files, see [`load`](crate::games::load).
    pub fn new(rulebook: Rulebook, added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let mut catalogue = Self::default();
        for (name, text) in SHIPPED {
            catalogue.read(rulebook, &Source::new(name, text))?;
        }
        for source in added {
            catalogue.read(rulebook, source)?;
        }
        Ok(catalogue)
    }

    /// Returns the unit with this name.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<&PrintedUnit> {
        self.units.iter().find(|unit| same(&unit.name, name))
    }

    /// Returns the version of a unit that is specific to a faction, if any.
    #[must_use]
    pub fn own_unit(&self, faction: &Faction, name: &str) -> Option<&PrintedUnit> {
        let owners = faction.also.split(' ').chain([faction.name.as_str()]);
        let named = owners.filter(|owner| !owner.is_empty());
        named.map(|owner| format!("{owner}-{name}")).find_map(|name| self.unit(&name))
    }

    /// Returns the technology or card with this name.
    #[must_use]
    pub fn effect(&self, name: &str) -> Option<&EffectEntry> {
        self.effects.iter().find(|effect| {
            same(&effect.name, name) || (!effect.also.is_empty() && same(&effect.also, name))
        })
    }

    /// Whether this names a technology or card that is not supported yet.
    #[must_use]
    pub fn comes_later(&self, name: &str) -> bool {
        self.later.iter().any(|later| same(later, name))
    }

    /// Returns the faction with this name.
    #[must_use]
    pub fn faction(&self, name: &str) -> Option<&Faction> {
        self.factions.iter().find(|faction| {
            same(&faction.name, name) || (!faction.also.is_empty() && same(&faction.also, name))
        })
    }

    fn read(&mut self, rulebook: Rulebook, source: &Arc<Source>) -> Result<(), Diagnostic> {
        let fields = catalogue::fields(rulebook, source)?;
        let from = match fields.iter().find(|field| field.name == "source") {
            Some(field) => field.value.string()?,
            None => String::new(),
        };
        fields.iter().try_for_each(|field| self.read_section(field, &from))
    }

    fn read_section(&mut self, field: &JsonField, source: &str) -> Result<(), Diagnostic> {
        let value = &field.value;
        match field.name.as_str() {
            "rulebook" | "note" | "source" => {}
            "sources" => {
                for source in value.fields()? {
                    put(&mut self.sources, (source.name.clone(), source.value.string()?), |s| &s.0);
                }
            }
            "kinds" => self.read_kinds(value)?,
            "units" => fill(
                &mut self.units,
                value,
                |entry| {
                    unit(entry)
                        .map(|u| PrintedUnit { provenance: of_file(u.provenance, source), ..u })
                },
                |u| &u.name,
            )?,
            "effects" => fill(
                &mut self.effects,
                value,
                |entry| {
                    effect(entry)
                        .map(|e| EffectEntry { provenance: of_file(e.provenance, source), ..e })
                },
                |e| &e.name,
            )?,
            "later" => {
                for name in value.members()? {
                    self.later.push(name.string()?);
                }
            }
            "factions" => fill(
                &mut self.factions,
                value,
                |entry| {
                    faction(entry)
                        .map(|f| Faction { provenance: of_file(f.provenance, source), ..f })
                },
                |f| &f.name,
            )?,
            _ => {
                let known = [
                    "rulebook", "note", "source", "sources", "kinds", "units", "effects", "later",
                    "factions",
                ];
                return Err(Diagnostic::unknown(&field.place, "field", &known));
            }
        }
        Ok(())
    }

    fn read_kinds(&mut self, list: &JsonNode) -> Result<(), Diagnostic> {
        for member in list.members()? {
            let mut entry = Fields::of(&member, "field")?;
            let kind = kind(&entry.required("name")?)?;
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

fn kind(node: &JsonNode) -> Result<UnitKind, Diagnostic> {
    let name = node.string()?;
    UnitKind::ALL.into_iter().find(|kind| same(kind.name(), &name)).ok_or_else(|| {
        Diagnostic::unknown(&node.place(), "kind of unit", &UnitKind::ALL.map(UnitKind::name))
    })
}

/// Parses a number of dice and the lowest value that hits: `2x7`, or `7` for one die.
pub(super) fn roll(place: &Place, text: &str) -> Result<Roll, Diagnostic> {
    let wrong = || {
        Diagnostic::at(
            place,
            format!("`{}` is not a roll", crate::scenario::diagnostics::shorten(text)),
        )
        .label(
            "expected the number of dice and the lowest value that hits: `2x7`, or `7` for one die",
        )
        .help("values are from 1 to 10, numbers of dice from 0 to 20")
    };
    let (dice, hit) = text.split_once(['x', 'X']).unwrap_or(("1", text));
    let read = |text: &str| text.trim().parse::<u8>().map_err(|_| wrong());
    let (dice, hit) = (read(dice)?, read(hit)?);
    if !(1..=10).contains(&hit) || dice > 20 {
        return Err(wrong());
    }
    Ok(Roll { hit, dice })
}

/// Parses a price in resources. Returns it in halves of a resource.
pub(super) fn half_cost(place: &Place, text: &str) -> Result<u32, Diagnostic> {
    match text.trim().parse::<f64>() {
        Ok(cost) if (0.0..=100.0).contains(&cost) && (cost * 2.0).fract() == 0.0 => {
            Ok((cost * 2.0) as u32)
        }
        _ => Err(Diagnostic::at(place, format!("`{}` is not a price", text.trim()))
            .label("expected 0 to 100 resources, in steps of 0.5")),
    }
}

fn unit(entry: &mut Fields) -> Result<PrintedUnit, Diagnostic> {
    let name = entry.name()?;
    let kind = kind(&entry.required("kind")?)?;
    let mut roll_of = |field| match entry.optional(field) {
        Some(node) => roll(&node.place(), &node.scalar()?).map(Some),
        None => Ok(None),
    };
    let (combat, barrage) = (roll_of("combat")?, roll_of("barrage")?);
    let (bombardment, cannon) = (roll_of("bombardment")?, roll_of("cannon")?);
    let cost = match entry.optional("cost") {
        Some(node) => half_cost(&node.place(), &node.scalar()?)?,
        None => 0,
    };
    let flag = |entry: &mut Fields, name| entry.optional(name).map_or(Ok(false), |n| n.boolean());
    let (is_ship, is_ground_force) = match entry.optional("fights") {
        Some(places) => fights(&places)?,
        None => match kind {
            UnitKind::Infantry | UnitKind::Mech => (false, true),
            UnitKind::Pds => (false, false),
            _ => (true, false),
        },
    };
    let word = |entry: &mut Fields, name| entry.optional(name).map(|n| n.string()).transpose();
    let unit = Unit {
        kind,
        combat,
        barrage,
        bombardment,
        cannon,
        sustains: flag(entry, "sustains")?,
        is_ship,
        is_ground_force,
        is_structure: kind == UnitKind::Pds,
        moves: entry.small("move", 0, 0..=9)? > 0,
        capacity: entry.small("capacity", 0, 0..=99)?,
        half_cost: cost,
        planetary_shield: flag(entry, "planetary_shield")?,
        pierces_shields: flag(entry, "pierces_shields")?,
        defies_direct_hits: flag(entry, "defies_direct_hits")?,
        bonus: 0,
        text: entry.optional("text").map_or(Ok(Text::default()), |list| text(&list))?,
    };
    let printed = PrintedUnit {
        name,
        title: word(entry, "title")?.unwrap_or_default(),
        faction: word(entry, "faction")?.unwrap_or_default(),
        unit,
        in_space: word(entry, "in_space")?,
        not_modelled: word(entry, "not_modelled")?,
        provenance: entry.provenance()?,
    };
    entry.finish()?;
    Ok(printed)
}

fn fights(places: &JsonNode) -> Result<(bool, bool), Diagnostic> {
    let (mut space, mut planet) = (false, false);
    for place in places.members()? {
        match place.string()?.as_str() {
            "space" => space = true,
            "planet" => planet = true,
            _ => return Err(Diagnostic::unknown(&place.place(), "place", &["space", "planet"])),
        }
    }
    Ok((space, planet))
}

/// Reads the names of ability texts.
fn text(list: &JsonNode) -> Result<Text, Diagnostic> {
    let mut text = Text::default();
    for node in list.members()? {
        let name = node.string()?;
        let mut known = [
            ("stops-cannon", &mut text.stops_cannon),
            ("stops-barrage", &mut text.stops_barrage),
            ("stops-sustaining", &mut text.stops_sustaining),
            ("doubles-nines", &mut text.doubles_nines),
            ("frees-infantry", &mut text.frees_infantry),
            ("aims", &mut text.aims),
            ("repairs-itself", &mut text.repairs_itself),
            ("leads", &mut text.leads),
            ("arms-mechs", &mut text.arms_mechs),
            ("mirrors", &mut text.mirrors),
            ("takes-all", &mut text.takes_all),
            ("strikes-back", &mut text.strikes_back),
            ("guards-ships", &mut text.guards_ships),
            ("defies-abilities", &mut text.defies_abilities),
        ];
        match known.iter_mut().find(|(known, _)| same(known, &name)) {
            Some((_, flag)) => **flag = true,
            None => {
                let known = known.map(|(name, _)| name);
                return Err(Diagnostic::unknown(&node.place(), "text", &known));
            }
        }
    }
    Ok(text)
}

fn effect(entry: &mut Fields) -> Result<EffectEntry, Diagnostic> {
    let word = |entry: &mut Fields, name| entry.optional(name).map(|n| n.string()).transpose();
    let effect = EffectEntry {
        name: entry.name()?,
        also: word(entry, "also")?.unwrap_or_default(),
        kind: entry.text("kind")?,
        place: word(entry, "in")?.unwrap_or_default(),
        copies: entry.small("copies", 1, 1..=9)?,
        effect: entry.text("effect")?,
        provenance: entry.provenance()?,
    };
    entry.finish()?;
    Ok(effect)
}

fn faction(entry: &mut Fields) -> Result<Faction, Diagnostic> {
    let faction = Faction {
        name: entry.name()?,
        also: entry.optional("also").map_or(Ok(String::new()), |n| n.string())?,
        bonus: entry.number("bonus", 0, -9..=9)? as i8,
        provenance: entry.provenance()?,
    };
    entry.finish()?;
    Ok(faction)
}
