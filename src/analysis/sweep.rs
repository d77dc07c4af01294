//! Odds as a function of changes to the fleets: one question for each value.
//!
//! ```
//! use fleetodds::Fight;
//! use fleetodds::internals::analysis::sweep::{by_values, sweep};
//! use fleetodds::internals::analysis::total::Total;
//! use fleetodds::internals::engine::Ctx;
//! use fleetodds::internals::games::{Rulebook, load};
//! use fleetodds::internals::scenario::{Source, Variation, read_scenario};
//!
//! let text = r#"{"attacker": "2 cruiser", "defender": "ancient"}"#;
//! let scenario = read_scenario(&Source::new("scenario", text))?;
//! let game = load(Rulebook::default(), &[])?;
//! let variations = [Variation::parse("attacker.interceptor=0..2")?];
//! let ask = |scenario| Fight::from(scenario).question();
//! let points = by_values(&scenario, &*game, (&variations, 0), &ask, fleetodds::Error::from)?;
//! let (_, asked): (Vec<_>, Vec<_>) = points.into_iter().unzip();
//! let swept = sweep(&asked, 0, &Total::default(), &Ctx::new(1)?, &|| ())?;
//! let wins: Vec<f64> = swept.points.iter().flatten().map(|point| point.trial.win.value).collect();
//! assert!(wins.len() == 3 && wins.is_sorted());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::exact_or_simulated::{exactly, simulated};
use super::total::{StoppedBy, Total};
use crate::answer::{Change, NoAnswer, Question};
use crate::engine::Ctx;
use crate::games::Game;
use crate::result::Trial;
use crate::scenario::{Diagnostic, Scenario, SideText, Variation};

/// Maximum number of points of a sweep.
const MAX_POINTS: usize = 10_000;

/// One point of a sweep.
#[derive(Clone, Debug)]
pub struct Point {
    /// Result of the side in question.
    pub trial: Trial,
    /// Number of simulated battles; 0 if the result is exact.
    pub battles: u64,
}

/// Result of a sweep.
#[derive(Clone, Debug)]
pub struct Swept {
    /// Point of each question; `None` if it is missing.
    pub points: Vec<Option<Point>>,
    /// The reason why points are missing; `None` if the sweep is complete.
    pub stopped: Option<StoppedBy>,
}

/// Question of a point.
#[derive(Clone, Debug)]
pub enum PointQuestion {
    /// The odds of a battle.
    Odds(Box<Question>),
    /// There is no battle, because a side has no ships. The value is whether the side in question
    /// holds the field.
    Decided(bool),
}

impl PointQuestion {
    /// Returns the task for one point. It is decided if the game says that there is
    /// no battle to fight.
    ///
    /// # Errors
    /// If `ask`, which turns a fight into a question, fails.
    pub fn of<E>(
        scenario: Scenario,
        game: &dyn Game,
        side: usize,
        ask: &dyn Fn(Scenario) -> Result<Question, E>,
    ) -> Result<Self, E> {
        let has_ships = |side: &SideText| !side.fleet.groups.is_empty();
        // The fleets of a mix have ships.
        let parts = scenario.parts();
        let fought = parts.first().map_or(&scenario, |(_, part)| part);
        if !game.can_fight(fought) {
            return Ok(Self::Decided(has_ships(&fought.sides.all()[side])));
        }
        Ok(Self::Odds(Box::new(ask(scenario)?)))
    }
}

/// Returns all combinations of values. The values of the last variation change fastest.
///
/// # Errors
/// If there are too many.
pub fn combinations(variations: &[Variation]) -> Result<Vec<Vec<String>>, NoAnswer> {
    let points = variations.iter().map(|v| v.values.len()).fold(1, usize::saturating_mul);
    if points > MAX_POINTS {
        return Err(NoAnswer::NotHere(format!("{points} points, at most {MAX_POINTS}")));
    }
    Ok(variations.iter().fold(vec![Vec::new()], |all, variation| {
        let longer = |values: &Vec<String>| {
            let values = values.clone();
            let with =
                move |value: &String| [values.as_slice(), std::slice::from_ref(value)].concat();
            variation.values.iter().map(with).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    }))
}

/// Returns each combination of values with its question, asked by `ask`. `wrong` makes the error of a
/// variation that does not fit.
///
/// # Errors
/// If there are more points than a sweep may have, if a variation does not fit the scenario, or if a
/// question cannot be asked.
pub fn by_values<E: From<NoAnswer>>(
    scenario: &Scenario,
    game: &dyn Game,
    (variations, side): (&[Variation], usize),
    ask: &dyn Fn(Scenario) -> Result<Question, E>,
    wrong: fn(Diagnostic) -> E,
) -> Result<Vec<(Vec<String>, PointQuestion)>, E> {
    let point = |values: Vec<String>| {
        let mut varied = scenario.clone();
        for (variation, value) in variations.iter().zip(&values) {
            variation.set(&mut varied, game.lexicon(), value).map_err(wrong)?;
        }
        Ok((values, PointQuestion::of(varied, game, side, ask)?))
    };
    combinations(variations)?.into_iter().map(point).collect()
}

/// Returns the names and tasks of the unchanged scenario, `as it is`, and of each single change of
/// a side. Changes that exceed a limit of the rules are left out.
///
/// ```
/// use fleetodds::Fight;
/// use fleetodds::internals::analysis::sweep::changes;
/// use fleetodds::internals::games::{Rulebook, load};
/// use fleetodds::internals::scenario::{Source, read_scenario};
///
/// let text = r#"{"attacker": "2 cruiser", "defender": "ancient"}"#;
/// let scenario = read_scenario(&Source::new("scenario", text))?;
/// let game = load(Rulebook::default(), &[])?;
/// let changes = changes(&scenario, &*game, 0, &|scenario| Fight::from(scenario).question())?;
/// assert!(changes.iter().any(|(name, _)| name == "+1 cruiser"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the unchanged scenario is wrong.
pub fn changes<E: From<Diagnostic>>(
    scenario: &Scenario,
    game: &dyn Game,
    side: usize,
    ask: &dyn Fn(Scenario) -> Result<Question, E>,
) -> Result<Vec<(String, PointQuestion)>, E> {
    let base = ask(scenario.clone())?;
    let role = scenario.sides.role(side);
    let possible = base.matchup.changes(side);
    let mut all = vec![("as it is".to_string(), PointQuestion::Odds(Box::new(base)))];
    for Change { name, path } in possible {
        let variation = Variation::parse(&format!("{role}.{path}"))?;
        let mut changed = scenario.clone();
        variation.set(&mut changed, game.lexicon(), &variation.values[0])?;
        if let Ok(question) = ask(changed) {
            all.push((name, PointQuestion::Odds(Box::new(question))));
        }
    }
    Ok(all)
}

/// Answers the questions of a sweep for one side, until the total is spent or if it is stopped.
/// Points that were not reached are missing. Calls `tick` for each answer.
///
/// # Errors
/// If a fleet exceeds a limit, or if the engine is `exact` and exact odds do not fit the budget.
pub fn sweep(
    asked: &[PointQuestion],
    side: usize,
    total: &Total,
    ctx: &Ctx,
    tick: &(dyn Fn() + Sync),
) -> Result<Swept, NoAnswer> {
    let mut points =
        total.ask_each(asked.len(), ctx, |n, work| match point(&asked[n], side, ctx, work) {
            Err(NoAnswer::Stopped) => Ok(None),
            point => {
                tick();
                point.map(Some)
            }
        })?;
    let is_cut = points.len() < asked.len();
    points.resize(asked.len(), None);
    // An interrupt after the last answer has no effect.
    let stopped =
        StoppedBy::of(ctx.control(), is_cut).filter(|_| points.iter().any(Option::is_none));
    Ok(Swept { points, stopped })
}

fn point(asked: &PointQuestion, side: usize, ctx: &Ctx, work: &mut f64) -> Result<Point, NoAnswer> {
    let question = match asked {
        PointQuestion::Odds(question) => question,
        PointQuestion::Decided(wins) => {
            return Ok(Point { trial: Trial::decided(*wins), battles: 0 });
        }
    };
    let summary = match exactly(question, ctx, work)? {
        Some(summary) => summary,
        None => simulated(question, question.battles.most(), ctx, work)?,
    };
    let trial = Trial::of(&summary, side, String::new());
    Ok(Point { trial, battles: summary.battles })
}
