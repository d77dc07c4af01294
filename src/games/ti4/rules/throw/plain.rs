//! Draws the hits of a roll that nothing changes, from tables.
//!
//! Dice with the same chances are of one kind. The living units determine the number of dice of
//! each kind. For each combination of these numbers there is one distribution of hits, which is
//! computed on first use and kept. A roll is a single draw, or several if the table of combinations
//! would be too large.

use super::super::faces::Faces;
use super::super::force::{GROUPS, Ti4Force};
use super::super::hits::Hits;
use super::build::{Dice, MAX_KINDS, Strides, TableBlock};
use crate::dice::{Die, Distribution};
use crate::story::Observer;

/// Dice rolled together.
#[derive(Clone, Debug)]
pub(in super::super) struct UnitThrow {
    pub(super) dice: Dice,
    pub(super) blocks: Vec<TableBlock>,
    /// Set if the dice depend on the living units alone and there is one table.
    pub(super) strides: Option<Strides>,
}

/// Caps on the number of hits. Hits beyond what the enemy can lose have no effect, so they count as
/// one outcome. The cap is rounded up to one of these values to keep the number of tables small.
pub(super) const LEVELS: [u16; 15] = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, u16::MAX];

/// Returns the index of the lowest level that is at least `most`.
#[inline]
pub(super) fn level(most: u16) -> usize {
    usize::from(LEVEL_OF[usize::from(most).min(LEVEL_OF.len() - 1)])
}

/// By number of hits: the index of its level. All further numbers have the last level.
const LEVEL_OF: [u8; LEVELS[LEVELS.len() - 2] as usize + 2] = {
    let mut level_of = [0; LEVELS[LEVELS.len() - 2] as usize + 2];
    let mut most = 1;
    while most < level_of.len() {
        let level = level_of[most - 1];
        let is_above = LEVELS[level as usize] < most as u16;
        level_of[most] = if is_above { level + 1 } else { level };
        most += 1;
    }
    level_of
};

/// Distributions computed so far, by index in the tables of a battle.
pub(in super::super) type Tables = Vec<Option<Box<Distribution<Hits>>>>;

impl Strides {
    /// Returns the place of the dice of these units in the table.
    #[inline]
    fn place(&self, own: &Ti4Force) -> usize {
        let of_units = (0..GROUPS).map(|g| self.units[g] * u16::from(own.alive(g)));
        let mut place = usize::from(of_units.sum::<u16>());
        for (extra, steps) in &self.extras {
            let chosen = extra.chosen_row(own);
            let is_there = |&&(group, _): &&(usize, usize)| {
                own.alive(group) > 0 && chosen.is_none_or(|row| row == group)
            };
            place += steps.iter().find(is_there).map_or(0, |&(_, step)| step);
        }
        place
    }
}

impl UnitThrow {
    /// Rolls the dice of a side. Hits beyond `most` have no effect and may be cut off.
    #[inline]
    pub(in super::super) fn roll<D: Die, O: Observer>(
        &self,
        (own, enemy): (&Ti4Force, &Ti4Force),
        most: u16,
        die: &mut D,
        observer: &mut O,
        tables: &mut Tables,
    ) -> Hits {
        let level = level(most);
        if let Some(strides) = &self.strides {
            let place = strides.place(own);
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

    /// Returns the row of the unit that an agent chooses for the roll, if there is an agent.
    pub(in super::super) fn choice_of_agent(
        &self,
        own: &Ti4Force,
        enemy: &Ti4Force,
    ) -> Option<usize> {
        self.dice.choice_of_agent(own, enemy)
    }

    /// Returns the number of dice of each kind.
    #[inline]
    fn dice(&self, own: &Ti4Force, enemy: &Ti4Force) -> [u16; MAX_KINDS] {
        let mut dice = [0; MAX_KINDS];
        self.dice.each_entry((own, enemy), |_, kind, more| dice[kind] += more);
        dice
    }

    /// Returns whether the dice depend on the rolling side alone and no hit is aimed.
    pub(in super::super) fn depends_on_itself(&self) -> bool {
        !self.dice.entries.iter().any(|entry| entry.mirrors)
            && self.dice.silencers.is_empty()
            && !self.dice.kinds.iter().any(|kind| kind.is_aimed())
    }

    /// Returns the probabilities of 0, 1, 2, … hits, for a throw without aimed hits.
    pub(in super::super) fn chances(&self, own: &Ti4Force, enemy: &Ti4Force) -> Vec<f64> {
        let dice = self.dice(own, enemy);
        // Most dice score one hit at most.
        let mut chances = Vec::with_capacity(1 + usize::from(dice.iter().sum::<u16>()));
        chances.push(1.0);
        for (faces, &n) in self.dice.kinds.iter().zip(&dice) {
            add_dice(&mut chances, faces, n);
        }
        if self.dice.is_doubled {
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
            let faces = &self.dice.kinds[kind];
            add_dice(if faces.is_aimed() { &mut aimed } else { &mut free }, faces, dice[kind]);
        }
        let times = if self.dice.is_doubled { 2 } else { 1 };
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
            let (fewest, end) = ((n + 1).saturating_sub(before), n.min(most) + 1);
            let mut sum = 0.0;
            for hits in fewest..end {
                sum += faces.hits[hits] * chances[n - hits];
            }
            chances[n] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::faces::{Faces, Modifiers};
    use super::{LEVELS, add_dice, level};

    #[test]
    fn a_level_is_the_lowest_that_is_high_enough() {
        for most in (0..=100).chain([u16::MAX]) {
            let lowest = LEVELS.iter().position(|&level| level >= most);
            assert_eq!(Some(level(most)), lowest, "{most} hits");
        }
    }

    #[test]
    fn dice_add_up_to_their_binomial() {
        let mut chances = vec![1.0];
        add_dice(&mut chances, &Faces::new(9, 0, Modifiers::default()), 2);
        for (found, p) in chances.iter().zip([0.64, 0.32, 0.04]) {
            assert!((found - p).abs() < 1e-15);
        }
    }
}
