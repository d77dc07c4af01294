//! After the battles: ships fire at population (section 6).
//!
//! It is no battle: one side is there, and each of its groups fires all its cannons once.

use super::compile::{EclipseBattle, Setup, compile_unchecked, hitting_faces};
use super::defence::RIFT;
use super::fleet::{Fleet, Group};
use super::step::State;
use super::tell::COLOURS;
use super::turn::Turn;
use super::{Dice, Policy};
use crate::chance::{Die, Distribution};
use crate::story::{Cast, Event, Face, Throw, Total, Who, Witness};

/// What the dice do to population.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    /// Cubes that there are.
    pub(super) cubes: u8,
    /// By group and number of ships, the cubes that they destroy, up to all.
    cubes_destroyed: Vec<Vec<Distribution<u8>>>,
    /// By group, the dice of one ship, and the faces of a die that hit.
    dice: Vec<(Dice, u8)>,
}

impl Landing {
    /// A fleet's attack on so many cubes.
    pub(super) fn battle(fleet: &Fleet, cubes: u8) -> EclipseBattle {
        let nobody = Fleet::new(Vec::new(), false, Policy::Npc);
        let setup = Setup { missiles_spent: true, ..Setup::default() };
        let mut battle = compile_unchecked(&[fleet.clone(), nobody], setup, 0);
        let by_group =
            |group: &Group| (0..=group.count).map(|ships| destroyed(group, ships, cubes)).collect();
        let cubes_destroyed = fleet.groups.iter().map(by_group).collect();
        let guns =
            |group: &Group| (group.figures.cannons, hitting_faces(group.figures.computer, 0));
        let dice = fleet.groups.iter().map(guns).collect();
        battle.landing = Some(Self { cubes, cubes_destroyed, dice });
        battle.some_unarmed = true;
        battle.turns.retain(|turn| turn.is_armed);
        let last = battle.turns.len().saturating_sub(1);
        for (n, turn) in battle.turns.iter_mut().enumerate() {
            turn.index = n;
            // After the last there is none: an attack that has ended is not one that begins.
            turn.next = n as u8 + 1;
            turn.ends_round = n == last;
            turn.is_plain = false;
        }
        battle
    }

    /// Is no cube left?
    pub(super) fn is_over(&self, state: &State) -> bool {
        state.cubes >= self.cubes
    }

    /// A group fires at the cubes.
    pub(super) fn attack<D: Die>(&self, turn: &Turn, state: &mut State, die: &mut D) {
        let ships = usize::from(state.ships[0].alive[turn.group]);
        let destroyed = die.draw(&self.cubes_destroyed[turn.group][ships]);
        state.cubes = (state.cubes + destroyed).min(self.cubes);
        if D::LISTENS {
            self.tell(turn, ships as u16, destroyed, state.cubes, die);
        }
    }

    /// The dice of a group, and what they have come to: all cubes, or so many of them.
    #[cold]
    fn tell(&self, turn: &Turn, ships: u16, hits: u8, gone: u8, witness: &mut impl Witness) {
        let (dice, faces) = self.dice[turn.group];
        let cast = |(colour, icons): (usize, u8)| {
            let worth = |face: u8| match colour {
                Dice::RIFT => u32::from(face.saturating_sub(3)),
                _ if face > 6 - faces => colour as u32 + 1,
                _ => 0,
            };
            let faces = (1..=6).map(|face| Face::plain(face, worth(face))).collect();
            Cast {
                group: None,
                kind: COLOURS[colour].into(),
                dice: u16::from(icons) * ships,
                faces,
            }
        };
        let who = Who::group(turn.side, turn.group, ships);
        let points = u32::from(hits);
        let is_all = hits == self.cubes;
        let total = if is_all { Total::AtLeast(points) } else { Total::Is(points) };
        let ways = vec![(1.0, dice.0.into_iter().enumerate().map(cast).collect())];
        witness.hear(Event::Throw(Throw { who, with: "bombs", ways, total, less: 0 }));
        let does = format!("{gone} of {} cubes are destroyed", self.cubes);
        witness.hear(Event::Act { who, does });
    }
}

/// Cubes that so many ships of a group destroy: one for each point of damage. Computers
/// count, cubes have no shields.
fn destroyed(group: &Group, ships: u16, cubes: u8) -> Distribution<u8> {
    let mut chances = vec![0.0; usize::from(cubes) + 1];
    chances[0] = 1.0;
    let hit = f64::from(hitting_faces(group.figures.computer, 0)) / 6.0;
    let dice = group.figures.cannons.0;
    for (colour, &icons) in dice.iter().enumerate() {
        let faces: &[(usize, f64)] = if colour == Dice::RIFT {
            let face = RIFT.probability() / 3.0;
            &[(1, face), (2, face), (3, face)]
        } else {
            &[(colour + 1, hit)]
        };
        for _ in 0..u16::from(icons) * ships {
            chances = with_die(&chances, faces);
        }
    }
    Distribution::new((0..).zip(chances))
}

/// Points of damage with one die more; what exceeds the most that counts is lost.
fn with_die(chances: &[f64], faces: &[(usize, f64)]) -> Vec<f64> {
    let miss = 1.0 - faces.iter().map(|(_, p)| p).sum::<f64>();
    let mut with: Vec<f64> = chances.iter().map(|p| p * miss).collect();
    let most = chances.len() - 1;
    for (points, p) in chances.iter().enumerate() {
        for (damage, face) in faces {
            with[(points + damage).min(most)] += p * face;
        }
    }
    with
}
