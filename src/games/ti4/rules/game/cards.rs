//! Cards that a player may play at this moment, whatever the rule by which the program plays them.

use super::super::ability::Ability;
use super::super::battle::{Ti4Battle, Ti4State};
use super::super::hits::Hits;
use super::super::pending::Pending;
use super::super::terms::Theatre;
use super::moves::Ti4Game;
use super::position::Ti4Position;

/// Cards that one side plays or keeps while the hits of a combat roll are assigned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardsOnHits {
    /// The side that decides.
    pub side: usize,
    /// Whether it plays Shields Holding; `None` to play it by its rule.
    pub shields: Option<bool>,
    /// Maximum number of Direct Hits that it plays; `None` to play them by their rule.
    pub direct_hits: Option<u8>,
}

impl Ti4Battle {
    /// Returns whether a side may play Shields Holding against these hits.
    #[must_use]
    pub fn may_hold_shields(&self, side: usize, hits: u16, state: &Ti4State) -> bool {
        self.terms.theatre == Theatre::Space
            && hits > 0
            && state.forces[side].supplies.has(Ability::ShieldsHolding)
    }

    /// Returns whether Shields Holding is played against these hits by its rule.
    #[must_use]
    pub fn holds_shields(&self, side: usize, hits: u16, state: &Ti4State) -> bool {
        let mut after = *state;
        self.hold_shields_in_a_round(side, Hits { free: hits, aimed: 0 }, &mut after);
        after != *state
    }

    /// Returns the number of Direct Hits that a side may play or keep in an assignment. The enemy
    /// loses its units in a fixed order; otherwise its choices would depend on what it expects.
    #[must_use]
    pub fn direct_hits(&self, side: usize, state: &Ti4State) -> u8 {
        match self.sides[1 - side].is_adaptive || !self.is_ready(side, Ability::DirectHit, state) {
            true => 0,
            false => state.forces[side].supplies.left(Ability::DirectHit),
        }
    }

    /// Returns the situation after a side has played Emergency Repairs at the start of a round;
    /// `None` if it has no such card, or nothing to repair.
    #[must_use]
    pub fn repaired_at_the_start(&self, side: usize, state: &Ti4State) -> Option<Ti4State> {
        let mut begun = *state;
        self.start_round(&mut begun);
        let force = &begun.forces[side];
        let is_of_use = force.supplies.has(Ability::EmergencyRepairs)
            && force.damaged(self.repaired_by_a_card(side, &begun)) > 0;
        let mut after = *state;
        self.repair_with_a_card(side, &mut after);
        is_of_use.then_some(after)
    }
}

impl Ti4Game<'_> {
    /// Returns the position in which the combat roll of a round has made these hits, by the side
    /// that assigns them. Abilities that cancel hits are used by their rules, unless a side decides
    /// on its cards. The Direct Hits that it keeps must be [given back](Self::give_back).
    pub fn after_hits(
        &mut self,
        mut state: Ti4State,
        hits: [u16; 2],
        leaving: Option<u8>,
        cards: Option<CardsOnHits>,
    ) -> Ti4Position {
        let battle = self.battle;
        let mut pending = Pending::none();
        pending.leaving = battle.answer_to(leaving, &mut state, &mut ());
        for (side, free) in hits.into_iter().enumerate() {
            let hits = Hits { free, aimed: 0 };
            let own = cards.filter(|cards| cards.side == side).unwrap_or_default();
            pending.due[side] = match own.shields {
                Some(true) => battle.cancel_by_shields(side, hits, &mut state),
                Some(false) => hits,
                None => battle.hold_shields_in_a_round(side, hits, &mut state),
            };
            if let Some(most) = own.direct_hits {
                state.forces[side].supplies.set(Ability::DirectHit, most);
            }
        }
        battle.begin(&state, &mut pending);
        if battle.has_cancels {
            battle.cancel(&mut state, &mut pending, &mut ());
        }
        self.go_on(state, pending, &mut ())
    }

    /// Returns a position with more Direct Hits in the hand of a side.
    pub fn give_back(&mut self, position: Ti4Position, side: usize, cards: u8) -> Ti4Position {
        let mut state = self.situation(&position);
        let supplies = &mut state.forces[side].supplies;
        supplies.set(Ability::DirectHit, supplies.left(Ability::DirectHit) + cards);
        Ti4Position { state: self.names.states.number(state), ..position }
    }
}
