//! `fleetodds replay`: the story of one battle.

use super::args::ReplayArgs;
use super::ask::{Options, threads, workers};
use super::failure::Failure;
use super::fight::scenario;
use super::interrupt::interrupt;
use super::output::{Target, warn};
use crate::answer::replay::{Which, replay};

/// Tells the story and returns the exit code.
pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let question = Options::read(&args.ask)?.question(scenario(
        args.attacker.as_ref(),
        args.defender.as_ref(),
        args.scenario.as_deref(),
    )?)?;
    let which = match args.battle {
        _ if args.rarest => Which::Rarest,
        _ if args.upset => Which::Upset,
        battle => Which::Number(battle.unwrap_or(0)),
    };
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let (stop, pool) = (interrupt()?, workers(threads(args.ask.threads)?)?);
    let story = replay(&question, which, &pool, &stop)?;
    warn(&story.warnings, &args.out);
    target.show(&story, args.out.format)
}
