//! Writes the results of a batch. Unlike other outputs, the file grows in place, under a lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::is_error;
use super::resume::{Marker, ResumedRun};
use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;
use crate::cli::files::{Files, followed, is_stdout};
use crate::cli::interrupt;

/// Beginning of every line of output that is not an error.
const RESULT: &[u8] = b"{\"schema\":\"fleetodds/";

/// Output of a batch.
pub(super) struct Results {
    to: BufWriter<Box<dyn Write>>,
    name: String,
    marker: Option<Marker>,
    /// Number of results from the interrupted run; 0 without `--resume`.
    pub(super) lines: u64,
    /// Whether any of them is an error.
    pub(super) have_errors: bool,
}

impl Results {
    /// Opens the output of a batch.
    pub(super) fn open(args: &BatchArgs, files: &mut Files) -> Result<Self, Failure> {
        let Some(path) = &args.output else {
            files.writing_to_stdout()?;
            return Ok(Self::new("standard output".into(), io::stdout()));
        };
        files.writing("--output", path)?;
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
        let marker = Marker::beside(&followed(path));
        files.writing("the resume file", marker.path())?;
        if args.resume {
            return Self::resumed(args, path, marker);
        }
        marker.check_place()?;
        let run = ResumedRun::of(args)?;
        let options = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = locked(options.map_err(cannot)?, &name)?;
        // The file is emptied before the marker changes, so that old results never have the new
        // marker.
        file.set_len(0).map_err(cannot)?;
        marker.set(run.as_ref())?;
        Ok(Self { marker: Some(marker), ..Self::new(name, file) })
    }

    fn new(name: String, to: impl Write + 'static) -> Self {
        let to: Box<dyn Write> = Box::new(to);
        Self { to: BufWriter::new(to), name, marker: None, lines: 0, have_errors: false }
    }

    /// Opens the output of an interrupted run and continues after its last complete line.
    fn resumed(args: &BatchArgs, path: &Path, marker: Marker) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot write {name}"), error);
        marker.check(&name, ResumedRun::of(args)?.as_ref())?;
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(cannot)?;
        let mut file = locked(file, &name)?;
        let Kept { lines, bytes, have_errors } = kept(&file, &name)?;
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { lines, have_errors, marker: Some(marker), ..Self::new(name, file) })
    }

    /// Writes a line. An interrupt never leaves half of one.
    pub(super) fn write(&mut self, line: &str) -> Result<(), Failure> {
        let _output = interrupt::output();
        let written = self.to.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }

    /// Flushes the lines so far.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let _output = interrupt::output();
        let flushed = self.to.flush();
        flushed.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }

    /// Ends a complete batch and removes its marker.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        self.marker.map_or(Ok(()), |marker| marker.remove())
    }
}

/// Locks the file for as long as it is open.
fn locked(file: File, name: &str) -> Result<File, Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let why = io::Error::other("another batch is writing to it");
            Err(Failure::Io(format!("cannot write {name}"), why))
        }
        // Some network file systems do not support locks; the batch runs without one there.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}

/// Results that an output already contains.
struct Kept {
    /// Number of complete lines.
    lines: u64,
    /// Size of these lines in bytes.
    bytes: u64,
    /// Whether any of them is an error.
    have_errors: bool,
}

/// Reads the results in an output. All lines are kept, except a last one without a line break.
fn kept(file: &File, name: &str) -> Result<Kept, Failure> {
    let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
    let mut kept = Kept { lines: 0, bytes: 0, have_errors: false };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).map_err(cannot)? > 0 {
        if !begins_like_a_result(&line) {
            let number = kept.lines + 1;
            return Err(Failure::Refused(format!(
                "--resume: line {number} of {name} is not a result of a batch; {}",
                anew(name)
            )));
        }
        if !line.ends_with(b"\n") {
            break;
        }
        kept.lines += 1;
        kept.bytes += line.len() as u64;
        kept.have_errors |= is_error(&line);
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
pub(super) fn anew(name: &str) -> String {
    format!("leave out --resume to start over, which overwrites {name}")
}

/// Returns the path of the marker of an output: `OUTPUT.resume`.
pub(super) fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".resume");
    name.into()
}
