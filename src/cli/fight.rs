//! `fleetodds fight`: the odds of one fight.

use std::time::Instant;

use crate::bug::OrBug;
use crate::cli::args::{FightArgs, Format, OutArgs};
use crate::cli::failure::{self, Failure};
use crate::cli::given::AskedFight;
use crate::cli::options::QuestionOptions;
use crate::cli::output::{Output, Target, warn};
use crate::cli::part::{RunPart, Typed};
use crate::cli::progress::{Progress, odds_so_far};
use crate::cli::work::{shard, threads, workers};
use fleetodds::internals::answer::{Answer, Question, Simulation, add_hints, answer};
use fleetodds::internals::engine::{Ctx, Ended, Shard};
use fleetodds::internals::report::{Origin, TableOptions, draw};
use fleetodds::internals::result::Timing;
use fleetodds::internals::scenario::encode;

pub(crate) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let options = QuestionOptions::with_details(&args.ask, &args.details)?;
    let asked = AskedFight::read(&args.given, &options)?;
    // This checks the scenario before `--share` turns it into a code.
    let mut question = asked.question()?;
    if args.share {
        return share(&asked, &args.out);
    }
    question.run = Simulation::Played(shard.unwrap_or(Shard::WHOLE));
    threads(args.ask.threads)?;
    let mut output = Output::open(&args.out, &args.pictures)?;
    // Pictures show the distribution of the swing, which is not known for a chain of battles.
    let is_drawn = args.chart || output.has_pictures();
    question.swings |= is_drawn && question.matchup.single().is_none();
    let mut answer = find(&question, &asked, &workers(args.ask.threads)?, &args.out)?;
    if let Some(shard) = shard {
        if answer.ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        output.warn(&asked.left_out);
        let typed = Typed::of(&args.ask, &args.details);
        let mut part = RunPart::of(answer, shard, &question, &typed, asked.document()?)?;
        part.question.left_out = asked.left_out;
        output.target.write(&part.line())?;
        return Ok(failure::DONE);
    }
    let summary = &mut answer.summary;
    if args.timing {
        summary.timing = Some(timing(started, summary.battles));
    }
    summary.as_typed = asked.as_typed();
    summary.warnings.splice(0..0, asked.left_out.clone());
    let mut charts = String::new();
    if args.chart && args.out.format == Format::Table {
        let table = TableOptions { width: output.target.width(), full: true };
        charts = format!("\n{}\n", draw(summary, table).trim_end_matches('\n'));
    }
    let code = output.show(summary, &charts, || origin(&asked))?;
    output.warn(&summary.warnings);
    Ok(code)
}

/// Returns the scenario and the commands that reproduce the result.
fn origin(asked: &AskedFight<'_>) -> Result<Origin, Failure> {
    let options = asked.options;
    let document = options.to_json(&asked.scenario)?;
    let mut commands = vec![("Command".to_string(), asked.command())];
    let code = encode(&document).filter(|_| options.goes_into_a_code());
    let address = code.as_ref().and_then(|code| options.address_of(code));
    if let Some(code) = code {
        let what = "Shareable code, which needs no files";
        commands.push((what.into(), format!("fleetodds fight {code}")));
    }
    let scenario = serde_json::to_string_pretty(&asked.document()?);
    let scenario = scenario.or_bug("a scenario cannot be written as JSON");
    Ok(Origin { scenario, address, commands })
}

/// Prints the code of a fight instead of its odds, and returns the exit code.
fn share(asked: &AskedFight<'_>, out: &OutArgs) -> Result<u8, Failure> {
    let mut target = Target::open(out)?;
    let code = asked.code()?;
    warn(&asked.left_out, out);
    target.write(&(code + "\n"))?;
    Ok(failure::DONE)
}

/// Answers the question with progress on standard error; Ctrl-C stops it.
fn find(
    question: &Question,
    asked: &AskedFight<'_>,
    ctx: &Ctx,
    out: &OutArgs,
) -> Result<Answer, Failure> {
    let progress = Progress::of_battles(question.precision.is_some(), out.quiet, ctx);
    let words = odds_so_far(question);
    let answer = answer(question, ctx, &mut |played, of, tally| {
        progress.set(played, of, || words(tally));
    });
    drop(progress);
    let mut answer = answer.map_err(|none| asked.unanswered(none))?;
    if out.format == Format::Table {
        add_hints(question, &mut answer, ctx);
    }
    Ok(answer)
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
