//! The combat as both players should play it.

use rustc_hash::FxHashMap;

use crate::answer::ledger::Ledger;
use crate::answer::played::now::Players;
use crate::answer::{NoAnswer, Question};
use crate::engine::optimize::duel::Gain;
use crate::engine::{Control, Unsolved};
use crate::games::common::{Objective, value_of};
use crate::games::ti4::answer::captains::solve_positions;
use crate::games::ti4::rules::{Ti4Battle, Ti4Fleet, Ti4Game, Ti4Position, compile};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::game::Values;

/// The combat as both players should play it.
pub(super) struct Table<'a> {
    pub(super) matchup: &'a Ti4Matchup,
    pub(super) fleets: [Ti4Fleet; 2],
    pub(super) battle: Ti4Battle,
    pub(super) objectives: [Objective; 2],
}

/// A position, and what has happened to the units in the present part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) at: Ti4Position,
    pub(super) tally: u32,
}

impl<'a> Table<'a> {
    pub(super) fn of(question: &Question, matchup: &'a Ti4Matchup) -> Result<Self, NoAnswer> {
        let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
        if !matchup.planets.is_empty() {
            return refuse("a record is of one combat; analyse an invasion combat by combat");
        }
        if question.round_cap.is_some() {
            return refuse("a record is of a combat without a last round: leave out the limit");
        }
        let fleets = [0, 1].map(|side: usize| as_well_as_possible(&matchup.sides[side].fleet));
        if fleets.iter().all(|fleet| fleet.captain.is_neutral) {
            return refuse("neutral units follow their rule, so there is nothing to analyse");
        }
        let battle = compile(&fleets, matchup.terms)?;
        let objectives = fleets.each_ref().map(|fleet| fleet.captain.objective);
        Ok(Self { matchup, fleets, battle, objectives })
    }

    /// Returns whether a player decides for each side.
    pub(super) fn are_players(&self) -> [bool; 2] {
        self.fleets.each_ref().map(|fleet| !fleet.captain.is_neutral)
    }

    /// Returns what positions are worth to both sides.
    pub(super) fn worth(
        &self,
        game: &mut Ti4Game<'_>,
        spots: &[Spot],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<FxHashMap<Spot, [[f64; 2]; 2]>, NoAnswer> {
        let mut numbers: FxHashMap<Ti4Position, usize> = FxHashMap::default();
        let mut positions = Vec::new();
        for spot in spots {
            numbers.entry(spot.at).or_insert_with(|| {
                positions.push(spot.at);
                positions.len() - 1
            });
        }
        let solved = solve_positions(game, &self.battle, &positions, [1.0; 2], ledger, control);
        let solved = solved.map_err(|no| match no {
            Unsolved::Stopped => NoAnswer::Stopped,
            _ => {
                let budget = ledger.budget();
                ledger.too_large(format!("best play does not fit the budget of {budget}"))
            }
        })?;
        let gain = |values: &Values, side: usize| {
            let objective = self.objectives[side];
            [objective, objective.other()].map(|figure| values[value_of(side, figure)])
        };
        let worth = |spot: &Spot| {
            let values = &solved.openings[numbers[&spot.at]];
            (*spot, [0, 1].map(|side| gain(values, side)))
        };
        Ok(spots.iter().map(worth).collect())
    }

    /// Returns the side that has won a combat that is over, by what the end is worth to each side.
    pub(super) fn winner(&self, gains: &[Gain; 2]) -> Option<usize> {
        let wins = |side: &usize| {
            let figure = usize::from(self.objectives[*side] == Objective::Swing);
            gains[*side][figure] > 0.5
        };
        [0, 1].into_iter().find(wins)
    }

    /// Returns the end of a combat in words.
    pub(super) fn result(&self, winner: Option<usize>) -> String {
        match winner {
            Some(side) => format!("{} wins", self.matchup.sides[side].labels.name),
            None => "no side wins".into(),
        }
    }

    pub(super) fn players(&self) -> Players {
        Players {
            are_players: self.are_players(),
            objectives: self.objectives,
            cost: self.fleets.iter().map(Ti4Fleet::cost).sum(),
        }
    }
}

/// Returns a fleet whose captain decides for each hit, and retreats when that is best, unless its
/// units are neutral.
fn as_well_as_possible(fleet: &Ti4Fleet) -> Ti4Fleet {
    let mut fleet = fleet.clone();
    if !fleet.captain.is_neutral {
        fleet.captain.play_at_best();
    }
    fleet
}
