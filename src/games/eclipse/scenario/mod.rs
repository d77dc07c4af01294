//! Eclipse: catalogue, and resolution of names to figures.

mod blueprint;
mod catalogue;
mod changes;
mod dice;
mod figures;
mod group;
mod matchup;
mod resolve;
mod text;
mod yard;

pub(crate) use changes::changes;

pub use blueprint::{Loadout, Printed};
pub use catalogue::{Catalogue, Class, NonPlayer, Part, Species, Technology};
pub use group::Rules;
pub use matchup::{EclipseMatchup, SectorSides, resolve};
pub use resolve::{Ground, policy, resolve_side};
pub use yard::{Build, Yard};
