//! The ways to assign hits, with the cards that may be played against them.

use super::cards::{CardPlay, OpenCard, open_on_hits};
use super::choice::{Found, ValuedChoice, told_apart};
use super::situation::Situation;
use crate::answer::advice;
use crate::answer::ledger::Ledger;
use crate::engine::optimize::duel::Gain;
use crate::engine::{Control, Unsolved};
use crate::games::ti4::rules::{Ability, CardsOnHits, Ti4Battle, Ti4Game, Ti4Position, Ti4State};

/// A way to assign hits: the cards, and the position that it leads to.
pub(super) type HitOption = (Vec<CardPlay>, Ti4Position);

/// Returns all ways to play these cards or keep them.
pub(super) fn hands(
    battle: &Ti4Battle,
    side: usize,
    open: &[OpenCard],
    state: &Ti4State,
) -> Vec<CardsOnHits> {
    let is_open = |card: Ability| open.iter().any(|open| open.card == card);
    let shields = match is_open(Ability::ShieldsHolding) {
        true => vec![Some(true), Some(false)],
        false => vec![None],
    };
    let direct_hits: Vec<Option<u8>> = match is_open(Ability::DirectHit) {
        true => (0..=battle.direct_hits(side, state)).map(Some).collect(),
        false => vec![None],
    };
    let with = |&shields: &Option<bool>| {
        let of = move |&direct_hits: &Option<u8>| CardsOnHits { side, shields, direct_hits };
        direct_hits.iter().map(of).collect::<Vec<_>>()
    };
    shields.iter().flat_map(with).collect()
}

/// Returns the ways to assign hits from a position, after these cards; `None` if there are too
/// many.
pub(super) fn options(
    game: &mut Ti4Game<'_>,
    battle: &Ti4Battle,
    (before, start): (&Ti4State, &Ti4Position),
    cards: CardsOnHits,
) -> Option<Vec<HitOption>> {
    let side = cards.side;
    let held = battle.direct_hits(side, before);
    let shields = cards.shields.map(|plays| (Ability::ShieldsHolding, u8::from(plays)));
    let mut options = Vec::new();
    for to in game.choices(start)? {
        let mut to = to;
        let mut plays: Vec<(Ability, u8)> = shields.into_iter().collect();
        if let Some(most) = cards.direct_hits {
            let kept = held - most;
            to = game.give_back(to, side, kept);
            let played = battle.used(side, Ability::DirectHit, before, &game.situation(&to));
            // With a card that finds no target, nothing changes.
            if played < most {
                continue;
            }
            plays.push((Ability::DirectHit, played));
        }
        let plays = plays.into_iter().map(|(card, played)| CardPlay { card, played });
        options.push((plays.collect(), to));
    }
    Some(options)
}

/// Values all ways to assign the hits on the table.
pub(super) fn look_at_hits(
    situation: &Situation<'_>,
    hits: [u16; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, Unsolved> {
    let (battle, side) = (&situation.battle, situation.side);
    let mut game = situation.game();
    let state = battle.in_round(true);
    let leaving = game.leaving(&state, side).flatten();
    let words = situation.words();
    let open = open_on_hits(battle, side, hits, &state);
    let mut enemy: Vec<String> = Vec::new();
    let mut all: Vec<HitOption> = Vec::new();
    for cards in hands(battle, side, &open, &state) {
        let mut start = game.after_hits(state, hits, leaving, Some(cards));
        if game.decider(&start).is_some_and(|decider| decider != side) {
            // The enemy assigns its hits first, and looks ahead.
            let solved = situation.solve(&mut game, battle, &[start], ledger, control)?;
            start = game.followed(start, &solved, Some(side));
            enemy.push(words.enemy(&state, &game.situation(&start)));
        }
        let found = options(&mut game, battle, (&state, &start), cards);
        all.extend(found.ok_or(Unsolved::TooLarge(0))?);
    }
    enemy.dedup();
    let before = match situation.may_retreat() {
        true => game.before_roll(state, leaving),
        false => game.opening(state),
    };
    let mut positions = vec![before];
    positions.extend(all.iter().map(|(_, to)| *to));
    let solved = situation.solve(&mut game, battle, &positions, ledger, control)?;
    let mut gains = solved.openings.iter().map(|values| situation.gain(values));
    let before = gains.next();
    let choices = all.into_iter().zip(gains).map(|((cards, to), gain)| {
        let (words, steps) = words.choice(&state, &game.situation(&to));
        ValuedChoice { cards, words, steps, gain, margin: 0.0 }
    });
    let choices = told_apart(merged(choices));
    Ok(Found { before, choices, enemy: enemy.join(", or "), open, ..Found::default() })
}

/// Merges choices with the same result for the side that decides. The better one is kept.
fn merged(choices: impl Iterator<Item = ValuedChoice>) -> Vec<ValuedChoice> {
    let is_better = |known: Gain, gain: Gain| advice::best_of(&[known, gain]) == 1;
    let mut all: Vec<ValuedChoice> = Vec::new();
    for choice in choices {
        let is_known =
            |known: &&mut ValuedChoice| known.words == choice.words && known.cards == choice.cards;
        match all.iter_mut().find(is_known) {
            Some(known) if is_better(known.gain, choice.gain) => known.gain = choice.gain,
            Some(_) => {}
            None => all.push(choice),
        }
    }
    all
}
