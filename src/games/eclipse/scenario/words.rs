//! Names of ships, species, parts and technologies, and what players call them.

use std::collections::BTreeMap;

use super::catalogue::EclipseCatalogue;
use super::figures::FIGURES;
use super::group::DEFAULT_SPECIES;
use super::options::{GENERAL, OPTIONS};
use crate::games::common::figures::add_figures;
use crate::games::common::options::add_options;
use crate::games::common::play::RETREATING;
use crate::games::eclipse::rules::Figures;
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::names::Synonyms;
use crate::scenario::phrase::vocabulary::{DamageWords, PrintedWhat, Terms, ValueWords};

/// Other names of ships.
const SHIPS: &Synonyms = &[
    ("dreadnought", &["dreadnaught", "dn"]),
    ("cruiser", &["cruz"]),
    ("starbase", &["sb"]),
    ("ancient", &["ancient ship", "ancient interceptor"]),
    ("gcds", &["galactic center", "galactic center defense system", "center"]),
    ("gcds-advanced", &["galactic center advanced", "galactic center defense system advanced"]),
    ("gcds-expert", &["galactic center expert", "galactic center defense system expert"]),
];

/// Other names of species.
const SPECIES: &Synonyms = &[
    (
        "terran",
        &[
            "human",
            "terran alliance",
            "terran conglomerate",
            "terran directorate",
            "terran federation",
            "terran republic",
            "terran union",
        ],
    ),
    ("hydran", &["hydran progress"]),
    ("draco", &["descendants of draco"]),
    ("magellan", &["wardens of magellan"]),
    ("lyra", &["enlightened of lyra"]),
    ("eridani", &["eridani empire"]),
    ("orion", &["orion hegemony"]),
    ("rho-indi", &["rho indi syndicate"]),
    ("exiles", &["the exiles"]),
];

/// Other names of figures.
const OTHER_FIGURES: &Synonyms =
    &[("cannons", &["guns", "dice"]), ("damaged", &["damage"]), ("cost", &["materials", "price"])];

/// Returns the vocabulary of an edition.
pub(crate) fn vocabulary(catalogue: &EclipseCatalogue) -> Vocabulary {
    let mut words = Vocabulary::new(Terms {
        ship: "class of ship",
        owner: "species",
        damage: DamageWords::OnePoint,
        ..Terms::default()
    });
    catalogue.classes.iter().for_each(|class| words.ship(&class.name));
    catalogue.non_players.iter().for_each(|ship| words.ship(&ship.name));
    for species in &catalogue.species {
        words.owners.add(&species.name);
    }
    for part in &catalogue.parts {
        words.parts.add(&part.name);
    }
    add_figures(&mut words.figures, &FIGURES);
    let (general, others) = OPTIONS.split_at(GENERAL);
    add_options(&mut words.options, general);
    for technology in &catalogue.technologies {
        words.options.add(&technology.name, ValueWords::None);
    }
    add_options(&mut words.options, others);
    // Only parties of a sector have these.
    for name in ["influence", "alliance"] {
        words.options.set(name, ValueWords::Refused);
    }
    words.call_ships(SHIPS);
    words.owners.call(SPECIES);
    words.figures.names.call(OTHER_FIGURES);
    words.options.names.call(RETREATING);
    print_figures(catalogue, &mut words);
    words
}

/// Adds the printed figures of all ships, which changes like `computer +1` start from, and how many
/// of each part they carry.
fn print_figures(catalogue: &EclipseCatalogue, words: &mut Vocabulary) {
    let place = |(name, _)| words.figures.names.position(name).unwrap_or_default();
    let places = Figures::default().numbers().map(place);
    let print = |words: &mut Vocabulary, owner: Option<&str>, ship: &str, figures: &Figures| {
        let values = figures.numbers().map(|(_, n)| n.into());
        let figures: Vec<_> = places.into_iter().map(PrintedWhat::Figure).zip(values).collect();
        words.print(owner, ship, &figures);
    };
    for ship in &catalogue.non_players {
        print(words, None, &ship.name, &ship.figures);
        words.neutral.extend(words.ships.position(&ship.name));
    }
    for species in &catalogue.species {
        for (class, printed) in &species.ships {
            let loadout = catalogue.printed_loadout(printed);
            let mut parts: BTreeMap<usize, i64> = BTreeMap::new();
            for part in loadout.parts.iter().filter_map(|part| words.parts.position(&part.name)) {
                *parts.entry(part).or_default() += 1;
            }
            let carried = parts.into_iter().map(|(part, n)| (PrintedWhat::Part(part), n));
            let (carried, figures) = (carried.collect::<Vec<_>>(), loadout.figures());
            let usual = (species.name == DEFAULT_SPECIES).then_some(None);
            for owner in [Some(Some(species.name.as_str())), usual].into_iter().flatten() {
                print(words, owner, class, &figures);
                words.print(owner, class, &carried);
            }
        }
    }
}
