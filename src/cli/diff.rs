//! `fleetodds diff`: two saved results side by side.

use std::path::Path;

use serde_json::Value;

use crate::cli::args::DiffArgs;
use crate::cli::failure::Failure;
use crate::cli::files::read_source;
use crate::cli::output::Output;
use fleetodds::internals::report::Diff;

pub(crate) fn run(args: &DiffArgs) -> Result<u8, Failure> {
    let [a, b] = [&args.a, &args.b].map(|path| read(path));
    let mut output = Output::without_pictures(&args.out)?;
    let diff = Diff::of([a?, b?]).map_err(Failure::refused)?;
    output.show_text(&diff, "")
}

/// Reads a document, and returns it with the name of its file.
fn read(path: &Path) -> Result<(String, Value), Failure> {
    let source = read_source(path)?;
    let name = source.name.clone();
    let document = serde_json::from_str(&source.text)
        .map_err(|error| Failure::refused(format!("{name} is not a document in JSON: {error}")))?;
    Ok((name, document))
}
