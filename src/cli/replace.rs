//! Files that are replaced as a whole.
//!
//! The new file is written beside the old one and takes its place by a change of name, so that
//! a full disk or an interrupt leaves the old one as it was.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::files::{folder_of, followed};

/// A file that is to be replaced, or made.
#[derive(Debug)]
pub(super) struct Replacement(PathBuf);

impl Replacement {
    /// Checks that the file may be written, and that another can be made beside it.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let path = followed(path);
        match OpenOptions::new().write(true).open(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        beside(&path)?;
        Ok(Self(path))
    }

    /// Writes the whole file. It keeps the permissions that it had.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut new = beside(&self.0)?;
        new.as_file_mut().write_all(bytes)?;
        if let Ok(old) = self.0.metadata() {
            new.as_file().set_permissions(old.permissions())?;
        }
        // Some disks say only now that they are full.
        new.as_file().sync_all()?;
        new.persist(&self.0).map_err(|error| error.error)?;
        Ok(())
    }
}

/// An empty file beside another, with the permissions of any new file; it is removed when it
/// is dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut code = None;
    let make = |path: &Path| {
        let made = OpenOptions::new().write(true).create_new(true).open(path);
        code = made.as_ref().err().and_then(io::Error::raw_os_error);
        made
    };
    let file = Builder::new().prefix(".fleetodds-").suffix(".tmp").make_in(folder_of(path), make);
    // The name of the new file says nothing to the user, so the error goes without it.
    file.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))
}
