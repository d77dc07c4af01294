//! The marker of an unfinished batch: a file next to its output, `OUTPUT.resume`.
//!
//! Its first line records the input, the options and the version, so that `--resume` continues only
//! the same batch. Each other line records a point of the output: how many lines and bytes it had,
//! and their checksum, so that `--resume` continues only what the batch has written. The marker is
//! removed when the batch is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::results::{anew, beside};
use crate::bug::OrBug;
use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;
use crate::cli::input::{json_files, open};
use crate::cli::part::Typed;
use crate::cli::replace::Replacement;

/// Beginning of the name of the format in all its versions.
const FORMAT: &str = "fleetodds/resume/";

/// Name and version of the format.
const SCHEMA: &str = "fleetodds/resume/2";

/// Properties of a batch on which its results depend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResumedRun {
    schema: String,
    version: String,
    input: Content,
    options: Value,
    precision: Option<String>,
    shard: Option<String>,
    /// Content of the files of `--fleets`.
    fleets: Vec<Content>,
}

/// Size and checksum of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    bytes: u64,
    crc32: u32,
}

impl ResumedRun {
    /// Returns the batch of these arguments, or `None` if its input is not a regular file. Other
    /// input, such as a pipe, cannot be read twice.
    pub(crate) fn of(args: &BatchArgs) -> Result<Option<Self>, Failure> {
        let Some(input) = input(args.file.as_deref())? else { return Ok(None) };
        let folder = args.ask.fleets.as_deref();
        let files = folder.map(json_files).transpose()?.unwrap_or_default();
        let fleets = files.iter().map(|path| content_of(path)).collect::<Result<_, _>>()?;
        Ok(Some(Self {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            input,
            options: Typed::of(&args.ask, &args.details).value(),
            precision: args.ask.precision.clone(),
            shard: args.shard.clone(),
            fleets,
        }))
    }

    /// Describes the first difference from another batch, or returns `None` if they are equal.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.version != other.version || self.schema != other.schema {
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
        // The batch itself reads standard input from this position.
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
    let content = open(path).and_then(Content::read);
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

/// State of an output at the end of a lot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Point {
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    crc32: u32,
}

impl Point {
    fn line(&self) -> String {
        serde_json::to_string(self).or_bug("a point cannot be written as JSON") + "\n"
    }

    /// Adds lines of output.
    pub(crate) fn add(&mut self, text: &[u8]) {
        let mut sum = crc32fast::Hasher::new_with_initial(self.crc32);
        sum.update(text);
        self.crc32 = sum.finalize();
        self.bytes += text.len() as u64;
        self.lines += text.iter().filter(|byte| **byte == b'\n').count() as u64;
    }
}

/// Marker of an output.
pub(crate) struct Marker {
    path: PathBuf,
    /// The marker itself, to which points are added; `None` before the batch begins, and if it
    /// cannot be resumed.
    points: Option<File>,
}

impl Marker {
    /// Returns the marker of this output, which need not exist.
    pub(crate) fn beside(output: &Path) -> Self {
        Self { path: beside(output), points: None }
    }

    /// Returns the path of the marker.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the batch of the marker and the points of its output. Returns `None` if the marker does
    /// not exist.
    fn read(&self) -> Result<Option<(ResumedRun, Vec<Point>)>, Failure> {
        let name = self.path.display();
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("cannot read {name}"), error)),
        };
        let mut lines = text.split(|byte| *byte == b'\n');
        let run = lines.next().and_then(|line| serde_json::from_slice::<ResumedRun>(line).ok());
        let run = run.filter(|run| run.schema.starts_with(FORMAT));
        // The last point of a run that was killed may be cut off.
        let points = lines.map_while(|line| serde_json::from_slice(line).ok()).collect();
        let foreign = || {
            Failure::Refused(format!(
                "{name} is not the record of an interrupted batch: move it, or choose another --output"
            ))
        };
        run.map(|run| Some((run, points))).ok_or_else(foreign)
    }

    /// Checks that the marker can be written, and that its path is not taken by another file.
    pub(crate) fn check_place(&self) -> Result<(), Failure> {
        self.read()?;
        Replacement::of(&self.path).map(|_| ()).map_err(|error| self.cannot_write(error))
    }

    /// Records a batch and the points of its output so far, or removes the marker if `run` is `None`.
    pub(crate) fn set(
        &mut self,
        run: Option<&ResumedRun>,
        points: &[Point],
    ) -> Result<(), Failure> {
        let Some(run) = run else { return self.remove() };
        let text = serde_json::to_string(run);
        let mut text = text.or_bug("the record of a batch cannot be written as JSON") + "\n";
        points.iter().for_each(|point| text += &point.line());
        let written = Replacement::of(&self.path).and_then(|file| file.write(text.as_bytes()));
        written.map_err(|error| self.cannot_write(error))?;
        let opened = OpenOptions::new().append(true).open(&self.path);
        self.points = Some(opened.map_err(|error| self.cannot_write(error))?);
        Ok(())
    }

    /// Records a point of the output.
    pub(crate) fn add(&mut self, point: &Point) -> Result<(), Failure> {
        let Some(points) = &mut self.points else { return Ok(()) };
        let added = points.write_all(point.line().as_bytes());
        added.map_err(|error| self.cannot_write(error))
    }

    /// Checks that the output `name` belongs to a batch, and returns its points.
    pub(crate) fn check(
        &self,
        name: &str,
        run: Option<&ResumedRun>,
    ) -> Result<Vec<Point>, Failure> {
        let refused =
            |why: String| Err(Failure::Refused(format!("--resume: {why}; {}", anew(name))));
        let Some(run) = run else {
            let why = "the input is not a file, so changes to it cannot be detected";
            return refused(why.into());
        };
        let Some((found, points)) = self.read()? else {
            let marker = self.path.display();
            return refused(format!(
                "there is no interrupted batch in {name}: {marker} is missing"
            ));
        };
        match found.difference(run) {
            Some(other) => refused(format!("{name} was written with {other}")),
            None => Ok(points),
        }
    }

    /// Removes the marker, if it exists.
    pub(crate) fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.cannot_write(error)),
            _ => Ok(()),
        }
    }

    fn cannot_write(&self, error: io::Error) -> Failure {
        Failure::Io(format!("cannot write {}", self.path.display()), error)
    }
}
