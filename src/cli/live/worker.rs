//! The thread that finds answers, so that keys never wait for one.
//!
//! There is at most one job in progress and one waiting. A newer job takes the place of the waiting
//! one, and stops the one in progress.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use fleetodds::engine::{Control, Ctx};

/// Work for the thread. It reports its results itself.
pub(crate) type Job = Box<dyn FnOnce(&Ctx) + Send>;

/// The thread, which ends when this is dropped.
pub(crate) struct Worker {
    queue: Arc<Queue>,
    control: Arc<Control>,
}

struct Queue {
    state: Mutex<State>,
    wake: Condvar,
    /// Stops the job in progress.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    next: Option<Job>,
    is_closed: bool,
}

impl Worker {
    /// Starts the thread, which works on this many others.
    pub(crate) fn start(threads: usize) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let control = Arc::new(Control::with_stop(Arc::clone(&stop)));
        let ctx = Ctx::new(threads)?.with_control(Arc::clone(&control));
        let queue = Queue { state: Mutex::default(), wake: Condvar::new(), stop };
        let queue = Arc::new(queue);
        let own = Arc::clone(&queue);
        thread::Builder::new().name("answers".into()).spawn(move || {
            while let Some(job) = own.next() {
                job(&ctx);
            }
        })?;
        Ok(Self { queue, control })
    }

    /// Returns how far an exact answer is, in words.
    pub(crate) fn progress(&self) -> Option<String> {
        self.control.progress().map(|progress| progress.words())
    }

    /// Stops the job in progress, and starts another.
    pub(crate) fn submit(&self, job: Job) {
        self.queue.set(|state| state.next = Some(job));
    }

    /// Stops the job in progress.
    pub(crate) fn cancel(&self) {
        self.queue.set(|state| state.next = None);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.queue.set(|state| state.is_closed = true);
    }
}

impl Queue {
    /// Changes the state, and stops the job in progress.
    fn set(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        self.stop.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }

    /// Waits for the next job. Returns `None` at the end.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.next.take() {
                // While the lock is held, no other thread can ask this job to stop.
                self.stop.store(false, Ordering::Relaxed);
                return Some(job);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::Worker;

    #[test]
    fn a_newer_job_stops_the_one_in_progress() {
        let worker = Worker::start(1).unwrap();
        let (sender, found) = mpsc::channel();
        let (started, start) = mpsc::channel();
        let first = sender.clone();
        worker.submit(Box::new(move |ctx| {
            started.send(()).unwrap();
            while !ctx.is_stopped() {
                std::thread::yield_now();
            }
            first.send("stopped").unwrap();
        }));
        start.recv().unwrap();
        worker.submit(Box::new(move |ctx| {
            let word = if ctx.is_stopped() { "wrong" } else { "answered" };
            sender.send(word).unwrap();
        }));
        let next = || found.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!([next(), next()], ["stopped", "answered"]);
        worker.cancel();
    }
}
