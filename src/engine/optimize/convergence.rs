//! When iteration can stop.

/// Iteration stops when the estimated relative distance of every value to its limit is below this.
const CONVERGED_EPS: f64 = 1e-13;

/// Change of values from pass to pass, which shows when they are close enough to their limits.
pub(super) struct Convergence {
    /// Largest change of the last pass.
    last_change: f64,
    /// Number of passes so far.
    passes: u32,
    /// Number of passes and the change at the last look ahead.
    looked: (u32, f64),
}

/// Number of passes before the first look at how many more are needed. Each further look comes
/// after twice as many.
const FIRST_LOOK: u32 = 64;

impl Convergence {
    pub(super) fn new() -> Self {
        Self { last_change: f64::NAN, passes: 0, looked: (0, f64::NAN) }
    }

    /// Whether the values do not converge within this many further passes if their changes shrink
    /// as they did since the last look. They are looked at only now and then; otherwise the answer
    /// is no.
    pub(super) fn is_hopeless(&mut self, left: u32) -> bool {
        if self.passes < FIRST_LOOK || !self.passes.is_power_of_two() {
            return false;
        }
        let (before, change) = std::mem::replace(&mut self.looked, (self.passes, self.last_change));
        let rate = (self.last_change / change).ln() / f64::from(self.passes - before);
        // Unknown at the first look, and no prediction while changes grow.
        rate < 0.0 && (CONVERGED_EPS / self.last_change).ln() / rate > f64::from(left)
    }

    /// Whether iteration can stop after a pass with this largest change.
    pub(super) fn is_reached(&mut self, change: f64) -> bool {
        // Changes shrink by a constant factor, so the remaining change is a geometric series.
        let factor = change / self.last_change;
        self.last_change = change;
        self.passes += 1;
        change == 0.0 || (factor < 1.0 && change * factor / (1.0 - factor) < CONVERGED_EPS)
    }
}

#[cfg(test)]
mod tests {
    use super::{CONVERGED_EPS, Convergence};

    #[test]
    fn iteration_stops_when_the_rest_of_the_series_is_negligible() {
        let mut convergence = Convergence::new();
        // Changes halve, so what remains after each pass is as large as its change.
        let passes = (0..).take_while(|n| !convergence.is_reached(0.5_f64.powi(*n))).count();
        assert!(0.5_f64.powi(passes as i32) < CONVERGED_EPS);
        assert!(0.5_f64.powi(passes as i32 - 1) >= CONVERGED_EPS);
    }

    #[test]
    fn values_that_take_too_long_are_seen_early() {
        let looked = |factor: f64, left: u32| {
            let mut convergence = Convergence::new();
            (1..=128)
                .find(|n| convergence.is_reached(factor.powi(*n)) || convergence.is_hopeless(left))
        };
        // ln(1e-13) / ln(0.999) is 29,919.
        assert_eq!(looked(0.999, 29_000), Some(128));
        assert_eq!(looked(0.999, 30_000), None);
        assert_eq!(looked(1.001, 1000), None);
    }

    #[test]
    fn one_small_change_is_not_enough() {
        let mut convergence = Convergence::new();
        assert!(!convergence.is_reached(CONVERGED_EPS / 10.0), "the factor is unknown");
        assert!(!convergence.is_reached(CONVERGED_EPS / 10.0), "the changes do not shrink");
        assert!(convergence.is_reached(0.0));
    }
}
