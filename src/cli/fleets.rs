//! `fleetodds fleets`: lists the catalogues and checks fleets.

use fleetodds::scenario::SideText;

use super::args::{FleetsAction, FleetsArgs};
use super::failure::{self, Failure};
use super::input::{named_rulebook, read_fleet, read_game};
use super::output::Target;

/// Runs the command and returns the exit code.
pub(super) fn run(args: &FleetsArgs) -> Result<u8, Failure> {
    let rulebook = args.rules.rules.as_deref().map(named_rulebook).transpose()?;
    let rulebook = rulebook.or(args.own).unwrap_or_default();
    let game = read_game(rulebook, args.fleets.as_deref())?;
    let text = match &args.action {
        FleetsAction::List => game.list()?,
        FleetsAction::Show { name } => game.show(name)?,
        FleetsAction::Check { fleet, any_blueprint } => {
            let read = |typed: &String| read_fleet("fleet", typed, &*game);
            let fleets: Vec<SideText> = fleet.iter().map(read).collect::<Result<_, _>>()?;
            game.check(&fleets, *any_blueprint)?
        }
    };
    Target::Stdout(args.color).write_for_people(&text)?;
    Ok(failure::DONE)
}
