//! Events for the story of a combat: shots, targets and damage.

use super::compile::{StarBattle, State, hull, shield};
use super::schedule::Volley;
use crate::story::{Event, Who, Witness};

/// Reports that a force has lost its leader.
pub(super) fn tell_leader(force: usize, witness: &mut impl Witness) {
    witness.hear(Event::Act { who: Who::side(force), does: "loses its leader".into() });
}

/// Returns the damage that a ship can take: its hull plus its shields.
fn life(ship: u32) -> u16 {
    (hull(ship) + shield(ship)).min(u16::MAX.into()) as u16
}

impl<const SHIPS: usize> StarBattle<SHIPS> {
    /// Returns the ship at this index, by force and group.
    fn ship_at(&self, place: usize) -> Who {
        let (force, group) = self.group_of[self.kind_at(place)];
        Who::ship(force, group)
    }

    /// Reports a shot, with the probability of its target.
    #[cold]
    pub(super) fn tell_shot(
        &self,
        volley: &Volley,
        target: usize,
        damage: u16,
        (weights, chosen): (&[u32], usize),
        witness: &mut impl Witness,
    ) {
        let (force, group) = self.group_of[volley.kind];
        let sum: u32 = weights.iter().sum();
        let (side, own) = self.group_of[self.kind_at(target)];
        let same = |n: &usize| {
            // Ships that differ only in their index count as one target.
            let at = target - chosen + n;
            self.group_of[self.kind_at(at)] == (side, own) && weights[*n] == weights[chosen]
        };
        let weight: u32 = (0..weights.len()).filter(same).map(|n| weights[n]).sum();
        let points = if damage == 1 { "1 point".into() } else { format!("{damage} points") };
        let does = format!("fires {points}; a target of this kind was {weight} in {sum}");
        witness.hear(Event::Act { who: Who::ship(force, group), does });
    }

    fn kind_at(&self, place: usize) -> usize {
        self.kinds.iter().position(|kind| kind.contains(&place)).unwrap_or(0)
    }

    /// Reports damage to a ship, given its state before and after.
    #[cold]
    pub(super) fn tell_hit(
        &self,
        target: usize,
        damage: u16,
        [before, after]: [u32; 2],
        witness: &mut impl Witness,
    ) {
        let becomes = if after == 0 { "destroyed" } else { "hit" };
        witness.hear(Event::Change {
            who: self.ship_at(target),
            becomes,
            damage,
            life: Some([life(before), life(after)]),
            lost: u16::from(after == 0),
        });
    }

    /// Reports that an event adds shields to all living ships of a kind.
    #[cold]
    pub(super) fn tell_more_shields(
        &self,
        kind: usize,
        more: u16,
        state: &State<SHIPS>,
        witness: &mut impl Witness,
    ) {
        let (force, group) = self.group_of[kind];
        let ships = self.living(state, kind);
        if ships > 0 {
            let does = format!("{more} shields more each");
            witness.hear(Event::Act { who: Who::group(force, group, ships), does });
        }
    }

    /// Reports that shields have been restored.
    #[cold]
    pub(super) fn tell_shields(
        &self,
        before: &State<SHIPS>,
        after: &State<SHIPS>,
        witness: &mut impl Witness,
    ) {
        for (kind, place) in self.kinds.iter().enumerate() {
            if before.ships[place.clone()] != after.ships[place.clone()] {
                let (force, group) = self.group_of[kind];
                let ships = self.living(after, kind);
                let does = "shields restored".into();
                witness.hear(Event::Act { who: Who::group(force, group, ships), does });
            }
        }
    }
}
