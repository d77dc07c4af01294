//! Attacks on population after the battles (section 6).
//!
//! An attack is a battle in which one side is present: each of its groups fires all its cannons
//! once.

use super::battle::EclipseState;
use super::dice::{Dice, RIFT, hitting_faces};
use super::fleet::{EclipseFleet, EclipseGroup};
use super::turn::Turn;
use crate::dice::{Die, Distribution};
use crate::story::{Cast, Event, Face, Observer, Throw, ThrowTotal, Who};

/// Attack of one fleet on population.
#[derive(Clone, Debug)]
pub(super) struct Bombardment {
    /// Number of cubes at the start.
    pub(super) cubes: u8,
    /// Distribution of the cubes that a group destroys, by group and number of ships; capped at all
    /// cubes.
    cubes_destroyed: Vec<Vec<Distribution<u8>>>,
    /// Dice of one ship and number of their hitting faces, by group.
    dice: Vec<(Dice, u8)>,
}

impl Bombardment {
    /// Creates the attack of a fleet on `cubes` cubes.
    pub(super) fn new(fleet: &EclipseFleet, cubes: u8) -> Self {
        let by_group = |group: &EclipseGroup| {
            (0..=group.count).map(|ships| destroyed(group, ships, cubes)).collect()
        };
        let cubes_destroyed = fleet.groups.iter().map(by_group).collect();
        let guns = |group: &EclipseGroup| {
            (group.figures.cannons, hitting_faces(group.figures.computer, 0))
        };
        let dice = fleet.groups.iter().map(guns).collect();
        Self { cubes, cubes_destroyed, dice }
    }

    /// Whether no cube is left.
    pub(super) fn is_over(&self, state: &EclipseState) -> bool {
        state.cubes >= self.cubes
    }

    /// Plays the attack of one group.
    pub(super) fn attack<D: Die, O: Observer>(
        &self,
        turn: &Turn,
        state: &mut EclipseState,
        die: &mut D,
        observer: &mut O,
    ) {
        let ships = usize::from(state.ships[0].alive[turn.group]);
        let destroyed = die.draw(&self.cubes_destroyed[turn.group][ships]);
        state.cubes = (state.cubes + destroyed).min(self.cubes);
        observer.report(|| self.events(turn, ships as u16, destroyed, state.cubes));
    }

    /// Returns the dice of a group and the cubes destroyed: `hits` by this group, `gone` in all.
    fn events(&self, turn: &Turn, ships: u16, hits: u8, gone: u8) -> [Event; 2] {
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
                kind: Dice::name(colour).into(),
                dice: u16::from(icons) * ships,
                faces,
            }
        };
        let who = Who::group(turn.side, turn.group, ships);
        let points = u32::from(hits);
        let is_all = hits == self.cubes;
        let total = if is_all { ThrowTotal::AtLeast(points) } else { ThrowTotal::Is(points) };
        let ways = vec![(1.0, dice.0.into_iter().enumerate().map(cast).collect())];
        let does = format!("{gone} of {} cubes are destroyed", self.cubes);
        let bombs = Throw { who, with: "bombs", ways, total, less: 0 };
        [Event::Throw(bombs), Event::Act { who, does }]
    }
}

/// Returns the distribution of the cubes that `ships` ships of a group destroy, one for each point
/// of damage. Computers count; cubes have no shields.
fn destroyed(group: &EclipseGroup, ships: u16, cubes: u8) -> Distribution<u8> {
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

/// Adds one die to the distribution of points of damage, which is capped at its last entry.
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
