//! Converts links of ti4battle.com to scenarios.
//!
//! The query of such a link lists units and effects: `attacker-unit-cruiser=3`,
//! `attacker-upgrade-cruiser=true`, `defender-effect-Bunker=1`, `place=ground`. What would change the
//! combat and is not supported is refused; what says nothing about it is ignored with a warning. A
//! side that does not risk direct hits sustains `late`,
//! which comes closest to keeping its ships undamaged while other units can be lost.

mod names;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Map, Value, json};

use self::names::{FACTIONS, HELD, Held, NEBULA, UNITS};
use super::rules::limits;
use super::scenario::{EffectEntry, EffectField, Faction, PrintedUnit, Ti4Catalogue};
use crate::games::Rulebook;
use crate::scenario::diagnostics::{Diagnostic, Place, Source, shorten_to};
use crate::scenario::fields::same;
use crate::scenario::query::{Pair, pairs};

/// Host of the links.
const HOST: &str = "ti4battle.com";

/// Names of the sides, both in links and in scenarios.
const ROLES: [&str; 2] = ["attacker", "defender"];

/// Kind of the entries of laws.
const LAW: &str = "law";

/// Maximum length of a name in a warning, in characters.
const MAX_NAME: usize = 100;

/// A link converted to a scenario.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Rulebook: space or ground combat.
    pub rulebook: Rulebook,
    /// Scenario as a JSON document.
    pub document: Value,
    /// Warnings about ignored entries.
    pub warnings: Vec<String>,
}

/// Reads a link.
///
/// # Errors
/// A message with the place if the link is to another site, a side has no units, or a number
/// is invalid.
pub fn read_link(source: &Arc<Source>) -> Result<Linked, Diagnostic> {
    let catalogue = Ti4Catalogue::new(Rulebook::Ti4Space, &[], false)?;
    let mut link = LinkReader::of(&catalogue);
    for pair in pairs(source, HOST)? {
        link.read(&pair)?;
    }
    link.finish(source)
}

/// Content of a link.
struct LinkReader<'a> {
    catalogue: &'a Ti4Catalogue,
    sides: [LinkedSide<'a>; 2],
    on_planet: bool,
    nebula: Option<String>,
    /// Laws and anomalies of both sides.
    shared: Vec<&'a EffectEntry>,
    warnings: Vec<String>,
}

/// Content of a link for one side.
#[derive(Default)]
struct LinkedSide<'a> {
    faction: Option<&'a Faction>,
    units: Vec<Units>,
    upgraded: Vec<&'static str>,
    effects: Vec<(&'a EffectEntry, i32)>,
    damaged: Vec<Units>,
    galvanized: Vec<Units>,
    is_careful: bool,
}

/// A number of units of one class.
struct Units {
    key: String,
    name: &'static str,
    count: u64,
    place: Place,
}

impl<'a> LinkReader<'a> {
    /// Creates a link without content.
    fn of(catalogue: &'a Ti4Catalogue) -> Self {
        let sides = Default::default();
        Self {
            catalogue,
            sides,
            on_planet: false,
            nebula: None,
            shared: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Reads one pair of the query.
    fn read(&mut self, pair: &Pair) -> Result<(), Diagnostic> {
        let Pair { key, value } = pair;
        if key.value == "place" {
            return self.read_place(pair);
        }
        if let Some(name) = key.value.strip_prefix("effect-") {
            if let Some(entry) = self.catalogue.effect(name).filter(|entry| is_shared(entry)) {
                if value.value.trim() != "0" && !self.shared.contains(&entry) {
                    self.shared.push(entry);
                }
                return Ok(());
            }
            // A nebula helps the defender alone.
            let first = usize::from(same(name, NEBULA));
            return (first..2).try_for_each(|side| self.read_effect(side, name, pair));
        }
        let of_side = |role: &&str| {
            let (start, what) = key.value.split_at_checked(role.len())?;
            what.strip_prefix('-').filter(|_| start.eq_ignore_ascii_case(role))
        };
        let found = (0..2).find_map(|side| Some((side, of_side(&ROLES[side])?)));
        let Some((side, what)) = found else {
            let says = value.value.trim();
            let lower = key.value.to_ascii_lowercase();
            if says != "0" && ROLES.iter().any(|role| lower.starts_with(role)) {
                return Err(refused(&key.place, &key.value, "it is unknown"));
            }
            self.leave_out(&key.value, "it is unknown");
            return Ok(());
        };
        match (what, what.split_once('-')) {
            ("faction", _) => self.read_faction(side, pair)?,
            ("risk-direct-hit", _) => self.sides[side].is_careful = !value.truth()?,
            (_, Some(("unit" | "damaged" | "galvanized" | "upgrade", _))) => {
                self.read_unit(side, what, pair)?;
            }
            (_, Some(("effect", name))) => self.read_effect(side, name, pair)?,
            _ => return Err(refused(&key.place, &key.value, "it is unknown")),
        }
        Ok(())
    }

    /// Adds a warning that a part of the link is ignored.
    fn leave_out(&mut self, what: &str, why: &str) {
        let what = shorten_to(MAX_NAME, what);
        self.warnings.push(format!("link: `{what}` is ignored: {why}"));
    }

    /// Reads `place=ground`.
    fn read_place(&mut self, pair: &Pair) -> Result<(), Diagnostic> {
        match pair.value.value.trim().to_lowercase().as_str() {
            "ground" => self.on_planet = true,
            "space" => {}
            _ => return Err(refused_pair(pair, "the place must be `space` or `ground`")),
        }
        Ok(())
    }

    /// Reads `attacker-faction=Sol`.
    fn read_faction(&mut self, side: usize, pair: &Pair) -> Result<(), Diagnostic> {
        let typed = &pair.value.value;
        let own = FACTIONS.iter().find(|(name, _)| same(name, typed));
        let found = self.catalogue.faction(own.map_or(typed, |(_, own)| own));
        let titled = || self.catalogue.factions.iter().find(|one| same(&one.title, typed));
        let faction = found.or_else(titled);
        let faction = faction.ok_or_else(|| refused_pair(pair, "this faction is not supported"))?;
        self.sides[side].faction = Some(faction);
        Ok(())
    }

    /// Reads `unit-cruiser=3`, `damaged-dreadnought=1` or `upgrade-cruiser=true`.
    fn read_unit(&mut self, side: usize, what: &str, pair: &Pair) -> Result<(), Diagnostic> {
        let Pair { key, value } = pair;
        let (what, name) = what.split_once('-').unwrap_or_default();
        // What is not there needs no name.
        if ["0", "false"].contains(&value.value.trim()) {
            return Ok(());
        }
        let Some((_, name)) = UNITS.iter().find(|(known, _)| same(known, name)) else {
            return Err(refused(&key.place, &key.value, "this unit is not supported"));
        };
        let side = &mut self.sides[side];
        if what == "upgrade" {
            if value.truth()? {
                side.upgraded.push(name);
            }
            return Ok(());
        }
        let count = value.number(0..=limits::UNITS as i32)? as u64;
        let units =
            Units { key: key.value.clone(), name, count, place: key.place.to(&value.place) };
        match what {
            _ if count == 0 => {}
            "unit" => side.units.push(units),
            "galvanized" => side.galvanized.push(units),
            _ => side.damaged.push(units),
        }
        Ok(())
    }

    /// Reads the effect `name` of one side: `attacker-effect-Bunker=1`, or `effect-Bunker=1` for
    /// both sides.
    fn read_effect(&mut self, side: usize, name: &str, pair: &Pair) -> Result<(), Diagnostic> {
        let Pair { key, value } = pair;
        if value.value.trim() == "0" {
            return Ok(());
        }
        if same(name, NEBULA) && side == 1 {
            self.nebula = Some(key.value.clone());
            return Ok(());
        }
        let Some(entry) = self.catalogue.effect(name) else {
            return Err(refused(&key.place, &key.value, "this effect is not supported"));
        };
        if let Some(why) = entry.refused.as_deref() {
            return Err(refused(&key.place, &key.value, why));
        }
        if !entry.needs.is_empty() {
            return Err(refused(&key.place, &key.value, "the link does not say what it needs"));
        }
        let most = entry.count.unwrap_or(limits::CARDS);
        let count = value.number(0..=i32::from(most))?;
        let effects = &mut self.sides[side].effects;
        if effects.iter().any(|(known, _)| known.name == entry.name) {
            let message = format!("`{}` is given twice", entry.name);
            return Err(Diagnostic::at(&key.place, message));
        }
        if count > 0 {
            effects.push((entry, if entry.count.is_some() { count } else { 1 }));
        }
        Ok(())
    }

    /// Adds the abilities that a link means without naming them (T12).
    fn hold(&mut self) {
        for (side, linked) in self.sides.iter_mut().enumerate() {
            for Held { faction, ability, on_planet, only, users } in HELD {
                if linked.faction.is_some_and(|own| own.name == faction)
                    && self.on_planet == on_planet
                    && only.is_none_or(|only| only == side)
                    && linked.units.iter().any(|units| users.contains(&units.name))
                    && linked.effects.iter().all(|(known, _)| known.name != ability)
                    && let Some(entry) = self.catalogue.effect(ability)
                {
                    linked.effects.push((entry, 1));
                }
            }
        }
    }

    /// Creates the scenario after all pairs have been read.
    fn finish(mut self, source: &Arc<Source>) -> Result<Linked, Diagnostic> {
        let rulebook = if self.on_planet { Rulebook::Ti4Ground } else { Rulebook::Ti4Space };
        self.hold();
        let mut document = Map::new();
        document.insert("rules".into(), rulebook.name().into());
        let mut sides = std::mem::take(&mut self.sides);
        if self.on_planet {
            self.leave_out_ships(&mut sides[1]);
        }
        for (role, side) in ROLES.into_iter().zip(&sides) {
            document.insert(role.into(), self.side(side)?);
        }
        self.check_sides(&document, source)?;
        let setting = self.setting();
        if !setting.is_empty() {
            document.insert("setting".into(), setting.into());
        }
        Ok(Linked { rulebook, document: document.into(), warnings: self.warnings })
    }

    /// Leaves out the ships of a defender on a planet: a link is of one combat, and means that on the
    /// planet.
    fn leave_out_ships(&mut self, side: &mut LinkedSide<'a>) {
        let units = std::mem::take(&mut side.units);
        let stays = |units: &Units| {
            let printed =
                self.printed(side.faction, units.name, side.upgraded.contains(&units.name));
            printed.is_some_and(|printed| printed.unit.stays_in_space())
        };
        let (ships, others): (Vec<Units>, Vec<Units>) = units.into_iter().partition(stays);
        side.units = others;
        for ships in &ships {
            self.leave_out(&ships.key, "a defender has no ships on a planet");
        }
        let is_left = |units: &Units| ships.iter().all(|ships| ships.name != units.name);
        side.damaged.retain(is_left);
        side.galvanized.retain(is_left);
    }

    /// Returns the situation: nebula, laws and anomalies.
    fn setting(&mut self) -> Map<String, Value> {
        let mut setting = Map::new();
        if let Some(key) = self.nebula.take() {
            if self.on_planet {
                self.leave_out(&key, "the combat is on the ground");
            } else {
                setting.insert("nebula".into(), true.into());
            }
        }
        let (laws, anomalies): (Vec<&EffectEntry>, Vec<_>) =
            self.shared.iter().partition(|entry| entry.kind == LAW);
        if !laws.is_empty() {
            setting.insert("laws".into(), laws.iter().map(|law| law.name.as_str()).collect());
        }
        if !anomalies.is_empty() {
            setting.insert("entropic_scar".into(), true.into());
        }
        setting
    }

    /// Converts a side to its JSON form in a scenario.
    fn side(&mut self, side: &LinkedSide<'a>) -> Result<Value, Diagnostic> {
        let mut fields = Map::new();
        let mut total = 0;
        let mut groups = Vec::new();
        for units in &side.units {
            total += units.count;
            if total > limits::UNITS as u64 {
                let message = format!("{total} units, at most {} a side", limits::UNITS);
                return Err(Diagnostic::at(&units.place, message));
            }
            groups.push(self.group(side, units)?);
        }
        groups.extend(self.upgraded_later(side));
        for damaged in side.damaged.iter().chain(&side.galvanized) {
            if !side.units.iter().any(|units| units.name == damaged.name) {
                self.leave_out(&damaged.key, "the side has no such unit");
            }
        }
        if let Some(faction) = side.faction {
            fields.insert("faction".into(), faction.name.as_str().into());
        }
        fields.insert("groups".into(), groups.into());
        if !side.effects.is_empty() {
            fields.insert("effects".into(), side.effects.iter().map(effect).collect());
        }
        if side.is_careful {
            fields.insert("play".into(), json!({"sustain": "late"}));
        }
        Ok(fields.into())
    }

    /// Returns the groups of upgraded units of which the side has none at first, if its abilities
    /// may place units or concern them.
    fn upgraded_later(&self, side: &LinkedSide<'a>) -> Vec<Value> {
        let is_placing = |(entry, _): &(&EffectEntry, i32)| {
            entry.places.is_some() || entry.takes(EffectField::Unit)
        };
        if !side.effects.iter().any(is_placing) {
            return Vec::new();
        }
        let is_absent = |name: &&&str| side.units.iter().all(|units| units.name != **name);
        let absent = side.upgraded.iter().filter(is_absent);
        let printed = absent.filter_map(|name| self.printed(side.faction, name, true));
        printed.map(|printed| json!({"class": printed.name, "count": 0})).collect()
    }

    /// Converts a group to its JSON form in a scenario.
    fn group(&mut self, side: &LinkedSide<'a>, units: &Units) -> Result<Value, Diagnostic> {
        let is_upgraded = side.upgraded.contains(&units.name);
        let Some(printed) = self.printed(side.faction, units.name, is_upgraded) else {
            let why = "it requires a faction that has this unit";
            return Err(refused(&units.place, &units.key, why));
        };
        let mut group = json!({"class": printed.name, "count": units.count});
        if let Some(damaged) = side.damaged.iter().find(|damaged| damaged.name == units.name) {
            if !self.sustains(printed) {
                self.leave_out(&damaged.key, "this unit cannot be damaged");
            } else {
                group["damaged"] = damaged.count.min(units.count).into();
            }
        }
        if let Some(galvanized) = side.galvanized.iter().find(|g| g.name == units.name) {
            group["galvanized"] = galvanized.count.min(units.count).into();
        }
        Ok(group)
    }

    /// Returns the unit of a class: the version of the faction, if it has its own.
    fn printed(
        &self,
        faction: Option<&Faction>,
        name: &str,
        is_upgraded: bool,
    ) -> Option<&'a PrintedUnit> {
        let catalogue = self.catalogue;
        let find = |name: &str| {
            let own = faction.and_then(|faction| catalogue.own_unit(faction, name));
            own.or_else(|| catalogue.unit(name))
        };
        let upgraded = is_upgraded.then(|| find(&format!("{name}-ii"))).flatten();
        upgraded.or_else(|| find(name))
    }

    /// Whether a unit can be damaged in this combat.
    fn sustains(&self, printed: &PrintedUnit) -> bool {
        let in_space = printed.in_space.as_deref().filter(|_| !self.on_planet);
        let there = in_space.and_then(|other| self.catalogue.unit(other));
        there.unwrap_or(printed).unit.sustains
    }

    /// Checks that both sides have units.
    fn check_sides(
        &self,
        document: &Map<String, Value>,
        source: &Arc<Source>,
    ) -> Result<(), Diagnostic> {
        let is_empty = |role: &str| document[role]["groups"] == json!([]);
        let message = match ROLES.map(is_empty) {
            [true, true] => "this link has no units".to_string(),
            [false, false] => return Ok(()),
            [is_first, _] => {
                format!("this link has no units for the {}", ROLES[usize::from(!is_first)])
            }
        };
        let error = Diagnostic::at(&Place::whole(source), message)
            .label("expected units on both sides, like `attacker-unit-cruiser=3`");
        Err(if self.warnings.is_empty() { error } else { error.help(self.warnings.join("; ")) })
    }
}

/// Whether a link names the entry for both sides at once: laws of all players, and anomalies.
fn is_shared(entry: &EffectEntry) -> bool {
    entry.kind == "anomaly" && entry.refused.is_none()
        || entry.kind == LAW && entry.name != "prophecy-of-ixth"
}

/// Converts a technology or card to its JSON form in a scenario. A link that names a technology
/// means that the own planet is bombarded, if it can be (T54).
fn effect((entry, count): &(&EffectEntry, i32)) -> Value {
    let mut fields = Map::new();
    if *count > 1 {
        fields.insert("count".into(), (*count).into());
    }
    if entry.takes(EffectField::Bombard) {
        fields.insert("bombard".into(), true.into());
    }
    let name: Value = entry.name.as_str().into();
    if fields.is_empty() {
        return name;
    }
    fields.insert("name".into(), name);
    fields.into()
}

/// Returns the error of a part of the link that would change the combat.
fn refused(place: &Place, what: &str, why: &str) -> Diagnostic {
    let what = shorten_to(MAX_NAME, what);
    Diagnostic::at(place, format!("`{what}` of this link is not played"))
        .label(why)
        .help("leave it out of the link to ask about the rest")
}

/// Returns the error of a pair such as `place=moon`.
fn refused_pair(Pair { key, value }: &Pair, why: &str) -> Diagnostic {
    refused(&key.place.to(&value.place), &format!("{}={}", key.value, value.value), why)
}
