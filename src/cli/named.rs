//! Names of fleets in reports.

use super::failure::Failure;
use fleetodds::answer::ROLES;
use fleetodds::games::Game;
use fleetodds::report::{Named, Subject, SubjectSide, letter};
use fleetodds::scenario::{Scenario, SideText, join_mix, mix_percent, normalise};

/// Returns a fleet with its name, which is left out of the text.
pub(super) fn named(side: &SideText) -> Named {
    if !side.mix.is_empty() {
        let part = |(share, side): (f64, &SideText)| (mix_percent(share), named(side).long());
        let text = join_mix(&side.shares().into_iter().map(part).collect::<Vec<_>>());
        return Named { name: side.name().map(String::from), text };
    }
    let mut fleet = side.fleet.clone();
    fleet.options.retain(|option| normalise(&option.name.value) != "name");
    let text = if fleet.groups.is_empty() { "no ships".into() } else { fleet.to_string() };
    Named { name: side.name().map(String::from), text }
}

/// Returns fleets with their names. Those of `--name` go before the fleets' own.
pub(super) fn all_named(sides: &[SideText], names: &[String]) -> Result<Vec<Named>, Failure> {
    let mut all: Vec<Named> = sides.iter().map(named).collect();
    let mut next = 0;
    for typed in names {
        let (at, name) = match typed.split_once('=') {
            Some((which, name)) => (place(which, all.len(), typed)?, name),
            None => (next, typed.as_str()),
        };
        let Some(one) = all.get_mut(at) else {
            let message = format!("--name `{typed}`: there are only {} fleets", sides.len());
            return Err(Failure::Usage(message));
        };
        if name.trim().is_empty() {
            return Err(Failure::Usage(format!("--name `{typed}`: the name is missing")));
        }
        one.name = Some(name.trim().into());
        next = at + 1;
    }
    Ok(all)
}

/// Finds the fleet that a letter means.
fn place(which: &str, fleets: usize, typed: &str) -> Result<usize, Failure> {
    let wanted = which.trim().to_uppercase();
    (0..fleets).find(|n| letter(*n) == wanted).ok_or_else(|| {
        let last = letter(fleets.saturating_sub(1));
        let why = format!("fleets are A to {last}, like --name A=Plasma");
        Failure::Usage(format!("--name `{typed}`: {why}"))
    })
}

/// Returns the game and sides of a fight.
pub(super) fn of_fight(scenario: &Scenario, game: &dyn Game, seed: u64) -> Subject {
    let side = |(n, side): (usize, &SideText)| SubjectSide {
        name: side_name(scenario, n),
        fleets: vec![named(side)],
    };
    subject(game, seed, scenario.sides.all().iter().enumerate().map(side).collect())
}

/// Returns the game and sides of fights of each fleet of one side against each enemy.
pub(super) fn of_fights(
    game: &dyn Game,
    seed: u64,
    side: usize,
    own: Vec<Named>,
    enemies: Vec<Named>,
) -> Subject {
    let mut fleets = [own, enemies];
    fleets.rotate_left(side);
    let side = |(role, fleets): (&&str, Vec<Named>)| SubjectSide { name: (*role).into(), fleets };
    subject(game, seed, ROLES.iter().zip(fleets).map(side).collect())
}

fn subject(game: &dyn Game, seed: u64, sides: Vec<SubjectSide>) -> Subject {
    let rulebook = game.rulebook();
    let (rules, title) = (rulebook.to_string(), rulebook.title());
    Subject { rules, title, unit: game.units().cost, seed, sides }
}

/// Returns the name of a side, or else its role.
pub(super) fn side_name(scenario: &Scenario, side: usize) -> String {
    let own = scenario.sides.all()[side].name().map(String::from);
    own.unwrap_or_else(|| scenario.sides.role(side))
}
