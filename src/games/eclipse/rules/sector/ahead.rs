//! What follows each battle of a sector, for captains who look beyond it (D17).

use std::sync::Arc;

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::outlook::{Outlook, Prospects};
use super::super::ships::Ships;
use super::{Sector, SectorMemory, SectorStage};
use crate::engine::optimize::duel::Gain;
use crate::games::common::{Horizon, Objective};
use crate::model::chain::{BattleStart, Chain};

/// The beginning of a battle of a sector.
#[derive(Clone, Copy, Debug)]
pub struct SectorOpening {
    /// Living ships of the attacker.
    pub ships: Ships,
    /// Situation in which the battle begins.
    pub state: EclipseState,
}

impl SectorOpening {
    /// Returns what the attacker has yet to expect, given its values when the battle begins: its
    /// probability of holding the sector, and its swing with the ships that it has lost before.
    #[must_use]
    pub fn prospect(&self, battle: &EclipseBattle, [hold, swing]: Gain) -> Gain {
        let before = EclipseState { ships: [self.ships, self.state.ships[1]], ..self.state };
        [hold, swing - battle.value_alone(&before, 0, Objective::Swing)]
    }
}

impl Sector {
    /// Returns the numbers of the battles of two sides.
    #[must_use]
    pub fn duels(&self) -> std::ops::Range<usize> {
        0..self.pairs()
    }

    /// Returns the first battle and how it begins; `None` if there is none.
    #[must_use]
    pub fn begins(&self) -> Option<(usize, SectorOpening)> {
        let BattleStart { battle, opening: state, .. } = self.first();
        let SectorStage::Battle(attacker, _) = self.stage(battle) else { return None };
        Some((battle, SectorOpening { ships: self.fresh(attacker), state }))
    }

    /// Returns the battle that follows if a battle ends in this situation, and how it begins.
    #[must_use]
    pub fn follows(&self, number: usize, end: &EclipseState) -> Option<(usize, SectorOpening)> {
        let stage = self.stage(number);
        let start = self.next(number, stage, SectorMemory::default(), end)?;
        let SectorStage::Battle(side, _) = self.stage(start.battle) else { return None };
        let ships = match stage {
            SectorStage::Battle(attacker, _) if side == attacker => self.gone_on(number, 0, end),
            SectorStage::Battle(_, defender) if side == defender => self.gone_on(number, 1, end),
            _ => self.fresh(side),
        };
        Some((start.battle, SectorOpening { ships, state: start.opening }))
    }

    fn gone_on(&self, number: usize, place: usize, end: &EclipseState) -> Ships {
        end.ships[place].going_on(&self.battles[number].rosters[place])
    }

    /// Returns the ships of a side that has not fought yet.
    fn fresh(&self, side: usize) -> Ships {
        self.battles[self.number(SectorStage::Landing(side))].opening.ships[0]
    }

    /// Returns the prospects of both sides after a battle. `known` holds those of the attackers of
    /// the battles after it, by number.
    #[must_use]
    pub fn outlook(&self, number: usize, known: &[Option<Arc<Prospects>>]) -> Outlook {
        let SectorStage::Battle(attacker, defender) = self.stage(number) else {
            return Outlook::default();
        };
        let next = defender + 1;
        Outlook::new([attacker, defender].map(|side| {
            let meets_more = next < self.sides.len() && self.looks_beyond(side);
            let next = || self.number(SectorStage::Battle(side, next));
            meets_more.then(next).and_then(|next| known[next].clone())
        }))
    }

    /// Whether the attacker of a battle plays for the end of the sector.
    #[must_use]
    pub fn attacker_looks_beyond(&self, number: usize) -> bool {
        match self.stage(number) {
            SectorStage::Battle(attacker, _) => self.looks_beyond(attacker),
            SectorStage::Landing(_) => false,
        }
    }

    /// Whether one battle of two sides can follow another.
    #[must_use]
    pub fn has_sequels(&self) -> bool {
        self.sides.len() > 2
    }

    /// Returns the objective of a party that plays for the end of the sector.
    #[must_use]
    pub fn objective_ahead(&self, party: usize) -> Option<Objective> {
        let looks_beyond = self.side_of(party).is_some_and(|side| self.looks_beyond(side));
        let owners = &self.parties[party].fleet.owners;
        owners.iter().find(|owner| looks_beyond && owner.plays_for_objective()).map(|o| o.objective)
    }

    /// Whether captains play for the end of the sector where it differs from that of the battle.
    #[must_use]
    pub fn is_played_as_a_whole(&self) -> bool {
        self.has_sequels() && (0..self.sides.len()).any(|side| self.looks_beyond(side))
    }

    /// Returns a battle of which it is only known that others follow.
    #[must_use]
    pub fn with_sequel(&self, number: usize) -> EclipseBattle {
        let something = |number| self.attacker_looks_beyond(number).then(Arc::default);
        let known: Vec<_> = self.duels().map(something).collect();
        self.battles[number].with_outlook(self.outlook(number, &known))
    }

    /// Whether best play of a battle in this sector is found by solving a duel.
    #[must_use]
    pub fn is_duel(&self, number: usize) -> bool {
        self.with_sequel(number).is_duel_ahead(self.attacker_looks_beyond(number))
    }

    /// Whether focused fire makes a difference: best play of all battles is found by solving duels,
    /// and it does in some of them.
    #[must_use]
    pub fn may_focus_fire(&self) -> bool {
        let mut solved = self.duels().filter(|number| self.looks_ahead(*number));
        solved.clone().all(|number| self.is_duel(number))
            && solved.any(|number| self.battles[number].may_focus_fire())
    }

    fn looks_beyond(&self, side: usize) -> bool {
        self.sides[side].fleet.horizon() == Some(Horizon::Sector)
    }
}
