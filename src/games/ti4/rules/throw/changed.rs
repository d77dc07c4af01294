//! Hits of a roll that abilities change after the dice were thrown (T22).
//!
//! The living units and the uses that are left determine the distribution of what a roll comes to:
//! its hits and the uses that are spent. It is computed die by die on first use, and kept.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::super::faces::Faces;
use super::super::fleet::limits::MEMBERS;
use super::super::force::{GROUPS, Ti4Force};
use super::super::hits::Hits;
use super::build::Changes;
use super::dice::Cluster;
use super::plain::{LEVELS, UnitThrow, level};
use crate::array::array;
use crate::dice::{Die, Distribution};
use crate::story::Observer;

/// Uses of abilities that a side has for a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in super::super) struct Uses {
    /// Number of dice that can be improved for trade goods (Wrath of Kenara).
    pub(in super::super) paid: u8,
    /// Number of hits below which one die can be improved (Heart of Ixth); 0 without it.
    pub(in super::super) heart: u16,
    /// Whether misses can be rolled again (War Funding, Fire Team).
    pub(in super::super) again: bool,
    /// Whether one more die can be rolled (Strike Wing Ambuscade).
    pub(in super::super) ambuscade: bool,
    /// Whether this is a roll that the enemy forces: nothing is changed afterwards.
    pub(in super::super) is_fresh: bool,
}

/// Outcome of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Outcome {
    pub(in super::super) hits: Hits,
    /// Number of dice improved for trade goods.
    pub(in super::super) paid: u8,
    /// Number of dice improved by Heart of Ixth.
    pub(in super::super) heart: u8,
    /// Whether a die missed that such a use can roll again.
    pub(in super::super) missed: bool,
    /// Number of natural 9s and 10s that count.
    pub(in super::super) nines: u16,
}

impl Outcome {
    /// Returns whether dice have been improved.
    pub(super) fn improves(&self) -> bool {
        self.paid > 0 || self.heart > 0
    }
}

/// Outcome of a roll, and the means with which it is compared.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Rolled {
    pub(in super::super) outcome: Outcome,
    /// Expected hits in tenths, with modifiers but without rerolls.
    pub(in super::super) mean: u32,
    /// Expected hits with all modifiers and rerolls, if they are asked for.
    pub(in super::super) expected: f64,
    /// Whether Strike Wing Ambuscade has found dice to be added to.
    pub(in super::super) uses_ambuscade: bool,
}

impl Rolled {
    /// Returns ten times the hits, to be compared with tenths.
    pub(in super::super) fn tenths(&self) -> u32 {
        10 * u32::from(self.outcome.hits.total())
    }

    /// Returns whether the roll made fewer hits than expected, with all modifiers and rerolls.
    pub(in super::super) fn is_below_expectation(&self) -> bool {
        f64::from(self.outcome.hits.total()) < self.expected - ROUNDING
    }

    /// Returns whether the roll made more hits than expected, with all modifiers and rerolls.
    pub(in super::super) fn is_above_expectation(&self) -> bool {
        f64::from(self.outcome.hits.total()) > self.expected + ROUNDING
    }
}

/// Difference of expected hits that is a matter of rounding.
const ROUNDING: f64 = 1e-9;

/// Figures that determine the distribution of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RollKey {
    throw: usize,
    alive: [u8; GROUPS],
    chosen: Option<usize>,
    mirrored: u16,
    is_silent: bool,
    uses: Uses,
    level: usize,
}

/// Distributions computed so far.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct RollMemory {
    rolls: FxHashMap<RollKey, Box<ChangedRoll>>,
    /// Number of outcomes of all of them.
    outcomes: usize,
}

/// Maximum number of outcomes that are kept.
const MOST_KEPT: usize = 1 << 20;

/// A roll with its distribution.
#[derive(Clone, Debug)]
struct ChangedRoll {
    table: Distribution<Outcome>,
    /// The roll without its outcome.
    rolled: Rolled,
    /// Hits from which on they are not told apart.
    cap: u16,
}

impl UnitThrow {
    /// Rolls the dice of a side with everything that its own abilities change afterwards. Hits
    /// beyond `most`, before they are doubled, have no effect.
    pub(in super::super) fn roll_changed<D: Die, O: Observer>(
        &self,
        forces: (&Ti4Force, &Ti4Force),
        (uses, most): (Uses, u16),
        die: &mut D,
        observer: &mut O,
        memory: &mut RollMemory,
    ) -> Rolled {
        let roll = memory.roll(self, forces, (uses, most));
        let outcome = die.draw(&roll.table);
        observer.report(|| {
            let (clusters, _) = self.dice.all_clusters(forces, uses.ambuscade);
            self.events_of_change(&clusters, &outcome, &uses, roll.cap)
        });
        Rolled { outcome, ..roll.rolled }
    }

    /// Returns the side that rolls.
    pub(in super::super) fn side(&self) -> usize {
        self.dice.side
    }

    /// Returns the number of hits for which each hit counts.
    pub(in super::super) fn times(&self) -> u16 {
        self.dice.times()
    }

    /// Returns whether a roll of a unit ability can be changed after the dice were thrown.
    pub(in super::super) fn is_changed(&self) -> bool {
        self.dice.changes.is_due
    }

    /// Computes the distribution of a roll.
    #[cold]
    fn changed_roll(
        &self,
        forces: (&Ti4Force, &Ti4Force),
        (uses, most): (Uses, u16),
    ) -> ChangedRoll {
        let (clusters, uses_ambuscade) = self.dice.all_clusters(forces, uses.ambuscade);
        let tenths = |dice: &Cluster| u32::from(dice.dice()) * dice.faces.tenths();
        let mean: u32 = clusters.iter().map(tenths).sum();
        let convolution = Convolution { changes: &self.dice.changes, uses, cap: u16::MAX };
        let expected = match self.dice.changes.is_compared {
            true => {
                let hits = |(outcome, p): (Outcome, f64)| p * f64::from(outcome.hits.total());
                convolution.outcomes(&clusters).into_iter().map(hits).sum()
            }
            false => 0.0,
        };
        // All hits that can be below or above one of the means are told apart.
        let above = (mean / 10).max((expected + ROUNDING) as u32) + 1;
        let cap = most.max(above as u16);
        let outcomes = Convolution { cap, ..convolution }.outcomes(&clusters);
        let rolled = Rolled { outcome: Outcome::default(), mean, expected, uses_ambuscade };
        ChangedRoll { table: Distribution::new(outcomes), rolled, cap }
    }
}

impl RollMemory {
    /// Returns the distribution of a roll.
    fn roll(
        &mut self,
        throw: &UnitThrow,
        (own, enemy): (&Ti4Force, &Ti4Force),
        (uses, most): (Uses, u16),
    ) -> &ChangedRoll {
        let dice = &throw.dice;
        let key = RollKey {
            throw: throw.blocks[0].first,
            alive: array(|g| own.alive(g)),
            chosen: own.supplies.chosen(),
            mirrored: enemy.count(dice.mirrored),
            is_silent: enemy.any(dice.silencers),
            uses,
            level: level(most),
        };
        if self.outcomes > MOST_KEPT {
            *self = Self::default();
        }
        let outcomes = &mut self.outcomes;
        self.rolls.entry(key).or_insert_with(|| {
            let roll = throw.changed_roll((own, enemy), (uses, LEVELS[key.level]));
            *outcomes += roll.table.outcomes().len();
            Box::new(roll)
        })
    }
}

impl Changes {
    /// Returns whether dice of a member can be improved after the throw, by which of the abilities:
    /// Wrath of Kenara, Heart of Ixth.
    fn improvements(&self, member: u8, uses: &Uses) -> [bool; 2] {
        let member = usize::from(member);
        [uses.paid > 0 && self.paid[member], uses.heart > 0 && self.heart[member]]
    }

    /// Returns whether dice of a member can be improved after the throw.
    pub(super) fn is_improvable(&self, member: u8, uses: &Uses) -> bool {
        self.improvements(member, uses).contains(&true)
    }
}

impl Cluster {
    /// Returns the member that owns the dice, as an index.
    pub(super) fn owner(&self) -> usize {
        usize::from(self.member).min(MEMBERS - 1)
    }
}

/// Last result of one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DieEnd {
    hits: u16,
    /// Whether it missed by one.
    is_near: bool,
    is_nine: bool,
    /// Whether it missed before a use rolled it again.
    missed: bool,
}

/// Results of one die with their probabilities.
type DieEnds = BTreeMap<DieEnd, f64>;

/// Results of several dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    hits: Hits,
    /// Dice that missed by one and can be improved: by which abilities, a bit each, and aimed or
    /// not.
    near: [[u8; 2]; 4],
    missed: bool,
    nines: u16,
}

/// Results of several dice with their probabilities.
type Tallies = BTreeMap<Tally, f64>;

/// Adds up the dice of a roll.
struct Convolution<'a> {
    changes: &'a Changes,
    uses: Uses,
    /// Hits from which on they are not told apart.
    cap: u16,
}

impl Convolution<'_> {
    /// Returns what a roll can come to.
    fn outcomes(&self, clusters: &[Cluster]) -> BTreeMap<Outcome, f64> {
        let mut tallies = Tallies::from([(Tally::default(), 1.0)]);
        for cluster in clusters {
            let (piece, times) = self.piece(cluster);
            for _ in 0..times {
                tallies = self.sum(&tallies, &piece);
            }
        }
        let mut outcomes = BTreeMap::new();
        for (tally, p) in tallies {
            *outcomes.entry(self.improve(tally)).or_insert(0.0) += p;
        }
        outcomes
    }

    /// Returns the results of one unit, or of one die if its dice are independent, and their
    /// number.
    fn piece(&self, cluster: &Cluster) -> (Tallies, u16) {
        let owner = cluster.owner();
        if self.uses.is_fresh {
            let ends = naturals(&cluster.faces);
            return (self.of_die(cluster, &ends), cluster.dice());
        }
        let mut ends = naturals(&cluster.faces);
        if cluster.faces.is_rerolled() {
            ends = roll_again(&ends, &cluster.faces, false);
        }
        if self.uses.again && self.changes.again[owner] {
            ends = roll_again(&ends, &cluster.faces, true);
        }
        match self.changes.crown[owner] {
            true => (self.of_crowned_unit(cluster, &ends), cluster.units),
            false => (self.of_die(cluster, &ends), cluster.dice()),
        }
    }

    /// Returns a die as a tally.
    fn tally(&self, cluster: &Cluster, end: &DieEnd) -> Tally {
        let is_aimed = cluster.faces.is_aimed();
        let mut tally = Tally { missed: end.missed, ..Tally::default() };
        match is_aimed {
            true => tally.hits.aimed = end.hits,
            false => tally.hits.free = end.hits,
        }
        let [paid, heart] = self.changes.improvements(cluster.member, &self.uses);
        if end.is_near && (paid || heart) && !self.uses.is_fresh {
            let by = usize::from(paid) | usize::from(heart) << 1;
            tally.near[by][usize::from(is_aimed)] = 1;
        }
        tally.nines = u16::from(end.is_nine && cluster.counts_nines);
        tally
    }

    fn of_die(&self, cluster: &Cluster, ends: &DieEnds) -> Tallies {
        let mut tallies = Tallies::new();
        for (end, p) in ends {
            *tallies.entry(self.tally(cluster, end)).or_insert(0.0) += p;
        }
        tallies
    }

    /// Returns the results of a unit with The Crown of Thalnos: if it has made a hit, or cannot
    /// miss with the bonus, its misses are rolled again at +1 (T30).
    fn of_crowned_unit(&self, cluster: &Cluster, ends: &DieEnds) -> Tallies {
        let raised = Cluster { faces: cluster.faces.raised(1), ..*cluster };
        let again = self.of_die(&raised, &naturals(&raised.faces));
        let mut units = BTreeMap::from([((Tally::default(), Vec::new()), 1.0)]);
        for _ in 0..cluster.each {
            let mut more = BTreeMap::new();
            for ((tally, missing), p) in &units {
                for (end, q) in ends {
                    let (mut tally, mut missing): (Tally, Vec<DieEnd>) = (*tally, missing.clone());
                    match end.hits {
                        0 => missing.push(*end),
                        _ => tally = self.add(&tally, &self.tally(cluster, end)),
                    }
                    missing.sort_unstable();
                    *more.entry((tally, missing)).or_insert(0.0) += p * q;
                }
            }
            units = more;
        }
        let mut tallies = Tallies::new();
        for ((tally, missing), p) in units {
            let rolls_again = tally.hits != Hits::NONE || raised.faces.cannot_miss();
            let mut unit = Tallies::from([(tally, p)]);
            for end in missing {
                let miss = self.tally(cluster, &end);
                let piece = match rolls_again {
                    true => again
                        .iter()
                        .map(|(end, q)| (Tally { missed: miss.missed, ..*end }, *q))
                        .collect(),
                    false => Tallies::from([(miss, 1.0)]),
                };
                unit = self.sum(&unit, &piece);
            }
            for (tally, p) in unit {
                *tallies.entry(tally).or_insert(0.0) += p;
            }
        }
        tallies
    }

    fn sum(&self, tallies: &Tallies, piece: &Tallies) -> Tallies {
        let mut sums = Tallies::new();
        for (tally, p) in tallies {
            for (more, q) in piece {
                *sums.entry(self.add(tally, more)).or_insert(0.0) += p * q;
            }
        }
        sums
    }

    /// Adds two tallies. What has no effect is not told apart.
    fn add(&self, a: &Tally, b: &Tally) -> Tally {
        let hits = |a: u16, b: u16| a.saturating_add(b).min(self.cap);
        let most_near = self.uses.paid + u8::from(self.uses.heart > 0);
        let near = |by: usize, aimed: usize| (a.near[by][aimed] + b.near[by][aimed]).min(most_near);
        Tally {
            hits: Hits {
                free: hits(a.hits.free, b.hits.free),
                aimed: hits(a.hits.aimed, b.hits.aimed),
            },
            near: array(|by| array(|aimed| near(by, aimed))),
            missed: a.missed || b.missed,
            nines: a.nines + b.nines,
        }
    }

    /// Improves dice that missed by one: as many as are paid for, then one by Heart of Ixth, if one
    /// more hit does something. Dice whose hits are not aimed come first.
    fn improve(&self, tally: Tally) -> Outcome {
        let Tally { mut hits, mut near, missed, nines } = tally;
        let mut improve = |hits: &mut Hits, abilities: [usize; 2], mut left: u8| {
            let before = left;
            for is_aimed in [false, true] {
                for by in abilities {
                    let near = &mut near[by][usize::from(is_aimed)];
                    let improved = left.min(*near);
                    *near -= improved;
                    left -= improved;
                    let hits = if is_aimed { &mut hits.aimed } else { &mut hits.free };
                    *hits = (*hits + u16::from(improved)).min(self.cap);
                }
            }
            before - left
        };
        let paid = improve(&mut hits, [PAID, PAID | HEART], self.uses.paid);
        let heart = u8::from(hits.total() < self.uses.heart);
        let heart = improve(&mut hits, [HEART, PAID | HEART], heart);
        Outcome { hits, paid, heart, missed, nines }
    }
}

/// Abilities that improve a die, one bit each.
const PAID: usize = 1;
const HEART: usize = 2;

/// Number of faces of a die.
const FACES: u8 = 10;

/// Returns the results of a die that is rolled once.
fn naturals(faces: &Faces) -> DieEnds {
    let mut ends = DieEnds::new();
    for face in 1..=FACES {
        let end = DieEnd {
            hits: faces.worth(face),
            is_near: faces.is_near(face),
            is_nine: face >= 9,
            missed: false,
        };
        *ends.entry(end).or_insert(0.0) += 1.0 / f64::from(FACES);
    }
    ends
}

/// Returns the results of a die whose misses are rolled again, by a use or otherwise.
fn roll_again(ends: &DieEnds, faces: &Faces, by_use: bool) -> DieEnds {
    let mut after = DieEnds::new();
    let again = naturals(faces);
    for (end, p) in ends {
        if end.hits > 0 {
            *after.entry(*end).or_insert(0.0) += p;
            continue;
        }
        for (last, q) in &again {
            let last = DieEnd { missed: by_use, ..*last };
            *after.entry(last).or_insert(0.0) += p * q;
        }
    }
    after
}
