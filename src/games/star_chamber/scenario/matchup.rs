//! Resolves a scenario to figures: all forces and the situation.

use super::catalogue::StarCatalogue;
use super::resolve::resolve_side;
use super::text::{EventText, StarSetting, situation};
use crate::answer::{RoundWindow, Side};
use crate::games::common::check::check_names;
use crate::games::star_chamber::rules::{StarEvent, StarForce, StarTerms, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::figures::figure;
use crate::scenario::model::{Scenario, SideText, Sides};
use crate::scenario::notation::Spanned;
use crate::scenario::settings::choose;

/// All sides of a combat, resolved to figures.
#[derive(Clone, Debug)]
pub struct StarMatchup {
    /// Sides in the order of the scenario.
    pub sides: Vec<Side<StarForce>>,
    /// Situation of the combat.
    pub terms: StarTerms,
    /// Rounds of the battle.
    pub rounds: RoundWindow,
    /// Name of each side where its role matters.
    pub roles: Vec<String>,
    /// Descriptions of what is not from the manual.
    pub house_rules: Vec<String>,
}

/// Resolves all forces and the situation of a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve(scenario: &Scenario, catalogue: &StarCatalogue) -> Result<StarMatchup, Diagnostic> {
    let texts = &scenario.sides;
    let situation = situation(&scenario.setting)?;
    let all = texts.all();
    for side in all {
        if let Some(policy) = side.command.as_ref().or(side.play.policy.as_ref()) {
            check_policy(policy)?;
        }
    }
    if all.len() > limits::FORCES {
        let (n, most) = (all.len(), limits::FORCES);
        return Err(Diagnostic::at(&all[most].place, format!("{n} forces, at most {most}")));
    }
    let mut house_rules: Vec<String> = Vec::new();
    let mut sides: Vec<Side<StarForce>> = Vec::new();
    for (n, text) in all.iter().enumerate() {
        let (side, placeholders) = resolve_side(catalogue, text, (&texts.role(n), n))?;
        for placeholder in placeholders {
            if !house_rules.contains(&placeholder) {
                house_rules.push(placeholder);
            }
        }
        sides.push(side);
    }
    only_one(all, &sides, "the Edge", |force| force.edge)?;
    only_one(all, &sides, "neutral ships", |force| force.is_neutral)?;
    let roles = match texts {
        Sides::Two(_) => (0..all.len()).map(|n| texts.role(n)).collect(),
        Sides::Parties(_) => {
            check_names(texts, &sides)?;
            sides.iter().map(|side| side.labels.name.clone()).collect()
        }
    };
    let rounds = situation.rounds.window(1, false)?;
    Ok(StarMatchup { rounds, terms: terms(&situation, &sides)?, sides, roles, house_rules })
}

/// Rejects every policy, because this game has no decisions.
pub(crate) fn check_policy(name: &Spanned<String>) -> Result<(), Diagnostic> {
    Err(Diagnostic::at(&name.place, format!("`{}` is not a policy in star-chamber", name.value))
        .label("combats need no decisions: targets are random"))
}

/// Checks that at most one side has something that exists only once (S5).
fn only_one(
    texts: &[SideText],
    sides: &[Side<StarForce>],
    what: &str,
    has: fn(&StarForce) -> bool,
) -> Result<(), Diagnostic> {
    let mut having = sides.iter().zip(texts).filter(|(side, _)| has(&side.fleet));
    match (having.next(), having.next()) {
        (Some((first, _)), Some((second, text))) => {
            let (first, second) = (&first.labels.name, &second.labels.name);
            let message = format!("both `{first}` and `{second}` have {what}");
            Err(Diagnostic::at(&text.place, message).label("only one side can have this"))
        }
        _ => Ok(()),
    }
}

fn terms(situation: &StarSetting, sides: &[Side<StarForce>]) -> Result<StarTerms, Diagnostic> {
    let word = |given: &Option<Spanned<String>>, kind: &str, known: [&str; 2]| match given {
        Some(word) => {
            let known = [(known[0], false), (known[1], true)];
            choose(&word.place, &word.value, kind, &known)
        }
        None => Ok(false),
    };
    let turns = match &situation.turns {
        Some(turns) => figure(&turns.place, &turns.value, 1..=i32::from(limits::TURNS))? as u16,
        None => 1,
    };
    if situation.events.len() > limits::EVENTS {
        let (n, most) = (situation.events.len(), limits::EVENTS);
        return Err(Diagnostic::at(
            &situation.events[most].place,
            format!("{n} events, at most {most}"),
        ));
    }
    let events = situation.events.iter().map(|text| event(text, turns, sides));
    Ok(StarTerms {
        turns,
        restores_shields: word(&situation.shields, "shield rule", ["persist", "restore"])?,
        shuffles: word(&situation.order, "firing order", ["listed", "random"])?,
        events: events.collect::<Result<_, _>>()?,
    })
}

/// Resolves an event, and checks that its side, group and ship exist (S7).
fn event(text: &EventText, turns: u16, sides: &[Side<StarForce>]) -> Result<StarEvent, Diagnostic> {
    let number = |word: &Spanned<String>, from: i32, to: i32| {
        figure(&word.place, &word.value, from..=to).map(|n| n as usize)
    };
    let amount = |word: &Option<Spanned<String>>| {
        word.as_ref().map_or(Ok(0), |word| number(word, 0, limits::FIGURE))
    };
    let place_in = |word: &Spanned<String>, things: usize, what: &str| {
        number(word, 0, things as i32 - 1).map_err(|error| {
            let (are, s) = if things == 1 { ("is", "") } else { ("are", "s") };
            error.help(format!("there {are} {things} {what}{s}, numbered from 0"))
        })
    };
    let force = place_in(&text.side, sides.len(), "side")?;
    let groups = &sides[force].fleet.groups;
    let group = match &text.group {
        Some(word) => Some(place_in(word, groups.len(), "group")?),
        None => None,
    };
    let ship = match (&text.ship, group) {
        (Some(word), Some(group)) => {
            Some(place_in(word, usize::from(groups[group].count), "ship")?)
        }
        _ => None,
    };
    Ok(StarEvent {
        turn: match &text.turn {
            Some(turn) => number(turn, 1, i32::from(turns))? as u16,
            None => 1,
        },
        round: number(&text.round, 1, i32::from(limits::ROUNDS))? as u8,
        force,
        group,
        ship,
        kills_leader: text.kills_leader,
        shield: amount(&text.shield)? as u16,
        damage: amount(&text.damage)? as u16,
        alert: text.alert,
    })
}
