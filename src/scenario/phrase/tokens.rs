//! Words, numbers and signs of a typed fleet, with their places.

use std::ops::Range;

/// A word, number or sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Range in the source, in bytes.
    pub(super) range: Range<usize>,
    /// Whether no space separates it from the token before.
    pub(super) is_glued: bool,
    /// Whether a hyphen joins it to the token before.
    pub(super) is_joined: bool,
}

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word without hyphens.
    Word,
    /// A whole number.
    Number(u64),
    /// Punctuation. Square brackets are round ones, a multiplication sign is `*`, `;` is `,`.
    Sign(char),
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let is_glued = tokens.last().is_some_and(|last| last.range.end == at);
        if is_glued && is_hyphen(c) && joins(&tokens, &rest[c.len_utf8()..]) {
            at += c.len_utf8();
            let (kind, length) = token(&text[at..]);
            let range = at..at + length;
            tokens.push(Token { kind, range, is_glued: true, is_joined: true });
            at += length;
            continue;
        }
        let (kind, length) = token(rest);
        tokens.push(Token { kind, range: at..at + length, is_glued, is_joined: false });
        at += length;
    }
    tokens
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '_' | '–')
}

/// Whether a hyphen joins the last token to what follows it.
fn joins(before: &[Token], after: &str) -> bool {
    let is_word = before.last().is_some_and(|last| !matches!(last.kind, Kind::Sign(_)));
    is_word && after.starts_with(char::is_alphanumeric)
}

/// Returns the first token of a text and its length in bytes.
fn token(text: &str) -> (Kind, usize) {
    let first = text.chars().next().unwrap_or(' ');
    if let Some(sign) = sign(first) {
        return (Kind::Sign(sign), first.len_utf8());
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        // A number too long for 64 bits exceeds every limit, so the largest one can replace it.
        return (Kind::Number(text[..digits].parse().unwrap_or(u64::MAX)), digits);
    }
    let ends = |c: char| c.is_whitespace() || is_hyphen(c) || sign(c).is_some();
    let length = text.char_indices().skip(1).find(|(_, c)| ends(*c)).map_or(text.len(), |(n, _)| n);
    (Kind::Word, length)
}

/// Returns the sign that a character stands for.
fn sign(c: char) -> Option<char> {
    Some(match c {
        '(' | '[' => '(',
        ')' | ']' => ')',
        '×' | '*' => '*',
        '−' => '-',
        ';' => ',',
        '+' | '-' | ',' | '&' | '/' | ':' | '=' => c,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn kinds(text: &str) -> String {
        let kind = |kind| match kind {
            Kind::Word => "w".to_string(),
            Kind::Number(n) => n.to_string(),
            Kind::Sign(c) => c.to_string(),
        };
        tokens(text).into_iter().map(|token| kind(token.kind)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn hyphens_join_words_and_stand_alone_before_them() {
        assert_eq!(kinds("ion-cannon -hull - 2 x-89-b"), "w w - w - 2 w 89 w");
        assert_eq!(kinds("2cruiser[+hull]; 2×l1z1x"), "2 w ( + w ) , 2 * w");
        assert_eq!(kinds("-2 é-"), "- 2 w -");
        assert_eq!(kinds("99999999999999999999"), u64::MAX.to_string());
    }
}
