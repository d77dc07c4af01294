//! Exact odds of a two-sided battle, by the letter of the rules and without optimisation.
//!
//! A probability distribution over battle states is pushed forward, activation by activation. Every
//! result that the dice of a volley can reach is built die by die (D1), and the captain picks one
//! of them (D8, D11). Speed does not matter here; the code is meant to be checked by reading it.
//! Not covered: point defence, distortion shield, splitter, rift, retreat, sector.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Probability of undecided states below which propagation stops.
const NEGLIGIBLE: f64 = 1e-13;
/// Index of the attacker in every array of two.
const ATTACKER: usize = 0;
/// Index of the defender in every array of two.
const DEFENDER: usize = 1;

/// All ships of one class of one owner.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Number of ships.
    pub count: u8,
    /// Cannon dice per ship, of damage 1, 2, 3, 4.
    pub cannons: [u8; 4],
    /// Missile dice per ship, of damage 1, 2, 3, 4.
    pub missiles: [u8; 4],
    /// Bonus on each die that the group rolls.
    pub computer: i32,
    /// Penalty on each die that is rolled against the group.
    pub shield: i32,
    /// Hull points; a ship is destroyed when its damage reaches this plus one.
    pub hull: u8,
    /// Initiative; a higher one acts first.
    pub initiative: i32,
    /// Size of the ships; a higher rank is larger.
    pub rank: u8,
    /// Damage at the start, one entry per damaged ship (at most `count` entries).
    pub damaged: Vec<u8>,
    /// Points that each ship repairs at the end of each full engagement round.
    pub regenerate: u8,
}

/// Policy by which a side assigns its dice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Policy {
    /// D8 with leftover damage concentrated.
    Npc,
    /// D8 with leftover damage spread evenly.
    NpcSpread,
}

/// One side of the battle.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// Groups in the order given.
    pub groups: Vec<Group>,
    /// Policy by which the side assigns its dice.
    pub policy: Policy,
    /// Whether these are non-player ships, which win ties of initiative.
    pub non_player: bool,
}

/// Odds of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    /// Probability that the attacker wins.
    pub attacker: f64,
    /// Probability that the defender wins.
    pub defender: f64,
    /// Probability that the battle is undecided: the round cap is reached, or probability is left
    /// over.
    pub standoff: f64,
    /// Probability of each number of survivors, as `[side][group][number alive]`, standoffs
    /// included.
    pub survivors: [Vec<Vec<f64>>; 2],
    /// Probability of each number of engagement rounds; the missile round is not counted. The round
    /// in which the battle ends counts. A standoff counts with the rounds played so far.
    pub rounds: Vec<f64>,
}

/// Life left (hull + 1 - damage) of each living ship: one sorted list per group.
pub(crate) type Lives = Vec<Vec<u8>>;

/// One die of a volley after it has been rolled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Die {
    /// Points of damage.
    pub damage: u8,
    /// Whether the die hits, by target group.
    pub hits: Vec<bool>,
}

/// Living ships of both sides.
pub(crate) type State = [Lives; 2];
/// Probabilities of the undecided states.
type Spread = BTreeMap<State, f64>;
/// Results of volleys by side, group, whether missiles are fired, number of ships and targets.
type Memo = BTreeMap<(usize, usize, bool, usize, Lives), BTreeMap<Lives, f64>>;

/// Returns the exact odds of the battle. Battles that may never end need a sensible `round_cap`.
///
/// A side that has no ship at the start has lost; if neither has one, the defender wins.
pub(crate) fn solve(attacker: &Side, defender: &Side, round_cap: u32) -> Odds {
    Battle::new([attacker, defender]).run(round_cap)
}

/// Returns all results of one volley: every multiset of remaining life per target group that
/// assigning the dice die by die can reach under D1.
///
/// Dice of equal damage that can hit equally many ships keep their order. All dice of one group
/// share its computers, so the sets of ships that they hit are nested. Then the order of such dice
/// does not matter, and neither does counting ships before the first die.
pub(crate) fn replies(lives: &Lives, dice: &[Die]) -> BTreeSet<Lives> {
    let mut ordered = dice.to_vec();
    ordered.sort_by_key(|die| (Reverse(die.damage), Reverse(ships_hit(lives, die))));
    let mut reached = BTreeSet::from([lives.clone()]);
    for die in &ordered {
        reached = reached.iter().flat_map(|now| assign(now, die)).collect();
    }
    reached
}

/// Returns the number of living ships that the die can hit.
fn ships_hit(lives: &Lives, die: &Die) -> usize {
    let hit = |group: &usize| die.hits[*group];
    (0..lives.len()).filter(hit).map(|group| lives[group].len()).sum()
}

/// Returns all results of one die: it goes to a living ship that it can hit, and is lost only if
/// there is none.
fn assign(lives: &Lives, die: &Die) -> BTreeSet<Lives> {
    let mut reached = BTreeSet::new();
    for group in (0..lives.len()).filter(|&group| die.hits[group]) {
        for ship in 0..lives[group].len() {
            reached.insert(damage_ship(lives, group, ship, die.damage));
        }
    }
    if reached.is_empty() {
        reached.insert(lives.clone());
    }
    reached
}

/// Returns the ships after `damage` points on one of them. A destroyed ship is removed; excess
/// damage is lost.
fn damage_ship(lives: &Lives, group: usize, ship: usize, damage: u8) -> Lives {
    let mut after = lives.clone();
    if after[group][ship] > damage {
        after[group][ship] -= damage;
    } else {
        after[group].remove(ship);
    }
    after[group].sort_unstable();
    after
}

/// Returns the result that the policy prefers. If D8 and D11 leave several, it is the one in which
/// the weakest ship of the first differing group has less life (the rules do not say).
pub(crate) fn choose(policy: Policy, targets: &[Group], results: &BTreeSet<Lives>) -> Lives {
    results
        .iter()
        .min_by_key(|lives| Reverse(worth(policy, targets, lives)))
        .expect("a volley has at least one result")
        .clone()
}

/// Returns D8, then D11, as numbers to be compared in order, the greater the better. Two results
/// with equal kills have equally many survivors of each rank, so their lists have equal lengths.
fn worth(policy: Policy, targets: &[Group], lives: &Lives) -> Vec<i32> {
    let ranks: BTreeSet<Reverse<u8>> = targets.iter().map(|group| Reverse(group.rank)).collect();
    let survivors: Vec<Vec<(i32, i32)>> =
        ranks.iter().map(|rank| survivors_of_rank(targets, lives, rank.0)).collect();
    let sign = if policy == Policy::Npc { -1 } else { 1 };
    let mut worth = Vec::new();
    worth.extend(survivors.iter().map(|ships| -(ships.len() as i32)));
    worth.extend(survivors.iter().map(|ships| ships.iter().map(|ship| ship.1).sum::<i32>()));
    worth.extend(survivors.iter().flatten().map(|ship| sign * ship.0));
    worth.extend(lives.iter().map(|ships| -total(ships)));
    worth
}

/// Returns (remaining hull, damage) of every survivor of a rank, lowest remaining hull first.
fn survivors_of_rank(targets: &[Group], lives: &Lives, rank: u8) -> Vec<(i32, i32)> {
    let mut ships = Vec::new();
    for (group, living) in targets.iter().zip(lives) {
        if group.rank == rank {
            let hull = i32::from(group.hull);
            ships.extend(
                living.iter().map(|&life| (i32::from(life) - 1, hull + 1 - i32::from(life))),
            );
        }
    }
    ships.sort_unstable();
    ships
}

/// Returns the sum of the remaining life.
fn total(ships: &[u8]) -> i32 {
    ships.iter().map(|&life| i32::from(life)).sum()
}

/// Whether a die with this face hits.
fn is_hit(face: i32, computer: i32, shield: i32) -> bool {
    face == 6 || (face != 1 && face + computer - shield >= 6)
}

/// Returns all rolls of a volley with their probabilities, built die by die and face by face. Rolls
/// that differ only in the order of dice, or in dice that hit nothing, are merged.
pub(crate) fn rolls(
    shooter: &Group,
    per_ship: [u8; 4],
    ships: usize,
    targets: &[Group],
) -> BTreeMap<Vec<Die>, f64> {
    let mut rolls = BTreeMap::from([(Vec::new(), 1.0)]);
    for (&number, damage) in per_ship.iter().zip(1..) {
        for _ in 0..usize::from(number) * ships {
            rolls = one_more_die(&rolls, &faces(shooter, damage, targets));
        }
    }
    rolls
}

/// Returns the effect of each of the six faces of a die of this damage on the targets.
fn faces(shooter: &Group, damage: u8, targets: &[Group]) -> Vec<Die> {
    let hits =
        |face| targets.iter().map(|target| is_hit(face, shooter.computer, target.shield)).collect();
    (1..=6).map(|face| Die { damage, hits: hits(face) }).collect()
}

/// Returns the rolls with one more die, whose faces are equally likely.
fn one_more_die(rolls: &BTreeMap<Vec<Die>, f64>, faces: &[Die]) -> BTreeMap<Vec<Die>, f64> {
    let mut more = BTreeMap::new();
    for (roll, probability) in rolls {
        for face in faces {
            let mut longer = roll.clone();
            if face.hits.contains(&true) {
                longer.push(face.clone());
                longer.sort();
            }
            *more.entry(longer).or_insert(0.0) += probability / faces.len() as f64;
        }
    }
    more
}

/// Returns the targets after one volley, with probabilities.
fn volley(
    policy: Policy,
    rolls: &BTreeMap<Vec<Die>, f64>,
    targets: &[Group],
    lives: &Lives,
) -> BTreeMap<Lives, f64> {
    let mut outcomes = BTreeMap::new();
    for (roll, probability) in rolls {
        let chosen = choose(policy, targets, &replies(lives, roll));
        *outcomes.entry(chosen).or_insert(0.0) += probability;
    }
    outcomes
}

/// Returns the living ships of a side at the start.
pub(crate) fn initial_lives(side: &Side) -> Lives {
    side.groups.iter().map(initial_ships).collect()
}

/// Returns the life of each living ship of a group at the start.
fn initial_ships(group: &Group) -> Vec<u8> {
    let count = usize::from(group.count);
    assert!(group.damaged.len() <= count, "more damaged ships than ships");
    let damage = |ship: usize| group.damaged.get(ship).copied().unwrap_or(0);
    let life = |ship: usize| (group.hull + 1).saturating_sub(damage(ship));
    let mut ships: Vec<u8> = (0..count).map(life).filter(|&life| life > 0).collect();
    ships.sort_unstable();
    ships
}

/// Whether the side has no ship left.
pub(crate) fn is_dead(lives: &Lives) -> bool {
    lives.iter().all(Vec::is_empty)
}

/// Whether a living ship of this side has a cannon.
pub(crate) fn has_cannons(side: &Side, lives: &Lives) -> bool {
    side.groups.iter().zip(lives).any(|(group, ships)| !ships.is_empty() && group.cannons != [0; 4])
}

/// Returns the side's ships after the repairs at the end of a round.
fn heal(side: &Side, lives: &Lives) -> Lives {
    let mend = |group: &Group, ships: &Vec<u8>| {
        let life = |life: &u8| life.saturating_add(group.regenerate).min(group.hull + 1);
        ships.iter().map(life).collect()
    };
    side.groups.iter().zip(lives).map(|(group, ships)| mend(group, ships)).collect()
}

/// Returns all groups as (side, group) in the order in which they act: by initiative, then
/// non-player ships, then the defender, then the order given.
pub(crate) fn acting_order(sides: [&Side; 2]) -> Vec<(usize, usize)> {
    let mut order = Vec::new();
    for side in [DEFENDER, ATTACKER] {
        order.extend((0..sides[side].groups.len()).map(|group| (side, group)));
    }
    let key = |&(side, group): &(usize, usize)| {
        (Reverse(sides[side].groups[group].initiative), Reverse(sides[side].non_player))
    };
    order.sort_by_key(key);
    order
}

/// Returns a table of zeros, `[group][number alive]`.
fn no_survivors(side: &Side) -> Vec<Vec<f64>> {
    side.groups.iter().map(|group| vec![0.0; usize::from(group.count) + 1]).collect()
}

/// A battle while its odds are computed.
struct Battle<'a> {
    sides: [&'a Side; 2],
    order: Vec<(usize, usize)>,
    /// Number of engagement rounds begun so far.
    round: usize,
    /// Probabilities of the undecided states.
    open: Spread,
    /// Odds of the decided states so far.
    odds: Odds,
    memo: Memo,
}

impl<'a> Battle<'a> {
    /// Creates the battle before the first shot.
    fn new(sides: [&'a Side; 2]) -> Self {
        let odds = Odds {
            attacker: 0.0,
            defender: 0.0,
            standoff: 0.0,
            survivors: sides.map(no_survivors),
            rounds: Vec::new(),
        };
        let open = BTreeMap::from([(sides.map(initial_lives), 1.0)]);
        Battle { sides, order: acting_order(sides), round: 0, open, odds, memo: Memo::new() }
    }

    /// Plays the battle to its end and returns its odds.
    fn run(mut self, round_cap: u32) -> Odds {
        self.close_decided();
        self.all_fire(true);
        self.close_harmless();
        for _ in 0..round_cap {
            if self.open.values().sum::<f64>() < NEGLIGIBLE {
                break;
            }
            self.round += 1;
            self.all_fire(false);
            self.heal_all();
            self.close_harmless();
        }
        self.close_standoffs();
        self.odds
    }

    /// Lets every group act once, in order; decided battles end at once.
    fn all_fire(&mut self, missiles: bool) {
        for (side, group) in self.order.clone() {
            self.one_fires(side, group, missiles);
            self.close_decided();
        }
    }

    /// Lets one group fire all its missiles or all its cannons.
    fn one_fires(&mut self, side: usize, group: usize, missiles: bool) {
        let enemy = 1 - side;
        let mut next = Spread::new();
        for (state, probability) in std::mem::take(&mut self.open) {
            for (lives, chance) in self.volley_of(side, group, missiles, &state) {
                let mut after = state.clone();
                after[enemy] = lives;
                *next.entry(after).or_insert(0.0) += probability * chance;
            }
        }
        self.open = next;
    }

    /// Returns the enemy's ships after a group's volley, cached or computed.
    fn volley_of(
        &mut self,
        side: usize,
        group: usize,
        missiles: bool,
        state: &State,
    ) -> BTreeMap<Lives, f64> {
        let (own, enemy) = (self.sides[side], self.sides[1 - side]);
        let (ships, targets) = (state[side][group].len(), &state[1 - side]);
        let fire = || {
            let shooter = &own.groups[group];
            let dice = if missiles { shooter.missiles } else { shooter.cannons };
            let rolls = rolls(shooter, dice, ships, &enemy.groups);
            volley(own.policy, &rolls, &enemy.groups, targets)
        };
        let key = (side, group, missiles, ships, targets.clone());
        self.memo.entry(key).or_insert_with(fire).clone()
    }

    /// Applies the repairs at the end of a full round.
    fn heal_all(&mut self) {
        let mut next = Spread::new();
        for (state, probability) in std::mem::take(&mut self.open) {
            let healed = [ATTACKER, DEFENDER].map(|side| heal(self.sides[side], &state[side]));
            *next.entry(healed).or_insert(0.0) += probability;
        }
        self.open = next;
    }

    /// Records the battles in which a side has no ship left.
    fn close_decided(&mut self) {
        for (state, probability) in std::mem::take(&mut self.open) {
            if is_dead(&state[ATTACKER]) {
                self.odds.defender += probability;
                self.book(&state, probability);
            } else if is_dead(&state[DEFENDER]) {
                self.odds.attacker += probability;
                self.book(&state, probability);
            } else {
                self.open.insert(state, probability);
            }
        }
    }

    /// Applies D6: if no living ship of either side has cannons (missiles are spent), the attacker
    /// is destroyed.
    fn close_harmless(&mut self) {
        let mut next = Spread::new();
        for (mut state, probability) in std::mem::take(&mut self.open) {
            let armed = |side: usize| has_cannons(self.sides[side], &state[side]);
            if !armed(ATTACKER) && !armed(DEFENDER) {
                state[ATTACKER].iter_mut().for_each(Vec::clear);
            }
            *next.entry(state).or_insert(0.0) += probability;
        }
        self.open = next;
        self.close_decided();
    }

    /// Records all undecided states as standoffs.
    fn close_standoffs(&mut self) {
        for (state, probability) in std::mem::take(&mut self.open) {
            self.odds.standoff += probability;
            self.book(&state, probability);
        }
    }

    /// Adds a final state to the tables of survivors and rounds.
    fn book(&mut self, state: &State, probability: f64) {
        for (table, lives) in self.odds.survivors.iter_mut().zip(state) {
            for (row, ships) in table.iter_mut().zip(lives) {
                row[ships.len()] += probability;
            }
        }
        if self.odds.rounds.len() <= self.round {
            self.odds.rounds.resize(self.round + 1, 0.0);
        }
        self.odds.rounds[self.round] += probability;
    }
}
