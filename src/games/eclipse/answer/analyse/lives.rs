//! Lives of ships, and the ways in which notes can be understood.

use rustc_hash::FxHashSet;

use crate::scenario::WhichShip;

/// Maximum number of ways in which the notes of one line can be understood.
pub(super) const MAX_READINGS: usize = 5_000;

/// Ships with the same fate.
#[derive(Clone, Copy)]
pub(super) struct Struck {
    pub(super) ships: u32,
    pub(super) group: usize,
    pub(super) which: WhichShip,
    /// Points of damage that each of them takes, if noted.
    pub(super) by: Option<u32>,
}

/// Remaining life of each ship by group. Missiles that are aimed at more than a ship's life make it
/// negative.
pub(super) type Lives = Vec<Vec<Ship>>;

/// A ship: its life before the volley, and what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ship {
    pub(super) left: i32,
    pub(super) before: i32,
    /// Missiles that are aimed at the ship and may still be stopped, see [`missile`].
    pub(super) missiles: u32,
}

impl Ship {
    /// Creates a ship that no missiles are aimed at.
    pub(super) fn new(left: i32, before: i32) -> Self {
        Self { left, before, missiles: 0 }
    }
}

/// Returns a missile of these points of damage. The sum of several missiles tells how many of each
/// kind there are, because it matters which of them are stopped.
pub(super) fn missile(points: i32) -> u32 {
    1 << (8 * (points.clamp(1, 4) - 1))
}

/// Returns all ways in which these ships can be struck.
pub(super) fn struck_ways(
    before: Lives,
    struck: &[Struck],
    full: &dyn Fn(usize) -> i32,
    is_destroyed: bool,
) -> Vec<Lives> {
    let mut readings = FxHashSet::from_iter([before]);
    for Struck { ships, group, which, by } in struck {
        let full = full(*group);
        for _ in 0..*ships {
            let mut next = FxHashSet::default();
            for reading in &readings {
                for n in meant(&reading[*group], *which, full) {
                    let ship = reading[*group][n];
                    if ship.left != ship.before || next.len() > MAX_READINGS {
                        continue;
                    }
                    let left = match (is_destroyed, by) {
                        (true, _) => 0..1,
                        (false, Some(by)) => ship.left - *by as i32..ship.left - *by as i32 + 1,
                        (false, None) => 1..ship.left,
                    };
                    for left in left {
                        let mut reading = reading.clone();
                        reading[*group][n].left = left;
                        next.insert(reading);
                    }
                }
            }
            readings = next;
        }
    }
    readings.into_iter().collect()
}

/// Returns all ways to continue these readings with dice of these points at a ship.
pub(super) fn read_on(
    readings: &FxHashSet<Lives>,
    group: usize,
    which: WhichShip,
    points: &[i32],
    full: i32,
) -> FxHashSet<Lives> {
    // Dice at any ship of a class may go to several of them.
    let volleys: Vec<&[i32]> = match which {
        WhichShip::Any => points.chunks(1).collect(),
        _ => vec![points],
    };
    let mut readings = readings.clone();
    for volley in volleys.into_iter().filter(|volley| !volley.is_empty()) {
        let mut next: FxHashSet<Lives> = FxHashSet::default();
        for reading in &readings {
            for n in meant(&reading[group], which, full) {
                let mut reading = reading.clone();
                let ship = &mut reading[group][n];
                ship.left -= volley.iter().sum::<i32>();
                ship.missiles += volley.iter().map(|points| missile(*points)).sum::<u32>();
                next.insert(reading);
            }
        }
        // Dice that are left when all ships are destroyed have no effect.
        if next.is_empty() && which == WhichShip::Any {
            continue;
        }
        readings = next;
    }
    readings
}

/// Returns the ships of a group that may be meant.
pub(super) fn meant(ships: &[Ship], which: WhichShip, full: i32) -> Vec<usize> {
    let is_meant = |(n, ship): &(usize, &Ship)| match which {
        WhichShip::Any => ship.left > 0,
        WhichShip::Number(number) => n + 1 == number as usize,
        WhichShip::Damage(damage) => ship.left > 0 && full - ship.left == damage as i32,
        WhichShip::Damaged => ship.left > 0 && ship.left < full,
    };
    ships.iter().enumerate().filter(is_meant).map(|(n, _)| n).collect()
}

/// Whether ships have the same lives left and the same missiles in flight, whatever they had
/// before.
pub(super) fn are_equal(a: &Lives, b: &Lives) -> bool {
    let key = |ship: &Ship| (ship.left, ship.missiles);
    a.iter().zip(b).all(|(a, b)| a.iter().map(key).eq(b.iter().map(key)))
}

pub(super) fn clamped(mut lives: Lives, is_aimed: bool) -> Lives {
    if !is_aimed {
        let landed = |ship: &mut Ship| *ship = Ship::new(ship.left.max(0), ship.before);
        lives.iter_mut().flatten().for_each(landed);
    }
    lives
}

pub(super) fn sorted(mut lives: Lives) -> Lives {
    lives.iter_mut().for_each(|group| group.sort_unstable());
    lives
}

/// Returns what has become of the ships of a side, in notes: `destroys cruiser`, `damages ancient
/// by 1`. `full` are the lives of undamaged ships, by group.
pub(super) fn fates(classes: &[String], full: &dyn Fn(usize) -> i32, lives: &Lives) -> [String; 2] {
    let [mut destroyed, mut damaged] = [Vec::new(), Vec::new()];
    for (group, ships) in lives.iter().enumerate() {
        let (class, full) = (&classes[group], full(group));
        for Ship { left, before, .. } in ships.iter().filter(|ship| ship.left < ship.before) {
            let ship = match full - before {
                0 if full == 1 => class.clone(),
                0 => format!("undamaged {class}"),
                damage => format!("{class} with damage {damage}"),
            };
            match left {
                ..=0 => destroyed.push(ship),
                left => damaged.push(format!("{ship} by {}", before - left)),
            }
        }
    }
    let all = |units: Vec<String>| match units.is_empty() {
        true => "nothing".into(),
        false => units.join(" + "),
    };
    [format!("destroys {}", all(destroyed)), format!("damages {}", all(damaged))]
}

/// Whether ships of a side have been hit.
pub(super) fn are_hit(lives: &Lives) -> bool {
    lives.iter().flatten().any(|ship| ship.left < ship.before)
}
