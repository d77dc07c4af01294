//! Pictures of a result: charts in the terminal, an SVG file, an HTML page.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::{OutArgs, PictureFileArgs};
use super::failure::{self, Failure};
use super::output::Target;
use fleetodds::report::{Origin, Report, TableOptions, draw};
use fleetodds::result::Summary;
use fleetodds::scenario::printable;

/// Files with pictures that were requested. They are opened before the computation begins.
pub(super) struct PictureFiles {
    plot: Option<Target>,
    page: Option<Target>,
    /// Their names: of the plot, and of the page.
    paths: [Option<PathBuf>; 2],
    /// Whether the plot is written as PNG.
    is_png: bool,
    /// Whether a picture takes the place of the result on standard output.
    is_stdout: bool,
}

/// Pictures of a fight that were requested.
pub(super) struct Pictures {
    chart: bool,
    pub(super) files: PictureFiles,
}

impl PictureFiles {
    /// Opens the files of the pictures.
    pub(super) fn open(args: &PictureFileArgs) -> Result<Self, Failure> {
        let open = |option, path: &Option<PathBuf>, endings: &[&str]| -> Result<_, Failure> {
            let Some(path) = path.as_deref() else { return Ok(None) };
            let target = Target::file(option, path)?;
            check_ending(option, path, endings)?;
            Ok(Some(target))
        };
        let plot = open("--plot", &args.plot, PLOTS)?;
        let page = open("--report", &args.report, &["html", "htm"])?;
        let is_dash = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        let is_png =
            args.plot.as_deref().is_some_and(|path| ending(path).as_deref() == Some("png"));
        let paths = [args.plot.clone(), args.report.clone()];
        let is_stdout = is_dash(&args.plot) || is_dash(&args.report);
        Ok(Self { plot, page, paths, is_png, is_stdout })
    }

    /// Writes the pictures. `origin` returns the commands for the page, and is only called if there
    /// is one.
    pub(super) fn write(
        &mut self,
        report: &dyn Report,
        origin: impl FnOnce() -> Result<Origin, Failure>,
    ) -> Result<(), Failure> {
        if let Some(plot) = &mut self.plot {
            let drawn = report.svg();
            match self.is_png {
                true => plot.write_bytes(&png(&drawn)?)?,
                false => plot.write(&drawn)?,
            }
        }
        if let Some(target) = &mut self.page {
            target.write(&report.page(&origin()?))?;
        }
        Ok(())
    }

    /// Writes the pictures and the result, with more text below it, and returns the exit code.
    pub(super) fn show(
        &mut self,
        report: &dyn Report,
        (target, out): (&mut Target, &OutArgs),
        more: &str,
        origin: impl FnOnce() -> Result<Origin, Failure>,
    ) -> Result<u8, Failure> {
        self.write(report, origin)?;
        for (file, path) in [(&self.plot, &self.paths[0]), (&self.page, &self.paths[1])] {
            if let (Some(Target::File(..)), Some(path)) = (file, path)
                && !out.quiet
                && io::stderr().is_terminal()
            {
                let name = path.display().to_string();
                // A closed standard error must not stop the run.
                let _ = writeln!(io::stderr(), "wrote {}", printable(&name));
            }
        }
        if self.is_stdout && out.output.is_none() {
            return Ok(if report.is_interrupted() { failure::INTERRUPTED } else { failure::DONE });
        }
        target.show_with(report, out, more)
    }

    /// Writes the pictures and the result of a command, and returns the exit code. The page shows
    /// the command.
    pub(super) fn show_choice(
        &mut self,
        report: &dyn Report,
        output: (&mut Target, &OutArgs),
        command: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<u8, Failure> {
        self.show(report, output, "", || {
            let commands = vec![("Command".to_string(), command()?)];
            Ok(Origin { scenario: String::new(), address: None, commands })
        })
    }
}

/// Endings of plots.
#[cfg(feature = "png")]
const PLOTS: &[&str] = &["svg", "png"];
#[cfg(not(feature = "png"))]
const PLOTS: &[&str] = &["svg"];

/// Renders a plot as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    fleetodds::report::png(svg).ok_or_else(|| no_png("the plot cannot be drawn"))
}

/// Refuses PNG, which this build cannot write.
#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(no_png("this build has no PNG"))
}

fn no_png(why: &str) -> Failure {
    Failure::Refused(format!("--plot: {why}; write a file that ends in .svg"))
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
    Err(Failure::Usage(message))
}

impl Pictures {
    /// Opens the files of the pictures.
    pub(super) fn open(chart: bool, files: &PictureFileArgs) -> Result<Self, Failure> {
        Ok(Self { chart, files: PictureFiles::open(files)? })
    }

    /// Whether any picture was requested.
    pub(super) fn any(&self) -> bool {
        self.chart || self.files.plot.is_some() || self.files.page.is_some()
    }

    /// Returns the charts to print below a table, or an empty text without `--chart`.
    pub(super) fn charts(&self, summary: &Summary, width: usize) -> String {
        if !self.chart {
            return String::new();
        }
        format!("\n{}", draw(summary, TableOptions { width, full: true }).trim_end_matches('\n'))
            + "\n"
    }
}
