//! Reads questions as players type them.

use std::ops::Range;

/// Words between the two sides of a question.
const BETWEEN: [&str; 5] = ["v", "vs", "vs.", "versus", "against"];

/// Returns the ranges of the two sides of a question like `3 interceptor vs ancient`, or `None` if
/// no word outside brackets separates them.
#[must_use]
pub fn split_sides(text: &str) -> Option<[Range<usize>; 2]> {
    let mut depth = 0_usize;
    let mut start = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || "()[]".contains(c)) {
        let name = word.trim_end_matches(|c: char| c.is_whitespace() || "()[]".contains(c));
        if depth == 0 && BETWEEN.contains(&name.to_lowercase().as_str()) {
            return Some([0..start, start + name.len()..text.len()]);
        }
        match word.chars().last() {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth = depth.saturating_sub(1),
            _ => (),
        }
        start += word.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::split_sides;

    #[test]
    fn sides_are_split_at_a_word_outside_brackets() {
        for text in
            ["3 int vs ancient", "3 int v ancient", "3 int VS. ancient", "3 int\nagainst ancient"]
        {
            let [attacker, defender] = split_sides(text).unwrap();
            assert_eq!((text[attacker].trim(), text[defender].trim()), ("3 int", "ancient"));
        }
        assert_eq!(split_sides("3 int (a vs b)"), None);
        assert_eq!(split_sides("3 versatile"), None);
    }
}
