//! Invasions: several planets, one after the other, or a space combat and then a planet.

use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::ahead::{best_play_of_invasion, outlook_in_space};
use super::captains::{CUSTOMARY, ordered, solve_from};
use super::orders::{Setup, by_custom};
use super::report::{UNITS, control, played_by};
use crate::answer::chain::PreparedChain;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::Prepared;
use crate::answer::prepared_fight::{
    BattleFigures, FightNames, FightReport, PreparedFight, SideNames,
};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, ROLES, Side};
use crate::engine::{Control, Ctx, Unsolved};
use crate::games::common::{Horizon, Labels, LimitError, looking_ahead, looking_to};
use crate::games::ti4::rules::{Invasion, LossOrder, Ti4Captains, Ti4Fleet, Ti4Outlook, Ti4State};
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
        let combats = combats_of(self.matchup, &self.fight, odds);
        BattleFigures {
            sides: (0..2).map(|side| of_all(self.matchup, side, &combats, odds)).collect(),
            draw: odds.estimate(2),
            standoff: odds.estimate(3),
        }
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        let Self { matchup, fight, .. } = self;
        let mut planets = planets_of(matchup, fight, odds);
        for (n, planet) in planets.iter_mut().enumerate() {
            let labels = labels_of(&matchup.planets[n].sides);
            fight.prepared.chain.add_figures(n, &labels, odds, &mut planet.combat.sides);
        }
        let space = space_of(matchup, fight, odds);
        let combats: Vec<&CombatSummary> =
            space.iter().chain(planets.iter().map(|planet| &planet.combat)).collect();
        let of_planets = Figure::new("planets", Field::Rounds, &planets);
        let of_planets = of_planets.showing(Shown::Table(table(&combats, space.is_some())));
        let win = |combat: &CombatSummary| Amount::Share(combat.sides[0].win.probability);
        if let Some(space) = &space {
            let figure = Figure::new("space_combat", Field::Rounds, space);
            summary.of_game.push(figure.in_line("won", &space.name, win(space)));
        }
        summary.of_game.push(planets.iter().fold(of_planets, |figure, planet| {
            figure.in_line("taken", &planet.combat.name, win(&planet.combat))
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
        summary.outcomes = outcomes_of(matchup);
    }

    fn names(&self, battle: usize) -> FightNames {
        let planet = self.fight.prepared.chain.planet(battle).map(|n| &self.matchup.planets[n]);
        let (title, sides) = match (planet, &self.matchup.space) {
            (None, Some(sides)) => (SPACE, sides),
            (planet, _) => {
                let planet = planet.unwrap_or(&self.matchup.planets[0]);
                (planet.name.as_str(), &planet.sides)
            }
        };
        let sides = sides.iter().map(|side| &side.labels);
        let sides =
            sides.map(|labels| SideNames::of_one(&labels.name, labels.classes.clone())).collect();
        FightNames { title: Some(title.into()), sides }
    }

    fn outcomes(&self, sides: &[SideSummary]) -> Vec<String> {
        let [attacker, defender] = [0, 1].map(|side: usize| &sides[side].name);
        let planets = if self.matchup.space.is_some() { "the planet" } else { "all planets" };
        let ends = [format!("{attacker} takes {planets}"), format!("{defender} keeps {planets}")];
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
    headline: [
        ["take all planets", "takes all planets"],
        ["keep all planets", "keeps all planets"],
    ],
    standoff: "each has some",
    longest: "takes all",
    ..Outcomes::WINS
};

/// Words for the outcomes of an invasion of one planet after a space combat.
const TAKES_IT: Outcomes = Outcomes {
    wins: ["takes it", "keeps it"],
    headline: [["take the planet", "takes the planet"], ["keep the planet", "keeps the planet"]],
    longest: "takes it",
    ..Outcomes::WINS
};

/// Name of the space combat before a planet, and of both together.
const SPACE: &str = "space combat";
pub(super) const WHOLE: &str = "Twilight Imperium, space combat and invasion";

fn outcomes_of(matchup: &Ti4Matchup) -> &'static Outcomes {
    if matchup.space.is_some() { &TAKES_IT } else { &TAKES_ALL }
}

/// Share of the budget's seconds that may be spent on the odds of play planet by planet, to show what
/// looking ahead is worth.
const COMPARISON_SHARE: f64 = 0.5;

/// Share of the budget's seconds that may be spent on what follows a space combat.
const OUTLOOK_SHARE: f64 = 0.25;

/// One combat of an invasion.
#[derive(Serialize)]
struct CombatSummary {
    /// Name of the planet, or of the space combat.
    name: String,
    /// Attacker and defender.
    sides: Vec<SideSummary>,
    /// Probability that no side has units left.
    draw: Estimate,
    /// Probability that both sides have units left.
    standoff: Estimate,
}

/// One planet of an invasion.
#[derive(Serialize)]
struct PlanetSummary {
    #[serde(flatten)]
    combat: CombatSummary,
    /// By side: probability that it controls the planet.
    control: BTreeMap<String, f64>,
}

/// An invasion prepared for all engines.
struct PreparedInvasion {
    /// Fleets of the space combat before the planet, if there is one, with the policies that are really
    /// played.
    space: Option<[Ti4Fleet; 2]>,
    /// Outlook on the planet, if captains look beyond the space combat.
    outlook: Option<Arc<Ti4Outlook>>,
    /// Fleets of each planet, in the same way.
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
    let mut notes = Vec::new();
    let mut ledger = Ledger::new(question.budget);
    let mut settle = |name: &str, sides: &[Side<Ti4Fleet>; 2], setup: &Setup, ledger: &mut _| {
        let fleets = sides.each_ref().map(|side| side.fleet.clone());
        let (fleets, why) = ordered(question, fleets, setup, ledger, control)?;
        notes.extend(why.map(|why| format!("{name}: {why}: {CUSTOMARY}")));
        Ok::<_, NoAnswer>(fleets)
    };
    let mut planets = Vec::new();
    for planet in &matchup.planets {
        let setup = Setup::alone(matchup.terms);
        planets.push(settle(&planet.name, &planet.sides, &setup, &mut ledger)?);
    }
    let mut setup = Setup::alone(Invasion::TERMS_IN_SPACE);
    let space = match &matchup.space {
        Some(sides) => {
            let fleets = sides.each_ref().map(|side| by_custom(side.fleet.clone()));
            let on_planet = [planets[0].clone(), planets[0].clone().map(by_custom)];
            for (keeps_cards, on_planet) in [false, true].into_iter().zip(&on_planet) {
                let invasion = Invasion::after_space(&fleets, on_planet)?;
                let mut aside = ledger.aside(OUTLOOK_SHARE);
                let outlook = outlook_in_space(invasion, keeps_cards, &mut aside, control);
                ledger.take_aside(&aside);
                match outlook {
                    Ok(outlook) => setup.outlook = Some(outlook),
                    Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
                    Err(_) => continue,
                }
                break;
            }
            Some(settle(SPACE, sides, &setup, &mut ledger)?)
        }
        None => None,
    };
    let outlook = setup.outlook;
    if space.is_some() && outlook.is_none() {
        notes.push(format!("{SPACE}: captains look at this combat alone"));
    }
    let prepared = PreparedChain::new(compiled(space.as_ref(), &planets)?, ledger);
    let is_customary = !notes.is_empty();
    let mut fight = PreparedInvasion {
        space,
        outlook,
        planets,
        prepared,
        is_customary,
        notes,
        by_planet: None,
    };
    let fleets = fight.space.iter().chain(&fight.planets).flatten();
    let looks_ahead = fleets.into_iter().any(Ti4Fleet::looks_ahead);
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(fight);
    }
    let mut solved = fight.solve(question, true, control);
    let refuses = question.engine == Engine::Exact;
    if solved.is_err_and(|no| no != Unsolved::Stopped)
        && fight.prepared.chain.looks_beyond()
        && !refuses
    {
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
        Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(_) => {
            let why = format!("the invasion does not fit the budget of {}", question.budget);
            if refuses {
                return Err(fight.prepared.ledger.too_large(why));
            }
            if looks_ahead {
                fight.notes.push(format!("{why}: {CUSTOMARY}"));
                fight.space = fight.space.map(|fleets| fleets.map(by_custom));
                fight.planets = fight.planets.into_iter().map(|p| p.map(by_custom)).collect();
                let invasion = compiled(fight.space.as_ref(), &fight.planets)?;
                fight.prepared = PreparedChain::new(invasion, fight.prepared.ledger);
            } else if question.engine == Engine::Auto {
                fight.notes.push(format!("{why}: battles are simulated one by one"));
            }
        }
    }
    Ok(fight)
}

fn compiled(
    space: Option<&[Ti4Fleet; 2]>,
    planets: &[[Ti4Fleet; 2]],
) -> Result<Invasion, LimitError> {
    match space {
        Some(space) => Invasion::after_space(space, &planets[0]),
        None => Invasion::new(planets),
    }
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
        space: None,
        outlook: None,
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
            Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(_) => {}
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
    ) -> Result<(), Unsolved> {
        let PreparedChain { chain: invasion, ledger, .. } = &mut self.prepared;
        let ahead = match invasion.looks_beyond() {
            true => Some(best_play_of_invasion(invasion, ledger, control)?),
            false => None,
        };
        let outlook = &self.outlook;
        let play = |(invasion, number): (&Invasion, usize),
                    openings: &[Ti4State],
                    all: [&mut Ti4Captains; 2],
                    ledger: &mut Ledger| {
            let battle = &invasion.battles()[number];
            let strategy = match &ahead {
                Some(ahead) => ahead[number].clone(),
                None if battle.looks_ahead() => {
                    let fleets = invasion.fleets(number);
                    let in_space = outlook.as_ref().filter(|_| invasion.planet(number).is_none());
                    let beyond = in_space.map(|outlook| battle.with_outlook(outlook.clone()));
                    let battle = beyond.as_ref().unwrap_or(battle);
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
        self.prepared.solve(question, keeps_graphs, play, |no| no, control)
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
    let all = of_all(matchup, 0, &combats_of(matchup, &fight, odds), odds);
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
        let invasion = &fight.prepared.chain;
        let (sides, [draw, standoff]) =
            invasion.summarise(Some(n), &labels_of(&planet.sides), odds);
        let control = control(&sides, invasion.unheld(n, odds));
        let combat = CombatSummary { name: planet.name.clone(), sides, draw, standoff };
        PlanetSummary { combat, control }
    };
    matchup.planets.iter().enumerate().map(of_planet).collect()
}

/// Returns the figures of the space combat before a planet, if there is one.
fn space_of(matchup: &Ti4Matchup, fight: &PreparedInvasion, odds: &Odds) -> Option<CombatSummary> {
    let labels = labels_of(matchup.space.as_ref()?);
    let (sides, [draw, standoff]) = fight.prepared.chain.summarise(None, &labels, odds);
    Some(CombatSummary { name: SPACE.into(), sides, draw, standoff })
}

/// Returns the figures of all combats under these odds.
fn combats_of(matchup: &Ti4Matchup, fight: &PreparedInvasion, odds: &Odds) -> Vec<CombatSummary> {
    let planets = planets_of(matchup, fight, odds).into_iter().map(|planet| planet.combat);
    space_of(matchup, fight, odds).into_iter().chain(planets).collect()
}

/// Returns the play of each side, with its role.
fn played(matchup: &Ti4Matchup, fight: &PreparedInvasion) -> Vec<(String, PlayedBy)> {
    let first = matchup.space.as_ref().unwrap_or(&matchup.planets[0].sides);
    let fleets = fight.space.as_ref().unwrap_or(&fight.planets[0]);
    let of_side = |(side, role): (usize, &&str)| {
        let (asked, fleet) = (&first[side].fleet, &fleets[side]);
        let is_adaptive = fleet.captain.order == LossOrder::Adaptive && fight.planets.len() > 1;
        let horizon = is_adaptive.then_some(fleet.captain.horizon);
        let played = played_by(asked, fleet, fight.is_customary);
        (role.to_string(), looking_to(played, horizon, INVASION))
    };
    ROLES.iter().enumerate().map(of_side).collect()
}

/// Returns the figures of a side for all combats together.
fn of_all(
    matchup: &Ti4Matchup,
    side: usize,
    combats: &[CombatSummary],
    odds: &Odds,
) -> SideSummary {
    let own = || combats.iter().map(|combat| &combat.sides[side]);
    let win: Estimate = odds.estimate(side);
    let sum = |of: fn(&Cost) -> f64| own().map(|side| of(&side.cost)).sum();
    let Labels { name, fleet, .. } = &matchup.sides[side].labels;
    let is_whole = matchup.space.is_some();
    let of_combat = |combat: &CombatSummary| {
        let mut survivors = combat.sides[side].survivors.clone();
        let planet = (!is_whole).then(|| combat.name.clone());
        survivors.iter_mut().for_each(|group| group.planet.clone_from(&planet));
        survivors
    };
    let survivors = combats.iter().flat_map(of_combat).collect();
    let cost = Cost {
        lost: sum(|cost| cost.lost),
        destroyed: sum(|cost| cost.destroyed),
        spread: sum(|cost| cost.spread),
        swing: None,
    };
    let fleet = if is_whole { fleet.clone() } else { matchup.landed(side) };
    SideSummary::new(name, &fleet, win, survivors, cost)
}

/// Returns the names of both sides.
fn labels_of(sides: &[Side<Ti4Fleet>; 2]) -> [Labels; 2] {
    sides.each_ref().map(|side| side.labels.clone())
}

/// Returns the table of the outcomes of all combats.
fn table(combats: &[&CombatSummary], is_whole: bool) -> Table {
    let row = |combat: &&CombatSummary| {
        let [attacker, defender] = [0, 1].map(|side: usize| combat.sides[side].win);
        let shares = [attacker, combat.draw, defender, combat.standoff];
        let shares = shares.map(|share| Some(Amount::Share(share.probability)));
        (combat.name.clone(), shares.to_vec())
    };
    let (title, columns) = match is_whole {
        true => ("combats", vec!["won", "draw", "lost", "standoff"]),
        false => ("planets", vec!["taken", "draw", "kept", "standoff"]),
    };
    Table { title, columns, rows: combats.iter().map(row).collect() }
}
