//! Reads the lines of a batch.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use super::table::Header;
use crate::cli::failure::Failure;
use crate::cli::input::open;

/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// Number of lines that are read ahead of an input that may be slow.
const READ_AHEAD: usize = 64;

/// Time for further lines of an input that may be slow. What has come by then is answered.
const PATIENCE: Duration = Duration::from_millis(2);

/// Sign at the start of a comment.
const COMMENT: char = '#';

/// Line that is neither blank nor a comment.
pub(crate) struct BatchLine {
    /// Number of the line in the input, from 1.
    pub(crate) number: u64,
    /// Text of the line, or a message that says why it cannot be read.
    pub(crate) text: Result<String, String>,
    /// Columns of the line, if the input is CSV with a header.
    pub(crate) header: Option<Arc<Header>>,
    /// Number of bytes of the input up to its end.
    end: u64,
}

/// Input of a batch.
pub(crate) struct BatchLines {
    source: Lines,
    /// Reads the input ahead, if it may be slow.
    ahead: Option<Receiver<Result<BatchLine, Failure>>>,
    /// Number of bytes read so far.
    pub(crate) read: u64,
    /// Size of the input in bytes, if it is a regular file.
    pub(crate) bytes: Option<u64>,
}

/// Lines of an input, one after the other.
struct Lines {
    name: String,
    from: Box<dyn BufRead + Send>,
    /// Number of lines read so far, including blank ones.
    number: u64,
    /// Number of bytes read so far.
    read: u64,
    header: Option<Arc<Header>>,
    /// Whether a line has been returned, so that a header can no longer come.
    has_begun: bool,
}

impl BatchLines {
    /// Opens a file, or standard input without a path.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let from = Box::new(BufReader::new(io::stdin()));
            return Ok(Self::of("standard input".into(), from, None));
        };
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
        let file = open(path).map_err(cannot)?;
        let bytes = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
        Ok(Self::of(name, Box::new(BufReader::new(file)), bytes))
    }

    fn of(name: String, from: Box<dyn BufRead + Send>, bytes: Option<u64>) -> Self {
        let source = Lines { name, from, number: 0, read: 0, header: None, has_begun: false };
        Self { source, ahead: None, read: 0, bytes }
    }

    /// Skips lines that are already answered.
    pub(crate) fn skip(&mut self, lines: u64) -> Result<(), Failure> {
        for done in 0..lines {
            if self.source.next()?.is_none() {
                return Err(Failure::Refused(format!(
                    "--resume: the output has {lines} results, but {} has only {done} scenarios",
                    self.source.name
                )));
            }
        }
        self.read = self.source.read;
        Ok(())
    }

    /// Reads ahead from now on, unless the input is a file, which is never slow.
    pub(crate) fn begin(mut self) -> Self {
        if self.bytes.is_some() {
            return self;
        }
        let (send, ahead) = sync_channel(READ_AHEAD);
        let nothing: Box<dyn BufRead + Send> = Box::new(io::empty());
        let empty = Lines { from: nothing, name: String::new(), header: None, ..self.source };
        let mut source = std::mem::replace(&mut self.source, empty);
        // The thread ends with the input, or with the program.
        thread::spawn(move || {
            while let Some(line) = source.next().transpose() {
                let is_last = line.is_err();
                if send.send(line).is_err() || is_last {
                    break;
                }
            }
        });
        self.ahead = Some(ahead);
        self
    }

    /// Reads up to `most` lines, but waits only for the first one.
    pub(crate) fn read(&mut self, most: usize) -> Result<Vec<BatchLine>, Failure> {
        let mut lot = Vec::new();
        while lot.len() < most {
            let line = match &self.ahead {
                None => self.source.next()?,
                Some(ahead) if lot.is_empty() => ahead.recv().ok().transpose()?,
                Some(ahead) => ahead.recv_timeout(PATIENCE).ok().transpose()?,
            };
            let Some(line) = line else { break };
            self.read = line.end;
            lot.push(line);
        }
        Ok(lot)
    }
}

impl Lines {
    /// Reads the next line that is neither blank nor a comment. A line that is too long or is not
    /// UTF-8 is returned with its error, and reading can continue.
    fn next(&mut self) -> Result<Option<BatchLine>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let cannot = |error| Failure::Io(format!("cannot read {}", self.name), error);
            let mut some = self.from.by_ref().take(MAX_LINE_BYTES + 1);
            if some.read_until(b'\n', &mut bytes).map_err(cannot)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.read += bytes.len() as u64;
            let number = self.number;
            if bytes.len() as u64 > MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
                self.read += self.from.skip_until(b'\n').map_err(cannot)? as u64;
                let message = format!("the line is longer than {} MiB", MAX_LINE_BYTES >> 20);
                return Ok(Some(self.line(Err(message))));
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    // Some editors start a file with a byte order mark.
                    let text = match text.strip_prefix('\u{feff}') {
                        Some(rest) if number == 1 => rest.to_string(),
                        _ => text,
                    };
                    if text.trim_start().starts_with(COMMENT) {
                        continue;
                    }
                    if !self.has_begun
                        && let Some(header) = Header::read(&text)?
                    {
                        (self.header, self.has_begun) = (Some(Arc::new(header)), true);
                        continue;
                    }
                    return Ok(Some(self.line(Ok(text))));
                }
                Err(error) => {
                    let byte = error.utf8_error().valid_up_to() + 1;
                    let message = format!("the line is not text: byte {byte} is not valid UTF-8");
                    return Ok(Some(self.line(Err(message))));
                }
            }
        }
    }

    fn line(&mut self, text: Result<String, String>) -> BatchLine {
        self.has_begun = true;
        BatchLine { number: self.number, text, header: self.header.clone(), end: self.read }
    }
}
