//! Ends of a side in games with retreats.

use crate::result::{Field, Figure, Figures, Shown};

/// Adds the probabilities that a side has retreated and that it has been destroyed.
pub(crate) fn add_ends(figures: &mut Figures, retreated: f64, destroyed: f64) {
    let retreats = Figure::chance("retreated", Field::Win, retreated);
    figures.push(retreats.showing(Shown::End("retreats", retreated)));
    figures.push(Figure::chance("destroyed", Field::Win, destroyed));
}
