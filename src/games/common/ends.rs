//! Ends of a side in games with retreats.

use crate::result::{After, Chance, ChancePlace, Extra, Extras};

/// Adds the probabilities that a side has retreated and that it has been destroyed.
pub(crate) fn add_ends(extras: &mut Extras, retreated: f64, destroyed: f64) {
    let words = "retreats";
    let chance = Chance { probability: retreated, table: ChancePlace::Odds(words), page: words };
    extras.push(Extra::shown_chance("retreated", After::Win, chance));
    extras.push(Extra::chance("destroyed", After::Win, destroyed));
}
