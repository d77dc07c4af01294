//! The setting of a combat.

/// Where a combat takes place, and which units fight in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theatre {
    /// In space, between ships.
    Space,
    /// On a planet, between ground forces.
    Ground,
}

/// The setting of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ti4Terms {
    /// Space or planet.
    pub theatre: Theatre,
    /// Whether the defender's ships are in a nebula (T9).
    pub nebula: bool,
    /// Whether capacity is also checked before the combat (T3).
    pub checks_capacity: bool,
    /// By side: number of ships that its fleet pool allows; `None` if unknown (T1).
    pub fleet_pool: [Option<u16>; 2],
    /// Whether the number of rounds played is part of the result, because cards are counted.
    pub counts_cards: bool,
}

impl Ti4Terms {
    /// Creates the default setting for a space or ground combat.
    #[must_use]
    pub const fn of(theatre: Theatre) -> Self {
        Self {
            theatre,
            nebula: false,
            checks_capacity: false,
            fleet_pool: [None; 2],
            counts_cards: false,
        }
    }
}
