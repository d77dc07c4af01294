//! Words of a command line.

/// Quotes a word for a POSIX shell if it needs quotes.
///
/// ```
/// use fleetodds::internals::scenario::quoted;
///
/// assert_eq!(quoted("3 interceptor"), "'3 interceptor'");
/// assert_eq!(quoted("ancient"), "ancient");
/// ```
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
