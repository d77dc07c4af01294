//! Names of ships, figures and options, and what players call them.

use super::catalogue::ShipCatalogue;
use super::orders::SELF_DESTRUCT;
use super::resolve::{FIGURES, OPTIONS};
use super::text::SYSTEMS;
use crate::games::common::figures::add_figures;
use crate::games::spaceship_battles::rules::TargetPriority;
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::vocabulary::{Synonyms, Terms, ValueWords, one_of};

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
    for option in OPTIONS {
        let value = match option {
            "target" => one_of(TargetPriority::ALL.map(TargetPriority::name)),
            "aim" => one_of(SYSTEMS.into_iter().chain(["hull"])),
            "priority" => one_of(SYSTEMS),
            "self-destruct" => ValueWords::Within(SELF_DESTRUCT),
            "invisible" => ValueWords::Truth,
            "play" | "doctrine" => ValueWords::Like("close"),
            "power" => ValueWords::Like("weapons 1"),
            "speed" => ValueWords::Like("1"),
            _ => ValueWords::Text,
        };
        words.options.add(option, value);
    }
    words.call_ships(SHIPS);
    words.call_figures(OTHER_FIGURES);
    words.call_options(OTHER_OPTIONS);
    words
}
