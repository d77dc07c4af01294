//! Reads files, catalogues and fleets.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::Failure;
use super::files;
use fleetodds::scenario::{Place, Rulebook, Source, parse_rulebook};

/// Maximum size of a scenario, fleet or catalogue file in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Maximum number of bytes that are read from a file of parts.
const MAX_PARTS_BYTES: u64 = 1 << 30;

/// Opens a file to read it, and registers it as an input, which no output overwrites. No other
/// function of the program opens a file that the user has named.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    files::reading(path);
    Ok(file)
}

/// Reads a file of parts.
pub(crate) fn read_parts(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
    let mut bytes = Vec::new();
    let file = open(path).map_err(cannot)?;
    file.take(MAX_PARTS_BYTES).read_to_end(&mut bytes).map_err(cannot)?;
    text_of(&name, bytes)
}

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_source(path: &Path) -> Result<Arc<Source>, Failure> {
    let (name, bytes) = if path == Path::new("-") {
        ("standard input".to_string(), read_all(io::stdin().lock()))
    } else {
        (path.display().to_string(), open(path).and_then(read_all))
    };
    let bytes = bytes.map_err(|error| Failure::Io(format!("cannot read {name}"), error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let most = MAX_FILE_BYTES >> 20;
        return Err(Failure::Refused(format!("{name} is larger than {most} MiB")));
    }
    let text = text_of(&name, bytes)?;
    Ok(Source::new(name, text.trim_start_matches('\u{feff}')))
}

/// Converts the bytes of a file to text. An error names the line and the byte.
fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let lines = before.split(|byte| *byte == b'\n');
        let (line, byte) = lines.fold((0, 0), |(line, _), bytes| (line + 1, bytes.len() + 1));
        let why = format!("is not text: byte {byte} is not valid UTF-8");
        Failure::Refused(format!("{name}, line {line}, {why}"))
    })
}

fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the catalogue files (`*.json`) of a folder, sorted, and registers them as inputs.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error| Failure::Io(format!("cannot read {}", folder.display()), error);
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    // The order of directory entries differs between machines.
    found.sort();
    found.iter().for_each(|file| files::reading(file));
    Ok(found)
}

/// Parses the value of `--rules`, as players call the rulebook.
pub(crate) fn named_rulebook(name: &str) -> Result<Rulebook, Failure> {
    if let Some(rulebook) = Rulebook::typed(name) {
        return Ok(rulebook);
    }
    parse_rulebook(&Place::whole(&Source::new("--rules", name)), name).map_err(Failure::option)
}
