//! From fleets to a battle that can be played: everything that can be known before the
//! first die is worked out here.

use std::sync::Arc;

use super::Dice;
use super::captains::Solved;
use super::fleet::limits::GROUPS;
use super::fleet::{Figures, Fleet, LimitError, Objective};
use super::outcome::Layout;
use super::ships::{Roster, Ships};
use super::step::State;
use super::turn::{Turn, Weapon};
use super::volley::{Battery, Gunnery};

/// A battle of two sides, ready to be played.
#[derive(Clone, Debug)]
pub struct EclipseBattle {
    pub(super) opening: State,
    /// Missile volleys in initiative order, then the turns of an engagement round.
    pub(super) turns: Vec<Turn>,
    /// How many of the turns are missile volleys.
    pub(super) missile_turns: usize,
    pub(super) rosters: [Roster; 2],
    /// Both sides have ships without cannons, so that D6 may come to pass.
    pub(super) some_unarmed: bool,
    pub(super) regenerates: bool,
    pub(super) layout: Layout,
    /// What `optimal` captains play by, once it has been worked out.
    pub(super) solved: Option<Arc<Solved>>,
    /// What each side is after.
    pub(super) objectives: [Objective; 2],
    /// Materials that a ship of each group costs.
    pub(super) costs: [[u32; GROUPS]; 2],
}

/// Makes a battle of two fleets, the attacker first.
///
/// # Errors
/// If a fleet goes beyond a limit, see [`super::limits`].
pub fn compile(fleets: &[Fleet; 2]) -> Result<EclipseBattle, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
    }
    let mut turns = volleys(fleets, Weapon::Missile);
    let missile_turns = turns.len();
    turns.extend(volleys(fleets, Weapon::Cannon));
    chain(&mut turns, missile_turns);
    let unarmed = |f: &Fleet| f.groups.iter().any(|g| g.figures.cannons.total() == 0);
    let mut battle = EclipseBattle {
        opening: State {
            ships: [ships(&fleets[0]), ships(&fleets[1])],
            turn: 0,
            clock: 0,
            forfeit: false,
        },
        turns,
        missile_turns,
        rosters: [roster(&fleets[0]), roster(&fleets[1])],
        some_unarmed: fleets.iter().all(unarmed),
        regenerates: fleets.iter().flat_map(|f| &f.groups).any(|g| g.figures.regenerate > 0),
        layout: Layout::new(fleets),
        solved: None,
        objectives: fleets.each_ref().map(|f| f.objective),
        costs: fleets.each_ref().map(costs),
    };
    if missile_turns == 0 {
        battle.opening.forfeit = battle.nobody_can_hurt(&battle.opening);
    }
    Ok(battle)
}

/// Links the turns: missiles lead to the first cannons, the last cannons back to them.
fn chain(turns: &mut [Turn], missile_turns: usize) {
    let last = turns.len().wrapping_sub(1);
    for (i, turn) in turns.iter_mut().enumerate() {
        turn.index = i;
        turn.next = if i == last { missile_turns } else { i + 1 } as u8;
        turn.ends_round = i == last || i + 1 == missile_turns;
    }
}

/// Turns of all groups that have this weapon, in the order in which they act.
fn volleys(fleets: &[Fleet; 2], weapon: Weapon) -> Vec<Turn> {
    let mut order: Vec<(usize, usize)> = (0..2)
        .flat_map(|side| (0..fleets[side].groups.len()).map(move |group| (side, group)))
        .filter(|&(side, group)| weapon.of(&fleets[side].groups[group].figures).total() > 0)
        .collect();
    let wins_ties = tie_winner(fleets);
    // The sort is stable: own groups that tie act in the order listed (D2).
    order.sort_by_key(|&(side, group)| {
        (-fleets[side].groups[group].figures.initiative, side != wins_ties)
    });
    (0..order.len()).map(|i| turn(fleets, weapon, order[i], &order[i + 1..])).collect()
}

/// Ties of initiative: non-player ships win, else the defender.
fn tie_winner(fleets: &[Fleet; 2]) -> usize {
    usize::from(fleets[1].non_player || !fleets[0].non_player)
}

/// The turn of a group, given as side and group; `later` fire the same weapon after it.
fn turn(
    fleets: &[Fleet; 2],
    weapon: Weapon,
    (side, group): (usize, usize),
    later: &[(usize, usize)],
) -> Turn {
    let figures = &fleets[side].groups[group].figures;
    let enemies = &fleets[1 - side].groups;
    let mut faces = [0; GROUPS];
    let mut firepower = [0; GROUPS];
    for (g, enemy) in enemies.iter().enumerate() {
        faces[g] = hitting_faces(figures.computer, enemy.figures.shield);
        firepower[g] = expected_damage(&enemy.figures, Weapon::Cannon, &fleets[side]);
        // A ship whose missiles are still to come is the more dangerous.
        if weapon == Weapon::Missile && later.contains(&(1 - side, g)) {
            firepower[g] += expected_damage(&enemy.figures, Weapon::Missile, &fleets[side]);
        }
    }
    let first = faces[0];
    let dice = weapon.of(figures).0;
    let batteries: Vec<Battery> = (0..Dice::RIFT)
        .rev()
        .filter(|&colour| dice[colour] > 0)
        .map(|colour| Battery { damage: colour as u8 + 1, icons: dice[colour] })
        .collect();
    let single_points = batteries.iter().all(|b| b.damage == 1);
    let count = fleets[side].groups[group].count as u8;
    Turn {
        index: 0,
        side,
        group,
        weapon,
        next: 0,
        ends_round: false,
        gunnery: Gunnery::new(batteries, count, &faces[..enemies.len()]),
        single_points,
        targets: roster(&fleets[1 - side]),
        policy: fleets[side].policy,
        faces,
        faces_of_all: faces[..enemies.len()].iter().all(|f| *f == first).then_some(first),
        firepower,
    }
}

/// Faces of a die that hit: 6 always, 1 never, 2 to 5 when face + computer - shield
/// reaches 6.
fn hitting_faces(computer: i16, shield: i16) -> u8 {
    (1 + computer - shield).clamp(1, 5) as u8
}

/// Damage that one ship's volley does to that fleet, in sixths of a point, summed over
/// the ships it may be aimed at: a measure to compare ships of one side by.
fn expected_damage(figures: &Figures, weapon: Weapon, enemy: &Fleet) -> u32 {
    let points: u32 = weapon.of(figures).0[..Dice::RIFT]
        .iter()
        .zip(1..)
        .map(|(&icons, damage)| u32::from(icons) * damage)
        .sum();
    let faces: u32 = enemy
        .groups
        .iter()
        .map(|g| u32::from(g.count) * u32::from(hitting_faces(figures.computer, g.figures.shield)))
        .sum();
    points * faces
}

fn ships(fleet: &Fleet) -> Ships {
    let mut ships = Ships::NONE;
    let mut place = 0;
    for (g, group) in fleet.groups.iter().enumerate() {
        let first = place;
        for i in 0..usize::from(group.count) {
            let damage = group.damaged.get(i).copied().unwrap_or(0);
            ships.life[place] = group.figures.hull + 1 - damage;
            place += 1;
        }
        ships.life[first..place].sort_unstable_by(|a, b| b.cmp(a));
        ships.alive[g] = group.count as u8;
        ships.afloat += group.count as u8;
    }
    ships
}

fn costs(fleet: &Fleet) -> [u32; GROUPS] {
    let mut costs = [0; GROUPS];
    for (cost, group) in costs.iter_mut().zip(&fleet.groups) {
        *cost = group.cost;
    }
    costs
}

fn roster(fleet: &Fleet) -> Roster {
    let groups = fleet.groups.len();
    let by_group = |value: fn(&super::Group) -> u8| {
        let mut values = [0; GROUPS];
        for (g, group) in fleet.groups.iter().enumerate() {
            values[g] = value(group);
        }
        values
    };
    let mut first = [0; GROUPS];
    for g in 1..groups {
        first[g] = first[g - 1] + fleet.groups[g - 1].count as u8;
    }
    let rank = by_group(|g| g.rank);
    let mut by_rank: Vec<u8> = (0..groups as u8).collect();
    by_rank.sort_by_key(|&g| std::cmp::Reverse(rank[usize::from(g)]));
    Roster {
        groups,
        first,
        count: by_group(|g| g.count as u8),
        full: by_group(|g| g.figures.hull + 1),
        regenerate: by_group(|g| g.figures.regenerate),
        ranks_differ: by_rank
            .windows(2)
            .all(|w| rank[usize::from(w[0])] != rank[usize::from(w[1])]),
        rank,
        by_rank,
    }
}
