//! The lines that a batch reads.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::failure::Failure;

/// Longest line that is read.
const LONGEST_LINE: u64 = 4 << 20;

/// A line that is not blank, and its number.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: Result<String, String>,
}

/// The lines that are read.
pub(super) struct Lines {
    name: String,
    from: Box<dyn BufRead>,
    /// Lines so far, blank ones among them.
    number: u64,
    /// Bytes so far, and of the whole file, if it is one.
    pub(super) read: u64,
    pub(super) bytes: Option<u64>,
}

impl Lines {
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
        let file = File::open(path).map_err(cannot)?;
        let bytes = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
        Ok(Self { from: Box::new(BufReader::new(file)), number: 0, read: 0, bytes, name })
    }

    /// The next line that is not blank; one that is too long or no text is an error of its own.
    fn next(&mut self) -> Result<Option<Line>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let cannot = |error| Failure::Io(format!("cannot read {}", self.name), error);
            let mut some = self.from.by_ref().take(LONGEST_LINE + 1);
            if some.read_until(b'\n', &mut bytes).map_err(cannot)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.read += bytes.len() as u64;
            let number = self.number;
            if bytes.len() as u64 > LONGEST_LINE && !bytes.ends_with(b"\n") {
                self.read += self.from.skip_until(b'\n').map_err(cannot)? as u64;
                let message = format!("the line is longer than {} MiB", LONGEST_LINE >> 20);
                return Ok(Some(Line { number, text: Err(message) }));
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    // Some editors begin a file with a mark of its encoding.
                    let text = match text.strip_prefix('\u{feff}') {
                        Some(rest) if number == 1 => rest.to_string(),
                        _ => text,
                    };
                    return Ok(Some(Line { number, text: Ok(text) }));
                }
                Err(error) => {
                    let byte = error.utf8_error().valid_up_to() + 1;
                    let message = format!("the line is not a text: byte {byte} of it is not UTF-8");
                    return Ok(Some(Line { number, text: Err(message) }));
                }
            }
        }
    }

    pub(super) fn read(&mut self, most: usize) -> Result<Vec<Line>, Failure> {
        let mut lot = Vec::new();
        while lot.len() < most
            && let Some(line) = self.next()?
        {
            lot.push(line);
        }
        Ok(lot)
    }

    /// Passes over lines that have been answered.
    pub(super) fn skip(&mut self, lines: u64) -> Result<(), Failure> {
        for done in 0..lines {
            if self.next()?.is_none() {
                return Err(Failure::Refused(format!(
                    "--resume: the output has {lines} results, {} only {done} scenarios",
                    self.name
                )));
            }
        }
        Ok(())
    }
}
