//! Events for the story of a battle: rolls, damage, systems, moves.

use super::battle::{ShipBattle, ShipState};
use super::fleet::ShipSystem;
use super::ship::Ship;
use super::space::MapPosition;
use crate::story::{Cast, Event, Face, Throw, ThrowTotal, Who};

/// Result of an attack.
pub(super) struct Sum {
    pub(super) dice: u8,
    /// Deduction from the roll.
    pub(super) off: u32,
    pub(super) damage: u8,
    /// The damage drawn is capped at this value.
    pub(super) most: u8,
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns a ship by side and group.
    fn who(&self, ship: usize) -> Who {
        let side = usize::from(ship >= self.second);
        let first = if side == 0 { 0 } else { self.group_of[self.second] };
        Who::ship(side, usize::from(self.group_of[ship] - first))
    }

    /// Returns the events of an attack: its roll, and the damage to its target, which is given with
    /// its hull before the attack.
    pub(super) fn attack_events(
        &self,
        ship: usize,
        with: &'static str,
        sum: &Sum,
        (target, hull): (usize, u8),
    ) -> Vec<Event> {
        let &Sum { dice, off, damage, most } = sum;
        let rolled = u32::from(damage) + off;
        let total = match damage {
            0 => ThrowTotal::AtMost(off),
            d if d == most => ThrowTotal::AtLeast(rolled),
            _ => ThrowTotal::Is(rolled),
        };
        let mut events = vec![self.dice_event(ship, with, dice, (total, off))];
        if damage > 0 {
            let left = hull.saturating_sub(damage);
            events.push(Event::Change {
                who: self.who(target),
                becomes: if left == 0 { "destroyed" } else { "hit" },
                damage: damage.into(),
                life: Some([hull.into(), left.into()]),
                lost: u16::from(left == 0),
            });
        }
        events
    }

    /// Returns the event of a roll: its dice, the knowledge of their sum, and the deduction.
    pub(super) fn dice_event(
        &self,
        ship: usize,
        with: &'static str,
        dice: u8,
        (total, less): (ThrowTotal, u32),
    ) -> Event {
        let faces = (1..=6).map(|face| Face::plain(face, face.into())).collect();
        let cast = Cast { group: None, kind: "d6".into(), dice: dice.into(), faces };
        let ways = vec![(1.0, vec![cast])];
        Event::Throw(Throw { who: self.who(ship), with, ways, total, less })
    }

    /// Returns the event that a system of a ship loses or regains a step.
    pub(super) fn system_event(&self, ship: usize, system: ShipSystem, does: &str) -> Event {
        Event::Act { who: self.who(ship), does: format!("{does} {}", system.name()) }
    }

    /// Returns the events of ships that destroy themselves at the end of this phase.
    pub(super) fn self_destructions(&self, state: &ShipState<SHIPS>) -> Vec<Event> {
        let ships = state.ships[..self.ships].iter().enumerate();
        let event = |(n, ship): (usize, &Ship)| Event::Change {
            who: self.who(n),
            becomes: "destroys itself",
            damage: 0,
            life: Some([ship.hull.into(), 0]),
            lost: 1,
        };
        ships.filter(|(_, ship)| ship.is_doomed() && ship.lives()).map(event).collect()
    }

    /// Returns where ships have moved.
    pub(super) fn moves(&self, before: &ShipState<SHIPS>, after: &ShipState<SHIPS>) -> Vec<Event> {
        let ships = before.ships[..self.ships].iter().zip(&after.ships).enumerate();
        let moved = ships.filter(|(_, (then, now))| now.lives() && then.place() != now.place());
        let event = |(n, (_, now)): (usize, (&Ship, &Ship))| {
            let MapPosition { x, y, heading } = now.place();
            let does = format!("moves to {x}, {y}, heading {}", heading.name());
            Event::Act { who: self.who(n), does }
        };
        moved.map(event).collect()
    }
}
