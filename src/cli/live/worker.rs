//! The thread that finds answers, the questions for it, and its results: odds, figures for other
//! numbers of ships and of single changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::cli::failure::Failure;
use crate::cli::live::session::Session;
use crate::cli::progress::odds_so_far;
use crate::cli::sweep::{FoundReport, Varied};
use fleetodds::internals::analysis::sweep::PointQuestion;
use fleetodds::internals::answer::{Answer, NoAnswer, Question, ROLES, Watch, answer};
use fleetodds::internals::engine::{Control, Ctx};
use fleetodds::internals::report::Subject;
use fleetodds::internals::result::{Analysis, BattleNow, Summary};
use fleetodds::internals::scenario::{Engine, Variation};

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

pub(crate) enum Event {
    /// A key, pasted text, or a new size of the terminal.
    Terminal(ratatui::crossterm::event::Event),
    /// A result of the worker thread.
    Found(Found),
    /// A signal that ends the program.
    Signal(i32),
    /// The terminal cannot be read any more.
    Closed,
}

/// A result of the worker thread.
pub(crate) struct Found {
    /// Number of the request.
    pub(crate) request: u64,
    pub(crate) what: What,
}

/// An answer that was found.
pub(crate) enum What {
    /// Battles played so far, of how many, and the odds so far.
    Progress(u64, u64, String),
    /// The odds, and the time they took.
    Odds(Box<Result<Summary, NoAnswer>>, Duration),
    /// The next event of a battle.
    Battle(Box<Result<BattleNow, Failure>>),
    /// Luck and mistakes in a battle.
    Analysis(Box<Result<Analysis, Failure>>),
    /// Figures beside the odds.
    Extra(Result<FoundReport, NoAnswer>),
}

/// Sends what is found for one request.
#[derive(Clone)]
pub(crate) struct Reply {
    pub(crate) request: u64,
    pub(crate) to: Sender<Event>,
}

impl Reply {
    /// Sends a result. At the end of the program it is not received, and not needed.
    pub(crate) fn send(&self, what: What) {
        let _ = self.to.send(Event::Found(Found { request: self.request, what }));
    }
}

/// Finds the odds: exact ones if they fit the budget, and otherwise those that `fight` reports.
pub(crate) fn odds(
    question: &Question,
    ctx: &Ctx,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    let exact = Question { engine: Engine::Exact, ..question.clone() };
    match question.engine {
        Engine::Auto if question.precision.is_none() => match answer(&exact, ctx, watch) {
            Err(NoAnswer::TooLarge { .. } | NoAnswer::RetreatTooLarge { .. }) => {
                answer(question, ctx, watch)
            }
            found => found,
        },
        _ => answer(question, ctx, watch),
    }
}

/// Finds the odds, and reports them with the progress on the way.
pub(crate) fn send_odds(question: &Question, ctx: &Ctx, reply: &Reply) {
    let started = Instant::now();
    let words = odds_so_far(question);
    let found = odds(question, ctx, &mut |played, of, tally| {
        reply.send(What::Progress(played, of, words(tally)));
    });
    let found = found.map(|answer| answer.summary);
    reply.send(What::Odds(Box::new(found), started.elapsed()));
}

/// Fewest ships up to which numbers are tried, and how many more than there are.
const FEWEST_TRIED: u64 = 6;
const MORE_TRIED: u64 = 4;

/// Returns the fights of a side with other numbers of the ships of a group.
pub(crate) fn more_ships(session: &Session, side: usize, group: usize) -> Result<Varied, Failure> {
    let view = session.desk().side(side)?;
    let Some(view) = view.groups.get(group) else {
        return Err(Failure::refused("there are no such ships"));
    };
    let game = session.desk().game();
    let most = (view.count + MORE_TRIED).max(FEWEST_TRIED).min(u64::from(game.lexicon().max_ships));
    let ask = |scenario| session.question_of(scenario);
    let mut points = Vec::new();
    for count in 0..=most {
        let scenario = session.with_count(side, group, count)?;
        // Numbers that the rules do not allow are left out.
        if let Ok(point) = PointQuestion::of(scenario, game, side, &ask) {
            points.push((count.to_string(), point));
        }
    }
    let variation = format!("{}.{}=0..{most}", ROLES[side], view.figures.class);
    Ok(varied(session, side)?.by_points(Variation::parse(&variation)?, points))
}

/// Returns the fights after each single change of a side.
pub(crate) fn what_helps(session: &Session, side: usize) -> Result<Varied, Failure> {
    let ask = |scenario| session.question_of(scenario);
    varied(session, side)?.by_changes(session.desk().game(), &ask)
}

fn varied(session: &Session, side: usize) -> Result<Varied, Failure> {
    let scenario = session.scenario()?;
    let (lexicon, seed) = (session.desk().game().lexicon(), session.seed(&scenario));
    Ok(Varied::of(&scenario, side, Subject::of_fight(&scenario, lexicon, seed)))
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
