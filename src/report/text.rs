//! Line wrapping.

use unicode_width::UnicodeWidthStr;

/// Wraps a text at spaces into lines of at most `width` columns. A longer word has a line of its
/// own.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let used = lines[last].width();
        if used == 0 {
            lines[last] += word;
        } else if used + 1 + word.width() <= width {
            lines[last] += " ";
            lines[last] += word;
        } else {
            lines.push(word.into());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a bc  def g", 4), ["a bc", "def", "g"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("longer", 4), ["longer"]);
    }
}
