//! Compiles fleets into a battle that can be played. Everything that can be known before the first
//! die is computed here.

use super::battle::{EclipseBattle, EclipseState, Edition, Setup};
use super::bombardment::Bombardment;
use super::defence::Defence;
use super::dice::{DISTORTION, Dice, hitting_faces};
use super::fleet::limits::{GROUPS, OWNERS};
use super::fleet::{EclipseFleet, EclipseGroup, Figures, Owner};
use super::layout::EclipseCellLayout;
use super::outlook::Outlook;
use super::policy::Policy;
use super::ships::{EclipseRoster, Ships};
use super::turn::{EclipseWeapon, Turn};
use super::volley::{Gunnery, tabulate};
use crate::games::common::{LimitError, Retreat};

/// Compiles two fleets, the attacker first, into a battle from its beginning.
///
/// # Errors
/// Returns an error if a fleet exceeds a limit, see [`super::limits`].
pub fn compile(fleets: &[EclipseFleet; 2]) -> Result<EclipseBattle, LimitError> {
    compile_from(fleets, Setup::default())
}

/// Like [`compile`], but the battle starts at any point.
///
/// # Errors
/// Returns an error if a fleet exceeds a limit, see [`super::limits`].
pub fn compile_from(fleets: &[EclipseFleet; 2], setup: Setup) -> Result<EclipseBattle, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
    }
    Ok(compile_unchecked(fleets, setup, MAX_LISTED))
}

/// Maximum number of volley outcomes that a battle tabulates; they take about 4 MB.
pub(super) const MAX_LISTED: usize = 1 << 16;

/// Compiles fleets that are within the limits; one of them may have no ships. At most `room`
/// outcomes of volleys are tabulated.
pub(super) fn compile_unchecked(
    fleets: &[EclipseFleet; 2],
    setup: Setup,
    room: usize,
) -> EclipseBattle {
    let mut turns =
        if setup.missiles_spent { Vec::new() } else { volleys(fleets, EclipseWeapon::Missile) };
    let missile_turns = turns.len();
    turns.extend(volleys(fleets, EclipseWeapon::Cannon));
    chain(&mut turns, missile_turns);
    tabulate(turns.iter_mut().map(|turn| &mut turn.gunnery), room);
    let unarmed = |f: &EclipseFleet| f.groups.iter().any(|g| g.figures.cannons.total() == 0);
    let counts_kills = fleets.each_ref().map(|f| !f.non_player && f.owners.len() > 1);
    let retreats = turns.iter().any(|t| t.retreat.is_some())
        || fleets.iter().flat_map(|f| &f.groups).any(|g| g.retreating);
    let mut battle = EclipseBattle {
        opening: EclipseState {
            ships: [ships(&fleets[0]), ships(&fleets[1])],
            turn: 0,
            clock: 0,
            round: 0,
            attempted: 0,
            earned: [0; 2 * OWNERS],
            cubes: 0,
        },
        missile_turns,
        rosters: [roster(&fleets[0]), roster(&fleets[1])],
        some_unarmed: fleets.iter().all(unarmed),
        regenerates: fleets.iter().flat_map(|f| &f.groups).any(|g| g.figures.regenerate > 0),
        layout: EclipseCellLayout::new(fleets),
        objectives: fleets.each_ref().map(|f| f.owners.iter().map(|o| o.objective).collect()),
        costs: fleets.each_ref().map(|f| by_group(f, |g| g.cost)),
        tiles: fleets.each_ref().map(|f| by_group(f, |g| g.tiles)),
        owner_of: fleets.each_ref().map(|f| by_group(f, |g| g.owner as u8)),
        defences: if missile_turns > 0 { Defence::all(fleets) } else { Vec::new() },
        yields: (0..fleets[0].groups.len())
            .filter(|&g| can_retreat(fleets, 0, g))
            .fold(0, |set, g| set | 1 << g),
        beams: fleets.each_ref().map(beams),
        counts_kills,
        last_round: last_round(&turns),
        notes_attempts: retreats && setup.edition == Edition::Second,
        number: 0,
        leads_on: false,
        is_plain: false,
        landing: None,
        setup,
        outlook: Outlook::default(),
        turns,
    };
    for turn in &mut battle.turns {
        turn.is_plain = turn.is_armed
            && turn.retreat.is_none()
            && !retreats
            && !counts_kills[turn.side]
            && !turn.is_shot_at
            && turn.carriers.iter().all(|&carries| carries == 0);
    }
    battle.is_plain = !battle.some_unarmed && battle.turns.iter().all(|turn| turn.is_plain);
    for side in 0..2 {
        if battle.is_held(side, &battle.opening) || is_held(fleets, side) {
            battle.opening.ships[side].retreating = 0;
        }
    }
    battle.opening.round = setup.round.min(battle.last_round);
    battle.opening = battle.settled(battle.opening);
    battle
}

/// Compiles the attack of a fleet that is within the limits on `cubes` cubes of population.
pub(super) fn compile_landing(fleet: &EclipseFleet, cubes: u8) -> EclipseBattle {
    let no_ships = EclipseFleet::new(Vec::new(), false, Policy::Npc);
    let setup = Setup { missiles_spent: true, ..Setup::default() };
    let mut battle = compile_unchecked(&[fleet.clone(), no_ships], setup, 0);
    battle.landing = Some(Bombardment::new(fleet, cubes));
    battle.some_unarmed = true;
    battle.turns.retain(|turn| turn.is_armed);
    let last = battle.turns.len().saturating_sub(1);
    for (n, turn) in battle.turns.iter_mut().enumerate() {
        turn.index = n;
        // No turn follows the last one, so that the end of an attack differs from its beginning.
        turn.next = n as u8 + 1;
        turn.ends_round = n == last;
        turn.is_plain = false;
    }
    battle
}

/// Returns the owners of a fleet with a tractor beam.
fn beams(fleet: &EclipseFleet) -> Vec<usize> {
    let has_beam = |&owner: &usize| fleet.owners[owner].technologies.tractor_beam;
    (0..fleet.owners.len()).filter(has_beam).collect()
}

/// Returns the round from which on no retreat policy depends on the number of the round.
fn last_round(turns: &[Turn]) -> u32 {
    let watched = turns.iter().filter_map(|turn| match turn.retreat {
        Some(Retreat::AfterRound(round)) => Some(round + 1),
        _ => None,
    });
    watched.max().unwrap_or(0)
}

/// Whether a group can retreat: it is mobile, its owner has a destination, and the enemy does not
/// hold it (D4, D5).
fn can_retreat(fleets: &[EclipseFleet; 2], side: usize, group: usize) -> bool {
    let can = fleets[side].groups[group].mobile && fleets[side].owner_of(group).may_retreat;
    can && !is_held(fleets, side)
}

/// Whether all enemies of a side have a tractor beam (D5). If only some owners have one, whether
/// they take part in the battle is checked during play.
fn is_held(fleets: &[EclipseFleet; 2], side: usize) -> bool {
    let enemies = &fleets[1 - side].owners;
    enemies.iter().all(|enemy| enemy.technologies.tractor_beam)
}

/// Links the turns: missiles lead to the first cannons, and the last cannons lead back to these.
fn chain(turns: &mut [Turn], missile_turns: usize) {
    let last = turns.len().wrapping_sub(1);
    for (i, turn) in turns.iter_mut().enumerate() {
        turn.index = i;
        turn.next = if i == last { missile_turns } else { i + 1 } as u8;
        turn.ends_round = i == last || i + 1 == missile_turns;
    }
}

/// Returns the turns of all groups that have this weapon, or may retreat instead of firing it, in
/// the order in which they act.
fn volleys(fleets: &[EclipseFleet; 2], weapon: EclipseWeapon) -> Vec<Turn> {
    let acts = |side: usize, group: usize| {
        weapon.of(&fleets[side].groups[group].figures).total() > 0
            || (weapon == EclipseWeapon::Cannon && retreat(fleets, side, group).is_some())
            || (weapon == EclipseWeapon::Cannon
                && fleets[side].groups[group].retreating
                && can_retreat(fleets, side, group))
    };
    let mut order: Vec<(usize, usize)> = (0..2)
        .flat_map(|side| (0..fleets[side].groups.len()).map(move |group| (side, group)))
        .filter(|&(side, group)| acts(side, group))
        .collect();
    let wins_ties = tie_winner(fleets);
    // The sort is stable: own groups that tie act in the order listed (D2).
    order.sort_by_key(|&(side, group)| {
        (-fleets[side].groups[group].figures.initiative, side != wins_ties)
    });
    (0..order.len()).map(|i| turn(fleets, weapon, order[i], &order[i + 1..])).collect()
}

/// Returns the retreat policy of a group, if it may retreat and ever does.
fn retreat(fleets: &[EclipseFleet; 2], side: usize, group: usize) -> Option<Retreat> {
    let retreat = fleets[side].owner_of(group).retreat;
    (retreat != Retreat::Never && can_retreat(fleets, side, group)).then_some(retreat)
}

/// Returns the side that wins ties of initiative: non-player ships, else the defender. In a sector
/// the attacker is the side that moved in later, and the holder of the influence disc fights last.
fn tie_winner(fleets: &[EclipseFleet; 2]) -> usize {
    usize::from(fleets[1].non_player || !fleets[0].non_player)
}

/// Returns the turn of a group, given as side and group; `later` lists the groups that fire the
/// same weapon after it.
fn turn(
    fleets: &[EclipseFleet; 2],
    weapon: EclipseWeapon,
    (side, group): (usize, usize),
    later: &[(usize, usize)],
) -> Turn {
    let own = &fleets[side];
    let enemy = &fleets[1 - side];
    let EclipseGroup { figures, owner: number, count, .. } = &own.groups[group];
    let owner: &Owner = own.owner_of(group);
    let is_missile = weapon == EclipseWeapon::Missile;
    let mut faces = [0; GROUPS];
    let mut firepower = [0; GROUPS];
    for (g, target) in enemy.groups.iter().enumerate() {
        let distorted = is_missile && enemy.owner_of(g).technologies.distortion_shield;
        let computer = figures.computer - if distorted { DISTORTION } else { 0 };
        faces[g] = hitting_faces(computer, target.figures.shield);
        firepower[g] = expected_damage(&target.figures, EclipseWeapon::Cannon, own);
        // A ship whose missiles are still to come is more dangerous.
        if is_missile && later.contains(&(1 - side, g)) {
            firepower[g] += expected_damage(&target.figures, EclipseWeapon::Missile, own);
        }
    }
    let first = faces[0];
    let dice = weapon.of(figures);
    let divides_red = !is_missile && owner.technologies.antimatter_splitter;
    let has_rift = |g: &&EclipseGroup| g.owner == *number && g.figures.cannons.0[Dice::RIFT] > 0;
    let mut carriers = [0; GROUPS];
    if dice.0[Dice::RIFT] > 0 {
        for (carries, group) in carriers.iter_mut().zip(&own.groups) {
            *carries = u8::from(has_rift(&group));
        }
    }
    Turn {
        index: 0,
        side,
        group,
        owner: *number,
        weapon,
        next: 0,
        ends_round: false,
        is_plain: false,
        retreat: if is_missile { None } else { retreat(fleets, side, group) },
        is_armed: dice.total() > 0,
        gunnery: Gunnery::new(dice, divides_red, *count as u8, &faces[..enemy.groups.len()]),
        single_points: dice.0[1..].iter().all(|&icons| icons == 0),
        targets: roster(enemy),
        policy: owner.policy,
        faces,
        faces_of_all: faces[..enemy.groups.len()].iter().all(|f| *f == first).then_some(first),
        firepower,
        is_shot_at: is_missile && enemy.owners.iter().any(|o| o.technologies.point_defense),
        carriers,
    }
}

/// Returns the expected damage of one ship's volley to a fleet, in sixths of a point and summed
/// over all ships that it may be aimed at. It only serves to compare ships of one side.
fn expected_damage(figures: &Figures, weapon: EclipseWeapon, enemy: &EclipseFleet) -> u32 {
    let dice = weapon.of(figures).0;
    let points =
        dice[..Dice::RIFT].iter().zip(1..).map(|(&icons, damage)| u32::from(icons) * damage);
    let points: u32 = points.sum();
    // The faces of a rift die add up to six points, whatever its target.
    let rift = 6 * u32::from(dice[Dice::RIFT]);
    let against = |g: &EclipseGroup| u32::from(hitting_faces(figures.computer, g.figures.shield));
    enemy.groups.iter().map(|g| u32::from(g.count) * (points * against(g) + rift)).sum()
}

fn ships(fleet: &EclipseFleet) -> Ships {
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
        // Groups that may not retreat are never marked as retreating.
        let goes = group.retreating && group.mobile && fleet.owner_of(g).may_retreat;
        ships.retreating |= u16::from(goes) << g;
    }
    ships
}

/// Returns one figure of each group.
fn by_group<T: Copy + Default>(
    fleet: &EclipseFleet,
    value: impl Fn(&EclipseGroup) -> T,
) -> [T; GROUPS] {
    let mut values = [T::default(); GROUPS];
    for (slot, group) in values.iter_mut().zip(&fleet.groups) {
        *slot = value(group);
    }
    values
}

fn roster(fleet: &EclipseFleet) -> EclipseRoster {
    let groups = fleet.groups.len();
    let mut first = [0; GROUPS];
    for g in 1..groups {
        first[g] = first[g - 1] + fleet.groups[g - 1].count as u8;
    }
    let rank = by_group(fleet, |g| g.rank);
    let mut by_rank: Vec<u8> = (0..groups as u8).collect();
    by_rank.sort_by_key(|&g| std::cmp::Reverse(rank[usize::from(g)]));
    EclipseRoster {
        groups,
        first,
        count: by_group(fleet, |g| g.count as u8),
        full: by_group(fleet, |g| g.figures.hull + 1),
        regenerate: by_group(fleet, |g| g.figures.regenerate),
        ranks_differ: by_rank
            .windows(2)
            .all(|w| rank[usize::from(w[0])] != rank[usize::from(w[1])]),
        rank,
        by_rank,
    }
}
