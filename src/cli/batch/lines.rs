//! Reads the lines of a batch.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::input::open;

/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// Line that is not blank.
pub(super) struct BatchLine {
    /// Number of the line in the input, from 1.
    pub(super) number: u64,
    /// Text of the line, or a message that says why it cannot be read.
    pub(super) text: Result<String, String>,
}

/// Input of a batch.
pub(super) struct BatchLines {
    name: String,
    from: Box<dyn BufRead>,
    /// Number of lines read so far, including blank ones.
    number: u64,
    /// Number of bytes read so far.
    pub(super) read: u64,
    /// Size of the input in bytes, if it is a regular file.
    pub(super) bytes: Option<u64>,
}

impl BatchLines {
    /// Opens a file, or standard input without a path.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let from = Box::new(BufReader::new(io::stdin()));
            return Ok(Self {
                name: "standard input".into(),
                from,
                number: 0,
                read: 0,
                bytes: None,
            });
        };
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
        let file = open(path).map_err(cannot)?;
        let bytes = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
        Ok(Self { from: Box::new(BufReader::new(file)), number: 0, read: 0, bytes, name })
    }

    /// Reads the next line that is not blank. A line that is too long or is not UTF-8 is returned
    /// with its error, and reading can continue.
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
                return Ok(Some(BatchLine { number, text: Err(message) }));
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    // Some editors start a file with a byte order mark.
                    let text = match text.strip_prefix('\u{feff}') {
                        Some(rest) if number == 1 => rest.to_string(),
                        _ => text,
                    };
                    return Ok(Some(BatchLine { number, text: Ok(text) }));
                }
                Err(error) => {
                    let byte = error.utf8_error().valid_up_to() + 1;
                    let message = format!("the line is not text: byte {byte} is not valid UTF-8");
                    return Ok(Some(BatchLine { number, text: Err(message) }));
                }
            }
        }
    }

    /// Reads up to `most` lines that are not blank.
    pub(super) fn read(&mut self, most: usize) -> Result<Vec<BatchLine>, Failure> {
        let mut lot = Vec::new();
        while lot.len() < most
            && let Some(line) = self.next()?
        {
            lot.push(line);
        }
        Ok(lot)
    }

    /// Skips lines that are already answered.
    pub(super) fn skip(&mut self, lines: u64) -> Result<(), Failure> {
        for done in 0..lines {
            if self.next()?.is_none() {
                return Err(Failure::Refused(format!(
                    "--resume: the output has {lines} results, but {} has only {done} scenarios",
                    self.name
                )));
            }
        }
        Ok(())
    }
}
