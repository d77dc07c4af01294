//! Writes results to standard output or to a file, with or without colour, and their pictures:
//! plots and pages.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::cli::args::{Colour, Format, OutArgs, PictureFileArgs};
use crate::cli::failure::{self, Failure, cannot, cannot_write};
use crate::cli::files::{self, Replacement, is_stdout};
use crate::cli::interrupt;
use crate::cli::stream::{for_stream, stream};
use fleetodds::internals::report::{Origin, Report, Stopped, TableOptions, wrap};
use fleetodds::internals::scenario::printable;

pub(crate) fn text(report: &dyn Report, out: &OutArgs, width: usize) -> String {
    match out.format {
        Format::Table => report.table(TableOptions { width, full: out.full }),
        Format::Json => report.json(),
        Format::Csv => report.csv(),
        Format::Markdown => report.markdown(),
    }
}

/// Where the result of a command goes: its text, and its pictures.
pub(crate) struct Output<'a> {
    args: &'a OutArgs,
    pub(crate) target: Target,
    plot: Option<Picture>,
    page: Option<Picture>,
}

struct Picture {
    target: Target,
    path: PathBuf,
}

impl<'a> Output<'a> {
    /// Opens the files of a result before the work begins.
    pub(crate) fn open(args: &'a OutArgs, pictures: &PictureFileArgs) -> Result<Self, Failure> {
        let target = Target::open(args)?;
        let plot = Picture::open("--plot", pictures.plot.as_deref(), PLOTS)?;
        let page = Picture::open("--report", pictures.report.as_deref(), &["html", "htm"])?;
        Ok(Self { args, target, plot, page })
    }

    /// Opens the file of a result without pictures.
    pub(crate) fn without_pictures(args: &'a OutArgs) -> Result<Self, Failure> {
        Ok(Self { args, target: Target::open(args)?, plot: None, page: None })
    }

    pub(crate) fn has_pictures(&self) -> bool {
        self.plot.is_some() || self.page.is_some()
    }

    /// Writes the pictures and the report with more text below it, and returns the exit code. Warns
    /// if the total was spent before the result was complete. `origin` is called for a page only.
    pub(crate) fn show(
        &mut self,
        report: &dyn Report,
        more: &str,
        origin: impl FnOnce() -> Result<Origin, Failure>,
    ) -> Result<u8, Failure> {
        self.warn(report.stopped().and_then(Stopped::warning).as_slice());
        if let Some(plot) = &mut self.plot {
            let drawn = report.svg();
            match ending(&plot.path).as_deref() == Some("png") {
                true => plot.target.write_bytes(&png(&drawn)?)?,
                false => plot.target.write(&drawn)?,
            }
        }
        if let Some(page) = &mut self.page {
            page.target.write(&report.page(&origin()?))?;
        }
        let pictures = || self.plot.iter().chain(&self.page);
        if !self.args.quiet && io::stderr().is_terminal() {
            for picture in pictures().filter(|picture| matches!(picture.target, Target::File(..))) {
                let name = picture.path.display().to_string();
                // A closed standard error must not stop the run.
                let _ = writeln!(io::stderr(), "wrote {}", printable(&name));
            }
        }
        let is_drawn = pictures().any(|picture| picture.path == Path::new("-"));
        if !is_drawn || self.args.output.is_some() {
            self.show_text(report, more)?;
        }
        Ok(code_of(report))
    }

    /// Writes the pictures and the report, and returns the exit code. A page shows the command.
    pub(crate) fn show_with(
        &mut self,
        report: &dyn Report,
        command: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<u8, Failure> {
        self.show(report, "", || {
            let commands = vec![("Command".to_string(), command()?)];
            Ok(Origin { scenario: String::new(), address: None, commands })
        })
    }

    /// Writes the report without pictures, with more text below it, and returns the exit code. A
    /// table is as wide as the terminal.
    pub(crate) fn show_text(&mut self, report: &dyn Report, more: &str) -> Result<u8, Failure> {
        let format = self.args.format;
        let mut text = text(report, self.args, self.target.width()) + more;
        let is_terminal = matches!(self.target, Target::Stdout(_)) && io::stdout().is_terminal();
        if let Some(hint) = self.args.hint.as_ref().filter(|_| is_terminal)
            && format == Format::Table
        {
            text += &format!("\n{}\n", wrap(hint, self.target.width()).join("\n"));
        }
        self.target.write_as(&text, format)?;
        Ok(code_of(report))
    }

    /// Prints warnings to standard error, unless `--quiet` is set.
    pub(crate) fn warn(&self, warnings: &[String]) {
        warn(warnings, self.args);
    }
}

fn code_of(report: &dyn Report) -> u8 {
    if report.is_interrupted() { failure::INTERRUPTED } else { failure::DONE }
}

impl Picture {
    fn open(
        option: &'static str,
        path: Option<&Path>,
        endings: &[&str],
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let target = Target::file(option, path)?;
        check_ending(option, path, endings)?;
        Ok(Some(Self { target, path: path.to_path_buf() }))
    }
}

/// Prints warnings to standard error, unless `--quiet` is set.
pub(crate) fn warn(warnings: &[String], out: &OutArgs) {
    if out.quiet {
        return;
    }
    for warning in warnings {
        failure::warn(warning, out.color);
    }
}

/// Destination of a result. It is opened before the computation begins, so that a bad path fails
/// in the first second and not after the last.
#[derive(Debug)]
pub(crate) enum Target {
    /// Standard output.
    Stdout(Colour),
    /// Device or pipe, which is written to directly.
    Device(File, PathBuf),
    /// File that is replaced when the result is complete.
    File(Replacement, &'static str, PathBuf),
}

impl Target {
    /// Opens the file of `--output`, or standard output.
    pub(crate) fn open(out: &OutArgs) -> Result<Self, Failure> {
        match &out.output {
            Some(path) => Self::file("--output", path),
            None => {
                files::check_stdout()?;
                Ok(Self::Stdout(out.color))
            }
        }
    }

    pub(crate) fn file(option: &'static str, path: &Path) -> Result<Self, Failure> {
        files::writing(option, path)?;
        if path == Path::new("-") || is_stdout(path) {
            return Ok(Self::Stdout(Colour::Never));
        }
        let cannot = cannot_write(path);
        let name = path.to_path_buf();
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let device = OpenOptions::new().write(true).open(path).map_err(cannot)?;
            return Ok(Self::Device(device, name));
        }
        Ok(Self::File(Replacement::of(path).map_err(cannot)?, option, name))
    }

    /// Writes a result in this format. A table is for people, the other formats are for programs.
    pub(crate) fn write_as(&mut self, text: &str, format: Format) -> Result<(), Failure> {
        match format {
            Format::Table => self.write_for_people(text),
            Format::Json | Format::Csv | Format::Markdown => self.write(text),
        }
    }

    /// Writes a text for people, in ASCII where it is wanted.
    pub(crate) fn write_for_people(&mut self, text: &str) -> Result<(), Failure> {
        let is_terminal = matches!(self, Self::Stdout(_)) && io::stdout().is_terminal();
        self.write(&for_stream(text, is_terminal))
    }

    /// Writes the result of the program. From here on, only a second Ctrl-C ends it.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let Self::Stdout(colour) = self else {
            return self.write_bytes(anstream::adapter::strip_str(text).to_string().as_bytes());
        };
        let out = stream(io::stdout(), *colour);
        self.begin()?;
        write_all(out, text.as_bytes()).map_err(cannot(STDOUT))
    }

    /// Writes binary data.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.begin()?;
        match self {
            Self::Stdout(_) => write_all(io::stdout(), bytes).map_err(cannot(STDOUT)),
            Self::Device(device, path) => write_all(device, bytes).map_err(cannot_write(path)),
            Self::File(file, _, path) => file.write(bytes).map_err(cannot_write(path)),
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

    /// Returns the width for tables in columns: that of the terminal, or 80 for other targets.
    pub(crate) fn width(&self) -> usize {
        const FALLBACK_WIDTH: usize = 80;
        match self {
            Self::Stdout(_) => terminal_size::terminal_size_of(io::stdout())
                .map_or(FALLBACK_WIDTH, |(width, _)| usize::from(width.0)),
            Self::Device(..) | Self::File(..) => FALLBACK_WIDTH,
        }
    }
}

const STDOUT: &str = "write to standard output";

fn write_all(mut to: impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// Endings of plots.
#[cfg(feature = "png")]
const PLOTS: &[&str] = &["svg", "png"];
#[cfg(not(feature = "png"))]
const PLOTS: &[&str] = &["svg"];

/// Renders a plot as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    fleetodds::internals::report::png(svg).ok_or_else(|| no_png("the plot cannot be drawn"))
}

/// Refuses PNG, which this build cannot write.
#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(no_png("this build has no PNG"))
}

fn no_png(why: &str) -> Failure {
    Failure::refused(format!("--plot: {why}; write a file that ends in .svg"))
}

/// Returns the ending of a file name in small letters.
fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_lowercase())
}

/// Refuses a file whose name ends like that of another format. A name without an ending is
/// accepted.
fn check_ending(option: &str, path: &Path, endings: &[&str]) -> Result<(), Failure> {
    let Some(ending) = ending(path).filter(|ending| !endings.contains(&ending.as_str())) else {
        return Ok(());
    };
    let name = path.display();
    let written = path.with_extension(endings[0]);
    let all: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
    let (all, written) = (all.join(" or "), written.display());
    let mut message = format!("{option} {name}: the file must end in {all}, like {written}");
    if option == "--plot" && ending == "png" {
        message += "; for PNG, install with `cargo install fleetodds --features png`";
    }
    Err(Failure::usage(message))
}
