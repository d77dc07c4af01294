//! The situation on the table in the middle of a battle.

use crate::scenario::{AimedMissiles, RolledFace};

/// Group, dice, missiles and hits on the table when a captain has to decide. Parts that are not
/// given are deduced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnTheTable {
    /// The group that acts, by its class or by side and class.
    pub turn: Option<String>,
    /// The dice that have been rolled.
    pub roll: Option<Vec<RolledFace>>,
    /// Missiles in flight, if point defence has to choose among them.
    pub missiles: Option<Vec<AimedMissiles>>,
    /// Number of hits that the side has to deal with.
    pub hits: Option<u32>,
    /// Number of hits that it has scored in the same round and that the enemy still has to assign.
    pub scored: Option<u32>,
}
