//! The situation on the table in the middle of a battle: the group that acts, and its dice.

use super::battle::{EclipseBattle, EclipseState};
use super::dice::Dice;
use super::game::{EclipsePosition, RolledDie, ShipPlace};
use super::ships::Ships;
use super::turn::{EclipseWeapon, Turn};
use super::volley::{Gunnery, RIFT_FACES, Salvo, members, reaches};

/// An activation that may be the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Index among the turns of the battle.
    pub turn: u8,
    /// Side that acts.
    pub side: usize,
    /// Index of the group that acts.
    pub group: usize,
    /// Index of its owner.
    pub owner: usize,
    /// Whether it fires missiles, not cannons.
    pub has_missiles: bool,
    /// Number of ships of the group.
    pub ships: u8,
    /// Dice of all its ships by colour.
    pub dice: [u8; 5],
    /// Whether the red dice may be divided.
    pub divides_red: bool,
}

/// A die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableDie {
    /// Index of its colour in [`Dice::COLOURS`].
    pub colour: usize,
    /// Face that it shows.
    pub face: u8,
}

impl TableDie {
    /// Returns the short name: `y6`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}{}", Dice::COLOURS[self.colour].0, self.face)
    }

    /// Returns the damage of a rift die to its own fleet.
    #[must_use]
    pub fn wounds(self) -> u8 {
        if self.colour == Dice::RIFT { rift_face(self.face).1 } else { 0 }
    }
}

/// A possible roll.
#[derive(Clone, Debug)]
pub struct PossibleRoll {
    /// The dice that hit, and their number.
    pub dice: Vec<(RolledDie, u8)>,
    /// Points of damage to the own fleet.
    pub wounds: u8,
    /// Probability.
    pub probability: f64,
    /// The position in which these dice are on the table.
    pub position: EclipsePosition,
    /// The situation after it, before the activation ends, if no captain assigns it and no point
    /// defence may fire at it.
    pub struck: Option<EclipseState>,
}

impl Activation {
    /// Whether the group has dice.
    #[must_use]
    pub fn is_armed(&self) -> bool {
        self.dice.iter().any(|&dice| dice > 0)
    }

    /// Returns the only colour of its dice; `None` if it has several.
    #[must_use]
    pub fn only_colour(&self) -> Option<usize> {
        let mut colours = (0..5).filter(|&colour| self.dice[colour] > 0);
        colours.next().filter(|_| colours.next().is_none())
    }

    /// Returns this activation among those of a battle with other captains. Its place may differ,
    /// because a group without weapons acts only if its captain may retreat.
    #[must_use]
    pub fn within(&self, battle: &EclipseBattle) -> Option<Self> {
        let key = |activation: &Self| (activation.side, activation.group, activation.has_missiles);
        battle.activations().into_iter().find(|other| key(other) == key(self))
    }
}

impl EclipseBattle {
    /// Returns the activations of living groups, in the order in which they come.
    #[must_use]
    pub fn activations(&self) -> Vec<Activation> {
        let alive = |turn: &&Turn| self.opening.ships[turn.side].alive[turn.group] > 0;
        let turns = self.turns.iter().filter(alive);
        turns.map(|turn| self.activation(turn, &self.opening)).collect()
    }

    /// Returns the activation of a group in a situation.
    pub(super) fn activation(&self, turn: &Turn, state: &EclipseState) -> Activation {
        let ships = state.ships[turn.side].alive[turn.group];
        let mut dice = [0; 5];
        for battery in &turn.gunnery.batteries {
            dice[usize::from(battery.colour) - 1] = ships * battery.icons;
        }
        dice[Dice::RIFT] = ships * turn.gunnery.rift;
        Activation {
            turn: turn.index as u8,
            side: turn.side,
            group: turn.group,
            owner: turn.owner,
            has_missiles: turn.weapon == EclipseWeapon::Missile,
            ships,
            dice,
            divides_red: turn.gunnery.batteries.iter().any(|b| b.parts().0 > 1),
        }
    }

    /// Returns the opening of this battle with an activation as the next one.
    #[must_use]
    pub fn at(&self, turn: u8) -> EclipseState {
        EclipseState { turn, ..self.opening }
    }

    /// Number of faces of a die that hit a group in this turn.
    #[must_use]
    pub fn hitting_faces(&self, turn: u8, group: usize) -> u8 {
        self.turns[usize::from(turn)].faces[group]
    }

    /// Returns the die of a volley that a die on the table is, if it hits any enemy. With an
    /// antimatter splitter a red die is several dice of one point.
    #[must_use]
    pub fn rolled_die(&self, state: &EclipseState, die: TableDie) -> Option<RolledDie> {
        let turn = &self.turns[usize::from(state.turn)];
        let reaches = reaches(turn, &state.ships[1 - turn.side]);
        let (colour, reach) = if die.colour == Dice::RIFT {
            let (damage, _) = rift_face(die.face);
            (damage, (1..6).find(|reach| reaches >> reach & 1 == 1)?)
        } else {
            (die.colour + 1, reach_of(die.face, reaches)?)
        };
        let own = |battery: &super::volley::Battery| usize::from(battery.colour) == colour;
        let battery = turn.gunnery.batteries.iter().position(own)?;
        let (_, damage) = turn.gunnery.batteries[battery].parts();
        Some(RolledDie { damage, reach, battery: battery as u8 })
    }

    /// Returns the dice by colour of the group that acts in a situation.
    #[must_use]
    pub fn dice_of(&self, state: &EclipseState) -> [u8; 5] {
        self.activation(&self.turns[usize::from(state.turn)], state).dice
    }

    /// Returns the life of an undamaged ship of a group.
    #[must_use]
    pub fn full_life(&self, side: usize, group: usize) -> u8 {
        self.rosters[side].full[group]
    }

    /// Returns the points of damage of a die that hits. A red die that is divided counts whole.
    #[must_use]
    pub fn points(&self, die: TableDie) -> u8 {
        match die.colour {
            Dice::RIFT => rift_face(die.face).0 as u8,
            colour => colour as u8 + 1,
        }
    }

    /// Whether the enemy has point defence against the missiles of this turn.
    #[must_use]
    pub fn is_shot_at(&self, turn: u8) -> bool {
        self.turns[usize::from(turn)].is_shot_at
    }

    /// Returns the owner of the point defence that protects a group; `None` if it has none.
    #[must_use]
    pub fn defender_of(&self, side: usize, group: u8) -> Option<usize> {
        let protects = |d: &&super::defence::Defence| d.side == side && d.groups >> group & 1 == 1;
        self.defences.iter().find(protects).map(|defence| defence.owner)
    }

    /// Returns the number of dice that the point defence of an owner rolls at the start.
    #[must_use]
    pub fn defence_dice(&self, side: usize, owner: usize) -> u32 {
        let own = self.defences.iter().filter(|d| (d.side, d.owner) == (side, owner));
        let ships = &self.opening.ships[side];
        own.flat_map(|defence| defence.dice(ships)).map(|dice| dice.dice).sum()
    }

    /// Returns the place of a living ship of a group, by its number from 0.
    #[must_use]
    pub fn place(&self, side: usize, ships: &Ships, group: u8, number: usize) -> Option<ShipPlace> {
        let place = self.rosters[side].living(ships, group.into()).nth(number)?;
        Some(ShipPlace { group, place: place as u8 })
    }

    /// Returns the damage of each living ship of a group.
    #[must_use]
    pub fn damages(&self, side: usize, ships: &Ships, group: u8) -> Vec<u8> {
        let living = self.rosters[side].living(ships, group.into());
        living.map(|place| self.damage(side, ships, (group, place as u8))).collect()
    }

    /// Returns the life of each living ship of a side, by group; the healthiest first.
    #[must_use]
    pub fn lives(&self, side: usize, ships: &Ships) -> Vec<Vec<u8>> {
        let roster = &self.rosters[side];
        let of_group = |group: usize| ships.life[roster.living(ships, group)].to_vec();
        (0..roster.groups).map(of_group).collect()
    }

    /// Returns the life of a ship: the points of damage that destroy it.
    #[must_use]
    pub fn life(&self, ships: &Ships, place: u8) -> u8 {
        ships.life[usize::from(place)]
    }

    /// Returns the damage of a ship.
    #[must_use]
    pub fn damage(&self, side: usize, ships: &Ships, (group, place): (u8, u8)) -> u8 {
        self.rosters[side].full[usize::from(group)] - self.life(ships, place)
    }

    /// Returns the volley of the group that acts with these dice.
    pub(super) fn volley(&self, state: &EclipseState, roll: &[TableDie]) -> Vec<Salvo> {
        let turn = &self.turns[usize::from(state.turn)];
        let mut faces: [Vec<u8>; 5] = Default::default();
        for die in roll {
            faces[die.colour].push(die.face);
        }
        turn.gunnery.of_faces(reaches(turn, &state.ships[1 - turn.side]), &faces)
    }
}

impl Gunnery {
    /// Returns the volley that these dice give, by colour the faces that they show, like
    /// [`Self::roll`].
    fn of_faces(&self, reaches: u8, faces: &[Vec<u8>; 5]) -> Vec<Salvo> {
        let mut volley = Vec::new();
        let (mut certain, mut wounds) = ([0; 5], 0);
        for &face in &faces[Dice::RIFT] {
            let (damage, own) = rift_face(face);
            certain[damage] += 1;
            wounds += own;
        }
        for (n, battery) in (0..).zip(&self.batteries) {
            let (parts, damage) = battery.parts();
            let colour = usize::from(battery.colour);
            // Rift dice hit every target.
            let mut certain = std::mem::take(&mut certain[colour]);
            for reach in members(reaches) {
                let own =
                    faces[colour - 1].iter().filter(|&&f| reach_of(f, reaches) == Some(reach));
                let hits = own.count() as u8 * parts + std::mem::take(&mut certain);
                volley.push(Salvo { damage, reach, hits, battery: n });
            }
        }
        volley.push(Salvo { hits: wounds, ..Salvo::default() });
        volley.retain(|salvo| salvo.hits > 0);
        volley
    }
}

/// Returns the damage that a face of a rift die does to the enemy and to its own fleet.
fn rift_face(face: u8) -> (usize, u8) {
    let listed = RIFT_FACES.get(usize::from(6 - face.min(6)));
    listed.map_or((0, 0), |(damage, _)| *damage)
}

/// Returns the reach of a die that shows this face, if it hits any enemy of these reaches.
fn reach_of(face: u8, reaches: u8) -> Option<u8> {
    members(reaches).find(|&reach| face > 1 && face + reach >= 7)
}
