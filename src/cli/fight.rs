//! `fleetodds fight`: from what was typed to a plan, from the plan to a result.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use super::args::{FightArgs, Format, OutArgs};
use super::ask::{Options, threads, workers};
use super::failure::{self, Failure};
use super::interrupt::interrupt;
use super::input::{read_fleet, read_source};
use super::output::{Target, stream};
use crate::answer::{Answer, Question, ROLES, answer};
use crate::engine::Ended;
use crate::report::{self, ProgressBar, TableOptions};
use crate::scenario::{Scenario, Setting, Sides, read_scenario};
use crate::tally::{Odds, Summary, Tally, Timing};

/// Answers the question and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let question = Options::read(&args.ask)?.question(scenario(args)?)?;
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let Answer { mut summary, ended } = find(&question, threads, &args.out)?;
    if args.out.timing {
        summary.timing = Some(timing(started, summary.battles));
    }
    warn(&summary, &args.out);
    let text = match args.out.format {
        Format::Table => report::table(&summary, TableOptions { width: target.width() }),
        Format::Json => report::json(&summary),
        Format::Csv => report::csv(&summary),
    };
    target.write(&text)?;
    Ok(if ended == Ended::Interrupted { failure::INTERRUPTED } else { failure::DONE })
}

fn scenario(args: &FightArgs) -> Result<Scenario, Failure> {
    if let Some(path) = &args.scenario {
        return Ok(read_scenario(&read_source(path)?)?);
    }
    let side =
        |role: &str, typed: &Option<String>| read_fleet(role, typed.as_deref().unwrap_or_default());
    let sides = [side(ROLES[0], &args.attacker)?, side(ROLES[1], &args.defender)?];
    Ok(Scenario {
        rulebook: None,
        sides: Sides::Two(Box::new(sides)),
        battles: None,
        seed: None,
        engine: None,
        setting: Setting::default(),
    })
}

/// Finds the answer, with progress on the terminal and an ear for the interrupt.
fn find(question: &Question, threads: NonZeroUsize, out: &OutArgs) -> Result<Answer, Failure> {
    let stop = interrupt()?;
    let wanted = !out.quiet && io::stderr().is_terminal();
    let mut bar = ProgressBar::new(question.battles, wanted);
    let pool = workers(threads)?;
    let name = &question.sides[0].labels.name;
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

fn warn(summary: &Summary, out: &OutArgs) {
    if out.quiet {
        return;
    }
    let mut err = stream(io::stderr(), out.color);
    for warning in &summary.warnings {
        // A warning that nobody can read stops nothing.
        let _ = writeln!(err, "warning: {warning}");
    }
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
