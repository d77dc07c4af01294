//! The dice of ships: colours, and the faces that hit.

use std::fmt;

use crate::array::array;
use crate::dice::Chance;

/// Weapon icons of one ship by colour: yellow, orange, blue, red (1 to 4 points of damage) and pink
/// (rift).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice(pub [u8; 5]);

impl Dice {
    /// Letters and names of the colours, in the order of the array.
    pub const COLOURS: [(char, &str); 5] =
        [('y', "yellow"), ('o', "orange"), ('b', "blue"), ('r', "red"), ('p', "pink")];
    /// Index of the rift dice in the array.
    pub const RIFT: usize = 4;

    /// Returns the name of the dice of a colour in reports.
    #[must_use]
    pub fn name(colour: usize) -> &'static str {
        if colour == Self::RIFT { "rift" } else { Self::COLOURS[colour].1 }
    }

    /// Returns the total number of icons.
    #[must_use]
    pub fn total(self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Returns the icons of both, colour by colour.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(array(|i| self.0[i].saturating_add(other.0[i])))
    }
}

/// Formats the icons as users type them, such as `2y1o`; no dice give an empty text.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (letter, _)) in self.0.iter().zip(Self::COLOURS) {
            if *n > 0 {
                write!(f, "{n}{letter}")?;
            }
        }
        Ok(())
    }
}

/// Chance of a rift die to hit a missile or a cube: its three faces that do damage (D12).
pub(super) const RIFT: Chance = Chance { num: 3, den: 6 };

/// Penalty of a distortion shield to the computers behind missiles.
pub(super) const DISTORTION: i16 = 2;

/// Returns the number of faces of a die that hit. A 6 always hits and a 1 never does. The others
/// hit if the face, plus the computers, minus the shields, is 6 or more.
pub(super) fn hitting_faces(computer: i16, shield: i16) -> u8 {
    (1 + computer - shield).clamp(1, 5) as u8
}
