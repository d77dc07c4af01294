//! Eclipse: catalogue, and resolution of names to figures.

mod blueprint;
mod catalogue;
mod changes;
mod dice;
mod matchup;
mod resolve;
mod text;
mod yard;

pub(crate) use changes::changes;

pub use blueprint::{Loadout, Printed};
pub use catalogue::{Catalogue, Class, NonPlayer, Part, Species, Technology};
pub use matchup::{EclipseMatchup, SectorSides, resolve};
pub use resolve::{Ground, Rules, policy, resolve_side};
pub use yard::{Build, Yard};
