//! Handles Ctrl-C and the signals that end a program: TERM, and HUP of a closed terminal.
//!
//! A flag asks the command to stop and to print its results so far. If it does not stop in time,
//! the program exits without them, so that every interrupt is answered within half a second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use super::args::Colour;
use super::failure::{self, Failure, cannot};

/// Time that the command has to stop by itself.
const GRACE_PERIOD: Duration = Duration::from_millis(300);

/// Locked while a result is written, so that the program never exits in the middle of it.
static OUTPUT: Mutex<()> = Mutex::new(());

/// Whether the output is locked until the program ends.
static IS_FINAL: AtomicBool = AtomicBool::new(false);

/// Installs the handler when first called, and returns the flag that an interrupt sets. A program
/// that is still running [`GRACE_PERIOD`] later is ended, and a second interrupt ends it at once.
pub(crate) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
    let mut known = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stop) = &*known {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::new(AtomicBool::new(false));
    listen(Arc::clone(&stop)).map_err(cannot("listen for Ctrl-C"))?;
    *known = Some(Arc::clone(&stop));
    Ok(stop)
}

/// Asks the command to stop. The second time, ends the program.
fn ask_to_stop(flag: &AtomicBool) {
    if flag.swap(true, Ordering::Relaxed) {
        std::process::exit(i32::from(failure::INTERRUPTED));
    }
    thread::spawn(exit_after_grace);
}

/// Calls [`ask_to_stop`] at each Ctrl-C, TERM and HUP. A HUP that is ignored stays so, because
/// `nohup` means that the program goes on.
#[cfg(unix)]
fn listen(flag: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let listened = [SIGINT, SIGTERM, SIGHUP];
    let number = if is_handled(SIGHUP) { 3 } else { 2 };
    let mut signals = signal_hook::iterator::Signals::new(&listened[..number])?;
    thread::spawn(move || signals.forever().for_each(|_| ask_to_stop(&flag)));
    Ok(())
}

/// Calls [`ask_to_stop`] at each Ctrl-C.
#[cfg(not(unix))]
fn listen(flag: Arc<AtomicBool>) -> io::Result<()> {
    ctrlc::set_handler(move || ask_to_stop(&flag)).map_err(io::Error::other)
}

/// Whether a signal is known not to be ignored. Only Linux tells.
#[cfg(unix)]
fn is_handled(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << (signal - 1)) == 0)
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

/// Locks the output. An interrupt does not end the program while the lock is held. Once the result
/// is written, there is nothing left to lock.
pub(crate) fn shield() -> Option<MutexGuard<'static, ()>> {
    (!IS_FINAL.load(Ordering::Relaxed)).then(output)
}

fn output() -> MutexGuard<'static, ()> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the output until the program ends. Called before the result is written, so that only a
/// second interrupt can cut it off.
pub(crate) fn finish() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::mem::forget(output());
        IS_FINAL.store(true, Ordering::Relaxed);
    });
}
