//! Prints shell completions and the manual page.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::{Cli, Colour};
use super::complete;
use super::failure::{self, Failure};
use super::output::Target;

/// Prints the completions for a shell.
pub(super) fn completions(shell: Shell) -> Result<u8, Failure> {
    print(&complete::registration(shell))
}

/// Prints the manual page of the program in roff format, followed by those of its commands.
pub(super) fn man() -> Result<u8, Failure> {
    let mut text = Vec::new();
    let mut command = Cli::command();
    command.build();
    let pages = std::iter::once(&command)
        .chain(command.get_subcommands().filter(|sub| !sub.is_hide_set()))
        .filter(|sub| sub.get_name() != "help");
    for page in pages {
        clap_mangen::Man::new(page.clone())
            .render(&mut text)
            .map_err(|error| Failure::Io("cannot write the manual page".into(), error))?;
    }
    print(&String::from_utf8_lossy(&text))
}

fn print(text: &str) -> Result<u8, Failure> {
    Target::Stdout(Colour::Never).write(text)?;
    Ok(failure::DONE)
}
