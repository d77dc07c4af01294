//! Resolves a scenario to figures: both sides, their units on each planet, and the situation.

use super::catalogue::Ti4Catalogue;
use super::resolve::{SideCtx, resolve_side};
use super::text::{PlanetText, Ti4Setting};
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::games::common::check::{has_fleet, named, once_each, two_sides};
use crate::games::ti4::rules::{LossOrder, Theatre, Ti4Fleet, Ti4Terms, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::{Scenario, Sides};
use crate::scenario::names::normalise;

/// Both sides of a combat, resolved to figures.
#[derive(Clone, Debug)]
pub struct Ti4Matchup {
    /// Attacker and defender; without units if planets are listed.
    pub sides: Vec<Side<Ti4Fleet>>,
    /// Situation of the combat.
    pub terms: Ti4Terms,
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
        let mut is_other = false;
        for side in other.sides.iter_mut().chain(on_planets) {
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
    let setting = &Ti4Setting::read(&scenario.setting, rulebook)?;
    let in_space = rulebook == Rulebook::Ti4Space;
    let both = two_sides(texts, "combat")?;
    if setting.planets.is_empty() {
        both.iter().try_for_each(has_fleet)?;
    }
    once_each(texts, setting.retreat.iter().map(|(name, _)| name))?;
    once_each(texts, setting.fleet_pool.iter().map(|(name, _)| name))?;
    let mut terms = Ti4Terms::of(if in_space { Theatre::Space } else { Theatre::Ground });
    terms.nebula = setting.nebula;
    terms.checks_capacity = setting.enforce_capacity;
    for (name, ships) in &setting.fleet_pool {
        terms.fleet_pool[named(texts, name)?] = Some(*ships);
    }
    let mut grounds = [0, 1].map(|side| SideCtx {
        catalogue,
        rulebook,
        destination: None,
        may_be_empty: both[side].left_out || !setting.planets.is_empty(),
    });
    for (name, destination) in &setting.retreat {
        grounds[named(texts, name)?].destination = Some(destination);
    }
    let resolve = |side: usize| {
        let text = &both[side];
        resolve_side(grounds[side], text, &text.fleet, (&texts.role(side), side))
    };
    let sides = vec![resolve(0)?, resolve(1)?];
    let planets: Vec<Planet> = setting
        .planets
        .iter()
        .map(|planet| self::planet(planet, both, &grounds, texts))
        .collect::<Result<_, _>>()?;
    check_planets(texts, &setting.planets)?;
    let rounds = setting.rounds.window(1, !planets.is_empty())?;
    Ok(Ti4Matchup { sides, terms, planets, rounds })
}

/// Resolves the units on one planet. They play as their side plays.
fn planet(
    text: &PlanetText,
    both: &[crate::scenario::SideText; 2],
    grounds: &[SideCtx<'_>; 2],
    texts: &Sides,
) -> Result<Planet, Diagnostic> {
    let resolve = |side: usize| {
        let mut own = both[side].clone();
        own.place = text.places[side].clone();
        resolve_side(grounds[side], &own, &text.fleets[side], (&texts.role(side), side))
    };
    Ok(Planet { name: text.name.value.clone(), sides: [resolve(0)?, resolve(1)?] })
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
