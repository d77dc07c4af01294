//! Battles that are played for all states at once, round by round.

/// A distribution over the states in which a round begins. It is carried from round to round, and
/// nothing is kept of rounds that are over.
pub trait Flow<S> {
    /// Plays a round in all states. Calls `end` with final states and their probabilities; a state
    /// may come more than once. Calls `go_on` regularly with the work done since the last call. If
    /// that returns false, the round remains unfinished, and so does this method.
    fn play(
        &mut self,
        end: &mut dyn FnMut(&S, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool;

    /// Probability that a battle is undecided.
    fn left(&self) -> f64;

    /// Returns the states of undecided battles with their probabilities, in an order that depends
    /// on the battle alone.
    fn undecided(&self) -> Vec<(S, f64)>;

    /// Leaves out the least probable states, of a total probability of at most `most`.
    fn leave_out(&mut self, most: f64);
}

/// Work done by a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowWork {
    /// Steps since the last report, of about 30 ns each. They depend only on the battle.
    pub steps: u64,
    /// Bytes in use at present.
    pub bytes: u64,
}

/// Returns the probability below which states can be left out, so that their total is at most
/// `most`. States are left out by powers of two.
pub(crate) fn threshold(masses: impl Iterator<Item = f64>, most: f64) -> f64 {
    /// Number of bits after the exponent.
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    /// Exponent of 1, as it is stored.
    const ONE: usize = f64::MAX_EXP as usize - 1;
    let mut sums = [0.0; ONE + 2];
    for mass in masses.filter(|mass| *mass > 0.0) {
        sums[((mass.to_bits() >> FRACTION) as usize).min(ONE + 1)] += mass;
    }
    let mut left = most;
    let enough = sums.iter().position(|sum| {
        left -= sum;
        left < 0.0
    });
    f64::from_bits((enough.unwrap_or(0) as u64) << FRACTION)
}

#[cfg(test)]
mod tests {
    use super::threshold;

    #[test]
    fn states_that_are_left_out_have_no_more_than_the_given_probability() {
        let masses = [0.5, 0.25, 1e-10, 1e-11, 3e-11, 1e-13, 1e-40];
        for (most, left) in [(1e-20, 6), (2e-13, 5), (2e-11, 4), (6e-11, 3), (1e-3, 2)] {
            let least = threshold(masses.into_iter(), most);
            assert_eq!(masses.iter().filter(|mass| **mass >= least).count(), left, "{most}");
        }
        assert_eq!(threshold(std::iter::empty(), 1.0), 0.0);
    }
}
