//! The story of one battle of a run.

use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::answer::endings::{BattleResult, TerminalDistribution, block};
use crate::answer::prepared_fight::{FightNames, PreparedFight};
use crate::answer::{NoAnswer, Question};
use crate::dice::fraction;
use crate::engine::Control;
use crate::engine::{BLOCK, Ctx, Replay, ReplayedBattle, RunPlan};
use crate::result::{
    Actor, Story, StoryChapter, StoryDice, StoryEngine, StoryEvent, StoryLeft, StoryRound,
    StorySide,
};
use crate::stats::Estimate;
use crate::story::{Event, ShownDice, Throw, Who, show};

/// Selects a battle of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The battle with this number, from 0.
    Number(u64),
    /// The first battle with the rarest end.
    Rarest,
    /// The clearest victory of the side with the lowest odds.
    Upset,
}

/// Returns the story of a battle. For each block of battles that is searched, `played` receives its
/// number of battles and that of the whole run.
///
/// # Errors
/// If there is no such battle, or it cannot be played as the question says.
pub fn replay(
    question: &Question,
    which: Which,
    ctx: &Ctx,
    played: &(dyn Fn(u64, u64) + Sync),
) -> Result<Story, NoAnswer> {
    if let Which::Number(battle) = which {
        check(question, battle)?;
    }
    let prepared = question.matchup.prepare(question, ctx)?;
    let battles = match which {
        Which::Number(_) => question.battles.most(),
        Which::Rarest | Which::Upset => prepared.battles()?,
    };
    let teller = StoryTeller::new(question, battles, &prepared, ctx.control());
    let (battle, run) = match which {
        Which::Number(battle) => (battle, None),
        Which::Rarest | Which::Upset => {
            let run = TerminalDistribution::of_run(&prepared, &teller.plan, ctx, played)?;
            let battle = match which {
                Which::Upset => upset(&prepared, &run)?,
                _ => rarest(&prepared, &run),
            };
            (battle, Some(run))
        }
    };
    let mut stories = teller.stories(battle..battle + 1, run.as_ref());
    stories.pop().ok_or(NoAnswer::Stopped)
}

/// Returns the stories of consecutive battles of a run, in one pass over their blocks.
///
/// # Errors
/// If the run does not have these battles, or they cannot be played as the question says.
pub fn stories(
    question: &Question,
    battles: Range<u64>,
    ctx: &Ctx,
) -> Result<Vec<Story>, NoAnswer> {
    if let Some(last) = battles.clone().last() {
        check(question, last)?;
    }
    let prepared = question.matchup.prepare(question, ctx)?;
    Ok(StoryTeller::new(question, question.battles.most(), &prepared, ctx.control())
        .stories(battles, None))
}

/// Checks that the run has a battle with this number.
fn check(question: &Question, battle: u64) -> Result<(), NoAnswer> {
    let battles = question.battles.most();
    if battle < battles {
        return Ok(());
    }
    let last = battles - 1;
    let why = format!("battle {battle} does not exist: the run has battles 0 to {last}");
    Err(NoAnswer::NotHere(why))
}

/// Writes the stories of battles of a run.
struct StoryTeller<'a> {
    question: &'a Question,
    plan: RunPlan,
    prepared: &'a PreparedFight<'a>,
    /// Probability of each end, by [`BattleResult::shown`]; `None` if the ends are not solved.
    ends: Option<BTreeMap<Vec<u64>, f64>>,
}

/// Returns, for each end by [`BattleResult::shown`], its share of the run and its first battle.
fn shown_ends(
    prepared: &PreparedFight<'_>,
    run: &TerminalDistribution,
) -> BTreeMap<Vec<u64>, (f64, u64)> {
    let mut ends: BTreeMap<Vec<u64>, (f64, u64)> = BTreeMap::new();
    for ending in &run.all {
        let shown = BattleResult::of(prepared, &ending.cells).shown();
        let known = ends.entry(shown).or_insert((0.0, ending.first));
        *known = (known.0 + ending.share, known.1.min(ending.first));
    }
    ends
}

/// Returns the first battle with the rarest end.
fn rarest(prepared: &PreparedFight<'_>, run: &TerminalDistribution) -> u64 {
    let ends = shown_ends(prepared, run);
    let rarest = ends.values().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    rarest.map_or(0, |(_, first)| *first)
}

/// Returns the battle with the highest swing among those won by the underdog, the first of equals.
/// The underdog is the side with the lowest odds among the sides that won a battle.
fn upset(prepared: &PreparedFight<'_>, run: &TerminalDistribution) -> Result<u64, NoAnswer> {
    let verdicts: Vec<BattleResult> =
        run.all.iter().map(|ending| BattleResult::of(prepared, &ending.cells)).collect();
    let sides = verdicts.first().map_or(0, |battle_result| battle_result.sides.len());
    let odds = |side: usize| -> f64 {
        let won =
            run.all.iter().zip(&verdicts).filter(|(_, battle_result)| battle_result.wins(side));
        won.map(|(ending, _)| ending.share).sum()
    };
    let best = (0..sides).map(odds).fold(0.0, f64::max);
    let underdog = (0..sides)
        .map(|side| (side, odds(side)))
        .filter(|(_, odds)| *odds > 0.0 && *odds < best)
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let Some((side, _)) = underdog else {
        let why = "--upset: no battle of the run was won by a side with lower odds";
        return Err(NoAnswer::NotHere(why.into()));
    };
    let won = run.all.iter().zip(&verdicts).filter(|(_, battle_result)| battle_result.wins(side));
    let best = won.min_by(|(a, x), (b, y)| {
        y.swing(side).total_cmp(&x.swing(side)).then(a.first.cmp(&b.first))
    });
    Ok(best.map_or(0, |(ending, _)| ending.first))
}

impl<'a> StoryTeller<'a> {
    fn new(
        question: &'a Question,
        battles: u64,
        prepared: &'a PreparedFight<'a>,
        control: &Control,
    ) -> Self {
        let ends = prepared.ends(control).map(|ends| {
            let mut shown: BTreeMap<Vec<u64>, f64> = BTreeMap::new();
            for (cells, p) in ends {
                *shown.entry(BattleResult::of(prepared, &cells).shown()).or_default() += p;
            }
            shown
        });
        Self { question, plan: question.plan(battles), prepared, ends }
    }

    /// Returns the stories of these battles; `run` has the ends of the whole run, if known.
    fn stories(&self, battles: Range<u64>, run: Option<&TerminalDistribution>) -> Vec<Story> {
        let replayer = self.prepared.replayer();
        let mut stories = Vec::new();
        for number in battles.start / BLOCK..battles.end.div_ceil(BLOCK) {
            let block = block(&self.plan, number);
            let first = number * BLOCK;
            let wanted = battles.start.max(first) - first..battles.end.min(first + BLOCK) - first;
            replayer.replay(block, wanted, &mut |battle, replay| {
                stories.push(self.story(first + battle, replay, replayer.is_walk(), run));
            });
        }
        stories
    }

    fn story(
        &self,
        battle: u64,
        replay: Replay,
        is_walk: bool,
        run: Option<&TerminalDistribution>,
    ) -> Story {
        let Replay { battles: replayed, cells, mut dice } = replay;
        let Self { plan: RunPlan { battles, seed, .. }, prepared, .. } = *self;
        let battle_result = BattleResult::of(prepared, &cells);
        let end = battle_result.shown();
        Story {
            schema: "fleetodds/story/2",
            rules: self.question.rulebook.to_string(),
            question: self.question.document(),
            title: self.question.title(),
            engine: if is_walk { StoryEngine::Walk } else { StoryEngine::Kernel },
            battles,
            seed,
            battle,
            time: prepared.report.units().time,
            play: prepared.report.played(),
            chapters: replayed
                .iter()
                .map(|battle| chapter(battle, &prepared.report.names(battle.battle), &mut dice))
                .collect(),
            outcome: battle_result.outcome(),
            sides: (0..battle_result.sides.len())
                .map(|side| side_of(&battle_result, side))
                .collect(),
            probability: self
                .ends
                .as_ref()
                .map(|ends| Estimate::of_share(ends.get(&end).copied().unwrap_or(0.0), 0)),
            times: run.and_then(|run| {
                let (share, _) = *shown_ends(prepared, run).get(&end)?;
                Some((share * battles as f64).round() as u64)
            }),
            warnings: prepared.report.warnings(),
        }
    }
}

fn side_of(battle_result: &BattleResult, side: usize) -> StorySide {
    let of_side = &battle_result.sides[side];
    let left = |(group, survivors): (usize, &crate::result::Survivors)| StoryLeft {
        class: survivors.class.clone(),
        start: survivors.start,
        left: battle_result.left(side, group),
    };
    StorySide {
        name: of_side.name.clone(),
        fleet: of_side.fleet.clone(),
        wins: battle_result.wins(side),
        survivors: of_side.survivors.iter().enumerate().map(left).collect(),
        lost: of_side.cost.lost,
        destroyed: of_side.cost.destroyed,
    }
}

/// Returns the story of a battle: actions, changes and the faces of all dice.
fn chapter(
    battle: &ReplayedBattle,
    names: &FightNames,
    generator: &mut Xoshiro256PlusPlus,
) -> StoryChapter {
    let mut rounds: Vec<StoryRound> = Vec::new();
    for step in &battle.steps {
        if rounds.last().is_none_or(|last| last.round != step.round) {
            rounds.push(StoryRound { round: step.round, events: Vec::new() });
        }
        let events = step.events.iter().flat_map(|event| names.event(event, generator));
        if let Some(round) = rounds.last_mut() {
            round.events.extend(events);
        }
    }
    StoryChapter { title: names.title.clone(), rounds }
}

impl FightNames {
    fn class(&self, side: usize, group: usize) -> Option<String> {
        let (_, class, _) = self.sides.get(side)?.groups.get(group)?;
        Some(class.clone())
    }

    /// Returns the names of the actor of an event: of the owner and class of a group, or of a side.
    fn actor(&self, who: Who) -> Actor {
        let side = self.sides.get(who.side);
        let named = who.group.and_then(|group| side?.groups.get(group));
        match named {
            Some((owner, class, place)) => Actor {
                side: owner.clone(),
                class: Some(class.clone()),
                group: Some(*place),
                ships: Some(who.ships),
            },
            None => Actor::of_side(side.map_or("", |side| &side.name)),
        }
    }

    fn event(&self, event: &Event, generator: &mut Xoshiro256PlusPlus) -> Vec<StoryEvent> {
        vec![match event {
            Event::Act { who, does } => {
                StoryEvent::Act { who: self.actor(*who), does: does.clone() }
            }
            Event::Throw(throw) => return self.throw(throw, generator),
            Event::Change { who, becomes, damage, life, lost } => StoryEvent::Change {
                who: self.actor(*who),
                becomes: (*becomes).into(),
                damage: *damage,
                life: *life,
                lost: *lost,
            },
            Event::Wasted { who, hits, why } => {
                StoryEvent::Wasted { who: self.actor(*who), hits: *hits, why: (*why).into() }
            }
        }]
    }

    /// Returns the dice of a throw, and the hits beyond what the targets can take.
    fn throw(&self, throw: &Throw, generator: &mut Xoshiro256PlusPlus) -> Vec<StoryEvent> {
        let shown = show(throw, || fraction(generator));
        let worth = |kind: &ShownDice| -> u32 { kind.faces.iter().map(|face| face.worth).sum() };
        let sum = shown.iter().map(worth).sum();
        let dice = |kind: &ShownDice| {
            let again: Vec<Option<u8>> = kind.faces.iter().map(|face| face.shows.1).collect();
            StoryDice {
                class: kind.group.and_then(|group| self.class(throw.who.side, group)),
                kind: kind.kind.clone(),
                faces: kind.faces.iter().map(|face| face.shows.0).collect(),
                again: if again.iter().any(Option::is_some) { again } else { Vec::new() },
                worth: kind.faces.iter().map(|face| face.worth).collect(),
            }
        };
        let thrown = StoryEvent::Throw {
            who: self.actor(throw.who),
            with: throw.with.into(),
            dice: shown.iter().map(dice).collect(),
            sum,
            less: throw.less,
        };
        let hits = throw.total.surplus(sum).min(u16::MAX.into()) as u16;
        let why = "more than the targets can take".into();
        let rest = StoryEvent::Wasted { who: self.actor(throw.who), hits, why };
        std::iter::once(thrown).chain(Some(rest).filter(|_| hits > 0)).collect()
    }
}
