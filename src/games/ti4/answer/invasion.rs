//! Invasions of several planets, one after the other.

use crate::engine::Ctx;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::captains::{NotSolved, solve_from};
use super::orders::{NoOrder, by_default, find_orders};
use super::report::{UNITS, control, played_by};
use crate::answer::budget::Budget;
use crate::answer::chain::PreparedChain;
use crate::answer::ledger::Ledger;
use crate::answer::scene::Told;
use crate::answer::scene::{Names, Scene, SideNames};
use crate::answer::warnings::{of_sides, warnings};
use crate::answer::{Answer, NoAnswer, Question, ROLES, Simulated, Watch, blank, set_beside};
use crate::engine::chain::{Limits, Solution, Unsolved};
use crate::engine::graph::NoGraph;
use crate::engine::{Ended, Replayer};
use crate::games::common::{Labels, add_ends};
use crate::games::ti4::rules::{Fleet, Invasion};
use crate::games::ti4::scenario::{Planet, Ti4Matchup};
use crate::model::chain::Chain;
use crate::result::{
    After, Cell, Cost, Extra, Extras, Outcomes, PlayedBy, Section, SectionPlace, Sections, Shown,
    SideSummary, Summary, Units,
};
use crate::scenario::Engine;
use crate::stats::{Estimate, Odds, Tally};

/// Returns access to the single invasions of a question.
pub(super) fn scene<'a>(
    question: &'a Question,
    matchup: &'a Ti4Matchup,
    ctx: &Ctx,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    let field = ctx.install(|| field(question, matchup, ctx.stop()))?;
    Ok(Box::new(InvasionScene { question, matchup, field }))
}

/// An invasion whose courses can be read one by one.
struct InvasionScene<'a> {
    question: &'a Question,
    matchup: &'a Ti4Matchup,
    field: Field,
}

impl Scene for InvasionScene<'_> {
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
        let run = self.field.prepared.simulate(self.question, ctx, watch)?;
        let summary = summarise(self.question, self.matchup, &self.field, run.as_ref());
        let ended = run.as_ref().map_or(Ended::Complete, |run| run.ended);
        let battles = run.as_ref().map_or(0, |run| run.planned);
        let work = self.field.prepared.ledger.taken();
        Ok(Answer { summary, ended, counted: run.map(|run| run.counted), battles, work })
    }

    fn replayer(&self) -> Box<dyn Replayer + '_> {
        self.field.prepared.replayer(self.question.engine)
    }

    /// Returns `None`: planets are solved one by one, which gives no joint distribution of all
    /// ends.
    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>> {
        None
    }

    fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        self.field.prepared.battles(question)
    }

    fn cells(&self) -> usize {
        self.field.prepared.chain.cells()
    }

    fn told(&self, odds: &Odds) -> Told {
        let planets = planets_of(self.matchup, &self.field, odds);
        Told {
            sides: (0..2).map(|side| of_all(self.matchup, side, &planets, odds)).collect(),
            draw: odds.estimate(2),
            standoff: odds.estimate(3),
        }
    }

    fn names(&self, battle: usize) -> Names {
        let planet = &self.matchup.planets[self.field.prepared.chain.planet(battle)];
        let sides = planet.sides.iter().map(|side| &side.labels);
        let sides =
            sides.map(|labels| SideNames::of_one(&labels.name, labels.classes.clone())).collect();
        Names { title: Some(planet.name.clone()), sides }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        played(self.matchup, &self.field)
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.field.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }
}

/// Words for the outcomes of an invasion.
const TAKES_ALL: Outcomes = Outcomes {
    wins: ["takes all", "keeps all"],
    standoff: "each has some",
    longest: "takes all",
    ..Outcomes::WINS
};

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
struct Field {
    /// Fleets of each planet, with the policies that are really played.
    planets: Vec<[Fleet; 2]>,
    prepared: PreparedChain<Invasion>,
    /// Requests that could not be met in full, with the reasons.
    notes: Vec<String>,
}

/// Prepares the invasion of a question: finds best orders, and solves the combats if the engine or
/// the policies need that and they fit the budget.
fn field(question: &Question, matchup: &Ti4Matchup, stop: &AtomicBool) -> Result<Field, NoAnswer> {
    let mut planets = Vec::new();
    let mut notes = Vec::new();
    let mut ledger = Ledger::new(question.budget);
    for planet in &matchup.planets {
        let fleets = planet.sides.each_ref().map(|side| side.fleet.clone());
        planets.push(match find_orders(&fleets, matchup.terms, &mut ledger, stop) {
            Ok(fleets) => fleets,
            Err(NoOrder::Stopped) => return Err(NoAnswer::Stopped),
            Err(NoOrder::Limit(limit)) => return Err(limit.into()),
            Err(NoOrder::TooLarge | NoOrder::Unsettled) => {
                let why = format!("{}: no best order was found", planet.name);
                if question.engine == Engine::Exact {
                    return Err(ledger.too_large(why));
                }
                notes.push(format!("{why}: units are lost in the default order"));
                fleets.map(by_default)
            }
        });
    }
    let invasion = Invasion::new(&planets)?;
    let prepared = PreparedChain::new(invasion, ledger);
    let mut field = Field { planets, prepared, notes };
    let looks_ahead = field.planets.iter().flatten().any(Fleet::looks_ahead);
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(field);
    }
    match field.solve(question, stop) {
        Ok(()) => {}
        Err(NotSolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(NotSolved::TooLarge) => {
            let why = format!("the invasion does not fit the budget of {}", question.budget);
            if question.engine == Engine::Exact {
                return Err(field.prepared.ledger.too_large(why));
            }
            if looks_ahead {
                field.notes.push(format!("{why}: units are lost in the default order"));
                field.planets = field.planets.into_iter().map(|p| p.map(by_default)).collect();
                field.prepared =
                    PreparedChain::new(Invasion::new(&field.planets)?, field.prepared.ledger);
            } else if question.engine == Engine::Auto {
                field.notes.push(format!("{why}: battles are simulated one by one"));
            }
        }
    }
    Ok(field)
}

impl Field {
    /// Solves all combats in the order in which they are fought.
    fn solve(&mut self, question: &Question, stop: &AtomicBool) -> Result<(), NotSolved> {
        let PreparedChain { chain: invasion, captains, ledger, .. } = &mut self.prepared;
        let mut solution = Solution::new(invasion, question.engine != Engine::Kernel);
        let mut solvers = captains.clone();
        for number in 0..invasion.battles().len() {
            let openings = solution.arrivals(number).states().to_vec();
            if openings.is_empty() {
                continue;
            }
            let battle = &invasion.battles()[number];
            if battle.looks_ahead() {
                let fleets = &self.planets[invasion.planet(number)];
                let best = solve_from(battle, fleets, &openings, [1.0; 2], ledger, stop)?;
                captains.follow(battle, best.strategy.clone());
                solvers.follow(battle, best.strategy);
            }
            let left = ledger.solving();
            let limits =
                Limits { graph: left.graph(), looks: left.passes(), round_cap: question.round_cap };
            let size = solution.solve(number, battle, &mut solvers, limits, stop).map_err(
                |no| match no {
                    Unsolved::NoGraph(NoGraph::Stopped) => NotSolved::Stopped,
                    Unsolved::NoGraph(NoGraph::TooLarge) | Unsolved::TooManyRounds => {
                        NotSolved::TooLarge
                    }
                },
            )?;
            ledger.take(Budget::of_graph(size));
        }
        let solved = solution.finish();
        self.prepared.solved_by(solved);
        Ok(())
    }
}

fn summarise(
    question: &Question,
    matchup: &Ti4Matchup,
    field: &Field,
    run: Option<&Simulated>,
) -> Summary {
    let exact = field.prepared.exact(question);
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::with_cells(field.prepared.chain.cells()));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let mut planets = planets_of(matchup, field, odds);
    let mut sides: Vec<SideSummary> =
        (0..2).map(|side| of_all(matchup, side, &planets, odds)).collect();
    sides.iter_mut().for_each(|side| add_ends(&mut side.extras, 0.0, 0.0));
    for (n, planet) in planets.iter_mut().enumerate() {
        let labels = labels_of(&matchup.planets[n]);
        field.prepared.chain.add_extras(n, &labels, odds, &mut planet.sides);
    }
    let mut extras = Extras::default();
    let shown = Shown::Sections(Box::new(sections(&planets)));
    extras.push(Extra::new("planets", After::Rounds, &planets).showing(shown));
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (i, side) in sides.iter_mut().enumerate() {
            set_beside(side, simulated, i);
        }
    }
    let names = sides.iter().map(|side| side.name.clone());
    let [first, second] = [" takes all planets", " keeps all planets"];
    let mut outcomes: Vec<String> = names.zip([first, second]).map(|(n, what)| n + what).collect();
    outcomes.extend(["draw".into(), "each has some".into()]);
    let mut told = of_sides(&matchup.sides, &field.notes);
    for planet in &matchup.planets {
        told.extend(
            of_sides(&planet.sides, &[]).into_iter().map(|w| format!("{}: {w}", planet.name)),
        );
    }
    Summary {
        play: played(matchup, field),
        draw: odds.estimate(2),
        standoff: odds.estimate(3),
        extras,
        outcomes: &TAKES_ALL,
        units: UNITS,
        sides,
        warnings: warnings(question, told, false, &outcomes, exact, run),
        ..blank(question, odds, exact.is_some(), run)
    }
}

/// Returns the figures of each planet under these odds.
fn planets_of(matchup: &Ti4Matchup, field: &Field, odds: &Odds) -> Vec<PlanetSummary> {
    let of_planet = |(n, planet): (usize, &Planet)| {
        let sides = field.prepared.chain.summarise(n, &labels_of(planet), odds);
        let [draw, standoff] = field.prepared.chain.draw_and_standoff(n, odds);
        let control = control(&sides);
        PlanetSummary { name: planet.name.clone(), sides, draw, standoff, control }
    };
    matchup.planets.iter().enumerate().map(of_planet).collect()
}

/// Returns the play of each side, with its role.
fn played(matchup: &Ti4Matchup, field: &Field) -> Vec<(String, PlayedBy)> {
    let of_side = |(side, role): (usize, &&str)| {
        let asked = &matchup.planets[0].sides[side].fleet;
        (role.to_string(), played_by(asked, &field.planets[0][side]))
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
    let fleets: Vec<&str> = own().map(|side| side.fleet.as_str()).collect();
    let sum = |of: fn(&Cost) -> f64| own().map(|side| of(&side.cost)).sum();
    let name = &matchup.sides[side].labels.name;
    let survivors = own().flat_map(|side| side.survivors.clone()).collect();
    let cost = Cost {
        lost: sum(|cost| cost.lost),
        destroyed: sum(|cost| cost.destroyed),
        spread: sum(|cost| cost.spread),
        swing: None,
    };
    SideSummary::new(name, &fleets.join("; "), win, survivors, cost)
}

/// Returns the names of both sides on a planet.
fn labels_of(planet: &Planet) -> [Labels; 2] {
    planet.sides.each_ref().map(|side| side.labels.clone())
}

/// Returns the sections about the outcomes on each planet.
fn sections(planets: &[PlanetSummary]) -> Sections {
    let in_table = |planet: &PlanetSummary| {
        let [attacker, defender] = [0, 1].map(|side| planet.sides[side].win);
        let shares = [attacker, planet.draw, defender, planet.standoff];
        shares.map(|share| Cell::RoughShare(share.probability)).to_vec()
    };
    let on_page = |planet: &PlanetSummary| {
        let wins = planet.sides.iter().map(|side| side.win);
        wins.chain([planet.draw]).map(|share| Cell::Share(share.probability)).collect()
    };
    let rows = |cells: &dyn Fn(&PlanetSummary) -> Vec<Cell>| {
        planets.iter().map(|planet| (planet.name.clone(), cells(planet))).collect()
    };
    Sections {
        place: SectionPlace::Survivors,
        names: 40,
        table: Section {
            title: "planets",
            columns: vec!["taken", "draw", "kept", "standoff"],
            rows: rows(&in_table),
        },
        page: Section {
            title: "Planets",
            columns: vec!["taken", "kept", "draw"],
            rows: rows(&on_page),
        },
    }
}
