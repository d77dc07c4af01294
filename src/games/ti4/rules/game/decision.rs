//! Decisions in the middle of a round: what a captain can do with hits, or before the dice are
//! rolled.

use rustc_hash::FxHashMap;

use super::super::ability::Ability;
use super::super::battle::{Stage, Ti4Battle, Ti4State};
use super::super::hits::Hits;
use super::super::pending::Pending;
use super::moves::{Ti4Game, captain};
use super::position::{Ti4Phase, Ti4Position};
use crate::dice::Enumerator;
use crate::games::common::decision::complete;
use crate::model::game::{Mover, Solved};
use crate::story::{Event, Recorder};

/// A possible result of the combat dice of both sides.
#[derive(Clone, Copy, Debug)]
pub struct PossibleHits {
    /// By side: the hits that it has to assign.
    pub hits: [u16; 2],
    /// By side: whether more hits are included, because they would have no effect.
    pub or_more: [bool; 2],
    /// Probability.
    pub probability: f64,
    /// The position in which these hits are due.
    pub position: Ti4Position,
}

/// Effect of hits on the units of one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupToll {
    /// Group of the fleet.
    pub group: usize,
    /// Number of units lost that were damaged before.
    pub damaged_lost: u8,
    /// Number of other units lost.
    pub lost: u8,
    /// Number of units that have sustained damage and are left.
    pub damaged: u8,
    /// Number of undamaged units before.
    pub were_whole: u8,
}

impl Ti4Battle {
    /// Returns the situation in a combat round, after space cannon, the start of combat and the
    /// barrage. `has_begun` tells whether the effects at the start of the round are over as well.
    #[must_use]
    pub fn in_round(&self, has_begun: bool) -> Ti4State {
        let stage = match has_begun && self.has_round_start {
            true => Stage::Roll,
            false => Stage::Round,
        };
        let round = self.opening.round.max(u16::from(has_begun));
        Ti4State { stage, round, ..self.opening }
    }

    /// Whether anything happens before the first combat round.
    #[must_use]
    pub fn has_prelude(&self) -> bool {
        self.opening.stage != Stage::Round
    }

    /// Returns what has happened to the units of a side between two situations, in its order of
    /// losses.
    #[must_use]
    pub fn toll(&self, side: usize, before: &Ti4State, after: &Ti4State) -> Vec<GroupToll> {
        let roster = &self.sides[side];
        let [before, after] = [before, after].map(|state| state.forces[side]);
        let in_order = roster.order.iter().flat_map(|class| class.each());
        let others = (0..roster.units.len()).filter(|g| !roster.fighting.has(*g));
        let toll = |row: usize| {
            let lost = before.alive(row).saturating_sub(after.alive(row));
            let damaged_lost = lost.min(before.hurt[row]);
            GroupToll {
                group: roster.homes[row],
                damaged_lost,
                lost: lost - damaged_lost,
                damaged: after.hurt[row].saturating_sub(before.hurt[row] - damaged_lost),
                were_whole: before.whole[row],
            }
        };
        let tolls = in_order.chain(others).map(toll);
        tolls.filter(|toll| toll.damaged_lost + toll.lost + toll.damaged > 0).collect()
    }

    /// Returns how often a side has used an ability between two situations.
    #[must_use]
    pub fn used(&self, side: usize, ability: Ability, before: &Ti4State, after: &Ti4State) -> u8 {
        let [before, after] = [before, after].map(|state| state.forces[side].supplies);
        before.left(ability).saturating_sub(after.left(ability))
    }
}

impl Ti4Game<'_> {
    /// Returns the situation of a position.
    #[must_use]
    pub fn situation(&self, position: &Ti4Position) -> Ti4State {
        self.names.states.get(position.state)
    }

    /// Returns the position in which the dice of a round are rolled next.
    pub fn before_roll(&mut self, state: Ti4State, leaving: Option<u8>) -> Ti4Position {
        Ti4Position { state: self.names.states.number(state), phase: Ti4Phase::Roll(leaving) }
    }

    /// Returns the side that leaves in a round if `staying` does not announce a retreat of its own
    /// accord; `None` if the other side looks ahead to decide.
    #[must_use]
    pub fn leaving(&self, state: &Ti4State, staying: usize) -> Option<Option<u8>> {
        for side in [1, 0] {
            match self.battle.declared_retreat(side, state) {
                Some(true) => return Some(Some(side)),
                None if usize::from(side) != staying => return None,
                _ => {}
            }
        }
        Some(None)
    }

    /// Returns the captain who decides in a position, if one does.
    fn captain_of(&mut self, position: &Ti4Position) -> Option<u8> {
        let is_open = matches!(position.phase, Ti4Phase::Announce(_) | Ti4Phase::Assign(..));
        match is_open.then(|| self.all_moves(position, u64::MAX, &mut Vec::new()))?? {
            Mover::Captain(captain) => Some(captain),
            Mover::Over | Mover::Chance => None,
        }
    }

    /// Returns the side that decides in a position, if one does.
    pub fn decider(&mut self, position: &Ti4Position) -> Option<usize> {
        self.captain_of(position).map(|captain| usize::from(captain / 2))
    }

    /// Whether a side decides on its retreat in this position.
    pub fn announces(&mut self, position: &Ti4Position, side: usize) -> bool {
        let Mover::Captain(retreats) = captain(side, true) else { return false };
        self.captain_of(position) == Some(retreats)
    }

    /// Returns the position after everything that is certain before the dice of a round are rolled:
    /// its start, and retreats that are declared.
    pub fn advanced(&mut self, mut position: Ti4Position) -> Ti4Position {
        while matches!(position.phase, Ti4Phase::Ready | Ti4Phase::Announce(_)) {
            let mut next = Vec::new();
            if self.all_moves(&position, u64::MAX, &mut next) != Some(Mover::Chance) {
                break;
            }
            let [(only, _)] = next[..] else { break };
            position = only;
        }
        position
    }

    /// Returns the positions to which the captain who decides in this position can lead, up to the
    /// next die or the next captain. Returns `None` if there are too many.
    pub fn choices(&mut self, position: &Ti4Position) -> Option<Vec<Ti4Position>> {
        let captain = self.captain_of(position);
        let choices = complete((*position, ()), &mut |position, ()| {
            if captain.is_none() || self.captain_of(position) != captain {
                return Some(None);
            }
            let mut next = Vec::new();
            self.all_moves(position, u64::MAX, &mut next)?;
            Some(Some(next.into_iter().map(|(to, _)| (to, ())).collect()))
        });
        Some(choices?.into_iter().map(|(to, ())| to).collect())
    }

    /// Returns the position that all captains reach by their choices of a solution, until `until`
    /// decides or no captain does.
    pub fn followed(
        &mut self,
        mut position: Ti4Position,
        solved: &Solved<Ti4Position>,
        until: Option<usize>,
    ) -> Ti4Position {
        loop {
            position = self.advanced(position);
            let side = self.decider(&position);
            let choice = side.filter(|_| side != until);
            let choice = choice.and_then(|side| self.chosen(side, &position, solved));
            let Some(choice) = choice else { return position };
            let mut next = Vec::new();
            if self.all_moves(&position, u64::MAX, &mut next).is_none() {
                return position;
            }
            let Some(&(to, _)) = next.get(choice) else { return position };
            position = to;
        }
    }

    /// Returns the index of the choice of a side in a position by a solution.
    fn chosen(
        &self,
        side: usize,
        position: &Ti4Position,
        solved: &Solved<Ti4Position>,
    ) -> Option<usize> {
        if let Some(choice) = solved.choices.get(position) {
            return Some(usize::from(*choice));
        }
        let Ti4Phase::Assign(_, number) = position.phase else { return None };
        let (state, pending) = (self.situation(position), self.names.pending.get(number));
        self.rounds.as_ref()?.choice(&state, &pending, side)
    }

    /// Returns the situation after both sides have assigned the hits of a position by a solution.
    pub fn assigned(&mut self, position: Ti4Position, solved: &Solved<Ti4Position>) -> Ti4State {
        if let (Ti4Phase::Assign(_, number), Some(rounds)) = (position.phase, &self.rounds) {
            let (state, pending) = (self.situation(&position), self.names.pending.get(number));
            let after = rounds.after(&state, &pending);
            if let Some(after) = after.filter(|_| pending.is_plain()) {
                return after;
            }
        }
        let to = self.followed(position, solved, None);
        self.situation(&to)
    }

    /// Returns the situation before the next step, after all hits have been assigned; `None` if
    /// dice or a captain decide before.
    pub fn next_step(&mut self, position: &Ti4Position) -> Option<Ti4State> {
        let Ti4Phase::Assigned(_) = position.phase else { return None };
        let mut next = Vec::new();
        self.all_moves(position, u64::MAX, &mut next)?;
        let [(only, _)] = next[..] else { return None };
        matches!(only.phase, Ti4Phase::Ready | Ti4Phase::Over).then(|| self.situation(&only))
    }

    /// Returns all results of the dice of a round, the most likely first; `None` if there are more
    /// than `most`.
    pub fn rolls(
        &mut self,
        state: &Ti4State,
        leaving: Option<u8>,
        most: usize,
    ) -> Option<Vec<PossibleHits>> {
        let battle = self.battle;
        let bears = [0, 1].map(|side| battle.bears(side, state));
        let mut found: FxHashMap<(Ti4State, Pending), (f64, [bool; 2])> = FxHashMap::default();
        let mut listed = 0;
        Enumerator::each_while(
            |die| {
                let (mut state, mut pending) = (*state, Pending::none());
                let (captains, mut observer) = (&mut self.captains, Recorder::default());
                battle.attack(&mut state, &mut pending, leaving, die, &mut observer, captains);
                let events = observer.take_events();
                let is_more = |side: usize| {
                    let is_open = |event: &Event| match event {
                        Event::Throw(throw) => throw.who.side != side && throw.may_be_more(),
                        _ => false,
                    };
                    events.iter().any(is_open)
                };
                let mut or_more = [false; 2];
                for side in 0..2 {
                    let due = &mut pending.due[side];
                    if due.aimed == 0 && due.free >= bears[side] {
                        or_more[side] = due.free > bears[side] || is_more(side);
                        due.free = bears[side];
                    }
                }
                (state, pending, or_more)
            },
            |(state, pending, or_more), chance| {
                let (sum, more) = found.entry((state, pending)).or_default();
                *sum += chance;
                *more = [more[0] | or_more[0], more[1] | or_more[1]];
                listed += 1;
                listed <= most
            },
        );
        if listed > most {
            return None;
        }
        let possible = |((state, pending), (probability, or_more)): (_, (f64, _))| {
            let Pending { due, .. } = pending;
            let hits = due.map(Hits::total);
            PossibleHits {
                hits,
                or_more,
                probability,
                position: self.go_on(state, pending, &mut ()),
            }
        };
        let mut rolls: Vec<PossibleHits> = found.into_iter().map(possible).collect();
        rolls.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.hits.cmp(&b.hits)));
        Some(rolls)
    }
}
