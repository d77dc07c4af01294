//! All fleets that can be bought.

/// A kind of ship that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Ware {
    /// Price of one.
    pub cost: f64,
    /// How many there are at most.
    pub most: u32,
    /// How many others one of them carries.
    pub carries: u32,
    /// It has to be carried.
    pub is_carried: bool,
    /// It counts against the fleet pool.
    pub counts: bool,
}

/// What there is to spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purse {
    /// Materials, resources, points.
    pub cost: f64,
    /// Room besides that of the ships bought; nothing if it does not matter.
    pub room: Option<u32>,
    /// Ships that are allowed, if that is limited.
    pub pool: Option<u32>,
    /// Ships in all.
    pub ships: u32,
}

/// There are more fleets than can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Fleets that are told apart.
const MOST: usize = 20_000;
/// Fleets that are looked at.
const MOST_LOOKS: u64 = 50_000_000;

/// By ware, how many of each: all fleets that can be bought and have a ship, or those alone to
/// which no ship can be added.
///
/// # Errors
/// If there are too many.
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

/// Prices are sums of halves and such: a thousandth is nothing.
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

    /// Has everybody room, and the fleet pool enough?
    fn is_allowed(&self, bought: &[u32]) -> bool {
        let carried = self.sum(bought, |ware| u32::from(ware.is_carried));
        let room = self.purse.room.map(|room| room + self.sum(bought, |ware| ware.carries));
        let counted = self.sum(bought, |ware| u32::from(ware.counts));
        room.is_none_or(|room| carried <= room)
            && self.purse.pool.is_none_or(|pool| counted <= pool)
    }

    /// Can one ship more be bought?
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
        // Two carriers leave nothing for fighters; one fighter alone has room.
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
