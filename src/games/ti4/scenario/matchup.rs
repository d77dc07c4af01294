//! Resolves a scenario to figures: both sides, their units on each planet, and the situation.

use super::catalogue::Ti4Catalogue;
use super::effects::find;
use super::resolve::{Written, resolve_pair};
use super::side::SideCtx;
use super::text::{Destination, PlanetText, Ti4Setting};
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::games::common::check::{has_fleet, two_sides};
use crate::games::common::play::typed_retreat;
use crate::games::ti4::rules::{
    Ability, Effect, LossOrder, Theatre, Ti4Fleet, Ti4Group, Ti4Terms, Unit, UnitKind, limits,
};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::{Scenario, SideText, Sides};
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText};

/// Both sides of a combat, resolved to figures.
#[derive(Clone, Debug)]
pub struct Ti4Matchup {
    /// Attacker and defender; without units if planets are listed.
    pub sides: Vec<Side<Ti4Fleet>>,
    /// Situation of the combat.
    pub terms: Ti4Terms,
    /// Fleets of the space combat before the planet, if the defender has ships (T65). They have the
    /// groups of the sides; those that are elsewhere have no units.
    pub space: Option<[Side<Ti4Fleet>; 2]>,
    /// Planets to invade, in order.
    pub planets: Vec<Planet>,
    /// Rounds of the battle.
    pub rounds: RoundWindow,
}

impl Ti4Matchup {
    /// Returns the matchup with other orders of losses: `order` returns that of a fleet, or `None`
    /// to keep it. Returns `None` if all fleets keep theirs.
    #[must_use]
    pub fn with_orders(&self, order: impl Fn(&Ti4Fleet) -> Option<LossOrder>) -> Option<Self> {
        let mut other = self.clone();
        let on_planets = other.planets.iter_mut().flat_map(|planet| &mut planet.sides);
        let in_space = other.space.iter_mut().flatten();
        let mut is_other = false;
        for side in other.sides.iter_mut().chain(in_space).chain(on_planets) {
            if let Some(order) = order(&side.fleet) {
                side.fleet.captain.order = order;
                is_other = true;
            }
        }
        is_other.then_some(other)
    }
}

/// A planet to invade.
#[derive(Clone, Debug)]
pub struct Planet {
    /// Name of the planet.
    pub name: String,
    /// Attacker and defender.
    pub sides: [Side<Ti4Fleet>; 2],
}

/// A place to which a side may retreat.
static OPEN: Destination = Destination {
    outright: Some(true),
    enemy_ships: None,
    own_units: None,
    to: None,
    gravity_rift: None,
};

impl Ti4Matchup {
    /// Returns the units of a side by planet, and then its options.
    pub(crate) fn landed(&self, side: usize) -> String {
        let on_planet =
            |planet: &Planet| format!("{}: {}", planet.name, planet.sides[side].labels.fleet);
        let planets: Vec<String> = self.planets.iter().map(on_planet).collect();
        planets.join("; ") + &self.sides[side].labels.fleet
    }
}

/// Resolves both sides and the situation of a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve(
    scenario: &Scenario,
    rulebook: Rulebook,
    catalogue: &Ti4Catalogue,
) -> Result<Ti4Matchup, Diagnostic> {
    let texts = &scenario.sides;
    let both = two_sides(texts, "combat")?;
    if both[1].reading.bombards {
        return Err(Diagnostic::at(&both[1].place, "ships of the defender do not bombard").help(
            "write ships that bombard with those who land: `4 infantry + 2 dreadnought vs 3 \
             infantry`",
        ));
    }
    let setting = &Ti4Setting::read(&scenario.setting, rulebook, texts)?;
    let in_space = rulebook == Rulebook::Ti4Space;
    if setting.planets.is_empty() {
        both.iter().try_for_each(has_fleet)?;
    }
    if in_space {
        both.iter().try_for_each(|side| refuse_planets(side, catalogue))?;
    }
    let mut terms = Ti4Terms::of(if in_space { Theatre::Space } else { Theatre::Ground });
    terms.nebula = setting.nebula;
    terms.checks_capacity = setting.enforce_capacity;
    for (side, ships) in &setting.fleet_pool {
        terms.fleet_pool[*side] = Some(*ships);
    }
    let laws = laws(setting, catalogue)?;
    let mut grounds = [0, 1].map(|side| SideCtx {
        catalogue,
        rulebook,
        destination: None,
        may_be_empty: both[side].left_out || !setting.planets.is_empty(),
        planet: None,
    });
    for (n, side) in both.iter().enumerate().filter(|_| in_space) {
        // A condition that is typed with the fleet is meant to be met.
        if typed_retreat(side)?.is_some() {
            grounds[n].destination = Some(&OPEN);
        }
    }
    for (side, destination) in &setting.retreat {
        grounds[*side].destination = Some(destination);
    }
    let roles = [texts.role(0), texts.role(1)];
    let written = |side: usize| {
        let text = &both[side];
        Written { text, fleet: &text.fleet, role: &roles[side], side, elsewhere: None }
    };
    let mut sides = Vec::from(resolve_pair(&grounds, [written(0), written(1)])?);
    hold(&laws, &mut sides, setting.is_cultural);
    let lands = |unit: &Unit| unit.is_ground_force && !unit.is_ship && !unit.is_structure;
    if in_space && scenario.is_typed && sides.iter().all(|side| has(&side.fleet, lands)) {
        sides[1].warnings.push(ABOARD.into());
    }
    let is_defended_in_space = has(&sides[1].fleet, Unit::stays_in_space);
    let space = match !in_space && setting.planets.is_empty() && is_defended_in_space {
        true => Some(in_space_first(both, &roles, &mut sides, &laws, catalogue)?),
        false => None,
    };
    if !in_space && setting.planets.is_empty() {
        let warnings = landing_warnings(&sides[0].fleet, is_defended_in_space);
        sides[0].warnings.extend(warnings);
    }
    let planet = |n: usize| {
        let mut resolved = on_planet(&setting.planets, n, both, &grounds, &roles)?;
        hold(&laws, &mut resolved.sides, setting.planets[n].is_cultural);
        Ok(resolved)
    };
    let mut planets: Vec<Planet> =
        (0..setting.planets.len()).map(planet).collect::<Result<_, _>>()?;
    check_planets(texts, &setting.planets)?;
    if space.is_some() {
        planets.push(after_space(&sides));
    }
    let rounds = setting.rounds.window(1, !planets.is_empty())?;
    Ok(Ti4Matchup { sides, terms, space, planets, rounds })
}

/// Warning about ground forces of a defender in space against an attacker who could land.
const ABOARD: &str = "its ground forces are aboard its ships; with --ground they are on the planet, and \
                      the space combat comes first";

/// Warning about an attacker who cannot reach the planet.
const NO_SHIPS: &str = "it has no ships, and those of the defender have to be beaten first";

/// Warning about ships of a defender that are listed with a planet.
const NO_PART: &str = "its ships take no part; without `planets`, they are fought first";

/// Returns warnings about an attacker whose ships have no room for all ground forces, or whose
/// structures cannot fire. What is listed lands without a space combat before it (T3), and ships that
/// bombard may be listed for that alone.
fn landing_warnings(fleet: &Ti4Fleet, is_fought_first: bool) -> Vec<String> {
    let sum = |of: fn(&Unit) -> u8| -> u32 {
        let there = fleet.groups.iter().filter(|group| !group.is_elsewhere);
        there.map(|group| u32::from(group.count) * u32::from(of(&group.unit))).sum()
    };
    let forces = sum(|unit| u8::from(unit.is_carried() && unit.is_ground_force));
    let room = sum(|unit| if unit.is_ship { unit.capacity } else { 0 });
    let has_ships = has(fleet, |unit| unit.is_ship);
    let is_carrier = |unit: &Unit| unit.is_ship && unit.bombardment.is_none() && !unit.is_carried();
    let is_counted = is_fought_first || has(fleet, is_carrier);
    let crowded = (has_ships && is_counted && room < forces).then(|| {
        let land = if is_fought_first { "the others do not land" } else { "all of them land" };
        format!("its ships have room for {room} of its {forces} ground forces; {land}")
    });
    let is_idle = !is_fought_first && has(fleet, |unit| unit.is_structure);
    let idle = is_idle.then(|| "its structures do not fire at a planet that it attacks".into());
    let is_without = has_ships && !has(fleet, |unit| unit.is_ground_force && !unit.is_structure);
    let without = is_without.then(|| "it has no ground forces, so it takes no planet".into());
    crowded.into_iter().chain(idle).chain(without).collect()
}

/// Refuses words that place units on a planet, where structures alone act on a space combat.
fn refuse_planets(side: &SideText, catalogue: &Ti4Catalogue) -> Result<(), Diagnostic> {
    let mut placed = side.reading.on_planet.iter().filter_map(|n| side.fleet.groups.get(*n));
    let is_structure = |group: &&GroupText| {
        let unit = catalogue.unit(&group.class.value);
        unit.is_none_or(|unit| unit.unit.kind == UnitKind::Pds)
    };
    match placed.find(|group| !is_structure(group)) {
        None => Ok(()),
        Some(group) => {
            let message = "units on a planet have no part in a space combat";
            Err(Diagnostic::at(&group.place, message).help("for the planet: --ground"))
        }
    }
}

/// Whether a side has units in the combat of which this holds.
fn has(fleet: &Ti4Fleet, is: impl Fn(&Unit) -> bool) -> bool {
    fleet.groups.iter().any(|group| group.count > 0 && !group.is_elsewhere && is(&group.unit))
}

/// Returns a side of which only these groups have units.
fn only(side: &Side<Ti4Fleet>, is_there: impl Fn(usize) -> bool) -> Side<Ti4Fleet> {
    let mut side = side.clone();
    for (_, group) in side.fleet.groups.iter_mut().enumerate().filter(|(n, _)| !is_there(*n)) {
        (group.count, group.damaged, group.galvanized) = (0, 0, 0);
        group.is_reserve = true;
    }
    side
}

/// Returns the fleets of the space combat before a planet. The defender's structures fire in it; its
/// ground forces wait on the planet. Warnings that concern only one of both combats are dropped.
fn in_space_first(
    both: &[SideText; 2],
    roles: &[String; 2],
    sides: &mut [Side<Ti4Fleet>],
    laws: &[Ability],
    catalogue: &Ti4Catalogue,
) -> Result<[Side<Ti4Fleet>; 2], Diagnostic> {
    let ctx = SideCtx {
        catalogue,
        rulebook: Rulebook::Ti4Space,
        destination: None,
        may_be_empty: true,
        planet: None,
    };
    let written = |side: usize| {
        let text = &both[side];
        Written { text, fleet: &text.fleet, role: &roles[side], side, elsewhere: None }
    };
    let mut fleets = Vec::from(resolve_pair(&[ctx, ctx], [written(0), written(1)])?);
    hold(laws, &mut fleets, true);
    for (on_planet, in_space) in sides.iter_mut().zip(&fleets) {
        let holds_in_space =
            |warning: &String| in_space.warnings.iter().any(|other| is_same(warning, other));
        on_planet.warnings.retain(holds_in_space);
    }
    if !has(&fleets[0].fleet, |unit| unit.is_ship) {
        sides[0].warnings.push(NO_SHIPS.into());
    }
    let waits = |group: &Ti4Group| group.unit.is_ground_force && !group.unit.is_structure;
    let on_planet = &sides[1].fleet.groups;
    let defender = only(&fleets[1], |n| !on_planet.get(n).is_some_and(waits));
    Ok([fleets.swap_remove(0), defender])
}

/// Whether warnings about one side in two combats are one: about an option, the words may differ.
fn is_same(warning: &str, other: &str) -> bool {
    let idle = |warning: &str| {
        let (name, _) = warning.split_once(" has no effect")?;
        Some(name.to_string())
    };
    warning == other || idle(warning).is_some_and(|name| idle(other) == Some(name))
}

/// Returns the planet after a space combat: the defender has no ships there.
fn after_space(sides: &[Side<Ti4Fleet>]) -> Planet {
    let groups = &sides[1].fleet.groups;
    let defender = only(&sides[1], |n| !groups[n].unit.stays_in_space() || groups[n].is_elsewhere);
    let sides = [sides[0].clone(), defender].map(|side| Side { warnings: Vec::new(), ..side });
    Planet { name: "planet".into(), sides }
}

/// Resolves the units on one planet. They play as their side plays. Ships that are listed with
/// other planets are in the same system (T41).
fn on_planet(
    planets: &[PlanetText],
    n: usize,
    both: &[SideText; 2],
    grounds: &[SideCtx<'_>; 2],
    roles: &[String; 2],
) -> Result<Planet, Diagnostic> {
    let text = &planets[n];
    let there = [0, 1].map(|side: usize| {
        let mut own = both[side].clone();
        own.place = text.places[side].clone();
        own
    });
    let elsewhere = [0, 1].map(|side: usize| {
        let others = planets.iter().enumerate().filter(|(other, _)| *other != n);
        let groups = others.flat_map(|(_, other)| other.fleets[side].groups.clone());
        FleetText { groups: groups.collect(), options: Vec::new() }
    });
    let written = |side: usize| Written {
        text: &there[side],
        fleet: &text.fleets[side],
        role: &roles[side],
        side,
        elsewhere: Some(&elsewhere[side]),
    };
    let on_planet = grounds.map(|ctx| SideCtx { planet: Some(n), ..ctx });
    let mut sides = resolve_pair(&on_planet, [written(0), written(1)])?;
    if has(&sides[1].fleet, Unit::stays_in_space) {
        sides[1].warnings.push(NO_PART.into());
    }
    Ok(Planet { name: text.name.value.clone(), sides })
}

/// A law that is held by a player.
const PROPHECY: &str = "prophecy-of-ixth";

/// Returns the laws and the anomaly of the setting.
fn laws(setting: &Ti4Setting, catalogue: &Ti4Catalogue) -> Result<Vec<Ability>, Diagnostic> {
    let mut laws = Vec::new();
    for name in &setting.laws {
        let entry = find(catalogue, name)?;
        if entry.name == PROPHECY {
            let message = "`prophecy-of-ixth` holds for its owner only";
            return Err(Diagnostic::at(&name.place, message).label("name it in `effects`"));
        }
        let Some(ability) = entry.ability.filter(|_| entry.kind == "law") else {
            return Err(Diagnostic::at(&name.place, format!("`{}` is not a law", entry.name))
                .help("laws: articles-of-war, conventions-of-war, publicize-weapon-schematics"));
        };
        laws.push(ability);
    }
    laws.extend(setting.entropic_scar.then_some(Ability::EntropicScar));
    Ok(laws)
}

/// Adds laws, which hold for both sides, to the abilities of the attacker. Conventions of War does
/// not protect a planet that is not cultural (T58).
fn hold(laws: &[Ability], sides: &mut [Side<Ti4Fleet>], is_cultural: bool) {
    let attacker = &mut sides[0].fleet.effects;
    for law in laws {
        if !attacker.has(*law) {
            attacker.0.push(Effect::of(*law));
        }
    }
    if !is_cultural {
        for side in sides {
            side.fleet.effects.0.retain(|e| e.ability != Ability::ConventionsOfWar);
        }
    }
}

/// Checks that units are listed only by planet, and that the names of planets differ.
fn check_planets(sides: &Sides, planets: &[PlanetText]) -> Result<(), Diagnostic> {
    if planets.is_empty() {
        return Ok(());
    }
    if planets.len() > limits::PLANETS {
        let message = format!("{} planets, at most {}", planets.len(), limits::PLANETS);
        return Err(Diagnostic::at(&planets[limits::PLANETS].name.place, message));
    }
    if let Some(side) = sides.all().iter().find(|side| !side.fleet.groups.is_empty()) {
        return Err(Diagnostic::at(
            &side.fleet.groups[0].place,
            "units must be listed with their planets",
        )
        .label("if `planets` are listed, the side itself has no units"));
    }
    for (n, text) in planets.iter().enumerate() {
        let same = |other: &PlanetText| normalise(&other.name.value) == normalise(&text.name.value);
        if planets[..n].iter().any(same) {
            let message = format!("two planets are named `{}`", text.name.value);
            return Err(Diagnostic::at(&text.name.place, message));
        }
    }
    Ok(())
}
