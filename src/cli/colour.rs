//! Streams with or without colour.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use super::args::Colour;

/// Wraps a stream so that colour is removed where it is not wanted.
pub(super) fn stream<S: RawStream>(raw: S, colour: Colour) -> AutoStream<S> {
    match colour {
        Colour::Auto => AutoStream::auto(raw),
        Colour::Always => AutoStream::new(raw, ColorChoice::Always),
        Colour::Never => AutoStream::new(raw, ColorChoice::Never),
    }
}
