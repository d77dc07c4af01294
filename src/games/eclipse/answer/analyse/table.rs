//! The battle as both players should play it.

use crate::answer::ledger::Ledger;
use crate::answer::played::now::Players;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::common::{Objective, Retreat};
use crate::games::eclipse::answer::best_play::EclipseNotSolved;
use crate::games::eclipse::answer::gains::gains_of_both;
use crate::games::eclipse::answer::near_best::best_or_focused;
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseFleet, EclipseGame, EclipsePosition, Focus, Policy, compile_from,
};
use crate::games::eclipse::scenario::EclipseMatchup;

/// The battle as both players should play it.
pub(super) struct Table<'a> {
    pub(super) matchup: &'a EclipseMatchup,
    pub(super) fleets: [EclipseFleet; 2],
    pub(super) battle: EclipseBattle,
    /// By side: whether a player decides for it.
    pub(super) are_players: [bool; 2],
    pub(super) objectives: [Objective; 2],
}

impl<'a> Table<'a> {
    pub(super) fn of(question: &Question, matchup: &'a EclipseMatchup) -> Result<Self, NoAnswer> {
        let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
        if matchup.sector.is_some() {
            return refuse(
                "a record is of one battle of two sides; analyse a sector battle by battle",
            );
        }
        let mut fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
        let are_players = [0, 1].map(|side: usize| !fleets[side].non_player);
        if are_players == [false; 2] {
            return refuse("neutral ships follow their rule, so there is nothing to analyse");
        }
        for fleet in fleets.iter_mut().filter(|fleet| !fleet.non_player) {
            let objective = fleet.owners[0].objective;
            for owner in &mut fleet.owners {
                if owner.objective != objective {
                    return refuse("allies with different objectives have no common odds");
                }
                owner.policy = Policy::Optimal;
                if owner.may_retreat {
                    owner.retreat = Retreat::Optimal;
                }
            }
        }
        let mut battle = compile_from(&fleets, matchup.setup)?;
        if let Some(cap) = question.round_cap {
            battle = battle.with_clock(cap);
        }
        let objectives = [0, 1].map(|side| battle.objective(side));
        Ok(Self { matchup, fleets, battle, are_players, objectives })
    }

    /// Returns what positions are worth to both sides. Where best play does not fit the budget, the
    /// captains focus their fire, and a note says so.
    ///
    /// # Errors
    /// If this does not fit the budget either, if the engine is `exact`, or if it is stopped.
    pub(super) fn gains(
        &self,
        question: &Question,
        game: &mut EclipseGame<'_>,
        positions: &[EclipsePosition],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<(Vec<[Gain; 2]>, Option<String>), NoAnswer> {
        let played = (self.objectives, self.are_players);
        let find = |focus: [Focus; 2], ledger: &mut Ledger| {
            gains_of_both(&self.battle, game, positions, played, focus, ledger, control)
        };
        let (gains, fire) = best_or_focused(question, self.battle.span_of_focus(), ledger, find)
            .map_err(|none| match none {
                EclipseNotSolved::Stopped => NoAnswer::Stopped,
                EclipseNotSolved::Because(why) => ledger.too_large(why),
            })?;
        Ok((gains, fire.map(|fire| fire.note(self.objectives[0]))))
    }

    /// Returns a group in words: `attacker cruiser`.
    pub(super) fn group(&self, side: usize, group: usize) -> String {
        let labels = &self.matchup.sides[side].labels;
        format!("{} {}", labels.name, labels.group_name(group))
    }

    pub(super) fn players(&self) -> Players {
        Players {
            are_players: self.are_players,
            objectives: self.objectives,
            cost: self.fleets.iter().map(EclipseFleet::cost).sum(),
        }
    }
}
