//! An independent solver of small sectors, written from the rules alone (sections 1, 2 and 4, D1,
//! D6, D8, D9, D10, D11, D16 and D17 of `docs/rules/eclipse.md`). It shares no code with the
//! program.
//!
//! A fleet is a list of groups, each a list of the lives that its ships have left. A value has two
//! figures of the sector for every side, and two of the battle for both sides in it. A round in
//! which nothing is hit is closed by algebra.
//!
//! ```text
//! volleys  dice, their targets, and the order of D8
//! battle   one battle of two sides, from any fleets
//! random   small random sectors
//! ```

mod battle;
pub(crate) mod random;
mod volleys;

use std::collections::HashMap;

use self::battle::{Place, Round};

/// Ships of one class.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) class: &'static str,
    pub(crate) rank: usize,
    pub(crate) count: usize,
    /// Dice of 1, 2, 3 and 4 points.
    pub(crate) cannons: [usize; 4],
    pub(crate) missiles: [usize; 4],
    pub(crate) computer: i32,
    pub(crate) shield: i32,
    pub(crate) hull: u8,
    pub(crate) initiative: i32,
    pub(crate) cost: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    Npc,
    Optimal,
}

/// A figure that a captain plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    Win,
    Swing,
}

#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub(crate) name: String,
    pub(crate) groups: Vec<Group>,
    pub(crate) play: Play,
    pub(crate) aim: Aim,
    /// Whether an optimal captain looks to the end of the sector.
    pub(crate) looks_ahead: bool,
    pub(crate) alliance: bool,
    pub(crate) disc: bool,
}

/// Parties in the order in which they moved in.
#[derive(Clone, Debug)]
pub(crate) struct SectorText {
    pub(crate) parties: Vec<Party>,
    pub(crate) cap: Option<u32>,
}

/// By group: the lives left of the living ships, the most first.
pub(crate) type Fleet = Vec<Vec<u8>>;

/// By side: the probability that it holds the sector, and its swing still to come; then, of both
/// sides in the battle, the probability of winning it and the swing in it.
pub(crate) type Value = Vec<f64>;

/// A decision: the battle, the fleets, the rounds left, the group that fires, the dice on the
/// table, and the enemy after the dice before them.
pub(crate) type Decision =
    (usize, usize, Fleet, Fleet, Option<u32>, usize, Vec<(u8, usize)>, Fleet);

/// The sides of a battle, their fleets, and the rounds left, if they are limited.
type Situation = (usize, usize, Fleet, Fleet, Option<u32>);

/// Party and the enemy's fleet after the next die, for each decision.
pub(crate) type Decided = HashMap<Decision, (usize, Fleet)>;

/// Parties that fight as one.
pub(crate) struct Side {
    pub(crate) members: Vec<usize>,
    /// Groups with their parties.
    pub(crate) groups: Vec<(usize, Group)>,
}

/// A sector that is being solved.
pub(crate) struct Solver<'a> {
    pub(crate) text: &'a SectorText,
    pub(crate) sides: Vec<Side>,
    /// By battle, fleets and rounds left: the values before each turn of the round.
    known: HashMap<Situation, Vec<Value>>,
    /// All decisions made so far.
    pub(crate) decided: Decided,
    /// Decisions that are given for all parties but one.
    given: Option<(usize, &'a Decided)>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(text: &'a SectorText) -> Self {
        let sides = line(&text.parties);
        Self { text, sides, known: HashMap::new(), decided: HashMap::new(), given: None }
    }

    /// Holds the decisions of all parties but `free` fixed.
    pub(crate) fn with_given(self, free: usize, decided: &'a Decided) -> Self {
        Self { given: Some((free, decided)), ..self }
    }

    pub(crate) fn side_of(&self, party: usize) -> usize {
        self.sides.iter().position(|side| side.members.contains(&party)).unwrap()
    }

    /// Solves the sector: for each party, the probability that its side holds it, and the swing of
    /// its side.
    pub(crate) fn solve(&mut self) -> Vec<[f64; 2]> {
        let value = match self.sides.len() {
            1 => self.left(Some(0)),
            _ => self.begin((0, 1), &self.fresh(0)),
        };
        let of_party = |party| {
            let side = self.side_of(party);
            [value[2 * side], value[2 * side + 1]]
        };
        (0..self.text.parties.len()).map(of_party).collect()
    }

    pub(crate) fn fresh(&self, side: usize) -> Fleet {
        let groups = self.sides[side].groups.iter();
        groups.map(|(_, group)| vec![group.hull + 1; group.count]).collect()
    }

    /// The value if this side alone is left after the last battle.
    fn left(&self, side: Option<usize>) -> Value {
        let mut value = vec![0.0; 2 * self.sides.len() + 4];
        if let Some(side) = side {
            value[2 * side] = 1.0;
        }
        value
    }

    /// The value when a side begins its battle with the next in line.
    fn begin(&mut self, (field, next): (usize, usize), fleet: &Fleet) -> Value {
        let fresh = self.fresh(next);
        let places =
            [Place { side: field, fleet: fleet.clone() }, Place { side: next, fleet: fresh }];
        let mut value = Round { solver: self, sides: [field, next] }.missiles(0, places);
        value[2 * self.sides.len()..].fill(0.0);
        value
    }

    /// The value when a battle ends with these fleets.
    fn end(&mut self, places: &[Place; 2]) -> Value {
        let alive =
            places.each_ref().map(|place| place.fleet.iter().any(|group| !group.is_empty()));
        let next = places[1].side + 1;
        let (winner, mut value) = match alive {
            [true, true] => return self.left(None),
            [false, false] => panic!("no fight here kills both"),
            [is_first, _] => {
                let winner = usize::from(!is_first);
                let Place { side, fleet } = &places[winner];
                let value = match next < self.sides.len() {
                    true => self.begin((*side, next), fleet),
                    false => self.left(Some(*side)),
                };
                (winner, value)
            }
        };
        value[2 * self.sides.len() + 2 * winner] = 1.0;
        value
    }
}

/// Sides in the order in which they fight: the latest first, an alliance at the place of its
/// earliest member, the holder of the disc last.
fn line(parties: &[Party]) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for (n, party) in parties.iter().enumerate() {
        let allied = |side: &&mut Side| party.alliance && parties[side.members[0]].alliance;
        match sides.iter_mut().find(allied) {
            Some(side) => side.members.push(n),
            None => sides.push(Side { members: vec![n], groups: Vec::new() }),
        }
    }
    for side in &mut sides {
        for &member in &side.members {
            side.groups.extend(parties[member].groups.iter().map(|group| (member, group.clone())));
        }
    }
    sides.reverse();
    sides.sort_by_key(|side| side.members.iter().any(|&member| parties[member].disc));
    sides
}
