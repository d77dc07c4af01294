//! Dice that a side rolls together, and what they come to.
//!
//! Dice with the same chances are of one kind. How many of each kind are rolled follows from
//! the units that are left; for each such list of numbers there is one distribution of hits,
//! worked out when it is first asked for and kept. A roll is one draw, or a few where the
//! lists would be too many.

use super::fleet::Roll;
use super::fleet::limits::GROUPS;
use super::force::{Force, Groups};
use crate::chance::{Die, Distribution};
use crate::story::{self, Cast, Event, Face, Total, Who, Witness};

/// Hits of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Hits {
    /// That go to any unit.
    pub(super) free: u16,
    /// That go to ships that are no fighters, if there are any.
    pub(super) aimed: u16,
}

impl Hits {
    pub(super) const NONE: Self = Self { free: 0, aimed: 0 };

    #[inline]
    pub(super) fn total(self) -> u16 {
        self.free + self.aimed
    }

    /// So many fewer, those that are aimed first.
    pub(super) fn less(self, cancelled: u16) -> Self {
        let aimed = self.aimed.min(cancelled);
        Self { aimed: self.aimed - aimed, free: self.free - (cancelled - aimed).min(self.free) }
    }
}

/// Most hits of one die.
const MOST_HITS: usize = 3;

/// Chances of one die: none, one, … hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Faces {
    pub(super) hits: [f64; MOST_HITS + 1],
    pub(super) is_aimed: bool,
    /// The least face that hits, 1 to 11.
    from: u8,
    rerolled: bool,
    doubles_nines: bool,
}

/// How dice differ from what stands on the unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    /// Added to each die.
    pub(super) bonus: i8,
    /// Misses are rolled once more.
    pub(super) rerolled: bool,
    /// Natural 9 and 10 make two hits more.
    pub(super) doubles_nines: bool,
    /// Hits go to ships that are no fighters.
    pub(super) is_aimed: bool,
}

/// Hits of a face: one from this value on, two more for a natural 9 or 10 where that counts.
fn hits_of(face: u8, from: u8, doubles_nines: bool) -> usize {
    usize::from(face >= from) + if doubles_nines && face >= 9 { 2 } else { 0 }
}

impl Faces {
    /// A die that hits from this value on. There is no automatic hit or miss.
    pub(super) fn new(hit: u8, modifiers: Modifiers) -> Self {
        let mut hits = [0.0; MOST_HITS + 1];
        let from = (i16::from(hit) - i16::from(modifiers.bonus)).clamp(1, 11) as u8;
        for face in 1..=10 {
            hits[hits_of(face, from, modifiers.doubles_nines)] += 0.1;
        }
        // Ten tenths are one, whatever their sum says.
        let tenths = |p: f64| (p * 10.0).round() / 10.0;
        hits = hits.map(tenths);
        let rerolled = modifiers.rerolled && hits[0] > 0.0;
        if rerolled {
            let misses = hits[0];
            hits[0] = misses * misses;
            hits[1..].iter_mut().for_each(|p| *p *= 1.0 + misses);
        }
        let Modifiers { is_aimed, doubles_nines, .. } = modifiers;
        Self { hits, is_aimed, from, rerolled, doubles_nines }
    }

    /// What a die may show, if each hit counts so many times.
    fn shown(&self, times: u32) -> Vec<Face> {
        let worth = |face: u8| times * hits_of(face, self.from, self.doubles_nines) as u32;
        let mut faces = Vec::new();
        for first in 1..=10 {
            if worth(first) > 0 || !self.rerolled {
                faces.push(Face::plain(first, worth(first)));
                continue;
            }
            let again = |face| Face { shows: (first, Some(face)), weight: 0.1, worth: worth(face) };
            faces.extend((1..=10).map(again));
        }
        faces
    }

    /// `7+`; `7+, aimed`.
    fn name(&self) -> String {
        let aimed = if self.is_aimed { ", aimed" } else { "" };
        match self.from {
            11 => format!("no hit{aimed}"),
            from => format!("{from}+{aimed}"),
        }
    }

    fn expected(&self) -> f64 {
        self.hits.iter().zip(0u32..).map(|(p, n)| p * f64::from(n)).sum()
    }
}

/// What of a side's situation changes its dice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// Units while which live others roll better, infantry is free, hits are aimed, mechs roll
    /// more.
    pub(super) leaders: Groups,
    pub(super) freers: Groups,
    pub(super) aimers: Groups,
    pub(super) armers: Groups,
}

/// Ways in which the situation can change a die: led, freed, aimed.
pub(super) const LOOKS: usize = 8;

/// Dice of one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) group: usize,
    pub(super) dice: u8,
    /// Kind of its dice by the situation.
    pub(super) kinds: [u8; LOOKS],
    /// It rolls a die more while the flagship that arms it lives.
    pub(super) is_armed: bool,
    /// It rolls as many dice as there are enemy ships that are no fighters.
    pub(super) mirrors: bool,
}

/// Kinds whose numbers of dice are looked up together.
#[derive(Clone, Debug)]
struct Block {
    /// By kind, what one die more adds to the place in the table.
    kinds: Vec<(usize, usize)>,
    /// Where the table begins among all of a battle.
    first: usize,
}

/// Dice that are rolled together.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    /// What it is called.
    name: &'static str,
    side: usize,
    entries: Vec<Entry>,
    kinds: Vec<Faces>,
    blocks: Vec<Block>,
    look: Look,
    /// Enemy ships that a mirroring flagship counts.
    mirrored: Groups,
    /// One die more for the best unit.
    has_extra_die: bool,
    /// Each hit counts twice.
    is_doubled: bool,
    /// Where nothing changes the dice but the units that are left: by group, what a unit more
    /// adds to the place in the only table.
    strides: Option<Vec<(usize, usize)>>,
}

/// Most kinds of dice of one throw.
pub(super) const KINDS: usize = 4 * GROUPS;

/// Places in one table.
const TABLE: usize = 4096;

/// What goes into a throw.
pub(super) struct Draft {
    name: &'static str,
    side: usize,
    pub(super) entries: Vec<Entry>,
    pub(super) kinds: Vec<Faces>,
    /// By kind, the most dice.
    pub(super) most: Vec<usize>,
    pub(super) look: Look,
    pub(super) mirrored: Groups,
    pub(super) has_extra_die: bool,
    pub(super) is_doubled: bool,
}

impl Draft {
    /// Of what name and side.
    pub(super) fn new(name: &'static str, side: usize, look: Look, mirrored: Groups) -> Self {
        Self {
            name,
            side,
            entries: Vec::new(),
            kinds: Vec::new(),
            most: Vec::new(),
            look,
            mirrored,
            has_extra_die: false,
            is_doubled: false,
        }
    }

    /// Adds the dice of a group: `faces` by how the situation changes them.
    pub(super) fn add(&mut self, group: usize, roll: Roll, most: usize, faces: [Faces; LOOKS]) {
        let kinds = faces.map(|faces| {
            let known = self.kinds.iter().position(|known| *known == faces);
            let kind = known.unwrap_or_else(|| {
                self.kinds.push(faces);
                self.most.push(0);
                self.kinds.len() - 1
            });
            kind as u8
        });
        for (kind, room) in self.most.iter_mut().enumerate() {
            if kinds.contains(&(kind as u8)) {
                *room += most;
            }
        }
        let dice = roll.dice;
        self.entries.push(Entry { group, dice, kinds, is_armed: false, mirrors: false });
    }

    /// See [`Throw::strides`].
    fn strides(&self, blocks: &[Block]) -> Option<Vec<(usize, usize)>> {
        let [block] = blocks else { return None };
        let Look { armers, .. } = self.look;
        let is_steady = |entry: &Entry| {
            let is_one_kind = entry.kinds.iter().all(|kind| *kind == entry.kinds[0]);
            is_one_kind && !entry.mirrors && (!entry.is_armed || armers.is_empty())
        };
        let stride = |entry: &Entry| {
            let kind = usize::from(entry.kinds[0]);
            let (_, step) = block.kinds.iter().find(|(known, _)| *known == kind)?;
            Some((entry.group, step * usize::from(entry.dice)))
        };
        let is_plain = !self.has_extra_die && self.entries.iter().all(is_steady);
        is_plain.then(|| self.entries.iter().filter_map(stride).collect())
    }

    /// The throw; its tables begin at `next` among all of the battle.
    pub(super) fn finish(mut self, next: &mut usize) -> Option<Throw> {
        if self.entries.is_empty() {
            return None;
        }
        if self.has_extra_die {
            self.most.iter_mut().for_each(|most| *most += 1);
        }
        let mut blocks: Vec<Block> = Vec::new();
        let mut size = TABLE + 1;
        for (kind, most) in self.most.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if size * (most + 1) <= TABLE => block.kinds.push((kind, size)),
                last => {
                    if last.is_some() {
                        *next += size * LEVELS.len();
                    }
                    size = 1;
                    blocks.push(Block { kinds: vec![(kind, size)], first: *next });
                }
            }
            size *= most + 1;
        }
        *next += size * LEVELS.len();
        let strides = self.strides(&blocks);
        let Self { name, side, entries, kinds, look, .. } = self;
        let Self { mirrored, has_extra_die, is_doubled, .. } = self;
        Some(Throw {
            name,
            side,
            entries,
            kinds,
            blocks,
            look,
            mirrored,
            has_extra_die,
            is_doubled,
            strides,
        })
    }
}

/// Hits beyond which the enemy has nothing to lose need not be told apart. So that tables stay
/// small, only these numbers are told apart, and more.
const LEVELS: [u16; 15] = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, u16::MAX];

/// The level at which so many hits are all that matter.
fn level(most: u16) -> usize {
    LEVELS.partition_point(|&level| level < most)
}

/// Distributions that have been asked for, by their place in the tables of a battle.
pub(super) type Tables = Vec<Option<Box<Distribution<Hits>>>>;

impl Throw {
    /// Rolls the dice of a side; of hits, no more than `most` matter.
    #[inline]
    pub(super) fn roll<D: Die>(
        &self,
        (own, enemy): (&Force, &Force),
        most: u16,
        die: &mut D,
        tables: &mut Tables,
    ) -> Hits {
        let level = level(most);
        if let Some(strides) = &self.strides {
            let place: usize =
                strides.iter().map(|&(group, step)| step * usize::from(own.alive(group))).sum();
            if place == 0 {
                return Hits::NONE;
            }
            let block = &self.blocks[0];
            let table =
                tables[block.first + place * LEVELS.len() + level].get_or_insert_with(|| {
                    Box::new(self.distribution(block, &self.dice(own, enemy), LEVELS[level]))
                });
            let hits = die.draw(table);
            if D::LISTENS {
                self.tell(block, (own, enemy), hits, LEVELS[level], die);
            }
            return hits;
        }
        let dice = self.dice(own, enemy);
        let mut hits = Hits::NONE;
        for block in &self.blocks {
            let place: usize =
                block.kinds.iter().map(|&(kind, step)| step * usize::from(dice[kind])).sum();
            // No dice, no hits.
            if place == 0 {
                continue;
            }
            let table = tables[block.first + place * LEVELS.len() + level]
                .get_or_insert_with(|| Box::new(self.distribution(block, &dice, LEVELS[level])));
            let drawn = die.draw(table);
            if D::LISTENS {
                self.tell(block, (own, enemy), drawn, LEVELS[level], die);
            }
            hits.free = hits.free.saturating_add(drawn.free);
            hits.aimed = hits.aimed.saturating_add(drawn.aimed);
        }
        hits
    }

    /// The dice of a block that has come to so many hits, of which no more than `most` are
    /// told apart.
    #[cold]
    fn tell(
        &self,
        block: &Block,
        (own, enemy): (&Force, &Force),
        hits: Hits,
        most: u16,
        witness: &mut impl Witness,
    ) {
        let times = if self.is_doubled { 2 } else { 1 };
        for (is_aimed, hits) in [(false, hits.free), (true, hits.aimed)] {
            let is_told = |kind: usize| {
                let is_here = block.kinds.iter().any(|(known, _)| *known == kind);
                is_here && self.kinds[kind].is_aimed == is_aimed
            };
            let mut casts: Vec<Cast> = Vec::new();
            self.each_entry((own, enemy), |group, kind, dice| {
                if is_told(kind) && dice > 0 {
                    let faces = &self.kinds[kind];
                    let (kind, faces) = (faces.name(), faces.shown(times));
                    casts.push(Cast { group: Some(group), kind, dice, faces });
                }
            });
            if casts.is_empty() {
                continue;
            }
            // What reaches the last level is that or more.
            let last = times * u32::from(most.div_ceil(times as u16));
            let hits = u32::from(hits);
            witness.hear(Event::Throw(story::Throw {
                who: Who::side(self.side),
                with: self.name,
                ways: vec![(1.0, casts)],
                total: if hits < last { Total::Is(hits) } else { Total::AtLeast(last) },
                less: 0,
            }));
        }
    }

    /// Numbers of dice by kind.
    #[inline]
    fn dice(&self, own: &Force, enemy: &Force) -> [u16; KINDS] {
        let mut dice = [0; KINDS];
        self.each_entry((own, enemy), |_, kind, more| dice[kind] += more);
        dice
    }

    /// The dice of each group and their kind; the die more that the best may have comes last.
    #[inline]
    fn each_entry(&self, (own, enemy): (&Force, &Force), mut visit: impl FnMut(usize, usize, u16)) {
        let Look { leaders, freers, aimers, armers } = self.look;
        let look = usize::from(own.any(leaders))
            | usize::from(own.any(freers)) << 1
            | usize::from(own.any(aimers)) << 2;
        let is_armed = own.any(armers);
        let mut best: Option<(usize, usize)> = None;
        for entry in &self.entries {
            let alive = u16::from(own.alive(entry.group));
            if alive == 0 {
                continue;
            }
            let each = match entry.mirrors {
                true => enemy.count(self.mirrored),
                false => u16::from(entry.dice) + u16::from(entry.is_armed && is_armed),
            };
            let kind = usize::from(entry.kinds[look]);
            visit(entry.group, kind, alive * each);
            let better = |(_, best): &(usize, usize)| {
                self.kinds[kind].expected() > self.kinds[*best].expected()
            };
            if self.has_extra_die && best.as_ref().is_none_or(better) {
                best = Some((entry.group, kind));
            }
        }
        if let Some((group, kind)) = best {
            visit(group, kind, 1);
        }
    }

    /// Do its dice depend on nothing but the side itself, and none of its hits are aimed?
    pub(super) fn depends_on_itself(&self) -> bool {
        !self.entries.iter().any(|entry| entry.mirrors)
            && !self.kinds.iter().any(|kind| kind.is_aimed)
    }

    /// Chances of 0, 1, 2, … hits, where none of them are aimed.
    pub(super) fn chances(&self, own: &Force, enemy: &Force) -> Vec<f64> {
        let dice = self.dice(own, enemy);
        let mut chances = vec![1.0];
        for (faces, &n) in self.kinds.iter().zip(&dice) {
            add_dice(&mut chances, faces, n);
        }
        if self.is_doubled {
            let mut doubled = vec![0.0; 2 * chances.len() - 1];
            chances.iter().enumerate().for_each(|(n, p)| doubled[2 * n] = *p);
            return doubled;
        }
        chances
    }

    #[cold]
    fn distribution(&self, block: &Block, dice: &[u16; KINDS], most: u16) -> Distribution<Hits> {
        let (mut free, mut aimed) = (vec![1.0], vec![1.0]);
        for &(kind, _) in &block.kinds {
            let faces = &self.kinds[kind];
            add_dice(if faces.is_aimed { &mut aimed } else { &mut free }, faces, dice[kind]);
        }
        let times = if self.is_doubled { 2 } else { 1 };
        // Of doubled hits, half as many matter.
        for hits in [&mut free, &mut aimed] {
            let last = usize::from(most.div_ceil(times as u16));
            if hits.len() > last + 1 {
                hits[last] = hits[last..].iter().rev().sum();
                hits.truncate(last + 1);
            }
        }
        let outcomes = free.iter().enumerate().flat_map(|(f, p)| {
            let hits = move |a: usize| Hits { free: (times * f) as u16, aimed: (times * a) as u16 };
            aimed.iter().enumerate().map(move |(a, q)| (hits(a), p * q))
        });
        Distribution::new(outcomes)
    }
}

/// The hits of so many dice more: only additions of positive terms, so that every value is
/// right to the last digits.
fn add_dice(chances: &mut Vec<f64>, faces: &Faces, dice: u16) {
    let most = faces.hits.iter().rposition(|p| *p > 0.0).unwrap_or(0);
    for _ in 0..dice {
        let before = chances.len();
        chances.resize(before + most, 0.0);
        for n in (0..before + most).rev() {
            let ways = faces.hits[..=most].iter().enumerate().take(n + 1);
            chances[n] =
                ways.filter(|(k, _)| n - k < before).map(|(k, p)| p * chances[n - k]).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Faces, Modifiers, add_dice};

    fn chance(hit: u8, bonus: i8) -> f64 {
        Faces::new(hit, Modifiers { bonus, ..Modifiers::default() }).hits[1]
    }

    #[test]
    fn a_die_hits_from_its_value_on() {
        for (hit, bonus, p) in
            [(9, 0, 0.2), (3, 0, 0.8), (10, 0, 0.1), (9, -2, 0.0), (9, -5, 0.0), (2, 3, 1.0)]
        {
            assert_eq!(chance(hit, bonus), p, "{hit} {bonus}");
        }
    }

    #[test]
    fn a_reroll_misses_twice_or_not() {
        let faces = Faces::new(7, Modifiers { rerolled: true, ..Modifiers::default() });
        assert!((faces.hits[0] - 0.36).abs() < 1e-15);
        assert!((faces.hits[1] - 0.64).abs() < 1e-15);
    }

    #[test]
    fn natural_nines_make_two_hits_more() {
        let nines = Modifiers { doubles_nines: true, ..Modifiers::default() };
        assert_eq!(Faces::new(6, nines).hits, [0.5, 0.3, 0.0, 0.2]);
        // They do so even where they miss.
        let worse = Modifiers { bonus: -5, ..nines };
        assert_eq!(Faces::new(6, worse).hits, [0.8, 0.0, 0.2, 0.0]);
    }

    #[test]
    fn dice_add_up_to_their_binomial() {
        let mut chances = vec![1.0];
        add_dice(&mut chances, &Faces::new(9, Modifiers::default()), 2);
        for (found, p) in chances.iter().zip([0.64, 0.32, 0.04]) {
            assert!((found - p).abs() < 1e-15);
        }
    }
}
