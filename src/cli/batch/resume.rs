//! What ties an unfinished output to its batch: a file beside it, `OUTPUT.resume`, that knows
//! the input, the options and the version. It is removed when the batch is complete.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::results::{anew, beside};
use crate::bug::OrBug;
use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;
use crate::cli::input::json_files;
use crate::cli::part::Typed;
use crate::cli::replace::Replacement;

/// Name and version of the form.
const SCHEMA: &str = "fleetodds/resume/1";

/// A batch, as far as its results depend on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    schema: String,
    version: String,
    input: Content,
    options: Value,
    precision: Option<String>,
    shard: Option<String>,
    /// Files of `--fleets`.
    fleets: Vec<Content>,
}

/// What is in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    bytes: u64,
    crc32: u32,
}

impl Run {
    /// The batch of these arguments; `None` if its input comes through a pipe and cannot be read
    /// twice.
    pub(super) fn of(args: &BatchArgs) -> Result<Option<Self>, Failure> {
        let Some(input) = input(args.file.as_deref())? else { return Ok(None) };
        let folder = args.ask.fleets.as_deref();
        let files = folder.map(json_files).transpose()?.unwrap_or_default();
        let fleets = files.iter().map(|path| content_of(path)).collect::<Result<_, _>>()?;
        Ok(Some(Self {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            input,
            options: Typed::of(&args.ask).value(),
            precision: args.ask.precision.clone(),
            shard: args.shard.clone(),
            fleets,
        }))
    }

    /// What makes another batch of it; `None` if they are alike.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.version != other.version {
            return Some("another version of the program");
        }
        if self.input != other.input {
            return Some("another input");
        }
        (self != other).then_some("other options")
    }
}

fn input(path: Option<&Path>) -> Result<Option<Content>, Failure> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let cannot = |error| Failure::Io("cannot read standard input".into(), error);
        let Ok(handle) = Handle::stdin() else { return Ok(None) };
        let mut file = handle.as_file();
        if !file.metadata().map_err(cannot)?.is_file() {
            return Ok(None);
        }
        // Standard input is read again from here.
        let start = file.stream_position().map_err(cannot)?;
        let content = Content::read(file).map_err(cannot)?;
        file.seek(SeekFrom::Start(start)).map_err(cannot)?;
        return Ok(Some(content));
    };
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    content_of(path).map(Some)
}

fn content_of(path: &Path) -> Result<Content, Failure> {
    let content = File::open(path).and_then(Content::read);
    content.map_err(|error| Failure::Io(format!("cannot read {}", path.display()), error))
}

impl Content {
    fn read(mut from: impl Read) -> io::Result<Self> {
        let mut sum = crc32fast::Hasher::new();
        let mut bytes = 0;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = match from.read(&mut buffer) {
                Ok(0) => return Ok(Self { bytes, crc32: sum.finalize() }),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            sum.update(&buffer[..read]);
            bytes += read as u64;
        }
    }
}

/// The file beside an output.
pub(super) struct Marker(PathBuf);

impl Marker {
    /// The one of this output.
    pub(super) fn beside(output: &Path) -> Self {
        Self(beside(output))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Content of the file; `None` if it does not exist.
    fn read(&self) -> Result<Option<Run>, Failure> {
        let name = self.0.display();
        let text = match fs::read(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("cannot read {name}"), error)),
        };
        let run = serde_json::from_slice::<Run>(&text).ok().filter(|run| run.schema == SCHEMA);
        let foreign = || {
            Failure::Refused(format!(
                "{name} is not a file of an interrupted batch: move it away, or name another --output"
            ))
        };
        run.map(Some).ok_or_else(foreign)
    }

    /// Checks that it can be written, and that no other file is in its place.
    pub(super) fn check_place(&self) -> Result<(), Failure> {
        self.read()?;
        Replacement::of(&self.0).map(|_| ()).map_err(|error| self.cannot_write(error))
    }

    /// Ties the output to a batch; to none if its input cannot be read twice.
    pub(super) fn set(&self, run: Option<&Run>) -> Result<(), Failure> {
        let Some(run) = run else { return self.remove() };
        let text = serde_json::to_string(run)
            .or_bug("the record of a batch cannot be written as JSON")
            + "\n";
        let written = Replacement::of(&self.0).and_then(|file| file.write(text.as_bytes()));
        written.map_err(|error| self.cannot_write(error))
    }

    /// Checks that the output of this name is of a batch.
    pub(super) fn check(&self, name: &str, run: Option<&Run>) -> Result<(), Failure> {
        let refused =
            |why: String| Err(Failure::Refused(format!("--resume: {why}; {}", anew(name))));
        let Some(run) = run else {
            return refused("the input is no file, so it cannot be seen to be the same".into());
        };
        let Some(found) = self.read()? else {
            let marker = self.0.display();
            return refused(format!(
                "there is no interrupted batch in {name}: {marker} is missing"
            ));
        };
        match found.difference(run) {
            Some(other) => refused(format!("{name} is of {other}")),
            None => Ok(()),
        }
    }

    /// Removes it.
    pub(super) fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.cannot_write(error)),
            _ => Ok(()),
        }
    }

    fn cannot_write(&self, error: io::Error) -> Failure {
        Failure::Io(format!("cannot write {}", self.0.display()), error)
    }
}
