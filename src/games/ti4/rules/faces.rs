//! The hits of one die.

use crate::story::Face;

/// Maximum number of hits of one die.
const MAX_HITS: usize = 3;

/// Probabilities of 0, 1, … hits of one die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Faces {
    pub(super) hits: [f64; MAX_HITS + 1],
    pub(super) is_aimed: bool,
    /// Lowest face that hits, 1 to 11; 11 for none.
    from: u8,
    rerolled: bool,
    doubles_nines: bool,
}

/// Modifiers of the dice of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    /// Bonus on each die.
    pub(super) bonus: i8,
    /// Whether misses are rolled once more.
    pub(super) rerolled: bool,
    /// Whether a natural 9 or 10 scores two more hits.
    pub(super) doubles_nines: bool,
    /// Whether hits are assigned to ships other than fighters.
    pub(super) is_aimed: bool,
}

/// Returns the hits of a face: one from `from` on, and two more for a natural 9 or 10 if these
/// count extra.
fn hits_of(face: u8, from: u8, doubles_nines: bool) -> usize {
    usize::from(face >= from) + if doubles_nines && face >= 9 { 2 } else { 0 }
}

impl Faces {
    /// Creates a die that hits with `hit` or more. No face hits or misses by itself.
    pub(super) fn new(hit: u8, modifiers: Modifiers) -> Self {
        let mut hits = [0.0; MAX_HITS + 1];
        let from = (i16::from(hit) - i16::from(modifiers.bonus)).clamp(1, 11) as u8;
        for face in 1..=10 {
            hits[hits_of(face, from, modifiers.doubles_nines)] += 0.1;
        }
        // Round the sums of tenths, so that ten of them are exactly 1.
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

    /// Returns the faces that a die can show, where each hit counts `times` times.
    pub(super) fn shown(&self, times: u32) -> Vec<Face> {
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

    /// Returns the name shown in stories: `7+` or `7+, aimed`.
    pub(super) fn name(&self) -> String {
        let aimed = if self.is_aimed { ", aimed" } else { "" };
        match self.from {
            11 => format!("no hit{aimed}"),
            from => format!("{from}+{aimed}"),
        }
    }

    pub(super) fn expected(&self) -> f64 {
        self.hits.iter().zip(0u32..).map(|(p, n)| p * f64::from(n)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Faces, Modifiers};

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
        // A natural 9 scores its two extra hits even if it misses.
        let worse = Modifiers { bonus: -5, ..nines };
        assert_eq!(Faces::new(6, worse).hits, [0.8, 0.0, 0.2, 0.0]);
    }
}
