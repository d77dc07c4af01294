//! Figures of a sector.

use std::collections::BTreeMap;

use super::super::battle::Edition;
use super::super::outcome;
use super::super::reputation::{MOST_DRAWS, Tiles};
use super::{Sector, Stage};
use crate::games::common::Labels;
use crate::result::{
    Cost, Encounter, Influence, PopulationLost, Probability, Reputation, SideSummary,
};
use crate::stats::{Estimate, Histogram, Odds};

impl Sector {
    /// Returns the place in line of a party's side; `None` if the party has no ships.
    #[must_use]
    pub fn side_of(&self, party: usize) -> Option<usize> {
        self.sides.iter().position(|side| side.members.contains(&party))
    }

    /// Returns the index of the outcome in which no side holds the sector. Those of the sides come
    /// before it, the standoff after it.
    #[must_use]
    pub fn draw(&self) -> usize {
        self.sides.len()
    }

    /// Returns the number of battles, with the attacks on population. They are solved in the order
    /// of their numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.battles.len()
    }

    /// Whether the sector has no battles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.battles.is_empty()
    }

    /// Returns the name of a side: that of its alliance, or of its members.
    fn name<'a>(&'a self, side: usize, labels: &'a [Labels]) -> String {
        let members = &self.sides[side].members;
        match &self.parties[members[0]].alliance {
            Some(alliance) if members.len() > 1 => alliance.clone(),
            _ => members.iter().map(|&m| labels[m].name.as_str()).collect::<Vec<_>>().join(" + "),
        }
    }

    /// Returns the figures of all parties.
    #[must_use]
    pub fn summarise(&self, labels: &[Labels], tiles: &[Tiles], odds: &Odds) -> Vec<SideSummary> {
        (0..self.parties.len())
            .map(|party| self.party(party, &labels[party], &tiles[party], odds))
            .collect()
    }

    fn party(&self, party: usize, labels: &Labels, tiles: &Tiles, odds: &Odds) -> SideSummary {
        let fleet = &self.parties[party].fleet;
        let cells = &self.layout.parties[party];
        let side = self.side_of(party);
        let survivors: Vec<_> = labels
            .classes
            .iter()
            .zip(cells.survivors.iter().zip(&fleet.groups))
            .map(|(class, (&first, group))| {
                outcome::survivors(class, odds.histogram(first..=first + usize::from(group.count)))
            })
            .collect();
        let lost = survivors
            .iter()
            .zip(&fleet.groups)
            .map(|(left, group)| f64::from(group.cost) * (left.start as f64 - left.mean));
        let draws = odds.histogram(cells.draws..=cells.draws + cells.most_draws);
        let share = |cell: usize| Probability { probability: odds.share(cell) };
        let win = side.map_or(Estimate::new(0.0, 0.0, 0.0), |side| odds.estimate(side));
        SideSummary {
            retreated: Some(share(cells.retreated)),
            destroyed: Some(share(cells.lost)),
            cost: Cost {
                // The sum of no floats is -0.0; adding 0.0 removes the sign.
                lost: 0.0 + lost.sum::<f64>(),
                destroyed: self.destroyed_by(side, odds),
                spread: 0.0,
                swing: None,
            },
            reputation: (!fleet.non_player).then(|| self.reputation(&draws, tiles)),
            may_claim: Some(share(cells.may_claim)),
            ..SideSummary::new(&labels.name, &labels.fleet, win, survivors)
        }
    }

    /// Returns the expected cost of the enemy ships that a side destroys in all its battles.
    fn destroyed_by(&self, side: Option<usize>, odds: &Odds) -> f64 {
        let of_battle = |(number, &met): (usize, &usize)| {
            let Stage::Battle(attacker, defender) = self.stage(number) else { return 0.0 };
            match [attacker, defender].into_iter().position(|s| Some(s) == side) {
                Some(place) => {
                    self.battles[number].losses(1 - place, odds, met + 1, odds.share(met)).destroyed
                }
                None => 0.0,
            }
        };
        0.0 + self.layout.encounters.iter().enumerate().map(of_battle).sum::<f64>()
    }

    /// Returns the figures of the tiles of the whole sector. In the first edition an owner keeps at
    /// most one tile after each battle, so with several battles the best tile is only reported per
    /// battle.
    fn reputation(&self, draws: &Histogram, tiles: &Tiles) -> Reputation {
        let mut reputation = outcome::reputation(draws, tiles);
        if self.edition == Edition::First && self.sides.len() > 2 {
            reputation.best_tile = None;
        }
        reputation
    }

    /// Returns the encounters that can occur, with their probabilities and their winners.
    #[must_use]
    pub fn encounters(&self, labels: &[Labels], tiles: &[Tiles], odds: &Odds) -> Vec<Encounter> {
        let numbers = 0..self.layout.encounters.len();
        let all = numbers.map(|number| self.encounter(number, labels, tiles, odds));
        all.filter(|encounter| encounter.probability > 0.0).collect()
    }

    fn encounter(
        &self,
        number: usize,
        labels: &[Labels],
        tiles: &[Tiles],
        odds: &Odds,
    ) -> Encounter {
        let met = self.layout.encounters[number];
        let probability = odds.share(met);
        // Probabilities given that the encounter takes place.
        let given = |cell: usize| {
            if probability > 0.0 {
                (odds.share(met + 1 + cell) / probability).min(1.0)
            } else {
                0.0
            }
        };
        let Stage::Battle(attacker, defender) = self.stage(number) else {
            return Encounter::default();
        };
        let sides = [attacker, defender];
        let names = sides.map(|side| self.name(side, labels));
        let mut reputation = BTreeMap::new();
        for (place, side) in sides.into_iter().enumerate() {
            let draws = &self.battles[number].layout.draws[place];
            for (&first, &party) in draws.iter().zip(&self.sides[side].party_of_owner) {
                if self.edition == Edition::First {
                    let distribution: Vec<f64> =
                        (0..=MOST_DRAWS).map(|n| given(first + n)).collect();
                    let draws = Histogram::of(distribution);
                    let drawn = outcome::reputation(&draws, &tiles[party]);
                    reputation.insert(labels[party].name.clone(), drawn);
                }
            }
        }
        Encounter {
            win: names.iter().cloned().zip([given(0), given(1)]).collect(),
            sides: names.to_vec(),
            probability,
            draw: given(2),
            standoff: given(3),
            reputation,
        }
    }

    /// Returns the losses of the population, if there is any.
    #[must_use]
    pub fn population(&self, odds: &Odds) -> Option<PopulationLost> {
        let cubes = usize::from(self.population?.cubes);
        let first = self.layout.destroyed;
        let destroyed = odds.histogram(first..=first + cubes).distribution;
        // Without cubes, there is no population to destroy.
        let all = if cubes > 0 { odds.share(first + cubes) } else { 0.0 };
        Some(PopulationLost { destroyed, all })
    }

    /// Returns the probability that the influence disc is lost, if there is one.
    #[must_use]
    pub fn influence(&self, odds: &Odds) -> Option<Influence> {
        self.disc_holder()?;
        Some(Influence { lost: odds.share(self.layout.influence_lost) })
    }
}
