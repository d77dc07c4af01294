//! Progress of long runs: a bar on the terminal with the running estimate.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar as Bar, ProgressDrawTarget, ProgressStyle};

/// A bar that shows itself only if the run takes longer than a second.
#[derive(Debug)]
pub struct ProgressBar {
    bar: Option<Bar>,
    battles: u64,
    started: Instant,
    wanted: bool,
}

impl ProgressBar {
    /// Runs shorter than this have no bar.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// A bar for so many battles; one that is not wanted is never shown.
    #[must_use]
    pub fn new(battles: u64, wanted: bool) -> Self {
        Self {
            bar: None,
            battles,
            started: Instant::now(),
            wanted,
        }
    }

    /// So many battles have been played; `estimate` says what they show.
    pub fn update(&mut self, played: u64, estimate: impl FnOnce() -> String) {
        if !self.wanted || self.started.elapsed() < Self::PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = Bar::with_draw_target(Some(self.battles), ProgressDrawTarget::stderr());
            // The template is a constant; a wrong one would only look plain.
            let style = ProgressStyle::with_template(
                "{msg}  {wide_bar} {percent:>3} %  {per_sec}  ETA {eta}",
            );
            bar.set_style(
                style
                    .unwrap_or_else(|_| ProgressStyle::default_bar())
                    .progress_chars("█▉▊▋▌▍▎▏ ")
                    .with_key("per_sec", rate),
            );
            bar.with_elapsed(self.started.elapsed())
        });
        bar.set_message(estimate());
        bar.set_position(played);
    }

    /// Takes the bar off the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Battles per second, short.
fn rate(state: &indicatif::ProgressState, w: &mut dyn std::fmt::Write) {
    let rate = state.per_sec();
    let (value, unit) = match rate {
        rate if rate >= 1e6 => (rate / 1e6, "M/s"),
        rate if rate >= 1e3 => (rate / 1e3, "k/s"),
        rate => (rate, "/s"),
    };
    // Writing into the bar's text cannot fail.
    let _ = write!(w, "{value:.1} {unit}");
}
