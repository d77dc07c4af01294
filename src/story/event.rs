//! Events of a battle.

/// The subject of an event: some ships of a group, or a whole side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// Index of the side.
    pub side: usize,
    /// Index of the group; `None` for the whole side.
    pub group: Option<usize>,
    /// Number of ships of the group.
    pub ships: u16,
}

impl Who {
    /// Creates a subject of `ships` ships of a group.
    #[must_use]
    pub fn group(side: usize, group: usize, ships: impl Into<u16>) -> Self {
        Self { side, group: Some(group), ships: ships.into() }
    }

    /// Creates a subject of one ship of a group.
    #[must_use]
    pub fn ship(side: usize, group: usize) -> Self {
        Self::group(side, group, 1u16)
    }

    /// Creates a subject for a whole side.
    #[must_use]
    pub fn side(side: usize) -> Self {
        Self { side, group: None, ships: 0 }
    }
}

/// Something that happens in a battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An action without dice, such as `begins to retreat`.
    Act {
        /// The acting ships or side.
        who: Who,
        /// The action: a verb with everything that belongs to it.
        does: String,
    },
    /// A throw of dice.
    Throw(Throw),
    /// A ship or several ships are hit, repaired or otherwise changed.
    Change {
        /// The ships concerned.
        who: Who,
        /// The change: `hit`, `sustains damage`, `destroyed`.
        becomes: &'static str,
        /// Damage points or hits taken.
        damage: u16,
        /// Damage that the ship could take before and can take now, if that is a number.
        life: Option<[u16; 2]>,
        /// Number of ships lost by this change.
        lost: u16,
    },
    /// Hits or damage points without effect.
    Wasted {
        /// The ships or side that produced them.
        who: Who,
        /// Number of hits or points.
        hits: u16,
        /// The reason.
        why: &'static str,
    },
}

/// Dice thrown together.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw {
    /// The ships or side that throw the dice.
    pub who: Who,
    /// Purpose of the dice: `cannons`, `combat`.
    pub with: &'static str,
    /// Combinations of dice that may have been thrown, each with its weight; usually one.
    pub ways: Vec<(f64, Vec<Cast>)>,
    /// Known total of the dice.
    pub total: ThrowTotal,
    /// Deduction from the total.
    pub less: u32,
}

impl Throw {
    /// Returns the greatest total that the dice can have.
    #[must_use]
    pub fn most(&self) -> u32 {
        let casts = self.ways.iter().flat_map(|(_, casts)| casts);
        let best = casts.map(|cast| {
            let worth = cast.faces.iter().map(|face| face.worth).max().unwrap_or(0);
            worth * u32::from(cast.dice)
        });
        best.sum()
    }

    /// Whether the total may be more than what is known of it.
    #[must_use]
    pub fn may_be_more(&self) -> bool {
        matches!(self.total, ThrowTotal::AtLeast(least) if self.most() > least)
    }
}

/// Equal dice of a throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    /// Group that the dice belong to, if dice of several groups are thrown together.
    pub group: Option<usize>,
    /// Name of the kind of dice: `yellow`, `9+`.
    pub kind: String,
    /// Number of dice.
    pub dice: u16,
    /// Faces that each die can show.
    pub faces: Vec<Face>,
}

/// A face of a die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// The face, and the face of the second roll if there was one.
    pub shows: (u8, Option<u8>),
    /// Weight relative to the other faces.
    pub weight: f64,
    /// Hits or damage points that the face counts for.
    pub worth: u32,
}

impl Face {
    /// Creates one of several equally likely faces.
    #[must_use]
    pub fn plain(face: u8, worth: u32) -> Self {
        Self { shows: (face, None), weight: 1.0, worth }
    }
}

/// Knowledge of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrowTotal {
    /// Any total.
    Any,
    /// Exactly this total.
    Is(u32),
    /// This total or more; anything above it has no effect.
    AtLeast(u32),
    /// This total or less.
    AtMost(u32),
}

impl ThrowTotal {
    /// Returns the part of `sum` that has no effect.
    #[must_use]
    pub fn surplus(self, sum: u32) -> u32 {
        match self {
            Self::AtLeast(least) => sum.saturating_sub(least),
            _ => 0,
        }
    }

    /// Returns whether `sum` agrees with this knowledge.
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
