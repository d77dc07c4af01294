//! Fights against one of several fleets. Each is a fight of its own, whose captains know which
//! fleet has come. The figures of the mix are weighted sums.

use std::sync::Arc;

use serde::Serialize;

use super::blend::{self, each};
use super::chain::refuse_options_of_one;
use super::fight;
use super::ledger::CORES;
use super::matchup::{Carriage, Matchup, RoundWindow, SideInfo};
use super::prepared_fight::PreparedFight;
use super::simulation::{Listed, Simulation};
use super::{Answer, Change, Labels, Ledger, NoAnswer, OnTheTable, Question, Watch};
use crate::bug::OrBug;
use crate::engine::Control;
use crate::engine::{Ctx, Ended};
use crate::result::{
    Advice, Amount, Cost, EngineUsed, Field, Figure, Figures, PlayedBy, Shown, SideSummary,
    Summary, Survivors, Table,
};
use crate::scenario::{Diagnostic, Scenario, join_mix, mix_percent};
use crate::stats::{Estimate, Tally};

/// Looks up the names of a scenario.
type Resolve<'a> = dyn Fn(&Scenario) -> Result<Arc<dyn Matchup>, Diagnostic> + 'a;

/// A fight in which one side has one of several fleets.
#[derive(Debug)]
pub struct Mixture {
    /// Index of the side that is a mix.
    side: usize,
    /// Names of that side.
    labels: Labels,
    /// Its expected price.
    cost: f64,
    parts: Vec<MixedFight>,
}

/// The fight against one of the fleets.
#[derive(Debug)]
struct MixedFight {
    /// Probability of the fleet.
    weight: f64,
    /// The fleet in typed notation.
    fleet: String,
    matchup: Arc<dyn Matchup>,
}

/// Figures of the side that is a mix, with one of its fleets.
#[derive(Serialize)]
struct PartSummary<'a> {
    /// Probability of the fleet.
    weight: f64,
    /// The fleet in typed notation.
    fleet: &'a str,
    /// Engine that computed the figures.
    engine: EngineUsed,
    /// Number of battles played.
    battles: u64,
    /// Seed of the battles.
    seed: u64,
    /// Probability that the side wins with this fleet.
    win: &'a Estimate,
    /// Survivors of this fleet.
    survivors: &'a [Survivors],
    /// Expected losses with this fleet.
    cost: &'a Cost,
    #[serde(flatten)]
    of_game: &'a Figures,
}

/// Answers a question. Another thread may stop it.
///
/// # Errors
/// If a fleet exceeds a limit, the answer does not fit the budget or does not apply to the battle,
/// or if it is stopped before there is a result.
pub fn answer(question: &Question, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
    let Some(mixture) = question.matchup.mixture() else {
        return fight::answer(question, ctx, watch);
    };
    if let Some(single) = mixture.single() {
        refuse_options_of_one(question, single)?;
    }
    let mut answer = mixture.answer(question, ctx, watch)?;
    answer.summary.complete();
    Ok(answer)
}

impl Mixture {
    /// Returns the fights of a scenario in which a side is a mix of fleets; `None` if none is.
    /// `resolve` looks up the names of a scenario.
    ///
    /// # Errors
    /// If a fleet does not fit the rules.
    pub fn of(scenario: &Scenario, resolve: &Resolve<'_>) -> Result<Option<Self>, Diagnostic> {
        let Some(side) = scenario.sides.mixed() else { return Ok(None) };
        let part = |(weight, scenario): (f64, Scenario)| {
            let matchup = resolve(&scenario)?;
            let fleet = matchup.sides()[side].labels.fleet.clone();
            Ok(MixedFight { weight, fleet, matchup })
        };
        let parts = scenario.parts().into_iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let own = scenario.sides.all()[side].name().map(String::from);
        let named = |part: &MixedFight| (mix_percent(part.weight), part.fleet.clone());
        let labels = Labels {
            name: own.unwrap_or_else(|| scenario.sides.role(side)),
            fleet: join_mix(&parts.iter().map(named).collect::<Vec<_>>()),
            classes: Vec::new(),
        };
        let cost = |part: &MixedFight| part.weight * part.matchup.sides()[side].cost;
        let cost = parts.iter().map(cost).sum();
        Ok(Some(Self { side, labels, cost, parts }))
    }

    /// Returns the index of the side that is a mix.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// Returns the names of that side.
    pub(crate) fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Returns the question about each fight, with its weight, an equal part of the budget, and a
    /// number of battles in proportion to its weight. The seed of the first is that of the
    /// question, and each further one is higher by 1.
    ///
    /// Fails if the question is about one shard of a run, because runs of a mix have none.
    pub(crate) fn questions(&self, question: &Question) -> Result<Vec<(f64, Question)>, NoAnswer> {
        if question.is_shard() || matches!(question.run, Simulation::Known(_)) {
            let why = "--shard is for a fight against one fleet, not for a mix of fleets";
            return Err(NoAnswer::NotHere(why.into()));
        }
        let mut budget = question.budget;
        budget.seconds /= self.parts.len() as f64;
        let (mut weight, mut before) = (0.0, 0);
        let asked = (0u64..).zip(&self.parts).map(|(n, part)| {
            weight += part.weight;
            let until = (question.battles.most() as f64 * weight.min(1.0)).round() as u64;
            let battles = question.battles.with(until.saturating_sub(before).max(1));
            before = until;
            let seed = question.seed.wrapping_add(n);
            let matchup = Arc::clone(&part.matchup);
            (part.weight, Question { matchup, budget, battles, seed, ..question.clone() })
        });
        Ok(asked.collect())
    }

    /// Answers a question. Time that one fight does not need is available to the next ones.
    pub(super) fn answer(
        &self,
        question: &Question,
        ctx: &Ctx,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, NoAnswer> {
        let mut asked = self.questions(question)?;
        let (mut answers, mut work, mut played): (Vec<Answer>, f64, u64) = (Vec::new(), 0.0, 0);
        for (n, (_, asked)) in asked.iter_mut().enumerate() {
            let left = question.budget.seconds - work / CORES;
            let share = left / (self.parts.len() - n) as f64;
            asked.budget.seconds = asked.budget.seconds.max(share);
            let answer = self.part(n, asked, work, ctx, &mut |here, _, _| {
                watch(played + here, question.battles.most(), &Tally::default());
            })?;
            work += answer.work;
            played += answer.summary.battles;
            answers.push(answer);
        }
        let last = |answer: &Answer| answer.summary.rounds.by_round.last().map(|last| last.round);
        let to = answers.iter().filter_map(last).max().unwrap_or(0);
        for (n, (_, asked)) in asked.iter_mut().enumerate() {
            if asked.rounds == Some(Listed::Enough) && last(&answers[n]).is_some_and(|r| r < to) {
                asked.rounds = Some(Listed::To(to));
                answers[n] = self.part(n, asked, work, ctx, &mut |_, _, _| ())?;
                work += answers[n].work;
            }
        }
        let ended = answers.iter().map(|answer| answer.ended).find(|e| *e != Ended::Complete);
        Ok(Answer {
            summary: self.summary(question, &answers),
            ended: ended.unwrap_or(Ended::Complete),
            counted: None,
            battles: answers.iter().map(|answer| answer.battles).sum(),
            work,
        })
    }

    /// Answers the question about one fight. Errors name its fleet.
    fn part(
        &self,
        n: usize,
        asked: &Question,
        spent: f64,
        ctx: &Ctx,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, NoAnswer> {
        if ctx.is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let fleet = &self.parts[n].fleet;
        fight::answer(asked, ctx, watch).map_err(|no| match no {
            NoAnswer::TooLarge { what, work } => {
                NoAnswer::TooLarge { what: format!("{fleet}: {what}"), work: work + spent }
            }
            NoAnswer::RetreatTooLarge { what, work } => {
                NoAnswer::RetreatTooLarge { what: format!("{fleet}: {what}"), work: work + spent }
            }
            NoAnswer::Limit(limit) if limit.side == self.side => {
                NoAnswer::NotHere(format!("{fleet}: {limit}"))
            }
            other => other,
        })
    }

    /// Returns the weighted sums of all figures.
    fn summary(&self, question: &Question, answers: &[Answer]) -> Summary {
        let weights = self.parts.iter().map(|part| part.weight);
        let parts: Vec<(f64, &Summary)> =
            weights.zip(answers.iter().map(|answer| &answer.summary)).collect();
        let first = &answers[0].summary;
        let mut sides: Vec<SideSummary> = (0..first.sides.len())
            .map(|n| blend::side(&each(&parts, |part| &part.sides[n]), n == self.side))
            .collect();
        let mixed = &mut sides[self.side];
        mixed.name.clone_from(&self.labels.name);
        mixed.fleet.clone_from(&self.labels.fleet);
        mixed.of_game.push(self.listed(&parts));
        let played = (0..first.play.len()).map(|n| {
            let (role, _) = &first.play[n];
            (role.clone(), blend::played(&each(&parts, |part| &part.play[n].1)))
        });
        let mut house_rules = first.house_rules.clone();
        for rule in answers.iter().flat_map(|answer| &answer.summary.house_rules) {
            if !house_rules.contains(rule) {
                house_rules.push(rule.clone());
            }
        }
        let warnings: Vec<_> = answers.iter().map(|answer| &answer.summary.warnings).collect();
        Summary {
            question: question.document(),
            engine: engine(question, answers),
            play: played.collect::<Vec<(String, PlayedBy)>>(),
            battles: answers.iter().map(|answer| answer.summary.battles).sum(),
            partial: answers.iter().any(|answer| answer.summary.partial),
            sides,
            draw: blend::estimate(&each(&parts, |part| &part.draw)),
            standoff: blend::estimate(&each(&parts, |part| &part.standoff)),
            rounds: blend::rounds(&each(&parts, |part| &part.rounds), self.side),
            of_game: blend::figures(&each(&parts, |part| &part.of_game), false),
            house_rules,
            warnings: self.warnings(&warnings),
            ..first.clone()
        }
    }

    /// Returns the warnings of all fights. Those that do not concern all of them name their fleet.
    pub(crate) fn warnings(&self, of_parts: &[&Vec<String>]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for (part, warnings) in self.parts.iter().zip(of_parts) {
            for warning in *warnings {
                let warning = match of_parts.iter().all(|other| other.contains(warning)) {
                    true => warning.clone(),
                    false => format!("{}: {warning}", part.fleet),
                };
                if !all.contains(&warning) {
                    all.push(warning);
                }
            }
        }
        all
    }

    /// Returns the figures of each fleet.
    fn listed(&self, parts: &[(f64, &Summary)]) -> Figure {
        let of_part = |&(weight, part): &(f64, &Summary)| -> serde_json::Value {
            let SideSummary { fleet, win, survivors, cost, of_game, .. } = &part.sides[self.side];
            let (engine, battles, seed) = (part.engine, part.battles, part.seed);
            let listed =
                PartSummary { weight, fleet, engine, battles, seed, win, survivors, cost, of_game };
            serde_json::to_value(listed).or_bug("a fleet cannot be written as JSON")
        };
        let listed: Vec<_> = parts.iter().map(of_part).collect();
        let mut rows = Vec::new();
        for (weight, part) in parts {
            let SideSummary { fleet, win, survivors, .. } = &part.sides[self.side];
            let mut cells = vec![Amount::Share(*weight), Amount::Share(win.probability)];
            if let [group] = &survivors[..] {
                cells.push(Amount::Mean(group.mean));
            }
            rows.push((fleet.clone(), cells.into_iter().map(Some).collect()));
            for group in survivors.iter().filter(|_| survivors.len() > 1) {
                let name = format!("  {} {}", group.start, group.class);
                rows.push((name, vec![None, None, Some(Amount::Mean(group.mean))]));
            }
        }
        let table =
            Table { title: "one of these fleets", columns: vec!["chance", "wins", "left"], rows };
        let figure = Figure::new("parts", Field::Cost, &listed).showing(Shown::Table(table));
        parts.iter().fold(figure, |figure, (_, part)| {
            let SideSummary { fleet, win, .. } = &part.sides[self.side];
            figure.in_line("wins with", fleet, Amount::Share(win.probability))
        })
    }
}

/// Returns the engine that all figures have at least.
fn engine(question: &Question, answers: &[Answer]) -> EngineUsed {
    let all = |is: fn(EngineUsed) -> bool| answers.iter().all(|a| is(a.summary.engine));
    let engine = fight::engine(question, all(EngineUsed::is_exact), all(EngineUsed::is_simulated));
    let is_single = answers.iter().any(|answer| answer.summary.engine.is_single());
    if is_single { engine.in_single_precision() } else { engine }
}

impl dyn Matchup {
    /// Returns the single fights if a side is a mix of fleets. Such a matchup prepares no battles
    /// itself.
    #[must_use]
    pub fn mixture(&self) -> Option<&Mixture> {
        self.of_game()
    }
}

impl Matchup for Mixture {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        let mut sides = self.parts[0].matchup.sides();
        sides[self.side] = SideInfo { labels: &self.labels, cost: self.cost, warnings: &[] };
        sides
    }

    fn rounds(&self) -> RoundWindow {
        self.parts[0].matchup.rounds()
    }

    fn single(&self) -> Option<&'static str> {
        self.parts.iter().find_map(|part| part.matchup.single())
    }

    fn outcome(&self, side: usize) -> Option<usize> {
        self.parts[0].matchup.outcome(side)
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        if side == self.side { Vec::new() } else { self.parts[0].matchup.changes(side) }
    }

    fn carriage(&self, side: usize) -> Carriage {
        self.parts[0].matchup.carriage(side)
    }

    fn advise(&self, _: &Question, _: &OnTheTable, _: &Ctx) -> Result<Advice, NoAnswer> {
        Err(NoAnswer::NotHere("advice is for one fight: name one of these fleets".into()))
    }

    fn win_bound(
        &self,
        question: &Question,
        side: usize,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<f64, NoAnswer> {
        let mut bound = 0.0;
        for part in &self.parts {
            bound += part.weight * part.matchup.win_bound(question, side, ledger, control)?;
        }
        Ok(bound)
    }

    fn prepare<'a>(
        &'a self,
        _question: &'a Question,
        _ctx: &Ctx,
    ) -> Result<PreparedFight<'a>, NoAnswer> {
        let why = "this needs a fight against one fleet, not a mix of fleets";
        Err(NoAnswer::NotHere(why.into()))
    }
}
