//! Cards that may be played now or kept, in words.

use crate::games::ti4::rules::{Ability, Ti4Battle, Ti4Fleet, Ti4State};

/// Cards that a player plays when it wants to, with their names.
pub(super) const CARDS: [(Ability, &str); 4] = [
    (Ability::MoraleBoost, "Morale Boost"),
    (Ability::EmergencyRepairs, "Emergency Repairs"),
    (Ability::ShieldsHolding, "Shields Holding"),
    (Ability::DirectHit, "Direct Hit"),
];

/// A card that is played now, or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CardPlay {
    pub(super) card: Ability,
    /// Number of cards played now; 0 if the card is kept.
    pub(super) played: u8,
}

/// A card that may be played now, and what its rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenCard {
    pub(super) card: Ability,
    /// Whether the card is played now by its rule (T19).
    pub(super) is_due: bool,
}

/// Returns the name of a card.
fn name(card: Ability) -> &'static str {
    CARDS.iter().find(|(known, _)| *known == card).map_or("", |(_, name)| *name)
}

impl CardPlay {
    pub(super) fn in_words(self) -> String {
        let name = name(self.card);
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
        format!("{} (its usual rule {rule})", name(self.card))
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

/// Returns the cards that a side may play at the start of the round.
pub(super) fn open_at_the_start(
    battle: &Ti4Battle,
    fleet: &Ti4Fleet,
    side: usize,
) -> Vec<OpenCard> {
    let mut open = Vec::new();
    if fleet.effects.has(Ability::MoraleBoost) {
        let is_due = fleet.effects.round(Ability::MoraleBoost) <= 1;
        open.push(OpenCard { card: Ability::MoraleBoost, is_due });
    }
    if battle.repaired_at_the_start(side, &battle.in_round(false)).is_some() {
        open.push(OpenCard { card: Ability::EmergencyRepairs, is_due: false });
    }
    open
}

/// Returns the cards that a side may play against these hits, or in answer to them.
pub(super) fn open_on_hits(
    battle: &Ti4Battle,
    side: usize,
    hits: [u16; 2],
    state: &Ti4State,
) -> Vec<OpenCard> {
    let mut open = Vec::new();
    if battle.may_hold_shields(side, hits[side], state) {
        let is_due = battle.holds_shields(side, hits[side], state);
        open.push(OpenCard { card: Ability::ShieldsHolding, is_due });
    }
    if hits[1 - side] > 0 && battle.direct_hits(side, state) > 0 {
        open.push(OpenCard { card: Ability::DirectHit, is_due: true });
    }
    open
}
