//! Ranges, headings, and spaces between two ships.

/// Position and heading of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPosition {
    /// Column, counted from the west.
    pub x: u8,
    /// Row, counted from the south.
    pub y: u8,
    /// Heading of the ship.
    pub heading: Heading,
}

/// A heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heading {
    /// Towards higher rows.
    #[default]
    North,
    /// Towards higher columns.
    East,
    /// Towards lower rows.
    South,
    /// Towards lower columns.
    West,
}

impl Heading {
    /// All headings, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the name shown in stories.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// Returns the heading after this many quarter turns to the right.
    #[inline]
    #[must_use]
    pub fn right(self, quarters: u8) -> Self {
        Self::ALL[(self as usize + usize::from(quarters)) % 4]
    }

    /// Returns the number of quarter turns between two headings, the shorter way: 0, 1 or 2.
    #[inline]
    pub(super) fn turns(self, other: Self) -> i32 {
        [0, 1, 2, 1][(self as usize + 4 - other as usize) % 4]
    }

    /// Returns the component of an offset in this direction; negative if it points backwards.
    #[inline]
    pub(super) fn ahead(self, (dx, dy): (i32, i32)) -> i32 {
        match self {
            Self::North => dy,
            Self::East => dx,
            Self::South => -dy,
            Self::West => -dx,
        }
    }
}

impl MapPosition {
    /// Returns the difference in columns and rows from here to `to`.
    #[inline]
    pub(super) fn offset(self, to: Self) -> (i32, i32) {
        (i32::from(to.x) - i32::from(self.x), i32::from(to.y) - i32::from(self.y))
    }

    /// Returns whether a target is ahead of the ship or in its own row (B8).
    #[inline]
    pub(super) fn faces(self, to: Self) -> bool {
        self.heading.ahead(self.offset(to)) >= 0
    }
}

/// Returns the number of spaces for an offset. A diagonal counts as one, or as two if `orthogonal`
/// (B3).
#[inline]
pub(super) fn range((dx, dy): (i32, i32), orthogonal: bool) -> i32 {
    if orthogonal { dx.abs() + dy.abs() } else { dx.abs().max(dy.abs()) }
}

/// Returns whether the straight line between two centres crosses a space other than theirs (B14).
/// Touching a corner is not crossing.
#[inline]
pub(super) fn crosses(from: MapPosition, to: MapPosition, (x, y): (u8, u8)) -> bool {
    let (dx, dy) = from.offset(to);
    let (cx, cy) = (i32::from(x) - i32::from(from.x), i32::from(y) - i32::from(from.y));
    let between = |c: i32, d: i32| c >= d.min(0) && c <= d.max(0);
    let is_end = (cx, cy) == (0, 0) || (cx, cy) == (dx, dy);
    // Compares the distance of the centre from the line with half the width of a space across the
    // line. Both sides are multiplied by twice the length of the line to stay in integers.
    !is_end
        && between(cx, dx)
        && between(cy, dy)
        && 2 * (dx * cy - dy * cx).abs() < dx.abs() + dy.abs()
}

#[cfg(test)]
mod tests {
    use super::{Heading, MapPosition, crosses};

    fn at(x: u8, y: u8) -> MapPosition {
        MapPosition { x, y, heading: Heading::North }
    }

    #[test]
    fn a_line_crosses_spaces_and_touches_corners() {
        let crossed = |to: (u8, u8)| -> Vec<(u8, u8)> {
            let all = (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
            all.filter(|&space| crosses(at(1, 1), at(to.0, to.1), space)).collect()
        };
        assert_eq!(crossed((4, 1)), [(2, 1), (3, 1)]);
        assert_eq!(crossed((4, 4)), [(2, 2), (3, 3)]);
        assert_eq!(crossed((3, 2)), [(2, 1), (2, 2)]);
        assert_eq!(crossed((1, 2)), []);
        assert_eq!(crossed((2, 4)), [(1, 2), (2, 3)]);
    }

    #[test]
    fn a_ship_faces_what_is_not_behind_its_row() {
        let ship = MapPosition { heading: Heading::East, ..at(3, 3) };
        assert!(ship.faces(at(3, 0)) && ship.faces(at(4, 7)) && ship.faces(at(3, 3)));
        assert!(!ship.faces(at(2, 3)));
    }
}
