//! Progress of long runs: a bar on the terminal with the running estimate.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar as Bar, ProgressDrawTarget, ProgressStyle};

use crate::tally::{Odds, Tally};

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
        Self { bar: None, battles, started: Instant::now(), wanted }
    }

    /// So many battles have been played; `estimate` says what they show.
    pub fn update(&mut self, played: u64, estimate: impl FnOnce() -> String) {
        if !self.wanted || self.started.elapsed() < Self::PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = Bar::with_draw_target(Some(self.battles), ProgressDrawTarget::stderr());
            // The template is a constant; a wrong one would only look plain.
            let style = ProgressStyle::with_template("{msg}  {wide_bar} {percent:>3} %  {prefix}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ "))
        });
        bar.set_message(estimate());
        bar.set_prefix(pace(played, self.battles, self.started.elapsed()));
        bar.set_position(played);
    }

    /// Takes the bar off the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How many of so many battles are answered.
#[derive(Debug)]
pub struct CountProgress(Option<indicatif::ProgressBar>);

impl CountProgress {
    /// Of so many.
    #[must_use]
    pub fn new(count: usize, wanted: bool) -> Self {
        Self(wanted.then(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}  ETA {eta}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let hidden = ProgressDrawTarget::hidden();
            let bar = indicatif::ProgressBar::with_draw_target(Some(count as u64), hidden);
            bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ "))
        }))
    }

    /// One more. The bar appears after a second.
    pub fn tick(&self) {
        const PATIENCE: Duration = Duration::from_secs(1);
        if let Some(bar) = &self.0 {
            if bar.is_hidden() && bar.elapsed() >= PATIENCE {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.inc(1);
        }
    }

    /// Takes the bar off the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// How far a batch has come.
#[derive(Debug)]
pub struct LineProgress {
    bar: Option<indicatif::ProgressBar>,
    lines: u64,
}

impl LineProgress {
    /// Progress through so many bytes, if that is known.
    #[must_use]
    pub fn new(bytes: Option<u64>, wanted: bool) -> Self {
        let template = match bytes {
            Some(_) => "{wide_bar} {percent:>3} %  {msg}  ETA {eta}",
            None => "{spinner} {msg}",
        };
        let bar = wanted.then(|| {
            let bar = match bytes {
                Some(bytes) => indicatif::ProgressBar::new(bytes),
                None => indicatif::ProgressBar::new_spinner(),
            };
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ "))
        });
        Self { bar, lines: 0 }
    }

    /// So many lines more, and so many bytes in all.
    pub fn update(&mut self, lines: u64, bytes: u64) {
        self.lines += lines;
        let Some(bar) = &self.bar else { return };
        let rate = self.lines as f64 / bar.elapsed().as_secs_f64().max(1e-9);
        bar.set_message(format!("{} lines, {rate:.0}/s", self.lines));
        bar.set_position(bytes);
    }

    /// Takes the bar off the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The running estimate of a side's victory: `attacker 46.52 % ± 0.10`.
#[must_use]
pub fn estimate(name: &str, outcome: usize, tally: &Tally) -> String {
    if tally.battles == 0 {
        return format!("{name} …");
    }
    let win = Odds::of_tally(tally.clone()).estimate(outcome);
    let half = (win.high - win.low) / 2.0;
    format!("{name} {:.2} % ± {:.2}", win.probability * 100.0, half * 100.0)
}

/// Battles per second and the time left at that pace: `8.2 M/s  ETA 2m 5s`.
fn pace(played: u64, battles: u64, elapsed: Duration) -> String {
    let rate = played as f64 / elapsed.as_secs_f64().max(1e-9);
    let (value, unit) = match rate {
        rate if rate >= 1e6 => (rate / 1e6, "M/s"),
        rate if rate >= 1e3 => (rate / 1e3, "k/s"),
        rate => (rate, "/s"),
    };
    let seconds = ((battles - played) as f64 / rate.max(1e-9)).ceil() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let eta = match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {seconds}s"),
        _ => format!("{hours}h {minutes}m"),
    };
    format!("{value:.1} {unit}  ETA {eta}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{estimate, pace};
    use crate::tally::Tally;

    #[test]
    fn the_estimate_is_that_of_the_outcome_named() {
        let tally = Tally { battles: 100, cells: vec![10, 60, 30], rounds: vec![100] };
        assert_eq!(estimate("Draco", 1, &tally), "Draco 60.00 % ± 9.43");
        assert_eq!(estimate("Orion", 2, &tally), "Orion 30.00 % ± 8.84");
        assert_eq!(estimate("Draco", 1, &Tally::default()), "Draco …");
    }

    #[test]
    fn the_pace_tells_how_long_it_will_take() {
        let after = |played, seconds| pace(played, 10_000_000, Duration::from_secs(seconds));
        assert_eq!(after(5_000_000, 2), "2.5 M/s  ETA 2s");
        assert_eq!(after(100_000, 2), "50.0 k/s  ETA 3m 18s");
        assert_eq!(after(1_000, 2), "500.0 /s  ETA 5h 33m");
        assert_eq!(after(10_000_000, 2), "5.0 M/s  ETA 0s");
    }
}
