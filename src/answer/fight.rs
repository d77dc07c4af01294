//! The answer for one battle, for any game.

use super::budget::Budget;
use super::endings::TerminalDistribution;
use super::prepared::Prepared;
use super::prepared_fight::{BattleFigures, FightNames, PreparedFight, SideNames};
use super::warnings::warnings;
use super::{Answer, NoAnswer, Question, Simulated, Watch, blank, set_beside};
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Ctx, Replayer};
use crate::result::{AfterRound, BestPlay, PlayedBy, Summary, Units};
use crate::scenario::Engine;
use crate::stats::{Band, Odds, Tally};

/// A battle with the policies that are really played, and the report of its game.
pub(crate) trait BattleReport: Sync {
    /// Returns the battle, prepared for all engines.
    fn prepared(&self) -> &dyn Prepared;

    /// Returns mutable access to the prepared battle.
    fn prepared_mut(&mut self) -> &mut dyn Prepared;

    /// Returns the figures of the sides under these odds.
    fn figures(&self, odds: &Odds) -> BattleFigures;

    /// Returns the play of each side, with its role.
    fn played(&self) -> Vec<(String, PlayedBy)>;

    /// Returns the warnings about the fleets and their play.
    fn warnings(&self) -> Vec<String>;

    /// Returns the units of cost and time.
    fn units(&self) -> Units;

    /// Returns the bounds on best play, if the captains follow a play that is only close to it.
    fn best_play(&self) -> Option<BestPlay> {
        None
    }

    /// Returns the house rules in force.
    fn house_rules(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the probability that a side wins with its worst or its best play, against the
    /// declared play of the enemy.
    ///
    /// Fails by default, for games in which players have nothing to decide.
    fn odds_of_play(
        &self,
        _side: usize,
        _aim: Sense,
        _budget: Budget,
        _control: &Control,
    ) -> Result<f64, NoAnswer> {
        let why = "--play-band: players have nothing to decide in this battle";
        Err(NoAnswer::NotHere(why.into()))
    }

    /// Adds the figures that only this game has to a summary under these odds.
    fn add_figures(&self, _odds: &Odds, _summary: &mut Summary) {}
}

/// A fight of one battle.
pub(crate) struct SingleBattle<'a> {
    pub(crate) question: &'a Question,
    pub(crate) fight: Box<dyn BattleReport + 'a>,
}

impl PreparedFight for SingleBattle<'_> {
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
        answer(self, ctx, watch)
    }

    fn replayer(&self) -> Box<dyn Replayer + '_> {
        self.fight.prepared().replayer(self.question)
    }

    fn ends(&self, control: &Control) -> Option<Vec<(Vec<u32>, f64)>> {
        self.fight.prepared().ends(self.question, control)
    }

    fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        self.fight.prepared().battles(question)
    }

    fn cells(&self) -> usize {
        self.fight.prepared().cells()
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        self.fight.figures(odds)
    }

    fn names(&self, _: usize) -> FightNames {
        let nothing = Odds::of_tally(Tally::with_cells(self.cells()));
        let sides = self.fight.figures(&nothing).sides.into_iter().map(|side| {
            SideNames::of_one(&side.name, side.survivors.into_iter().map(|group| group.class))
        });
        FightNames { title: None, sides: sides.collect() }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        self.fight.played()
    }

    fn warnings(&self) -> Vec<String> {
        self.fight.warnings()
    }

    fn units(&self) -> Units {
        self.fight.units()
    }
}

/// Answers a question about a battle.
pub(crate) fn answer(
    single: &mut SingleBattle<'_>,
    ctx: &Ctx,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    let question = single.question;
    let bands = match question.play_band {
        true => Some(ctx.install(|| bands(question, &*single.fight, ctx.control()))?),
        false => None,
    };
    let prepared = single.fight.prepared_mut();
    if bands.is_some() {
        prepared.ledger().take(question.budget.seconds);
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
    let mut summary = summarise(question, &*single.fight, exact.as_ref(), run.as_ref());
    let after = |(round, odds): &(u32, Odds)| {
        let BattleFigures { sides, draw, standoff } = single.fight.figures(odds);
        AfterRound::new(*round, &sides, draw, standoff)
    };
    summary.rounds.by_round = listed.iter().map(after).collect();
    if question.swings && !question.is_shard() && !summary.partial {
        let plan = question.plan(summary.battles);
        let endings = match exact {
            Some(_) => TerminalDistribution::of(&*single, &plan, ctx, &|_, _| ()),
            None => TerminalDistribution::of_run(&*single, &plan, ctx, &|_, _| ()),
        };
        match endings {
            Ok(endings) => {
                for (side, swing) in summary.sides.iter_mut().zip(endings.swings(&*single)) {
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

/// Returns the probability that each side wins with its worst and with its best play.
fn bands(
    question: &Question,
    fight: &dyn BattleReport,
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
    fight: &dyn BattleReport,
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
            set_beside(side, simulated, i);
        }
    }
    let wins = sides.iter().map(|side| format!("{} wins", side.name));
    let outcomes: Vec<String> = wins.chain(["draw".into(), "standoff".into()]).collect();
    let mut summary = Summary {
        play: fight.played(),
        units: fight.units(),
        house_rules: fight.house_rules(),
        warnings: warnings(question, fight.warnings(), approximated, &outcomes, exact, run),
        sides,
        draw,
        standoff,
        ..blank(question, odds, exact.is_some(), run)
    };
    summary.best_play = fight.best_play();
    if summary.best_play.is_some_and(|best| best.single) {
        summary.engine = summary.engine.in_single_precision();
    }
    fight.add_figures(odds, &mut summary);
    summary
}
