//! Luck of a side in a battle that was played.
//!
//! All ways to end are ranked for the side: a win is better than an end without a winner, which is
//! better than a loss. Among those, a higher swing (cost destroyed less cost lost) is better. If
//! only the outcome is reported, the swing does not count.

use std::cmp::Ordering;

use crate::answer::endings::{BattleResult, TerminalDistribution, side_named};
use crate::answer::prepared_fight::PreparedFight;
use crate::answer::{Labels, NoAnswer, Question, ROLES};
use crate::engine::Ctx;
use crate::result::{EngineUsed, Luck, RankedEnd, SideFleet, SideSummary, Survivors};
use crate::scenario::{nearest, normalise};
use crate::stats::{Estimate, settle_all};

/// Reported result of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedResult {
    /// Outcome: role or name of the winner, `draw`, or `standoff` if several sides are left; `None`
    /// if it is not reported.
    pub won: Option<String>,
    /// Survivors of each reported side: classes and numbers. Classes of the side that are not named
    /// have no survivors.
    pub left: Vec<(String, Vec<(String, u64)>)>,
}

/// Returns the luck of a side, by default that of the attacker or else of the first side. For each
/// block of simulated battles, `played` receives its number of battles and that of the whole run.
///
/// # Errors
/// If the result is impossible or never occurred, or names an unknown side or class, or if the odds
/// cannot be found.
pub fn luck(
    question: &Question,
    happened: &ReportedResult,
    side: Option<&str>,
    ctx: &Ctx,
    played: &(dyn Fn(u64, u64) + Sync),
) -> Result<Luck, NoAnswer> {
    let mixture = question.matchup.mixture();
    let asked = match mixture {
        Some(mixture) => mixture.questions(question)?,
        None => vec![(1.0, question.clone())],
    };
    happened.check(&asked, side)?;
    let mut all = RankedEnds::default();
    for (weight, asked) in &asked {
        let prepared = asked.matchup.prepare(asked, ctx)?;
        let plan = asked.plan(prepared.battles()?);
        let endings = TerminalDistribution::of(&prepared, &plan, ctx, played)?;
        all.add(happened, &prepared, &endings, *weight, side)?;
    }
    let warnings: Vec<_> = all.warnings.iter().collect();
    let warnings = match mixture {
        Some(mixture) => mixture.warnings(&warnings),
        None => warnings.into_iter().flatten().cloned().collect(),
    };
    all.judge(question, warnings)
}

/// Ways to end of all fights of a question, ranked for a side.
#[derive(Default)]
struct RankedEnds {
    ranked: Vec<Ranked>,
    /// Whether the swing of cost counts besides the outcome.
    counts_swing: bool,
    /// Number of simulated battles.
    battles: u64,
    /// Whether any probabilities are those of a simulation.
    is_simulated: bool,
    /// Name of the side.
    name: String,
    /// The sides with their fleets.
    sides: Vec<SideFleet>,
    /// The reported result in words; `None` if it is not possible in any fight so far.
    happened: Option<String>,
    /// The reason why the first fight cannot have had the reported result.
    impossible: Option<NoAnswer>,
    /// Warnings by fight.
    warnings: Vec<Vec<String>>,
}

/// Reported result, with sides as indices.
struct Wanted {
    won: Option<Outcome>,
    /// For each reported side, the number of survivors of each of its classes.
    left: Vec<(usize, Vec<(String, u64)>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Side(usize),
    Draw,
    Standoff,
}

/// A way to end, ranked for the side.
struct Ranked {
    share: f64,
    score: Score,
    /// Whether it matches the reported result.
    is_match: bool,
}

/// Rank of an end for the side: first by outcome, then by swing.
#[derive(Clone, Copy)]
struct Score {
    outcome: f64,
    swing: f64,
}

/// Probabilities of a reported result, and of the ends that are worse, as good and better.
struct Shares {
    probability: f64,
    worse: f64,
    same: f64,
    better: f64,
    /// Scores of the worst and the best end that match.
    reported: [Score; 2],
}

impl RankedEnds {
    /// Adds the ways in which one of the fights ends. A report that names ships which this fight
    /// does not have matches none of them.
    fn add(
        &mut self,
        happened: &ReportedResult,
        prepared: &PreparedFight<'_>,
        endings: &TerminalDistribution,
        weight: f64,
        side: Option<&str>,
    ) -> Result<(), NoAnswer> {
        let nothing = BattleResult::of(prepared, &[]);
        let known: Vec<KnownSide> = nothing.sides.iter().map(KnownSide::of).collect();
        let side = side_of(&known, side)?;
        let wanted = match happened.resolve(&known) {
            Ok(wanted) => Some(wanted),
            Err(no) => {
                self.impossible.get_or_insert(no);
                None
            }
        };
        if let Some(wanted) = &wanted {
            self.happened.get_or_insert_with(|| wanted.words(&nothing.sides));
        }
        let counts_swing = !happened.left.is_empty();
        self.counts_swing = counts_swing;
        self.ranked.extend(endings.all.iter().map(|ending| {
            let battle_result = BattleResult::of(prepared, &ending.cells);
            Ranked {
                share: weight * ending.share,
                score: Score::of(&battle_result, side, counts_swing),
                is_match: wanted.as_ref().is_some_and(|wanted| wanted.is(&battle_result)),
            }
        }));
        self.battles += endings.battles;
        self.is_simulated |= endings.battles > 0;
        self.name.clone_from(&nothing.sides[side].name);
        let fleet_of = |side: &SideSummary| SideFleet::new(&side.name, &side.fleet);
        self.sides = nothing.sides.iter().map(fleet_of).collect();
        self.warnings.push(prepared.report.warnings());
        Ok(())
    }

    fn judge(self, question: &Question, warnings: Vec<String>) -> Result<Luck, NoAnswer> {
        let battles = self.battles;
        let (Some(happened), name) = (self.happened, &self.name) else {
            return Err(self.impossible.unwrap_or_else(|| impossible(battles)));
        };
        let shares = Shares::of(&self.ranked).ok_or_else(|| impossible(battles))?;
        let mut sides = self.sides;
        if let Some(mixture) = question.matchup.mixture() {
            sides[mixture.side()].fleet.clone_from(&mixture.labels().fleet);
        }
        let estimate = |share| Estimate::of_share(share, battles);
        Ok(Luck {
            schema: "fleetodds/luck/2",
            rules: question.rulebook.to_string(),
            question: question.document(),
            title: question.title(),
            engine: if self.is_simulated { EngineUsed::Simulate } else { EngineUsed::Exact },
            battles,
            seed: question.seed,
            sides,
            side: name.clone(),
            probability: estimate(shares.probability),
            worse: estimate(shares.worse),
            same: estimate(shares.same),
            better: estimate(shares.better),
            percentile: shares.percentile(),
            sentence: shares.sentence(&happened, name),
            happened,
            warnings,
            ends: shares.ends(self.ranked, self.counts_swing),
        })
    }
}

/// Creates the error that no battle ended as reported.
fn impossible(battles: u64) -> NoAnswer {
    NoAnswer::NotHere(match battles {
        0 => "no battle of these fleets can end like that".into(),
        n => format!("none of {n} battles ended like that: it is impossible or very rare"),
    })
}

impl Score {
    /// Returns the score of an end. The swing counts only if survivors are reported.
    fn of(battle_result: &BattleResult, side: usize, counts_swing: bool) -> Self {
        let outcome = match battle_result {
            _ if battle_result.wins(side) => 2.0,
            _ if battle_result.is_draw || battle_result.is_standoff => 1.0,
            _ => 0.0,
        };
        Self { outcome, swing: if counts_swing { battle_result.swing(side) } else { 0.0 } }
    }

    /// Returns the outcome in words.
    fn outcome(self) -> &'static str {
        match self.outcome {
            outcome if outcome > 1.5 => "wins",
            outcome if outcome > 0.5 => "no winner",
            _ => "loses",
        }
    }

    /// Compares with another score: the higher score is better for the side.
    fn order(self, other: Self) -> Ordering {
        self.outcome.total_cmp(&other.outcome).then(self.swing.total_cmp(&other.swing))
    }
}

impl Shares {
    /// Adds up the ends that are worse or better than all that match the reported result. Returns
    /// `None` if no end matches it.
    fn of(ranked: &[Ranked]) -> Option<Self> {
        let matching = || ranked.iter().filter(|end| end.is_match).map(|end| end.score);
        let least = matching().min_by(|a, b| a.order(*b))?;
        let most = matching().max_by(|a, b| a.order(*b))?;
        let worse = share(ranked, |end| end.score.order(least).is_lt());
        let better = share(ranked, |end| end.score.order(most).is_gt());
        let mut all = [worse, (1.0 - worse - better).max(0.0), better];
        settle_all(&mut all);
        let [worse, same, better] = all;
        Some(Self {
            probability: share(ranked, |end| end.is_match),
            worse,
            same,
            better,
            reported: [least, most],
        })
    }

    /// Returns the ends of each score, the worst first.
    fn ends(&self, mut ranked: Vec<Ranked>, counts_swing: bool) -> Vec<RankedEnd> {
        ranked.sort_by(|a, b| a.score.order(b.score));
        let [least, most] = self.reported;
        let end = |of: &[Ranked]| {
            let score = of[0].score;
            let than_reported = match (score.order(least), score.order(most)) {
                (Ordering::Less, _) => Ordering::Less,
                (_, Ordering::Greater) => Ordering::Greater,
                _ => Ordering::Equal,
            };
            RankedEnd {
                outcome: score.outcome(),
                swing: counts_swing.then_some(score.swing),
                share: of.iter().map(|end| end.share).sum(),
                than_reported,
            }
        };
        ranked.chunk_by(|a, b| a.score.order(b.score).is_eq()).map(end).collect()
    }

    /// Returns the percentile of the result: ends that are as good count half.
    fn percentile(&self) -> f64 {
        self.worse + self.same / 2.0
    }

    /// Returns the luck of a side in words.
    fn sentence(&self, happened: &str, name: &str) -> String {
        let percentile = self.percentile();
        format!(
            "{happened}: of 100 such battles, {:.1} end worse for {name}, {:.1} the same and \
             {:.1} better: {} (percentile {:.1}).",
            self.worse * 100.0,
            self.same * 100.0,
            self.better * 100.0,
            Luck::word(percentile),
            percentile * 100.0,
        )
    }
}

/// Returns the probability of the ends for which `is` holds.
fn share(ranked: &[Ranked], is: impl Fn(&Ranked) -> bool) -> f64 {
    let all = ranked.iter().filter(|end| is(end)).map(|end| end.share);
    // The sum of no numbers is -0.0.
    (0.0 + all.sum::<f64>()).clamp(0.0, 1.0)
}

/// Side that a report may name.
struct KnownSide {
    name: String,
    /// Class of each group and its number of ships.
    groups: Vec<(String, u64)>,
}

impl KnownSide {
    fn of(side: &SideSummary) -> Self {
        let group = |group: &Survivors| (group.class.clone(), group.start);
        let groups = side.survivors.iter().map(group).collect();
        Self { name: side.name.clone(), groups }
    }

    /// Returns a side before its battle is prepared. The numbers of its ships are not known yet.
    fn of_labels(labels: &Labels) -> Self {
        let groups = labels.classes.iter().map(|class| (class.clone(), u64::MAX)).collect();
        Self { name: labels.name.clone(), groups }
    }
}

/// Returns the side with a name or role; without one, the attacker. Games without an attacker judge
/// the first side.
fn side_of(known: &[KnownSide], name: Option<&str>) -> Result<usize, NoAnswer> {
    name.map_or_else(|| Ok(named(known, ROLES[0]).unwrap_or(0)), |name| named(known, name))
}

fn named(known: &[KnownSide], name: &str) -> Result<usize, NoAnswer> {
    let names: Vec<&str> = known.iter().map(|side| side.name.as_str()).collect();
    side_named(&names, name)
}

impl ReportedResult {
    /// Checks the names of sides and classes before any work. A report may fit only some of the
    /// fights.
    fn check(&self, asked: &[(f64, Question)], side: Option<&str>) -> Result<(), NoAnswer> {
        let mut wrong = None;
        for (_, asked) in asked {
            let sides = asked.matchup.sides();
            let known: Vec<_> = sides.iter().map(|s| KnownSide::of_labels(s.labels)).collect();
            side_of(&known, side)?;
            match self.resolve(&known) {
                Ok(_) => return Ok(()),
                Err(no) => wrong = wrong.or(Some(no)),
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Resolves the names of sides and classes.
    fn resolve(&self, sides: &[KnownSide]) -> Result<Wanted, NoAnswer> {
        let won = match self.won.as_deref() {
            Some("draw") => Some(Outcome::Draw),
            Some("standoff") => Some(Outcome::Standoff),
            Some(name) => Some(Outcome::Side(named(sides, name).map_err(|no| match no {
                NoAnswer::NotHere(why) => NoAnswer::NotHere(format!("{why}, draw, standoff")),
                other => other,
            })?)),
            None => None,
        };
        let mut left = Vec::new();
        for (name, groups) in &self.left {
            let side = named(sides, name)?;
            if left.iter().any(|(known, _)| *known == side) {
                let why = format!("--left: `{name}` is given twice");
                return Err(NoAnswer::NotHere(why));
            }
            left.push((side, groups_of(&sides[side], groups)?));
        }
        Ok(Wanted { won, left })
    }
}

/// Returns the reported number of survivors of each class of a side.
fn groups_of(side: &KnownSide, groups: &[(String, u64)]) -> Result<Vec<(String, u64)>, NoAnswer> {
    let mut classes: Vec<(String, u64, u64)> = Vec::new();
    for (class, number) in &side.groups {
        match classes.iter_mut().find(|(known, ..)| known == class) {
            Some((_, _, start)) => *start = start.saturating_add(*number),
            None => classes.push((class.clone(), 0, *number)),
        }
    }
    for (class, number) in groups {
        let known = || classes.iter().map(|(class, ..)| class.as_str());
        let Some(found) = known().position(|known| normalise(known) == normalise(class)) else {
            let near = nearest(class, known());
            let near =
                near.first().map_or(String::new(), |name| format!(", did you mean `{name}`?"));
            let all: Vec<&str> = known().collect();
            let (name, all) = (&side.name, all.join(", "));
            let why = format!("--left: {name} has no `{class}`{near} (its classes: {all})");
            return Err(NoAnswer::NotHere(why));
        };
        let (_, left, start) = &mut classes[found];
        *left += number;
        if *left > *start {
            let name = &side.name;
            let why = format!("--left: {left} {class} left, but {name} had {start}");
            return Err(NoAnswer::NotHere(why));
        }
    }
    Ok(classes.into_iter().map(|(class, left, _)| (class, left)).collect())
}

impl Wanted {
    /// Returns whether an end matches the reported result.
    fn is(&self, battle_result: &BattleResult) -> bool {
        let won = self.won.is_none_or(|won| match won {
            Outcome::Side(side) => battle_result.wins(side),
            Outcome::Draw => battle_result.is_draw,
            Outcome::Standoff => battle_result.is_standoff,
        });
        won && self.left.iter().all(|(side, classes)| {
            classes.iter().all(|(class, number)| {
                let groups = battle_result.sides[*side].survivors.iter().enumerate();
                let own = groups.filter(|(_, group)| group.class == *class);
                own.map(|(group, _)| battle_result.left(*side, group)).sum::<u64>() == *number
            })
        })
    }

    /// Returns the result in words: `attacker wins, attacker has 2 interceptor left`.
    fn words(&self, sides: &[SideSummary]) -> String {
        let mut parts = Vec::new();
        match self.won {
            Some(Outcome::Side(side)) => parts.push(format!("{} wins", sides[side].name)),
            Some(Outcome::Draw) => parts.push("no side is left".into()),
            Some(Outcome::Standoff) => parts.push("no side has won".into()),
            None => {}
        }
        for (side, classes) in &self.left {
            let left: Vec<String> = classes
                .iter()
                .filter(|(_, number)| *number > 0)
                .map(|(class, number)| format!("{number} {class}"))
                .collect();
            let left = if left.is_empty() { "nothing".into() } else { left.join(" + ") };
            parts.push(format!("{} has {left} left", sides[*side].name));
        }
        parts.join(", ")
    }
}
