//! Choices with their gains, told apart by the cards that are played or kept.

use super::cards::{CARDS, CardPlay, OpenCard};
use crate::engine::optimize::duel::Gain;
use crate::games::ti4::rules::{Ability, Ti4Fleet};
use crate::result::AdvisedRoll;

/// Difference up to which two gains are equal. Rounding errors are smaller.
const EQUAL: f64 = 1e-9;

/// A choice in words, its parts and its gain.
#[derive(Clone)]
pub(super) struct ValuedChoice {
    /// Cards that are played or kept. They are not yet in the words.
    pub(super) cards: Vec<CardPlay>,
    pub(super) words: String,
    pub(super) steps: Vec<String>,
    pub(super) gain: Gain,
    /// Half-width of the 95 % interval of what the choice gives away; 0 if it is exact.
    pub(super) margin: f64,
}

/// Choices and results of the dice with their gains.
#[derive(Default)]
pub(super) struct Found {
    pub(super) before: Option<Gain>,
    pub(super) choices: Vec<ValuedChoice>,
    pub(super) rolls: Vec<AdvisedRoll>,
    /// Number of simulated battles from each choice; 0 if the gains are exact.
    pub(super) battles: u64,
    /// The fleets as they go on in the simulation.
    pub(super) fleets: Option<[Ti4Fleet; 2]>,
    /// Effect of the hits that the enemy has assigned before, in words.
    pub(super) enemy: String,
    /// Cards that may be played now.
    pub(super) open: Vec<OpenCard>,
    pub(super) notes: Vec<String>,
}

/// Returns the choices with their cards in words. A card is left out where it makes no difference.
pub(super) fn told_apart(mut choices: Vec<ValuedChoice>) -> Vec<ValuedChoice> {
    for (card, _) in CARDS {
        let plays: Vec<Option<u8>> = choices.iter().map(|choice| choice.played(card)).collect();
        if plays.iter().all(|played| *played == plays[0]) {
            choices.iter_mut().for_each(|choice| choice.forget(card));
            continue;
        }
        let mut left: Vec<ValuedChoice> = Vec::new();
        while !choices.is_empty() {
            let first = choices[0].clone();
            let (mut alike, others) =
                choices.into_iter().partition(|choice| choice.is_like(&first, card));
            choices = others;
            let are_equal = |all: &Vec<ValuedChoice>| {
                all.len() > 1 && all.iter().all(|one| one.is_worth(&first))
            };
            if are_equal(&alike) {
                alike.truncate(1);
                alike[0].forget(card);
            }
            left.append(&mut alike);
        }
        choices = left;
    }
    choices.iter_mut().for_each(ValuedChoice::name_cards);
    choices.retain(|choice| !choice.words.is_empty());
    choices
}

impl ValuedChoice {
    fn played(&self, card: Ability) -> Option<u8> {
        self.cards.iter().find(|play| play.card == card).map(|play| play.played)
    }

    fn forget(&mut self, card: Ability) {
        self.cards.retain(|play| play.card != card);
    }

    /// Whether the choices differ in nothing but this card.
    fn is_like(&self, other: &Self, card: Ability) -> bool {
        let rest = |choice: &Self| {
            let mut choice = choice.clone();
            choice.forget(card);
            (choice.cards, choice.words)
        };
        rest(self) == rest(other)
    }

    fn is_worth(&self, other: &Self) -> bool {
        self.gain.iter().zip(other.gain).all(|(a, b)| (a - b).abs() <= EQUAL)
    }

    /// Puts the cards before the words of the choice.
    fn name_cards(&mut self) {
        let cards: Vec<String> = self.cards.drain(..).map(CardPlay::in_words).collect();
        let words = Some(std::mem::take(&mut self.words)).filter(|words| !words.is_empty());
        self.words = cards.iter().cloned().chain(words).collect::<Vec<_>>().join("; ");
        self.steps.splice(0..0, cards);
    }
}
