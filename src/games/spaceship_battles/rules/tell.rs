//! Events for the story of a battle: rolls, damage, systems, moves.

use super::battle::{ShipBattle, State};
use super::fleet::System;
use crate::story::{Cast, Event, Face, Throw, Total, Who, Witness};

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

    /// Reports the roll of an attack.
    #[cold]
    pub(super) fn tell_attack(
        &self,
        ship: usize,
        with: &'static str,
        sum: Sum,
        witness: &mut impl Witness,
    ) {
        let Sum { dice, off, damage, most } = sum;
        let rolled = u32::from(damage) + off;
        let total = match damage {
            0 => Total::AtMost(off),
            d if d == most => Total::AtLeast(rolled),
            _ => Total::Is(rolled),
        };
        self.tell_dice(ship, with, dice, (total, off), witness);
    }

    /// Reports a roll: its dice, the knowledge of their sum, and the deduction.
    #[cold]
    pub(super) fn tell_dice(
        &self,
        ship: usize,
        with: &'static str,
        dice: u8,
        (total, less): (Total, u32),
        witness: &mut impl Witness,
    ) {
        let faces = (1..=6).map(|face| Face::plain(face, face.into())).collect();
        let cast = Cast { group: None, kind: "d6".into(), dice: dice.into(), faces };
        let ways = vec![(1.0, vec![cast])];
        witness.hear(Event::Throw(Throw { who: self.who(ship), with, ways, total, less }));
    }

    /// Reports damage to the hull of a ship.
    #[cold]
    pub(super) fn tell_damage(
        &self,
        ship: usize,
        damage: u8,
        [before, after]: [u8; 2],
        witness: &mut impl Witness,
    ) {
        if damage == 0 {
            return;
        }
        witness.hear(Event::Change {
            who: self.who(ship),
            becomes: if after == 0 { "destroyed" } else { "hit" },
            damage: damage.into(),
            life: Some([before.into(), after.into()]),
            lost: u16::from(after == 0),
        });
    }

    /// Reports that a system of a ship loses or regains a step.
    #[cold]
    pub(super) fn tell_system(
        &self,
        ship: usize,
        system: System,
        does: &str,
        witness: &mut impl Witness,
    ) {
        let does = format!("{does} {}", system.name());
        witness.hear(Event::Act { who: self.who(ship), does });
    }

    /// Reports the ships that destroy themselves.
    #[cold]
    pub(super) fn tell_doom(
        &self,
        state: &State<SHIPS>,
        is_last: bool,
        witness: &mut impl Witness,
    ) {
        for (n, ship) in state.ships[..self.ships].iter().enumerate() {
            if is_last && ship.is_doomed() && ship.lives() {
                witness.hear(Event::Change {
                    who: self.who(n),
                    becomes: "destroys itself",
                    damage: 0,
                    life: Some([ship.hull.into(), 0]),
                    lost: 1,
                });
            }
        }
    }

    /// Reports where ships have moved.
    #[cold]
    pub(super) fn tell_moves(
        &self,
        before: &State<SHIPS>,
        after: &State<SHIPS>,
        witness: &mut impl Witness,
    ) {
        for (n, (then, now)) in before.ships[..self.ships].iter().zip(&after.ships).enumerate() {
            let place = now.place();
            if now.lives() && then.place() != place {
                let does =
                    format!("moves to {}, {}, heading {}", place.x, place.y, place.heading.name());
                witness.hear(Event::Act { who: self.who(n), does });
            }
        }
    }
}
