//! The threads of a computation, and the flag that stops it.

#[cfg(feature = "threads")]
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

#[cfg(feature = "threads")]
use rayon::prelude::*;

use super::control::Control;

/// Threads that do the work, and a flag that stops it. No result depends on the number of threads.
///
/// With one thread, or without the feature `threads`, all work is done on the calling thread.
pub struct Ctx {
    /// `None` runs on the calling thread: waking a worker costs as much as a small battle.
    #[cfg(feature = "threads")]
    pool: Option<Arc<rayon::ThreadPool>>,
    control: Arc<Control>,
}

impl Ctx {
    /// Starts this many threads, or one for each core if the number is 0.
    ///
    /// # Errors
    /// If the threads cannot be started.
    #[cfg(feature = "threads")]
    pub fn new(threads: usize) -> io::Result<Self> {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = (threads != 1).then(pool).transpose().map_err(io::Error::other)?;
        Ok(Self { pool: pool.map(Arc::new), control: Arc::default() })
    }

    /// Returns a context that does all work on the calling thread.
    ///
    /// # Errors
    /// Never fails without the feature `threads`.
    #[cfg(not(feature = "threads"))]
    pub fn new(_threads: usize) -> io::Result<Self> {
        Ok(Self { control: Arc::default() })
    }

    /// Sets the flag that stops the work. Any thread may set it to `true`.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        self.with_control(Arc::new(Control::with_stop(stop)))
    }

    /// Sets the control, by which other threads stop the work and see how far it is.
    #[must_use]
    pub fn with_control(mut self, control: Arc<Control>) -> Self {
        self.control = control;
        self
    }

    /// Returns a context with these threads and this flag for work that also stops once its tables
    /// take more than this many bytes.
    #[must_use]
    pub fn within(&self, bytes: u64) -> Self {
        Self {
            #[cfg(feature = "threads")]
            pool: self.pool.clone(),
            control: Arc::new(self.control.within(bytes)),
        }
    }

    /// Returns the control of the work.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the control of the work, for another thread.
    #[must_use]
    pub fn shared_control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Whether the work is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        return self.pool.as_ref().map_or(1, |pool| pool.current_num_threads());
        #[cfg(not(feature = "threads"))]
        1
    }

    /// Does the work on these threads. The library uses all of them within it.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(feature = "threads")]
        match &self.pool {
            Some(pool) => pool.install(work),
            None => Alone::run(work),
        }
        #[cfg(not(feature = "threads"))]
        work()
    }

    /// Calls a function with 0 to `n - 1` on these threads, and returns the results in order. A
    /// thread takes at most `most` numbers at a time.
    pub fn map<T: Send>(&self, n: usize, most: usize, of: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
        self.install(|| par_map(n, most, of))
    }
}

impl fmt::Debug for Ctx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ctx")
            .field("threads", &self.threads())
            .field("control", &self.control)
            .finish()
    }
}

#[cfg(feature = "threads")]
thread_local! {
    /// Whether this thread does all work of a context with one thread.
    static IS_ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Marks the calling thread as the only one that works, until it is dropped.
#[cfg(feature = "threads")]
struct Alone {
    was_alone: bool,
}

#[cfg(feature = "threads")]
impl Alone {
    fn run<R>(work: impl FnOnce() -> R) -> R {
        let _alone = Self { was_alone: IS_ALONE.replace(true) };
        work()
    }
}

#[cfg(feature = "threads")]
impl Drop for Alone {
    fn drop(&mut self) {
        IS_ALONE.set(self.was_alone);
    }
}

/// Calls a function with 0 to `n - 1` on the threads of the present [`Ctx::install`], and returns
/// the results in order. A thread takes at most `most` numbers at a time.
#[cfg_attr(not(feature = "threads"), expect(unused_variables, reason = "one thread takes all"))]
pub(crate) fn par_map<T: Send>(n: usize, most: usize, of: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    #[cfg(feature = "threads")]
    if !IS_ALONE.get() {
        return (0..n).into_par_iter().with_max_len(most).map(of).collect();
    }
    (0..n).map(of).collect()
}

/// Like [`par_map`], but stops soon after an error and returns it.
pub(crate) fn par_try_map<T: Send, E: Send>(
    n: usize,
    of: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    #[cfg(feature = "threads")]
    if !IS_ALONE.get() {
        return (0..n).into_par_iter().map(of).collect();
    }
    (0..n).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{Ctx, par_map, par_try_map};

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [1, 3] {
            let ctx = Ctx::new(threads).unwrap();
            assert!(ctx.map(1000, 1, &|n| n * n).into_iter().eq((0..1000).map(|n| n * n)));
            let nested = ctx.install(|| par_map(10, usize::MAX, &|n| ctx.map(n, 1, &|i| i).len()));
            assert!(nested.into_iter().eq(0..10));
            let failing = |n| if n == 70 { Err(n) } else { Ok(n) };
            assert_eq!(ctx.install(|| par_try_map(100, &failing)), Err(70));
        }
    }

    /// One thread works on the calling thread, and leaves it as it was, even after a panic.
    #[cfg(feature = "threads")]
    #[test]
    fn one_thread_is_the_calling_thread() {
        let here = || std::thread::current().id();
        let [one, two] = [1, 2].map(|threads| Ctx::new(threads).unwrap());
        assert_eq!((one.threads(), two.threads()), (1, 2));
        let caller = here();
        assert!(one.map(100, 1, &|_| here()).into_iter().all(|thread| thread == caller));
        assert_ne!(two.install(here), caller);
        let [inner, outer] = one.install(|| [two.install(here), here()]);
        assert!(inner != caller && outer == caller && !super::IS_ALONE.get());
        let failed = std::panic::catch_unwind(|| super::Alone::run(|| panic!("a bug")));
        assert!(failed.is_err() && !super::IS_ALONE.get());
    }
}
