//! Streams with or without colour.

use std::ffi::OsString;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use super::args::Colour;

/// Wraps a stream so that colour is removed where it is not wanted.
pub(crate) fn stream<S: RawStream>(raw: S, colour: Colour) -> AutoStream<S> {
    match colour {
        Colour::Auto => AutoStream::auto(raw),
        Colour::Always => AutoStream::new(raw, ColorChoice::Always),
        Colour::Never => AutoStream::new(raw, ColorChoice::Never),
    }
}

/// Returns when help and errors about the command line have colour. They come before the options are
/// read, so `--color` is looked for in the words of the command line.
pub(crate) fn of_help(typed: &[OsString]) -> clap::ColorChoice {
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
