//! A plain battle as a duel: tables of numbers from which best play is solved.
//!
//! The situations of each side are followed from the opening, hit by hit, with the functions that
//! play the battle. Each situation then gets a number.
//!
//! ```text
//! fire         the ships at which a captain fires
//! pair_order   two damaged ships of a class, by what they are worth
//! focus        fire at damaged ships first, for fleets with too many situations
//! side_states  all situations of one side, and the situations to which hits lead
//! volleys      all volleys of each turn
//! values       the values behind the numbers
//! strategy     the solution, as captains follow it
//! rounds       the battle under the solution, for all situations at once
//! ```

mod fire;
mod focus;
mod pair_order;
mod rounds;
mod side_states;
mod strategy;
mod values;
mod volleys;

use self::fire::Fire;
pub use self::fire::FireLimits;
pub use self::focus::Focus;
pub use self::side_states::TooLarge;
use self::side_states::{DieEffect, SideStates};
pub(super) use self::strategy::DuelStrategy;
use self::values::DuelValues;
use self::volleys::{all_reaches, duel_turn, number_of_volleys};
use super::battle::{EclipseBattle, EclipseState};
use super::captains::{EclipseCaptains, EclipseStrategy};
use super::fleet::limits::GROUPS;
use super::policy::Policy;
use super::ships::Ships;
use super::turn::Turn;
use super::volley::reaches;
use crate::array::array;
use crate::bug::OrBug;
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::common::Objective;
use crate::model::Battle;
use crate::model::duel::{Duel, DuelModelLimit, DuelSituation, DuelSolution};

/// The duel of a battle, to be solved.
#[derive(Clone, Debug)]
pub struct DuelModel {
    duel: Duel,
    values: DuelValues,
    /// Whether a declared reply had to be approximated.
    has_approximated: bool,
}

impl DuelModel {
    /// Returns the duel.
    #[must_use]
    pub fn duel(&self) -> &Duel {
        &self.duel
    }

    /// Returns one of the openings as a situation of the duel.
    #[must_use]
    pub fn situation(&self, battle: &EclipseBattle, state: &EclipseState) -> DuelSituation {
        let number = |side: usize| {
            let ships = state.ships[side].living(&battle.rosters[side]);
            self.values.number(side, &ships).or_bug("an opening has no number")
        };
        let EclipseState { turn, clock, .. } = *state;
        DuelSituation { turn: turn.into(), pair: [number(0), number(1)], rounds_left: clock }
    }

    /// Returns the ships of a side in all its situations.
    #[must_use]
    pub fn ships(&self, side: usize) -> &[Ships] {
        &self.values.ships[side]
    }

    /// Returns the strategy that follows from a solution.
    #[must_use]
    pub fn strategy(self, solution: DuelSolution) -> EclipseStrategy {
        let Self { duel, values, has_approximated } = self;
        EclipseStrategy::of_duel(DuelStrategy { duel, values, solution, has_approximated })
    }
}

impl EclipseBattle {
    /// Creates the duel of this battle, which may start in any of these openings. Sides that play
    /// `optimal` are open, and fire within these limits. Volleys of the others are not assigned
    /// yet, see [`Self::declare`]. They may lead to any situation, so a captain who fires at the same
    /// ships as they do has no limits.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the duel exceeds `limit`, if a volley has too many outcomes, or if
    /// `stop` is set.
    pub fn model(
        &self,
        openings: &[EclipseState],
        limits: FireLimits,
        limit: DuelModelLimit,
        control: &Control,
    ) -> Result<DuelModel, TooLarge> {
        let blows = [self.blows_on(0), self.blows_on(1)];
        let openings = [0, 1].map(|side| {
            let roster = &self.rosters[side];
            openings.iter().map(|state| state.ships[side].living(roster)).collect::<Vec<_>>()
        });
        let side_states = |side: usize| {
            let firing = 1 - side;
            let FireLimits { focus, spares_worse } =
                if self.is_open(firing) { limits } else { FireLimits::NONE };
            let roster = &self.rosters[side];
            let fire = Fire::new(roster, &blows[side], focus[firing], spares_worse);
            SideStates::new(roster, &openings[side], fire, limit, control)
        };
        let first = side_states(0)?;
        let also = |no: TooLarge| TooLarge { steps: first.side.steps() + no.steps };
        let second = side_states(1).map_err(also)?;
        let too_large = TooLarge { steps: first.side.steps() + second.side.steps() };
        let mut sides = [first.side, second.side];
        let numbers = [first.numbers, second.numbers];
        let ships = [first.ships, second.ships];
        if self.ranks_results() {
            for (side, of_side) in sides.iter_mut().enumerate() {
                of_side.ranks = self.rosters[side].ranks(&ships[side]);
            }
        }
        let openings = [0, 1].map(|side| {
            openings[side].iter().map(|ships| numbers[side][ships] as usize).collect::<Vec<_>>()
        });
        let volleys = self.turns.iter().map(|turn| number_of_volleys(turn, &ships[turn.side]));
        if volleys.fold(0, u64::saturating_add) > limit.volleys {
            return Err(too_large);
        }
        let mut turns = Vec::new();
        let mut charts = Vec::new();
        for turn in &self.turns {
            let (turn, values) =
                duel_turn(turn, &ships, &blows[1 - turn.side], control).ok_or(too_large)?;
            turns.push(turn);
            charts.push(values);
        }
        let opening = openings.each_ref().map(|all| all.first().copied().unwrap_or(0));
        let mut openings = openings;
        for all in &mut openings {
            all.sort_unstable();
            all.dedup();
        }
        let duel = Duel { sides, turns, prelude: self.missile_turns, opening, openings };
        let values = DuelValues { ships, numbers, turns: charts };
        Ok(DuelModel { duel, values, has_approximated: false })
    }

    /// Returns all situations of each side that hits can lead to from these openings, and the steps
    /// that this took, see [`DuelSide::steps`](crate::model::duel::DuelSide::steps).
    ///
    /// # Errors
    /// Returns [`TooLarge`] if a side exceeds `limit`, or if it is stopped.
    pub fn side_states(
        &self,
        openings: &[EclipseState],
        limit: DuelModelLimit,
        control: &Control,
    ) -> Result<([Vec<Ships>; 2], u64), TooLarge> {
        let states = |side: usize| {
            let roster = &self.rosters[side];
            let openings: Vec<Ships> =
                openings.iter().map(|state| state.ships[side].living(roster)).collect();
            let dice = &self.blows_on(side);
            let fire = Fire::new(roster, dice, Focus::NONE, false);
            let listed = SideStates::new(roster, &openings, fire, limit, control)?;
            Ok((listed.ships, listed.side.steps()))
        };
        let (first, steps) = states(0)?;
        let also = |no: TooLarge| TooLarge { steps: steps + no.steps };
        let (second, more) = states(1).map_err(also)?;
        Ok(([first, second], steps + more))
    }

    /// Whether focused fire makes a difference: the battle consists of volleys alone, and all those
    /// of some side are assigned optimally.
    #[must_use]
    pub fn may_focus_fire(&self) -> bool {
        let fires = |side: usize| self.turns.iter().any(|turn| turn.side == side);
        self.is_duel() && (0..2).any(|side| self.is_open(side) && fires(side))
    }

    /// Whether captains who play for their own sides lose nothing if they leave out targets that are
    /// never better than others of their class: all of them look ahead, and one side gains what
    /// the other loses.
    #[must_use]
    pub fn may_spare_worse(&self) -> bool {
        self.is_duel() && self.is_open(0) && self.is_open(1) && self.is_zero_sum()
    }

    /// Returns the [`span`](Self::span) of the battle, if focused fire makes a difference.
    #[must_use]
    pub fn span_of_focus(&self) -> Option<f64> {
        self.may_focus_fire().then(|| self.span())
    }

    /// Whether all volleys of a side are assigned optimally.
    fn is_open(&self, side: usize) -> bool {
        self.turns.iter().filter(|t| t.side == side).all(|t| t.policy == Policy::Optimal)
    }

    /// Returns all kinds of dice that a side is shot at with.
    fn blows_on(&self, side: usize) -> Vec<DieEffect> {
        let mut blows = Vec::new();
        for turn in self.turns.iter().filter(|t| t.side != side) {
            for kind in turn.gunnery.kinds(1, all_reaches(turn)) {
                let blow = DieEffect::of(turn, kind);
                if !blows.contains(&blow) {
                    blows.push(blow);
                }
            }
        }
        blows
    }

    /// Fills in how sides with a declared policy assign each volley.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if captains work more than `max_work`, see [`Battle::work_done`], or if
    /// `stop` is set.
    pub fn declare(
        &self,
        model: &mut DuelModel,
        captains: &mut EclipseCaptains,
        max_work: u64,
        control: &Control,
    ) -> Result<(), TooLarge> {
        let DuelModel { duel, values, has_approximated } = model;
        for ((turn, duel_turn), chart_turn) in
            self.turns.iter().zip(&mut duel.turns).zip(&values.turns)
        {
            if duel_turn.is_open {
                continue;
            }
            let foe = 1 - turn.side;
            let most = duel_turn.max_volleys();
            let mut volleys = vec![Vec::new(); most];
            if let Some(numbers) = chart_turn.numbers.last() {
                for (dice, &number) in numbers {
                    volleys[number as usize] = chart_turn.salvos(dice);
                }
            }
            duel_turn.declared = Vec::with_capacity(most * values.ships[foe].len());
            for (number, ships) in values.ships[foe].iter().enumerate() {
                let reaches = reaches(turn, ships);
                for volley in &volleys {
                    let mut after = *ships;
                    // Other volleys cannot occur in this situation.
                    if ships.afloat > 0
                        && !volley.is_empty()
                        && volley.iter().all(|s| reaches >> s.reach & 1 == 1)
                    {
                        captains.reply(self.number, turn, volley, &mut after);
                    }
                    let after = values.number(foe, &after).unwrap_or(number);
                    duel_turn.declared.push(after as u32);
                }
                if captains.work_done() > max_work || control.is_stopped() {
                    return Err(TooLarge { steps: 0 });
                }
            }
        }
        *has_approximated = captains.has_approximated();
        Ok(())
    }
}

impl EclipseBattle {
    /// Returns the values of both sides if the battle ends in this pair of situations: for each
    /// side the value of its objective, and that of the other objective, which breaks ties (D16).
    #[must_use]
    pub fn worth(&self, model: &DuelModel, pair: [usize; 2]) -> [Gain; 2] {
        let ships = array(|side| model.values.ships[side][pair[side]]);
        let mut state = EclipseState { ships, ..self.opening };
        if !self.is_over(&state) && self.nobody_can_hurt(&state) {
            self.yield_field(&mut state);
        }
        array(|side| {
            let objective = self.objective(side);
            let value = |figure| self.value(&state, side, figure);
            [value(objective), value(objective.other())]
        })
    }

    /// Returns the value of a situation for a side if the battle ends there: what the battle has
    /// brought, and what the side has yet to expect if it looks beyond the battle (D17).
    #[must_use]
    pub fn value(&self, state: &EclipseState, side: usize, objective: Objective) -> f64 {
        let wins = state.outcome() == side;
        let ships = || state.ships[side].going_on(&self.rosters[side]);
        match (self.outlook.of(side).filter(|_| wins), objective) {
            (None, _) => self.value_alone(state, side, objective),
            (Some(prospects), Objective::Win) => prospects.gain(&ships())[0],
            (Some(prospects), Objective::Swing) => {
                self.swing(state, side) + prospects.gain(&ships())[1]
            }
        }
    }

    /// Returns the value of a situation like [`value`](Self::value) if nothing follows the battle.
    #[must_use]
    pub fn value_alone(&self, state: &EclipseState, side: usize, objective: Objective) -> f64 {
        match objective {
            Objective::Win => f64::from(u8::from(state.outcome() == side)),
            Objective::Swing => self.swing(state, side),
        }
    }

    /// Returns the difference between the best and the worst end of the battle for the first side, by
    /// its objective: the enemy destroyed without a loss, and the reverse.
    #[must_use]
    pub fn span(&self) -> f64 {
        let EclipseState { ships: [own, foe], .. } = self.opening;
        let value =
            |ships| self.value_alone(&EclipseState { ships, ..self.opening }, 0, self.objective(0));
        value([own, Ships::NONE]) - value([Ships::NONE, foe])
    }

    /// Returns the sums of the values of both sides, by the objective of the first side and by the other
    /// objective. They are constant if one side gains what the other loses.
    #[must_use]
    pub fn sums_of_values(&self) -> Gain {
        let EclipseState { ships: [own, _], .. } = self.opening;
        let end = EclipseState { ships: [own, Ships::NONE], ..self.opening };
        let objective = self.objective(0);
        [objective, objective.other()]
            .map(|figure| self.value_alone(&end, 0, figure) + self.value_alone(&end, 1, figure))
    }

    /// Returns the objective of a side: that of its first group that plays `optimal`, or else that
    /// of its first owner.
    pub fn objective(&self, side: usize) -> Objective {
        let mut open = self.turns.iter().filter(|t| t.side == side && t.policy == Policy::Optimal);
        let any = || self.objectives[side].first().copied().unwrap_or_default();
        open.next().map_or_else(any, |turn| self.objectives[side][turn.owner])
    }

    /// Whether the battle consists only of volleys that each change one side, and all owners of a
    /// side that look ahead share one objective.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        let plain = |turn: &Turn| {
            turn.retreat.is_none()
                && turn.is_armed
                && !turn.is_shot_at
                && turn.carriers == [0; GROUPS]
                && (turn.policy != Policy::Optimal
                    || self.objectives[turn.side][turn.owner] == self.objective(turn.side))
        };
        self.opening.ships.iter().all(|ships| ships.retreating == 0) && self.turns.iter().all(plain)
    }

    /// Whether the battle is over before it begins.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.is_over(&self.opening)
    }

    /// Returns the battle with an end after the round with this number. Best play takes the limit
    /// into account.
    #[must_use]
    pub fn with_clock(mut self, round_cap: u32) -> Self {
        self.opening.clock = round_cap.saturating_sub(self.setup.round - 1).max(1);
        self
    }

    /// Returns the number of rounds after which the battle ends undecided, if best play takes such
    /// a limit into account.
    #[must_use]
    pub fn clock(&self) -> Option<u32> {
        (self.opening.clock > 0).then_some(self.opening.clock)
    }

    /// Whether one side gains what the other loses, however the battle ends, by both objectives.
    /// This fails if neither side may win (a standoff), or if ships may be lost that the enemy has
    /// not destroyed (D6).
    #[must_use]
    pub fn is_zero_sum(&self) -> bool {
        let may_be_standoff = self.regenerates || self.opening.clock > 0;
        self.objective(0) == self.objective(1)
            && !may_be_standoff
            && !self.some_unarmed
            && !self.leads_on
    }

    /// Whether captains compare what whole volleys lead to, where both of their figures are equal, in
    /// the order of D8 (D16). Elsewhere they decide die by die.
    pub(super) fn ranks_results(&self) -> bool {
        self.leads_on && !self.regenerates
    }
}
