//! A sector: one battle after the other.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::super::fight::Told;
use super::super::scene::{Look, Names, Scene, SideNames};
use super::super::warnings::{of_sides, warnings};
use super::super::{Answer, Counted, NoAnswer, Simulated, Simulation, blank, set_beside};
use super::captains::{BestPlay, NotSolved, best_play_from};
use super::{Asked, UNITS, played_by};
use crate::battle::chain::Chain;
use crate::engine::chain::{Limits, Links, Solution, Unsolved};
use crate::engine::graph::NoGraph;
use crate::engine::play::Aim;
use crate::engine::{self, Ended, Reader};
use crate::rules::eclipse::{Captains, Sector};
use crate::scenario::Engine;
use crate::scenario::eclipse::SectorSides;
use crate::tally::{Odds, PlayedBy, SideSummary, Summary, Tally, Units};

/// Answers a question about a sector.
pub(super) fn answer(
    question: &Asked,
    sides: &SectorSides,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    for (asked, option) in [
        (question.play_band, "--play-band"),
        (question.rounds.is_some(), "--rounds"),
        (question.swings, "--swing"),
    ] {
        if asked {
            return Err(NoAnswer::NotHere(format!("{option} is for one battle of two sides")));
        }
    }
    let mut field = pool.install(|| field(question, sides, stop))?;
    if !matches!(question.engine, Engine::Auto | Engine::Exact) || question.is_shard() {
        field.exact = None;
    }
    let run = match question.engine {
        Engine::Exact => None,
        _ => Some(simulate(question, &field, pool, stop, watch)),
    };
    let summary = summarise(question, sides, &field, run.as_ref());
    let ended = run.as_ref().map_or(Ended::Complete, |run| run.ended);
    Ok(Answer { summary, ended, counted: run.map(|run| run.counted) })
}

/// Looks at single sectors of a question.
pub(super) fn look<L: Look>(
    question: &Asked,
    sides: &SectorSides,
    pool: &ThreadPool,
    stop: &AtomicBool,
    look: L,
) -> Result<L::Seen, NoAnswer> {
    let field = pool.install(|| field(question, sides, stop))?;
    Ok(look.look(&SectorScene { question, sides, field }))
}

/// A sector of which single courses can be looked at.
struct SectorScene<'a> {
    question: &'a Asked,
    sides: &'a SectorSides,
    field: Field,
}

impl Scene for SectorScene<'_> {
    fn reader(&self) -> Box<dyn Reader + '_> {
        Box::new(Links(&self.field.sector))
    }

    /// Sectors are solved battle by battle: how all of them end together is not known.
    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>> {
        None
    }

    fn cells(&self) -> usize {
        self.field.sector.cells()
    }

    fn told(&self, odds: &Odds) -> Told {
        let draw = self.field.sector.draw();
        Told {
            sides: sides_of(self.question, self.sides, &self.field.sector, odds),
            draw: odds.estimate(draw),
            standoff: odds.estimate(draw + 1),
        }
    }

    fn names(&self, battle: usize) -> Names {
        let sides = self.field.sector.names(battle, &self.sides.labels(&self.question.muster));
        let sides: Vec<SideNames> =
            sides.into_iter().map(|(name, groups)| SideNames { name, groups }).collect();
        let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        let title = match names.as_slice() {
            [one] => format!("{one} v the population"),
            _ => names.join(" v "),
        };
        Names { title: Some(title), sides }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        played(self.sides, &self.field)
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.question.muster.sides, &self.field.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }
}

/// Caps on rounds up to which best play looks at the clock: few battles last longer.
const SHORT: u32 = 100;

/// A sector, ready for all engines.
struct Field {
    /// The question with the captains that its sides really have.
    question: Asked,
    sector: Sector,
    exact: Option<Odds>,
    /// What could not be done as it was asked, and why.
    notes: Vec<String>,
    /// Captains had to guess.
    approximated: bool,
}

/// Solves the sector battle by battle, as far as that is asked for and fits.
fn field(question: &Asked, sides: &SectorSides, stop: &AtomicBool) -> Result<Field, NoAnswer> {
    let mut sector = sides.sector(&question.muster.sides, question.muster.setup)?;
    if let Some(cap) = question.round_cap.filter(|&cap| cap <= SHORT) {
        sector.look_at_the_clock(cap);
    }
    let looks_ahead = (0..sector.len()).any(|battle| sector.looks_ahead(battle));
    let mut field = Field {
        question: question.clone(),
        sector,
        exact: None,
        notes: Vec::new(),
        approximated: false,
    };
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(field);
    }
    match field.solve(stop) {
        Ok(()) => Ok(field),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) if question.engine == Engine::Exact => {
            Err(NoAnswer::TooLarge(why))
        }
        Err(NotSolved::Because(why)) if field.sector.retreats_ahead() => {
            Err(NoAnswer::TooLarge(format!("{why}, and a retreat policy needs it")))
        }
        Err(NotSolved::Because(why)) if looks_ahead => {
            let mut by_rule = question.clone();
            for side in &mut by_rule.muster.sides {
                side.fleet = side.fleet.clone().by_rule_of_thumb();
            }
            let mut field = self::field(&by_rule, sides, stop)?;
            field.notes.insert(0, format!("{why}: players play `threat`, not `optimal`"));
            Ok(field)
        }
        Err(NotSolved::Because(why)) => {
            if question.engine == Engine::Auto {
                field.notes.push(format!("{why}: battles are simulated one by one"));
            }
            Ok(field)
        }
    }
}

impl Field {
    /// Solves all battles, in the order in which they lead to each other.
    fn solve(&mut self, stop: &AtomicBool) -> Result<(), NotSolved> {
        let Asked { budget, round_cap, .. } = self.question;
        let sector = self.sector.clone();
        let mut solution = Solution::new(&sector);
        let mut captains = sector.captains();
        let mut left = budget;
        for number in 0..sector.len() {
            let openings = solution.arrivals(number).states().to_vec();
            if openings.is_empty() {
                continue;
            }
            let mut battle = sector.battles()[number].clone();
            if sector.looks_ahead(number) {
                let BestPlay { plan, taken, .. } =
                    best_play_from(&battle, &openings, [Aim::Most; 2], left, stop)?;
                left = left.less(taken);
                battle.follow(plan.clone());
                self.sector.follow(number, plan);
            }
            let limits = Limits { graph: left.graph(), looks: left.passes(), round_cap };
            let size = solution.solve(number, &battle, &mut captains, limits, stop).map_err(
                |no| match no {
                    Unsolved::NoGraph(NoGraph::Stopped) => NotSolved::Stopped,
                    Unsolved::NoGraph(NoGraph::TooLarge) => NotSolved::Because(format!(
                        "the battle graph does not fit the budget of {budget}"
                    )),
                    Unsolved::TooManyRounds => NotSolved::Because(format!(
                        "the battle takes too many rounds for the budget of {budget}"
                    )),
                },
            )?;
            left = left.less_graph(size);
        }
        self.approximated = captains.approximated();
        self.exact = Some(solution.odds());
        Ok(())
    }
}

fn simulate(
    question: &Asked,
    field: &Field,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Simulated {
    if let Simulation::Known(counted) = &question.run {
        return Simulated::new(counted.clone(), Ended::Complete);
    }
    let run = engine::run(&Links(&field.sector), &question.plan(), pool, stop, watch);
    let approximated = run.hands.iter().any(Captains::approximated);
    Simulated::new(Counted { tally: run.tally, approximated }, run.ended)
}

/// What odds tell of the sides, as they were listed.
fn sides_of(
    question: &Asked,
    sides: &SectorSides,
    sector: &Sector,
    odds: &Odds,
) -> Vec<SideSummary> {
    let (labels, tiles) = (sides.labels(&question.muster), sides.tiles(&question.muster));
    let parties = sector.summarise(&labels, &tiles, odds);
    (0..parties.len()).map(|side| parties[sides.party(side)].clone()).collect()
}

/// How each side played, by its role.
fn played(sides: &SectorSides, field: &Field) -> Vec<(String, PlayedBy)> {
    let pairs = sides.roles.iter().zip(&field.question.muster.sides);
    pairs.map(|(role, side)| (role.clone(), played_by(&side.fleet))).collect()
}

fn summarise(
    question: &Asked,
    sides: &SectorSides,
    field: &Field,
    run: Option<&Simulated>,
) -> Summary {
    let sector = &field.sector;
    let exact = field.exact.as_ref();
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::with_cells(sector.cells()));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let (labels, tiles) = (sides.labels(&question.muster), sides.tiles(&question.muster));
    let mut summaries = sides_of(question, sides, sector, odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (side, summary) in summaries.iter_mut().enumerate() {
            if let Some(place) = sector.side_of(sides.party(side)) {
                set_beside(summary, simulated, place);
            }
        }
    }
    let draw = sector.draw();
    let mut outcomes = vec![String::new(); draw];
    for (side, summary) in summaries.iter().enumerate() {
        if let Some(place) = sector.side_of(sides.party(side)) {
            outcomes[place] = format!("{} holds the sector", summary.name);
        }
    }
    outcomes.extend(["nobody is left".into(), "standoff".into()]);
    Summary {
        play: played(sides, field),
        sides: summaries,
        draw: odds.estimate(draw),
        standoff: odds.estimate(draw + 1),
        encounters: sector.encounters(&labels, &tiles, odds),
        population: sector.population(odds),
        influence: sector.influence(odds),
        units: UNITS,
        warnings: warnings(
            question,
            of_sides(&question.muster.sides, &field.notes),
            field.approximated,
            &outcomes,
            exact,
            run,
        ),
        ..blank(question, odds, exact.is_some(), run)
    }
}
