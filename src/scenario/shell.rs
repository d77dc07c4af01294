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

/// Splits a command into words as a POSIX shell does, without expansions; `None` if a quote is not
/// closed. It reads what [`quoted`] writes.
///
/// ```
/// use fleetodds::internals::scenario::shell_words;
///
/// let words = shell_words(r#"fleetodds '3 int' vs "an ancient" --2e"#).unwrap();
/// assert_eq!(words, ["fleetodds", "3 int", "vs", "an ancient", "--2e"]);
/// assert_eq!(shell_words("'3 int"), None);
/// ```
#[must_use]
pub fn shell_words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => word.get_or_insert_default().push(letters.next()?),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
