//! Replaces files as a whole.
//!
//! The new file is written next to the old one and then renamed, so that a full disk or an
//! interrupt leaves the old file unchanged.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::files::{folder_of, followed};

/// File to replace or create.
#[derive(Debug)]
pub(super) struct Replacement(PathBuf);

impl Replacement {
    /// Checks that the file is writable and that a file can be created next to it.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let path = followed(path);
        match OpenOptions::new().write(true).open(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        beside(&path)?;
        Ok(Self(path))
    }

    /// Replaces the content of the file. Its permissions are kept.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut new = beside(&self.0)?;
        new.as_file_mut().write_all(bytes)?;
        if let Ok(old) = self.0.metadata() {
            new.as_file().set_permissions(old.permissions())?;
        }
        // Some file systems report a full disk only here.
        new.as_file().sync_all()?;
        new.persist(&self.0).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Creates an empty file next to another, with the default permissions. It is removed when
/// dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut code = None;
    let make = |path: &Path| {
        let made = OpenOptions::new().write(true).create_new(true).open(path);
        code = made.as_ref().err().and_then(io::Error::raw_os_error);
        made
    };
    let file = Builder::new().prefix(".fleetodds-").suffix(".tmp").make_in(folder_of(path), make);
    // The name of the temporary file means nothing to the user, so the error omits it.
    file.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))
}
