//! The solution of a duel, as captains follow it.

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::turn::Turn;
use super::super::volley::Salvo;
use super::values::DuelValues;
use crate::array::array;
use crate::bug::OrBug;
use crate::model::duel::{Duel, DuelSolution};

/// A solved duel.
#[derive(Clone, Debug)]
pub(in super::super) struct DuelStrategy {
    pub(super) duel: Duel,
    pub(super) values: DuelValues,
    pub(super) solution: DuelSolution,
    /// Whether a declared reply had to be approximated.
    pub(super) has_approximated: bool,
}

impl DuelStrategy {
    /// Assigns a volley die by die.
    pub(in super::super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut EclipseState,
    ) {
        let (side, enemy) = (turn.side, 1 - turn.side);
        let before = state.ships;
        let mut ships = before;
        if battle.number > 0 {
            // Marks of ships from earlier battles are not in the chart.
            ships = array(|side| before[side].living(&battle.rosters[side]));
        }
        let strength = ships[side].alive[turn.group];
        let known = (|| {
            let own = self.values.number(side, &ships[side])?;
            let foe = self.values.number(enemy, &ships[enemy])?;
            Some((own, foe, self.values.volley(turn.index, strength, volley)?))
        })();
        let (own, mut foe, mut volley) = known.or_bug("best play lacks a situation");
        let choices = self.solution.choices(state.clock);
        let volleys = &self.duel.turns[turn.index].volleys[usize::from(strength)];
        while let Some((kind, rest)) = volleys.first(volley) {
            let targets = self.duel.sides[enemy].blows[kind].of(foe);
            // A die that can hit nothing is lost.
            if !targets.is_empty() {
                let choice =
                    choices.at(turn.index, side, own, foe).of(volleys.global[volley] as usize);
                foe = targets[choice] as usize;
            }
            volley = rest;
        }
        state.ships[enemy] = self.values.ships[enemy][foe];
        if battle.number > 0 {
            let roster = &battle.rosters[enemy];
            state.ships[enemy] = state.ships[enemy].with_marks_of(&before[enemy], roster);
        }
    }
}
