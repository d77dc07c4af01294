//! `fleetodds replay`: one battle, event by event.

use super::args::{Format, ReplayArgs};
use super::failure::{self, Failure};
use super::given::AskedFight;
use super::options::QuestionOptions;
use super::output::Output;
use super::progress::Progress;
use super::work::workers;
use fleetodds::internals::analysis::commented::comment;
use fleetodds::internals::analysis::replay::{Which, replay};
use fleetodds::internals::answer::Question;
use fleetodds::internals::result::Story;
use fleetodds::internals::scenario::{record_as_json, record_as_text};

pub(crate) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.ask)?;
    let asked = AskedFight::read(&args.given, &options)?.with_remarks();
    let question = asked.question()?;
    let which = match args.battle {
        _ if args.rarest => Which::Rarest,
        _ if args.upset => Which::Upset,
        battle => Which::Number(battle.unwrap_or(0)),
    };
    let format = args.out.format;
    if args.record && [Format::Csv, Format::Markdown].contains(&format) {
        return Err(Failure::usage("--record: a record is text, or JSON with --format json"));
    }
    if args.record || args.advice {
        question.matchup.recordable(&question)?;
    }
    let mut output = Output::without_pictures(&args.out)?;
    let ctx = workers(args.ask.threads)?;
    let progress = Progress::of_battles(false, args.out.quiet, &ctx);
    let mut story = replay(&question, which, &ctx, &|battles, of| progress.add_of(battles, of))
        .map_err(|none| asked.unanswered(none))?;
    if args.advice {
        comment(&question, &asked.scenario, &mut story, &ctx).map_err(|no| asked.unanswered(no))?;
    }
    drop(progress);
    story.warnings.splice(0..0, asked.left_out.clone());
    let code = if args.record {
        output.target.write(&record(&question, &story, &asked, format)?)?;
        failure::DONE
    } else {
        output.show_text(&story, "")?
    };
    output.warn(&story.warnings);
    Ok(code)
}

/// Returns the record of a battle, as text or JSON.
fn record(
    question: &Question,
    story: &Story,
    asked: &AskedFight<'_>,
    format: Format,
) -> Result<String, Failure> {
    let (game, scenario) = (asked.game()?, &asked.scenario);
    let entries = question.matchup.records(question)?.record(story)?;
    Ok(match format {
        Format::Json => record_as_json(game.lexicon(), scenario, &entries)? + "\n",
        _ => record_as_text(game.lexicon(), scenario, &entries)?,
    })
}
