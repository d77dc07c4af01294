//! Resolves a scenario to figures: all sides and the situation, by rulebook.

use super::diagnostics::Diagnostic;
use super::model::{Change, Given, Scenario, Side, SideText, Sides};
use super::names::normalise;
use super::notation::Spanned;
use super::{Catalogue, Rulebook};
use crate::games::common::{Labels, Objective, Retreat};
use crate::games::eclipse::scenario as eclipse;
use crate::games::spaceship_battles::scenario as spaceship_battles;
use crate::games::star_chamber::scenario as star_chamber;
use crate::games::ti4::scenario as ti4;

/// All sides of a battle, resolved to figures.
#[derive(Clone, Debug)]
pub enum Muster {
    /// Battle of Eclipse.
    Eclipse(eclipse::Muster),
    /// Battle of Twilight Imperium.
    Ti4(ti4::Muster),
    /// Battle of Star Chamber.
    StarChamber(star_chamber::Muster),
    /// Battle of Spaceship Battles.
    SpaceshipBattles(spaceship_battles::Muster),
}

/// Resolves all sides and the situation of a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn muster(
    scenario: &Scenario,
    rulebook: Rulebook,
    catalogue: &Catalogue,
    any_blueprint: bool,
) -> Result<Muster, Diagnostic> {
    match catalogue {
        Catalogue::Eclipse(catalogue) => {
            let rules = eclipse::Rules { catalogue, any_blueprint };
            eclipse::muster(scenario, rulebook, rules).map(Muster::Eclipse)
        }
        Catalogue::Ti4(catalogue) => ti4::muster(scenario, rulebook, catalogue).map(Muster::Ti4),
        Catalogue::StarChamber(catalogue) => {
            star_chamber::muster(scenario, rulebook, catalogue).map(Muster::StarChamber)
        }
        Catalogue::SpaceshipBattles(catalogue) => {
            let muster = spaceship_battles::muster(scenario, rulebook, catalogue);
            muster.map(Muster::SpaceshipBattles)
        }
    }
}

/// Checks that the rulebook has a policy of this name.
///
/// # Errors
/// If there is no such policy.
pub fn check_policy(rulebook: Rulebook, name: &Spanned<String>) -> Result<(), Diagnostic> {
    match rulebook {
        Rulebook::Eclipse | Rulebook::Eclipse2e => eclipse::policy(name).map(|_| ()),
        Rulebook::Ti4Space | Rulebook::Ti4Ground => ti4::check_policy(name),
        Rulebook::StarChamber => star_chamber::check_policy(name),
        Rulebook::SpaceshipBattles => spaceship_battles::check_policy(name),
    }
}

impl Muster {
    /// Returns the round in which the battle starts.
    #[must_use]
    pub fn first_round(&self) -> u32 {
        match self {
            Self::Eclipse(muster) => muster.setup.round,
            _ => 1,
        }
    }

    /// Returns the round after which an undecided battle is a standoff, if limited. `cap` is the
    /// round cap of the scenario; Spaceship Battles uses its number of turns instead.
    #[must_use]
    pub fn last_round(&self, cap: Option<u32>) -> Option<u32> {
        match self {
            Self::SpaceshipBattles(muster) => Some(muster.turns),
            _ => cap,
        }
    }

    /// Whether several battles follow each other.
    #[must_use]
    pub fn is_chain(&self) -> bool {
        match self {
            Self::Eclipse(muster) => muster.sector.is_some(),
            Self::Ti4(muster) => !muster.planets.is_empty(),
            _ => false,
        }
    }

    /// Returns the number of sides.
    #[must_use]
    pub fn sides(&self) -> usize {
        match self {
            Self::Eclipse(muster) => muster.sides.len(),
            Self::Ti4(muster) => muster.sides.len(),
            Self::StarChamber(muster) => muster.sides.len(),
            Self::SpaceshipBattles(muster) => muster.sides.len(),
        }
    }

    /// Returns the names of a side for reports.
    #[must_use]
    pub fn labels(&self, side: usize) -> &Labels {
        match self {
            Self::Eclipse(muster) => &muster.sides[side].labels,
            Self::Ti4(muster) => &muster.sides[side].labels,
            Self::StarChamber(muster) => &muster.sides[side].labels,
            Self::SpaceshipBattles(muster) => &muster.sides[side].labels,
        }
    }

    /// Returns the index of the outcome in which a side wins; `None` if it has no ships.
    #[must_use]
    pub fn outcome(&self, side: usize) -> Option<usize> {
        match self {
            Self::Eclipse(muster) => match &muster.sector {
                Some(sector) => sector.outcome(side, &muster.sides),
                None => Some(side),
            },
            _ => Some(side),
        }
    }

    /// Returns the warnings about a side.
    #[must_use]
    pub fn warnings(&self, side: usize) -> &[String] {
        match self {
            Self::Eclipse(muster) => &muster.sides[side].warnings,
            Self::Ti4(muster) => &muster.sides[side].warnings,
            Self::StarChamber(muster) => &muster.sides[side].warnings,
            Self::SpaceshipBattles(muster) => &muster.sides[side].warnings,
        }
    }

    /// Returns single changes of a side that may improve its odds.
    #[must_use]
    pub fn changes(&self, side: usize) -> Vec<Change> {
        match self {
            Self::Eclipse(muster) => eclipse::changes(&muster.sides[side]),
            Self::Ti4(muster) => ti4::changes(&muster.sides[side]),
            Self::StarChamber(muster) => star_chamber::changes(&muster.sides[side]),
            Self::SpaceshipBattles(muster) => spaceship_battles::changes(&muster.sides[side]),
        }
    }

    /// Returns the price of all units of a side, in the currency of the game: materials, resources,
    /// ships or points.
    #[must_use]
    pub fn cost(&self, side: usize) -> f64 {
        match self {
            Self::Eclipse(muster) => muster.sides[side].fleet.cost(),
            Self::Ti4(muster) => muster.sides[side].fleet.cost(),
            Self::StarChamber(muster) => muster.sides[side].fleet.ships() as f64,
            Self::SpaceshipBattles(muster) => f64::from(muster.sides[side].fleet.points()),
        }
    }
}

/// Checks that the rulebook supports all fields given. `known` lists its fields by kind.
pub(crate) fn check_given(
    scenario: &Scenario,
    rulebook: Rulebook,
    known: &[(&str, &[&str])],
) -> Result<(), Diagnostic> {
    let sides = || scenario.sides.all().iter();
    let of_groups = sides().flat_map(|side| side.fleet.groups.iter().flat_map(|g| &g.given));
    let of_sides = sides().flat_map(|side| &side.given);
    for Given { kind, name } in scenario.setting.given.iter().chain(of_sides).chain(of_groups) {
        let Some((_, names)) = known.iter().find(|(of, _)| of == kind) else { continue };
        if !names.contains(&name.value.as_str()) {
            let message = format!("`{}` is not a {kind} in {rulebook}", name.value);
            let error = Diagnostic::at(&name.place, message);
            let allowed = format!("allowed: {}", names.join(", "));
            return Err(if names.is_empty() { error } else { error.help(allowed) });
        }
    }
    Ok(())
}

/// Checks that the names of parties differ, because results are listed by name.
pub(crate) fn check_names<F>(texts: &Sides, sides: &[Side<F>]) -> Result<(), Diagnostic> {
    let names: Vec<String> = sides.iter().map(|side| normalise(&side.labels.name)).collect();
    for (n, side) in sides.iter().enumerate() {
        if names[..n].contains(&names[n]) {
            let message = format!("two parties are named `{}`", side.labels.name);
            return Err(Diagnostic::at(&texts.all()[n].place, message));
        }
    }
    Ok(())
}

/// Rejects optimal retreat for the objective `win`, for which retreating never pays.
pub(crate) fn check_retreat(
    retreat: Option<&Spanned<Retreat>>,
    objective: Objective,
) -> Result<(), Diagnostic> {
    match retreat {
        Some(retreat) if retreat.value == Retreat::Optimal && objective == Objective::Win => {
            let message = "a side whose objective is `win` never retreats";
            Err(Diagnostic::at(&retreat.place, message)
                .label("`optimal` retreat requires the objective `swing`")
                .help("\"play\": {\"retreat\": \"optimal\", \"objective\": \"swing\"}"))
        }
        _ => Ok(()),
    }
}

/// Returns attacker and defender, or an error for the parties of a sector.
pub(crate) fn two_sides<'a>(sides: &'a Sides, what: &str) -> Result<&'a [SideText; 2], Diagnostic> {
    match sides {
        Sides::Two(both) => Ok(both),
        Sides::Parties(parties) => {
            Err(Diagnostic::at(&parties[0].place, "`parties` are not supported here")
                .label(format!("a {what} has an attacker and a defender")))
        }
    }
}

/// Checks that each name belongs to a side and no side is named twice.
pub(crate) fn once_each<'a>(
    sides: &Sides,
    names: impl Iterator<Item = &'a Spanned<String>>,
) -> Result<(), Diagnostic> {
    let mut seen = Vec::new();
    for name in names {
        let side = named(sides, name)?;
        if seen.contains(&side) {
            return Err(Diagnostic::at(&name.place, format!("`{}` is given twice", name.value)));
        }
        seen.push(side);
    }
    Ok(())
}

/// Returns the index of the side with this name.
pub(crate) fn named(sides: &Sides, name: &Spanned<String>) -> Result<usize, Diagnostic> {
    sides.named(&name.value).map_err(|known| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Diagnostic::unknown(&name.place, "side", &known)
    })
}
