//! Characters that are safe to print on a terminal: no control characters, no marks that change the
//! direction of the text, and nothing invisible, which would let two names look alike.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Separators of lines and paragraphs, marks that change the direction of the following text, and
/// the characters that Unicode lists as ignorable: zero-width characters, soft hyphens, fillers,
/// byte order marks and tags. Variation selectors are allowed, because symbols and emoji are
/// written with them.
const MARKS: [RangeInclusive<char>; 15] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
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
        assert_eq!(printable("Käfer 漢字 ✗ 🚀 ☠\u{fe0f}"), "Käfer 漢字 ✗ 🚀 ☠\u{fe0f}");
        for c in ['\0', '\u{1b}', '\n', '\u{7f}', '\u{85}', '\u{9b}', '\u{202e}', '\u{2067}'] {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b");
        }
    }

    #[test]
    fn n8_what_cannot_be_seen_is_replaced() {
        for c in "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{3164}\u{e0041}".chars() {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
    }
}
