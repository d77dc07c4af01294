//! Enumerates all fleets that a budget can buy.

/// A kind of ship that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShipOption {
    /// Price of one ship.
    pub(super) cost: f64,
    /// Maximum number of ships.
    pub(super) most: u32,
    /// Number of other ships that one ship carries.
    pub(super) carries: u32,
    /// Whether it must be carried.
    pub(super) is_carried: bool,
    /// Whether it counts against the fleet pool.
    pub(super) counts: bool,
}

/// Budget for a purchase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PurchaseLimits {
    /// Materials, resources or points.
    pub(super) cost: f64,
    /// Capacity in addition to that of the ships bought; `None` if capacity is not checked.
    pub(super) room: Option<u32>,
    /// Size of the fleet pool, if limited.
    pub(super) pool: Option<u32>,
    /// Maximum number of ships in total.
    pub(super) ships: u32,
}

/// Error: there are too many fleets to enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// Maximum number of fleets returned.
const MAX_FLEETS: usize = 20_000;
/// Maximum number of fleets examined.
const MAX_STEPS: u64 = 50_000_000;

/// Returns all fleets with at least one ship that the limits allow, each as a list of numbers
/// by option. With `only_largest`, returns only fleets to which no ship can be added.
pub(super) fn purchases(
    options: &[ShipOption],
    limits: PurchaseLimits,
    only_largest: bool,
) -> Result<Vec<Vec<u32>>, TooMany> {
    let mut enumerator =
        FleetEnumerator { options, limits, only_largest, found: Vec::new(), steps: 0 };
    enumerator.buy(&mut Vec::new(), limits.cost, limits.ships)?;
    Ok(enumerator.found)
}

struct FleetEnumerator<'a> {
    options: &'a [ShipOption],
    limits: PurchaseLimits,
    only_largest: bool,
    found: Vec<Vec<u32>>,
    steps: u64,
}

/// Tolerance for rounding errors in prices, which are multiples of simple fractions.
const PRICE_EPS: f64 = 1e-3;

impl FleetEnumerator<'_> {
    fn buy(&mut self, bought: &mut Vec<u32>, left: f64, ships: u32) -> Result<(), TooMany> {
        let Some(option) = self.options.get(bought.len()) else {
            self.steps += 1;
            let is_whole = !self.only_largest || !self.can_add(bought, left, ships);
            if bought.iter().any(|n| *n > 0) && self.is_allowed(bought) && is_whole {
                self.found.push(bought.clone());
            }
            let fits = self.found.len() <= MAX_FLEETS && self.steps <= MAX_STEPS;
            return if fits { Ok(()) } else { Err(TooMany) };
        };
        for number in 0..=option.most.min(ships) {
            let cost = f64::from(number) * option.cost;
            if cost > left + PRICE_EPS {
                break;
            }
            bought.push(number);
            self.buy(bought, left - cost, ships - number)?;
            bought.pop();
        }
        Ok(())
    }

    fn sum(&self, bought: &[u32], of: impl Fn(&ShipOption) -> u32) -> u32 {
        self.options.iter().zip(bought).map(|(option, number)| number * of(option)).sum()
    }

    /// Whether capacity and fleet pool allow these ships.
    fn is_allowed(&self, bought: &[u32]) -> bool {
        let carried = self.sum(bought, |option| u32::from(option.is_carried));
        let room = self.limits.room.map(|room| room + self.sum(bought, |option| option.carries));
        let counted = self.sum(bought, |option| u32::from(option.counts));
        room.is_none_or(|room| carried <= room)
            && self.limits.pool.is_none_or(|pool| counted <= pool)
    }

    /// Whether one more ship can be bought.
    fn can_add(&self, bought: &[u32], left: f64, ships: u32) -> bool {
        let mut more = bought.to_vec();
        (0..bought.len()).any(|n| {
            let option = &self.options[n];
            if ships == 0 || bought[n] >= option.most || option.cost > left + PRICE_EPS {
                return false;
            }
            more[n] += 1;
            let is_allowed = self.is_allowed(&more);
            more[n] -= 1;
            is_allowed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PurchaseLimits, ShipOption, purchases};

    fn option(cost: f64, carries: u32, is_carried: bool) -> ShipOption {
        ShipOption { cost, most: 9, carries, is_carried, counts: !is_carried }
    }

    const LIMITS: PurchaseLimits = PurchaseLimits { cost: 4.0, room: None, pool: None, ships: 64 };

    #[test]
    fn all_that_can_be_bought() {
        let options = [option(2.0, 0, false), option(1.0, 0, false)];
        let all = purchases(&options, LIMITS, false).unwrap();
        assert_eq!(all.len(), 8);
        let largest = purchases(&options, LIMITS, true).unwrap();
        assert_eq!(largest, [[0, 4], [1, 2], [2, 0]]);
    }

    #[test]
    fn what_is_carried_needs_room_and_ships_a_pool() {
        let options = [option(2.0, 3, false), option(0.5, 0, true)];
        let limits = PurchaseLimits { room: Some(1), ..LIMITS };
        // Two carriers use up the money; without a carrier there is room for one fighter only.
        assert_eq!(purchases(&options, limits, true).unwrap(), [[1, 4], [2, 0]]);
        let limits = PurchaseLimits { room: Some(1), pool: Some(0), ..LIMITS };
        assert_eq!(purchases(&options, limits, true).unwrap(), [[0, 1]]);
    }

    #[test]
    fn too_many_are_refused() {
        let options = vec![option(0.1, 0, false); 8];
        assert!(purchases(&options, LIMITS, false).is_err());
    }
}
