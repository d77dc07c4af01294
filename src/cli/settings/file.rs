//! The settings file: one `name = "value"` per line, in TOML. Comments and order are kept.

use std::borrow::Cow;
use std::ops::Range;

use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Source};

/// Maximum depth of nested values. No setting is nested.
const MAX_DEPTH: u32 = 32;

#[derive(Debug, Default)]
pub(crate) struct SettingsFile {
    text: String,
    pub(crate) entries: Vec<SettingEntry>,
    /// First error: its line and what is wrong.
    pub(crate) wrong: Option<(usize, String)>,
    /// Where the first table begins. New entries go before it.
    tables: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct SettingEntry {
    pub(crate) name: String,
    /// Its value as text, or `None` if it is a list or a table.
    pub(crate) value: Option<String>,
    /// Number of its line.
    pub(crate) line: usize,
    /// Place of the name and of the value, in bytes.
    name_at: usize,
    value_at: Range<usize>,
}

impl SettingsFile {
    pub(crate) fn parse(text: &str) -> Self {
        let source = Source::new(text);
        let tokens = source.lex().into_vec();
        let mut events: Vec<Event> = Vec::new();
        let mut errors: Vec<ParseError> = Vec::new();
        let mut guard = RecursionGuard::new(&mut events, MAX_DEPTH);
        parse_document(&tokens, &mut guard, &mut errors);
        let mut file = Self { text: text.into(), ..Self::default() };
        file.read(&source, &events, &mut errors);
        file.wrong = errors.first().map(|error| {
            let at = error.unexpected().or(error.context()).map_or(0, |span| span.start());
            (file.line(at), error.description().to_string())
        });
        file
    }

    /// Collects the entries, and the tables as entries without a value.
    fn read(&mut self, source: &Source<'_>, events: &[Event], errors: &mut Vec<ParseError>) {
        let mut depth = 0_usize;
        let mut name: Option<(usize, String)> = None;
        let mut is_table = false;
        // Where the list or table that is a value begins.
        let mut opened = 0;
        for event in events {
            let (start, end) = (event.span().start(), event.span().end());
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    self.tables.get_or_insert(start);
                    is_table = true;
                }
                EventKind::StdTableClose | EventKind::ArrayTableClose => {
                    let (name_at, name) = name.take().unwrap_or_default();
                    self.add(format!("[{name}]"), None, name_at, start..end);
                    is_table = false;
                }
                EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    if depth == 0 {
                        opened = start;
                    }
                    depth += 1;
                }
                EventKind::ArrayClose | EventKind::InlineTableClose => {
                    depth = depth.saturating_sub(1);
                    if let Some((name_at, name)) = name.take_if(|_| depth == 0) {
                        self.add(name, None, name_at, opened..end);
                    }
                }
                EventKind::SimpleKey if depth == 0 => {
                    let mut key = Cow::default();
                    if let Some(raw) = source.get(event) {
                        raw.decode_key(&mut key, errors);
                    }
                    name = Some(match name.take() {
                        Some((at, name)) => (at, format!("{name}.{key}")),
                        None => (start, key.into_owned()),
                    });
                }
                EventKind::Scalar if depth == 0 && !is_table => {
                    let mut value = Cow::default();
                    if let Some(raw) = source.get(event) {
                        let _ = raw.decode_scalar(&mut value, errors);
                    }
                    if let Some((name_at, name)) = name.take() {
                        self.add(name, Some(value.into_owned()), name_at, start..end);
                    }
                }
                EventKind::Newline if depth == 0 => name = None,
                _ => (),
            }
        }
    }

    fn add(&mut self, name: String, value: Option<String>, name_at: usize, value_at: Range<usize>) {
        // Entries of a table are not settings; the table itself is reported.
        let is_inside = self.tables.is_some() && !name.starts_with('[');
        if !is_inside {
            let line = self.line(name_at);
            self.entries.push(SettingEntry { name, value, line, name_at, value_at });
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().iter().take(at);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    pub(crate) fn with(&self, name: &str, value: &str) -> String {
        let value = format!("\"{value}\"");
        let mut text = self.text.clone();
        if let Some(entry) = self.entries.iter().find(|entry| entry.name == name) {
            text.replace_range(entry.value_at.clone(), &value);
            return text;
        }
        let at = self.tables.unwrap_or(text.len());
        let before = if at > 0 && !text[..at].ends_with('\n') { "\n" } else { "" };
        text.insert_str(at, &format!("{before}{name} = {value}\n"));
        text
    }

    pub(crate) fn without(&self, name: &str) -> String {
        let mut text = self.text.clone();
        // Where the last line that was removed begins. A file with an error may have a name twice
        // in a line.
        let mut removed = text.len();
        for entry in self.entries.iter().rev().filter(|entry| entry.name == name) {
            let start = text[..entry.name_at].rfind('\n').map_or(0, |newline| newline + 1);
            let after = entry.value_at.end.min(removed);
            let end = text[after..removed].find('\n');
            let end = end.map_or(removed, |newline| after + newline + 1);
            text.replace_range(start..end, "");
            removed = start;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::SettingsFile;

    #[test]
    fn entries_change_and_all_else_stays() {
        let text = "# mine\nrules = '2e'  # of the club\n\ncolor = \"never\"\n";
        let file = SettingsFile::parse(text);
        let entries: Vec<_> =
            file.entries.iter().map(|e| (&*e.name, e.value.as_deref(), e.line)).collect();
        assert_eq!(entries, [("rules", Some("2e"), 2), ("color", Some("never"), 4)]);
        assert!(file.wrong.is_none());
        assert_eq!(file.with("rules", "1e"), text.replace("'2e'", "\"1e\""));
        assert_eq!(file.with("report", "full"), format!("{text}report = \"full\"\n"));
        assert_eq!(file.without("rules"), "# mine\n\ncolor = \"never\"\n");
        assert_eq!(file.without("report"), text);
        assert_eq!(SettingsFile::parse("").with("rules", "1e"), "rules = \"1e\"\n");
        assert_eq!(SettingsFile::parse("a=1").with("b", "2"), "a=1\nb = \"2\"\n");
    }

    #[test]
    fn tables_and_lists_are_no_settings() {
        let file = SettingsFile::parse("rules = [1, 'a']\ncolor = {a = 1}\n[x.y]\nreport = 'full'");
        let entries: Vec<_> = file.entries.iter().map(|e| (&*e.name, e.value.as_deref())).collect();
        assert_eq!(entries, [("rules", None), ("color", None), ("[x.y]", None)]);
        assert!(file.with("report", "short").contains("report = \"short\"\n[x.y]"));
        assert!(file.with("rules", "1e").starts_with("rules = \"1e\"\ncolor"));
    }

    #[test]
    fn an_error_has_its_line() {
        let file = SettingsFile::parse("rules = \"1e\"\ncolor = \n");
        assert_eq!(file.wrong.map(|(line, _)| line), Some(2));
        for text in ["\"", "= =", "[", "rules", "a = '", "\u{0}", "a = {", "[[[", "a.b.c = 1"] {
            SettingsFile::parse(text);
        }
    }

    /// Parses, changes and parses again files with random changes. A file without an error stays
    /// one, and has its new value.
    fn change_mutated(seed: u64, files: usize) {
        const START: &str = "# mine\nrules = '2e'  # of the club\ncolor = \"never\"\n[a]\nb = 1\n";
        const PIECES: [&str; 20] = [
            "=",
            "\"",
            "'",
            "\"\"\"",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            "#",
            "\n",
            "\r\n",
            "rules",
            "1",
            "\\u",
            "é",
            "\0",
            "report = 'full'",
            " ",
        ];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
        for _ in 0..files {
            let mut text = START.to_string();
            for _ in 0..=below(6) {
                let at = text.floor_char_boundary(below(text.len() + 1));
                let to = text.ceil_char_boundary((at + below(8)).min(text.len()));
                text.replace_range(at..to, PIECES[below(PIECES.len())]);
            }
            let file = SettingsFile::parse(&text);
            file.without("rules");
            let changed = SettingsFile::parse(&file.with("rules", "1e"));
            if file.wrong.is_none() {
                let value = changed.entries.iter().find(|entry| entry.name == "rules");
                let value = value.and_then(|entry| entry.value.as_deref());
                assert!(changed.wrong.is_none() && value == Some("1e"), "{text:?}");
            }
        }
    }

    #[test]
    fn mutated_files_are_changed_or_refused() {
        change_mutated(1, 20_000);
    }

    /// The command is in CONTRIBUTING.
    #[test]
    #[ignore = "long: a minute"]
    fn ten_million_mutated_files_are_changed_or_refused() {
        change_mutated(2, 10_000_000);
    }
}
