//! `fleetodds analyse`: luck and skill of battles that were played.

use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{AnalyseArgs, QuestionArgs};
use crate::cli::failure::{self, Failure};
use crate::cli::files::read_source;
use crate::cli::given::typed_command;
use crate::cli::options::QuestionOptions;
use crate::cli::output::warn;
use crate::cli::progress::Progress;
use crate::cli::work::begin;
use fleetodds::internals::analysis::analyse::{analyse, skill_table};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::report::{Origin, Report};
use fleetodds::internals::result::{Analysis, RecordLeftOut, SkillTable};
use fleetodds::internals::scenario::{Source, read_record};

/// Length in bytes up to which a record is shown on a page.
const MAX_SHOWN_BYTES: usize = 50_000;

pub(crate) fn run(args: &AnalyseArgs) -> Result<u8, Failure> {
    check(&args.shown.ask)?;
    let options = QuestionOptions::read(&args.shown.ask)?;
    let sources = read(args)?;
    let (mut output, ctx) = begin(&args.shown)?;
    let (report, code): (Box<dyn Report>, u8) = match &sources[..] {
        [source] => {
            let progress = Progress::of_battles(false, args.shown.out.quiet, &ctx);
            let analysis = one(source, &options, &ctx)?;
            drop(progress);
            output.warn(&analysis.warnings);
            (Box::new(analysis), failure::DONE)
        }
        sources => {
            let (table, code) = several(sources, args, (&options, &ctx))?;
            (Box::new(table), code)
        }
    };
    let shown = output.show(&*report, "", || Ok(origin(&sources)))?;
    Ok(if shown == failure::DONE { code } else { shown })
}

/// Returns the records and the command for a page. Long records are left out.
fn origin(sources: &[Arc<Source>]) -> Origin {
    let is_short = |source: &&Arc<Source>| source.text.len() <= MAX_SHOWN_BYTES;
    let record = |source: &Arc<Source>| (format!("Record {}", source.name), source.text.clone());
    let mut commands: Vec<_> = sources.iter().filter(is_short).map(record).collect();
    commands.push(("Command".into(), typed_command()));
    Origin { scenario: String::new(), address: None, commands }
}

/// Refuses options that have no meaning here.
fn check(ask: &QuestionArgs) -> Result<(), Failure> {
    let refused = |why: &str| Err(Failure::usage(why));
    if !ask.play.is_empty() {
        return refused("--play: an analysis compares the choices of players with the best ones");
    }
    if ask.precision.is_some() {
        return refused(
            "--precision: an analysis is exact, or plays a number of battles: leave it out",
        );
    }
    Ok(())
}

/// Reads all records. Files that cannot be read end the command before its work begins.
fn read(args: &AnalyseArgs) -> Result<Vec<Arc<Source>>, Failure> {
    if args.records.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input can be read only once: give `-` once"));
    }
    args.records.iter().map(|path| read_source(path)).collect()
}

fn one(source: &Arc<Source>, options: &QuestionOptions, ctx: &Ctx) -> Result<Analysis, Failure> {
    let record = read_record(source)?;
    let question = options.recorded_question(record.scenario.clone())?;
    let records = question.matchup.records(&question);
    if options.simulates() && records.is_ok_and(|records| !records.is_simulated()) {
        let game = question.rulebook.title();
        let why = "is always exact: leave out --engine, --battles and --seed";
        return Err(Failure::usage(format!("an analysis of {game} {why}")));
    }
    let analysed = analyse(&question, &record, ctx);
    analysed.map_err(|no| Failure::of(no, &record.scenario))
}

/// Analyses several records. Those with an error are reported and left out.
fn several(
    sources: &[Arc<Source>],
    args: &AnalyseArgs,
    (options, ctx): (&QuestionOptions, &Ctx),
) -> Result<(SkillTable, u8), Failure> {
    let progress = Progress::of_answers(sources.len(), "records", args.shown.out.quiet);
    let (mut analyses, mut left_out, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_partial = false;
    for source in sources {
        match one(source, options, ctx) {
            Ok(analysis) => analyses.push(analysis),
            Err(Failure::Interrupted) if analyses.is_empty() => return Err(Failure::Interrupted),
            Err(Failure::Interrupted) => {
                is_partial = true;
                break;
            }
            // A wrong option is wrong for all records.
            Err(failure @ (Failure::Usage(_) | Failure::Io(..))) => {
                return Err(failure);
            }
            Err(failure) => {
                left_out.push(note(source, &failure));
                failures.push(failure.of_file(&source.name));
            }
        }
        progress.add(1);
    }
    drop(progress);
    let shown = failures.iter().map(|failure| failure.show(args.shown.out.color));
    let code = shown.max().unwrap_or(failure::DONE);
    for analysis in &analyses {
        let named = |warning: &String| format!("{}: {warning}", analysis.record);
        warn(&analysis.warnings.iter().map(named).collect::<Vec<_>>(), &args.shown.out);
    }
    let mut table = skill_table(analyses, left_out);
    table.partial = is_partial;
    Ok((table, code))
}

fn note(source: &Source, failure: &Failure) -> RecordLeftOut {
    let place = match failure {
        Failure::Input(found) => found.place.as_ref(),
        _ => None,
    };
    let place = place.filter(|place| place.source.name == source.name);
    let before = place.and_then(|place| place.source.text.get(..place.range.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = match failure {
        Failure::Input(found) if !found.label.is_empty() => {
            format!("{}: {}", found.message, found.label)
        }
        failure => failure.message(),
    };
    RecordLeftOut::new(source.name.clone(), line, message)
}
