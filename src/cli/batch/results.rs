//! Where the results of a batch go. Its file grows in place, under a lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::is_error;
use super::resume::{Marker, Run};
use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;
use crate::cli::files::{Files, followed, is_stdout};
use crate::cli::interrupt;

/// Beginning of every line of results that is not an error.
const RESULT: &[u8] = b"{\"schema\":\"fleetodds/";

/// Where the results go.
pub(super) struct Results {
    to: BufWriter<Box<dyn Write>>,
    name: String,
    marker: Option<Marker>,
    /// Results that were there before.
    pub(super) lines: u64,
    /// Whether there is an error among them.
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
            let why = "it is not a regular file, so it keeps no results; leave out --resume";
            return Err(Failure::Io(format!("cannot resume {name}"), io::Error::other(why)));
        }
        if is_stdout(path) || path.metadata().is_ok_and(|found| !found.is_file()) {
            let to = OpenOptions::new().append(true).open(path).map_err(cannot)?;
            return Ok(Self::new(name, to));
        }
        let marker = Marker::beside(&followed(path));
        files.writing("the file beside --output,", marker.path())?;
        if args.resume {
            return Self::resumed(args, path, marker);
        }
        marker.check_place()?;
        let run = Run::of(args)?;
        let options = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = locked(options.map_err(cannot)?, &name)?;
        // An empty file goes with any marker: what was there before never goes with the new one.
        file.set_len(0).map_err(cannot)?;
        marker.set(run.as_ref())?;
        Ok(Self { marker: Some(marker), ..Self::new(name, file) })
    }

    fn new(name: String, to: impl Write + 'static) -> Self {
        let to: Box<dyn Write> = Box::new(to);
        Self { to: BufWriter::new(to), name, marker: None, lines: 0, have_errors: false }
    }

    /// Goes on where the results of the same batch end.
    fn resumed(args: &BatchArgs, path: &Path, marker: Marker) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot write {name}"), error);
        marker.check(&name, Run::of(args)?.as_ref())?;
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(cannot)?;
        let mut file = locked(file, &name)?;
        let Kept { lines, bytes, have_errors } = kept(&file, &name)?;
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { lines, have_errors, marker: Some(marker), ..Self::new(name, file) })
    }

    /// Adds a line. It is handed on as a whole, so that an interrupt leaves whole lines.
    pub(super) fn write(&mut self, line: &str) -> Result<(), Failure> {
        let _output = interrupt::output();
        let written = self.to.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }

    /// Hands on all lines so far.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let _output = interrupt::output();
        let flushed = self.to.flush();
        flushed.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }

    /// Ends a batch of which every line is answered.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        self.marker.map_or(Ok(()), |marker| marker.remove())
    }
}

/// The file, with a lock that lasts as long as it is open.
fn locked(file: File, name: &str) -> Result<File, Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let why = io::Error::other("another batch is writing it");
            Err(Failure::Io(format!("cannot write {name}"), why))
        }
        // Some network file systems have no locks: there a batch goes without.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}

/// The part of an output that is kept.
struct Kept {
    /// Finished lines, and their bytes.
    lines: u64,
    bytes: u64,
    have_errors: bool,
}

/// Reads the results that are there. All but a last line without an end are kept.
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

/// Whether a line, perhaps cut off, is what a batch writes.
fn begins_like_a_result(line: &[u8]) -> bool {
    let begins = |with: &[u8]| line.starts_with(with) || with.starts_with(line);
    begins(RESULT) || begins(b"{\"line\":")
}

/// How to begin from the first line.
pub(super) fn anew(name: &str) -> String {
    format!("leave out --resume to start anew, which overwrites {name}")
}

/// The path of the file that ties an output to its batch.
pub(super) fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".resume");
    name.into()
}
