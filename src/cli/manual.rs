//! Prints shell completions and manual pages.

use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::{Colour, ManArgs, command};
use super::complete;
use super::failure::{self, Failure, cannot};
use super::output::Target;
use fleetodds::internals::games::help::examples;

/// End of the manual page of the program, below the options.
const END: &str = r#".SH FILES
.TP
\fI$XDG_CONFIG_HOME/fleetodds/config.toml\fR
The settings of \fBfleetodds config\fR; $XDG_CONFIG_HOME is ~/.config by default. Saved ships are in
the same folder.
.SH ENVIRONMENT
.TP
\fBFLEETODDS_CONFIG\fR
Another folder for the settings.
.TP
\fBFLEETODDS_RULES\fR, \fBFLEETODDS_CAPTAINS\fR, \fBFLEETODDS_COLOR\fR, \fBFLEETODDS_REPORT\fR, \fBFLEETODDS_PAGE\fR
Override the settings; options override both.
.TP
\fBNO_COLOR\fR
No colour.
.SH EXIT STATUS
0 success; 1 a file could not be read or written; 2 wrong command line; 3 invalid or unsupported fleet,
scenario or record; 130 interrupted, with the results so far.
"#;

pub(crate) fn completions(shell: Shell) -> Result<u8, Failure> {
    print(&complete::registration(shell))
}

/// Prints the manual page of the program or of a command in roff format, or writes all pages to a
/// folder.
pub(crate) fn man(args: &ManArgs) -> Result<u8, Failure> {
    let mut all = command();
    all.build();
    let pages = || all.get_subcommands().filter(|page| page.get_name() != "help");
    if let Some(dir) = &args.dir {
        let named = |name: &str, page: &Command| write(dir, name, page);
        named("fleetodds", &all)?;
        pages().try_for_each(|page| named(&format!("fleetodds-{}", page.get_name()), page))?;
        return Ok(failure::DONE);
    }
    let Some(name) = &args.of else { return print(&page(&all)?) };
    let Some(found) = pages().find(|page| page.get_name() == name) else {
        let names: Vec<&str> = pages().map(Command::get_name).collect();
        let names = names.join(", ");
        return Err(Failure::usage(format!("`{name}` is not a command: expected one of {names}")));
    };
    print(&page(found)?)
}

/// Writes a page to a folder.
fn write(dir: &Path, name: &str, of: &Command) -> Result<(), Failure> {
    let path = dir.join(format!("{name}.1"));
    Target::file("--dir", &path)?.write(&page(of)?)
}

/// Returns a manual page in roff format. Its examples come first.
fn page(of: &Command) -> Result<String, Failure> {
    let man = Man::new(of.clone());
    let is_program = of.has_subcommands() && of.get_name() == "fleetodds";
    let mut text = Vec::new();
    let written = (|| -> io::Result<()> {
        man.render_title(&mut text)?;
        man.render_name_section(&mut text)?;
        man.render_synopsis_section(&mut text)?;
        let examples = examples(if is_program { "fight" } else { of.get_name() });
        text.extend(examples_section(examples).into_bytes());
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
        if of.has_subcommands() {
            man.render_subcommands_section(&mut text)?;
        }
        man.render_extra_section(&mut text)?;
        if is_program {
            text.extend(END.as_bytes());
        }
        if of.get_version().is_some() {
            man.render_version_section(&mut text)?;
        }
        Ok(())
    })();
    written.map_err(cannot("write the manual page"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn examples_section(examples: &[&str]) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let escaped = |line: &&str| line.replace('\\', "\\e").replace('-', "\\-") + "\n";
    let lines: String = examples.iter().map(escaped).collect();
    format!(".SH EXAMPLES\n.nf\n{lines}.fi\n")
}

fn print(text: &str) -> Result<u8, Failure> {
    Target::Stdout(Colour::Never).write(text)?;
    Ok(failure::DONE)
}
