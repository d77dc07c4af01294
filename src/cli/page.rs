//! `fleetodds page`: the page that works alone, as one file.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::failure::{self, Failure, cannot_read};
use super::output::Target;
use fleetodds::internals::scenario::printable;

/// The page that `web/build` makes.
#[cfg(feature = "page")]
const PAGE: Option<&str> = Some(include_str!("../../web/dist/index.html"));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;

/// What is in the head of every page of the program.
const TITLE: &str = "<title>fleetodds</title>";

/// Writes the page to a file. Only an older page is replaced.
pub(crate) fn run(file: &Path) -> Result<u8, Failure> {
    let page = PAGE.ok_or_else(|| {
        Failure::usage(
            "this program was built without the page in one file: `web/build` makes it in \
             web/dist/index.html; `fleetodds serve` needs no file",
        )
    })?;
    if file.is_file() && !is_page(&fs::read(file).map_err(cannot_read(file))?) {
        let name = file.display();
        return Err(Failure::usage(format!(
            "{name} is not a page of fleetodds: choose another name"
        )));
    }
    let mut target = Target::file("FILE", file)?;
    target.write(page)?;
    if matches!(target, Target::File(..)) && io::stderr().is_terminal() {
        let name = file.display().to_string();
        // A closed standard error changes nothing about the file.
        let _ = writeln!(io::stderr(), "wrote {}: open it in a browser", printable(&name));
    }
    Ok(failure::DONE)
}

fn is_page(content: &[u8]) -> bool {
    String::from_utf8_lossy(content).contains(TITLE)
}
