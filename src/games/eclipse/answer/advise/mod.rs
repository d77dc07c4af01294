//! Advice: what each choice of a captain is worth.
//!
//! The captain who decides plays as well as possible from here on; the others play as they are
//! declared to.
//!
//! ```text
//! situation  the group that acts and its dice
//! simulated  choices whose battles do not fit the budget
//! words      situations, dice and choices in words
//! ```

mod simulated;
mod situation;
mod words;

pub(super) use self::situation::Situation;
use super::best_play::{EclipseNotSolved, new_game};
use super::gains::gains;
use super::near_best::best_or_focused;
use super::words::UNITS;
use super::words::played_with_focus;
use crate::answer::advice::{self, SimulatedChoices};
use crate::answer::ledger::Ledger;
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::bug::OrBug;
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::eclipse::rules::{
    EclipseChoice, EclipseGame, EclipsePosition, Focus, PossibleRoll,
};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::result::{Advice, AdvisedRoll, EngineUsed};
use crate::scenario::Engine;
use crate::stats::settled;

/// Maximum number of rolls that are listed.
const MAX_ROLLS: usize = 20_000;

/// Returns what each choice of the captain who decides now is worth.
///
/// # Errors
/// If nothing is to be decided, if the dice do not fit, or if the choices do not fit the budget.
pub(super) fn advise(
    question: &Question,
    matchup: &EclipseMatchup,
    table: &OnTheTable,
    control: &Control,
) -> Result<Advice, NoAnswer> {
    check(matchup, table)?;
    let mut situation = Situation::of(question, matchup, table)?;
    let mut ledger = Ledger::new(question.budget);
    let mut game = new_game(&situation.battle, &ledger, control);
    let looked = match question.engine {
        Engine::Simulate | Engine::Kernel => {
            Err(EclipseNotSolved::Because(format!("engine {}", question.engine.name())))
        }
        Engine::Auto | Engine::Exact => {
            look_or_focus(question, &situation, &mut game, &mut ledger, control)
        }
    };
    let found = match looked {
        Ok(found) => found,
        Err(EclipseNotSolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(why)) if question.engine == Engine::Exact => {
            return Err(ledger.too_large(why));
        }
        Err(EclipseNotSolved::Because(why)) => {
            situation.by_rule_of_thumb()?;
            simulated::compare(question, &situation, &ledger, why, control)?
        }
    };
    Ok(report(question, matchup, &situation, found))
}

/// Refuses what has no single decision.
fn check(matchup: &EclipseMatchup, table: &OnTheTable) -> Result<(), NoAnswer> {
    let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
    if matchup.sector.is_some() {
        return refuse("advice is for one battle of two sides; ask about each battle of a sector");
    }
    if table.scored.is_some() {
        return refuse("--scored: in Eclipse no fire is simultaneous; leave it out");
    }
    if table.hits.is_some() && table.missiles.is_none() {
        return refuse("--hits: in Eclipse the dice are needed, such as `--roll \"y6 o5\"`");
    }
    if table.roll.is_some() && table.missiles.is_some() {
        return refuse("--missiles: leave out `--roll`; the missiles have been aimed");
    }
    Ok(())
}

/// Choices and rolls with their gains.
#[derive(Default)]
struct Found {
    before: Option<Gain>,
    choices: Vec<(EclipseChoice, Gain)>,
    rolls: Vec<(PossibleRoll, EclipseChoice, Gain)>,
    /// Whether the captains focus their fire from here on.
    is_focused: bool,
    /// How the choices were simulated. Without it, the gains are exact.
    simulated: Option<SimulatedChoices>,
    notes: Vec<String>,
}

fn too_many() -> EclipseNotSolved {
    EclipseNotSolved::Because("there are too many choices to compare".into())
}

/// Values the choices on the table, or those to come, if the captains fire with this focus from
/// here on.
fn look(
    situation: &Situation<'_>,
    game: &mut EclipseGame<'_>,
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, EclipseNotSolved> {
    match &situation.roll {
        Some(_) => look_at_roll(situation, game, focus, ledger, control),
        None if situation.missiles.is_some() => look_at_missiles(situation, game, ledger, control),
        None => look_ahead(situation, game, focus, ledger, control),
    }
}

/// Values the choices like [`look`], for best play from here on, or else for captains who focus
/// their fire.
fn look_or_focus(
    question: &Question,
    situation: &Situation<'_>,
    game: &mut EclipseGame<'_>,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, EclipseNotSolved> {
    let find = |focus, ledger: &mut Ledger| look(situation, game, focus, ledger, control);
    let span = situation.battle.span_of_focus();
    let (mut found, fire) = best_or_focused(question, span, ledger, find)?;
    if let Some(fire) = fire {
        found.is_focused = true;
        found.notes = vec![fire.note(situation.objective)];
    }
    Ok(found)
}

/// Values all uses of the dice on the table.
fn look_at_roll(
    situation: &Situation<'_>,
    game: &mut EclipseGame<'_>,
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, EclipseNotSolved> {
    let state = situation.state();
    let rolled = game.with_roll(&state, situation.roll.as_deref().unwrap_or_default());
    let choices = game.choices(&rolled).ok_or_else(too_many)?;
    let mut positions: Vec<EclipsePosition> = choices.iter().map(|choice| choice.to).collect();
    positions.push(game.before_roll(&state));
    let mut gains = situation.gains(game, &positions, focus, ledger, control)?;
    let before = gains.pop().or_bug("the situation has no value");
    let choices = choices.into_iter().zip(gains).collect();
    Ok(Found { before: Some(before), choices, ..Found::default() })
}

/// Values all sets of missiles that point defence can stop.
fn look_at_missiles(
    situation: &Situation<'_>,
    game: &mut EclipseGame<'_>,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, EclipseNotSolved> {
    let Some((missiles, hits)) = &situation.missiles else { return Ok(Found::default()) };
    let position = game.with_missiles(&situation.state(), missiles, *hits);
    let position = position.or_bug("no point defence protects the ships");
    let choices = game.choices(&position).ok_or_else(too_many)?;
    let positions: Vec<EclipsePosition> = choices.iter().map(|choice| choice.to).collect();
    let gains = situation.gains(game, &positions, [Focus::NONE; 2], ledger, control)?;
    Ok(Found { choices: choices.into_iter().zip(gains).collect(), ..Found::default() })
}

/// Values all rolls, and the decision before them.
fn look_ahead(
    situation: &Situation<'_>,
    game: &mut EclipseGame<'_>,
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, EclipseNotSolved> {
    let state = situation.state();
    let ready = game.position(&state);
    let decides = game.may_retreat(&state);
    let choices = if decides { game.fire_or_retreat(&ready) } else { Vec::new() };
    let too_many_rolls = || {
        EclipseNotSolved::Because(
            "there are too many rolls to list: give yours with `--roll`".into(),
        )
    };
    let rolls = match situation.activation.is_armed() {
        true => game.rolls(&state, MAX_ROLLS).ok_or_else(too_many_rolls)?,
        false => Vec::new(),
    };
    let uses: Vec<Vec<EclipseChoice>> = rolls
        .iter()
        .map(|roll| game.choices(&roll.position).ok_or_else(too_many))
        .collect::<Result<_, _>>()?;
    let mut positions = vec![ready];
    positions.extend(choices.iter().map(|choice| choice.to));
    positions.extend(uses.iter().flatten().map(|choice| choice.to));
    let mut gains = situation.gains(game, &positions, focus, ledger, control)?.into_iter();
    let mut next = || gains.next().or_bug("a choice has no value");
    let before = next();
    let choices = choices.into_iter().map(|choice| (choice, next())).collect();
    let mut best = |uses: Vec<EclipseChoice>| {
        let valued: Vec<_> = uses.into_iter().map(|choice| (choice, next())).collect();
        let best = advice::best_of(&gains_of(&valued));
        valued.into_iter().nth(best).or_bug("a roll has no use")
    };
    let rolls = rolls.into_iter().zip(uses).map(|(roll, uses)| {
        let (choice, gain) = best(uses);
        (roll, choice, gain)
    });
    let rolls = rolls.collect();
    Ok(Found { before: Some(before), choices, rolls, ..Found::default() })
}

impl Situation<'_> {
    fn gains(
        &self,
        game: &mut EclipseGame<'_>,
        positions: &[EclipsePosition],
        focus: [Focus; 2],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Vec<Gain>, EclipseNotSolved> {
        let decider = (self.decider.0, self.objective);
        gains(&self.battle, game, positions, decider, focus, ledger, control)
    }
}

/// Returns the gains of choices.
fn gains_of(choices: &[(EclipseChoice, Gain)]) -> Vec<Gain> {
    choices.iter().map(|(_, gain)| *gain).collect()
}

fn report(
    question: &Question,
    matchup: &EclipseMatchup,
    situation: &Situation<'_>,
    found: Found,
) -> Advice {
    let SimulatedChoices { battles, margins, .. } = found.simulated.unwrap_or_default();
    let objective = situation.objective;
    let mut rolls = found.rolls;
    rolls.sort_by(|(a, ..), (b, ..)| b.probability.total_cmp(&a.probability));
    let rolled = |(roll, choice, gain): &(PossibleRoll, EclipseChoice, Gain)| AdvisedRoll {
        roll: situation.possible(roll),
        probability: settled(roll.probability),
        choice: situation.choice(&choice.steps),
        worth: advice::worth(objective, *gain),
    };
    let (side, _) = situation.decider;
    let play = situation.fleets.iter().map(|fleet| played_with_focus(fleet, found.is_focused));
    let in_words = |n: usize| {
        let steps = &found.choices[n].0.steps;
        (situation.choice(steps), situation.steps(steps))
    };
    let gains = gains_of(&found.choices);
    Advice {
        engine: if battles == 0 { EngineUsed::Exact } else { EngineUsed::Simulate },
        battles,
        decision: situation.decision(),
        situation: situation.in_words(),
        roll: situation.roll(),
        dice: situation.dice(),
        before: found.before.map(|gain| advice::worth(objective, gain)),
        choices: advice::ranked(objective, &gains, &margins, &in_words),
        rolls: rolls.iter().map(rolled).collect(),
        warnings: of_sides(&matchup.sides, &found.notes),
        ..advice::advice_to(question, (&matchup.sides, side), objective, UNITS, play)
    }
}
