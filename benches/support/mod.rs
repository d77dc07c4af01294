//! What the benches share: fleets as typed.

use fleetodds::rules::eclipse::Fleet;
use fleetodds::scenario::eclipse::{Ground, Rules, resolve_side};
use fleetodds::scenario::{Catalogue, Rulebook, SideText, Source};

/// A typed fleet of the first edition, in figures.
pub(crate) fn fleet(typed: &str) -> Fleet {
    let catalogue = Catalogue::new(Rulebook::Eclipse, &[]).expect("the shipped catalogue is right");
    let Catalogue::Eclipse(catalogue) = catalogue else { unreachable!() };
    let rules = Rules { catalogue: &catalogue, any_blueprint: false };
    let text = SideText::typed(&Source::new("bench", typed)).expect("a fleet");
    resolve_side(rules, &text, "bench", 0, Ground::default()).expect("a legal fleet").fleet
}
