//! Sectors: several battles, one after the other.

use super::captains::{EclipseBestPlay, EclipseNotSolved, best_play_from};
use super::{UNITS, played_by};
use crate::answer::budget::Budget;
use crate::answer::chain::PreparedChain;
use crate::answer::ledger::Ledger;
use crate::answer::prepared_fight::{BattleFigures, FightNames, PreparedFight, SideNames};
use crate::answer::warnings::{of_sides, warnings};
use crate::answer::{Answer, NoAnswer, Question, Side, Simulated, Watch, blank, set_beside};
use crate::engine::Control;
use crate::engine::chain::{ChainLimits, ChainSolution, ChainUnsolved};
use crate::engine::graph::NoGraph;
use crate::engine::optimize::duel::Sense;
use crate::engine::{Ctx, Replayer};
use crate::games::eclipse::rules::{EclipseFleet, Sector, Setup};
use crate::games::eclipse::scenario::{EclipseMatchup, SectorSides};
use crate::model::chain::Chain;
use crate::result::{Outcomes, PlayedBy, SideSummary, Summary, Units};
use crate::scenario::Engine;
use crate::stats::{Odds, Tally};

/// Words for the outcomes of a sector.
const HOLDS: Outcomes = Outcomes {
    wins: ["holds"; 2],
    wins_in_charts: "holds",
    headline: ["hold the sector", "holds the sector"],
    ..Outcomes::WINS
};

/// Returns access to the single sectors of a question.
pub(super) fn prepare_sector<'a>(
    question: &'a Question,
    matchup: &'a EclipseMatchup,
    sides: &'a SectorSides,
    ctx: &Ctx,
) -> Result<Box<dyn PreparedFight + 'a>, NoAnswer> {
    let fight = ctx.install(|| fight(question, matchup, sides, ctx.control()))?;
    Ok(Box::new(SectorFight { question, matchup, sides, fight }))
}

/// A sector whose courses can be read one by one.
struct SectorFight<'a> {
    question: &'a Question,
    matchup: &'a EclipseMatchup,
    sides: &'a SectorSides,
    fight: PreparedSector,
}

impl PreparedFight for SectorFight<'_> {
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
        let run = self.fight.prepared.simulate(self.question, ctx, watch)?;
        let summary = summarise(self.question, self.matchup, self.sides, &self.fight, run.as_ref());
        Ok(Answer::new(summary, run, self.fight.prepared.ledger.taken()))
    }

    fn replayer(&self) -> Box<dyn Replayer + '_> {
        self.fight.prepared.replayer(self.question.engine)
    }

    /// Returns `None`: sectors are solved battle by battle, which gives no joint distribution of
    /// all ends.
    fn ends(&self, _control: &Control) -> Option<Vec<(Vec<u32>, f64)>> {
        None
    }

    fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        self.fight.prepared.battles(question)
    }

    fn cells(&self) -> usize {
        self.fight.prepared.chain.cells()
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let draw = self.fight.prepared.chain.draw();
        BattleFigures {
            sides: sides_of(self.matchup, self.sides, &self.fight.prepared.chain, odds),
            draw: odds.estimate(draw),
            standoff: odds.estimate(draw + 1),
        }
    }

    fn names(&self, battle: usize) -> FightNames {
        let sides = self.fight.prepared.chain.names(battle, &self.sides.labels(self.matchup));
        let sides: Vec<SideNames> =
            sides.into_iter().map(|(name, groups)| SideNames { name, groups }).collect();
        let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        let title = match names.as_slice() {
            [one] => format!("{one} v the population"),
            _ => names.join(" v "),
        };
        FightNames { title: Some(title), sides }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        played(self.sides, &self.fight)
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.fight.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }
}

/// Largest cap on rounds that best play takes into account. Few battles last longer.
const MAX_CAP_FOR_BEST_PLAY: u32 = 100;

/// A sector prepared for all engines.
struct PreparedSector {
    /// Sides with the policies that are really played.
    sides: Vec<Side<EclipseFleet>>,
    prepared: PreparedChain<Sector>,
    /// Requests that could not be met in full, with the reasons.
    notes: Vec<String>,
    /// Whether a policy had to be approximated while the sector was solved.
    guessed: bool,
}

/// Prepares the sector of a question, and solves it battle by battle if the engine or the policies
/// need that and it fits the budget.
fn fight(
    question: &Question,
    matchup: &EclipseMatchup,
    sides: &SectorSides,
    control: &Control,
) -> Result<PreparedSector, NoAnswer> {
    let ledger = Ledger::new(question.budget);
    field_of(question, matchup.sides.clone(), matchup.setup, sides, ledger, control)
}

/// Prepares a sector whose sides may play other policies than the question says.
fn field_of(
    question: &Question,
    fleets: Vec<Side<EclipseFleet>>,
    setup: Setup,
    sides: &SectorSides,
    ledger: Ledger,
    control: &Control,
) -> Result<PreparedSector, NoAnswer> {
    let mut sector = sides.sector(&fleets, setup)?;
    if let Some(cap) = question.round_cap.filter(|&cap| cap <= MAX_CAP_FOR_BEST_PLAY) {
        sector = sector.with_clock(cap);
    }
    let looks_ahead = (0..sector.len()).any(|battle| sector.looks_ahead(battle));
    let prepared = PreparedChain::new(sector, ledger);
    let mut fight = PreparedSector { sides: fleets, prepared, notes: Vec::new(), guessed: false };
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(fight);
    }
    match fight.solve(question, control) {
        Ok(()) => Ok(fight),
        Err(EclipseNotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(why)) if question.engine == Engine::Exact => {
            Err(fight.prepared.ledger.too_large(why))
        }
        Err(EclipseNotSolved::Because(why)) if fight.prepared.chain.retreats_ahead() => {
            Err(fight.prepared.ledger.retreat_too_large(why))
        }
        Err(EclipseNotSolved::Because(why)) if looks_ahead => {
            let by_rule =
                |side: Side<EclipseFleet>| Side { fleet: side.fleet.by_rule_of_thumb(), ..side };
            let fleets = fight.sides.into_iter().map(by_rule).collect();
            fight.prepared.ledger.try_again();
            let mut fight =
                field_of(question, fleets, setup, sides, fight.prepared.ledger, control)?;
            fight.notes.insert(0, format!("{why}: players use `threat` instead of `optimal`"));
            Ok(fight)
        }
        Err(EclipseNotSolved::Because(why)) => {
            if question.engine == Engine::Auto {
                fight.notes.push(format!("{why}: battles are simulated one by one"));
            }
            Ok(fight)
        }
    }
}

impl PreparedSector {
    /// Solves all battles in the order in which they are fought.
    fn solve(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        let Question { budget, round_cap, .. } = *question;
        let PreparedChain { chain: sector, captains, ledger, .. } = &mut self.prepared;
        let mut solution = ChainSolution::new(sector, question.engine != Engine::Kernel);
        let mut solvers = captains.clone();
        for number in 0..sector.len() {
            let openings = solution.arrivals(number).states().to_vec();
            if openings.is_empty() {
                continue;
            }
            let battle = &sector.battles()[number];
            if sector.looks_ahead(number) {
                let EclipseBestPlay { strategy, .. } =
                    best_play_from(battle, &openings, [Sense::Maximise; 2], ledger, control)?;
                captains.set_strategy(battle, strategy.clone());
                solvers.set_strategy(battle, strategy);
            }
            let left = ledger.solving();
            let limits =
                ChainLimits { graph: left.graph(), edge_visits: left.edge_visits(), round_cap };
            let size = solution.solve(number, battle, &mut solvers, limits, control).map_err(
                |no| match no {
                    ChainUnsolved::NoGraph(NoGraph::Stopped) => EclipseNotSolved::Stopped,
                    ChainUnsolved::NoGraph(NoGraph::TooLarge) => {
                        EclipseNotSolved::Because(format!(
                            "the table of all situations of the battle does not fit the budget of \
                         {budget}"
                        ))
                    }
                    ChainUnsolved::TooManyRounds => EclipseNotSolved::Because(format!(
                        "the battle takes too many rounds for the budget of {budget}"
                    )),
                },
            )?;
            ledger.take(Budget::of_graph(size));
        }
        self.guessed = solvers.has_guessed();
        let solved = solution.finish();
        self.prepared.solved_by(solved);
        Ok(())
    }
}

/// Returns the figures of the sides under these odds, in the order of the scenario.
fn sides_of(
    matchup: &EclipseMatchup,
    sides: &SectorSides,
    sector: &Sector,
    odds: &Odds,
) -> Vec<SideSummary> {
    let parties = sector.summarise(&sides.labels(matchup), odds);
    (0..parties.len()).map(|side| parties[sides.party(side)].clone()).collect()
}

/// Returns the play of each side, with its role.
fn played(sides: &SectorSides, fight: &PreparedSector) -> Vec<(String, PlayedBy)> {
    let pairs = sides.roles.iter().zip(&fight.sides);
    pairs.map(|(role, side)| (role.clone(), played_by(&side.fleet))).collect()
}

fn summarise(
    question: &Question,
    matchup: &EclipseMatchup,
    sides: &SectorSides,
    fight: &PreparedSector,
    run: Option<&Simulated>,
) -> Summary {
    let sector = &fight.prepared.chain;
    let exact = fight.prepared.exact(question);
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::with_cells(sector.cells()));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let (labels, tiles) = (sides.labels(matchup), sides.tiles(matchup));
    let mut summaries = sides_of(matchup, sides, sector, odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (side, summary) in summaries.iter_mut().enumerate() {
            if let Some(place) = sector.side_of(sides.party(side)) {
                set_beside(summary, simulated, place);
            }
        }
    }
    let draw = sector.draw();
    let mut outcomes = vec![String::new(); draw];
    for (side, summary) in summaries.iter_mut().enumerate() {
        let party = sides.party(side);
        summary.extras = sector.extras_of(party, &tiles[party], odds);
        if let Some(place) = sector.side_of(sides.party(side)) {
            outcomes[place] = format!("{} holds the sector", summary.name);
        }
    }
    outcomes.extend(["no side is left".into(), "standoff".into()]);
    Summary {
        play: played(sides, fight),
        sides: summaries,
        draw: odds.estimate(draw),
        standoff: odds.estimate(draw + 1),
        extras: sector.extras(&labels, &tiles, odds),
        outcomes: &HOLDS,
        units: UNITS,
        warnings: warnings(
            question,
            of_sides(&matchup.sides, &fight.notes),
            fight.guessed,
            &outcomes,
            exact,
            run,
        ),
        ..blank(question, odds, exact.is_some(), run)
    }
}
