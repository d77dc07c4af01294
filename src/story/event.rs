//! What happens.

/// Somebody: some ships of a group, or a whole side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// The side.
    pub side: usize,
    /// The group, if it is one.
    pub group: Option<usize>,
    /// How many of it.
    pub ships: u16,
}

impl Who {
    /// So many ships of a group.
    #[must_use]
    pub fn group(side: usize, group: usize, ships: impl Into<u16>) -> Self {
        Self { side, group: Some(group), ships: ships.into() }
    }

    /// One ship of a group.
    #[must_use]
    pub fn ship(side: usize, group: usize) -> Self {
        Self::group(side, group, 1u16)
    }

    /// A side.
    #[must_use]
    pub fn side(side: usize) -> Self {
        Self { side, group: None, ships: 0 }
    }
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Somebody does something without dice: `begins to retreat`.
    Act {
        /// Who.
        who: Who,
        /// What, as a verb with all that belongs to it.
        does: String,
    },
    /// Dice are thrown.
    Throw(Throw),
    /// A ship, or a few, are hit, repaired or otherwise changed.
    Change {
        /// Which.
        who: Who,
        /// What becomes of it: `hit`, `sustains damage`, `destroyed`.
        becomes: &'static str,
        /// Points of damage, or hits, that it takes.
        damage: u16,
        /// What it could bear before and can bear now, where that is a number.
        life: Option<[u16; 2]>,
        /// Ships that are lost by it.
        lost: u16,
    },
    /// Hits, or points, that come to nothing.
    Wasted {
        /// Whose.
        who: Who,
        /// How many.
        hits: u16,
        /// Why.
        why: &'static str,
    },
}

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw {
    /// Who throws.
    pub who: Who,
    /// What with: `cannons`, `combat`.
    pub with: &'static str,
    /// Ways in which it may have come to this, each with its weight; usually one.
    pub ways: Vec<(f64, Vec<Cast>)>,
    /// What the dice are worth together.
    pub total: Total,
    /// What is taken off that.
    pub less: u32,
}

/// Equal dice of a throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    /// The group whose dice they are, where those of several are thrown together.
    pub group: Option<usize>,
    /// What they are called: `yellow`, `9+`.
    pub kind: String,
    /// How many.
    pub dice: u16,
    /// What one of them may show.
    pub faces: Vec<Face>,
}

/// What a die may show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// The face, and that of a second roll if there was one.
    pub shows: (u8, Option<u8>),
    /// How likely it is, compared with the others.
    pub weight: f64,
    /// What it is worth: hits, points of damage.
    pub worth: u32,
}

impl Face {
    /// One of equally likely faces.
    #[must_use]
    pub fn plain(face: u8, worth: u32) -> Self {
        Self { shows: (face, None), weight: 1.0, worth }
    }
}

/// What is known of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// Nothing.
    Any,
    /// It is this.
    Is(u32),
    /// It is this or more: more does not matter.
    AtLeast(u32),
    /// It is this or less.
    AtMost(u32),
}

impl Total {
    /// What of a sum does not matter.
    #[must_use]
    pub fn surplus(self, sum: u32) -> u32 {
        match self {
            Self::AtLeast(least) => sum.saturating_sub(least),
            _ => 0,
        }
    }

    /// Can it be this?
    #[must_use]
    pub fn allows(self, sum: u32) -> bool {
        match self {
            Self::Any => true,
            Self::Is(total) => sum == total,
            Self::AtLeast(least) => sum >= least,
            Self::AtMost(most) => sum <= most,
        }
    }
}
