//! The hits of one die.

use super::fleet::{MoreHits, limits};
use crate::story::Face;

/// Hits that each natural 9 and 10 of Jol-Nar's flagship scores besides.
pub(super) const OF_NINES: MoreHits = MoreHits { from: 9, hits: 2 };

/// Maximum number of hits of one die.
const MAX_HITS: usize = (1 + OF_NINES.hits + limits::MORE_HITS) as usize;

/// Probabilities of 0, 1, … hits of one die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Faces {
    pub(super) hits: [f64; MAX_HITS + 1],
    /// Lowest natural number that hits; it may lie beyond the numbers of a die.
    value: i8,
    modifiers: Modifiers,
}

/// Modifiers of the dice of a unit, besides their bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    /// Whether misses are rolled once more. It becomes false for a die that has no misses.
    pub(super) rerolled: bool,
    /// Hits that texts add: [`OF_NINES`], and those of other texts.
    pub(super) more_hits: [MoreHits; 2],
    /// Whether hits are assigned to ships other than fighters.
    pub(super) is_aimed: bool,
}

/// Returns the hits of a face: one from `from` on, and those that it scores besides.
fn hits_of(face: u8, from: u8, more_hits: [MoreHits; 2]) -> usize {
    usize::from(face >= from) + usize::from(more_hits[0].of(face) + more_hits[1].of(face))
}

/// Returns the lowest face that hits, 1 to 11; 11 for none.
fn lowest_face(value: i8) -> u8 {
    value.clamp(1, 11) as u8
}

impl Faces {
    /// Creates a die that hits with `hit` or more. No face hits or misses by itself.
    pub(super) fn new(hit: u8, bonus: i8, modifiers: Modifiers) -> Self {
        Self::from_value((hit as i8).saturating_sub(bonus), modifiers)
    }

    /// Creates a die that hits with this natural number or more.
    fn from_value(value: i8, mut modifiers: Modifiers) -> Self {
        let mut hits = [0.0; MAX_HITS + 1];
        let from = lowest_face(value);
        for face in 1..=10 {
            hits[hits_of(face, from, modifiers.more_hits)] += 0.1;
        }
        // Round the sums of tenths, so that ten of them are exactly 1.
        let tenths = |p: f64| (p * 10.0).round() / 10.0;
        hits = hits.map(tenths);
        modifiers.rerolled &= hits[0] > 0.0;
        if modifiers.rerolled {
            let misses = hits[0];
            hits[0] = misses * misses;
            hits[1..].iter_mut().for_each(|p| *p *= 1.0 + misses);
        }
        Self { hits, value, modifiers }
    }

    /// Returns the faces that a die can show, where each hit counts `times` times.
    pub(super) fn shown(&self, times: u32) -> Vec<Face> {
        let worth = |face: u8| times * u32::from(self.worth(face));
        let mut faces = Vec::new();
        for first in 1..=10 {
            if worth(first) > 0 || !self.is_rerolled() {
                faces.push(Face::plain(first, worth(first)));
                continue;
            }
            let again = |face| Face { shows: (first, Some(face)), weight: 0.1, worth: worth(face) };
            faces.extend((1..=10).map(again));
        }
        faces
    }

    /// Returns the name shown in stories: `7+` or `7+, aimed`.
    pub(super) fn name(&self) -> String {
        let aimed = if self.is_aimed() { ", aimed" } else { "" };
        match lowest_face(self.value) {
            11 => format!("no hit{aimed}"),
            from => format!("{from}+{aimed}"),
        }
    }

    /// Returns the hits of a face.
    pub(super) fn worth(&self, face: u8) -> u16 {
        hits_of(face, lowest_face(self.value), self.modifiers.more_hits) as u16
    }

    /// Returns whether a face misses, and would hit if it were one higher.
    pub(super) fn is_near(&self, face: u8) -> bool {
        let face = face as i8;
        face < self.value && face + 1 >= self.value
    }

    /// Returns whether misses are rolled again.
    pub(super) fn is_rerolled(&self) -> bool {
        self.modifiers.rerolled
    }

    /// Returns whether hits are assigned to ships other than fighters.
    pub(super) fn is_aimed(&self) -> bool {
        self.modifiers.is_aimed
    }

    /// Returns whether no face misses.
    pub(super) fn cannot_miss(&self) -> bool {
        self.value <= 1
    }

    /// Returns the die with a further bonus, rolled once.
    pub(super) fn raised(&self, bonus: u8) -> Self {
        let modifiers = Modifiers { rerolled: false, ..self.modifiers };
        Self::from_value(self.value.saturating_sub_unsigned(bonus), modifiers)
    }

    /// Returns the die with its misses rolled again.
    pub(super) fn rerolled(&self) -> Self {
        Self::from_value(self.value, Modifiers { rerolled: true, ..self.modifiers })
    }

    /// Returns the expected hits in tenths, before rerolls.
    pub(super) fn tenths(&self) -> u32 {
        (1..=10).map(|face| u32::from(self.worth(face))).sum()
    }

    /// Returns the probability that the die makes a hit.
    pub(super) fn chance(&self) -> f64 {
        1.0 - self.hits[0]
    }
}

#[cfg(test)]
mod tests {
    use super::{Faces, Modifiers, MoreHits, OF_NINES};

    fn chance(hit: u8, bonus: i8) -> f64 {
        Faces::new(hit, bonus, Modifiers::default()).hits[1]
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
        let faces = Faces::new(7, 0, Modifiers { rerolled: true, ..Modifiers::default() });
        assert!((faces.hits[0] - 0.36).abs() < 1e-15);
        assert!((faces.hits[1] - 0.64).abs() < 1e-15);
    }

    #[test]
    fn natural_nines_make_two_hits_more() {
        let nines =
            Modifiers { more_hits: [OF_NINES, MoreHits::default()], ..Modifiers::default() };
        assert_eq!(Faces::new(6, 0, nines).hits[..4], [0.5, 0.3, 0.0, 0.2]);
        // A natural 9 scores its two extra hits even if it misses.
        assert_eq!(Faces::new(6, -5, nines).hits[..4], [0.8, 0.0, 0.2, 0.0]);
    }
}
