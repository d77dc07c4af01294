//! Parses the query of a link into keys and values, each with its place.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::notation::Spanned;

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) key: Spanned<String>,
    pub(crate) value: Spanned<String>,
}

/// Returns the pairs of a link to this host. The link may lack its scheme, or consist of its
/// query alone.
///
/// # Errors
/// If the link is to another host, or a key is given twice.
pub(crate) fn pairs(source: &Arc<Source>, host: &str) -> Result<Vec<Pair>, Diagnostic> {
    let mut pairs = Vec::new();
    let mut keys = HashSet::new();
    let query = query(source, host)?;
    let mut at = query.start;
    for text in source.text[query].split('&') {
        let start = at;
        at += text.len() + 1;
        let Some(pair) = pair(source, text, start) else { continue };
        if !keys.insert(pair.key.value.clone()) {
            let message = format!("`{}` is given twice", shorten(&pair.key.value));
            return Err(Diagnostic::at(&pair.key.place, message));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// Decodes `key=value`. Returns `None` if the text is empty.
fn pair(source: &Arc<Source>, text: &str, start: usize) -> Option<Pair> {
    let (key, value) = form_urlencoded::parse(text.as_bytes()).next()?;
    let place = |range| Place::new(source, range);
    let middle = text.find('=').unwrap_or(text.len());
    let end = start + text.len();
    Some(Pair {
        key: Spanned::new(key.into_owned(), place(start..start + middle)),
        value: Spanned::new(value.into_owned(), place((start + middle + 1).min(end)..end)),
    })
}

/// Returns the range of the query.
fn query(source: &Arc<Source>, host: &str) -> Result<Range<usize>, Diagnostic> {
    let text = &source.text;
    let end = text[..text.find('#').unwrap_or(text.len())].trim_end().len();
    let start = (text.len() - text.trim_start().len()).min(end);
    let link = &text[start..end];
    let mark = link.find(['?', '=', '&']);
    let address = match mark {
        Some(mark) if link[mark..].starts_with('?') => start..start + mark,
        // The query comes first, without a question mark.
        Some(_) => return Ok(start..end),
        None => start..end,
    };
    check_host(source, address.clone(), host)?;
    Ok((address.end + 1).min(end)..end)
}

/// Checks that the address is empty or belongs to this host.
fn check_host(source: &Arc<Source>, address: Range<usize>, host: &str) -> Result<(), Diagnostic> {
    let text = source.text[address.clone()].to_ascii_lowercase();
    let schemes = ["https://", "http://"];
    let scheme = schemes.iter().find(|scheme| text.starts_with(**scheme)).map_or(0, |s| s.len());
    let name = text[scheme..].split('/').next().unwrap_or_default();
    if text.is_empty() || name.strip_prefix("www.").unwrap_or(name) == host {
        return Ok(());
    }
    let from = address.start + scheme;
    let place = Place::new(source, from..from + name.len());
    Err(Diagnostic::at(&place, format!("`{}` is not {host}", shorten(name)))
        .label(format!("expected a link to {host}"))
        .help("the query alone is enough: `?attacker-unit-cruiser=3&…`"))
}

#[cfg(test)]
mod tests {
    use super::pairs;
    use crate::scenario::Source;

    fn read(link: &str) -> Option<Vec<String>> {
        let pairs = pairs(&Source::new("link", link), "example.org").ok()?;
        Some(pairs.iter().map(|p| format!("{}:{}", p.key.value, p.value.value)).collect())
    }

    #[test]
    fn a_link_may_be_cut_down_to_its_query() {
        for address in [
            "",
            "?",
            "example.org?",
            "example.org/?",
            "HTTP://Example.org/a/b?",
            "https://www.example.org/?",
        ] {
            for end in ["", "&", "#part", " \n"] {
                let link = format!("{address}a+b=1&c%27=%2B&&d{end}");
                assert_eq!(read(&link).unwrap(), ["a b:1", "c':+", "d:"], "{link}");
            }
        }
        assert!(read("").unwrap().is_empty());
        assert!(read("https://example.org").unwrap().is_empty());
    }

    #[test]
    fn other_hosts_and_keys_given_twice_are_refused() {
        for link in [
            "https://example.com/?a=1",
            "example.org.com?a=1",
            "https://example.org@other.org/?a=1",
            "ftp://example.org/?a=1",
            "a?b=1",
            "nonsense",
            "?a=1&a=1",
        ] {
            assert!(read(link).is_none(), "{link}");
        }
    }

    #[test]
    fn places_are_those_of_the_link() {
        let source = Source::new("link", "é?a%20b=3&c=");
        assert!(pairs(&source, "example.org").is_err());
        let source = Source::new("link", " ?a%20b=3&c=");
        let pairs = pairs(&source, "example.org").unwrap();
        let places: Vec<&str> =
            pairs.iter().flat_map(|p| [p.key.place.text(), p.value.place.text()]).collect();
        assert_eq!(places, ["a%20b", "3", "c", ""]);
    }
}
