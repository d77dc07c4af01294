//! Cards that may be played now or kept, in words.

use super::ValuedChoice;
use crate::games::ti4::rules::{Ability, Ti4Fleet};

/// Difference up to which two gains are equal. Rounding errors are smaller.
const EQUAL: f64 = 1e-9;

/// A card that a player plays when it wants to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Card {
    MoraleBoost,
    EmergencyRepairs,
    ShieldsHolding,
    DirectHit,
}

/// A card that is played now, or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CardPlay {
    pub(super) card: Card,
    /// Number of cards played now; 0 if the card is kept.
    pub(super) played: u8,
}

/// A card that may be played now, and what its rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenCard {
    pub(super) card: Card,
    /// Whether the card is played now by its rule (T19).
    pub(super) is_due: bool,
}

impl Card {
    pub(super) const ALL: [Self; 4] =
        [Self::MoraleBoost, Self::EmergencyRepairs, Self::ShieldsHolding, Self::DirectHit];

    pub(super) fn ability(self) -> Ability {
        match self {
            Self::MoraleBoost => Ability::MoraleBoost,
            Self::EmergencyRepairs => Ability::EmergencyRepairs,
            Self::ShieldsHolding => Ability::ShieldsHolding,
            Self::DirectHit => Ability::DirectHit,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::MoraleBoost => "Morale Boost",
            Self::EmergencyRepairs => "Emergency Repairs",
            Self::ShieldsHolding => "Shields Holding",
            Self::DirectHit => "Direct Hit",
        }
    }
}

impl CardPlay {
    fn in_words(self) -> String {
        let name = self.card.name();
        match self.played {
            0 => format!("keep {name} for later"),
            1 => format!("play {name} now"),
            n => format!("play {n} {name}s now"),
        }
    }
}

impl OpenCard {
    /// Returns the card with what its rule does now.
    pub(super) fn in_words(self) -> String {
        let rule = if self.is_due { "plays it now" } else { "plays it later" };
        format!("{} (its usual rule {rule})", self.card.name())
    }
}

/// Returns the choices with their cards in words. A card is left out where it makes no difference.
pub(super) fn told_apart(mut choices: Vec<ValuedChoice>) -> Vec<ValuedChoice> {
    for card in Card::ALL {
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
    fn played(&self, card: Card) -> Option<u8> {
        self.cards.iter().find(|play| play.card == card).map(|play| play.played)
    }

    fn forget(&mut self, card: Card) {
        self.cards.retain(|play| play.card != card);
    }

    /// Whether the choices differ in nothing but this card.
    fn is_like(&self, other: &Self, card: Card) -> bool {
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

/// Returns the fleets where a side plays Morale Boost from now on, or keeps it in this round.
pub(super) fn with_morale(fleets: &[Ti4Fleet; 2], side: usize, plays: bool) -> [Ti4Fleet; 2] {
    let mut fleets = fleets.clone();
    for effect in &mut fleets[side].effects.0 {
        if effect.ability == Ability::MoraleBoost {
            let usual = effect.round.unwrap_or(1);
            effect.round = Some(if plays { 1 } else { usual.max(2) });
        }
    }
    fleets
}
