//! Ctrl-C.
//!
//! A flag asks the work to stop, and what had been computed is printed. Work that does not get
//! there in time is given up, so that every interrupt is answered within half a second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use super::args::Colour;
use super::failure::{self, Failure};

/// Time that work has to stop by itself.
const GRACE: Duration = Duration::from_millis(300);

/// Held while a result is written: the program never ends in the middle of it.
static OUTPUT: Mutex<()> = Mutex::new(());

/// A flag that is set on Ctrl-C. Work that has not ended shortly after it is given up; a second
/// Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(failure::INTERRUPTED));
        }
        thread::spawn(give_up);
    })
    .map_err(|error| Failure::Io("cannot listen for Ctrl-C".into(), io::Error::other(error)))?;
    Ok(stop)
}

/// Ends the program if it is still at work when the time is up.
fn give_up() {
    thread::sleep(GRACE);
    let _output = output();
    let mut err = io::stderr();
    if err.is_terminal() {
        // A progress bar may be on the line. A terminal that is gone needs no clean line.
        let _ = write!(err, "\r\x1b[2K");
    }
    std::process::exit(i32::from(Failure::Interrupted.show(Colour::Auto)));
}

/// The right to write to an output. The program does not give up its work while it is held.
pub(super) fn output() -> MutexGuard<'static, ()> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps that right until the end: what is written from now on is the result of the program.
pub(super) fn finish() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::mem::forget(output()));
}
