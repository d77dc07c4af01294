//! `fleetodds fight`: from what was typed to a plan, from the plan to a result.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::{FightArgs, Format, OutArgs};
use super::ask::{Options, shard, threads, workers};
use super::failure::{self, Failure};
use super::input::{fleet_value, read_fleet, read_source};
use super::interrupt::interrupt;
use super::output::{Target, progress_wanted, warn};
use super::part::Part;
use super::pictures::{Pictures, typed_command};
use crate::answer::{Answer, Question, ROLES, Simulation, answer};
use crate::engine::{Ended, Shard};
use crate::report::{Origin, ProgressBar};
use crate::scenario::{Scenario, read_scenario};
use crate::tally::{Odds, Tally, Timing};

/// Answers the question and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let mut question = Options::read(&args.ask)?.question(scenario(
        args.attacker.as_ref(),
        args.defender.as_ref(),
        args.scenario.as_deref(),
    )?)?;
    question.run = Simulation::Played(shard.unwrap_or(Shard::WHOLE));
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let mut pictures = Pictures::open(&args.pictures)?;
    // Pictures show how likely each swing is where that is known.
    question.swings |= pictures.any() && !question.muster.is_chain();
    let mut answer = find(&question, threads, &args.out)?;
    let ended = answer.ended;
    if let Some(shard) = shard {
        if ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        let part = Part::of(answer, shard, &question, &args.ask, scenario_value(args)?)?;
        target.write(&part.line())?;
        return Ok(failure::DONE);
    }
    if args.out.timing {
        answer.summary.timing = Some(timing(started, answer.summary.battles));
    }
    warn(&answer.summary.warnings, &args.out);
    pictures.write(&answer.summary, || origin(args))?;
    let charts = match args.out.format {
        Format::Table => pictures.charts(&answer.summary, target.width()),
        _ => String::new(),
    };
    target.show_with(&answer.summary, args.out.format, &charts)
}

/// Where the result comes from.
fn origin(args: &FightArgs) -> Result<Origin, Failure> {
    let scenario = serde_json::to_string_pretty(&scenario_value(args)?).unwrap_or_default();
    let command = typed_command(std::env::args());
    Ok(Origin { scenario, commands: vec![("the command".into(), command)] })
}

/// The question's scenario as JSON, wherever it comes from.
fn scenario_value(args: &FightArgs) -> Result<Value, Failure> {
    if let Some(path) = &args.scenario {
        if path == Path::new("-") {
            let what = "--shard needs a scenario in a file, not on standard input";
            return Err(Failure::Refused(what.into()));
        }
        return Ok(serde_json::from_str(&read_source(path)?.text).unwrap_or_default());
    }
    let side = |typed: &Option<String>| fleet_value(typed.as_deref().unwrap_or_default());
    Ok(json!({"attacker": side(&args.attacker)?, "defender": side(&args.defender)?}))
}

/// The scenario in a file, or that of two fleets.
pub(super) fn scenario(
    attacker: Option<&String>,
    defender: Option<&String>,
    file: Option<&Path>,
) -> Result<Scenario, Failure> {
    if let Some(path) = file {
        return Ok(read_scenario(&read_source(path)?)?);
    }
    let side = |role: &str, typed: Option<&String>| {
        read_fleet(role, typed.map_or("", |typed| typed.as_str()))
    };
    Ok(Scenario::of([side(ROLES[0], attacker)?, side(ROLES[1], defender)?]))
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

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
