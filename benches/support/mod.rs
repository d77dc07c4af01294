//! What the benches share: fleets as typed.

use fleetodds::rules::eclipse::Fleet;
use fleetodds::scenario::{Catalogue, Ground, Rulebook, Rules, SideText, Source, resolve_side};

/// A typed fleet of the first edition, in figures.
pub(crate) fn fleet(typed: &str) -> Fleet {
    let catalogue = Catalogue::new(Rulebook::Eclipse, &[]).expect("the shipped catalogue is right");
    let rules = Rules { catalogue: &catalogue, any_blueprint: false };
    let text = SideText::typed(&Source::new("bench", typed)).expect("a fleet");
    resolve_side(rules, &text, "bench", 0, Ground::default()).expect("a legal fleet").fleet
}
