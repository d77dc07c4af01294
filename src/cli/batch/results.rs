//! Writes the results of a batch. Unlike other outputs, the file grows in place, under a lock.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::is_error;
use super::resume::{Marker, Point, ResumedRun};
use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;
use crate::cli::files::{self, followed, is_stdout};
use crate::cli::interrupt;
use crate::cli::replace::{check_room, leads_to, try_lock};

/// Beginning of every line of output that is not an error.
const RESULT: &[u8] = b"{\"schema\":\"fleetodds/";

/// Output of a batch.
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
    /// Opens the output of a batch.
    pub(crate) fn open(args: &BatchArgs) -> Result<Self, Failure> {
        let Some(path) = &args.output else {
            files::check_stdout()?;
            return Ok(Self::new("standard output".into(), io::stdout()));
        };
        files::writing("--output", path)?;
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot write {name}"), error);
        if args.resume && path.metadata().is_ok_and(|found| !found.is_file()) {
            let why = "it is not a regular file; leave out --resume";
            return Err(Failure::Io(format!("cannot resume {name}"), io::Error::other(why)));
        }
        if is_stdout(path) || path.metadata().is_ok_and(|found| !found.is_file()) {
            let to = OpenOptions::new().append(true).open(path).map_err(cannot)?;
            return Ok(Self::new(name, to));
        }
        let mut marker = Marker::beside(&followed(path));
        files::writing("the resume file", marker.path())?;
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
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot write {name}"), error);
        let run = ResumedRun::of(args)?;
        let mut points = marker.check(&name, run.as_ref())?;
        let mut file = locked(path, OpenOptions::new().read(true).write(true)).map_err(cannot)?;
        let Kept { point, have_errors } = kept(&file, &name, &points)?;
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

/// Results that an output already contains.
struct Kept {
    point: Point,
    /// Whether any of them is an error.
    have_errors: bool,
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
/// Results are kept up to the last point; those after it are worked out again.
///
/// # Errors
/// If the file has changed since, or its end is not the output of a batch.
fn kept(file: &File, name: &str, points: &[Point]) -> Result<Kept, Failure> {
    let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
    let refused = |why: String| Failure::Refused(format!("--resume: {why}; {}", anew(name)));
    let size = file.metadata().map_err(cannot)?.len();
    let mut points = points.iter().take_while(|point| point.bytes <= size).peekable();
    let mut kept = Kept { point: Point::default(), have_errors: false };
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
                let first = kept.point.lines + 1;
                let why = format!(
                    "{name} has changed: its lines {first} to {} are not those of the batch",
                    next.lines
                );
                return Err(refused(why));
            }
            last = number_of(&line);
            kept = Kept { point: read.clone(), have_errors };
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
pub(crate) fn anew(name: &str) -> String {
    format!("leave out --resume to start over, which overwrites {name}")
}

/// Returns the path of the marker of an output: `OUTPUT.resume`.
pub(crate) fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".resume");
    name.into()
}
