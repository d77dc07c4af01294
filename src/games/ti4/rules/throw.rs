//! Dice that a side rolls together, and the distributions of their hits.
//!
//! Dice with the same chances are of one kind. The living units determine the number of dice of
//! each kind. For each combination of these numbers there is one distribution of hits, which is
//! computed on first use and kept. A roll is a single draw, or several if the table of combinations
//! would be too large.

use super::faces::Faces;
use super::fleet::Roll;
use super::force::GROUPS;
use super::force::{Groups, Ti4Force};
use crate::dice::{Die, Distribution};
use crate::story::{self, Cast, Event, Observer, ThrowTotal, Who};

/// Hits of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Hits {
    /// Hits on any unit.
    pub(super) free: u16,
    /// Hits on ships other than fighters, if there are any.
    pub(super) aimed: u16,
}

impl Hits {
    pub(super) const NONE: Self = Self { free: 0, aimed: 0 };

    #[inline]
    pub(super) fn total(self) -> u16 {
        self.free + self.aimed
    }

    /// Subtracts cancelled hits, aimed ones first.
    pub(super) fn less(self, cancelled: u16) -> Self {
        let aimed = self.aimed.min(cancelled);
        Self { aimed: self.aimed - aimed, free: self.free - (cancelled - aimed).min(self.free) }
    }
}

/// Units of the own side that change its dice while they are alive.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DiceModifiers {
    /// Units with which, in this order, others roll better, infantry is free of its penalty, hits
    /// are aimed, and mechs roll more dice.
    pub(super) leaders: Groups,
    pub(super) freers: Groups,
    pub(super) aimers: Groups,
    pub(super) armers: Groups,
}

/// Number of combinations of led, freed and aimed dice.
pub(super) const MODIFIER_COMBINATIONS: usize = 8;

/// Dice of one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupDice {
    pub(super) group: usize,
    pub(super) dice: u8,
    /// Kind of its dice, by combination of led, freed and aimed.
    pub(super) kinds: [u8; MODIFIER_COMBINATIONS],
    /// Whether it rolls one more die while the flagship that arms it is alive.
    pub(super) is_armed: bool,
    /// Whether it rolls one die for each enemy ship other than a fighter.
    pub(super) mirrors: bool,
}

/// Kinds of dice that share a table, which their numbers of dice index.
#[derive(Clone, Debug)]
struct TableBlock {
    /// Each kind, with the step in the table for one more of its dice.
    kinds: Vec<(usize, usize)>,
    /// Index of the table's first entry among all tables of a battle.
    first: usize,
}

/// Dice rolled together.
#[derive(Clone, Debug)]
pub(super) struct UnitThrow {
    /// Name of the roll.
    name: &'static str,
    side: usize,
    entries: Vec<GroupDice>,
    kinds: Vec<Faces>,
    blocks: Vec<TableBlock>,
    modifiers: DiceModifiers,
    /// Enemy ships that a flagship counts to find its number of dice.
    mirrored: Groups,
    /// Whether the best unit rolls one more die.
    has_extra_die: bool,
    /// Whether each hit counts twice.
    is_doubled: bool,
    /// Set if the dice depend on the living units alone and there is one table: each group, with
    /// the step in that table for one more of its units.
    strides: Option<Vec<(usize, usize)>>,
}

/// Maximum number of kinds of dice in one throw.
pub(super) const MAX_KINDS: usize = 4 * GROUPS;

/// Maximum number of entries in one table, for one level.
const MAX_TABLE: usize = 4096;

/// Builder of a throw.
pub(super) struct ThrowBuilder {
    name: &'static str,
    side: usize,
    pub(super) entries: Vec<GroupDice>,
    pub(super) kinds: Vec<Faces>,
    /// By kind: the maximum number of dice.
    pub(super) most: Vec<usize>,
    pub(super) modifiers: DiceModifiers,
    pub(super) mirrored: Groups,
    pub(super) has_extra_die: bool,
    pub(super) is_doubled: bool,
}

impl ThrowBuilder {
    /// Creates an empty builder.
    pub(super) fn new(
        name: &'static str,
        side: usize,
        modifiers: DiceModifiers,
        mirrored: Groups,
    ) -> Self {
        Self {
            name,
            side,
            entries: Vec::new(),
            kinds: Vec::new(),
            most: Vec::new(),
            modifiers,
            mirrored,
            has_extra_die: false,
            is_doubled: false,
        }
    }

    /// Adds the dice of a group. `faces` holds them by combination of led, freed and aimed.
    pub(super) fn add(
        &mut self,
        group: usize,
        roll: Roll,
        most: usize,
        faces: [Faces; MODIFIER_COMBINATIONS],
    ) {
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
        self.entries.push(GroupDice { group, dice, kinds, is_armed: false, mirrors: false });
    }

    /// Returns the value of [`UnitThrow::strides`].
    fn strides(&self, blocks: &[TableBlock]) -> Option<Vec<(usize, usize)>> {
        let [block] = blocks else { return None };
        let DiceModifiers { armers, .. } = self.modifiers;
        let is_steady = |entry: &GroupDice| {
            let is_one_kind = entry.kinds.iter().all(|kind| *kind == entry.kinds[0]);
            is_one_kind && !entry.mirrors && (!entry.is_armed || armers.is_empty())
        };
        let stride = |entry: &GroupDice| {
            let kind = usize::from(entry.kinds[0]);
            let (_, step) = block.kinds.iter().find(|(known, _)| *known == kind)?;
            Some((entry.group, step * usize::from(entry.dice)))
        };
        let is_plain = !self.has_extra_die && self.entries.iter().all(is_steady);
        is_plain.then(|| self.entries.iter().filter_map(stride).collect())
    }

    /// Builds the throw; `None` without dice. Its tables start at index `next`, which is advanced
    /// past them.
    pub(super) fn finish(mut self, next: &mut usize) -> Option<UnitThrow> {
        if self.entries.is_empty() {
            return None;
        }
        if self.has_extra_die {
            self.most.iter_mut().for_each(|most| *most += 1);
        }
        let mut blocks: Vec<TableBlock> = Vec::new();
        let mut size = MAX_TABLE + 1;
        for (kind, most) in self.most.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if size * (most + 1) <= MAX_TABLE => block.kinds.push((kind, size)),
                last => {
                    if last.is_some() {
                        *next += size * LEVELS.len();
                    }
                    size = 1;
                    blocks.push(TableBlock { kinds: vec![(kind, size)], first: *next });
                }
            }
            size *= most + 1;
        }
        *next += size * LEVELS.len();
        let strides = self.strides(&blocks);
        let Self { name, side, entries, kinds, modifiers, .. } = self;
        let Self { mirrored, has_extra_die, is_doubled, .. } = self;
        Some(UnitThrow {
            name,
            side,
            entries,
            kinds,
            blocks,
            modifiers,
            mirrored,
            has_extra_die,
            is_doubled,
            strides,
        })
    }
}

/// Caps on the number of hits. Hits beyond what the enemy can lose have no effect, so they count as
/// one outcome. The cap is rounded up to one of these values to keep the number of tables small.
const LEVELS: [u16; 15] = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, u16::MAX];

/// Returns the index of the lowest level that is at least `most`.
fn level(most: u16) -> usize {
    LEVELS.partition_point(|&level| level < most)
}

/// Distributions computed so far, by index in the tables of a battle.
pub(super) type Tables = Vec<Option<Box<Distribution<Hits>>>>;

impl UnitThrow {
    /// Rolls the dice of a side. Hits beyond `most` have no effect and may be cut off.
    #[inline]
    pub(super) fn roll<D: Die, O: Observer>(
        &self,
        (own, enemy): (&Ti4Force, &Ti4Force),
        most: u16,
        die: &mut D,
        observer: &mut O,
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
            observer.report(|| self.events(block, (own, enemy), hits, LEVELS[level]));
            return hits;
        }
        let dice = self.dice(own, enemy);
        let mut hits = Hits::NONE;
        for block in &self.blocks {
            let place: usize =
                block.kinds.iter().map(|&(kind, step)| step * usize::from(dice[kind])).sum();
            // Without dice there is no distribution to draw from.
            if place == 0 {
                continue;
            }
            let table = tables[block.first + place * LEVELS.len() + level]
                .get_or_insert_with(|| Box::new(self.distribution(block, &dice, LEVELS[level])));
            let drawn = die.draw(table);
            observer.report(|| self.events(block, (own, enemy), drawn, LEVELS[level]));
            hits.free = hits.free.saturating_add(drawn.free);
            hits.aimed = hits.aimed.saturating_add(drawn.aimed);
        }
        hits
    }

    /// Returns the dice of a block that scored these hits. `most` is the cap of the distribution.
    fn events(
        &self,
        block: &TableBlock,
        (own, enemy): (&Ti4Force, &Ti4Force),
        hits: Hits,
        most: u16,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        let times = if self.is_doubled { 2 } else { 1 };
        for (is_aimed, hits) in [(false, hits.free), (true, hits.aimed)] {
            let is_thrown = |kind: usize| {
                let is_here = block.kinds.iter().any(|(known, _)| *known == kind);
                is_here && self.kinds[kind].is_aimed == is_aimed
            };
            let mut casts: Vec<Cast> = Vec::new();
            self.each_entry((own, enemy), |group, kind, dice| {
                if is_thrown(kind) && dice > 0 {
                    let faces = &self.kinds[kind];
                    let (kind, faces) = (faces.name(), faces.shown(times));
                    casts.push(Cast { group: Some(group), kind, dice, faces });
                }
            });
            if casts.is_empty() {
                continue;
            }
            // A draw of the cap means that number of hits or more.
            let last = times * u32::from(most.div_ceil(times as u16));
            let hits = u32::from(hits);
            events.push(Event::Throw(story::Throw {
                who: Who::side(self.side),
                with: self.name,
                ways: vec![(1.0, casts)],
                total: if hits < last { ThrowTotal::Is(hits) } else { ThrowTotal::AtLeast(last) },
                less: 0,
            }));
        }
        events
    }

    /// Returns the number of dice of each kind.
    #[inline]
    fn dice(&self, own: &Ti4Force, enemy: &Ti4Force) -> [u16; MAX_KINDS] {
        let mut dice = [0; MAX_KINDS];
        self.each_entry((own, enemy), |_, kind, more| dice[kind] += more);
        dice
    }

    /// Visits the dice of each group with their kind. The extra die of the best unit comes last.
    #[inline]
    fn each_entry(
        &self,
        (own, enemy): (&Ti4Force, &Ti4Force),
        mut visit: impl FnMut(usize, usize, u16),
    ) {
        let DiceModifiers { leaders, freers, aimers, armers } = self.modifiers;
        let modifiers = usize::from(own.any(leaders))
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
            let kind = usize::from(entry.kinds[modifiers]);
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

    /// Returns whether the dice depend on the rolling side alone and no hit is aimed.
    pub(super) fn depends_on_itself(&self) -> bool {
        !self.entries.iter().any(|entry| entry.mirrors)
            && !self.kinds.iter().any(|kind| kind.is_aimed)
    }

    /// Returns the probabilities of 0, 1, 2, … hits, for a throw without aimed hits.
    pub(super) fn chances(&self, own: &Ti4Force, enemy: &Ti4Force) -> Vec<f64> {
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
    fn distribution(
        &self,
        block: &TableBlock,
        dice: &[u16; MAX_KINDS],
        most: u16,
    ) -> Distribution<Hits> {
        let (mut free, mut aimed) = (vec![1.0], vec![1.0]);
        for &(kind, _) in &block.kinds {
            let faces = &self.kinds[kind];
            add_dice(if faces.is_aimed { &mut aimed } else { &mut free }, faces, dice[kind]);
        }
        let times = if self.is_doubled { 2 } else { 1 };
        // Each hit counts twice, so half the cap is enough.
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

/// Adds `dice` dice to the probabilities of 0, 1, 2, … hits. Only positive terms are added, so
/// every value is accurate to rounding error.
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
    use super::super::faces::{Faces, Modifiers};
    use super::add_dice;

    #[test]
    fn dice_add_up_to_their_binomial() {
        let mut chances = vec![1.0];
        add_dice(&mut chances, &Faces::new(9, Modifiers::default()), 2);
        for (found, p) in chances.iter().zip([0.64, 0.32, 0.04]) {
            assert!((found - p).abs() < 1e-15);
        }
    }
}
