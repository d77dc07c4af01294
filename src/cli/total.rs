//! `--total`: the work of a command as a whole.

use super::args::{OutArgs, TotalArgs};
use super::failure::Failure;
use super::output::warn;
use crate::answer::total::{StoppedBy, Total};
use crate::report::{Spent, Stopped};

/// Reads the total of a command.
pub(super) fn total(args: &TotalArgs) -> Result<Total, Failure> {
    let Some(typed) = &args.total else { return Ok(Total::default()) };
    Total::parse(typed).ok_or_else(|| {
        Failure::Usage(format!("--total `{typed}`: expected a time, like `20s`, `500ms` or `2m`"))
    })
}

/// Returns why a command does not show everything, if it does not: so many of all were dealt with,
/// in these words: `fleets`, `compared`.
pub(super) fn stopped(
    by: Option<StoppedBy>,
    total: &Total,
    (done, of): (usize, usize),
    what: [&'static str; 2],
) -> Option<Stopped> {
    by.map(|by| match by {
        StoppedBy::Interrupt => Stopped::Interrupt,
        StoppedBy::Total => Stopped::Total(Spent {
            seconds: total.seconds(),
            time: total.to_string(),
            more: total.more(),
            what,
            done,
            of,
        }),
    })
}

/// Fails because there is nothing to show.
pub(super) fn nothing(stopped: Option<&Stopped>) -> Failure {
    match stopped.and_then(Stopped::warning) {
        Some(warning) => Failure::Refused(warning),
        None => Failure::Interrupted,
    }
}

/// Warns on standard error of a result that the total has cut short.
pub(super) fn warn_of(stopped: Option<&Stopped>, out: &OutArgs) {
    let warnings: Vec<String> = stopped.and_then(Stopped::warning).into_iter().collect();
    warn(&warnings, out);
}
