//! The policy `threat`: a player's rule of thumb.
//!
//! Die by die, the target is the ship, among those that this volley can still destroy, whose loss
//! costs the enemy the most expected firepower per point of damage spent. If the volley can destroy
//! no ship, the damage goes to the one that is nearest to destruction. Dice that can hit well
//! shielded ships are not spent on ships that the other dice of the volley can destroy.

use std::cmp::Reverse;

use super::super::missile_targets::Board;
use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::Turn;
use super::super::volley::Salvo;

/// A possible target, and the cost of destroying it.
#[derive(Clone, Copy)]
struct ThreatCandidate {
    group: usize,
    place: usize,
    life: u32,
    /// Points spent until it is destroyed; `None` if this volley cannot destroy it.
    price: Option<u32>,
    firepower: u32,
    /// Number of faces of a die that hit it.
    faces: u8,
    /// Whether the dice of this volley that hit fewer ships suffice to destroy it.
    covered: bool,
}

/// Assigns a volley.
#[inline]
pub(super) fn assign<B: Board>(turn: &Turn, volley: &[Salvo], enemy: &mut B) {
    let ships = enemy.ships();
    let only = (0..turn.targets.groups).find(|&g| ships.alive[g] > 0).unwrap_or(0);
    if ships.alive[only] == ships.afloat {
        assign_to_group(&turn.targets, only, volley, enemy);
    } else {
        assign_to_many(turn, volley, enemy);
    }
}

/// Assigns a volley to enemies of one group: every die hits them, and the weakest is the cheapest.
#[inline]
fn assign_to_group<B: Board>(
    roster: &EclipseRoster,
    group: usize,
    volley: &[Salvo],
    enemy: &mut B,
) {
    for salvo in volley {
        let mut dice = salvo.hits;
        while dice > 0 {
            let ships = enemy.ships();
            if ships.afloat == 0 {
                return;
            }
            let weakest = roster.weakest(ships, group);
            if salvo.damage == 1 {
                let spent = dice.min(ships.life[weakest]);
                enemy.shoot_weakest(roster, group, spent, 1);
                dice -= spent;
            } else {
                let place = healthiest_up_to(roster, ships, group, weakest, salvo.damage);
                enemy.shoot(roster, group, place, 1, salvo.damage);
                dice -= 1;
            }
        }
    }
}

/// Returns the place of the healthiest ship that one die destroys; of the weakest if it destroys
/// none.
#[inline]
fn healthiest_up_to(
    roster: &EclipseRoster,
    enemy: &Ships,
    group: usize,
    weakest: usize,
    damage: u8,
) -> usize {
    let mut place = weakest;
    while place > usize::from(roster.first[group]) && enemy.life[place - 1] <= damage {
        place -= 1;
    }
    place
}

fn assign_to_many<B: Board>(turn: &Turn, volley: &[Salvo], enemy: &mut B) {
    let roster = &turn.targets;
    let mut later: u32 = volley.iter().map(Salvo::points).sum();
    for (i, salvo) in volley.iter().enumerate() {
        later -= salvo.points();
        let mut dice = u32::from(salvo.hits);
        while dice > 0 {
            let Some(aim) = best_aim(turn, enemy.ships(), &volley[i..], dice, later) else {
                break;
            };
            // Dice after the one that destroys the ship are not spent.
            let spent = dice_spent(aim, salvo, later).min(dice);
            enemy.shoot(roster, aim.group, aim.place, spent as u8, salvo.damage);
            dice -= spent;
        }
    }
}

#[inline]
fn best_aim(
    turn: &Turn,
    enemy: &Ships,
    salvos: &[Salvo],
    dice: u32,
    later: u32,
) -> Option<ThreatCandidate> {
    let roster = &turn.targets;
    let (salvo, others) = salvos.split_first()?;
    let mut best: Option<ThreatCandidate> = None;
    for group in 0..roster.groups {
        if enemy.alive[group] == 0 || turn.faces[group] < salvo.reach {
            continue;
        }
        let place = cheapest(roster, enemy, group, salvo, later);
        let life = u32::from(enemy.life[place]);
        let price = price(life, salvo, dice, later);
        let faces = turn.faces[group];
        let narrower: u32 = others
            .iter()
            .filter(|other| other.reach > salvo.reach && other.reach <= faces)
            .map(Salvo::points)
            .sum();
        let covered = price.is_some_and(|price| narrower >= price);
        let aim = ThreatCandidate {
            group,
            place,
            life,
            price,
            firepower: turn.firepower[group],
            faces,
            covered,
        };
        if best.is_none_or(|best| aim.is_better_than(&best)) {
            best = Some(aim);
        }
    }
    best
}

/// Returns the ship of a group that takes the fewest points: the weakest or, if this die does more
/// than the weakest needs, the healthiest that needs no more dice.
#[inline]
fn cheapest(
    roster: &EclipseRoster,
    enemy: &Ships,
    group: usize,
    salvo: &Salvo,
    later: u32,
) -> usize {
    let mut place = roster.weakest(enemy, group);
    let damage = u32::from(salvo.damage);
    if damage == 1 {
        return place;
    }
    let life = u32::from(enemy.life[place]);
    if life > damage && later >= life % damage {
        return place;
    }
    let reached = life.next_multiple_of(damage);
    while place > usize::from(roster.first[group]) && u32::from(enemy.life[place - 1]) <= reached {
        place -= 1;
    }
    place
}

/// Returns the points that destroying a ship takes: its life if smaller dice of this volley can
/// finish it exactly, otherwise the damage of enough dice of this kind.
#[inline]
fn price(life: u32, salvo: &Salvo, dice: u32, later: u32) -> Option<u32> {
    let damage = u32::from(salvo.damage);
    if dice * damage + later < life {
        return None;
    }
    let rest = life % damage;
    let exact = rest == 0 || (life > damage && later >= rest) || dice * damage < life;
    Some(if exact { life } else { life - rest + damage })
}

/// Returns the number of dice of this salvo to spend on the ship now.
#[inline]
fn dice_spent(aim: ThreatCandidate, salvo: &Salvo, later: u32) -> u32 {
    let damage = u32::from(salvo.damage);
    if aim.price.is_some() && aim.life > damage && later >= aim.life % damage {
        aim.life / damage
    } else {
        aim.life.div_ceil(damage)
    }
}

impl ThreatCandidate {
    #[inline]
    fn is_better_than(&self, other: &Self) -> bool {
        let (Some(mine), Some(others)) = (self.price, other.price) else {
            let key = |aim: &Self| (aim.price.is_none(), aim.life, Reverse(aim.firepower));
            return key(self) < key(other);
        };
        // Compares firepower per point without dividing. Of equal ships the better shielded comes
        // first, then the cheaper, then the one that wastes less.
        let key = |aim: &Self, price: u32, others: u32| {
            let value = Reverse(aim.firepower * others);
            (aim.covered, value, aim.faces, price, Reverse(aim.life))
        };
        key(self, mine, others) < key(other, others, mine)
    }
}
