//! Events for the story of a combat: shots, targets and damage.

use super::compile::{StarBattle, StarState, hull, shield};
use super::schedule::Volley;
use crate::story::{Event, Who};

/// Returns the event that a force has lost its leader.
pub(super) fn leader_lost(force: usize) -> Event {
    Event::Act { who: Who::side(force), does: "loses its leader".into() }
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

    /// Returns the event of a shot, with the probability of its target.
    pub(super) fn shot_event(
        &self,
        volley: &Volley,
        target: usize,
        damage: u16,
        (weights, chosen): (&[u32], usize),
    ) -> Event {
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
        Event::Act { who: Who::ship(force, group), does }
    }

    fn kind_at(&self, place: usize) -> usize {
        self.kinds.iter().position(|kind| kind.contains(&place)).unwrap_or(0)
    }

    /// Returns the event of damage to a ship, given its state before and after.
    pub(super) fn hit_event(&self, target: usize, damage: u16, [before, after]: [u32; 2]) -> Event {
        let becomes = if after == 0 { "destroyed" } else { "hit" };
        Event::Change {
            who: self.ship_at(target),
            becomes,
            damage,
            life: Some([life(before), life(after)]),
            lost: u16::from(after == 0),
        }
    }

    /// Returns the event of shields that all living ships of a kind gain, if there are any.
    pub(super) fn more_shields(
        &self,
        kind: usize,
        more: u16,
        state: &StarState<SHIPS>,
    ) -> Option<Event> {
        let ships = self.living(state, kind);
        (more > 0 && ships > 0).then(|| {
            let does = format!("{more} shields more each");
            self.act(kind, ships, does)
        })
    }

    /// Returns an event for each kind of ships whose shields have been restored.
    pub(super) fn shield_events(
        &self,
        before: &StarState<SHIPS>,
        after: &StarState<SHIPS>,
    ) -> Vec<Event> {
        let kinds = self.kinds.iter().enumerate();
        let changed = kinds
            .filter(|(_, place)| before.ships[(*place).clone()] != after.ships[(*place).clone()]);
        let event = |(kind, _)| self.act(kind, self.living(after, kind), "shields restored".into());
        changed.map(event).collect()
    }

    /// Returns the event of an action of ships of a kind.
    fn act(&self, kind: usize, ships: u16, does: String) -> Event {
        let (force, group) = self.group_of[kind];
        Event::Act { who: Who::group(force, group, ships), does }
    }
}
