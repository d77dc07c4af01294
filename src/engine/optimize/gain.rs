//! Gains, which captains compare.

/// Gain of a side from a battle: its objective, and the figure that decides between choices with
/// equal objectives.
pub type Gain = [f64; 2];

/// Largest difference between values that count as equal.
pub(super) const TIE_EPS: f64 = 1e-12;

/// Whether a gain is better than another: by its first figure, or by the second if the first are
/// equal.
#[inline]
#[must_use]
pub fn is_better_gain(gain: Gain, other: Gain) -> bool {
    let [more, more_of_the_next] = [gain[0] - other[0], gain[1] - other[1]];
    // No branches: they could not be predicted where many gains are compared.
    (more > TIE_EPS) | ((more >= -TIE_EPS) & (more_of_the_next > TIE_EPS))
}
