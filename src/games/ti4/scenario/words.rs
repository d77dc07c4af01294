//! Names of units, factions, technologies and cards, and what players call them.

use super::catalogue::{EffectEntry, EffectField, Ti4Catalogue};
use super::effects::MAX_ROUND;
use super::groups::FIGURES;
use super::lineup::is_upgrade;
use super::names::FACTIONS;
use super::options::{IN_SCENARIOS, OPTIONS, POLICY_NAMES};
use crate::games::Rulebook;
use crate::games::common::figures::add_figures;
use crate::games::common::options::add_options;
use crate::games::common::play::RETREATING;
use crate::games::ti4::rules::{Ability, UnitKind};
use crate::scenario::phrase::Vocabulary;
use crate::scenario::phrase::names::{NameSource, Names, Synonyms};
use crate::scenario::phrase::vocabulary::{
    CardWords, DamageWords, ShipText, Terms, ValueWords, one_of,
};

/// Customary short names of units.
const UNITS: &Synonyms = &[
    ("fighter", &["ff", "ftr"]),
    ("destroyer", &["dd"]),
    ("cruiser", &["ca"]),
    ("carrier", &["cv"]),
    ("dreadnought", &["dn", "dreadnaught"]),
    ("war-sun", &["ws"]),
    ("flagship", &["fs"]),
    ("infantry", &["inf", "gf", "ground force", "troop"]),
    ("pds", &["planetary defense system"]),
    ("ralnel-destroyer", &["linkship"]),
];

/// Customary short names of technologies and cards.
const EFFECTS: &Synonyms = &[
    ("antimass-deflectors", &["ad"]),
    ("assault-cannon", &["ac"]),
    ("direct-hit", &["dh"]),
    ("duranium-armor", &["da"]),
    ("fighter-prototype", &["fp"]),
    ("graviton-laser-system", &["gls"]),
    ("magen-defense-grid", &["mdg"]),
    ("morale-boost", &["mb"]),
    ("non-euclidean-shielding", &["nes"]),
    ("plasma-scoring", &["ps"]),
    ("shields-holding", &["sh"]),
];

/// Returns the vocabulary of the game.
pub(crate) fn vocabulary(catalogue: &Ti4Catalogue, rulebook: Rulebook) -> Vocabulary {
    let mut words = Vocabulary::new(Terms {
        ship: "unit",
        owner: "faction",
        owner_is_side: true,
        damage: DamageWords::Ships,
        has_levels: true,
    });
    for faction in &catalogue.factions {
        words.owners.add(&faction.name);
        words.owners.also(&faction.name, &faction.also, NameSource::Name);
    }
    for unit in &catalogue.units {
        match catalogue.own_class(unit) {
            Some(class) => words.own_ship(&unit.faction, class, &unit.name),
            None => words.ship(&unit.name),
        }
    }
    for unit in &catalogue.units {
        let title = unit.title.strip_prefix("The ").unwrap_or(&unit.title);
        words.ships.also(&unit.name, title, NameSource::Title);
    }
    add_figures(&mut words.figures, &FIGURES);
    add_options(&mut words.options, &OPTIONS);
    let losses = ValueWords::Names(losses(&words));
    words.options.set("play", losses.clone());
    words.options.set("loss-order", losses);
    if rulebook != Rulebook::Ti4Space {
        words.options.set("retreat", ValueWords::Refused);
    }
    for effect in &catalogue.effects {
        words.options.add(&effect.name, ValueWords::Counted(Box::new(card(catalogue, effect))));
        for other in effect.also.iter().chain([&effect.title]) {
            words.options.names.also(&effect.name, other, NameSource::Name);
        }
    }
    words.options.add_all(&IN_SCENARIOS, &ValueWords::Refused);
    words.call_ships(UNITS);
    words.owners.call(FACTIONS);
    words.options.names.call(EFFECTS);
    words.options.names.call(RETREATING);
    words.optional = optional(catalogue, &words.owners, rulebook);
    words.texts = unit_texts(catalogue, rulebook);
    words
}

/// Whether an entry has an effect in the combat of a rulebook.
fn is_played_in(entry: &EffectEntry, rulebook: Rulebook) -> bool {
    let theatre = if rulebook == Rulebook::Ti4Space { "space" } else { "ground" };
    entry.place.is_empty() || entry.place == theatre
}

/// Returns the texts of units about rolls, which count only if they are named.
fn unit_texts(catalogue: &Ti4Catalogue, rulebook: Rulebook) -> Vec<ShipText> {
    let text = |entry: &EffectEntry| {
        let ship = entry.unit.clone().filter(|_| !entry.rolls.is_empty())?;
        let counts = entry.counts.clone();
        is_played_in(entry, rulebook).then(|| ShipText { ship, option: entry.name.clone(), counts })
    };
    catalogue.effects.iter().filter_map(text).collect()
}

/// Returns the abilities of factions that are not played unless they are named.
fn optional(catalogue: &Ti4Catalogue, owners: &Names, rulebook: Rulebook) -> Vec<(usize, String)> {
    let is_here = |entry: &&EffectEntry| is_played_in(entry, rulebook);
    let is_optional = |entry: &&EffectEntry| {
        let faction = catalogue.factions.iter().find(|faction| faction.name == entry.faction);
        let holds = faction.is_some_and(|faction| faction.abilities.contains(&entry.name));
        entry.kind == "faction ability" && entry.ability.is_some() && !holds
    };
    let optional = catalogue.effects.iter().filter(is_optional).filter(is_here);
    let optional = optional.filter(|entry| entry.refused.is_none() && entry.needs.is_empty());
    optional
        .filter_map(|entry| Some((owners.position(&entry.faction)?, entry.name.clone())))
        .collect()
}

/// Returns what an ability takes. Of several fields, its value is the one that it needs, or else
/// its round.
fn card(catalogue: &Ti4Catalogue, entry: &EffectEntry) -> CardWords {
    let field = entry.needs.first().or_else(|| {
        let round = entry.takes.iter().find(|field| **field == EffectField::Round);
        round.or(entry.takes.first())
    });
    let (value, term) = match field {
        None => (ValueWords::None, ""),
        Some(EffectField::Round) => (ValueWords::Within(1..=MAX_ROUND as i32), "round"),
        Some(EffectField::Unit) if entry.ability == Some(Ability::Linkship) => {
            let structures = catalogue.units.iter().filter(|unit| unit.unit.is_structure);
            (one_of(structures.map(|unit| unit.name.as_str())), "structure")
        }
        Some(EffectField::Unit) => (ValueWords::OwnShip, "unit"),
        Some(EffectField::Units) => (ValueWords::Like("[2 cruiser, destroyer]"), "units"),
        Some(EffectField::EnemyDice | EffectField::Bombard) => (ValueWords::Truth, ""),
        Some(EffectField::Gains) => {
            let technologies = catalogue.effects.iter().filter(|e| e.kind == "technology");
            let technologies = technologies.map(|entry| entry.name.as_str());
            let upgrades = catalogue.units.iter().filter(|unit| is_upgrade(unit));
            let upgrades = upgrades.map(|unit| unit.name.as_str());
            (one_of(technologies.chain(upgrades)), "technology")
        }
        Some(EffectField::Texts) => {
            let texts = catalogue.effects.iter().filter(|entry| entry.unit.is_some());
            (one_of(texts.map(|entry| entry.name.as_str())), "flagship")
        }
    };
    CardWords {
        copies: entry.count.map_or(1, u64::from),
        value,
        term,
        needs_value: !entry.needs.is_empty(),
        is_refused: entry.refused.is_some(),
    }
}

/// Returns the names that an order of losses consists of: policies, kinds of units and units.
fn losses(words: &Vocabulary) -> Names {
    let mut losses = Names::default();
    let kinds = UnitKind::ALL.map(UnitKind::name);
    for name in POLICY_NAMES.into_iter().chain(kinds).chain(words.ships.all()) {
        losses.add(name);
    }
    losses.call(UNITS);
    losses
}
