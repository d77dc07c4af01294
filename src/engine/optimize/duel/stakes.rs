//! Objectives of the sides of a duel, and the figures that are kept of each state.

use crate::engine::optimize::Gain;
use crate::model::duel::{Duel, DuelSituation};

/// Direction in which a side optimises its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Maximises the objective.
    Maximise,
    /// Minimises it, which is the worst possible play.
    Minimise,
}

/// Relation between the interests of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interests {
    /// Zero-sum: each of the two figures has a constant sum over both sides.
    Opposed,
    /// Both sides have the same figures.
    Shared,
    /// Any other relation.
    Separate,
}

/// Objectives of the sides.
pub struct Stakes<'a> {
    /// Sense of each side; ignored for a side that plays as declared.
    pub senses: [Sense; 2],
    /// Returns the gain of each side for a pair of states that ends the battle.
    pub worth: &'a (dyn Fn([usize; 2]) -> [Gain; 2] + Sync),
    /// Relation between the interests of the sides.
    pub interests: Interests,
    /// Number of rounds after which the battle is cut short, if any.
    pub rounds: Option<u32>,
    /// Situations whose values are wanted besides that of the opening.
    pub asked: Asked<'a>,
}

/// Situations whose values are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The side whose gain is wanted. It has to play optimally.
    pub side: usize,
    /// The situations. None may have more rounds left than the battle as a whole.
    pub situations: &'a [DuelSituation],
}

/// Precision of the values that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits. Ties are decided by the second figure.
    Double,
    /// 32 bits and no second figures, for duels that do not fit otherwise. Ties are decided by the
    /// order of the targets alone.
    Single,
}

impl Precision {
    /// Number of values that are computed side by side.
    pub(super) fn lanes(self) -> usize {
        match self {
            Self::Double => 4,
            Self::Single => 8,
        }
    }
}

/// Figures that are kept of each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figures {
    /// Those of the first side. The other side's follow from them.
    First,
    /// Those of the side that decides, and the objective of the other.
    One,
    /// Those of both sides.
    Both,
    /// Those of both sides, and the rank of the result of a volley.
    Ranked,
}

impl Figures {
    pub(super) fn bytes(self, precision: Precision) -> usize {
        match (self, precision) {
            (Self::First, Precision::Double) => 16,
            (Self::One, Precision::Double) => 24,
            (Self::Both, Precision::Double) => 32,
            (Self::Ranked, Precision::Double) => 40,
            (Self::First, Precision::Single) => 4,
            (Self::One | Self::Both | Self::Ranked, Precision::Single) => 8,
        }
    }
}

pub(super) fn figures(duel: &Duel, interests: Interests) -> Figures {
    match (interests, open_sides(duel)) {
        (Interests::Opposed | Interests::Shared, _) => Figures::First,
        (Interests::Separate, _) if duel.has_ranks() => Figures::Ranked,
        (Interests::Separate, [true, true]) => Figures::Both,
        (Interests::Separate, _) => Figures::One,
    }
}

/// By side: whether it assigns hits optimally rather than as declared.
pub(super) fn open_sides(duel: &Duel) -> [bool; 2] {
    [0, 1].map(|side| duel.turns.iter().any(|turn| turn.side == side && turn.is_open))
}
