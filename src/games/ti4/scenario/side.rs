//! The surroundings in which the names of a side are looked up.

use super::catalogue::Ti4Catalogue;
use super::text::Destination;
use crate::games::Rulebook;

/// Field of `play` that holds the policy of a side.
pub(crate) const POLICY_FIELD: &str = "loss_order";

/// Catalogue to look up names in, and what the situation allows a side.
#[derive(Clone, Copy, Debug)]
pub struct SideCtx<'a> {
    /// Catalogue.
    pub catalogue: &'a Ti4Catalogue,
    /// Rulebook: space or ground combat.
    pub rulebook: Rulebook,
    /// Destination to retreat to, if given.
    pub destination: Option<&'a Destination>,
    /// Whether the side may have no units.
    pub may_be_empty: bool,
    /// Number of the planet in an invasion of several, from 0.
    pub planet: Option<usize>,
}
