//! Point defence: cannons that shoot at missiles.

use super::dice::{Dice, RIFT, hitting_faces};
use super::fleet::EclipseFleet;
use super::policy::Policy;
use super::ships::Ships;
use crate::dice::{Chance, Die};
use crate::story::{Cast, Event, Face, Observer, Throw, ThrowTotal, Who};

/// Point defence of one owner.
#[derive(Clone, Debug)]
pub(super) struct Defence {
    pub(super) side: usize,
    /// Index of the owner among those of the side.
    pub(super) owner: usize,
    /// Groups of the owner, as a set of bits.
    pub(super) groups: u16,
    /// Policy for choosing which missiles to stop.
    pub(super) policy: Policy,
    /// Dice of one ship, by group and by their chance to stop a missile.
    guns: Vec<Guns>,
}

/// Dice of one ship of a group that have an equal chance to stop a missile.
#[derive(Clone, Copy, Debug)]
struct Guns {
    group: usize,
    icons: u8,
    chance: Chance,
    is_rift: bool,
}

/// Dice of a point defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenceDice {
    /// Index of the group that rolls them.
    pub group: usize,
    /// Number of dice.
    pub dice: u32,
    /// Lowest face that stops a missile.
    pub stops_on: u8,
}

impl Defence {
    /// Returns the defences of all owners with the technology.
    pub(super) fn all(fleets: &[EclipseFleet; 2]) -> Vec<Self> {
        let mut all = Vec::new();
        for (side, fleet) in fleets.iter().enumerate() {
            for (owner, _) in
                fleet.owners.iter().enumerate().filter(|(_, o)| o.technologies.point_defense)
            {
                all.push(Self::new(fleet, side, owner));
            }
        }
        all
    }

    fn new(fleet: &EclipseFleet, side: usize, owner: usize) -> Self {
        let own = || fleet.groups.iter().enumerate().filter(|(_, g)| g.owner == owner);
        let guns: Vec<Guns> = own()
            .flat_map(|(group, g)| {
                let dice = g.figures.cannons;
                let rift = dice.0[Dice::RIFT];
                let aimed = Chance { num: hitting_faces(g.figures.computer, 0), den: 6 };
                [(dice.total() as u8 - rift, aimed, false), (rift, RIFT, true)]
                    .into_iter()
                    .filter(|(icons, _, _)| *icons > 0)
                    .map(move |(icons, chance, is_rift)| Guns { group, icons, chance, is_rift })
            })
            .collect();
        Self {
            side,
            owner,
            policy: fleet.owners[owner].policy,
            groups: own().fold(0, |set, (group, _)| set | 1 << group),
            guns,
        }
    }

    /// Rolls all cannons of the owner's ships once and returns the number of missiles that they
    /// stop.
    pub(super) fn fire<D: Die, O: Observer>(
        &self,
        ships: &Ships,
        die: &mut D,
        observer: &mut O,
    ) -> u32 {
        let roll = |guns: &Guns| {
            let dice = usize::from(ships.alive[guns.group]) * usize::from(guns.icons);
            if dice == 0 {
                return 0;
            }
            let hits = die.draw(guns.chance.hits(dice));
            observer.report(|| [self.dice_event(guns, ships, dice as u16, hits.into())]);
            u32::from(hits)
        };
        self.guns.iter().map(roll).sum()
    }

    /// Returns the event of dice of which `hits` have stopped a missile.
    fn dice_event(&self, guns: &Guns, ships: &Ships, dice: u16, hits: u16) -> Event {
        let is_rift = guns.is_rift;
        let first = 7 - guns.chance.num;
        let cast = |dice, faces: std::ops::Range<u8>, worth| Cast {
            group: None,
            kind: if is_rift { Dice::name(Dice::RIFT) } else { "cannon" }.into(),
            dice,
            faces: faces.map(|face| Face::plain(face, worth)).collect(),
        };
        Event::Throw(Throw {
            who: Who::group(self.side, guns.group, ships.alive[guns.group]),
            with: "point defence",
            ways: vec![(1.0, vec![cast(hits, first..7, 1), cast(dice - hits, 1..first, 0)])],
            total: ThrowTotal::Any,
            less: 0,
        })
    }

    /// Returns the dice of all ships: for each kind its group, their number and the lowest face
    /// that stops a missile.
    pub(super) fn dice(&self, ships: &Ships) -> Vec<DefenceDice> {
        let dice = |guns: &Guns| DefenceDice {
            group: guns.group,
            dice: u32::from(ships.alive[guns.group]) * u32::from(guns.icons),
            stops_on: 7 - guns.chance.num,
        };
        self.guns.iter().map(dice).filter(|dice| dice.dice > 0).collect()
    }

    /// Returns the probability of each number of stopped missiles, from 0 up, summed over all guns.
    pub(super) fn chances(&self, ships: &Ships) -> Vec<f64> {
        self.guns.iter().fold(vec![1.0], |chances, guns| {
            let dice = usize::from(ships.alive[guns.group]) * usize::from(guns.icons);
            if dice == 0 {
                return chances;
            }
            let more = guns.chance.hits(dice).outcomes();
            let mut sum = vec![0.0; chances.len() + more.len() - 1];
            for (hits, chance) in chances.iter().enumerate() {
                for (more, p) in more {
                    sum[hits + usize::from(*more)] += chance * p;
                }
            }
            sum
        })
    }
}
