//! Pictures of a result: charts in the terminal, an SVG file, an HTML page.

use std::path::PathBuf;

use super::args::PictureArgs;
use super::failure::Failure;
use super::files::Files;
use super::output::Target;
use fleetodds::report::{Origin, TableOptions, draw, page, svg};
use fleetodds::result::Summary;

/// Pictures that were requested. Their files are opened before the computation begins.
pub(super) struct Pictures {
    chart: bool,
    plot: Option<Target>,
    page: Option<Target>,
}

impl Pictures {
    /// Opens the files of the pictures.
    pub(super) fn open(files: &mut Files, args: &PictureArgs) -> Result<Self, Failure> {
        let mut open = |option, path: &Option<PathBuf>| {
            path.as_deref().map(|path| Target::file(files, option, path)).transpose()
        };
        let (plot, page) = (open("--plot", &args.plot)?, open("--report", &args.report)?);
        Ok(Self { chart: args.chart, plot, page })
    }

    /// Whether any picture was requested.
    pub(super) fn any(&self) -> bool {
        self.chart || self.plot.is_some() || self.page.is_some()
    }

    /// Writes the pictures that go to files. `origin` returns the scenario and commands for the
    /// page, and is only called if there is one.
    pub(super) fn write(
        &mut self,
        summary: &Summary,
        origin: impl FnOnce() -> Result<Origin, Failure>,
    ) -> Result<(), Failure> {
        if let Some(plot) = &mut self.plot {
            plot.write(&svg(summary))?;
        }
        if let Some(target) = &mut self.page {
            target.write(&page(summary, &origin()?))?;
        }
        Ok(())
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
