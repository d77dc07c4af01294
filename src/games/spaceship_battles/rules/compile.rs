//! Compiles fleets into a battle, which holds everything that never changes.

use super::attack::numbers_of_dice;
use super::battle::{ShipBattle, ShipState};
use super::damages::Damages;
use super::fleet::{Geometry, ShipFleet, ShipGroup, ShipTerms};
use super::outcome::ShipCellLayout;
use super::ship::Ship;
use crate::dice::Distribution;
use crate::games::common::LimitError;

/// Returns the number of ships of both sides.
#[must_use]
pub fn ships(fleets: &[ShipFleet; 2]) -> usize {
    fleets.iter().map(ShipFleet::ships).sum()
}

/// Compiles a battle. `SHIPS` must be at least the number of ships of both sides.
///
/// # Errors
/// If a side exceeds a limit.
pub fn compile<const SHIPS: usize>(
    fleets: &[ShipFleet; 2],
    terms: &ShipTerms,
) -> Result<ShipBattle<SHIPS>, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
    }
    let groups: Vec<ShipGroup> = fleets.iter().flat_map(|fleet| fleet.groups.clone()).collect();
    let on_map = matches!(terms.geometry, Geometry::Map(_));
    let mut group_of = [0; SHIPS];
    let mut opening = ShipState { ships: [Ship::default(); SHIPS], phase: 0, cursor: 0 };
    let mut next = 0;
    for (g, group) in groups.iter().enumerate() {
        for n in 0..usize::from(group.count) {
            let hull = group.hull - group.damaged.get(n).copied().unwrap_or(0);
            let place = group.places.get(n).copied().filter(|_| on_map);
            opening.ships[next] = Ship::new(hull, group.factors, place);
            group_of[next] = g as u8;
            next += 1;
        }
    }
    let mut battle = ShipBattle {
        opening,
        ships: next,
        second: fleets[0].ships(),
        damages: Damages::new(groups.iter().flat_map(numbers_of_dice)),
        blasts: groups.iter().any(|group| group.orders.self_destruct > 0),
        layout: ShipCellLayout::new(fleets),
        groups,
        group_of,
        geometry: terms.geometry.clone(),
        charts: terms.charts.clone(),
        one_die: Distribution::new((1..=6).map(|face| (face, 1.0 / 6.0))),
    };
    // Nothing is repaired in the first turn, so its phase zero needs no dice and can be played
    // here.
    let mut opening = battle.opening;
    battle.command(&mut opening);
    battle.close_in(&mut opening, 0);
    battle.opening = opening;
    Ok(battle)
}
