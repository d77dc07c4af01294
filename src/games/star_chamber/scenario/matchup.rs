//! Resolves a scenario to figures: all forces and the situation.

use super::catalogue::StarCatalogue;
use super::resolve::resolve_side;
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::games::common::check::check_names;
use crate::games::common::play::RoundTexts;
use crate::games::star_chamber::rules::{StarEvent, StarForce, StarTerms, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
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
    let (terms, rounds) = situation(&scenario.setting, &sides)?;
    Ok(StarMatchup { rounds, terms, sides, roles, house_rules })
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

/// Reads the situation of a combat between these sides.
fn situation(
    setting: &Fields,
    sides: &[Side<StarForce>],
) -> Result<(StarTerms, RoundWindow), Diagnostic> {
    let mut fields = setting.clone();
    let turns = fields.number("turns", 1, 1..=i32::from(limits::TURNS))? as u16;
    let mut rule = |name, kind, known: [&str; 2]| {
        let rule = fields.read(name, |node| {
            let known = [(known[0], false), (known[1], true)];
            choose(&node.place(), &node.scalar()?, kind, &known)
        })?;
        Ok(rule.unwrap_or_default())
    };
    let restores_shields = rule("shields", "shield rule", ["persist", "restore"])?;
    let shuffles = rule("order", "firing order", ["listed", "random"])?;
    let events = fields.list("events", |node| Ok(node.clone()))?;
    let rounds = RoundTexts::listed(&mut fields)?.window(1, false)?;
    fields.finish_in(Rulebook::StarChamber)?;
    if let Some(event) = events.get(limits::EVENTS) {
        let (n, most) = (events.len(), limits::EVENTS);
        return Err(Diagnostic::at(&event.place(), format!("{n} events, at most {most}")));
    }
    let events = events.iter().map(|node| event(node, turns, sides)).collect::<Result<_, _>>()?;
    Ok((StarTerms { turns, restores_shields, shuffles, events }, rounds))
}

/// Reads an event, whose side, group and ship must exist (S7).
fn event(node: &JsonNode, turns: u16, sides: &[Side<StarForce>]) -> Result<StarEvent, Diagnostic> {
    const DEEDS: [&str; 3] = ["shield", "damage", "alert"];
    let mut fields = Fields::of(node, "field")?;
    let kills_leader = fields.flag("kill_leader")?.unwrap_or_default();
    if !kills_leader && !DEEDS.iter().any(|deed| fields.has(deed)) {
        return Err(Diagnostic::at(&node.place(), "this event has no effect")
            .label("expected at least one of `kill_leader`: true, `shield`, `damage`, `alert`"));
    }
    let turn = fields.number("turn", 1, 1..=i32::from(turns))? as u16;
    let round = fields.required("round")?.number(1..=i32::from(limits::ROUNDS))? as u8;
    let force = index(&fields.required("side")?, sides.len(), "side")?;
    let groups = &sides[force].fleet.groups;
    let group = fields.read("group", |node| index(node, groups.len(), "group"))?;
    let ship = fields.read("ship", |node| match group {
        Some(group) => index(node, groups[group].count.into(), "ship"),
        None => Err(Diagnostic::at(&node.place(), "`ship` needs a `group`")
            .label("ships are numbered within their `group`")),
    })?;
    let mut amount = |name| fields.number(name, 0, 0..=limits::FIGURE).map(|n| n as u16);
    let (shield, damage) = (amount("shield")?, amount("damage")?);
    let alert = fields.flag("alert")?;
    fields.finish()?;
    Ok(StarEvent { turn, round, force, group, ship, kills_leader, shield, damage, alert })
}

/// Reads an index of these `things`, which are numbered from 0.
fn index(node: &JsonNode, things: usize, what: &str) -> Result<usize, Diagnostic> {
    let number = node.number(0..=things as i32 - 1).map_err(|error| {
        let (are, s) = if things == 1 { ("is", "") } else { ("are", "s") };
        error.help(format!("there {are} {things} {what}{s}, numbered from 0"))
    })?;
    Ok(number as usize)
}
