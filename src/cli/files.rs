//! Register of the files that the program reads and writes. No output may overwrite an input or
//! another output.
//!
//! Files are compared by device and inode, not by name, because links and redirections can give
//! one file several names.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use same_file::{Handle, is_same_file};

use super::failure::Failure;

/// Maximum number of symbolic links that are followed, the limit of Linux.
const MAX_LINKS: usize = 40;

/// Files of this process.
static FILES: Mutex<Files> = Mutex::new(Files { read: Vec::new(), written: Vec::new() });

struct Files {
    read: Vec<PathBuf>,
    /// Outputs, each with the option that names it.
    written: Vec<(&'static str, PathBuf)>,
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers an input: a file that is read, or may be read later. Standard input always counts as
/// an input. All files are opened for reading in `input`, which calls this.
pub(crate) fn reading(path: &Path) {
    let read = &mut files().read;
    if !read.iter().any(|known| known == path) {
        read.push(path.to_path_buf());
    }
}

/// Registers an output. Several outputs may go to one device or pipe.
///
/// # Errors
/// If the output is also an input, another output or the target of standard output.
pub(crate) fn writing(option: &'static str, path: &Path) -> Result<(), Failure> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    check(option, path)?;
    let mut files = files();
    let name = path.display();
    let refused = |why: String| Err(Failure::Usage(format!("{option} {name} {why}")));
    let real = followed(path);
    let is_one = |other: &&(_, PathBuf)| other.1 == real || is_same(&other.1, &real);
    if let Some((other, _)) = files.written.iter().find(is_one) {
        return refused(format!("is already used for {other}; choose another file"));
    }
    if option != "--output" && is_stdout(path) {
        return refused("is already used for standard output; choose another file".into());
    }
    files.written.push((option, real));
    Ok(())
}

/// Checks that an output is no input. Called when the output is named, and again before anything
/// is written to it, because some inputs are read in between.
pub(crate) fn check(option: &str, path: &Path) -> Result<(), Failure> {
    let name = path.display();
    if let Some(read) = files().read.iter().find(|read| is_same(read, path)) {
        let read = read.display();
        return Err(Failure::Usage(format!(
            "{option} {name} would overwrite the input {read}; choose another file"
        )));
    }
    if is_standard(Handle::stdin(), path) {
        return Err(Failure::Usage(format!(
            "{option} {name} would overwrite standard input; choose another file"
        )));
    }
    Ok(())
}

/// Checks that standard output is not redirected to an input file.
pub(crate) fn check_stdout() -> Result<(), Failure> {
    let files = files();
    let Some(read) = files.read.iter().find(|read| is_stdout(read)) else { return Ok(()) };
    let read = read.display();
    Err(Failure::Usage(format!(
        "standard output would overwrite the input {read}; choose another file"
    )))
}

/// Whether standard output is redirected to this regular file.
pub(crate) fn is_stdout(path: &Path) -> bool {
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
pub(crate) fn followed(path: &Path) -> PathBuf {
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
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
