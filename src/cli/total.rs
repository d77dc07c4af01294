//! `--total`: the limit on the work of a whole command.

use super::args::{OutArgs, TotalArgs};
use super::failure::Failure;
use super::output::warn;
use fleetodds::analysis::total::Total;
use fleetodds::report::Stopped;

/// Parses the total of a command, 20 s by default.
pub(super) fn total(args: &TotalArgs) -> Result<Total, Failure> {
    let Some(typed) = &args.total else { return Ok(Total::default()) };
    Total::parse(typed).ok_or_else(|| {
        Failure::Usage(format!("--total `{typed}`: expected a time, like `20s`, `500ms` or `2m`"))
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
