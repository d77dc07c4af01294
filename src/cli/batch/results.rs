//! Writes the results of a batch. Unlike other outputs, the file grows in place, under a lock. A
//! second file notes how far it is, so that an interrupted batch can be resumed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bug::OrBug;
use crate::cli::args::BatchArgs;
use crate::cli::batch::lines::is_error;
use crate::cli::failure::{Failure, cannot, cannot_read, cannot_write};
use crate::cli::files::{
    self, Replacement, check_room, followed, is_stdout, json_files, leads_to, open, try_lock,
};
use crate::cli::interrupt;
use crate::cli::part::Typed;

/// Beginning of every line of output that is not an error.
const RESULT: &[u8] = b"{\"schema\":\"fleetodds/";

pub(crate) struct Results {
    to: Box<dyn Write>,
    name: String,
    /// Lines that are not written yet.
    lot: Vec<u8>,
    /// Contents of the file so far.
    point: Point,
    marker: Option<Marker>,
    /// Old content that the first results replace.
    old: Option<Old>,
    /// Number of results from the interrupted run; 0 without `--resume`.
    pub(crate) lines: u64,
    /// Whether any of them is an error.
    pub(crate) have_errors: bool,
}

/// An output with old content.
struct Old {
    path: PathBuf,
    file: File,
    run: Option<ResumedRun>,
}

impl Results {
    pub(crate) fn open(args: &BatchArgs) -> Result<Self, Failure> {
        let Some(path) = &args.output else {
            files::check_stdout()?;
            return Ok(Self::new("standard output".into(), io::stdout()));
        };
        files::writing("--output", path)?;
        let (name, cannot) = (path.display().to_string(), cannot_write(path));
        if args.resume && path.metadata().is_ok_and(|found| !found.is_file()) {
            let why = "it is not a regular file; leave out --resume";
            return Err(Failure::Io(format!("cannot resume {name}"), io::Error::other(why)));
        }
        if is_stdout(path) || path.metadata().is_ok_and(|found| !found.is_file()) {
            let to = OpenOptions::new().append(true).open(path).map_err(cannot)?;
            return Ok(Self::new(name, to));
        }
        let mut marker = Marker::beside(&followed(path));
        files::writing("the resume file", &marker.path)?;
        if args.resume {
            return Self::resumed(args, path, marker);
        }
        marker.check_place()?;
        let run = ResumedRun::of(args)?;
        let file = locked(path, OpenOptions::new().write(true).create(true).truncate(false))
            .map_err(cannot)?;
        let is_empty = file.metadata().map_err(cannot)?.len() == 0;
        let mut old = None;
        if is_empty {
            marker.set(run.as_ref(), &[])?;
        } else {
            old = Some(Old { path: path.clone(), file: file.try_clone().map_err(cannot)?, run });
        }
        Ok(Self { marker: Some(marker), old, ..Self::new(name, file) })
    }

    fn new(name: String, to: impl Write + 'static) -> Self {
        let to: Box<dyn Write> = Box::new(to);
        let (lot, point, lines) = (Vec::new(), Point::default(), 0);
        Self { to, name, lot, point, marker: None, old: None, lines, have_errors: false }
    }

    /// Opens the output of an interrupted run and continues after its last complete lot.
    fn resumed(args: &BatchArgs, path: &Path, mut marker: Marker) -> Result<Self, Failure> {
        let (name, cannot) = (path.display().to_string(), cannot_write(path));
        let run = ResumedRun::of(args)?;
        let mut points = marker.check(&name, run.as_ref())?;
        let mut file = locked(path, OpenOptions::new().read(true).write(true)).map_err(cannot)?;
        let (point, have_errors) = kept(&file, &name, &points)?;
        file.set_len(point.bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        points.retain(|known| known.bytes <= point.bytes);
        marker.set(run.as_ref(), &points)?;
        let lines = point.lines;
        Ok(Self { lines, point, have_errors, marker: Some(marker), ..Self::new(name, file) })
    }

    /// Adds a line to the lot that is written next.
    pub(crate) fn add(&mut self, line: &str) {
        self.lot.extend_from_slice(line.as_bytes());
        self.lot.push(b'\n');
    }

    /// Writes the lines so far. An interrupt never leaves half of one.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        if self.lot.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let _output = interrupt::shield();
        let written = self.to.write_all(&self.lot).and_then(|()| self.to.flush());
        written.map_err(|error| self.cannot_write(error))?;
        self.point.add(&self.lot);
        self.lot.clear();
        self.marker.as_mut().map_or(Ok(()), |marker| marker.add(&self.point))
    }

    /// Removes the old content of the file. The disk must have room for the first results, and no
    /// part of the batch may have read the file.
    fn begin(&mut self) -> Result<(), Failure> {
        let Some(Old { path, file, run }) = self.old.take() else { return Ok(()) };
        files::check("--output", &path)?;
        let cannot = |error| self.cannot_write(error);
        check_room(&followed(&path), &self.lot).map_err(cannot)?;
        if let Some(marker) = &mut self.marker {
            marker.set(run.as_ref(), &[])?;
        }
        file.set_len(0).map_err(|error| self.cannot_write(error))
    }

    /// Ends a complete batch and removes its marker.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        self.begin()?;
        self.marker.map_or(Ok(()), |marker| marker.remove())
    }

    fn cannot_write(&self, error: io::Error) -> Failure {
        Failure::Io(format!("cannot write {}", self.name), error)
    }
}

/// Opens a file and locks it for as long as it is open.
fn locked(path: &Path, options: &OpenOptions) -> io::Result<File> {
    loop {
        let file = options.open(path)?;
        try_lock(&file)?;
        // Another process may have replaced the file before it was locked.
        if leads_to(path, &file) {
            return Ok(file);
        }
    }
}

/// Fields of a line of output.
#[derive(Deserialize)]
struct Numbered {
    line: u64,
}

/// Returns the number of the input line that a line of output answers, or 0 if it has none.
fn number_of(line: &[u8]) -> u64 {
    serde_json::from_slice(line).map_or(0, |Numbered { line }| line)
}

/// Reads the results in an output, and checks them against the points that the batch has recorded.
/// Results are kept up to the last point; those after it are worked out again. Returns that point,
/// and whether any of the results is an error.
///
/// # Errors
/// If the file has changed since, or its end is not the output of a batch.
fn kept(file: &File, name: &str, points: &[Point]) -> Result<(Point, bool), Failure> {
    let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
    let refused = |why: String| Failure::refused(format!("--resume: {why}; {}", anew(name)));
    let size = file.metadata().map_err(cannot)?.len();
    let mut points = points.iter().take_while(|point| point.bytes <= size).peekable();
    let mut kept = (Point::default(), false);
    let (mut read, mut have_errors, mut last) = (Point::default(), false, 0);
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).map_err(cannot)? > 0 {
        let number = read.lines + 1;
        let Some(next) = points.peek() else {
            // The end of a run that was killed may be half a line.
            let is_whole = line.ends_with(b"\n");
            let found = number_of(&line);
            if !begins_like_a_result(&line) || (is_whole && found <= last) {
                let why = format!("line {number} of {name} is not a result of a batch");
                return Err(refused(why));
            }
            last = found;
            read.lines += 1;
            line.clear();
            continue;
        };
        have_errors |= is_error(&line);
        read.add(&line);
        if read.bytes >= next.bytes {
            if read != **next {
                let first = kept.0.lines + 1;
                let why = format!(
                    "{name} has changed: its lines {first} to {} are not those of the batch",
                    next.lines
                );
                return Err(refused(why));
            }
            last = number_of(&line);
            kept = (read.clone(), have_errors);
            points.next();
        }
        line.clear();
    }
    Ok(kept)
}

/// Whether a line, perhaps cut off, may be the output of a batch.
fn begins_like_a_result(line: &[u8]) -> bool {
    let begins = |with: &[u8]| line.starts_with(with) || with.starts_with(line);
    begins(RESULT) || begins(b"{\"line\":")
}

/// Returns the help on how to start again from the first line.
fn anew(name: &str) -> String {
    format!("leave out --resume to start over, which overwrites {name}")
}

/// Beginning of the name of the format in all its versions.
const FORMAT: &str = "fleetodds/resume/";

/// Name and version of the format.
const SCHEMA: &str = "fleetodds/resume/2";

/// Properties of a batch on which its results depend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumedRun {
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
    fn of(args: &BatchArgs) -> Result<Option<Self>, Failure> {
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
        let cannot = cannot("read standard input");
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
    open(path).and_then(Content::read).map_err(cannot_read(path))
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
struct Point {
    lines: u64,
    bytes: u64,
    crc32: u32,
}

impl Point {
    fn line(&self) -> String {
        serde_json::to_string(self).or_bug("a point cannot be written as JSON") + "\n"
    }

    /// Adds lines of output.
    fn add(&mut self, text: &[u8]) {
        let mut sum = crc32fast::Hasher::new_with_initial(self.crc32);
        sum.update(text);
        self.crc32 = sum.finalize();
        self.bytes += text.len() as u64;
        self.lines += text.iter().filter(|byte| **byte == b'\n').count() as u64;
    }
}

/// The marker of an unfinished batch: a file next to its output, `OUTPUT.resume`.
///
/// Its first line records the input, the options and the version, so that `--resume` continues only
/// this batch. Each other line records a point of the output: how many lines and bytes it had, and
/// their checksum, so that `--resume` continues only what the batch has written. The marker is
/// removed when the batch is complete.
struct Marker {
    path: PathBuf,
    /// The marker itself, to which points are added; `None` before the batch begins, and if it
    /// cannot be resumed.
    points: Option<File>,
}

impl Marker {
    /// Returns the marker of this output, which need not exist.
    fn beside(output: &Path) -> Self {
        let mut name = output.as_os_str().to_owned();
        name.push(".resume");
        Self { path: name.into(), points: None }
    }

    /// Reads the batch of the marker and the points of its output. Returns `None` if the marker
    /// does not exist.
    fn read(&self) -> Result<Option<(ResumedRun, Vec<Point>)>, Failure> {
        let name = self.path.display();
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(cannot_read(&self.path)(error)),
        };
        let mut lines = text.split(|byte| *byte == b'\n');
        let run = lines.next().and_then(|line| serde_json::from_slice::<ResumedRun>(line).ok());
        let run = run.filter(|run| run.schema.starts_with(FORMAT));
        // The last point of a run that was killed may be cut off.
        let points = lines.map_while(|line| serde_json::from_slice(line).ok()).collect();
        let foreign = || {
            Failure::refused(format!(
                "{name} is not the record of an interrupted batch: move it, or choose another --output"
            ))
        };
        run.map(|run| Some((run, points))).ok_or_else(foreign)
    }

    /// Checks that the marker can be written, and that its path is not taken by another file.
    fn check_place(&self) -> Result<(), Failure> {
        self.read()?;
        Replacement::of(&self.path).map(|_| ()).map_err(|error| self.cannot_write(error))
    }

    /// Records a batch and the points of its output so far, or removes the marker if `run` is
    /// `None`.
    fn set(&mut self, run: Option<&ResumedRun>, points: &[Point]) -> Result<(), Failure> {
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
    fn add(&mut self, point: &Point) -> Result<(), Failure> {
        let Some(points) = &mut self.points else { return Ok(()) };
        let added = points.write_all(point.line().as_bytes());
        added.map_err(|error| self.cannot_write(error))
    }

    /// Checks that the output `name` belongs to a batch, and returns its points.
    fn check(&self, name: &str, run: Option<&ResumedRun>) -> Result<Vec<Point>, Failure> {
        let refused =
            |why: String| Err(Failure::refused(format!("--resume: {why}; {}", anew(name))));
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
    fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.cannot_write(error)),
            _ => Ok(()),
        }
    }

    fn cannot_write(&self, error: io::Error) -> Failure {
        cannot_write(&self.path)(error)
    }
}
