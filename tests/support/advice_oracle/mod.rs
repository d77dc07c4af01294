//! What each choice of a captain in Eclipse is worth, by brute force: an oracle that shares no code
//! with the program.
//!
//! ```text
//! model    sides, groups, and a moment of a battle
//! volleys  dice, their assignment (D1), the rule of neutral ships (D8), own rift damage (D12)
//! values   the value of each moment under best play (D16), to the end of the battle
//! ```
//!
//! Point defence, repair and alliances are left out: `rulebook.rs` has them.

pub(crate) mod model;
pub(crate) mod values;
pub(crate) mod volleys;
