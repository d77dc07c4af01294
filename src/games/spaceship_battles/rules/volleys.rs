//! Damage of all attacks of a phase on one ship. Few of them differ, so each list of attacks is
//! computed once.

use rustc_hash::FxHashMap;

use super::attack::DROPS;
use super::damages::Damages;
use super::fleet::ShipSystem;
use super::ship::Ship;

/// Additions in the time of a step.
pub(super) const ADDITIONS_PER_STEP: usize = 32;

/// Steps of work to add an attack to the damage of a volley.
const STEPS_PER_ATTACK: usize = 4;

/// Bytes in which a list is kept.
const LIST_BYTES: usize = 64;

/// An attack that can do damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shot {
    pub(super) dice: u8,
    /// Deductions from the sum of the dice.
    pub(super) off: u32,
    /// The system that it damages if it does [`DROPS`] damage.
    pub(super) system: Option<ShipSystem>,
}

/// A distribution over damage.
pub(super) struct Damage {
    /// Probabilities of the damage, the largest first.
    descending: Vec<f64>,
    /// Probabilities of at least 0, 1, 2, … damage.
    at_least: Vec<f64>,
}

/// Outcomes of a volley: the factors of the ship's systems that result, packed, each with the
/// damage. A ship that is destroyed belongs to the first.
pub(super) type Outcomes = Vec<(u8, Damage)>;

/// Probabilities of 0, 1, 2, … damage, by the state of the ship that results.
type Chances = Vec<(Ship, Vec<f64>)>;

/// Number of a list of attacks.
pub(super) type ShotsId = u32;

/// All lists of attacks on a ship, and all volleys, found so far. A volley is a list of attacks on
/// a ship in a certain state.
#[derive(Default)]
pub(super) struct Volleys {
    lists: FxHashMap<Box<[Shot]>, ShotsId>,
    shots: Vec<Box<[Shot]>>,
    /// By the factors of the ship's systems, packed, and the attacks on it.
    known: FxHashMap<(u8, ShotsId), u32>,
    outcomes: Vec<Outcomes>,
    /// Steps of work since they were last taken.
    steps: u64,
    bytes: u64,
}

impl Volleys {
    /// Returns the number of a list of attacks.
    pub(super) fn shots(&mut self, shots: &[Shot]) -> ShotsId {
        if let Some(known) = self.lists.get(shots) {
            return *known;
        }
        let number = self.shots.len() as ShotsId;
        self.lists.insert(shots.into(), number);
        self.shots.push(shots.into());
        self.bytes += 2 * (LIST_BYTES + size_of_val(shots)) as u64;
        number
    }

    /// Returns the volley of these attacks, in order, on a ship with these factors of its systems.
    pub(super) fn of(&mut self, systems: u8, shots: ShotsId, damages: &Damages) -> u32 {
        if let Some(volley) = self.known.get(&(systems, shots)) {
            return *volley;
        }
        let volley = self.outcomes.len() as u32;
        self.known.insert((systems, shots), volley);
        let mut ship = Ship::default();
        ship.set_systems(systems);
        let mut chances = vec![(ship, vec![1.0])];
        let mut additions = 0;
        for shot in &self.shots[shots as usize] {
            chances = added(&chances, *shot, damages, &mut additions);
        }
        self.steps += (additions / ADDITIONS_PER_STEP) as u64;
        let of_outcomes = chances.iter().map(|(_, p)| 2 * (LIST_BYTES + 8 * p.len()));
        self.bytes += (LIST_BYTES + of_outcomes.sum::<usize>()) as u64;
        let outcomes = chances.iter().map(|(ship, p)| (ship.systems(), Damage::new(p)));
        self.outcomes.push(outcomes.collect());
        volley
    }

    /// Returns what a volley does.
    #[inline]
    pub(super) fn outcomes(&self, volley: u32) -> &[(u8, Damage)] {
        &self.outcomes[volley as usize]
    }

    /// Bytes of all volleys.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the steps of work since the last call.
    pub(super) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }
}

/// Adds the damage of an attack to that of earlier ones. Counts the additions.
fn added(before: &Chances, shot: Shot, damages: &Damages, additions: &mut usize) -> Chances {
    let Some(damages) = damages.of(shot.dice, shot.off) else { return before.clone() };
    let outcomes = damages.outcomes();
    let mut after = Chances::new();
    let most = outcomes.iter().map(|(damage, _)| usize::from(*damage)).max().unwrap_or(0);
    for (ship, chances) in before {
        *additions += outcomes.len() * (chances.len() + STEPS_PER_ATTACK * ADDITIONS_PER_STEP);
        for &(damage, p) in outcomes {
            let mut ship = *ship;
            if let Some(system) = shot.system.filter(|_| damage >= DROPS) {
                ship.lose_step(system);
            }
            let place = after.iter().position(|known| known.0 == ship).unwrap_or_else(|| {
                after.push((ship, Vec::new()));
                after.len() - 1
            });
            let sums = &mut after[place].1;
            sums.resize(sums.len().max(chances.len() + most), 0.0);
            for (sum, chance) in sums[damage.into()..].iter_mut().zip(chances) {
                *sum += p * chance;
            }
        }
    }
    after
}

impl Damage {
    fn new(chances: &[f64]) -> Self {
        let mut at_least = chances.to_vec();
        for damage in (1..chances.len()).rev() {
            at_least[damage - 1] += at_least[damage];
        }
        Self { descending: chances.iter().rev().copied().collect(), at_least }
    }

    /// Adds the distribution over the hull points that are left of a ship. `from` is that before
    /// the damage. Returns the probability that the ship is destroyed, and the number of additions.
    pub(super) fn spread(&self, from: &[f64], into: &mut [f64]) -> (f64, usize) {
        let (mut destroyed, mut added) = (0.0, 0);
        let most = self.descending.len() - 1;
        for (hull, &mass) in from.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            destroyed += mass * self.at_least.get(hull).copied().unwrap_or(0.0);
            let least = hull.saturating_sub(most).max(1);
            let chances = &self.descending[most + least - hull..];
            added += chances.len();
            let left = into[least..=hull].iter_mut();
            left.zip(chances).for_each(|(left, p)| *left += mass * p);
        }
        (destroyed, added)
    }
}
