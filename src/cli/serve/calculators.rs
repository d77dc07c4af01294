//! The threads that answer the requests of the page: two at a time, the rest wait.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::cli::args::Own;
use crate::cli::saved_ships;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::requests::{Setup, respond};
use fleetodds::internals::scenario::Rulebook;

/// Requests that are answered at a time.
const AT_A_TIME: usize = 2;

/// Time after which it is seen that a client is gone.
const PATIENCE: Duration = Duration::from_millis(100);

/// A request, and where its answer goes.
struct Job {
    request: String,
    stop: Arc<AtomicBool>,
    answered: SyncSender<String>,
}

/// Threads that answer requests.
#[derive(Clone)]
pub(super) struct Calculators(Sender<Job>);

impl Calculators {
    /// Starts the threads. They find saved ships and the first rulebook in these settings.
    pub(super) fn start(own: &Own) -> io::Result<Self> {
        // Each connection waits for its answer, so the limit on connections limits the queue.
        let (jobs, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..AT_A_TIME {
            let (own, waiting) = (own.clone(), Arc::clone(&waiting));
            thread::Builder::new().spawn(move || answer(&own, &waiting))?;
        }
        Ok(Self(jobs))
    }

    /// Answers a request. Returns `None` if its client is gone before that.
    pub(super) fn ask(&self, request: String, is_gone: &dyn Fn() -> bool) -> Option<String> {
        let stop = Arc::new(AtomicBool::new(false));
        let (answered, answer) = sync_channel(1);
        self.0.send(Job { request, stop: Arc::clone(&stop), answered }).ok()?;
        loop {
            match answer.recv_timeout(PATIENCE) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if is_gone() => {
                    stop.store(true, Ordering::Relaxed);
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }
}

/// Answers requests until there can be no more.
fn answer(own: &Own, waiting: &Mutex<Receiver<Job>>) {
    // A file that is wrong was reported when the program started.
    let quiet = Own { is_quiet: true, ..own.clone() };
    let saved = |rulebook: Rulebook| saved_ships::of_user(&quiet, rulebook);
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { request, stop, answered }) = next else { return };
        let Ok(ctx) = Ctx::new(1) else { return };
        if !stop.load(Ordering::Relaxed) {
            let ctx = ctx.with_stop(stop);
            let first = own.rules.unwrap_or_default();
            let captains = own.captains.as_deref();
            let setup = Setup { ctx: &ctx, saved: &saved, first, captains };
            // A client that is gone needs no answer.
            let _ = answered.send(respond(&request, &setup));
        }
    }
}
