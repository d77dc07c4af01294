//! The start of a round, before the dice are rolled: cards, a retreat, and the best use of each
//! result of the dice.

use super::cards::{CardPlay, OpenCard, open_at_the_start, with_morale};
use super::choice::{Found, ValuedChoice, told_apart};
use super::situation::Situation;
use crate::answer::advice;
use crate::answer::ledger::Ledger;
use crate::engine::optimize::duel::Gain;
use crate::engine::{Control, Unsolved};
use crate::games::ti4::rules::{
    Ability, PossibleHits, Ti4Battle, Ti4Fleet, Ti4Game, Ti4Position, Ti4State, compile,
};
use crate::result::AdvisedRoll;
use crate::stats::settled;

/// Maximum number of results of the dice that are listed.
const MAX_ROLLS: usize = 20_000;

/// Values the situation before the dice are rolled, with the choices at the start of the round, and
/// with `lists_rolls` all results of the dice.
pub(super) fn look_ahead(
    situation: &Situation<'_>,
    lists_rolls: bool,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, Unsolved> {
    let Situation { battle, fleets, side, .. } = situation;
    let open = open_at_the_start(battle, &fleets[*side], *side);
    let usual = RoundStart { situation, battle, fleets, card: None, has_open: !open.is_empty() };
    let Some(morale) = open.iter().find(|open| open.card == Ability::MoraleBoost) else {
        let found = usual.look(lists_rolls, ledger, control)?;
        return Ok(finished(found, open));
    };
    let play = |plays: bool| CardPlay { card: Ability::MoraleBoost, played: u8::from(plays) };
    let usual = RoundStart { card: Some(play(morale.is_due)), ..usual };
    let mut found = usual.look(lists_rolls, ledger, control)?;
    let fleets = with_morale(fleets, *side, !morale.is_due);
    let battle = compile(&fleets, situation.matchup.terms).map_err(|_| Unsolved::TooLarge(0))?;
    let card = Some(play(!morale.is_due));
    let other = RoundStart { situation, battle: &battle, fleets: &fleets, card, has_open: true };
    found.choices.extend(other.look(false, ledger, control)?.choices);
    Ok(finished(found, open))
}

/// Puts the choices into words. The situation is worth what the best of them is.
fn finished(found: Found, open: Vec<OpenCard>) -> Found {
    let gains: Vec<Gain> = found.choices.iter().map(|choice| choice.gain).collect();
    let best = gains.get(advice::best_of(&gains)).copied().filter(|_| !open.is_empty());
    Found { before: best.or(found.before), choices: told_apart(found.choices), open, ..found }
}

/// A choice at the start of a round: cards, whether to retreat in words, and the position that
/// follows.
type StartOption = (Vec<CardPlay>, Option<&'static str>, Ti4Position);

/// The start of a round, with Morale Boost played or kept.
struct RoundStart<'a> {
    situation: &'a Situation<'a>,
    battle: &'a Ti4Battle,
    fleets: &'a [Ti4Fleet; 2],
    card: Option<CardPlay>,
    /// Whether a card may be played.
    has_open: bool,
}

impl RoundStart<'_> {
    /// Values the start of the round, its choices and with `lists_rolls` the results of the dice.
    fn look(
        &self,
        lists_rolls: bool,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Found, Unsolved> {
        let Self { situation, battle, fleets, .. } = *self;
        let mut game = Ti4Game::new(battle, fleets);
        let state = battle.in_round(false);
        let ready = game.opening(state);
        let rolling = game.advanced(ready);
        let begun = game.situation(&rolling);
        let leaving = game.leaving(&begun, situation.side).filter(|_| lists_rolls);
        let rolls = leaving.and_then(|leaving| game.rolls(&begun, leaving, MAX_ROLLS));
        let rolls = rolls.unwrap_or_default();
        let options = self.options(&mut game, &state, ledger, control)?;
        let mut positions = vec![ready];
        positions.extend(options.iter().map(|(.., to)| *to));
        positions.extend(rolls.iter().map(|roll| roll.position));
        let solved = situation.solve(&mut game, battle, &positions, ledger, control)?;
        let gains = solved.openings.iter().map(|values| situation.gain(values));
        let gains: Vec<Gain> = gains.collect();
        let choices = options.iter().zip(&gains[1..]).map(|((cards, words, _), gain)| {
            let steps = words.iter().map(ToString::to_string).collect();
            let words = words.unwrap_or_default().to_string();
            ValuedChoice { cards: cards.clone(), words, steps, gain: *gain, margin: 0.0 }
        });
        let choices = choices.collect();
        let words = situation.words();
        let best = |(roll, gain): (&PossibleHits, &Gain)| {
            let after = game.assigned(roll.position, &solved);
            AdvisedRoll {
                roll: words.possible(roll),
                probability: settled(roll.probability),
                choice: words.choice(&begun, &after).0,
                worth: advice::worth(situation.objective, *gain),
            }
        };
        let rolls = rolls.iter().zip(&gains[1 + options.len()..]).map(best).collect();
        Ok(Found { before: gains.first().copied(), choices, rolls, ..Found::default() })
    }

    /// Returns the choices at the start of the round: cards, then whether to retreat.
    fn options(
        &self,
        game: &mut Ti4Game<'_>,
        state: &Ti4State,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Vec<StartOption>, Unsolved> {
        let Self { situation, battle, card, has_open, .. } = *self;
        let side = situation.side;
        let repairs = |played: u8| CardPlay { card: Ability::EmergencyRepairs, played };
        let starts = match battle.repaired_at_the_start(side, state) {
            Some(repaired) => vec![(Some(repairs(1)), repaired), (Some(repairs(0)), *state)],
            None => vec![(None, *state)],
        };
        let mut options = Vec::new();
        for (repairs, state) in starts {
            let cards: Vec<CardPlay> = card.into_iter().chain(repairs).collect();
            let ready = game.opening(state);
            let mut start = game.advanced(ready);
            let is_enemy = |decider: usize| decider != side;
            if situation.may_retreat() && game.decider(&start).is_some_and(is_enemy) {
                let solved = situation.solve(game, battle, &[start], ledger, control)?;
                start = game.followed(start, &solved, Some(side));
            }
            if game.announces(&start, side) {
                let to = game.choices(&start).ok_or(Unsolved::TooLarge(0))?;
                let words = ["stay", "announce a retreat"].map(Some);
                options.extend(words.into_iter().zip(to).map(|(w, to)| (cards.clone(), w, to)));
            } else if has_open {
                options.push((cards, None, start));
            }
        }
        Ok(options)
    }
}
