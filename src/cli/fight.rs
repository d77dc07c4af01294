//! `fleetodds fight`: the odds of one fight.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::again;
use super::args::{FightArgs, Format, OutArgs};
use super::ask::{QuestionOptions, shard, threads, workers};
use super::failure::{self, Failure};
use super::given::FightSource;
use super::output::{Target, warn};
use super::part::{RunPart, Typed};
use super::pictures::Pictures;
use super::progress::Progress;
use crate::bug::OrBug;
use fleetodds::answer::{Answer, Question, Simulation, add_hints, answer};
use fleetodds::engine::{Ended, Shard};
use fleetodds::report::{Origin, estimate};
use fleetodds::result::Timing;
use fleetodds::scenario::{MAX_SHARED_BYTES, Scenario, encode};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let options = QuestionOptions::with_details(&args.ask, &args.details)?;
    let given = FightSource::read(&args.given, &options)?;
    // This checks the scenario before `--share` makes a code of it.
    let mut question = options.question(given.scenario.clone())?;
    if args.share {
        return share(&given, &options, &args.out);
    }
    question.run = Simulation::Played(shard.unwrap_or(Shard::WHOLE));
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(&args.out)?;
    let mut pictures = Pictures::open(args.chart, &args.pictures)?;
    // Pictures show the distribution of the swing, which is not known for a chain of battles.
    question.swings |= pictures.any() && question.matchup.single().is_none();
    let mut answer = find(&question, &given.scenario, threads, &args.out)?;
    let ended = answer.ended;
    if let Some(shard) = shard {
        if ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        warn(&given.left_out, &args.out);
        let scenario = serde_json::from_str(&options.to_json(&given.scenario)?);
        let scenario = scenario.or_bug("a scenario is not written as JSON");
        let typed = Typed::of(&args.ask, &args.details);
        let mut part = RunPart::of(answer, shard, &question, &typed, scenario)?;
        part.question.left_out = given.left_out;
        target.write(&part.line())?;
        return Ok(failure::DONE);
    }
    if args.timing {
        answer.summary.timing = Some(timing(started, answer.summary.battles));
    }
    answer.summary.you = given.you;
    answer.summary.as_typed = given.as_typed(&options);
    answer.summary.warnings.splice(0..0, given.left_out.clone());
    let charts = match args.out.format {
        Format::Table => pictures.charts(&answer.summary, target.width()),
        _ => String::new(),
    };
    let output = (&mut target, &args.out);
    let code =
        pictures.files.show(&answer.summary, output, &charts, || origin(&given, &options))?;
    warn(&answer.summary.warnings, &args.out);
    Ok(code)
}

/// Returns the scenario and the commands that reproduce the result.
fn origin(given: &FightSource, options: &QuestionOptions) -> Result<Origin, Failure> {
    let document = options.to_json(&given.scenario)?;
    let mut commands = vec![("Command".to_string(), again::fight(given, options))];
    let code = encode(&document).filter(|_| options.goes_into_a_code());
    let address = code.as_ref().and_then(|code| options.address_of(code));
    if let Some(code) = code {
        let what = "Shareable code, which needs no files";
        commands.push((what.into(), format!("fleetodds fight {code}")));
    }
    let scenario: Result<serde_json::Value, _> = serde_json::from_str(&document);
    let scenario =
        serde_json::to_string_pretty(&scenario.or_bug("a scenario cannot be written as JSON"));
    let scenario = scenario.or_bug("a scenario cannot be written as JSON");
    Ok(Origin { scenario, address, commands })
}

/// Prints the code of a fight instead of its odds, and returns the exit code.
fn share(given: &FightSource, options: &QuestionOptions, out: &OutArgs) -> Result<u8, Failure> {
    let mut target = Target::open(out)?;
    let document = options.to_json(&given.scenario)?;
    let code = encode(&document).ok_or_else(|| {
        let most = MAX_SHARED_BYTES >> 20;
        Failure::Refused(format!("--share: the scenario is larger than {most} MiB"))
    })?;
    warn(&given.left_out, out);
    target.write(&(code + "\n"))?;
    Ok(failure::DONE)
}

/// Answers the question with progress on standard error; Ctrl-C stops it.
fn find(
    question: &Question,
    scenario: &Scenario,
    threads: NonZeroUsize,
    out: &OutArgs,
) -> Result<Answer, Failure> {
    let ctx = workers(threads)?;
    let progress = Progress::of_battles(question.precision.is_some(), out.quiet, &ctx);
    let matchup = &question.matchup;
    let sides = matchup.sides();
    let mut outcomes = (0..sides.len()).filter_map(|side| Some((side, matchup.outcome(side)?)));
    let (side, outcome) = outcomes.next().unwrap_or_default();
    let name = &sides[side].labels.name;
    let answer = answer(question, &ctx, &mut |played, of, tally| {
        progress.set(played, of, || estimate(name, outcome, tally));
    });
    drop(progress);
    let mut answer = answer.map_err(|none| Failure::of(none, scenario))?;
    if out.format == Format::Table {
        add_hints(question, &mut answer, &ctx);
    }
    Ok(answer)
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
