//! Spaceship Battles.

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

/// Spaceship Battles, with its catalogue.
#[derive(Clone, Debug)]
pub struct SpaceshipBattles {
    lexicon: Lexicon,
    /// Catalogue of charts and ships.
    pub catalogue: scenario::ShipCatalogue,
}

impl SpaceshipBattles {
    /// Loads the shipped catalogue and adds these files, see [`load`](super::load).
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let catalogue = scenario::ShipCatalogue::new(added)?;
        let (rulebook, words) = (Rulebook::SpaceshipBattles, scenario::vocabulary(&catalogue));
        let examples = [["c", "2 d"], ["b + d", "2 c"], ["3 b", "a"]];
        let limit = rules::limits::SHIPS;
        let lexicon = Lexicon {
            usual: &["a", "b", "c", "d", "e", "f"],
            legend: &[
                [
                    "size B",
                    "from A, the biggest, to F: hull points, and how hard the ship is to hit",
                ],
                [
                    "speed 8",
                    "hyper speed; H and F are slower. Fast ships hit less often, and are hit less often",
                ],
                ["field 4", "type of the force field, which stops damage"],
                ["5d6", "dice of the weapons at full power"],
            ],
            policy_field: "doctrine",
            has_records: cfg!(not(target_family = "wasm")),
            ..Lexicon::new(rulebook, words, answer::UNITS, examples, limit)
        };
        Ok(Self { lexicon, catalogue })
    }
}

impl Game for SpaceshipBattles {
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
        show::entries(&self.catalogue)
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
