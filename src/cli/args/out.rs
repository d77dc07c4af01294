//! Output options.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Output options.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct OutArgs {
    /// Show the full report instead of the short one
    #[arg(long, short = 'v', help_heading = "Output")]
    pub(in crate::cli) full: bool,
    /// Show the short report, if the settings ask for the full one
    #[arg(long, help_heading = "Output", conflicts_with = "full")]
    pub(in crate::cli) short: bool,
    /// Format of the result
    #[arg(
        long,
        short,
        value_enum,
        default_value_t,
        value_name = "FORM",
        help_heading = "Output",
        conflicts_with = "json"
    )]
    pub(in crate::cli) format: Format,
    /// Show the result as JSON; short for --format json
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) json: bool,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Hide warnings, and the progress of long runs on stderr: a bar on a terminal, elsewhere a
    /// line every 10 s
    #[arg(long, short, help_heading = "Output")]
    pub(in crate::cli) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(in crate::cli) color: Colour,
    /// Hint below a table on a terminal.
    #[arg(skip)]
    pub(in crate::cli) hint: Option<String>,
}

/// Files with pictures of a result.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct PictureFileArgs {
    /// Write the charts to an SVG file; `-` writes them to standard output instead of the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cli) plot: Option<PathBuf>,
    /// Write an HTML page with the figures, the charts and the command that reproduces them; `-`
    /// writes it to standard output instead of the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cli) report: Option<PathBuf>,
}

/// Formats of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Table to read
    #[default]
    Table,
    /// JSON for scripts
    Json,
    /// CSV with one figure per row
    Csv,
    /// Tables in Markdown
    Markdown,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Colour {
    /// Only on a terminal
    #[default]
    #[value(name = Self::Auto.name())]
    Auto,
    /// Always
    #[value(name = Self::Always.name())]
    Always,
    /// Never
    #[value(name = Self::Never.name())]
    Never,
}

impl Colour {
    /// Returns the name of the value, on the command line and in the settings.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}
