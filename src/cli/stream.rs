//! Streams with or without colour, and in ASCII where it is wanted: with `--ascii`, or on a
//! terminal whose locale has no UTF-8.

use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use crate::cli::args::Colour;
use fleetodds::internals::report;

/// Wraps a stream so that colour is removed where it is not wanted.
pub(crate) fn stream<S: RawStream>(raw: S, colour: Colour) -> AutoStream<S> {
    match colour {
        Colour::Auto => AutoStream::auto(raw),
        Colour::Always => AutoStream::new(raw, ColorChoice::Always),
        Colour::Never => AutoStream::new(raw, ColorChoice::Never),
    }
}

/// Returns when help and errors about the command line have colour. They come before the options
/// are read, so `--color` is looked for in the words of the command line.
pub(crate) fn colour_of_help(typed: &[OsString]) -> clap::ColorChoice {
    let mut words = typed.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
        match value {
            Some("never") => return clap::ColorChoice::Never,
            Some("always") => return clap::ColorChoice::Always,
            _ => {}
        }
    }
    clap::ColorChoice::Auto
}

/// Whether `--ascii` is given.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Stores whether the command line has `--ascii`. It is read before the other arguments, so that
/// errors about those are in ASCII, too.
pub(crate) fn read_ascii_option(typed: &[OsString]) {
    ASKED.store(typed.iter().any(|word| word == "--ascii"), Ordering::Relaxed);
}

/// Returns whether a stream gets ASCII only.
pub(crate) fn is_ascii_wanted(is_terminal: bool) -> bool {
    ASKED.load(Ordering::Relaxed) || (is_terminal && !is_utf8(|name| std::env::var(name).ok()))
}

pub(crate) fn for_stream(text: &str, is_terminal: bool) -> Cow<'_, str> {
    if is_ascii_wanted(is_terminal) { report::ascii(text).into() } else { text.into() }
}

/// Whether the locale has UTF-8. A locale that is not set counts as one with UTF-8, which today's
/// terminals have.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::is_utf8;

    #[test]
    fn the_first_variable_that_is_set_is_the_locale() {
        for (all, ctype, lang, known) in [
            ("", "", "", true),
            ("", "", "en_US.UTF-8", true),
            ("", "", "C.utf8", true),
            ("", "", "C", false),
            ("", "POSIX", "en_US.UTF-8", false),
            ("de_DE.UTF-8", "C", "C", true),
            ("en_US.ISO-8859-1", "", "en_US.UTF-8", false),
        ] {
            let variable = |name: &str| match name {
                "LC_ALL" => Some(all.to_string()),
                "LC_CTYPE" => Some(ctype.to_string()),
                _ => Some(lang.to_string()),
            };
            assert_eq!(is_utf8(variable), known, "{all:?} {ctype:?} {lang:?}");
        }
    }
}
