//! `fleetodds fight`: the odds of one fight.

use std::num::NonZeroUsize;
use std::time::Instant;

use clap::CommandFactory;

use super::args::{Cli, FightArgs, Format, OutArgs, is_of_rules};
use super::ask::{QuestionOptions, shard, threads, workers};
use super::failure::{self, Failure};
use super::files::Files;
use super::given::{FightSource, files_of};
use super::line::{Line, quoted};
use super::output::{Target, warn};
use super::part::{RunPart, Typed};
use super::pictures::Pictures;
use super::progress::Progress;
use crate::bug::OrBug;
use fleetodds::answer::{Answer, Question, Simulation, answer, hints};
use fleetodds::engine::{Ended, Shard};
use fleetodds::report::{Origin, estimate};
use fleetodds::result::Timing;
use fleetodds::scenario::{MAX_SHARED_BYTES, Scenario, encode};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let options = QuestionOptions::with_details(&args.ask, &args.details)?;
    let mut files = files_of(&args.given, &args.ask)?;
    let given = FightSource::read(&args.given, &options)?;
    // This checks the scenario before `--share` makes a code of it.
    let mut question = options.question(given.scenario.clone())?;
    if args.share {
        return share(&given, &options, files, &args.out);
    }
    question.run = Simulation::Played(shard.unwrap_or(Shard::WHOLE));
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(&mut files, &args.out)?;
    let mut pictures = Pictures::open(&mut files, &args.pictures)?;
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
    answer.summary.warnings.splice(0..0, given.left_out.clone());
    warn(&answer.summary.warnings, &args.out);
    pictures.write(&answer.summary, || origin(&given, &options))?;
    let charts = match args.out.format {
        Format::Table => pictures.charts(&answer.summary, target.width()),
        _ => String::new(),
    };
    target.show_with(&answer.summary, &args.out, &charts)
}

/// Returns the scenario and the commands that reproduce the result.
fn origin(given: &FightSource, options: &QuestionOptions) -> Result<Origin, Failure> {
    let document = options.to_json(&given.scenario)?;
    let mut commands = vec![("Command".to_string(), again(given, options))];
    if let Some(code) = encode(&document).filter(|_| options.goes_into_a_code()) {
        let what = "Shareable code, which needs no files";
        commands.push((what.into(), format!("fleetodds fight {code}")));
    }
    let scenario: Result<serde_json::Value, _> = serde_json::from_str(&document);
    let scenario =
        serde_json::to_string_pretty(&scenario.or_bug("a scenario cannot be written as JSON"));
    Ok(Origin { scenario: scenario.or_bug("a scenario cannot be written as JSON"), commands })
}

/// Returns the typed command, quoted for a shell, without the options that name output files. Typed
/// fleets are written in full, with the rulebook and policies that come from the settings.
fn again(given: &FightSource, options: &QuestionOptions) -> String {
    const FILES: [&str; 3] = ["--plot", "--report", "--output"];
    let is_file = |name: &str| FILES.contains(&name) || name.starts_with("-o");
    let line = Line::read(&Cli::command(), std::env::args_os()).unwrap_or_default();
    let Some(typed) = &given.typed else { return line.command(&line.words(), is_file) };
    // The fleets of a mix are not exchanged, so the option stays.
    let is_swapped = typed.mix.is_none();
    let is_written = |name: &str| {
        let of_mix = name == "--against-mix";
        is_of_rules(name) || of_mix || name == "--no-config" || (is_swapped && name == "--swap")
    };
    let mut command = line.command(&typed.words, |name| is_file(name) || is_written(name));
    if let Some(mix) = &typed.mix {
        command += &format!(" --against-mix {}", quoted(mix));
    }
    command += &format!(" --rules {}", options.rulebook(&given.scenario));
    for (number, side) in given.scenario.sides.all().iter().enumerate() {
        if let Some(policy) = &side.command {
            let role = given.scenario.sides.role(number);
            command += &format!(" --play {role}={}", policy.value);
        }
    }
    command + " --no-config"
}

/// Prints the code of a fight instead of its odds, and returns the exit code.
fn share(
    given: &FightSource,
    options: &QuestionOptions,
    mut files: Files,
    out: &OutArgs,
) -> Result<u8, Failure> {
    let mut target = Target::open(&mut files, out)?;
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
    let progress = Progress::of_battles(question.precision.is_some(), out.quiet);
    let ctx = workers(threads)?;
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
        answer.summary.hints = hints(question, &answer, &ctx);
    }
    Ok(answer)
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
