//! Compiles forces into a battle, which holds everything that never changes.

use std::ops::Range;

use super::force::{StarForce, StarTerms};
use super::outcome::StarCellLayout;
use super::schedule::{LikeShips, ScheduleEntry, kinds, schedule};
use crate::games::common::LimitError;

/// A series of combats with at most `SHIPS` ships.
#[derive(Clone, Debug)]
pub struct StarBattle<const SHIPS: usize> {
    pub(super) opening: StarState<SHIPS>,
    pub(super) beats: Vec<ScheduleEntry>,
    /// By force: indices of its ships.
    pub(super) forces: Vec<Range<usize>>,
    /// By force: whether it has a leader at the start. The leader dies with the last ship (9).
    pub(super) has_leader: Vec<bool>,
    /// By force: a range with the indices of all its enemies; its own ships may be among them.
    pub(super) enemies: Vec<Range<usize>>,
    /// By kind: indices of its ships.
    pub(super) kinds: Vec<Range<usize>>,
    /// By kind: its force and group.
    pub(super) group_of: Vec<(usize, usize)>,
    /// By kind: shields of a ship when they are restored.
    pub(super) shields: Vec<u16>,
    /// By ship: the end of its kind.
    pub(super) kind_end: [u8; SHIPS],
    /// By force and ship: twice the maximum hull of an enemy, from which its present hull is
    /// subtracted to get its weight as a target (8); 0 for the force's own ships.
    pub(super) weights: Vec<[u32; SHIPS]>,
    pub(super) restores_shields: bool,
    pub(super) layout: StarCellLayout,
}

/// State of a series. Within a kind, living ships come first, the strongest at the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StarState<const SHIPS: usize> {
    /// Hull of each ship in the upper 16 bits, its shields in the lower 16; 0 if it is destroyed.
    pub(super) ships: [u32; SHIPS],
    /// Index of the next beat.
    pub(super) beat: u32,
    /// Number of shots left in the volley being fired.
    pub(super) left: u16,
    /// Index of the volley being fired in a shuffled round.
    pub(super) volley: u8,
    /// Bit set of the forces that have lost a leader.
    pub(super) lost: u8,
    /// By volley of a shuffled round: number of ships that have fired.
    pub(super) fired: [u8; SHIPS],
}

/// Packs the hull and shields of a ship.
pub(super) fn ship(hull: u16, shield: u16) -> u32 {
    (u32::from(hull) << 16) | u32::from(shield)
}

/// Returns the hull of a packed ship.
pub(super) fn hull(ship: u32) -> u32 {
    ship >> 16
}

/// Returns the shields of a packed ship.
pub(super) fn shield(ship: u32) -> u32 {
    ship & 0xffff
}

/// Returns the number of ships of all forces.
#[must_use]
pub fn ships(forces: &[StarForce]) -> usize {
    forces.iter().map(StarForce::ships).sum()
}

/// Compiles a series of combats. `SHIPS` must be at least the number of ships of all forces.
///
/// # Errors
/// If a force exceeds a limit.
pub fn compile<const SHIPS: usize>(
    forces: &[StarForce],
    terms: &StarTerms,
) -> Result<StarBattle<SHIPS>, LimitError> {
    for (side, force) in forces.iter().enumerate() {
        force.check(side)?;
    }
    let of_kinds = kinds(forces, terms);
    let beats = schedule(forces, &of_kinds, terms);
    let mut all = [0; SHIPS];
    let mut kind_end = [0; SHIPS];
    let mut weights = vec![[0; SHIPS]; forces.len()];
    let mut next = 0;
    let mut places = Vec::new();
    for LikeShips { force, group, ships } in &of_kinds {
        let figures = &forces[*force].groups[*group];
        let place = next..next + ships.len();
        for (at, n) in place.clone().zip(ships.clone()) {
            let damage = figures.damaged.get(n).copied().unwrap_or(0);
            let shields = figures.shields_left.get(n).copied().unwrap_or(figures.shield);
            all[at] = ship(figures.hull - damage, shields);
            kind_end[at] = place.end as u8;
            let enemies = weights.iter_mut().enumerate().filter(|(other, _)| other != force);
            // The weight is the maximum hull plus the damage taken (8): twice the maximum less the
            // present hull.
            enemies.for_each(|(_, weights)| weights[at] = 2 * u32::from(figures.hull));
        }
        all[place.clone()].sort_unstable_by(|a, b| b.cmp(a));
        next = place.end;
        places.push(place);
    }
    let mut end = 0;
    let forces_at: Vec<Range<usize>> = forces
        .iter()
        .map(|force| {
            let start = end;
            end += force.ships();
            start..end
        })
        .collect();
    let enemies = |force: usize| match forces.len() {
        n if force == 0 => forces_at[0].end..forces_at[n - 1].end,
        n if force + 1 == n => 0..forces_at[force].start,
        n => 0..forces_at[n - 1].end,
    };
    Ok(StarBattle {
        opening: StarState { ships: all, beat: 0, left: 0, volley: 0, lost: 0, fired: [0; SHIPS] },
        beats,
        enemies: (0..forces.len()).map(enemies).collect(),
        forces: forces_at,
        has_leader: forces.iter().map(|f| f.personae.iter().any(|l| *l > 0)).collect(),
        shields: of_kinds.iter().map(|kind| forces[kind.force].groups[kind.group].shield).collect(),
        layout: StarCellLayout::new(forces, &of_kinds, &places),
        group_of: of_kinds.iter().map(|kind| (kind.force, kind.group)).collect(),
        kinds: places,
        kind_end,
        weights,
        restores_shields: terms.restores_shields,
    })
}
