//! Comparison of blueprints: when one is at least as good as another, whatever the dice.
//!
//! Only some effects of a ship's figures matter: what its dice hit, what hits it, how much damage
//! it survives, and when it acts. A ship with at least as much of each, acting at the same time,
//! can imitate every assignment of the other and keeps at least as much. Under play that is
//! entirely in its favour it does not win less often. Acting earlier may be a disadvantage, since a
//! decision then comes before more is known, and rift dice hurt their own fleet. So these figures
//! must be equal.

use super::dice::{DISTORTION, Dice, hitting_faces};
use super::fleet::{EclipseFleet, Figures, Technologies};

/// Effects of a ship's figures against certain enemies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strength {
    /// Values that must be equal for a comparison.
    same: Vec<i32>,
    /// Values of which more is better.
    more: Vec<i32>,
}

impl Strength {
    /// Computes the effects of these figures for an owner with these technologies, against
    /// `enemies` and together with own ships with the figures `beside`.
    #[must_use]
    pub fn of(
        figures: &Figures,
        technologies: Technologies,
        enemies: &[EclipseFleet],
        beside: &[Figures],
    ) -> Self {
        let mut strength = Self { same: Vec::new(), more: Vec::new() };
        let theirs = || enemies.iter().flat_map(|fleet| fleet.groups.iter().map(|g| &g.figures));
        for other in theirs().chain(beside) {
            strength.same.push(i32::from((figures.initiative - other.initiative).signum()));
        }
        for dice in [figures.cannons, figures.missiles] {
            strength.same.push(i32::from(dice.0[Dice::RIFT]));
            // Number of dice with at least this many points.
            let mut reaching = 0;
            for icons in dice.0[..Dice::RIFT].iter().rev() {
                reaching += i32::from(*icons);
                strength.more.push(reaching);
            }
        }
        for fleet in enemies {
            for (n, group) in fleet.groups.iter().enumerate() {
                let enemy = fleet.owner_of(n).technologies;
                let distorts = DISTORTION * i16::from(enemy.distortion_shield);
                let faces = |shield| i32::from(hitting_faces(figures.computer, shield));
                strength.more.push(faces(group.figures.shield));
                strength.more.push(faces(group.figures.shield + distorts));
                let computer = group.figures.computer;
                let distorts = DISTORTION * i16::from(technologies.distortion_shield);
                strength.more.push(-i32::from(hitting_faces(computer, figures.shield)));
                strength.more.push(-i32::from(hitting_faces(computer, figures.shield + distorts)));
            }
        }
        if technologies.point_defense {
            strength.more.push(hitting_faces(figures.computer, 0).into());
        }
        strength.more.extend([i32::from(figures.hull), i32::from(figures.regenerate)]);
        strength
    }

    /// Returns the values that must be equal for a comparison.
    #[must_use]
    pub fn same(&self) -> &[i32] {
        &self.same
    }

    /// Returns the values of which more is better.
    #[must_use]
    pub fn more(&self) -> &[i32] {
        &self.more
    }
}

/// Returns figures at least as good as each of these against these enemies, whatever the dice: the
/// maximum of everything, with the initiative of the first.
///
/// Rift dice are replaced by blue ones, with a computer that lets these hit on at least three
/// faces. A rift die does at most three points, on at most three faces, and may hurt its owner.
#[must_use]
pub fn ideal(all: &[Figures], enemies: &[EclipseFleet]) -> Figures {
    let shields = enemies.iter().flat_map(|fleet| &fleet.groups).map(|g| g.figures.shield);
    // Against missiles, a distortion shield acts like more shields.
    ideal_against(all, shields.max().unwrap_or(0) + DISTORTION)
}

/// Returns the [`ideal`] against shields up to `shield`.
fn ideal_against(all: &[Figures], shield: i16) -> Figures {
    let mut best = most_of_all(all);
    for dice in [&mut best.cannons, &mut best.missiles] {
        let rift = std::mem::take(&mut dice.0[Dice::RIFT]);
        if rift > 0 {
            dice.0[BLUE] += rift;
            best.computer = best.computer.max(shield + 2);
        }
    }
    best
}

/// Index of the dice of three points among the colours.
const BLUE: usize = 2;

fn most_of_all(all: &[Figures]) -> Figures {
    let first = all.first().copied().unwrap_or_default();
    let dice = |of: fn(&Figures) -> Dice| {
        let mut best = of(&first);
        let (mut reached, mut before) = (0, 0);
        for colour in (0..Dice::RIFT).rev() {
            let reaching = |figures: &Figures| of(figures).0[colour..Dice::RIFT].iter().sum();
            reached = all.iter().map(reaching).max().unwrap_or(0).max(reached);
            best.0[colour] = reached - before;
            before = reached;
        }
        best
    };
    let most = |of: fn(&Figures) -> i16| all.iter().map(of).max().unwrap_or(0);
    Figures {
        cannons: dice(|figures| figures.cannons),
        missiles: dice(|figures| figures.missiles),
        computer: most(|figures| figures.computer),
        shield: most(|figures| figures.shield),
        hull: all.iter().map(|figures| figures.hull).max().unwrap_or(0),
        regenerate: all.iter().map(|figures| figures.regenerate).max().unwrap_or(0),
        initiative: first.initiative,
    }
}
