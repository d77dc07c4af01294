//! Writes results to standard output or to a file, with or without colour.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::{Colour, Format, OutArgs};
use super::ascii::for_stream;
use super::colour::stream;
use super::failure::{self, Failure};
use super::files::{self, is_stdout};
use super::interrupt;
use super::replace::Replacement;
use fleetodds::report::{Report, TableOptions};

/// Prints warnings to standard error, unless `--quiet` is set.
pub(super) fn warn(warnings: &[String], out: &OutArgs) {
    if out.quiet {
        return;
    }
    for warning in warnings {
        failure::warn(warning, out.color);
    }
}

/// Formats a report.
pub(super) fn text(report: &dyn Report, out: &OutArgs, width: usize) -> String {
    match out.format {
        Format::Table => report.table(TableOptions { width, full: out.full }),
        Format::Json => report.json(),
        Format::Csv => report.csv(),
        Format::Markdown => report.markdown(),
    }
}

/// Destination of a result. It is opened before the computation begins, so that a bad path fails
/// in the first second and not after the last.
#[derive(Debug)]
pub(super) enum Target {
    /// Standard output.
    Stdout(Colour),
    /// Device or pipe, which is written to directly.
    Device(File, PathBuf),
    /// File that is replaced when the result is complete.
    File(Replacement, &'static str, PathBuf),
}

impl Target {
    /// Opens the file of `--output`, or standard output.
    pub(super) fn open(out: &OutArgs) -> Result<Self, Failure> {
        match &out.output {
            Some(path) => Self::file("--output", path),
            None => {
                files::check_stdout()?;
                Ok(Self::Stdout(out.color))
            }
        }
    }

    /// Opens the file that an option names.
    pub(super) fn file(option: &'static str, path: &Path) -> Result<Self, Failure> {
        files::writing(option, path)?;
        if path == Path::new("-") || is_stdout(path) {
            return Ok(Self::Stdout(Colour::Never));
        }
        let cannot = |error| cannot_write(path, error);
        let name = path.to_path_buf();
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let device = OpenOptions::new().write(true).open(path).map_err(cannot)?;
            return Ok(Self::Device(device, name));
        }
        Ok(Self::File(Replacement::of(path).map_err(cannot)?, option, name))
    }

    /// Writes a report and returns the exit code. A table is as wide as the terminal.
    pub(super) fn show(&mut self, report: &dyn Report, out: &OutArgs) -> Result<u8, Failure> {
        self.show_with(report, out, "")
    }

    /// Like [`Self::show`], with more text below the report.
    pub(super) fn show_with(
        &mut self,
        report: &dyn Report,
        out: &OutArgs,
        more: &str,
    ) -> Result<u8, Failure> {
        let mut text = text(report, out, self.width()) + more;
        if let Some(hint) = out.hint.as_ref().filter(|_| self.is_terminal(out.format)) {
            text += &format!("\n{hint}\n");
        }
        self.write_as(&text, out.format)?;
        Ok(if report.is_interrupted() { failure::INTERRUPTED } else { failure::DONE })
    }

    /// Writes a result in this format. A table is for people, the other formats are for programs.
    pub(super) fn write_as(&mut self, text: &str, format: Format) -> Result<(), Failure> {
        match format {
            Format::Table => self.write_for_people(text),
            Format::Json | Format::Csv | Format::Markdown => self.write(text),
        }
    }

    /// Writes a text for people, in ASCII where it is wanted.
    pub(super) fn write_for_people(&mut self, text: &str) -> Result<(), Failure> {
        let is_terminal = matches!(self, Self::Stdout(_)) && io::stdout().is_terminal();
        self.write(&for_stream(text, is_terminal))
    }

    /// Writes the result of the program. From here on, only a second Ctrl-C ends it.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.begin()?;
        match self {
            Self::Stdout(colour) => {
                let mut out = stream(io::stdout(), *colour);
                out.write_all(text.as_bytes())
                    .and_then(|()| out.flush())
                    .map_err(|error| Failure::Io("cannot write to standard output".into(), error))
            }
            Self::Device(device, path) => {
                let written = device.write_all(uncoloured(text).as_bytes());
                written.and_then(|()| device.flush()).map_err(|error| cannot_write(path, error))
            }
            Self::File(file, _, path) => {
                file.write(uncoloured(text).as_bytes()).map_err(|error| cannot_write(path, error))
            }
        }
    }

    /// Called before anything is written. Inputs that were read since the output was opened are
    /// not overwritten either.
    fn begin(&self) -> Result<(), Failure> {
        interrupt::finish();
        match self {
            Self::Stdout(_) => files::check_stdout(),
            Self::Device(..) => Ok(()),
            Self::File(_, option, path) => files::check(option, path),
        }
    }

    /// Whether a result in this format is a table on a terminal.
    fn is_terminal(&self, format: Format) -> bool {
        matches!(self, Self::Stdout(_)) && format == Format::Table && io::stdout().is_terminal()
    }

    /// Writes binary data.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.begin()?;
        match self {
            Self::Stdout(_) => {
                let mut out = io::stdout();
                out.write_all(bytes)
                    .and_then(|()| out.flush())
                    .map_err(|error| Failure::Io("cannot write to standard output".into(), error))
            }
            Self::Device(device, path) => {
                let written = device.write_all(bytes).and_then(|()| device.flush());
                written.map_err(|error| cannot_write(path, error))
            }
            Self::File(file, _, path) => {
                file.write(bytes).map_err(|error| cannot_write(path, error))
            }
        }
    }

    /// Returns the width for tables in columns: that of the terminal, or 80 for other targets.
    pub(super) fn width(&self) -> usize {
        const FALLBACK_WIDTH: usize = 80;
        match self {
            Self::Stdout(_) => terminal_size::terminal_size_of(io::stdout())
                .map_or(FALLBACK_WIDTH, |(width, _)| usize::from(width.0)),
            Self::Device(..) | Self::File(..) => FALLBACK_WIDTH,
        }
    }
}

fn uncoloured(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::Io(format!("cannot write {}", path.display()), error)
}
