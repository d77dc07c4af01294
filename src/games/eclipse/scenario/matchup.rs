//! Resolves a scenario to figures: all sides, their relations in a sector, the situation.

use super::catalogue::EclipseCatalogue;
use super::group::BlueprintRules;
use super::options::EclipseOptions;
use super::resolve::{SideAllowances, joined, resolve_side};
use super::setting::EclipseSetting;
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::games::common::check::check_names;
use crate::games::common::play::typed_retreat;
use crate::games::common::{Labels, LimitError};
use crate::games::eclipse::rules::{
    BattleOrder, EclipseFleet, Edition, Party, Population, Sector, Setup, Tiles,
};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::model::{Scenario, SideText, Sides};
use crate::scenario::names::normalise;
use crate::scenario::notation::Spanned;

/// All sides of a battle, resolved to figures.
#[derive(Clone, Debug)]
pub struct EclipseMatchup {
    /// Sides in the order of the scenario.
    pub sides: Vec<Side<EclipseFleet>>,
    /// Sector, unless the scenario is a single battle of two sides.
    pub sector: Option<SectorSides>,
    /// Edition, and the round from which the battle continues.
    pub setup: Setup,
    /// Rounds of the battle.
    pub rounds: RoundWindow,
    /// Reputation tiles to draw from, by side.
    pub tiles: Vec<Tiles>,
}

/// Order, influence and alliances of the sides of a sector.
#[derive(Clone, Debug, Default)]
pub struct SectorSides {
    /// Sides in the order in which they entered the sector.
    pub arrivals: Vec<usize>,
    /// Whether a side holds the influence disc, by side.
    pub influence: Vec<bool>,
    /// Alliance, by side.
    pub alliances: Vec<Option<String>>,
    /// Order in which the sides fight.
    pub line: BattleOrder,
    /// Name of each side where its role matters.
    pub roles: Vec<String>,
    /// Population to attack after the battles; its owner is an index of a side.
    pub population: Option<Population>,
}

impl SectorSides {
    /// Creates the sector of these sides.
    ///
    /// # Errors
    /// If a side exceeds a limit, or alliances and discs contradict each other.
    pub fn sector(&self, sides: &[Side<EclipseFleet>], setup: Setup) -> Result<Sector, LimitError> {
        let (parties, population) = self.parties(sides);
        Sector::new(parties, population, setup, self.line).map_err(|limit| self.of_side(limit))
    }

    /// Returns the names of the parties for reports, in the order in which they entered.
    #[must_use]
    pub fn labels(&self, matchup: &EclipseMatchup) -> Vec<Labels> {
        self.arrivals.iter().map(|&side| matchup.sides[side].labels.clone()).collect()
    }

    /// Returns the reputation tiles to draw from, by party in the order in which they entered.
    #[must_use]
    pub fn tiles(&self, matchup: &EclipseMatchup) -> Vec<Tiles> {
        self.arrivals.iter().map(|&side| matchup.tiles[side].clone()).collect()
    }

    /// Returns the parties of those that fight together, in the order in which they fight.
    ///
    /// # Errors
    /// If the sides cannot share a sector.
    fn in_line(&self, sides: &[Side<EclipseFleet>]) -> Result<Vec<Vec<usize>>, LimitError> {
        let (parties, population) = self.parties(sides);
        Sector::line(&parties, population, self.line).map_err(|limit| self.of_side(limit))
    }

    fn parties(&self, sides: &[Side<EclipseFleet>]) -> (Vec<Party>, Option<Population>) {
        let party = |&side: &usize| Party {
            fleet: sides[side].fleet.clone(),
            influence: self.influence[side],
            alliance: self.alliances[side].clone(),
        };
        let population = self
            .population
            .map(|population| Population { owner: self.party(population.owner), ..population });
        (self.arrivals.iter().map(party).collect(), population)
    }

    fn of_side(&self, limit: LimitError) -> LimitError {
        LimitError { side: self.arrivals[limit.side], ..limit }
    }

    /// Returns the index of the outcome in which a side holds the sector, alone or with its
    /// allies; `None` if it has no ships.
    #[must_use]
    pub fn outcome(&self, side: usize, sides: &[Side<EclipseFleet>]) -> Option<usize> {
        let party = self.party(side);
        self.in_line(sides).ok()?.iter().position(|members| members.contains(&party))
    }

    /// Returns the index of a side in the order in which the sides entered.
    #[must_use]
    pub fn party(&self, side: usize) -> usize {
        self.arrivals.iter().position(|&s| s == side).unwrap_or(side)
    }
}

/// Resolves all sides and the situation of a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve(
    scenario: &Scenario,
    rulebook: Rulebook,
    rules: BlueprintRules<'_>,
) -> Result<EclipseMatchup, Diagnostic> {
    let texts = &scenario.sides;
    let setting = &EclipseSetting::read(&scenario.setting, rulebook, texts)?;
    let options = texts.all().iter().map(|side| EclipseOptions::read(rules.catalogue, side));
    let options: Vec<EclipseOptions> = options.collect::<Result<_, _>>()?;
    let setup = setup(setting, rulebook)?;
    let mut all_allowances = all_allowances(texts, setting)?;
    let population = setting.population.as_ref().map(|population| population.value);
    if let Some(population) = &population {
        all_allowances[population.owner].may_be_empty = true;
    }
    if let (Sides::Two(_), Some(only)) = (texts, options.iter().find_map(EclipseOptions::of_party))
    {
        return Err(Diagnostic::at(
            only.1,
            format!("`{}` is only for the parties of a sector", only.0),
        ));
    }
    let mut sides: Vec<Side<EclipseFleet>> = all_allowances
        .into_iter()
        .enumerate()
        .map(|(i, allowances)| resolve_side(rules, &texts.all()[i], &texts.role(i), i, allowances))
        .collect::<Result<_, _>>()?;
    if let Sides::Two(both) = texts {
        check_beams(both.as_slice(), &sides)?;
        let warning = immobile_attacker(&sides[0]);
        sides[0].warnings.extend(warning);
    }
    let sides: Vec<_> = sides.into_iter().map(joined).collect();
    check_owner(setting.population.as_ref(), &sides)?;
    let sector = sector(texts, &options, &sides, population);
    if let Some(sector) = &sector {
        check_alliances(texts, &sides, &sector.alliances)?;
        sector
            .in_line(&sides)
            .map_err(|limit| Diagnostic::at(&texts.all()[limit.side].place, limit.message))?;
    }
    let tiles = tiles(texts, setting, rules.catalogue);
    let rounds = setting.rounds.window(setup.round, sector.is_some())?;
    Ok(EclipseMatchup { rounds, sides, sector, setup, tiles })
}

/// Checks that no group has begun to retreat from an enemy with a Tractor Beam (D5).
fn check_beams(texts: &[SideText], sides: &[Side<EclipseFleet>]) -> Result<(), Diagnostic> {
    for (n, (text, side)) in texts.iter().zip(sides).enumerate() {
        let enemy = &sides[1 - n];
        let is_held = enemy.fleet.owners.iter().all(|owner| owner.technologies.tractor_beam);
        if let Some(group) = side.fleet.groups.iter().position(|group| group.retreating)
            && is_held
        {
            let who = enemy.labels.called(1 - n);
            let place = &text.fleet.groups[group].place;
            return Err(Diagnostic::at(
                place,
                format!("the Tractor Beam of {who} holds this group"),
            )
            .label("it cannot be `retreating`")
            .help("leave out `retreating`, or the Tractor Beam"));
        }
    }
    Ok(())
}

/// Returns what the situation allows each side.
fn all_allowances(
    texts: &Sides,
    setting: &EclipseSetting,
) -> Result<Vec<SideAllowances>, Diagnostic> {
    let mut all_allowances = vec![SideAllowances::default(); texts.all().len()];
    for (side, is_open) in &setting.retreat {
        all_allowances[*side].may_retreat = *is_open;
    }
    for (n, side) in texts.all().iter().enumerate() {
        let is_told = setting.retreat.iter().any(|(side, _)| *side == n);
        // A condition that is typed with the fleet is meant to be met.
        if typed_retreat(side)?.is_some() && !is_told {
            all_allowances[n].may_retreat = true;
        }
    }
    if let Sides::Parties(parties) = texts {
        for (allowances, party) in all_allowances.iter_mut().zip(parties) {
            allowances.may_be_empty = party.left_out;
        }
    }
    Ok(all_allowances)
}

/// Checks that the owner of the population is a player.
fn check_owner(
    population: Option<&Spanned<Population>>,
    sides: &[Side<EclipseFleet>],
) -> Result<(), Diagnostic> {
    let Some(Spanned { value: population, place }) = population else { return Ok(()) };
    let Side { fleet, labels, .. } = &sides[population.owner];
    if fleet.non_player && !fleet.groups.is_empty() {
        let name = &labels.name;
        let message = format!("`{name}` has only non-player ships and cannot own population");
        return Err(Diagnostic::at(place, message));
    }
    Ok(())
}

/// Returns order, influence and alliances of the sides; `None` for a single battle of two sides.
fn sector(
    texts: &Sides,
    options: &[EclipseOptions],
    sides: &[Side<EclipseFleet>],
    population: Option<Population>,
) -> Option<SectorSides> {
    let all = 0..sides.len();
    let (arrivals, line, roles) = match texts {
        Sides::Two(_) if population.is_none() => return None,
        // The defender was in the sector before the attacker.
        Sides::Two(_) => (vec![1, 0], BattleOrder::Arrived, all.map(|i| texts.role(i)).collect()),
        Sides::Parties(_) => {
            let names = sides.iter().map(|side| side.labels.name.clone()).collect();
            (all.collect(), BattleOrder::Ruled, names)
        }
    };
    let has_disc = |own: &EclipseOptions| own.influence.as_ref().is_some_and(|disc| disc.value);
    let influence = options.iter().map(has_disc).collect();
    Some(SectorSides {
        arrivals,
        influence,
        alliances: alliances(options),
        line,
        roles,
        population,
    })
}

/// Returns the reputation tiles to draw from, by side.
fn tiles(texts: &Sides, setting: &EclipseSetting, catalogue: &EclipseCatalogue) -> Vec<Tiles> {
    let bag = setting.bag.clone().unwrap_or_else(|| catalogue.bag());
    let mut tiles = vec![Tiles { bag, lowest: None }; texts.all().len()];
    for (side, lowest) in &setting.lowest_tile {
        tiles[*side].lowest = Some(*lowest);
    }
    tiles
}

/// Returns the alliance of each side, spelled as where it first occurs.
fn alliances(options: &[EclipseOptions]) -> Vec<Option<String>> {
    let named = || options.iter().filter_map(|own| own.alliance.as_ref());
    let first = |name: &Spanned<String>| {
        let same = named().find(|other| normalise(&other.value) == normalise(&name.value));
        same.map_or_else(|| name.value.clone(), |other| other.value.clone())
    };
    options.iter().map(|own| own.alliance.as_ref().map(first)).collect()
}

/// Checks that the names of parties and alliances differ, because results are listed by name.
fn check_alliances(
    texts: &Sides,
    sides: &[Side<EclipseFleet>],
    alliances: &[Option<String>],
) -> Result<(), Diagnostic> {
    check_names(texts, sides)?;
    for (side, text) in sides.iter().zip(texts.all()) {
        let name = &side.labels.name;
        if alliances.iter().flatten().any(|alliance| normalise(alliance) == normalise(name)) {
            let message = format!("a party and an alliance are both named `{name}`");
            return Err(Diagnostic::at(&text.place, message));
        }
    }
    Ok(())
}

/// Returns the edition, and the round from which the battle continues.
fn setup(setting: &EclipseSetting, rulebook: Rulebook) -> Result<Setup, Diagnostic> {
    let edition = match rulebook {
        Rulebook::Eclipse2e => Edition::Second,
        _ => Edition::First,
    };
    let Some(start) = &setting.start else { return Ok(Setup { edition, ..Setup::default() }) };
    let late = |cap: &&Spanned<u32>| cap.value < start.round;
    if let Some(cap) = setting.rounds.cap.as_ref().filter(late) {
        return Err(beyond(&start.place, start.round, cap.value));
    }
    // Unless given, missiles count as spent from round 2 on (D14).
    let missiles_spent = start.missiles_spent.unwrap_or(start.round > 1);
    Ok(Setup { edition, round: start.round, missiles_spent })
}

/// Creates the error for a start after the last round.
fn beyond(place: &Place, round: u32, cap: u32) -> Diagnostic {
    let message = format!("round {round} is beyond the cap of {cap} rounds");
    Diagnostic::at(place, message)
}

/// Returns a warning about an attacking player with a ship that cannot move into the sector.
fn immobile_attacker(attacker: &Side<EclipseFleet>) -> Option<String> {
    let stays = attacker.fleet.groups.iter().position(|group| !group.mobile)?;
    let class = attacker.labels.classes.get(stays).filter(|_| !attacker.fleet.non_player)?;
    Some(format!("{class} cannot move, so it can only defend; --swap exchanges the sides"))
}
