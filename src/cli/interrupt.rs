//! Handles Ctrl-C.
//!
//! A flag asks the command to stop and to print its results so far. If it does not stop in time,
//! the program exits without them, so that every interrupt is answered within half a second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use super::args::Colour;
use super::failure::{self, Failure};

/// Time that the command has to stop by itself.
const GRACE_PERIOD: Duration = Duration::from_millis(300);

/// Locked while a result is written, so that the program never exits in the middle of it.
static OUTPUT: Mutex<()> = Mutex::new(());

/// Installs the handler and returns the flag that Ctrl-C sets. A program that is still running
/// [`GRACE_PERIOD`] later is ended, and a second Ctrl-C ends it at once.
pub(super) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(failure::INTERRUPTED));
        }
        thread::spawn(exit_after_grace);
    })
    .map_err(|error| Failure::Io("cannot listen for Ctrl-C".into(), io::Error::other(error)))?;
    Ok(stop)
}

/// Ends the program if it is still running after [`GRACE_PERIOD`].
fn exit_after_grace() {
    thread::sleep(GRACE_PERIOD);
    let _output = output();
    let mut err = io::stderr();
    if err.is_terminal() {
        // Clears the line of a progress bar. A closed terminal does not need it, so errors are
        // ignored.
        let _ = write!(err, "\r\x1b[2K");
    }
    std::process::exit(i32::from(Failure::Interrupted.show(Colour::Auto)));
}

/// Locks the output. An interrupt does not end the program while the lock is held.
pub(super) fn output() -> MutexGuard<'static, ()> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the output until the program ends. Called before the result is written, so that only a
/// second Ctrl-C can cut it off.
pub(super) fn finish() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::mem::forget(output()));
}
