//! Lines of text: their widths, and where they break.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Writes a line; writing to a string cannot fail.
macro_rules! line {
    ($text:expr) => { $text.push('\n') };
    ($text:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($text, $($arg)*);
    }};
}
pub(super) use line;

/// Returns texts without repetitions.
pub(super) fn distinct<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut distinct = Vec::new();
    for text in texts {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}

/// Cuts a text to a width in columns.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// Cuts or pads a text to a width in columns.
pub(super) fn fit_width(text: &str, width: usize) -> String {
    let cut = cut(text, width);
    let space = width.saturating_sub(cut.width());
    cut + &" ".repeat(space)
}

/// Wraps a text at spaces into lines of at most `width` columns. A longer word has a line of its
/// own.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
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

/// Wraps a text at spaces, and words that are wider than a line within themselves.
pub(super) fn wrap_anywhere(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for words in wrap(text, width) {
        let mut line = String::new();
        for c in words.chars() {
            if line.width() + c.width().unwrap_or(0) > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{fit_width, wrap, wrap_anywhere};

    #[test]
    fn names_fill_their_columns_whatever_they_are_made_of() {
        for name in ["Orion", "日本の艦隊", "a name that is longer than its column"] {
            assert_eq!(fit_width(name, 12).width(), 12, "{name}");
        }
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a bc  def g", 4), ["a bc", "def", "g"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("longer", 4), ["longer"]);
    }

    #[test]
    fn words_that_are_too_long_break() {
        assert_eq!(wrap_anywhere("a longer word", 4), ["a", "long", "er", "word"]);
        assert_eq!(wrap_anywhere("", 4), [""]);
    }
}
