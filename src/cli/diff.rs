//! `fleetodds diff`: two saved results side by side.

use std::path::Path;

use fleetodds::report::Diff;
use serde_json::Value;

use super::args::DiffArgs;
use super::failure::Failure;
use super::input::read_source;
use super::output::Output;

/// Runs the command and returns the exit code.
pub(crate) fn run(args: &DiffArgs) -> Result<u8, Failure> {
    let [a, b] = [&args.a, &args.b].map(|path| read(path));
    let mut output = Output::without_pictures(&args.out)?;
    let diff = Diff::of([a?, b?]).map_err(Failure::Refused)?;
    output.show_text(&diff, "")
}

/// Reads a document, and returns it with the name of its file.
fn read(path: &Path) -> Result<(String, Value), Failure> {
    let source = read_source(path)?;
    let name = source.name.clone();
    let document = serde_json::from_str(&source.text)
        .map_err(|error| Failure::Refused(format!("{name} is not a document in JSON: {error}")))?;
    Ok((name, document))
}
