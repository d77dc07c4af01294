//! Files that the program reads and writes. No output may overwrite an input or another output, and
//! a file is replaced whole or not at all: the new one is written next to it and then renamed, so
//! that a full disk or an interrupt leaves the old one unchanged.
//!
//! Files are compared by device and inode, not by name, because links and redirections can give one
//! file several names.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use same_file::{Handle, is_same_file};
use tempfile::{Builder, NamedTempFile};

use crate::cli::failure::{Failure, cannot, cannot_read, cannot_write};
use crate::cli::interrupt;
use fleetodds::internals::scenario::{Place, Rulebook, Source, parse_rulebook};

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
/// an input. [`open`] opens all files for reading and calls this.
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
    let refused = |why: String| Err(Failure::usage(format!("{option} {name} {why}")));
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
        return Err(Failure::usage(format!(
            "{option} {name} would overwrite the input {read}; choose another file"
        )));
    }
    if is_standard(Handle::stdin(), path) {
        return Err(Failure::usage(format!(
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
    Err(Failure::usage(format!(
        "standard output would overwrite the input {read}; choose another file"
    )))
}

/// Whether standard output is redirected to this regular file.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.is_file() && is_standard(Handle::stdout(), path)
}

fn is_standard(stream: io::Result<Handle>, path: &Path) -> bool {
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

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Maximum size of a scenario, fleet or catalogue file in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Maximum number of bytes that are read from a file of parts.
const MAX_PARTS_BYTES: u64 = 1 << 30;

/// Opens a file to read it, and registers it as an input, which no output overwrites. No other
/// function of the program opens a file that the user has named.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    reading(path);
    Ok(file)
}

pub(crate) fn read_parts(path: &Path) -> Result<String, Failure> {
    let bytes = open(path).and_then(|file| read_all(file.take(MAX_PARTS_BYTES)));
    text_of(&path.display().to_string(), bytes.map_err(cannot_read(path))?)
}

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_source(path: &Path) -> Result<Arc<Source>, Failure> {
    let (name, bytes) = if path == Path::new("-") {
        ("standard input".to_string(), read_all(io::stdin().lock().take(MAX_FILE_BYTES + 1)))
    } else {
        let bytes = open(path).and_then(|file| read_all(file.take(MAX_FILE_BYTES + 1)));
        (path.display().to_string(), bytes)
    };
    let bytes = bytes.map_err(cannot(&format!("read {name}")))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let most = MAX_FILE_BYTES >> 20;
        return Err(Failure::refused(format!("{name} is larger than {most} MiB")));
    }
    let text = text_of(&name, bytes)?;
    Ok(Source::new(name, text.trim_start_matches('\u{feff}')))
}

/// Converts the bytes of a file to text. An error names the line and the byte.
fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let lines = before.split(|byte| *byte == b'\n');
        let (line, byte) = lines.fold((0, 0), |(line, _), bytes| (line + 1, bytes.len() + 1));
        let why = format!("is not text: byte {byte} is not valid UTF-8");
        Failure::refused(format!("{name}, line {line}, {why}"))
    })
}

fn read_all(mut from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the catalogue files (`*.json`) of a folder, sorted, and registers them as inputs.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = cannot_read(folder);
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    // The order of directory entries differs between machines.
    found.sort();
    found.iter().for_each(|file| reading(file));
    Ok(found)
}

/// Parses the value of `--rules`, as players call the rulebook.
pub(crate) fn named_rulebook(name: &str) -> Result<Rulebook, Failure> {
    if let Some(rulebook) = Rulebook::typed(name) {
        return Ok(rulebook);
    }
    parse_rulebook(&Place::whole(&Source::new("--rules", name)), name).map_err(Failure::option)
}

/// Beginning and end of the names of new files until they take the place of the old ones.
const NEW: [&str; 2] = [".fleetodds-", ".tmp"];

/// Name of the file that is locked while the settings of a folder change.
const LOCK: &str = ".lock";

/// Time that a process waits for another one to finish its change.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Time between two attempts to get a lock.
const PAUSE: Duration = Duration::from_millis(10);

/// File to replace or create.
#[derive(Debug)]
pub(crate) struct Replacement(PathBuf);

impl Replacement {
    /// Checks that the file is writable, that no batch writes to it, and that a file can be created
    /// next to it.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let this = Self(followed(path));
        this.check_free()?;
        beside(&this.0)?;
        Ok(this)
    }

    /// Checks that the file, if it exists, is writable and that no batch writes to it.
    fn check_free(&self) -> io::Result<()> {
        match OpenOptions::new().write(true).open(&self.0) {
            Ok(old) => try_lock(&old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Replaces the content of the file. Its permissions are kept.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        // An interrupt waits for the end, so that it leaves no file behind.
        let _output = interrupt::shield();
        let mut new = beside(&self.0)?;
        new.as_file_mut().write_all(bytes)?;
        if let Ok(old) = self.0.metadata() {
            new.as_file().set_permissions(old.permissions())?;
        }
        // Some file systems report a full disk only here.
        new.as_file().sync_all()?;
        // A batch may have begun to write to the file since this process opened it.
        self.check_free()?;
        new.persist(&self.0).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Replaces the content of a file, or creates it.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let written = Replacement::of(path).and_then(|file| file.write(text.as_bytes()));
    written.map_err(cannot_write(path))
}

/// Checks that the disk has room for these bytes next to a file.
pub(crate) fn check_room(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let _output = interrupt::shield();
    let mut new = beside(path)?;
    new.as_file_mut().write_all(bytes)?;
    new.as_file().sync_all()
}

/// Locks a file for as long as it is open, unless another process has locked it. A batch locks its
/// output in this way.
///
/// # Errors
/// If another process has locked the file.
pub(crate) fn try_lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::other("another batch is writing to it; wait for its end"))
        }
        // Some network file systems do not support locks; nothing is locked there.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Whether a lock was refused because another process has it.
fn is_taken(error: TryLockError) -> bool {
    matches!(error, TryLockError::WouldBlock)
}

/// Whether a path still leads to an open file, and not to one that has taken its place.
pub(crate) fn leads_to(path: &Path, file: &File) -> bool {
    let file = file.try_clone().and_then(Handle::from_file);
    file.is_ok_and(|file| Handle::from_path(path).is_ok_and(|found| found == file))
}

/// Creates a folder, and locks it against changes by other processes until the lock is dropped.
/// A file that is read and written under the lock loses no change of another process.
///
/// # Errors
/// If the folder cannot be created, or another process has locked it for [`MAX_WAIT`].
pub(crate) fn lock_folder(folder: &Path) -> Result<FolderLock, Failure> {
    locked(folder).map_err(cannot(&format!("write to {}", folder.display())))
}

fn locked(folder: &Path) -> io::Result<FolderLock> {
    fs::create_dir_all(folder)?;
    let path = folder.join(LOCK);
    let end = Instant::now() + MAX_WAIT;
    loop {
        let is_late = Instant::now() > end;
        match OpenOptions::new().write(true).create(true).truncate(false).open(&path) {
            // Another process may have removed the file before this one locked it.
            Ok(file) if !file.try_lock().is_err_and(is_taken) && leads_to(&path, &file) => {
                return Ok(FolderLock { path, _file: file });
            }
            // Windows does not open a file that is being removed.
            Err(error) if is_late || !cfg!(windows) => return Err(error),
            _ if is_late => {
                let why = format!(
                    "another fleetodds has been changing it for {} s; try again when that has ended",
                    MAX_WAIT.as_secs()
                );
                return Err(io::Error::other(why));
            }
            _ => sleep(PAUSE),
        }
    }
}

/// Lock of a folder, which ends when it is dropped.
#[derive(Debug)]
pub(crate) struct FolderLock {
    path: PathBuf,
    /// The open file holds the lock.
    _file: File,
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A file that cannot be removed is in no one's way.
        drop(fs::remove_file(&self.path));
    }
}

/// Creates an empty file next to another, with the default permissions. It is removed when
/// dropped.
///
/// Its name follows from that of the other file, and it is locked. So the next process that writes
/// the same file finds and removes what a killed one has left.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default();
    let [prefix, suffix] = NEW;
    let own = format!("{prefix}{}", checksum(name.as_encoded_bytes()));
    remove_abandoned(&folder.join(format!("{own}{suffix}")));
    let mut code = None;
    let mut make = |path: &Path| {
        let made = OpenOptions::new().write(true).create_new(true).open(path);
        code = made.as_ref().err().and_then(io::Error::raw_os_error);
        // Until it is locked, another process may take the file for an abandoned one.
        match made {
            Ok(file) if file.try_lock().is_err_and(is_taken) || !leads_to(path, &file) => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            made => made,
        }
    };
    let mut names = Builder::new();
    let file = names.prefix(&own).suffix(suffix).rand_bytes(0).make_in(folder, &mut make);
    let file = match file {
        // Another process uses the name at the moment.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Builder::new().prefix(prefix).suffix(suffix).make_in(folder, make)
        }
        file => file,
    };
    // The name of the temporary file means nothing to the user, so the error omits it.
    file.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))
}

/// Removes a file that a process has left which was killed. The lock of such a file is free. What
/// cannot be removed is left; it is in no one's way.
fn remove_abandoned(path: &Path) {
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    if !is_file {
        return;
    }
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return };
    if file.try_lock().is_ok() && leads_to(path, &file) {
        drop(fs::remove_file(path));
    }
}

/// Returns the CRC-32 of bytes as hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}
