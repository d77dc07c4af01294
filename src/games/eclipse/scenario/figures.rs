//! The figures that a group may set.

use std::ops::RangeInclusive;

use super::dice::dice;
use crate::games::common::figures::Figure;
use crate::games::eclipse::rules::limits::{FIGURE, HULL};
use crate::games::eclipse::rules::{Dice, EclipseGroup};
use crate::scenario::phrase::vocabulary::ValueWords;

const SIGNED: RangeInclusive<i32> = -(FIGURE as i32)..=FIGURE as i32;
const POINTS: RangeInclusive<i32> = 0..=HULL as i32;
const DICE: ValueWords = ValueWords::Dice(&Dice::COLOURS);

/// Figures that a group may set.
pub(super) static FIGURES: [Figure<EclipseGroup>; 10] = [
    Figure::word("cannons", DICE, |group, word| {
        dice(word).map(|dice| group.figures.cannons = dice)
    }),
    Figure::word("missiles", DICE, |group, word| {
        dice(word).map(|dice| group.figures.missiles = dice)
    }),
    Figure::number("computer", SIGNED, |group, n| group.figures.computer = n as i16),
    Figure::number("shield", SIGNED, |group, n| group.figures.shield = n as i16),
    Figure::number("hull", POINTS, |group, n| group.figures.hull = n as u8),
    Figure::number("initiative", SIGNED, |group, n| group.figures.initiative = n as i16),
    Figure::number("regenerate", POINTS, |group, n| group.figures.regenerate = n as u8),
    Figure::number("cost", 0..=1000, |group, n| group.cost = n as u32),
    Figure::by_ship("damaged", POINTS, |group, ships| {
        group.damaged = ships.into_iter().map(|points| points as u8).collect();
    }),
    Figure::field(Figure::truth("retreating", |group, is| group.retreating = is)),
];
