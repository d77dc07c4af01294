//! `fleetodds page`: the page that works alone, as one file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::failure::{self, Failure};
use super::output::Target;
use fleetodds::internals::scenario::printable;

/// The page that `web/build` makes.
#[cfg(feature = "page")]
const PAGE: Option<&str> = Some(include_str!("../../web/dist/index.html"));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;

/// Writes the page to a file. With `force`, it may replace another file.
pub(crate) fn run(file: &Path, force: bool) -> Result<u8, Failure> {
    let page = PAGE.ok_or_else(|| {
        Failure::usage(
            "this program was built without the page in one file: `web/build` makes it in \
             web/dist/index.html; serve and open need no file",
        )
    })?;
    let name = file.display().to_string();
    if file.is_file() && !force {
        let message = format!("{name} exists: --force replaces it");
        return Err(Failure::usage(message));
    }
    let mut target = Target::file("FILE", file)?;
    target.write(page)?;
    if matches!(target, Target::File(..)) && io::stderr().is_terminal() {
        // A closed standard error changes nothing about the file.
        let _ = writeln!(io::stderr(), "wrote {}: open it in a browser", printable(&name));
    }
    Ok(failure::DONE)
}
