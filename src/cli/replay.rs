//! `fleetodds replay`: one battle, event by event.

use super::args::ReplayArgs;
use super::ask::{QuestionOptions, threads, workers};
use super::failure::Failure;
use super::given::{FightSource, files_of};
use super::output::{Target, warn};
use super::progress::Progress;
use fleetodds::analysis::replay::{Which, replay};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.ask)?;
    let given = FightSource::read(&args.given, &options)?;
    let question = options.question(given.scenario.clone())?;
    let which = match args.battle {
        _ if args.rarest => Which::Rarest,
        _ if args.upset => Which::Upset,
        battle => Which::Number(battle.unwrap_or(0)),
    };
    let mut files = files_of(&args.given, &args.ask)?;
    let mut target = Target::open(&mut files, &args.out)?;
    let ctx = workers(threads(args.ask.threads)?)?;
    let progress = Progress::of_battles(false, args.out.quiet);
    let mut story = replay(&question, which, &ctx, &|battles, of| progress.add_of(battles, of))
        .map_err(|none| Failure::of(none, &given.scenario))?;
    drop(progress);
    story.warnings.splice(0..0, given.left_out);
    warn(&story.warnings, &args.out);
    target.show(&story, &args.out)
}
