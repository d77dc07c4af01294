//! Ends of a side in games with retreats.

use crate::result::{ChancePlace, Extra, ExtraPlace, Extras, ShownChance};

/// Adds the probabilities that a side has retreated and that it has been destroyed.
pub(crate) fn add_ends(extras: &mut Extras, retreated: f64, destroyed: f64) {
    let words = "retreats";
    let chance =
        ShownChance { probability: retreated, table: ChancePlace::Odds(words), page: words };
    extras.push(Extra::shown_chance("retreated", ExtraPlace::Win, chance));
    extras.push(Extra::chance("destroyed", ExtraPlace::Win, destroyed));
}
