//! Replaces files as a whole, and keeps two processes from changing one file at a time.
//!
//! The new file is written next to the old one and then renamed, so that a full disk or an
//! interrupt leaves the old file unchanged.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use same_file::Handle;
use tempfile::{Builder, NamedTempFile};

use super::files::{folder_of, followed};
use super::interrupt;
use super::seal::checksum;

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
pub(crate) fn lock_folder(folder: &Path) -> io::Result<FolderLock> {
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
