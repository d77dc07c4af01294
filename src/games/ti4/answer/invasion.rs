//! Invasions of several planets, one after the other.

use serde::Serialize;
use std::collections::BTreeMap;

use super::ahead::best_play_of_invasion;
use super::captains::{CUSTOMARY, Ti4NotSolved, solve_from};
use super::orders::{LossOrders, by_custom, customary_orders, settle_orders};
use super::report::{UNITS, control, played_by};
use crate::answer::chain::PreparedChain;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::Prepared;
use crate::answer::prepared_fight::{
    BattleFigures, FightNames, FightReport, PreparedFight, SideNames,
};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, ROLES};
use crate::engine::{Control, Ctx};
use crate::games::common::{Horizon, Labels, LimitError, add_ends, looking_ahead, looking_to};
use crate::games::ti4::rules::{Invasion, LossOrder, Ti4Captains, Ti4Fleet, Ti4State};
use crate::games::ti4::scenario::{INVASION, Planet, Ti4Matchup};
use crate::model::chain::Chain;
use crate::result::{
    Amount, Cost, Field, Figure, Outcomes, PlayedBy, Shown, SideSummary, Summary, Table, Units,
};
use crate::scenario::Engine;
use crate::stats::{Estimate, Odds};

/// Returns access to the single invasions of a question.
pub(super) fn prepare_invasion<'a>(
    question: &'a Question,
    matchup: &'a Ti4Matchup,
    ctx: &Ctx,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let fight = ctx.install(|| fight(question, matchup, ctx.control()))?;
    Ok(PreparedFight::new(question, InvasionFight { matchup, fight }))
}

/// An invasion whose courses can be read one by one.
struct InvasionFight<'a> {
    matchup: &'a Ti4Matchup,
    fight: PreparedInvasion,
}

impl FightReport for InvasionFight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.fight.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.fight.prepared
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let planets = planets_of(self.matchup, &self.fight, odds);
        BattleFigures {
            sides: (0..2).map(|side| of_all(self.matchup, side, &planets, odds)).collect(),
            draw: odds.estimate(2),
            standoff: odds.estimate(3),
        }
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        let Self { matchup, fight, .. } = self;
        let mut planets = planets_of(matchup, fight, odds);
        for (n, planet) in planets.iter_mut().enumerate() {
            let labels = labels_of(&matchup.planets[n]);
            fight.prepared.chain.add_figures(n, &labels, odds, &mut planet.sides);
        }
        summary.sides.iter_mut().for_each(|side| add_ends(&mut side.of_game, 0.0, 0.0));
        let of_planets = Figure::new("planets", Field::Rounds, &planets);
        let of_planets = of_planets.showing(Shown::Table(table(&planets)));
        summary.of_game.push(planets.iter().fold(of_planets, |figure, planet| {
            let taken = Amount::Share(planet.sides[0].win.probability);
            figure.in_line("taken", &planet.name, taken)
        }));
        if let Some(by_planet) = &fight.by_planet {
            let other = self.figures(by_planet).sides;
            let objective = |side: usize| {
                let captain = &fight.planets[0][side];
                captain.looks_beyond().then_some(captain.captain.objective)
            };
            let ahead: Vec<_> = summary.sides.iter().cloned().zip((0..).map(objective)).collect();
            let figure = looking_ahead(&ahead, &other, TAKES_ALL.wins_in_charts, UNITS.cost);
            summary.of_game.push(figure);
        }
        summary.outcomes = &TAKES_ALL;
    }

    fn names(&self, battle: usize) -> FightNames {
        let planet = &self.matchup.planets[self.fight.prepared.chain.planet(battle)];
        let sides = planet.sides.iter().map(|side| &side.labels);
        let sides =
            sides.map(|labels| SideNames::of_one(&labels.name, labels.classes.clone())).collect();
        FightNames { title: Some(planet.name.clone()), sides }
    }

    fn outcomes(&self, sides: &[SideSummary]) -> Vec<String> {
        let [attacker, defender] = [0, 1].map(|side: usize| &sides[side].name);
        let ends =
            [format!("{attacker} takes all planets"), format!("{defender} keeps all planets")];
        ends.into_iter().chain(["draw".into(), "each has some".into()]).collect()
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        played(self.matchup, &self.fight)
    }

    fn warnings(&self) -> Vec<String> {
        let mut warned = of_sides(&self.matchup.sides, &self.fight.notes);
        for planet in &self.matchup.planets {
            let of_planet = of_sides(&planet.sides, &[]).into_iter();
            warned.extend(of_planet.map(|warning| format!("{}: {warning}", planet.name)));
        }
        warned
    }

    fn units(&self) -> Units {
        UNITS
    }
}

/// Words for the outcomes of an invasion.
const TAKES_ALL: Outcomes = Outcomes {
    wins: ["takes all", "keeps all"],
    headline: ["take all planets", "takes all planets"],
    standoff: "each has some",
    longest: "takes all",
    ..Outcomes::WINS
};

/// Share of the budget's seconds that may be spent on the odds of play planet by planet, to show what
/// looking ahead is worth.
const COMPARISON_SHARE: f64 = 0.5;

/// One planet of an invasion.
#[derive(Serialize)]
struct PlanetSummary {
    /// Name of the planet.
    name: String,
    /// Attacker and defender.
    sides: Vec<SideSummary>,
    /// Probability that no side has units left.
    draw: Estimate,
    /// Probability that both sides have units left.
    standoff: Estimate,
    /// By side: probability that it controls the planet.
    control: BTreeMap<String, f64>,
}

/// An invasion prepared for all engines.
struct PreparedInvasion {
    /// Fleets of each planet, with the policies that are really played.
    planets: Vec<[Ti4Fleet; 2]>,
    prepared: PreparedChain<Invasion>,
    /// Whether sides without an order play the customary one on some planet.
    is_customary: bool,
    /// Requests that could not be met in full, with the reasons.
    notes: Vec<String>,
    /// Exact odds if no captain looked beyond a planet, if some do and the odds were found.
    by_planet: Option<Odds>,
}

/// Prepares the invasion of a question: finds best orders, and solves the combats if the engine or
/// the policies need that and they fit the budget.
fn fight(
    question: &Question,
    matchup: &Ti4Matchup,
    control: &Control,
) -> Result<PreparedInvasion, NoAnswer> {
    let mut planets = Vec::new();
    let mut notes = Vec::new();
    let mut ledger = Ledger::new(question.budget);
    for planet in &matchup.planets {
        let fleets = planet.sides.each_ref().map(|side| side.fleet.clone());
        let (fleets, why) = match settle_orders(fleets.clone(), matchup.terms, &mut ledger, control)
        {
            Ok(LossOrders { fleets, customary }) => {
                (fleets, customary.map(|no| no.why(question.budget)))
            }
            Err(no) => {
                let (fleets, why) = customary_orders(question, fleets, no, &ledger)?;
                (fleets, Some(why))
            }
        };
        planets.push(fleets);
        notes.extend(why.map(|why| format!("{}: {why}: {CUSTOMARY}", planet.name)));
    }
    let invasion = Invasion::new(&planets)?;
    let prepared = PreparedChain::new(invasion, ledger);
    let is_customary = !notes.is_empty();
    let mut fight = PreparedInvasion { planets, prepared, is_customary, notes, by_planet: None };
    let looks_ahead = fight.planets.iter().flatten().any(Ti4Fleet::looks_ahead);
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(fight);
    }
    let mut solved = fight.solve(question, true, control);
    let refuses = question.engine == Engine::Exact;
    if solved == Err(Ti4NotSolved::TooLarge) && fight.prepared.chain.looks_beyond() && !refuses {
        let why =
            format!("best play of the invasion does not fit the budget of {}", question.budget);
        let mut ledger = fight.prepared.ledger;
        ledger.try_again();
        let notes = [fight.notes, vec![format!("{why}: captains look at one planet at a time")]];
        fight = PreparedInvasion { notes: notes.concat(), ..by_planet(fight.planets, ledger)? };
        fight.is_customary = is_customary;
        solved = fight.solve(question, true, control);
    }
    match solved {
        Ok(()) => fight.compare(question, control)?,
        Err(Ti4NotSolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(Ti4NotSolved::TooLarge) => {
            let why = format!("the invasion does not fit the budget of {}", question.budget);
            if refuses {
                return Err(fight.prepared.ledger.too_large(why));
            }
            if looks_ahead {
                fight.notes.push(format!("{why}: {CUSTOMARY}"));
                fight.planets = fight.planets.into_iter().map(|p| p.map(by_custom)).collect();
                fight.prepared =
                    PreparedChain::new(Invasion::new(&fight.planets)?, fight.prepared.ledger);
            } else if question.engine == Engine::Auto {
                fight.notes.push(format!("{why}: battles are simulated one by one"));
            }
        }
    }
    Ok(fight)
}

/// Returns the invasion of captains who look at one planet at a time.
fn by_planet(planets: Vec<[Ti4Fleet; 2]>, ledger: Ledger) -> Result<PreparedInvasion, NoAnswer> {
    let by_planet = |mut fleet: Ti4Fleet| {
        fleet.captain.horizon = Horizon::Battle;
        fleet
    };
    let planets: Vec<_> = planets.into_iter().map(|fleets| fleets.map(by_planet)).collect();
    let prepared = PreparedChain::new(Invasion::new(&planets)?, ledger);
    Ok(PreparedInvasion {
        planets,
        prepared,
        is_customary: false,
        notes: Vec::new(),
        by_planet: None,
    })
}

impl PreparedInvasion {
    /// Finds the odds of play planet by planet, if captains look beyond a planet, to show what that
    /// is worth. This is left out if it takes more than a part of the budget.
    fn compare(&mut self, question: &Question, control: &Control) -> Result<(), NoAnswer> {
        let whole = &self.prepared;
        if whole.odds(question).is_none() || !whole.chain.looks_beyond() {
            return Ok(());
        }
        let mut other = by_planet(self.planets.clone(), whole.ledger.aside(COMPARISON_SHARE))?;
        let solved = other.solve(question, false, control);
        self.prepared.ledger.take_aside(&other.prepared.ledger);
        match solved {
            Ok(()) => self.by_planet = other.prepared.odds(question).cloned(),
            Err(Ti4NotSolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(Ti4NotSolved::TooLarge) => {}
        }
        Ok(())
    }

    /// Solves all combats in the order in which they are fought. If captains look beyond a planet,
    /// best play is found first, from the last planet to the first. The graphs may be kept for a
    /// simulation.
    fn solve(
        &mut self,
        question: &Question,
        keeps_graphs: bool,
        control: &Control,
    ) -> Result<(), Ti4NotSolved> {
        let PreparedChain { chain: invasion, ledger, .. } = &mut self.prepared;
        let ahead = match invasion.looks_beyond() {
            true => Some(best_play_of_invasion(invasion, &self.planets, ledger, control)?),
            false => None,
        };
        let planets = &self.planets;
        let play = |(invasion, number): (&Invasion, usize),
                    openings: &[Ti4State],
                    all: [&mut Ti4Captains; 2],
                    ledger: &mut Ledger| {
            let battle = &invasion.battles()[number];
            let strategy = match &ahead {
                Some(ahead) => ahead[number].clone(),
                None if battle.looks_ahead() => {
                    let fleets = &planets[invasion.planet(number)];
                    let best = solve_from(battle, fleets, openings, [1.0; 2], ledger, control)?;
                    Some(best.strategy)
                }
                None => None,
            };
            if let Some(strategy) = strategy {
                for captains in all {
                    captains.set_strategy(battle, strategy.clone());
                }
            }
            Ok(())
        };
        self.prepared.solve(question, keeps_graphs, play, Ti4NotSolved::from, control)
    }
}

/// Worth of an invasion to the attacker.
pub(super) struct InvasionWorth {
    /// Probability that it takes all planets.
    pub(super) win: f64,
    /// Expected cost of enemy units destroyed less that of own units lost.
    pub(super) swing: f64,
    /// Play of each side.
    pub(super) play: Vec<PlayedBy>,
    /// Work, in seconds on one core.
    pub(super) work: f64,
}

/// Returns the exact worth of an invasion.
pub(super) fn worth(
    question: &Question,
    matchup: &Ti4Matchup,
    control: &Control,
) -> Result<InvasionWorth, NoAnswer> {
    let fight = fight(question, matchup, control)?;
    let Some(odds) = fight.prepared.odds(question) else {
        let why = format!("the invasion does not fit the budget of {}", question.budget);
        return Err(fight.prepared.ledger.too_large(why));
    };
    let all = of_all(matchup, 0, &planets_of(matchup, &fight, odds), odds);
    Ok(InvasionWorth {
        win: all.win.probability,
        swing: all.cost.destroyed - all.cost.lost,
        play: played(matchup, &fight).into_iter().map(|(_, play)| play).collect(),
        work: fight.prepared.ledger.taken(),
    })
}

/// Returns whether a side holds cards that are used on one planet and gone on the next.
pub(super) fn carries_cards(matchup: &Ti4Matchup) -> Result<bool, LimitError> {
    let fleets = |planet: &Planet| planet.sides.each_ref().map(|side| side.fleet.clone());
    let planets: Vec<[Ti4Fleet; 2]> = matchup.planets.iter().map(fleets).collect();
    Ok(Invasion::new(&planets)?.carries_cards())
}

/// Returns the figures of each planet under these odds.
fn planets_of(matchup: &Ti4Matchup, fight: &PreparedInvasion, odds: &Odds) -> Vec<PlanetSummary> {
    let of_planet = |(n, planet): (usize, &Planet)| {
        let sides = fight.prepared.chain.summarise(n, &labels_of(planet), odds);
        let [draw, standoff] = fight.prepared.chain.draw_and_standoff(n, odds);
        let control = control(&sides, fight.prepared.chain.unheld(n, odds));
        PlanetSummary { name: planet.name.clone(), sides, draw, standoff, control }
    };
    matchup.planets.iter().enumerate().map(of_planet).collect()
}

/// Returns the play of each side, with its role.
fn played(matchup: &Ti4Matchup, fight: &PreparedInvasion) -> Vec<(String, PlayedBy)> {
    let of_side = |(side, role): (usize, &&str)| {
        let asked = &matchup.planets[0].sides[side].fleet;
        let fleet = &fight.planets[0][side];
        let is_adaptive = fleet.captain.order == LossOrder::Adaptive && fight.planets.len() > 1;
        let horizon = is_adaptive.then_some(fleet.captain.horizon);
        let played = played_by(asked, fleet, fight.is_customary);
        (role.to_string(), looking_to(played, horizon, INVASION))
    };
    ROLES.iter().enumerate().map(of_side).collect()
}

/// Returns the figures of a side for all planets together.
fn of_all(
    matchup: &Ti4Matchup,
    side: usize,
    planets: &[PlanetSummary],
    odds: &Odds,
) -> SideSummary {
    let own = || planets.iter().map(|planet| &planet.sides[side]);
    let win: Estimate = odds.estimate(side);
    let sum = |of: fn(&Cost) -> f64| own().map(|side| of(&side.cost)).sum();
    let name = &matchup.sides[side].labels.name;
    let of_planet = |planet: &PlanetSummary| {
        let mut survivors = planet.sides[side].survivors.clone();
        survivors.iter_mut().for_each(|group| group.planet = Some(planet.name.clone()));
        survivors
    };
    let survivors = planets.iter().flat_map(of_planet).collect();
    let cost = Cost {
        lost: sum(|cost| cost.lost),
        destroyed: sum(|cost| cost.destroyed),
        spread: sum(|cost| cost.spread),
        swing: None,
    };
    SideSummary::new(name, &matchup.landed(side), win, survivors, cost)
}

/// Returns the names of both sides on a planet.
fn labels_of(planet: &Planet) -> [Labels; 2] {
    planet.sides.each_ref().map(|side| side.labels.clone())
}

/// Returns the table of the outcomes on each planet.
fn table(planets: &[PlanetSummary]) -> Table {
    let row = |planet: &PlanetSummary| {
        let [attacker, defender] = [0, 1].map(|side| planet.sides[side].win);
        let shares = [attacker, planet.draw, defender, planet.standoff];
        let shares = shares.map(|share| Some(Amount::Share(share.probability)));
        (planet.name.clone(), shares.to_vec())
    };
    Table {
        title: "planets",
        columns: vec!["taken", "draw", "kept", "standoff"],
        rows: planets.iter().map(row).collect(),
    }
}
