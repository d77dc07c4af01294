//! Text for terminals that show only ASCII.

/// Replaces the characters that reports, messages and progress draw with by ASCII. Other
/// characters, such as letters of a name, remain. Diagrams and columns keep their width.
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    let mut last = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '·' if last == ' ' && characters.peek() == Some(&' ') => ascii.push('-'),
            // A sign of its own is spelled out; at the end of a name that was cut, there is no
            // room.
            '…' if last.is_alphanumeric() => ascii.push('~'),
            '…' => ascii.push_str("..."),
            '≥' => ascii.push_str(">="),
            '≤' => ascii.push_str("<="),
            '±' => ascii.push_str("+-"),
            c => ascii.push(replacement(c)),
        }
        last = c;
    }
    ascii
}

/// Returns the character of the same width that takes the place of this one.
fn replacement(c: char) -> char {
    match c {
        '█' | '▉' | '▊' | '▋' | '▇' | '▆' => '#',
        '▌' | '▍' | '▅' | '▄' => '=',
        '▎' | '▏' | '▃' => '-',
        '░' => '.',
        '▚' => 'x',
        '▒' => '%',
        '▓' => 'o',
        '▂' | '▁' => '_',
        '·' => '.',
        '–' | '—' | '−' => '-',
        '×' => 'x',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '→' => '>',
        '\u{a0}' | '\u{202f}' => ' ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::ascii;

    #[test]
    fn everything_that_reports_draw_has_a_replacement() {
        let drawn = "█▉▊▋▌▍▎▏▇▆▅▄▃▂▁░▒▓·–—−×‘’“”→…±≥≤\u{a0}\u{202f}";
        assert!(ascii(drawn).is_ascii(), "{}", ascii(drawn));
    }

    #[test]
    fn names_remain_and_cut_names_keep_their_width() {
        assert_eq!(ascii("Königin 日本 46.5 – 46.7 %"), "Königin 日本 46.5 - 46.7 %");
        assert_eq!(ascii("long na…|"), "long na~|");
        assert_eq!(ascii("0 … all"), "0 ... all");
        assert_eq!(ascii("exact · ·▃█ 1.5"), "exact - .-# 1.5");
    }
}
