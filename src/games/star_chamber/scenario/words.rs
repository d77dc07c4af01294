//! Names of ships, figures and options, and what players call them.

use super::catalogue::StarCatalogue;
use super::figures::FIGURES;
use super::resolve::OPTIONS;
use crate::games::common::figures::add_figures;
use crate::games::common::options::add_options;
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::names::Synonyms;
use crate::scenario::phrase::vocabulary::Terms;

/// Other names of figures.
const OTHER_FIGURES: &Synonyms =
    &[("damaged", &["damage"]), ("weapons", &["guns"]), ("alert", &["alert crew"])];

/// Other names of options.
const OTHER_OPTIONS: &Synonyms = &[("leadership", &["leader"])];

/// Returns the vocabulary of the game.
pub(crate) fn vocabulary(catalogue: &StarCatalogue) -> Vocabulary {
    let mut words = Vocabulary::new(Terms { ship: "ship", ..Terms::default() });
    catalogue.ships.iter().for_each(|ship| words.ship(&ship.name));
    add_figures(&mut words.figures, &FIGURES);
    add_options(&mut words.options, &OPTIONS);
    words.figures.names.call(OTHER_FIGURES);
    words.options.names.call(OTHER_OPTIONS);
    words
}
