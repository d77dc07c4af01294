//! A second implementation of combat in Twilight Imperium, for tests: written from the rules
//! reference and the decisions of `docs/rules/ti4.md` and `docs/rules/ti4-abilities.md`, with no
//! code of the program. Every die is rolled face by face, and battles are played forward round by
//! round until what is undecided is negligible.
//!
//! ```text
//! units      sides, units and their orders
//! dice       rolls, face by face
//! hits       hits and their assignment
//! course     rounds, and all that both kinds of combat share
//! best_play  best play of one side
//! space      space combat
//! ground     combat on a planet
//! invasion   a space combat, and then the planet
//! sayings    texts of one's own about rolls
//! ```

mod best_play;
mod course;
mod dice;
mod ground;
mod hits;
pub(crate) mod invasion;
pub(crate) mod sayings;
mod space;
mod units;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::sayings::Saying;
use super::ti4_cards::{Card, Dice, Kind, card};

/// The attacker is side 0, the defender side 1.
const SIDES: [usize; 2] = [0, 1];
/// What is undecided in the end below this is left out.
const NEGLIGIBLE: f64 = 1e-14;
/// Rounds after which what is undecided is a standoff, without a cap.
const MANY: u32 = 3000;

/// Units of one name.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub name: &'static str,
    pub count: usize,
    pub damaged: usize,
}

/// Action cards of one name: how many, and the first round in which one is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    pub count: u32,
    pub from: Option<u32>,
}

/// The rounds in which a side announces a retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leaves {
    #[default]
    Never,
    /// After this many rounds.
    After(u32),
    /// With at most this many ships.
    AtMost(usize),
}

/// A side as the scenario describes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    /// A name of its own, for its texts.
    pub of: &'static str,
    pub units: Vec<Group>,
    /// Of its faction, on combat rolls.
    pub bonus: i32,
    pub late: bool,
    /// Groups that it loses first, in this order.
    pub order: Vec<usize>,
    pub leaves: Leaves,
    /// It has a system to retreat to.
    pub exit: bool,
    /// Ships that retreat leave a gravity rift.
    pub rift: bool,
    pub fleet_pool: Option<usize>,
    /// Technologies and cards without numbers, by name.
    pub known: Vec<&'static str>,
    pub morale: Held,
    pub fire_team: Held,
    pub shields: Held,
    pub repairs: Held,
    pub direct_hits: Held,
    pub skilled_retreat: Option<u32>,
    pub sayings: Vec<Saying>,
}

/// A combat between two sides.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub in_space: bool,
    pub sides: [Side; 2],
    pub nebula: bool,
    pub enforces_capacity: bool,
    pub round_cap: Option<u32>,
}

/// Probabilities of the ends of a combat.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    pub draw: f64,
    pub standoff: f64,
    /// `[side][group][units left]`.
    pub left: [Vec<Vec<f64>>; 2],
    /// After the winner's capacity has been checked.
    pub kept: [Vec<Vec<f64>>; 2],
}

/// The units of a side that live, by group, and the cards that it still holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Force {
    whole: Vec<usize>,
    /// Damaged before this round.
    hurt: Vec<usize>,
    /// Damaged in this round.
    fresh: Vec<usize>,
    shields: u32,
    repairs: u32,
    direct_hits: u32,
    fire_team: u32,
}

impl Force {
    fn alive(&self, group: usize) -> usize {
        self.whole[group] + self.hurt[group] + self.fresh[group]
    }

    fn remove_all(&mut self, group: usize) {
        (self.whole[group], self.hurt[group], self.fresh[group]) = (0, 0, 0);
    }

    /// Leaves this many units of a group, damaged ones last to go.
    fn keep(&mut self, group: usize, count: usize) {
        while self.alive(group) > count {
            self.lose_one(group);
        }
    }

    /// The unit that sustained in this round is lost first, then damaged ones.
    fn lose_one(&mut self, group: usize) {
        for pile in [&mut self.fresh, &mut self.hurt, &mut self.whole] {
            if pile[group] > 0 {
                pile[group] -= 1;
                return;
            }
        }
    }

    fn repair_all(&mut self) {
        for group in 0..self.whole.len() {
            self.whole[group] = self.alive(group);
            (self.hurt[group], self.fresh[group]) = (0, 0);
        }
    }
}

type State = [Force; 2];
/// Hits that must go to ships other than fighters, and other hits.
type Hits = [usize; 2];
const AIMED: usize = 0;
const PLAIN: usize = 1;
type Roll = BTreeMap<Hits, f64>;
type Spread = BTreeMap<State, f64>;

/// The source of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Cannon,
    Bombs,
    Combat(u32),
}

/// The end of a round.
#[derive(Clone, Debug)]
enum End {
    GoesOn(State),
    Over(State),
    /// The ships of this side have left; they were these.
    Left(usize, State),
}

/// Returns the exact odds of a combat.
pub(crate) fn solve(fight: &Fight) -> Odds {
    let mut table = Table::new(fight);
    if fight.in_space {
        table.space();
    } else {
        table.ground();
    }
    table.odds
}

/// How often a side wins at most, whatever its captain chooses for each hit, if it sustains
/// damage before it loses ships, against an enemy who plays as the fight says. For fights in space
/// without cards, space cannon or retreats, and with one kind of fighters.
pub(crate) fn best(fight: &Fight, side: usize) -> f64 {
    let table = Table::new(fight);
    let mut spread = Spread::new();
    for (state, chance) in table.barrage(&table.start()) {
        *spread.entry(state).or_insert(0.0) += chance;
    }
    let mut values = Values::default();
    for state in spread.keys() {
        table.explore(state, side, &mut values);
    }
    // Values only rise, and what is left to rise shrinks from round to round.
    loop {
        let mut change: f64 = 0.0;
        for (number, rolls) in values.rolls.iter().enumerate() {
            let of_roll = |(chance, results): &(f64, Vec<usize>)| {
                chance * results.iter().map(|&n| values.worth[n]).fold(0.0, f64::max)
            };
            if !rolls.is_empty() {
                let worth = rolls.iter().map(of_roll).sum::<f64>();
                change = change.max(worth - values.worth[number]);
                values.worth[number] = worth;
            }
        }
        if change < NEGLIGIBLE {
            break;
        }
    }
    spread.iter().map(|(state, chance)| chance * values.worth[values.numbers[state]]).sum()
}

/// Values of the states of a fight for a captain who chooses well.
#[derive(Default)]
struct Values {
    numbers: HashMap<State, usize>,
    worth: Vec<f64>,
    /// By state, each roll of both with the states between which he chooses.
    rolls: Vec<Vec<(f64, Vec<usize>)>>,
}

/// A combat that is being worked out.
struct Table<'a> {
    fight: &'a Fight,
    cards: [Vec<Card>; 2],
    /// By side and group: combat dice that texts add, and by number the hits that they add.
    more_dice: [Vec<usize>; 2],
    more_hits: [Vec<[usize; 11]>; 2],
    /// By side: whether its Eidolons are ships by now (T17).
    turned: [bool; 2],
    /// Groups in the order in which a side loses them.
    orders: [Vec<usize>; 2],
    odds: Odds,
    /// The round that is being played, 0 before the first.
    round: u32,
    /// Ends with their last round and their winner, for what follows.
    ends: BTreeMap<(State, u32, Option<usize>), f64>,
}

impl<'a> Table<'a> {
    fn new(fight: &'a Fight) -> Self {
        let cards = SIDES.map(|side| {
            let units = &fight.sides[side].units;
            units.iter().map(|group| sheet(group.name, fight.in_space)).collect::<Vec<_>>()
        });
        let none = || {
            SIDES.map(|side| {
                let units = &fight.sides[side].units;
                units.iter().map(|group| vec![0.0; group.count + 1]).collect::<Vec<_>>()
            })
        };
        let odds = Odds { win: [0.0; 2], draw: 0.0, standoff: 0.0, left: none(), kept: none() };
        let orders = [Vec::new(), Vec::new()];
        let (round, ends) = (0, BTreeMap::new());
        let groups = SIDES.map(|side| fight.sides[side].units.len());
        let more_dice = groups.map(|n| vec![0; n]);
        let more_hits = groups.map(|n| vec![[0; 11]; n]);
        let turned = [true; 2];
        let mut table =
            Table { fight, cards, more_dice, more_hits, turned, orders, odds, round, ends };
        table.orders = SIDES.map(|side| table.order(side));
        table.write_sayings();
        // Where no other ship is listed, Eidolons have turned already.
        table.turned = SIDES.map(|side| {
            let lists = |group: usize| !table.cards[side][group].is("flipped");
            !table.groups(side).any(|group| lists(group) && table.is_ship(side, group))
        });
        table
    }
}

/// Dice of a group.
type Dicing<'a> = &'a dyn Fn(usize) -> Dice;

/// The card of a unit; Naaz-Rokha's mech is another unit in space.
fn sheet(name: &str, in_space: bool) -> Card {
    if name == "naaz-mech" && in_space { card("naaz-mech-space") } else { card(name) }
}

/// True if one of the cards is used in this round: one a round, from the first round on.
fn in_use(held: Held, round: u32) -> bool {
    let from = held.from.unwrap_or(1);
    round >= from && round - from < held.count
}

fn is_time(held: Held, round: u32) -> bool {
    held.from.is_none_or(|from| round >= from)
}

/// Takes away one hit, of those that are aimed first.
fn take(hits: &mut Hits, aimed: bool) {
    if aimed && hits[AIMED] > 0 {
        hits[AIMED] -= 1;
    } else {
        hits[PLAIN] -= 1;
    }
}

/// Ends a step: what was damaged in it is old damage in the next.
fn settle(state: &mut State) {
    for force in state {
        for group in 0..force.whole.len() {
            force.hurt[group] += std::mem::take(&mut force.fresh[group]);
        }
    }
}

fn gather(states: impl IntoIterator<Item = (State, f64)>) -> Spread {
    let mut spread = Spread::new();
    for (state, chance) in states {
        *spread.entry(state).or_insert(0.0) += chance;
    }
    spread
}
