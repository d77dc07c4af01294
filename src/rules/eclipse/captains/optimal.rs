//! The captain `optimal`: plays what has been solved.

use super::super::duel::Chart;
use super::super::step::State;
use super::super::turn::Turn;
use super::super::volley::Salvo;
use crate::battle::duel::{Duel, Solution};

/// A solved battle.
#[derive(Clone, Debug)]
pub(in super::super) struct Solved {
    pub(in super::super) duel: Duel,
    pub(in super::super) chart: Chart,
    pub(in super::super) solution: Solution,
}

impl Solved {
    /// Assigns the volley, die by die.
    pub(super) fn assign(&self, turn: &Turn, volley: &[Salvo], state: &mut State) {
        let ships = &mut state.ships;
        let (side, enemy) = (turn.side, 1 - turn.side);
        let strength = ships[side].alive[turn.group];
        let known = (|| {
            let own = self.chart.number(side, &ships[side])?;
            let foe = self.chart.number(enemy, &ships[enemy])?;
            Some((own, foe, self.chart.volley(turn.index, strength, volley)?))
        })();
        let Some((own, mut foe, mut volley)) = known else {
            debug_assert!(false, "a situation that was not solved");
            return;
        };
        let choices = self.solution.choices(state.clock);
        let volleys = &self.duel.turns[turn.index].volleys[usize::from(strength)];
        while let Some((kind, rest)) = volleys.first(volley) {
            let targets = self.duel.sides[enemy].blows[kind].of(foe);
            // A die that can hit nothing any more is lost.
            if !targets.is_empty() {
                let choice = choices.of(turn.index, side, own, foe, volley);
                foe = targets[choice] as usize;
            }
            volley = rest;
        }
        ships[enemy] = self.chart.ships[enemy][foe];
    }
}
