//! The figures that a group may set.

use std::ops::RangeInclusive;

use super::catalogue::ShipDesign;
use crate::games::common::figures::Figure;
use crate::scenario::diagnostics::Place;
use crate::scenario::names::normalise;
use crate::scenario::notation::Spanned;
use crate::scenario::phrase::vocabulary::ValueWords;

/// Number of figures that are words, the first of all.
pub(super) const WORDS: usize = 5;

const TEXT: ValueWords = ValueWords::Text;
const FACTOR: RangeInclusive<i32> = 0..=3;

/// Figures that a group may set.
pub(super) static FIGURES: [Figure<ShipFigures>; 9] = [
    Figure::field(Figure::word("size", TEXT, |group, word| {
        group.size.clone_from(word);
        Ok(())
    })),
    Figure::field(Figure::word("speed", TEXT, |group, word| {
        group.speed.clone_from(word);
        Ok(())
    })),
    Figure::field(Figure::word("field", TEXT, |group, word| {
        group.field.clone_from(word);
        Ok(())
    })),
    Figure::field(Figure::word("weapon", TEXT, |group, word| {
        group.weapon.clone_from(word);
        Ok(())
    })),
    Figure::field(Figure::words("special", TEXT, |group, words| {
        let none = |word: &&Spanned<String>| normalise(&word.value) != "none";
        group.special = words.iter().filter(none).cloned().collect();
        Ok(())
    })),
    Figure::by_ship("damaged", 0..=60, |group, ships| {
        group.damaged = ships.into_iter().map(|points| points as u8).collect();
    }),
    Figure::number("factors.engines", FACTOR, |group, n| group.factors[0] = n as u8),
    Figure::number("factors.field", FACTOR, |group, n| group.factors[1] = n as u8),
    Figure::number("factors.weapons", FACTOR, |group, n| group.factors[2] = n as u8),
];

/// Figures of a group as written, before they are looked up.
pub(super) struct ShipFigures {
    pub(super) size: Spanned<String>,
    pub(super) speed: Spanned<String>,
    pub(super) field: Spanned<String>,
    pub(super) weapon: Spanned<String>,
    pub(super) special: Vec<Spanned<String>>,
    pub(super) damaged: Vec<u8>,
    pub(super) factors: [u8; 3],
}

impl ShipFigures {
    /// Creates the figures of a design.
    pub(super) fn of(design: &ShipDesign, place: &Place) -> Self {
        let word = |text: &String| Spanned::new(text.clone(), place.clone());
        Self {
            size: word(&design.size),
            speed: word(&design.speed),
            field: word(&design.field),
            weapon: word(&design.weapon),
            special: design.special.iter().map(word).collect(),
            damaged: Vec::new(),
            factors: [3; 3],
        }
    }
}
