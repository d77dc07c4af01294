//! Progress of long runs on standard error: a bar on a terminal, periodic lines elsewhere.
//!
//! A separate thread shows it, so that users see progress even while there is nothing to count:
//! while a battle graph is built, or best play is solved.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::cli::stream::{self, for_stream};
use fleetodds::internals::answer::Question;
use fleetodds::internals::engine::{Control, Ctx};
use fleetodds::internals::report::{estimate, thousands};
use fleetodds::internals::stats::Tally;

/// Message until something is counted.
const INITIAL_MESSAGE: &str = "working out the odds";

/// Progress of a piece of work. It is shown until the value is dropped.
#[derive(Debug)]
pub(crate) struct Progress(Option<Display>);

#[derive(Debug)]
struct Display {
    count: Arc<Mutex<Count>>,
    /// Time from the start before which notes are not made, because they would not be shown.
    notes_from: Duration,
    /// Ends the thread when dropped.
    work: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins the progress of a simulation, which may follow exact computations: their stages are
    /// shown until battles are counted. With `is_at_most`, the run may end before all battles are
    /// played.
    pub(crate) fn of_battles(is_at_most: bool, quiet: bool, ctx: &Ctx) -> Self {
        let count = Count::new("battles", None);
        let control = Some(ctx.shared_control());
        Self::show(Count { is_at_most, since: None, control, ..count }, quiet)
    }

    /// Begins the progress of `number` answers.
    pub(crate) fn of_answers(number: usize, unit: &'static str, quiet: bool) -> Self {
        Self::show(Count::new(unit, Some(number as u64)), quiet)
    }

    /// Begins the progress of a search through `number` items. Many are ruled out early, so the
    /// pace does not predict the time left.
    pub(crate) fn of_search(number: usize, unit: &'static str, quiet: bool) -> Self {
        let count = Count::new(unit, Some(number as u64));
        Self::show(Count { is_even: false, ..count }, quiet)
    }

    /// Begins the progress of an unknown number of lines.
    pub(crate) fn of_lines(quiet: bool) -> Self {
        Self::show(Count::new("lines", None), quiet)
    }

    fn show(count: Count, quiet: bool) -> Self {
        Screen::of_stderr(quiet).map_or(Self(None), |screen| Self::on(screen, count))
    }

    /// Shows progress on a screen. If no thread can be started, the work continues without it.
    fn on(mut screen: Screen, count: Count) -> Self {
        let Intervals { first, .. } = screen.intervals;
        let count = Arc::new(Mutex::new(count));
        let (work, goes_on) = mpsc::channel();
        let counted = Arc::clone(&count);
        let show = move || screen.show(&counted, &goes_on);
        let thread = thread::Builder::new().spawn(show).ok();
        Self(Some(Display { count, notes_from: first / 2, work: Some(work), thread }))
    }

    /// Changes the count, if it is shown.
    fn update(&self, change: impl FnOnce(&mut Count, &Display)) {
        if let Some(shown) = &self.0 {
            change(&mut lock(&shown.count), shown);
        }
    }

    /// Adds `more` to the count and sets the total to `of`.
    pub(crate) fn add_of(&self, more: u64, of: u64) {
        self.update(|count, _| {
            count.of = Some(of);
            count.set(count.done + more);
        });
    }

    /// Adds `more` to the count.
    pub(crate) fn add(&self, more: u64) {
        self.update(|count, _| count.set(count.done + more));
    }

    /// Sets the count, the total and a note on the results so far. `note` is only called if it
    /// can be shown.
    pub(crate) fn set(&self, done: u64, of: u64, note: impl FnOnce() -> String) {
        self.update(|count, shown| {
            count.of = Some(of);
            count.set(done);
            if count.begun.elapsed() >= shown.notes_from {
                count.note = note();
            }
        });
    }

    /// Adds `more` to the count and sets the share of the work that is done, 0 to 1.
    pub(crate) fn add_share(&self, more: u64, share: f64) {
        self.update(|count, _| (count.done, count.share) = (count.done + more, share));
    }
}

/// Returns the words for the odds so far, of the first side that has an outcome.
pub(crate) fn odds_so_far(question: &Question) -> impl Fn(&Tally) -> String {
    let matchup = &question.matchup;
    let sides = matchup.sides();
    let mut outcomes = (0..sides.len()).filter_map(|side| Some((side, matchup.outcome(side)?)));
    let (side, outcome) = outcomes.next().unwrap_or_default();
    let name = &sides[side].labels.name;
    move |tally| estimate(name, outcome, tally)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shown) = &mut self.0 {
            drop(shown.work.take());
            // A panic of the thread has ended the program.
            let _ = shown.thread.take().map(JoinHandle::join);
        }
    }
}

fn lock(count: &Mutex<Count>) -> MutexGuard<'_, Count> {
    count.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State of the work.
#[derive(Clone, Debug)]
struct Count {
    unit: &'static str,
    /// Total number, if it is known.
    of: Option<u64>,
    /// Whether the work may end before all are done.
    is_at_most: bool,
    /// Whether the pace so far predicts the time left.
    is_even: bool,
    done: u64,
    /// Share of the work that is done, 0 to 1; 0 if it is not known.
    share: f64,
    /// Results so far, or empty.
    note: String,
    /// Shows how far exact computations are, if there are any.
    control: Option<Arc<Control>>,
    begun: Instant,
    /// Time at which counting began.
    since: Option<Instant>,
}

impl Count {
    fn new(unit: &'static str, of: Option<u64>) -> Self {
        let begun = Instant::now();
        Self {
            unit,
            of,
            is_at_most: false,
            is_even: true,
            done: 0,
            share: 0.0,
            note: String::new(),
            control: None,
            begun,
            since: Some(begun),
        }
    }

    fn set(&mut self, done: u64) {
        self.done = done;
        self.share = self.of.map_or(0.0, |of| done as f64 / of as f64);
        self.since.get_or_insert_with(Instant::now);
    }

    /// Returns the state as one line:
    /// `3,400,000 of 10,000,000 battles, attacker 46.52 % ± 0.05, 2m 5s left`.
    fn line(&self, now: Instant) -> String {
        let so_far = || format!("{} so far", clock(now.duration_since(self.begun).as_secs()));
        if self.done == 0 {
            return format!("{}, {}", self.stage(), so_far());
        }
        let at_most = self.at_most();
        let left = self.left(now).map(|left| format!("{at_most}{} left", clock(left)));
        let note = Some(&self.note).filter(|note| !note.is_empty()).cloned();
        let words = [Some(self.counted()), note, left.or_else(|| Some(so_far()))];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns the stage of exact computations, before anything is counted.
    fn stage(&self) -> String {
        let progress = self.control.as_ref().and_then(|control| control.progress());
        progress.map_or_else(|| INITIAL_MESSAGE.into(), |progress| progress.words())
    }

    fn at_most(&self) -> &'static str {
        if self.is_at_most { "at most " } else { "" }
    }

    /// Returns the count alone: `3,400,000 of 10,000,000 battles`.
    fn counted(&self) -> String {
        let at_most = self.at_most();
        let of = self.of.map(|of| format!("of {at_most}{} ", thousands(of)));
        format!("{} {}{}", thousands(self.done), of.unwrap_or_default(), self.unit)
    }

    /// Returns the seconds left at the pace so far. There is no estimate in the first second, for
    /// work that is not even, or if all is counted but the work continues.
    fn left(&self, now: Instant) -> Option<u64> {
        let spent = self.counting(now)?.as_secs_f64();
        let left = spent * (1.0 - self.share) / self.share;
        (spent >= 1.0 && self.is_even && self.is_under_way()).then_some(left.ceil() as u64)
    }

    /// Whether the share of the work that is done is known and below 1.
    fn is_under_way(&self) -> bool {
        0.0 < self.share && self.share < 1.0
    }

    /// Returns the pace and the time left: `8.2M battles/s  ETA 2m 5s`.
    fn pace(&self, now: Instant) -> String {
        let spent = self.counting(now).unwrap_or_default();
        if self.done == 0 || self.share >= 1.0 || spent.is_zero() {
            return String::new();
        }
        let rate = match self.done as f64 / spent.as_secs_f64() {
            rate if rate >= 1e6 => format!("{:.1}M", rate / 1e6),
            rate if rate >= 1e3 => format!("{:.0}k", rate / 1e3),
            rate if rate < 10.0 => format!("{rate:.1}"),
            rate => format!("{rate:.0}"),
        };
        let eta = self.left(now).map(|left| format!("  ETA {}", clock(left)));
        format!("{rate} {}/s{}", self.unit, eta.unwrap_or_default())
    }

    /// Returns the time since counting began.
    fn counting(&self, now: Instant) -> Option<Duration> {
        self.since.map(|since| now.duration_since(since))
    }
}

/// Place where progress is shown, and its intervals.
struct Screen {
    kind: Kind,
    intervals: Intervals,
}

enum Kind {
    /// A bar, created when it is first drawn.
    Terminal(Option<ProgressBar>),
    /// Lines of text.
    Lines(Box<dyn Write + Send>),
}

/// Time until progress is first shown, and between updates.
#[derive(Clone, Copy)]
struct Intervals {
    first: Duration,
    next: Duration,
}

impl Screen {
    const TERMINAL: Intervals =
        Intervals { first: Duration::from_secs(1), next: Duration::from_millis(100) };
    const LINES: Intervals =
        Intervals { first: Duration::from_secs(10), next: Duration::from_secs(10) };

    /// Returns standard error, or `None` if the run is quiet. A terminal that cannot move its
    /// cursor gets lines.
    fn of_stderr(quiet: bool) -> Option<Self> {
        if quiet {
            return None;
        }
        Some(match ProgressDrawTarget::stderr().is_hidden() {
            true => Self::of_lines(io::stderr(), Self::LINES),
            false => Self { kind: Kind::Terminal(None), intervals: Self::TERMINAL },
        })
    }

    fn of_lines(out: impl Write + Send + 'static, intervals: Intervals) -> Self {
        Self { kind: Kind::Lines(Box::new(out)), intervals }
    }

    /// Shows progress until the work ends, then removes the bar from the terminal.
    fn show(&mut self, count: &Mutex<Count>, goes_on: &Receiver<()>) {
        let mut wait = self.intervals.first;
        // The channel closes when the work ends.
        while goes_on.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = self.intervals.next;
            // Copying frees the lock, so that a slow reader of standard error cannot block the
            // work.
            let count = lock(count).clone();
            self.draw(&count, Instant::now());
        }
        if let Kind::Terminal(Some(bar)) = &self.kind {
            bar.finish_and_clear();
        }
    }

    fn draw(&mut self, count: &Count, now: Instant) {
        match &mut self.kind {
            Kind::Lines(out) => {
                let line = format!("fleetodds: {}\n", for_stream(&count.line(now), false));
                // A closed standard error must not stop the work.
                let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
            }
            Kind::Terminal(bar) => draw_bar(bar.get_or_insert_with(new_bar), count, now),
        }
    }
}

/// Length of a full bar, in steps.
const BAR_LENGTH: u64 = 1_000_000;

/// Characters of the bar, from full to empty.
const BAR_CHARACTERS: [&str; 2] = ["█▉▊▋▌▍▎▏ ", "#- "];

fn new_bar() -> ProgressBar {
    let term = Box::new(Narrowed(Term::buffered_stderr()));
    let target = ProgressDrawTarget::term_like_with_hz(term, REFRESH_RATE);
    ProgressBar::with_draw_target(Some(BAR_LENGTH), target)
}

/// Draws a bar, or a spinner if the share that is done is not known.
fn draw_bar(bar: &ProgressBar, count: &Count, now: Instant) {
    let (template, message) = match () {
        () if !count.is_under_way() => ("{spinner} {msg}  {prefix}".into(), count.line(now)),
        () if count.note.is_empty() => (template(count.share), count.counted()),
        () => (template(count.share), count.note.clone()),
    };
    let is_ascii = stream::is_ascii_wanted(true);
    // The templates are constants. If one were invalid, the default style would do.
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.progress_chars(BAR_CHARACTERS[usize::from(is_ascii)]);
    bar.set_style(if is_ascii { style.tick_chars("|/-\\ ") } else { style });
    bar.set_position((count.share * BAR_LENGTH as f64) as u64);
    bar.set_prefix(count.pace(now));
    bar.set_message(for_stream(&message, true).into_owned());
    bar.tick();
}

/// Returns the template of a bar, with the share that is done in percent.
fn template(share: f64) -> String {
    format!("{{msg}}  {{wide_bar}} {:>4} %  {{prefix}}", percent_done(share))
}

/// Formats the share that is done in percent, with a decimal below 1 %.
fn percent_done(share: f64) -> String {
    match share * 100.0 {
        percent if percent < 0.95 => format!("{percent:.1}"),
        percent => format!("{:.0}", percent.floor().max(1.0)),
    }
}

/// Formats a duration in its two largest units: `2m 5s`.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {seconds}s"),
        _ => format!("{hours}h {minutes}m"),
    }
}

/// Columns at the right edge that stay free: the terminal writes `^C` there if the user interrupts
/// the work. Otherwise it would write it to the next line, and the bar above could not be erased.
const FREE_COLUMNS: u16 = 4;

/// Updates of a bar per second.
const REFRESH_RATE: u8 = 20;

/// Standard error with free columns at the right edge.
#[derive(Debug)]
struct Narrowed(Term);

impl TermLike for Narrowed {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(FREE_COLUMNS)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.0.write_line(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Arc;
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::{Duration, Instant};

    use fleetodds::internals::engine::Ctx;

    use super::{Count, Intervals, Progress, Screen, percent_done};

    /// Sends everything that is written to a channel.
    struct Written(Sender<String>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(String::from_utf8_lossy(bytes).into()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns progress that writes its first line after this time, and the lines written.
    fn lines(first: Duration, count: Count) -> (Progress, Receiver<String>) {
        let (out, written) = mpsc::channel();
        let intervals = Intervals { first, next: Duration::from_millis(1) };
        (Progress::on(Screen::of_lines(Written(out), intervals), count), written)
    }

    fn count(of: u64) -> Count {
        Count::new("battles", Some(of))
    }

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn a_long_run_shows_lines_until_its_end() {
        let (progress, written) = lines(Duration::from_millis(1), count(10_000_000));
        // Progress shows although nothing is counted.
        for _ in 0..2 {
            let line = written.recv_timeout(LONG).unwrap();
            assert_eq!(line, "fleetodds: working out the odds, 0s so far\n");
        }
        progress.set(3_400_000, 10_000_000, || "attacker 46.52 % ± 0.05".into());
        let counted = written.iter().find(|line| !line.contains("working out")).unwrap();
        let start =
            "fleetodds: 3,400,000 of 10,000,000 battles, attacker 46.52 % ± 0.05, 0s so far";
        assert_eq!(counted.trim_end(), start);
        drop(progress);
        // The channel is closed: the thread has ended, and its writer is gone.
        assert!(written.iter().all(|line| line.trim_end() == start));
    }

    #[test]
    fn a_short_run_shows_nothing_and_makes_no_notes() {
        let (progress, written) = lines(LONG, count(100));
        progress.set(50, 100, || unreachable!("a note that is never seen"));
        progress.add(50);
        drop(progress);
        assert_eq!(written.iter().count(), 0);
    }

    #[test]
    fn a_quiet_run_has_no_screen() {
        assert!(Screen::of_stderr(true).is_none());
        let progress = Progress::of_battles(false, true, &Ctx::new(1).unwrap());
        progress.set(50, 100, || unreachable!("a note that is never seen"));
        assert!(progress.0.is_none());
    }

    #[test]
    fn a_line_says_what_is_done_what_is_known_and_what_is_left() {
        let begun = Instant::now();
        let battles = Count { begun, since: None, ..count(10_000_000) };
        let at = |seconds| begun + Duration::from_secs(seconds);
        let exact = Count { control: Some(Arc::default()), ..battles.clone() };
        assert_eq!(exact.line(at(75)), "working out the odds, 1m 15s so far");
        // The pace does not include the time before the first battle.
        let note = "attacker 46.52 % ± 0.05".to_string();
        let mut some = Count { since: Some(at(75)), note, ..battles };
        some.set(3_400_000);
        let line = "3,400,000 of 10,000,000 battles, attacker 46.52 % ± 0.05";
        assert_eq!(some.line(at(75)), format!("{line}, 1m 15s so far"));
        assert_eq!(some.line(at(139)), format!("{line}, 2m 5s left"));
        some.is_at_most = true;
        let line = "3,400,000 of at most 10,000,000 battles, attacker 46.52 % ± 0.05";
        assert_eq!(some.line(at(139)), format!("{line}, at most 2m 5s left"));
        let mut few = Count { begun, since: Some(begun), ..count(40) };
        few.set(12);
        assert_eq!(few.line(at(60)), "12 of 40 battles, 2m 20s left");
        let search = Count { is_even: false, ..few.clone() };
        assert_eq!(search.line(at(60)), "12 of 40 battles, 1m 0s so far");
        assert_eq!(search.pace(at(60)), "0.2 battles/s");
        few.set(40);
        assert_eq!(few.line(at(200)), "40 of 40 battles, 3m 20s so far");
        let lines = Count { begun, since: Some(begun), done: 1200, ..Count::new("lines", None) };
        assert_eq!(lines.line(at(30)), "1,200 lines, 30s so far");
        let lines = Count { share: 0.25, ..lines };
        assert_eq!(lines.line(at(30)), "1,200 lines, 1m 30s left");
    }

    #[test]
    fn small_shares_have_a_decimal() {
        for (share, shown) in [
            (0.0, "0.0"),
            (0.0004, "0.0"),
            (0.004, "0.4"),
            (0.0099, "1"),
            (0.0199, "1"),
            (0.5, "50"),
        ] {
            assert_eq!(percent_done(share), shown, "{share}");
        }
    }

    #[test]
    fn the_pace_tells_how_long_it_will_take() {
        let after = |played, seconds| {
            let mut count = count(10_000_000);
            count.set(played);
            count.pace(count.begun + Duration::from_secs(seconds))
        };
        assert_eq!(after(5_000_000, 2), "2.5M battles/s  ETA 2s");
        assert_eq!(after(100_000, 2), "50k battles/s  ETA 3m 18s");
        assert_eq!(after(1_000, 2), "500 battles/s  ETA 5h 33m");
        assert_eq!(after(10_000_000, 2), "");
        assert_eq!(after(0, 2), "");
    }
}
