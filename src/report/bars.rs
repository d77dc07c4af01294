//! Bars made of block characters.

/// Draws a bar of at most `width` columns, in eighths of a column.
#[must_use]
pub fn bar(share: f64, width: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    // A non-zero share always shows at least one mark.
    let eighths = if share > 0.0 { eighths.max(1) } else { eighths };
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

/// Draws a distribution with one character per value. The largest value has the full height.
#[must_use]
pub fn sparkline(distribution: &[f64]) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let largest = distribution.iter().copied().fold(0.0, f64::max);
    distribution
        .iter()
        .map(|p| match p / largest {
            share if share > 0.0 => HEIGHTS[((share * 8.0).ceil() as usize).clamp(1, 8) - 1],
            _ => '·',
        })
        .collect()
}

/// Returns the character of a column that fills this share of its line; a space for nothing.
pub(super) fn bar_up(share: f64) -> &'static str {
    const HEIGHTS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    HEIGHTS[(share.clamp(0.0, 1.0) * 8.0).round() as usize]
}

#[cfg(test)]
mod tests {
    use super::{bar, sparkline};

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(0.0, 10), "");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.53125, 4), "██▏");
        assert_eq!(bar(1e-9, 10), "▏");
    }

    #[test]
    fn a_sparkline_has_a_character_a_value() {
        assert_eq!(sparkline(&[0.0, 0.1, 0.8, 0.1]), "·▁█▁");
        assert_eq!(sparkline(&[0.0, 0.0]), "··");
        assert_eq!(sparkline(&[]), "");
    }
}
