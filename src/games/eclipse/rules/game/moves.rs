//! The positions of a battle, and the moves between them.

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::captains::{EclipseCaptains, EclipseStrategy};
use super::super::fleet::limits::OWNERS;
use super::super::phase::Phase;
use super::super::turn::Turn;
use super::position::{EclipsePosition, EclipsePositionValues};
use super::strategy::GameStrategy;
use crate::array::array;
use crate::engine::Control;
use crate::games::common::{Objective, Retreat, best, value_of};
use crate::model::game::{Decider, DecisionGame, Mover, Solved, Values};
use crate::model::{Battle, StepOutcome};

/// A battle as a game to be solved.
pub struct EclipseGame<'a> {
    pub(super) battle: &'a EclipseBattle,
    pub(super) captains: EclipseCaptains,
    /// Limit on the work of captains, see [`Battle::work_done`].
    pub(super) max_work: u64,
    /// Limit on the memory for [`EclipsePositionValues`], in bytes.
    pub(super) max_bytes: u64,
    pub(super) control: &'a Control,
    pub(super) names: EclipsePositionValues,
}

/// Captains per side: for each owner one that assigns dice and one that retreats.
pub(super) const CAPTAINS_A_SIDE: usize = 2 * OWNERS;

pub(super) fn captain(side: usize, owner: usize, retreats: bool) -> Mover {
    Mover::Captain((side * CAPTAINS_A_SIDE + 2 * owner + usize::from(retreats)) as u8)
}

impl<'a> EclipseGame<'a> {
    /// Creates the game of a battle. Listing its moves fails if captains work more than
    /// `max_work`, if the values behind positions take more than `max_bytes` of memory, or once
    /// `stop` is set.
    #[must_use]
    pub fn new(
        battle: &'a EclipseBattle,
        max_work: u64,
        max_bytes: u64,
        control: &'a Control,
    ) -> Self {
        let names = EclipsePositionValues::default();
        Self { battle, captains: battle.captains(), max_work, max_bytes, control, names }
    }

    /// Returns the position before an activation.
    pub fn position(&mut self, state: &EclipseState) -> EclipsePosition {
        let ships = array(|side| self.names.ships[side].number(state.ships[side]));
        let over = self.battle.is_over(state);
        let EclipseState { turn, clock, round, .. } = *state;
        EclipsePosition { ships, turn, over, clock, round, phase: Phase::Ready }
    }

    /// Returns the position in which a battle of a sector begins.
    pub fn opening(&mut self, state: &EclipseState) -> EclipsePosition {
        let ships = array(|side| self.battle.known_ships(side, &state.ships[side]));
        self.position(&EclipseState { ships, ..*state })
    }

    /// Returns the rule by which each captain decides: for the most of its objective, or for the
    /// least where the sign of its side is -1.
    #[must_use]
    pub fn deciders(&self, signs: [f64; 2]) -> Vec<Decider> {
        let mut deciders = Vec::new();
        for (side, objectives) in self.battle.objectives.iter().enumerate() {
            let sign = signs[side];
            for owner in 0..OWNERS {
                let objective = objectives.get(owner).copied().unwrap_or_default();
                let best = best(side, objective, sign);
                let of_owner = |t: &&Turn| t.side == side && t.owner == owner;
                let retreat = self.battle.turns.iter().filter(of_owner).find_map(|t| t.retreat);
                deciders.push(best);
                deciders.push(match retreat {
                    Some(Retreat::Below(limit)) => {
                        Decider::While { value: value_of(side, Objective::Win), limit }
                    }
                    _ => best,
                });
            }
        }
        deciders
    }

    /// Returns the situation of a position.
    #[must_use]
    pub fn situation(&self, position: &EclipsePosition) -> EclipseState {
        let EclipsePosition { ships, turn, clock, round, .. } = *position;
        EclipseState {
            ships: array(|side| self.names.ships[side].get(ships[side])),
            turn,
            clock,
            round,
            ..self.battle.opening
        }
    }

    /// Returns the position after an activation.
    pub(super) fn finish(&mut self, turn: &Turn, mut state: EclipseState) -> EclipsePosition {
        let over = self.battle.finish(turn, &mut state) == StepOutcome::Over;
        EclipsePosition { over, ..self.position(&state) }
    }

    /// Returns the strategy that follows from a solution.
    #[must_use]
    pub fn strategy(self, solved: Solved<EclipsePosition>) -> EclipseStrategy {
        EclipseStrategy::of_game(GameStrategy { choices: solved.choices, names: self.names })
    }

    /// Returns who moves in a position.
    pub(super) fn mover(&self, position: &EclipsePosition) -> Mover {
        let turn = &self.battle.turns[usize::from(position.turn)];
        match position.phase {
            _ if position.over => Mover::Over,
            Phase::Assign { .. } | Phase::Aim { .. } => captain(turn.side, turn.owner, false),
            Phase::Stop { defence, .. } => {
                let owner = self.battle.defences[usize::from(defence)].owner;
                captain(1 - turn.side, owner, false)
            }
            Phase::Ready | Phase::Fire | Phase::Defend { .. } | Phase::Done { .. } => Mover::Chance,
        }
    }
}

impl DecisionGame for EclipseGame<'_> {
    type Position = EclipsePosition;

    fn moves(
        &mut self,
        position: &EclipsePosition,
        most: u64,
        next: &mut Vec<(EclipsePosition, f64)>,
    ) -> Option<Mover> {
        if position.over {
            return Some(Mover::Over);
        }
        if self.names.bytes(0) > self.max_bytes {
            return None;
        }
        self.control.holds(self.names.bytes(0)).ok()?;
        let turn = &self.battle.turns[usize::from(position.turn)];
        let state = self.situation(position);
        match self.names.open(position.phase) {
            Phase::Ready => {
                self.begin(turn, state, next, *position);
                if next.len() > 1 {
                    return Some(captain(turn.side, turn.owner, true));
                }
            }
            Phase::Fire => self.fire(turn, &state, (next, most), *position)?,
            Phase::Defend { aims, next: from } => {
                self.defend(turn, &state, (aims, from), next, *position);
            }
            phase => self.decide(turn, &state, &phase, next, *position),
        }
        Some(self.mover(position))
    }

    fn worth(&self, position: &EclipsePosition) -> Values {
        let state = self.situation(position);
        let value = |n: usize| self.battle.value(&state, n / 2, Objective::ALL[n % 2]);
        array(value)
    }

    fn ranks(&self, positions: &[EclipsePosition]) -> Vec<u32> {
        if !self.battle.ranks_results() {
            return Vec::new();
        }
        let of_side = |side: usize| {
            let names = &self.names.ships[side];
            let all = names.to_vec();
            self.battle.rosters[side].ranks(&all)
        };
        let ranks: [Vec<u32>; 2] = [0, 1].map(of_side);
        // A decision about dice changes the ships of one side only.
        let rank =
            |at: &EclipsePosition| (0..2).map(|side| ranks[side][at.ships[side] as usize]).sum();
        positions.iter().map(rank).collect()
    }

    fn worth_alone(&self, position: &EclipsePosition) -> Option<Values> {
        let state = self.situation(position);
        let value = |n: usize| self.battle.value_alone(&state, n / 2, Objective::ALL[n % 2]);
        self.battle.looks_beyond().then(|| array(value))
    }
}
