//! Eclipse, both editions.

pub(crate) mod answer;
mod design;
pub mod rules;
pub mod scenario;
pub(crate) mod show;

use crate::games::{CheckedFleet, Details, Entry};
use std::sync::Arc;

pub use answer::{EclipseBestPlay, EclipseNotSolved, best_play};

use super::{Blueprints, Game, GroupFigures, Rulebook};
use crate::answer::Matchup;
use crate::scenario::Lexicon;
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::model::{Scenario, SideText, Sides};
use crate::scenario::notation::{GroupText, Spanned};

/// Eclipse, both editions, with its catalogue.
#[derive(Clone, Debug)]
pub struct Eclipse {
    lexicon: Lexicon,
    /// Catalogue of the edition.
    pub catalogue: scenario::EclipseCatalogue,
}

/// Figures of ships, each with its meaning.
const LEGEND: &[[&str; 2]] = &[
    [
        "2y1o",
        "dice: two yellow and one orange. A yellow hit does 1 damage, orange 2, blue 3, red 4",
    ],
    [
        "comp 1",
        "computer: is added to the dice. A die hits with 6 in all; a 6 always hits, a 1 never",
    ],
    ["shield 1", "is taken off the dice of the enemy"],
    ["hull 2", "damage that the ship survives; one more destroys it"],
    ["init 3", "initiative: the highest acts first, neutral ships before players with as much"],
    ["missiles 2o", "dice that are rolled once, before the first round"],
    ["energy -1", "energy that a part takes; a blueprint may not take more than it makes"],
];

impl Eclipse {
    /// Loads the shipped catalogue and adds these files, see [`load`](super::load).
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(rulebook: Rulebook, added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let catalogue = scenario::EclipseCatalogue::new(rulebook, added)?;
        let words = scenario::vocabulary(&catalogue);
        let examples = [
            ["3 interceptor", "ancient"],
            ["2 cruiser(+hull) + 1 dreadnought", "gcds"],
            ["4 cruiser", "3 dreadnought"],
        ];
        let limit = rules::limits::SHIPS;
        let usual: &[&str] = match rulebook {
            Rulebook::Eclipse2e => &[
                "interceptor",
                "cruiser",
                "dreadnought",
                "starbase",
                "ancient",
                "guardian",
                "gcds",
            ],
            _ => &["interceptor", "cruiser", "dreadnought", "starbase", "ancient", "gcds"],
        };
        let lexicon = Lexicon {
            usual,
            legend: LEGEND,
            has_retreats: true,
            has_records: true,
            // A captain may do worse with one more ship.
            more_is_better: false,
            ..Lexicon::new(rulebook, words, answer::UNITS, examples, limit)
        };
        Ok(Self { lexicon, catalogue })
    }
}

impl Game for Eclipse {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn resolve(
        &self,
        scenario: &Scenario,
        any_blueprint: bool,
    ) -> Result<Arc<dyn Matchup>, Diagnostic> {
        let rules = scenario::BlueprintRules { catalogue: &self.catalogue, any_blueprint };
        Ok(Arc::new(scenario::resolve(scenario, self.rulebook(), rules)?))
    }

    fn check_policy(&self, name: &Spanned<String>) -> Result<(), Diagnostic> {
        scenario::policy(name).map(|_| ())
    }

    fn is_players(&self, side: &SideText) -> bool {
        let class = side.fleet.groups.first().map(|group| &group.class.value);
        class.is_none_or(|class| self.catalogue.non_player(class).is_none())
    }

    /// A side may have population to lose instead of ships.
    fn can_fight(&self, scenario: &Scenario) -> bool {
        let has_ships = |side: &SideText| !side.fleet.groups.is_empty();
        match &scenario.sides {
            Sides::Two(sides) if !scenario.setting.has("population") => sides.iter().all(has_ships),
            sides => sides.all().iter().any(has_ships),
        }
    }

    fn entries(&self) -> Result<Vec<Entry>, Diagnostic> {
        Ok(show::entries(&self.catalogue))
    }

    fn details(&self, name: &str) -> Result<Details, Diagnostic> {
        show::details(&self.catalogue, name)
    }

    fn check(&self, fleet: &SideText, any_blueprint: bool) -> Result<CheckedFleet, Diagnostic> {
        show::check(&self.catalogue, fleet, any_blueprint)
    }

    fn check_catalogue(&self) -> Result<String, Diagnostic> {
        show::check_catalogue(&self.catalogue)
    }

    fn group_figures(&self, side: &SideText) -> Result<Vec<GroupFigures>, Diagnostic> {
        show::group_figures(&self.catalogue, side)
    }

    fn owned(&self, class: &str) -> Option<u32> {
        self.catalogue.class(class)?.owned.and_then(|owned| u32::try_from(owned).ok())
    }

    fn blueprints(
        &self,
        group: &GroupText,
        parts: &[Spanned<String>],
    ) -> Result<Option<Box<dyn Blueprints + '_>>, Diagnostic> {
        if group.species.is_none() && self.catalogue.non_player(&group.class.value).is_some() {
            let message = format!("`{}` has no blueprint", group.class.value);
            return Err(Diagnostic::at(&group.place, message));
        }
        Ok(Some(Box::new(scenario::BlueprintSearch::new(&self.catalogue, group, parts)?)))
    }
}
