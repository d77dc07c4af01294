//! Ctrl-C.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{self, Failure};

/// A flag that is set on Ctrl-C; a second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(failure::INTERRUPTED));
        }
    })
    .map_err(|error| Failure::Io("cannot listen for Ctrl-C".into(), io::Error::other(error)))?;
    Ok(stop)
}
