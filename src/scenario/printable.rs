//! Characters that are safe to print on a terminal: no control characters and no marks that
//! change the direction of the text.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Marks that change the direction of the following text, and separators of lines and
/// paragraphs.
const MARKS: [RangeInclusive<char>; 4] = [
    '\u{61c}'..='\u{61c}',
    '\u{200e}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2066}'..='\u{2069}',
];

/// Whether a character can be printed without side effects.
#[must_use]
pub fn is_printable(c: char) -> bool {
    !c.is_control() && !MARKS.iter().any(|marks| marks.contains(&c))
}

/// Returns the text with `�` in place of each character that is not printable.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return text.into();
    }
    text.chars().map(|c| if is_printable(c) { c } else { '\u{fffd}' }).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_is_not_printable_is_replaced() {
        assert_eq!(printable("Käfer 漢字 ✗ 🚀"), "Käfer 漢字 ✗ 🚀");
        for c in ['\0', '\u{1b}', '\n', '\u{7f}', '\u{85}', '\u{9b}', '\u{202e}', '\u{2067}'] {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b");
        }
    }
}
