//! The whole rulebook by brute force and to the letter: an oracle that shares no code with the
//! program.
//!
//! Every situation of a battle, down to a single volley or removed missile, is a node of one graph.
//! Choices are found by value iteration, then probability is pushed forward, round by round.
//!
//! | decision | where |
//! |---|---|
//! | D1 order of dice, D15 spare missiles | `results`, `meets_point_defense` |
//! | D8 result of `npc`, D11 groups listed first | `d8`, `greatest` |
//! | D15 which missiles are spare, which ship takes them | `spare_missiles`, `d15` |
//! | D3 removal by point defence | `npc_remove`; all that `optimal` may remove: `removals` |
//! | D2 own groups that tie | `Spec::new` |
//! | D6 harmless battles | `advance` |
//! | D12 damage by own rift dice | `assigned` |
//! | D13 end of the battle | `advance`, `solve` |
//! | D16 ties of `optimal` | `pick`, and the order of options in `Node::Choice`: `results` |
//! | D9, D10 sectors | `solve_sector` |
//!
//! ```text
//! activations  order of play, retreats, and the end of a battle
//! volleys      who is hit, and by how much
//! graph        the graph of all situations, and the choices in it
//! battle       battles of two sides
//! sector       sectors
//! ```

// A test file may use only a part of this module.
#![allow(dead_code, unreachable_pub, missing_docs)]
#![allow(clippy::all, reason = "correct to the letter comes before everything else here")]

mod activations;
pub(crate) mod battle;
mod graph;
pub(crate) mod sector;
mod volleys;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub count: u8,
    pub cannons: [u8; 5], // yellow, orange, blue, red, pink (rift)
    pub missiles: [u8; 4],
    pub computer: i32,
    pub shield: i32,
    pub hull: u8,
    pub initiative: i32,
    pub rank: u8, // a higher rank is larger
    pub tiles: u8,
    pub cost: u32,
    pub damaged: Vec<u8>,
    pub regenerate: u8,
    pub mobile: bool,
    pub retreating: bool,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Assign {
    Npc,
    NpcSpread,
    Optimal,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Retreat {
    Never,
    AfterRound(u32),
    AtMost(u32),
    Below(f64),
    Optimal,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Objective {
    Win,
    Swing,
}
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub name: String,
    pub groups: Vec<Group>,
    pub assign: Assign,
    pub retreat: Retreat,
    pub objective: Objective,
    pub may_retreat: bool,
    pub point_defense: bool,
    pub distortion_shield: bool,
    pub splitter: bool,
    pub tractor_beam: bool,
    pub neutron_bombs: bool,
    pub neutron_absorber: bool,
    pub non_player: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub round: u32,
    pub missiles_spent: bool,
}
/// A battle of two sides, each with one or several owners. Side 0 is the attacker.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub sides: [Vec<Owner>; 2],
    pub wins_ties: usize,
    pub start: Start,
    pub second_edition: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    /// Probability that no side has a ship in the sector at the end (win + win + draw + standoff =
    /// 1).
    pub draw: f64,
    pub standoff: f64,
    /// Probability that each side has retreated.
    pub retreated: [f64; 2],
    /// Distributions of survivors as `[side][owner][group][number alive]`.
    pub survivors: Vec<Vec<Vec<Vec<f64>>>>,
    /// Distributions of tiles as `[side][owner][number of tiles]`.
    pub tiles: Vec<Vec<Vec<f64>>>,
    pub cost_lost: [f64; 2],
    pub cost_destroyed: [f64; 2],
    /// Probability of each number of the last round. A standoff has no last round and is not
    /// included.
    pub rounds: Vec<f64>,
    /// Whether the choices of captains whose objectives are not opposed have settled (additional
    /// field).
    pub converged: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub owner: Owner,
    pub influence: bool,
    pub alliance: Option<String>,
}
#[derive(Clone, Debug)]
pub(crate) struct Population {
    pub owner: usize,
    pub cubes: u8,
    pub planta: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Sector {
    pub parties: Vec<Party>,
    pub population: Option<Population>,
    pub second_edition: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct SectorOdds {
    /// Probability that the party has a living ship in the sector and no other side has one.
    pub holds: Vec<f64>,
    /// Probability that the party's side is the only one left, also for members without a ship
    /// there (additional field).
    pub side_holds: Vec<f64>,
    pub retreated: Vec<f64>,
    pub survivors: Vec<Vec<Vec<f64>>>,
    /// Attacking side, defending side, P(takes place), P(attacker wins | takes place), P(defender
    /// wins | takes place).
    pub encounters: Vec<(Vec<usize>, Vec<usize>, f64, f64, f64)>,
    pub tiles_mean: Vec<f64>,
    pub destroyed: Vec<f64>,
    pub influence_lost: f64,
    pub may_claim: Vec<f64>,
    /// Whether all battles have converged, as in [`Odds`] (additional field).
    pub converged: bool,
}

/// Damage of the living ships of one group (sorted), and the flags of the group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Unit {
    dmg: Vec<u8>,
    retreating: bool,
    left: bool,
}
impl Unit {
    fn new(g: &Group) -> Unit {
        let mut dmg = g.damaged.clone();
        dmg.resize(g.count as usize, 0);
        dmg.sort();
        Unit { dmg, retreating: g.retreating, left: false }
    }
    fn alive(&self) -> bool {
        !self.dmg.is_empty()
    }
    fn here(&self) -> bool {
        self.alive() && !self.left
    }
}
type Ships = Vec<Unit>;
/// Place in the order of D1 (printed damage), lowest face with the same effect, and points.
/// Descending order is the order of D1.
type Die = (u8, u8, u8);
/// By group (all groups of the battle) and ship: certain damage, and missiles aimed at the ship.
type Hurt = Vec<Vec<(u8, Vec<u8>)>>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The group `order[k]` is about to act.
    Act,
    /// The group has decided to fire.
    Fire,
    /// Dice that hit something and damage to the own fleet; all dice are about to be assigned at
    /// once.
    Assign(Vec<Die>, u8),
    /// The point defence of this owner is about to roll.
    PdRoll(Hurt, usize),
    /// The point defence of this owner has this many hits left to use.
    PdPick(Hurt, usize, u8),
    Over,
}
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sit {
    /// Number of the round, capped at the first round from which nothing depends on it any more.
    round: u32,
    missile: bool,
    k: usize,
    ships: Ships,
    stage: Stage,
}
/// Transition to a situation: ships lost on the way (group, owner of the dice), and whether a round
/// begins.
struct Step {
    sit: Sit,
    lost: Vec<(usize, Option<usize>)>,
    new_round: bool,
}
struct Edge {
    to: usize,
    lost: Vec<(usize, Option<usize>)>,
    new_round: bool,
}
enum Node<E> {
    Chance(Vec<(f64, E)>),
    /// The owner chooses by D16 and takes the first of equal options. They are listed in this
    /// order: the greatest result by D8 first; firing, then retreating; removing a missile, then
    /// letting it pass.
    Choice(usize, Vec<E>),
    /// Firing or beginning to retreat, by the odds of this owner's side.
    Below(usize, f64, E, E),
    Over,
}

struct OwnerSpec {
    side: usize,
    o: Owner,
    /// Whether the owner has a ship in the battle at its start.
    present: bool,
}
struct GroupSpec {
    side: usize,
    owner: usize,
    g: Group,
}
struct Spec {
    owners: Vec<OwnerSpec>,
    groups: Vec<GroupSpec>,
    order: Vec<usize>,
    start: Start,
    round_cut: u32,
}

fn chance_to_hit(computer: i32) -> f64 {
    (1 + computer).clamp(1, 5) as f64 / 6.0
}
fn total(t: &(u8, Vec<u8>)) -> u32 {
    t.0 as u32 + t.1.iter().map(|&x| x as u32).sum::<u32>()
}
