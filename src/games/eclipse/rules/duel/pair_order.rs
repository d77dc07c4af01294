//! The order of two damaged ships of a class by what they are worth to their owner.

/// Greatest life of ships that are compared.
const MAX_LIFE: u8 = 15;

/// Life of two ships of a class; 0 for a ship that is destroyed.
type Pair = [u8; 2];

/// Order of pairs of ships of a class by their worth, whatever other ships there are.
///
/// A pair is at least as good as another if it has at least as many ships and keeps them under
/// fire: however a die hits the first pair, the die has a target in the second one after which the
/// first is still at least as good. So a captain who fires at the second pair can follow, die by
/// die, one who fires at the first, and leaves no more ships of it.
#[derive(Clone, Debug)]
pub(super) struct PairOrder {
    /// Greatest life of a ship.
    full: u8,
    /// Damage of each die that may be fired at the class.
    damage: Vec<u8>,
    /// Pairs that were compared, by their lives.
    known: Vec<Option<bool>>,
}

impl PairOrder {
    /// Creates the order of ships of this life that are fired at with dice of this damage.
    pub(super) fn new(full: u8, damage: impl Iterator<Item = u8>) -> Self {
        let mut damage: Vec<u8> = damage.map(|damage| damage.min(full)).collect();
        damage.sort_unstable();
        damage.dedup();
        Self { full, damage, known: Vec::new() }
    }

    /// Whether a die of this damage is certain to do no more good at the ship `target` than at the
    /// ship `other`, given by their life.
    pub(super) fn is_no_better(&mut self, target: u8, other: u8, damage: u8) -> bool {
        if self.full > MAX_LIFE {
            return false;
        }
        if self.known.is_empty() {
            self.known.resize((usize::from(self.full) + 1).pow(4), None);
        }
        let after = |life: u8| life.saturating_sub(damage);
        self.is_as_good([after(target), other], [target, after(other)])
    }

    /// Returns true if the pair `ships` is at least as good as the pair `others`.
    fn is_as_good(&mut self, ships: Pair, others: Pair) -> bool {
        let sorted = |[a, b]: Pair| [a.max(b), a.min(b)];
        let (ships, others) = (sorted(ships), sorted(others));
        if (0..2).all(|n| ships[n] >= others[n]) {
            return true;
        }
        let number = |pair: Pair| pair.iter().filter(|life| **life > 0).count();
        if number(ships) < number(others) {
            return false;
        }
        let digits = ships.into_iter().chain(others).map(usize::from);
        let place = digits.fold(0, |place, life| place * (usize::from(self.full) + 1) + life);
        if let Some(known) = self.known[place] {
            return known;
        }
        let follows = |order: &mut Self, damage: u8, hit: usize| {
            let after = after(ships, hit, damage);
            (0..2).any(|n| others[n] > 0 && order.is_as_good(after, self::after(others, n, damage)))
        };
        let mut all = true;
        for n in 0..self.damage.len() {
            let damage = self.damage[n];
            all &= (0..2).all(|hit| ships[hit] == 0 || follows(self, damage, hit));
        }
        self.known[place] = Some(all);
        all
    }
}

/// Returns a pair after a die of this damage has hit one of its ships.
fn after(mut pair: Pair, hit: usize, damage: u8) -> Pair {
    pair[hit] = pair[hit].saturating_sub(damage);
    pair
}

#[cfg(test)]
mod tests {
    use super::PairOrder;

    fn is_no_better(dice: &[u8], [target, other]: [u8; 2], damage: u8) -> bool {
        let full = 4;
        PairOrder::new(full, dice.iter().copied()).is_no_better(target, other, damage)
    }

    /// Dice of one and two points at ships of four life.
    #[test]
    fn some_targets_are_never_better_than_others() {
        let dice = [1, 2];
        // Of two ships that a die destroys, the healthier one is the better target.
        assert!(is_no_better(&dice, [1, 2], 2) && !is_no_better(&dice, [2, 1], 2));
        // A die that destroys a ship of exactly its damage wastes nothing.
        assert!(is_no_better(&dice, [4, 2], 2) && !is_no_better(&dice, [2, 4], 2));
        // Two points at a ship of life 1 waste one. Both targets may be right.
        assert!(!is_no_better(&dice, [3, 1], 2) && !is_no_better(&dice, [1, 3], 2));
        // After one point at the first ship the lives are 3 and 3, otherwise 4 and 2. One point and
        // two of two destroy both of the latter, and only one of the former.
        assert!(!is_no_better(&dice, [3, 4], 1));
    }

    #[test]
    fn dice_of_equal_damage_hit_the_weakest_ship() {
        for damage in 1..=4 {
            for target in 1..=4 {
                for other in 1..target {
                    assert!(is_no_better(&[damage], [target, other], damage));
                    // The healthier ship is as good a target if it takes as many hits.
                    let takes_as_many = target.div_ceil(damage) == other.div_ceil(damage);
                    assert_eq!(is_no_better(&[damage], [other, target], damage), takes_as_many);
                }
            }
        }
    }

    #[test]
    fn ships_with_much_life_are_not_compared() {
        let mut order = PairOrder::new(16, [1].into_iter());
        assert!(!order.is_no_better(16, 1, 1));
    }
}
