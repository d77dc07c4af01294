//! Star Chamber.

pub(crate) mod answer;

pub mod rules;
pub mod scenario;
pub(crate) mod show;

use crate::games::{CheckedFleet, Details, Entry};
use std::sync::Arc;

use super::{Game, Rulebook};
use crate::answer::Matchup;
use crate::scenario::Lexicon;
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::notation::Spanned;

/// Star Chamber, with its catalogue.
#[derive(Clone, Debug)]
pub struct StarChamber {
    lexicon: Lexicon,
    /// Catalogue of ships.
    pub catalogue: scenario::StarCatalogue,
}

impl StarChamber {
    /// Loads the shipped catalogue and adds these files, see [`load`](super::load).
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let catalogue = scenario::StarCatalogue::new(added)?;
        let (rulebook, words) = (Rulebook::StarChamber, scenario::vocabulary(&catalogue));
        let examples = [
            ["2 cruiser", "3 scout"],
            ["8 scout", "2 cruiser"],
            ["6 cruiser", "3 cruiser + 2 scout"],
        ];
        let limit = rules::limits::SHIPS;
        let lexicon = Lexicon {
            usual: &["scout", "cruiser"],
            legend: &[
                ["hull 9", "damage that destroys the ship"],
                ["beam 4 in round 1", "a weapon: its damage, and the round in which it fires"],
            ],
            set_option: scenario::set_option,
            ..Lexicon::new(rulebook, words, answer::UNITS, examples, limit)
        };
        Ok(Self { lexicon, catalogue })
    }
}

impl Game for StarChamber {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn resolve(
        &self,
        scenario: &Scenario,
        _any_blueprint: bool,
    ) -> Result<Arc<dyn Matchup>, Diagnostic> {
        Ok(Arc::new(scenario::resolve(scenario, &self.catalogue)?))
    }

    fn check_policy(&self, name: &Spanned<String>) -> Result<(), Diagnostic> {
        scenario::check_policy(name)
    }

    fn entries(&self) -> Result<Vec<Entry>, Diagnostic> {
        Ok(show::entries(&self.catalogue))
    }

    fn details(&self, name: &str) -> Result<Details, Diagnostic> {
        show::details(&self.catalogue, name)
    }

    fn check(&self, fleet: &SideText, _any_blueprint: bool) -> Result<CheckedFleet, Diagnostic> {
        show::check(&self.catalogue, fleet)
    }

    fn check_catalogue(&self) -> Result<String, Diagnostic> {
        Ok(show::count(&self.catalogue))
    }
}
