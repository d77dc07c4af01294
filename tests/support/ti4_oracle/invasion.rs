//! A space combat, and then the planet: the attacker's surviving ships bombard, and ground forces with
//! room land (T65). Each end of the space combat is followed by a combat of its own.

use super::*;

/// Probabilities of the ends of an invasion that begins in space.
#[derive(Clone, Debug)]
pub(crate) struct Invaded {
    /// The attacker takes the planet.
    pub taken: f64,
    /// The attacker wins in space, the defender does, no ship is left, and both have ships left.
    pub in_space: [f64; 4],
    /// `[side][group][units left]`: ships after the space combat, others after that on the planet.
    pub left: [Vec<Vec<f64>>; 2],
}

/// Returns the exact odds of an invasion of a planet whose defender has ships.
pub(crate) fn solve_invasion(fight: &Fight) -> Invaded {
    let waits = |name: &str| matches!(card(name).kind, Kind::Infantry | Kind::Mech);
    let space = Fight { in_space: true, ..defended_by(fight, |name| !waits(name)) };
    let mut table = Table::new(&space);
    table.space();
    let Odds { win, draw, standoff, .. } = table.odds;
    let in_space = [win[0], win[1], draw, standoff];
    let left = SIDES.map(|side| {
        let units = &fight.sides[side].units;
        units.iter().map(|group| vec![0.0; group.count + 1]).collect()
    });
    let mut found = Invaded { taken: 0.0, in_space, left };
    let is_ship = |name: &str| !waits(name) && card(name).kind != Kind::Pds;
    let planet = defended_by(fight, |name| !is_ship(name));
    let holds = planet.sides[1].units.iter().any(|group| waits(group.name) && group.count > 0);
    for ((state, rounds, winner), chance) in &table.ends {
        let is_standoff = SIDES.iter().all(|&side| table.fighting(state, side) > 0);
        for side in SIDES {
            for (group, units) in fight.sides[side].units.iter().enumerate() {
                if is_ship(units.name) {
                    found.left[side][group][state[side].alive(group)] += chance;
                }
            }
        }
        let ground = after_space(&planet, state, *rounds);
        let goes_on = *winner == Some(0);
        let odds = goes_on.then(|| solve(&ground));
        found.taken += chance * odds.as_ref().map_or(0.0, |odds| odds.win[0]);
        for side in SIDES {
            for (group, units) in ground.sides[side].units.iter().enumerate() {
                if is_ship(units.name) {
                    continue;
                }
                let shares = match &odds {
                    Some(odds) => odds.left[side][group].clone(),
                    None => {
                        // Nothing lands. Where both sides have ships left, the attacker waits.
                        let here = match side {
                            0 if is_standoff && holds => state[0].alive(group),
                            0 => 0,
                            _ => units.count,
                        };
                        let mut shares = vec![0.0; here + 1];
                        shares[here] = 1.0;
                        shares
                    }
                };
                for (left, share) in shares.into_iter().enumerate() {
                    found.left[side][group][left] += chance * share;
                }
            }
        }
    }
    found
}

/// The fight with those of the defender's units that are there.
fn defended_by(fight: &Fight, is_there: impl Fn(&str) -> bool) -> Fight {
    let mut fight = fight.clone();
    for group in fight.sides[1].units.iter_mut().filter(|group| !is_there(group.name)) {
        (group.count, group.damaged) = (0, 0);
    }
    fight
}

/// The combat on the planet with what the attacker has left, and without the cards that are used up.
fn after_space(planet: &Fight, state: &State, rounds: u32) -> Fight {
    let mut ground = planet.clone();
    for (side, (own, force)) in ground.sides.iter_mut().zip(state).enumerate() {
        if side == 0 {
            for (group, units) in own.units.iter_mut().enumerate() {
                units.count = force.alive(group);
                units.damaged = units.count - force.whole[group];
            }
        }
        let used = (rounds + 1).saturating_sub(own.morale.from.unwrap_or(1));
        own.morale.count -= used.min(own.morale.count);
        own.repairs.count = force.repairs;
    }
    ground
}
