//! Names of ships, figures and options, and what players call them.

use super::catalogue::ShipCatalogue;
use super::figures::FIGURES;
use super::options::OPTIONS;
use crate::games::common::figures::add_figures;
use crate::games::common::options::add_options;
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::names::Synonyms;
use crate::scenario::phrase::vocabulary::{Terms, one_of};

/// Other names of ships.
const SHIPS: &Synonyms = &[("printed-example", &["example"])];

/// Other names of figures.
const OTHER_FIGURES: &Synonyms =
    &[("damaged", &["damage"]), ("field", &["force field"]), ("special", &["special weapons"])];

/// Other names of options.
const OTHER_OPTIONS: &Synonyms = &[
    ("self-destruct", &["self destruction"]),
    ("aim", &["aiming at", "aiming for", "aim at"]),
    ("target", &["targeting"]),
];

/// Returns the vocabulary of the game.
pub(crate) fn vocabulary(catalogue: &ShipCatalogue) -> Vocabulary {
    let mut words = Vocabulary::new(Terms { ship: "ship", ..Terms::default() });
    catalogue.ships.iter().for_each(|ship| words.ship(&ship.name));
    add_figures(&mut words.figures, &FIGURES);
    let special = catalogue.special.iter().map(|(name, _)| name.as_str()).chain(["none"]);
    words.figures.set("special", one_of(special));
    add_options(&mut words.options, &OPTIONS);
    words.call_ships(SHIPS);
    words.figures.names.call(OTHER_FIGURES);
    words.options.names.call(OTHER_OPTIONS);
    words
}
