//! `--total`: the limit on the work of a whole command.

use super::args::{OutArgs, TotalArgs};
use super::failure::Failure;
use super::output::warn;
use fleetodds::analysis::total::{StoppedBy, Total};
use fleetodds::report::{Spent, Stopped};

/// Parses the total of a command, 20 s by default.
pub(super) fn total(args: &TotalArgs) -> Result<Total, Failure> {
    let Some(typed) = &args.total else { return Ok(Total::default()) };
    Total::parse(typed).ok_or_else(|| {
        Failure::Usage(format!("--total `{typed}`: expected a time, like `20s`, `500ms` or `2m`"))
    })
}

/// Returns why a result is incomplete, or `None` if it is complete. `done` of `of` items were
/// dealt with; `what` names the items and the work, such as `fleets`, `compared`.
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

/// Creates the failure of a command that was stopped before it had a result.
pub(super) fn nothing(stopped: Option<&Stopped>) -> Failure {
    match stopped.and_then(Stopped::warning) {
        Some(warning) => Failure::Refused(warning),
        None => Failure::Interrupted,
    }
}

/// Prints a warning if the total was spent before the result was complete.
pub(super) fn warn_of(stopped: Option<&Stopped>, out: &OutArgs) {
    let warnings: Vec<String> = stopped.and_then(Stopped::warning).into_iter().collect();
    warn(&warnings, out);
}
