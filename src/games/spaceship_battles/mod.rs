//! Spaceship Battles.

pub(crate) mod answer;

pub mod rules;
pub mod scenario;
pub(crate) mod show;

use crate::games::Entry;
use std::sync::Arc;

use super::{Game, GroupFigures, Rulebook};
use crate::answer::Matchup;
use crate::result::Units;
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::notation::Spanned;
use crate::scenario::phrase::Vocabulary;

/// Spaceship Battles, with its catalogue.
#[derive(Clone, Debug)]
pub struct SpaceshipBattles {
    /// Catalogue of charts and ships.
    pub catalogue: scenario::ShipCatalogue,
}

impl SpaceshipBattles {
    /// Loads the shipped catalogue and adds these files, see [`load`](super::load).
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        Ok(Self { catalogue: scenario::ShipCatalogue::new(added)? })
    }
}

impl Game for SpaceshipBattles {
    fn rulebook(&self) -> Rulebook {
        Rulebook::SpaceshipBattles
    }

    fn vocabulary(&self) -> Vocabulary {
        scenario::vocabulary(&self.catalogue)
    }

    fn units(&self) -> Units {
        answer::UNITS
    }

    fn resolve(
        &self,
        scenario: &Scenario,
        _any_blueprint: bool,
    ) -> Result<Arc<dyn Matchup>, Diagnostic> {
        Ok(Arc::new(scenario::resolve(scenario, &self.catalogue)?))
    }

    fn example(&self) -> [&'static str; 2] {
        ["c", "2 d"]
    }

    fn check_policy(&self, name: &Spanned<String>) -> Result<(), Diagnostic> {
        scenario::check_policy(name)
    }

    fn policy_field(&self) -> &'static str {
        "doctrine"
    }

    fn entries(&self) -> Result<Vec<Entry>, Diagnostic> {
        show::entries(&self.catalogue)
    }

    fn show(&self, name: &str) -> Result<String, Diagnostic> {
        show::show(&self.catalogue, name)
    }

    fn check(&self, fleets: &[SideText], _any_blueprint: bool) -> Result<String, Diagnostic> {
        show::check(&self.catalogue, fleets)
    }

    fn group_figures(&self, side: &SideText) -> Result<Vec<GroupFigures>, Diagnostic> {
        show::group_figures(&self.catalogue, side)
    }

    fn max_ships(&self) -> u32 {
        rules::limits::SHIPS as u32
    }
}
