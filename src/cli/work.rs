//! The limits of a command's work: threads, parts of a run, and the total of many fights.

use std::num::NonZeroUsize;

use super::args::{ShownArgs, TotalArgs};
use super::failure::{Failure, cannot};
use super::interrupt::interrupt;
use super::output::Output;
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::Question;
use fleetodds::internals::engine::{Ctx, Shard};
use fleetodds::internals::report::Stopped;

/// Maximum number of worker threads.
const MAX_THREADS: usize = 1024;

/// Returns the number of worker threads: that of `--threads`, or the number of cores.
pub(crate) fn threads(typed: Option<usize>) -> Result<NonZeroUsize, Failure> {
    let all = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let Some(n) = typed else { return Ok(all) };
    NonZeroUsize::new(n)
        .filter(|n| n.get() <= MAX_THREADS)
        .ok_or_else(|| Failure::usage(format!("--threads {n}: must be from 1 to {MAX_THREADS}")))
}

/// Starts worker threads, which Ctrl-C stops. `typed` is the value of `--threads`.
pub(crate) fn workers(typed: Option<usize>) -> Result<Ctx, Failure> {
    let threads = threads(typed)?;
    let stop = interrupt()?;
    Ok(Ctx::new(threads.get()).map_err(cannot("start threads"))?.with_stop(stop))
}

/// Opens the output of a command, and starts its worker threads.
pub(crate) fn begin(args: &ShownArgs) -> Result<(Output<'_>, Ctx), Failure> {
    let output = Output::open(&args.out, &args.pictures)?;
    Ok((output, workers(args.ask.threads)?))
}

/// Returns the warnings about a side that hold in all these fights.
pub(crate) fn shared_warnings(fights: &[&Question], side: usize) -> Vec<String> {
    let warnings = |fight: &Question| fight.matchup.sides()[side].warnings.to_vec();
    let Some((first, others)) = fights.split_first() else { return Vec::new() };
    let others: Vec<Vec<String>> = others.iter().map(|fight| warnings(fight)).collect();
    let mut shared = warnings(first);
    shared.retain(|warning| others.iter().all(|all| all.contains(warning)));
    shared
}

/// Maximum number of parts of a run.
const MAX_SHARDS: u64 = 100_000;

/// Parses a shard: `2/7` is the second of seven parts.
pub(crate) fn shard(typed: &str) -> Result<Shard, Failure> {
    let wrong = || {
        let expected = "expected the number of a part and the number of parts, like `2/7`";
        Failure::usage(format!("--shard `{typed}`: {expected}"))
    };
    let (number, of) = typed.split_once('/').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (number, of) = (read(number)?, read(of)?);
    count_of_shards(of)?;
    if !(1..=of).contains(&number) {
        return Err(wrong());
    }
    Ok(Shard { number: number - 1, of })
}

/// Checks the number of parts of a run.
pub(crate) fn count_of_shards(of: u64) -> Result<(), Failure> {
    if (1..=MAX_SHARDS).contains(&of) {
        return Ok(());
    }
    Err(Failure::usage(format!("{of} parts: a run can have 1 to {MAX_SHARDS}")))
}

/// Parses the total of a command, 20 s by default.
pub(crate) fn total(args: &TotalArgs) -> Result<Total, Failure> {
    let Some(typed) = &args.total else { return Ok(Total::default()) };
    Total::parse(typed).ok_or_else(|| {
        Failure::usage(format!("--total `{typed}`: expected a time, like `20s`, `500ms` or `2m`"))
    })
}

/// Creates the failure of a command that was stopped before it had a result.
pub(crate) fn nothing(stopped: Option<&Stopped>) -> Failure {
    match stopped.and_then(Stopped::warning) {
        Some(warning) => Failure::refused(warning),
        None => Failure::Interrupted,
    }
}
