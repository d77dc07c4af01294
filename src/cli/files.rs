//! Input and output files of a run. No output may overwrite an input or another output.
//!
//! Files are compared by device and inode, not by name, because links and redirections can give
//! one file several names.

use std::path::{Path, PathBuf};

use same_file::{Handle, is_same_file};

use super::failure::Failure;
use super::input::json_files;

/// Maximum number of symbolic links that are followed, the limit of Linux.
const MAX_LINKS: usize = 40;

/// Input and output files of a run.
pub(super) struct Files {
    read: Vec<PathBuf>,
    /// Outputs, each with the option that names it.
    written: Vec<(&'static str, PathBuf)>,
}

impl Files {
    /// Records the input of a run: these files and those of a catalogue folder. Standard input
    /// always counts as an input.
    pub(super) fn reading(mut read: Vec<PathBuf>, fleets: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = fleets {
            read.extend(json_files(folder)?);
        }
        Ok(Self { read, written: Vec::new() })
    }

    /// Records an output. Several outputs may go to one device or pipe.
    ///
    /// # Errors
    /// If the output is also an input, another output or the target of standard output.
    pub(super) fn writing(&mut self, option: &'static str, path: &Path) -> Result<(), Failure> {
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Ok(());
        }
        let name = path.display();
        let refused = |why: String| Err(Failure::Usage(format!("{option} {name} {why}")));
        if let Some(read) = self.read.iter().find(|read| is_same(read, path)) {
            let read = read.display();
            return refused(format!("would overwrite the input {read}; choose another file"));
        }
        if is_standard(Handle::stdin(), path) {
            return refused("would overwrite standard input; choose another file".into());
        }
        let real = followed(path);
        let is_one = |other: &&(_, PathBuf)| other.1 == real || is_same(&other.1, &real);
        if let Some((other, _)) = self.written.iter().find(is_one) {
            return refused(format!("is already used for {other}; choose another file"));
        }
        if option != "--output" && is_stdout(path) {
            return refused("is already used for standard output; choose another file".into());
        }
        self.written.push((option, real));
        Ok(())
    }

    /// Checks that standard output is not redirected to an input file.
    pub(super) fn writing_to_stdout(&self) -> Result<(), Failure> {
        let Some(read) = self.read.iter().find(|read| is_stdout(read)) else { return Ok(()) };
        let read = read.display();
        Err(Failure::Usage(format!(
            "standard output would overwrite the input {read}; choose another file"
        )))
    }
}

/// Whether standard output is redirected to this regular file.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.is_file() && is_standard(Handle::stdout(), path)
}

fn is_standard(stream: std::io::Result<Handle>, path: &Path) -> bool {
    stream.is_ok_and(|stream| Handle::from_path(path).is_ok_and(|file| file == stream))
}

/// Whether both paths lead to one file. False if either does not exist.
fn is_same(a: &Path, b: &Path) -> bool {
    is_same_file(a, b).unwrap_or(false)
}

/// Follows symbolic links to a file, which need not exist yet.
pub(super) fn followed(path: &Path) -> PathBuf {
    let mut real = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = real.read_link() else { break };
        real = folder_of(&real).join(target);
    }
    match (folder_of(&real).canonicalize(), real.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => real,
    }
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
