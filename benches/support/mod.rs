//! Shared by the benchmarks: resolves typed fleets.

// Each benchmark uses only a part of this module.
#![allow(dead_code)]

use fleetodds::internals::games::eclipse::rules::EclipseFleet;
use fleetodds::internals::games::eclipse::scenario::{
    BlueprintRules, EclipseCatalogue, SideAllowances, resolve_side,
};
use fleetodds::internals::games::ti4::{rules as ti4, scenario as ti4_scenario};
use fleetodds::internals::scenario::{Rulebook, SideText, Source};

/// Resolves a typed fleet of the first edition of Eclipse.
pub(crate) fn fleet(typed: &str) -> EclipseFleet {
    let catalogue =
        EclipseCatalogue::new(Rulebook::Eclipse, &[]).expect("the shipped catalogue is right");
    let rules = BlueprintRules { catalogue: &catalogue, any_blueprint: false };
    let text = SideText::typed(&Source::new("bench", typed)).expect("a fleet");
    resolve_side(rules, &text, "bench", 0, SideAllowances::default()).expect("a legal fleet").fleet
}

/// Resolves a typed side of a space combat of Twilight Imperium.
pub(crate) fn ti4_fleet(typed: &str) -> ti4::Ti4Fleet {
    let rulebook = Rulebook::Ti4Space;
    let catalogue = ti4_scenario::Ti4Catalogue::new(rulebook, &[], false);
    let catalogue = &catalogue.expect("the shipped catalogue is right");
    let text = SideText::typed(&Source::new("bench", typed)).expect("a fleet");
    let ground = ti4_scenario::SideCtx {
        catalogue,
        rulebook,
        destination: None,
        may_be_empty: false,
        planet: None,
    };
    let side = ti4_scenario::resolve_side(ground, &text, &text.fleet, ("bench", 0));
    side.expect("a fleet within the limits").fleet
}

/// Two fights of Twilight Imperium: name, attacker, defender, the attacker's odds.
pub(crate) const TI4: [(&str, &str, &str, f64); 2] = [
    (
        "2 dreadnought + 4 fighter + carrier v 3 cruiser + 2 destroyer",
        "2 dreadnought + 4 fighter + 1 carrier",
        "3 cruiser + 2 destroyer",
        0.959_868,
    ),
    (
        "the war-sun fight",
        "10 fighter + 3 carrier + 2 dreadnought + 1 war sun",
        "5 cruiser + 5 destroyer + 3 dreadnought + 6 fighter",
        0.204_613,
    ),
];
