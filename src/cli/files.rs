//! The files of a run: nothing that is read is overwritten, no two outputs are one file.
//!
//! Files are told apart by device and inode, not by name, so that links and redirected input
//! are seen through.

use std::path::{Path, PathBuf};

use same_file::{Handle, is_same_file};

use super::failure::Failure;
use super::input::json_files;

/// Soft links that are followed at most, as many as Linux follows.
const MOST_LINKS: usize = 40;

/// What a run reads and writes.
pub(super) struct Files {
    read: Vec<PathBuf>,
    /// Each output with the option that names it.
    written: Vec<(&'static str, PathBuf)>,
}

impl Files {
    /// Notes what a run reads: these files, those of a catalogue folder, and standard input.
    pub(super) fn reading(mut read: Vec<PathBuf>, fleets: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = fleets {
            read.extend(json_files(folder)?);
        }
        Ok(Self { read, written: Vec::new() })
    }

    /// Records an output. A device or a pipe may be written by several outputs.
    pub(super) fn writing(&mut self, option: &'static str, path: &Path) -> Result<(), Failure> {
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Ok(());
        }
        let name = path.display();
        let refused = |why: String| Err(Failure::Usage(format!("{option} {name} {why}")));
        if let Some(read) = self.read.iter().find(|read| is_same(read, path)) {
            let read = read.display();
            return refused(format!("would overwrite {read}, which is read: name another file"));
        }
        if is_standard(Handle::stdin(), path) {
            return refused("would overwrite standard input: name another file".into());
        }
        let real = followed(path);
        let is_one = |other: &&(_, PathBuf)| other.1 == real || is_same(&other.1, &real);
        if let Some((other, _)) = self.written.iter().find(is_one) {
            return refused(format!("is the file of {other}, too: name another file"));
        }
        if option != "--output" && is_stdout(path) {
            return refused("is the file of standard output, too: name another file".into());
        }
        self.written.push((option, real));
        Ok(())
    }

    /// Checks that standard output does not go into a file that is read.
    pub(super) fn writing_to_stdout(&self) -> Result<(), Failure> {
        let Some(read) = self.read.iter().find(|read| is_stdout(read)) else { return Ok(()) };
        let read = read.display();
        Err(Failure::Usage(format!(
            "standard output goes into {read}, which is read: name another file"
        )))
    }
}

/// Whether standard output goes into this regular file.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.is_file() && is_standard(Handle::stdout(), path)
}

fn is_standard(stream: std::io::Result<Handle>, path: &Path) -> bool {
    stream.is_ok_and(|stream| Handle::from_path(path).is_ok_and(|file| file == stream))
}

/// Whether both are one file; one that is not there is no file.
fn is_same(a: &Path, b: &Path) -> bool {
    is_same_file(a, b).unwrap_or(false)
}

/// The file that soft links lead to; it need not be there yet.
pub(super) fn followed(path: &Path) -> PathBuf {
    let mut real = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = real.read_link() else { break };
        real = folder_of(&real).join(target);
    }
    match (folder_of(&real).canonicalize(), real.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => real,
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
