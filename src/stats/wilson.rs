//! The Wilson score interval of a share.

/// Two-sided 95 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % interval of a probability estimated by `hits` of `n` trials (Wilson, 1927). It
/// lies within 0 and 1 and is meaningful even without hits: 0 of n gives 0 to about 3.8 / n.
#[must_use]
pub fn wilson(hits: u64, n: u64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (hits, n) = (hits as f64, n as f64);
    let p = hits / n;
    let z2 = Z * Z / n;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt();
    let low = if hits == 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if hits == n { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Newcombe (1998), table I: 15 of 148, 81 of 263, 0 of 20, 1 of 29.
    #[test]
    fn agrees_with_published_intervals() {
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(hits, n);
            assert!((l - low).abs() < 6e-5 && (h - high).abs() < 6e-5, "{hits}/{n}: {l} {h}");
        }
    }

    #[test]
    fn all_and_nothing_reach_the_ends() {
        assert_eq!(wilson(0, 1000).0, 0.0);
        assert_eq!(wilson(1000, 1000).1, 1.0);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
