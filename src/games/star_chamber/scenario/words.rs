//! Names of ships, figures and options, and what players call them.

use super::catalogue::StarCatalogue;
use super::resolve::{FIGURES, OPTIONS, TIE_BREAKERS};
use crate::games::common::figures::add_figures;
use crate::games::star_chamber::rules::limits;
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::vocabulary::{Synonyms, Terms, ValueWords};

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
    for option in OPTIONS {
        let value = match option {
            "edge" | "neutral" => ValueWords::Truth,
            "name" => ValueWords::Text,
            "tie-breaker" => ValueWords::Within(TIE_BREAKERS),
            _ => ValueWords::Within(0..=limits::LEADERSHIP),
        };
        words.options.add(option, value);
    }
    words.call_figures(OTHER_FIGURES);
    words.call_options(OTHER_OPTIONS);
    words
}
