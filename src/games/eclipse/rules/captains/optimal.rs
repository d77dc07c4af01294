//! The captain that looks ahead: it follows the solution of a battle.

use super::super::aims::Aims;
use super::super::compile::EclipseBattle;
use super::super::duel::Chart;
use super::super::game::GamePlan;
use super::super::step::State;
use super::super::turn::Turn;
use super::super::volley::Salvo;
use crate::bug::OrBug;
use crate::model::duel::{Duel, Solution};

/// Solution of a battle.
#[derive(Clone, Debug)]
pub struct Plan(Course);

/// Solution of a duel or of a game.
#[derive(Clone, Debug)]
enum Course {
    /// For battles of volleys only.
    Duel(Box<Solved>),
    /// For battles with retreat, rift dice or point defence.
    Game(Box<GamePlan>),
}

impl Plan {
    /// Creates a plan from the solution of a duel.
    pub(in super::super) fn of_duel(solved: Solved) -> Self {
        Self(Course::Duel(Box::new(solved)))
    }

    /// Creates a plan from the solution of a game.
    pub(in super::super) fn of_game(plan: GamePlan) -> Self {
        Self(Course::Game(Box::new(plan)))
    }

    /// Assigns a volley that also does `wounds` points of damage to its own fleet.
    pub(super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, wounds): (&[Salvo], u8),
        state: &mut State,
    ) {
        match &self.0 {
            Course::Duel(solved) => solved.assign(battle, turn, volley, state),
            Course::Game(plan) => plan.assign(battle, turn, (volley, wounds), state),
        }
    }

    /// Aims missiles that point defence may shoot down. A duel has none.
    pub(super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &State,
    ) -> Aims {
        match &self.0 {
            Course::Duel(_) => Aims::NONE,
            Course::Game(plan) => plan.aim(battle, turn, volley, state),
        }
    }

    /// Removes the missiles that point defence stops.
    pub(super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut Aims,
        state: &State,
    ) {
        if let Course::Game(plan) = &self.0 {
            plan.intercept(battle, defence, hits, aims, state);
        }
    }

    /// Whether the group begins to retreat.
    pub(super) fn retreat(&self, state: &State) -> bool {
        match &self.0 {
            Course::Duel(_) => false,
            Course::Game(plan) => plan.retreat(state),
        }
    }
}

/// A solved duel.
#[derive(Clone, Debug)]
pub(in super::super) struct Solved {
    pub(in super::super) duel: Duel,
    pub(in super::super) chart: Chart,
    pub(in super::super) solution: Solution,
}

impl Solved {
    /// Assigns a volley die by die.
    pub(super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut State,
    ) {
        let (side, enemy) = (turn.side, 1 - turn.side);
        let before = state.ships;
        let mut ships = before;
        if battle.number > 0 {
            // Marks of ships from earlier battles are not in the chart.
            ships = [0, 1].map(|side| before[side].living(&battle.rosters[side]));
        }
        let strength = ships[side].alive[turn.group];
        let known = (|| {
            let own = self.chart.number(side, &ships[side])?;
            let foe = self.chart.number(enemy, &ships[enemy])?;
            Some((own, foe, self.chart.volley(turn.index, strength, volley)?))
        })();
        let (own, mut foe, mut volley) = known.or_bug("best play lacks a situation");
        let choices = self.solution.choices(state.clock);
        let volleys = &self.duel.turns[turn.index].volleys[usize::from(strength)];
        while let Some((kind, rest)) = volleys.first(volley) {
            let targets = self.duel.sides[enemy].blows[kind].of(foe);
            // A die that can hit nothing is lost.
            if !targets.is_empty() {
                let choice = choices.of(turn.index, side, own, foe, volley);
                foe = targets[choice] as usize;
            }
            volley = rest;
        }
        state.ships[enemy] = self.chart.ships[enemy][foe];
        if battle.number > 0 {
            let roster = &battle.rosters[enemy];
            state.ships[enemy] = state.ships[enemy].with_marks_of(&before[enemy], roster);
        }
    }
}
