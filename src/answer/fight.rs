//! The answer for a fight, for any game.

use super::chain::refuse_options_of_one;
use super::endings::TerminalDistribution;
use super::prepared_fight::{BattleFigures, FightReport, PreparedFight};
use super::warnings::warnings;
use super::{Answer, NoAnswer, Question, Simulated, Watch};
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Ctx, Ended};
use crate::result::{AfterRound, EngineUsed, Figures, Outcomes, RESULT_SCHEMA, Rounds, Summary};
use crate::scenario::Engine;
use crate::stats::{Band, Interval, Odds, Tally};

/// Answers a question about one fight.
pub(super) fn answer(
    question: &Question,
    ctx: &Ctx,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    if let Some(single) = question.matchup.single() {
        refuse_options_of_one(question, single)?;
    }
    let mut answer = question.matchup.prepare(question, ctx)?.answer(ctx, watch)?;
    answer.summary.complete();
    Ok(answer)
}

impl PreparedFight<'_> {
    /// Answers the question. Another thread may stop it.
    ///
    /// # Errors
    /// If the answer does not fit the budget or does not apply to the battle, or if it is stopped
    /// before there is a result.
    pub(crate) fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
        let question = self.question;
        let bands = match question.play_band {
            true => Some(ctx.install(|| bands(question, &*self.report, ctx.control()))?),
            false => None,
        };
        let prepared = self.report.prepared_mut();
        if bands.is_some() {
            prepared.ledger_mut().take(question.budget.seconds);
        }
        let exact = prepared.exact(question, ctx.control())?;
        let run = match question.engine {
            Engine::Exact => None,
            _ => prepared.simulate(question, exact.is_some(), ctx, watch)?,
        };
        let planned = run.as_ref().map_or(0, |run| run.planned);
        let exact = exact.filter(|_| !question.is_shard());
        let listed = match exact.as_ref().or(run.as_ref().map(|run| &run.odds)) {
            Some(odds) => prepared.by_round(question, odds, planned, ctx)?,
            None => Vec::new(),
        };
        let work = prepared.ledger().taken();
        let mut summary = summarise(question, &*self.report, exact.as_ref(), run.as_ref());
        let after = |(round, odds): &(u32, Odds)| {
            let BattleFigures { sides, draw, standoff } = self.report.figures(odds);
            AfterRound::new(*round, &sides, draw, standoff)
        };
        summary.rounds.by_round = listed.iter().map(after).collect();
        if question.swings && !question.is_shard() && !summary.partial {
            let plan = question.plan(summary.battles);
            let endings = match exact {
                Some(_) => TerminalDistribution::of(&*self, &plan, ctx, &|_, _| ()),
                None => TerminalDistribution::of_run(&*self, &plan, ctx, &|_, _| ()),
            };
            match endings {
                Ok(endings) => {
                    for (side, swing) in summary.sides.iter_mut().zip(endings.swings(&*self)) {
                        side.cost.swing = Some(swing);
                    }
                }
                Err(NoAnswer::TooLarge { what, .. }) if question.engine != Engine::Exact => {
                    summary.warnings.push(format!("{what}: swings of cost are not reported"));
                }
                Err(no) => return Err(no),
            }
        }
        for (side, band) in summary.sides.iter_mut().zip(bands.into_iter().flatten()) {
            side.win.band = Some(band);
        }
        Ok(Answer::new(summary, run, work))
    }
}

/// Returns the probability that each side wins with its worst and with its best play.
fn bands(
    question: &Question,
    fight: &dyn FightReport,
    control: &Control,
) -> Result<[Band; 2], NoAnswer> {
    // The time is shared by four battles: the worst and the best play of two sides.
    let mut budget = question.budget;
    budget.seconds /= 4.0;
    let band = |side: usize| -> Result<Band, NoAnswer> {
        let worst = fight.odds_of_play(side, Sense::Minimise, budget, control)?;
        let best = fight.odds_of_play(side, Sense::Maximise, budget, control)?;
        Ok(Band { worst: worst.clamp(0.0, 1.0), best: best.clamp(0.0, 1.0) })
    };
    Ok([band(0)?, band(1)?])
}

fn summarise(
    question: &Question,
    fight: &dyn FightReport,
    exact: Option<&Odds>,
    run: Option<&Simulated>,
) -> Summary {
    let simulated = run.map(|run| &run.odds);
    let nothing = Odds::of_tally(Tally::with_cells(fight.prepared().cells()));
    let odds = exact.or(simulated).unwrap_or(&nothing);
    let approximated = fight.prepared().has_approximated();
    let BattleFigures { mut sides, draw, standoff } = fight.figures(odds);
    if let (Some(_), Some(simulated)) = (exact, simulated) {
        for (i, side) in sides.iter_mut().enumerate() {
            if let Some(outcome) = fight.outcome(i) {
                let seen = simulated.estimate(outcome);
                let (probability, low, high) = (seen.probability, seen.low, seen.high);
                side.win.simulated = Some(Interval { probability, low, high });
            }
        }
    }
    let outcomes = fight.outcomes(&sides);
    let best_play = fight.best_play();
    let used = engine(question, exact.is_some(), run.is_some());
    let is_single = best_play.is_some_and(|best| best.single);
    let mut summary = Summary {
        schema: RESULT_SCHEMA,
        rules: question.rulebook.to_string(),
        question: question.document(),
        title: question.title(),
        you: question.you,
        engine: if is_single { used.in_single_precision() } else { used },
        best_play,
        play: fight.played(),
        battles: run.map_or(0, |run| run.counted.tally.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        warnings: warnings(question, fight.warnings(), approximated, &outcomes, exact, run),
        sides,
        draw,
        standoff,
        rounds: Rounds::of(odds.rounds().clone()),
        of_game: Figures::default(),
        outcomes: &Outcomes::WINS,
        units: fight.units(),
        hints: Vec::new(),
        first_decision: None,
        house_rules: fight.house_rules(),
        as_typed: None,
        timing: None,
    };
    fight.add_figures(odds, &mut summary);
    summary
}

/// Returns the name of the engines that produced an answer.
pub(super) fn engine(question: &Question, exact: bool, simulated: bool) -> EngineUsed {
    match (exact, simulated) {
        (true, true) => EngineUsed::Checked,
        (true, false) => EngineUsed::Exact,
        _ if question.engine == Engine::Kernel => EngineUsed::Kernel,
        _ => EngineUsed::Simulate,
    }
}
