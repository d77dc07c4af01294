//! The story of a battle, with the choices that were not best.

use super::analyse::analyse;
use crate::answer::NoAnswer;
use crate::answer::{Labels, Question};
use crate::engine::Ctx;
use crate::result::{Actor, AnalysedStep, Story, StoryEvent, StoryRound};
use crate::scenario::{BattleRecord, Scenario};

/// Smallest cost of a choice that is not a rounding error.
const MIN_COST: f64 = 1e-9;

/// Adds the choices that were not best to the story of a battle, each after the events of its line.
/// `scenario` is that of the question.
///
/// # Errors
/// If the battle cannot be [analysed](analyse).
pub fn comment(
    question: &Question,
    scenario: &Scenario,
    story: &mut Story,
    ctx: &Ctx,
) -> Result<(), NoAnswer> {
    let records = question.matchup.recordable(question)?;
    let entries = records.record(story)?;
    let record = BattleRecord::written(scenario.clone(), &entries)?;
    let analysis = analyse(question, &record, ctx)?;
    let rounds = story.chapters.iter_mut().flat_map(|chapter| &mut chapter.rounds);
    let mut rounds: Vec<&mut StoryRound> = rounds.collect();
    let labels: Vec<&Labels> =
        question.matchup.sides().into_iter().map(|side| side.labels).collect();
    for step in &analysis.steps {
        if step.cost.is_some_and(|cost| cost > MIN_COST) {
            let side = analysis.sides.iter().find(|side| Some(side.role) == step.role);
            let player = side.and_then(|side| side.player.as_ref());
            let objective = player.map_or("win", |player| player.objective);
            add(&mut rounds, &labels, step, objective);
        }
    }
    Ok(())
}

/// Adds a choice to the story.
fn add(rounds: &mut [&mut StoryRound], labels: &[&Labels], step: &AnalysedStep, objective: &str) {
    let (Some(cost), Some(better), Some(mark)) = (step.cost, &step.best, step.mark) else { return };
    let number = step.part.strip_prefix("round ").and_then(|n| n.parse::<u32>().ok());
    let begins = |event: &StoryEvent| begins_a_line(event, labels, step, number.is_none());
    let is_part = |round: &&mut StoryRound| match number {
        Some(number) => round.round == number,
        None => round.events.iter().any(begins),
    };
    let Some(round) = rounds.iter_mut().find(|round| is_part(round)) else { return };
    let first = round.events.iter().position(begins);
    let end = first.and_then(|first| {
        let next = round.events.iter().skip(first + 1).position(|event| actor(event).is_some());
        next.map(|next| first + 1 + next)
    });
    let who = first.and_then(|first| actor(&round.events[first]).cloned());
    let who = who.unwrap_or_else(|| Actor::of_side(&step.who));
    let (mark, objective, better) = (mark.into(), objective.into(), better.clone());
    let advice = StoryEvent::Advice { who, mark, objective, cost, better };
    round.events.insert(end.unwrap_or(round.events.len()), advice);
}

/// Returns who acts in an event that begins a line of a record.
fn actor(event: &StoryEvent) -> Option<&Actor> {
    match event {
        StoryEvent::Throw { who, with, .. } if ["missiles", "cannons"].contains(&with.as_str()) => {
            Some(who)
        }
        StoryEvent::Act { who, .. } if who.class.is_some() => Some(who),
        _ => None,
    }
}

/// Whether an event begins the line of a step.
fn begins_a_line(
    event: &StoryEvent,
    labels: &[&Labels],
    step: &AnalysedStep,
    is_missiles: bool,
) -> bool {
    let is_weapon = match event {
        StoryEvent::Throw { with, .. } => (with == "missiles") == is_missiles,
        _ => !is_missiles,
    };
    let is_named = |who: &Actor| {
        let side = labels.iter().find(|labels| labels.name == who.side);
        let name = side.zip(who.group).map(|(labels, group)| labels.group_name(group));
        name.is_some_and(|name| format!("{} {name}", who.side) == step.who)
    };
    is_weapon && actor(event).is_some_and(is_named)
}
