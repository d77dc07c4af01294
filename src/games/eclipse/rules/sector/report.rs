//! Figures of a sector.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::super::battle::Edition;
use super::super::outcome;
use super::super::reputation::{MAX_DRAWS, Reputation, Tiles};
use super::{Sector, SectorStage};
use crate::games::common::{Labels, add_ends};
use crate::result::{
    Amount, Cost, Distribution, Field, Figure, Figures, Shown, SideSummary, Table,
};
use crate::stats::{Estimate, Histogram, Odds};

/// A battle of a sector.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Encounter {
    /// The later arrival, followed by the earlier one.
    sides: Vec<String>,
    /// Probability that the two meet.
    probability: f64,
    /// By side: probability that it wins, given that they meet.
    win: BTreeMap<String, f64>,
    /// Probability that neither has ships left, given that they meet.
    draw: f64,
    /// Probability that both have ships left, given that they meet.
    standoff: f64,
    /// Tiles by owner, given that they meet, if tiles are drawn after each battle.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    reputation: BTreeMap<String, Reputation>,
}

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
    pub fn summarise(&self, labels: &[Labels], odds: &Odds) -> Vec<SideSummary> {
        labels.iter().enumerate().map(|(party, labels)| self.party(party, labels, odds)).collect()
    }

    fn party(&self, party: usize, labels: &Labels, odds: &Odds) -> SideSummary {
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
        let win = side.map_or(Estimate::new(0.0, 0.0, 0.0), |side| odds.estimate(side));
        let cost = Cost {
            // The sum of no floats is -0.0; adding 0.0 removes the sign.
            lost: 0.0 + lost.sum::<f64>(),
            destroyed: self.destroyed_by(side, odds),
            spread: 0.0,
            swing: None,
        };
        SideSummary::new(&labels.name, &labels.fleet, win, survivors, cost)
    }

    /// Returns the figures that only a party of a sector has.
    #[must_use]
    pub fn figures_of(&self, party: usize, tiles: &Tiles, odds: &Odds) -> Figures {
        let cells = &self.layout.parties[party];
        let mut figures = Figures::default();
        add_ends(&mut figures, odds.share(cells.retreated), odds.share(cells.lost));
        if !self.parties[party].fleet.non_player {
            let draws = odds.histogram(cells.draws..=cells.draws + cells.max_draws);
            figures.push(self.reputation(&draws, tiles).figure());
        }
        let claim = odds.share(cells.may_claim);
        figures.push(Figure::chance("may_claim", Field::Cost, claim).in_line(
            "afterwards",
            "may claim",
            Amount::Share(claim),
        ));
        figures
    }

    /// Returns the figures that only a sector has.
    #[must_use]
    pub fn figures(&self, labels: &[Labels], tiles: &[Tiles], odds: &Odds) -> Figures {
        let mut figures = Figures::default();
        let encounters = self.encounters(labels, tiles, odds);
        if !encounters.is_empty() {
            let battles = Shown::Table(battles(&encounters));
            figures.push(Figure::new("encounters", Field::Rounds, &encounters).showing(battles));
        }
        if let Some(population) = self.population {
            figures.push(self.population_lost(population.cubes.into(), odds));
        }
        if self.disc_holder().is_some() {
            let lost = odds.share(self.layout.influence_lost);
            figures.push(Figure::new("influence", Field::Rounds, &json!({"lost": lost})).in_line(
                "afterwards",
                "influence lost",
                Amount::Share(lost),
            ));
        }
        figures
    }

    /// Returns the expected cost of the enemy ships that a side destroys in all its battles.
    fn destroyed_by(&self, side: Option<usize>, odds: &Odds) -> f64 {
        let of_battle = |(number, &met): (usize, &usize)| {
            let SectorStage::Battle(attacker, defender) = self.stage(number) else { return 0.0 };
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
        let reputation = Reputation::new(draws, tiles);
        let has_best = self.edition != Edition::First || self.sides.len() <= 2;
        if has_best { reputation } else { reputation.without_best() }
    }

    /// Returns the encounters that can occur, with their probabilities and their winners.
    fn encounters(&self, labels: &[Labels], tiles: &[Tiles], odds: &Odds) -> Vec<Encounter> {
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
        let SectorStage::Battle(attacker, defender) = self.stage(number) else {
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
                        (0..=MAX_DRAWS).map(|n| given(first + n)).collect();
                    let draws = Histogram::of(distribution);
                    let drawn = Reputation::new(&draws, &tiles[party]);
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

    /// Returns the losses of a population of this many cubes.
    fn population_lost(&self, cubes: usize, odds: &Odds) -> Figure {
        let first = self.layout.destroyed;
        let shares = odds.histogram(first..=first + cubes).distribution;
        // Without cubes, there is no population to destroy.
        let all = if cubes > 0 { odds.share(first + cubes) } else { 0.0 };
        let mean = Histogram::of(shares.clone()).mean;
        let title = "cubes destroyed";
        Figure::new("population", Field::Rounds, &json!({"destroyed": shares, "all": all}))
            .in_line("afterwards", title, Amount::Mean(mean))
            .showing(Shown::Distribution(Distribution { title, mean, shares }))
    }
}

/// Returns the table of the battles of a sector: how likely they are, and who wins them.
fn battles(encounters: &[Encounter]) -> Table {
    let row = |met: &Encounter| {
        let win = |n: usize| met.sides.get(n).and_then(|name| met.win.get(name)).copied();
        let shares = [Some(met.probability), win(0), win(1), Some(met.draw + met.standoff)];
        let shares = shares.map(|share| Some(Amount::Share(share.unwrap_or(0.0))));
        (met.sides.join(" v "), shares.to_vec())
    };
    Table {
        title: "battles",
        columns: vec!["fought", "first wins", "second wins", "neither"],
        rows: encounters.iter().map(row).collect(),
    }
}
