//! Enumerates all fleets that a budget can buy.

/// A kind of ship that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Ware {
    /// Price of one ship.
    pub cost: f64,
    /// Maximum number of ships.
    pub most: u32,
    /// Number of other ships that one ship carries.
    pub carries: u32,
    /// Whether it must be carried.
    pub is_carried: bool,
    /// Whether it counts against the fleet pool.
    pub counts: bool,
}

/// Budget for a purchase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purse {
    /// Materials, resources or points.
    pub cost: f64,
    /// Capacity in addition to that of the ships bought; `None` if capacity is not checked.
    pub room: Option<u32>,
    /// Size of the fleet pool, if limited.
    pub pool: Option<u32>,
    /// Maximum number of ships in total.
    pub ships: u32,
}

/// Error: there are too many fleets to enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Maximum number of fleets returned.
const MOST: usize = 20_000;
/// Maximum number of fleets examined.
const MOST_LOOKS: u64 = 50_000_000;

/// Returns all fleets with at least one ship that the purse can buy, each as a list of numbers
/// by ware. With `only_largest`, returns only fleets to which no ship can be added.
///
/// # Errors
/// If there are too many fleets.
pub fn purchases(
    wares: &[Ware],
    purse: Purse,
    only_largest: bool,
) -> Result<Vec<Vec<u32>>, TooMany> {
    let mut shop = Shop { wares, purse, only_largest, found: Vec::new(), looks: 0 };
    shop.buy(&mut Vec::new(), purse.cost, purse.ships)?;
    Ok(shop.found)
}

struct Shop<'a> {
    wares: &'a [Ware],
    purse: Purse,
    only_largest: bool,
    found: Vec<Vec<u32>>,
    looks: u64,
}

/// Tolerance for rounding errors in prices, which are multiples of simple fractions.
const NOTHING: f64 = 1e-3;

impl Shop<'_> {
    fn buy(&mut self, bought: &mut Vec<u32>, left: f64, ships: u32) -> Result<(), TooMany> {
        let Some(ware) = self.wares.get(bought.len()) else {
            self.looks += 1;
            let is_whole = !self.only_largest || !self.can_add(bought, left, ships);
            if bought.iter().any(|n| *n > 0) && self.is_allowed(bought) && is_whole {
                self.found.push(bought.clone());
            }
            let fits = self.found.len() <= MOST && self.looks <= MOST_LOOKS;
            return if fits { Ok(()) } else { Err(TooMany) };
        };
        for number in 0..=ware.most.min(ships) {
            let cost = f64::from(number) * ware.cost;
            if cost > left + NOTHING {
                break;
            }
            bought.push(number);
            self.buy(bought, left - cost, ships - number)?;
            bought.pop();
        }
        Ok(())
    }

    fn sum(&self, bought: &[u32], of: impl Fn(&Ware) -> u32) -> u32 {
        self.wares.iter().zip(bought).map(|(ware, number)| number * of(ware)).sum()
    }

    /// Whether capacity and fleet pool allow these ships.
    fn is_allowed(&self, bought: &[u32]) -> bool {
        let carried = self.sum(bought, |ware| u32::from(ware.is_carried));
        let room = self.purse.room.map(|room| room + self.sum(bought, |ware| ware.carries));
        let counted = self.sum(bought, |ware| u32::from(ware.counts));
        room.is_none_or(|room| carried <= room)
            && self.purse.pool.is_none_or(|pool| counted <= pool)
    }

    /// Whether one more ship can be bought.
    fn can_add(&self, bought: &[u32], left: f64, ships: u32) -> bool {
        let mut more = bought.to_vec();
        (0..bought.len()).any(|n| {
            let ware = &self.wares[n];
            if ships == 0 || bought[n] >= ware.most || ware.cost > left + NOTHING {
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
    use super::{Purse, Ware, purchases};

    fn ware(cost: f64, carries: u32, is_carried: bool) -> Ware {
        Ware { cost, most: 9, carries, is_carried, counts: !is_carried }
    }

    const PURSE: Purse = Purse { cost: 4.0, room: None, pool: None, ships: 64 };

    #[test]
    fn all_that_can_be_bought() {
        let wares = [ware(2.0, 0, false), ware(1.0, 0, false)];
        let all = purchases(&wares, PURSE, false).unwrap();
        assert_eq!(all.len(), 8);
        let largest = purchases(&wares, PURSE, true).unwrap();
        assert_eq!(largest, [[0, 4], [1, 2], [2, 0]]);
    }

    #[test]
    fn what_is_carried_needs_room_and_ships_a_pool() {
        let wares = [ware(2.0, 3, false), ware(0.5, 0, true)];
        let purse = Purse { room: Some(1), ..PURSE };
        // Two carriers use up the money; without a carrier there is room for one fighter only.
        assert_eq!(purchases(&wares, purse, true).unwrap(), [[1, 4], [2, 0]]);
        let purse = Purse { room: Some(1), pool: Some(0), ..PURSE };
        assert_eq!(purchases(&wares, purse, true).unwrap(), [[0, 1]]);
    }

    #[test]
    fn too_many_are_refused() {
        let wares = vec![ware(0.1, 0, false); 8];
        assert!(purchases(&wares, PURSE, false).is_err());
    }
}
