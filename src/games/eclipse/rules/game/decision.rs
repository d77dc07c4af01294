//! Decisions in the middle of an activation: what a captain can do with the dice on the table.

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::fleet::limits::SHIPS;
use super::super::leaving::leaves;
use super::super::missile_targets::{MissileTarget, MissileTargets};
use super::super::phase::{Decision, OpenPhase, Phase};
use super::super::policy::Policy;
use super::super::ships::Ships;
use super::super::table::{PossibleRoll, TableDie};
use super::super::turn::Turn;
use super::super::volley::{Salvo, reaches, wounds};
use super::moves::EclipseGame;
use super::position::EclipsePosition;
use crate::games::common::decision::complete;
use crate::model::game::Mover;

/// A single step of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EclipseStep {
    /// Fires instead of beginning to retreat.
    Fire,
    /// Begins to retreat instead of firing.
    Retreat,
    /// Assigns a die, or aims a missile.
    Assign {
        /// The die.
        die: RolledDie,
        /// The ship; `None` if the die can hit none.
        target: Option<ShipPlace>,
    },
    /// Stops a missile.
    Stop {
        /// Points of damage of the missile.
        damage: u8,
        /// The ship that it is aimed at.
        target: ShipPlace,
    },
    /// Stops no more missiles.
    StopNone,
}

/// Dice that do as much damage and hit the same ships are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RolledDie {
    /// Points of damage.
    pub damage: u8,
    /// The die hits every group that is hit by at least this many faces.
    pub reach: u8,
    /// Index of the battery of the die among those of its group.
    pub battery: u8,
}

/// A ship, by its place before the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShipPlace {
    /// Index of its group.
    pub group: u8,
    /// Its place among the ships of its side; of one group the healthiest ship comes first.
    pub place: u8,
}

/// A choice: its steps, and the position to which they lead.
#[derive(Clone, Debug)]
pub struct EclipseChoice {
    /// The steps of the first of several ways that lead to the position.
    pub steps: Vec<EclipseStep>,
    /// The position after the decision.
    pub to: EclipsePosition,
}

/// The way to a position within a decision.
struct Way {
    steps: Vec<EclipseStep>,
    /// Places before the decision of the enemy's ships, by their present places.
    from: [u8; SHIPS],
    /// The enemy's ships after the dice assigned so far. The end of the activation may repair them.
    struck: Ships,
}

impl Way {
    fn new() -> Self {
        let from = std::array::from_fn(|place| place as u8);
        Self { steps: Vec::new(), from, struck: Ships::NONE }
    }
}

impl From<(EclipsePosition, Way)> for EclipseChoice {
    fn from((to, way): (EclipsePosition, Way)) -> Self {
        Self { steps: way.steps, to }
    }
}

impl EclipseGame<'_> {
    /// Returns the position in which these dice are on the table.
    pub fn with_roll(&mut self, state: &EclipseState, roll: &[TableDie]) -> EclipsePosition {
        self.rolled(state, &self.battle.volley(state, roll))
    }

    /// Returns the situation after the group that acts has assigned these dice by its declared
    /// policy, before the activation ends.
    pub fn with_roll_by_rule(&mut self, state: &EclipseState, roll: &[TableDie]) -> EclipseState {
        let turn = &self.battle.turns[usize::from(state.turn)];
        let volley = self.battle.volley(state, roll);
        let (volley, _) = wounds(&volley);
        self.replied(turn, state, volley)
    }

    /// Returns the position in which a point defence may stop `hits` of these missiles, each with
    /// its damage; `None` if it may stop none of them.
    pub fn with_missiles(
        &mut self,
        state: &EclipseState,
        missiles: &[(u8, ShipPlace)],
        hits: u8,
    ) -> Option<EclipsePosition> {
        let battle = self.battle;
        let enemy = 1 - battle.turns[usize::from(state.turn)].side;
        let mut aims = MissileTargets::NONE;
        for &(damage, ShipPlace { group, place }) in missiles {
            aims.add(MissileTarget { place, group, damage });
        }
        let mut defences = 0..battle.defences.len();
        let defence = defences.find(|&d| battle.is_threatened(d, enemy, &aims))? as u8;
        let phase = self.names.number(&Phase::Stop { aims, defence, hits });
        Some(EclipsePosition { phase, ..self.position(state) })
    }

    /// Returns all rolls of the group that acts; `None` if there are more than `most`.
    pub fn rolls(&mut self, state: &EclipseState, most: usize) -> Option<Vec<PossibleRoll>> {
        let turn = &self.battle.turns[usize::from(state.turn)];
        let reaches = reaches(turn, &state.ships[1 - turn.side]);
        let shooters = state.ships[turn.side].alive[turn.group];
        if turn.gunnery.outcomes(shooters, reaches) > most {
            return None;
        }
        let mut volleys: Vec<(Vec<Salvo>, f64)> = Vec::new();
        turn.gunnery.all(shooters, reaches, |volley, probability| {
            match volleys.iter_mut().find(|(known, _)| known == volley) {
                Some((_, known)) => *known += probability,
                None => volleys.push((volley.to_vec(), probability)),
            }
        });
        let possible = |(volley, probability): (Vec<Salvo>, f64)| {
            let position = self.rolled(state, &volley);
            let (hits, wounds) = wounds(&volley);
            let dice = hits.iter().map(|&salvo| (RolledDie::of(salvo), salvo.hits)).collect();
            let struck = self.struck(state, &volley);
            PossibleRoll { dice, wounds, probability, position, struck }
        };
        Some(volleys.into_iter().map(possible).collect())
    }

    /// Returns the situation after a volley that no captain assigns, before the activation ends;
    /// `None` if a captain does, or if point defence may fire at it.
    fn struck(&mut self, state: &EclipseState, volley: &[Salvo]) -> Option<EclipseState> {
        let turn = &self.battle.turns[usize::from(state.turn)];
        let (hits, _) = wounds(volley);
        let is_by_rule = turn.policy != Policy::Optimal && !turn.is_shot_at;
        (hits.is_empty() || is_by_rule).then(|| self.replied(turn, state, hits))
    }

    /// Returns the situation after these dice if no captain assigns them, before the activation
    /// ends; `None` if a captain does, or if point defence may fire at them.
    pub fn struck_by(&mut self, state: &EclipseState, roll: &[TableDie]) -> Option<EclipseState> {
        let volley = self.battle.volley(state, roll);
        self.struck(state, &volley)
    }

    /// Returns the position in which a group has rolled this volley.
    fn rolled(&mut self, state: &EclipseState, volley: &[Salvo]) -> EclipsePosition {
        let turn = &self.battle.turns[usize::from(state.turn)];
        let at = self.before_roll(state);
        self.after_roll(turn, state, volley, at)
    }

    /// Returns the position in which a group is about to roll.
    pub fn before_roll(&mut self, state: &EclipseState) -> EclipsePosition {
        EclipsePosition { phase: Phase::Fire, ..self.position(state) }
    }

    /// Whether the group that acts in this situation may choose between firing and retreating.
    #[must_use]
    pub fn may_retreat(&self, state: &EclipseState) -> bool {
        let turn = &self.battle.turns[usize::from(state.turn)];
        turn.retreat.is_some() && !leaves(turn, state) && !self.battle.is_held(turn.side, state)
    }

    /// Returns the choices between firing and retreating of the captain whose group is about to
    /// act.
    pub fn fire_or_retreat(&mut self, position: &EclipsePosition) -> Vec<EclipseChoice> {
        let next = self.continued(position, &Way::new());
        next.into_iter().map(EclipseChoice::from).collect()
    }

    /// Returns the choices of the captain who decides about the dice or missiles on the table, up
    /// to the next die, the next captain or the end of the activation. Of several ways to the same
    /// damage in one position the first is listed, in the order of D16. Returns `None` if there are
    /// too many.
    pub fn choices(&mut self, position: &EclipsePosition) -> Option<Vec<EclipseChoice>> {
        let captain = self.captain_of(position);
        let start = ((*position, Ships::NONE), Way::new());
        let choices = complete(start, &mut |(position, _), way| {
            let is_done = position.is_between_activations() || self.captain_of(position) != captain;
            if captain.is_none() || is_done {
                return Some(None);
            }
            let next = self.continued(position, way).into_iter();
            Some(Some(next.map(|(to, way)| ((to, way.struck), way)).collect()))
        });
        Some(choices?.into_iter().map(|((to, _), way)| (to, way).into()).collect())
    }

    /// Returns the captain who decides about dice or missiles in a position, if one does.
    pub(super) fn captain_of(&self, position: &EclipsePosition) -> Option<u8> {
        match self.mover(position) {
            Mover::Captain(captain) => Some(captain),
            Mover::Over | Mover::Chance => None,
        }
    }

    /// Returns a decision with each possible next step.
    fn continued(&mut self, position: &EclipsePosition, way: &Way) -> Vec<(EclipsePosition, Way)> {
        let turn = &self.battle.turns[usize::from(position.turn)];
        let (state, phase) = (self.situation(position), self.names.open(position.phase));
        let decisions = self.battle.decisions(turn, &state, &phase);
        let taken = |decision: Decision| {
            let (mut after, mut next) = (state, phase);
            self.battle.decide(turn, &mut after, &mut next, decision);
            let to = self.reached(turn, &after, &next, *position);
            let (step, from, struck) = self.told(turn, (&state, &phase), decision, way);
            (to, Way { steps: way.steps.iter().copied().chain([step]).collect(), from, struck })
        };
        decisions.into_iter().map(taken).collect()
    }

    /// Returns a decision as a step, the places before all steps of the enemy's ships after it, and
    /// these ships.
    fn told(
        &self,
        turn: &Turn,
        (state, phase): (&EclipseState, &OpenPhase),
        decision: Decision,
        way: &Way,
    ) -> (EclipseStep, [u8; SHIPS], Ships) {
        let (mut from, mut struck) = (way.from, way.struck);
        let die = match phase {
            Phase::Assign { volley, .. } | Phase::Aim { volley, .. } => volley[0],
            _ => Salvo::default(),
        };
        let step = match decision {
            Decision::Fire => EclipseStep::Fire,
            Decision::Retreat => EclipseStep::Retreat,
            Decision::Assign(target) => {
                let target = target.map(|(group, place)| {
                    let ship = ShipPlace { group, place: from[usize::from(place)] };
                    let roster = &self.battle.rosters[1 - turn.side];
                    struck = state.ships[1 - turn.side];
                    let swap = |n: usize| from.swap(n, n + 1);
                    let (group, place) = (group.into(), place.into());
                    struck.hit_and_report(roster, group, place, die.damage, swap);
                    ship
                });
                EclipseStep::Assign { die: RolledDie::of(die), target }
            }
            Decision::Aim(target) => {
                let target = target.as_ref().map(ShipPlace::of);
                EclipseStep::Assign { die: RolledDie::of(die), target }
            }
            Decision::Stop(missile) => match (phase, missile) {
                (Phase::Stop { aims, .. }, Some(n)) => {
                    let missile = aims.all()[usize::from(n)];
                    EclipseStep::Stop { damage: missile.damage, target: ShipPlace::of(&missile) }
                }
                _ => EclipseStep::StopNone,
            },
        };
        (step, from, struck)
    }
}

impl RolledDie {
    fn of(salvo: Salvo) -> Self {
        Self { damage: salvo.damage, reach: salvo.reach, battery: salvo.battery }
    }
}

impl ShipPlace {
    pub(super) fn of(aim: &MissileTarget) -> Self {
        Self { group: aim.group, place: aim.place }
    }
}

impl EclipseBattle {
    /// Returns the battle as it goes on from a situation.
    #[must_use]
    pub fn from_situation(&self, state: EclipseState) -> Self {
        Self { opening: state, ..self.clone() }
    }
}
