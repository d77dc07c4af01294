//! `fleetodds fight`: from what was typed to a plan, from the plan to a result.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use super::args::{FightArgs, OutArgs};
use super::ask::{Options, shard, threads, workers};
use super::failure::{self, Failure};
use super::given::Given;
use super::interrupt::interrupt;
use super::output::{Target, progress_wanted, stream};
use super::part::Part;
use crate::answer::{Answer, Question, Simulation, answer};
use crate::engine::{Ended, Shard};
use crate::report::ProgressBar;
use crate::scenario::{LARGEST_SHARED, embed, encode};
use crate::tally::{Odds, Summary, Tally, Timing};

/// Answers the question and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let options = Options::read(&args.ask)?;
    let given = Given::read(args)?;
    // What cannot be fought has no code, either.
    let mut question = options.question(given.scenario.clone())?;
    if args.share {
        return share(&given, &options, &args.out);
    }
    question.run = Simulation::Played(shard.unwrap_or(Shard::WHOLE));
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let mut answer = find(&question, threads, &args.out)?;
    let ended = answer.ended;
    if let Some(shard) = shard {
        if ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        tell(&given.left_out, &args.out);
        let scenario = serde_json::from_str(&given.document.text).unwrap_or_default();
        let mut part = Part::of(answer, shard, &question, &args.ask, scenario)?;
        part.question.left_out = given.left_out;
        target.write(&part.line())?;
        return Ok(failure::DONE);
    }
    if args.out.timing {
        answer.summary.timing = Some(timing(started, answer.summary.battles));
    }
    answer.summary.warnings.splice(0..0, given.left_out);
    warn(&answer.summary, &args.out);
    target.show(&answer.summary, args.out.format)
}

/// Shows the code of a fight instead of its odds.
fn share(given: &Given, options: &Options, out: &OutArgs) -> Result<u8, Failure> {
    let mut target = Target::open(out.output.as_deref(), out.color)?;
    let document = embed(&given.document, &options.told(&given.scenario)?)?;
    let code = encode(&document).ok_or_else(|| {
        let most = LARGEST_SHARED >> 20;
        Failure::Refused(format!("--share: the scenario is larger than {most} MiB"))
    })?;
    tell(&given.left_out, out);
    target.write(&(code + "\n"))?;
    Ok(failure::DONE)
}

/// Finds the answer, with progress on the terminal and an ear for the interrupt.
fn find(question: &Question, threads: NonZeroUsize, out: &OutArgs) -> Result<Answer, Failure> {
    let stop = interrupt()?;
    let wanted = progress_wanted(out);
    let mut bar = ProgressBar::new(question.battles, wanted);
    let pool = workers(threads)?;
    let name = &question.muster.labels(0).name;
    let answer = answer(question, &pool, &stop, |played, tally| {
        bar.update(played, || estimate(name, tally));
    });
    bar.finish();
    answer.map_err(Failure::from)
}

/// `attacker 46.5 % ± 0.1`.
fn estimate(name: &str, tally: &Tally) -> String {
    if tally.battles == 0 {
        return format!("{name} …");
    }
    let win = Odds::of_tally(tally.clone()).estimate(0);
    let half = (win.high - win.low) / 2.0;
    format!("{name} {:.2} % ± {:.2}", win.probability * 100.0, half * 100.0)
}

/// Shows the warnings of a result.
pub(super) fn warn(summary: &Summary, out: &OutArgs) {
    tell(&summary.warnings, out);
}

/// Shows warnings.
fn tell(warnings: &[String], out: &OutArgs) {
    if out.quiet {
        return;
    }
    let mut err = stream(io::stderr(), out.color);
    for warning in warnings {
        // A warning that nobody can read stops nothing.
        let _ = writeln!(err, "warning: {warning}");
    }
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
