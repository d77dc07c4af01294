//! `fleetodds replay`: one battle, event by event.

use super::args::{Format, ReplayArgs};
use super::ask::{QuestionOptions, threads, workers};
use super::failure::{self, Failure};
use super::given::FightSource;
use super::output::{Target, warn};
use super::progress::Progress;
use fleetodds::analysis::commented::comment;
use fleetodds::analysis::replay::{Which, replay};
use fleetodds::answer::Question;
use fleetodds::games::Game;
use fleetodds::result::Story;
use fleetodds::scenario::{Scenario, record_as_json, record_as_text};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.ask)?;
    let given = FightSource::read(&args.given, &options)?.with_remarks(&options);
    let question = options.question(given.scenario.clone())?;
    let which = match args.battle {
        _ if args.rarest => Which::Rarest,
        _ if args.upset => Which::Upset,
        battle => Which::Number(battle.unwrap_or(0)),
    };
    let format = args.out.format;
    if args.record && [Format::Csv, Format::Markdown].contains(&format) {
        let message = "--record: a record is text, or JSON with --format json";
        return Err(Failure::Usage(message.into()));
    }
    if args.record || args.advice {
        question.matchup.check_recordable(&question)?;
    }
    let mut target = Target::open(&args.out)?;
    let ctx = workers(threads(args.ask.threads)?)?;
    let progress = Progress::of_battles(false, args.out.quiet, &ctx);
    let mut story = replay(&question, which, &ctx, &|battles, of| progress.add_of(battles, of))
        .map_err(|none| Failure::of(none, &given.scenario))?;
    if args.advice {
        comment(&question, &given.scenario, &mut story, &ctx)
            .map_err(|no| Failure::of_record(no, &given.scenario))?;
    }
    drop(progress);
    story.warnings.splice(0..0, given.left_out);
    if args.record {
        let rulebook = options.rulebook(&given.scenario);
        let record = record(&question, &story, (options.game(rulebook)?, &given.scenario), format)?;
        target.write(&record)?;
        warn(&story.warnings, &args.out);
        return Ok(failure::DONE);
    }
    let code = target.show(&story, &args.out)?;
    warn(&story.warnings, &args.out);
    Ok(code)
}

/// Returns the record of a battle, as text or JSON.
fn record(
    question: &Question,
    story: &Story,
    (game, scenario): (&dyn Game, &Scenario),
    format: Format,
) -> Result<String, Failure> {
    let entries = question.matchup.record(story)?;
    Ok(match format {
        Format::Json => record_as_json(game.lexicon(), scenario, &entries)? + "\n",
        _ => record_as_text(game.lexicon(), scenario, &entries)?,
    })
}
