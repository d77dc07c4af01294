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
        new.write_all(bytes)?;
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
    let make = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    Builder::new().prefix(".fleetodds-").suffix(".tmp").make_in(folder_of(path), make)
}
