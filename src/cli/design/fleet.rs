//! Finds the best fleet for a given cost.

use super::super::args::DesignArgs;
use super::super::failure::Failure;
use super::{DesignCtx, DesignRequest, proposals};
use fleetodds::analysis::purchase::{PurchaseLimits, ShipOption, purchases};
use fleetodds::answer::{Carriage, Question};
use fleetodds::games::{Capacity, Game};
use fleetodds::report::Design;
use fleetodds::scenario::{FleetText, GroupText, SideText, Source, normalise};

/// Finds the best fleet.
pub(crate) fn design(
    request: &DesignRequest,
    cost: f64,
    args: &DesignArgs,
    work: &DesignCtx<'_>,
) -> Result<Design, Failure> {
    if !(cost > 0.0 && cost.is_finite()) {
        return Err(Failure::Usage(format!("--cost {cost}: must be a number above 0")));
    }
    let game = request.options.game(request.rulebook)?;
    let options: Vec<ShipOption> = request
        .what
        .groups
        .iter()
        .map(|group| option(request, game, group))
        .collect::<Result<_, _>>()?;
    let ships = game.max_ships().saturating_sub(request.beside);
    let limits = PurchaseLimits { cost, room: room(game, args)?, pool: args.fleet_pool, ships };
    // If one more ship can make a fleet worse, fleets that could buy more are candidates, too.
    let may_leave = !game.more_is_better();
    let fleets = purchases(&options, limits, !may_leave).map_err(|_| {
        Failure::Refused(
            "too many possible fleets: name fewer ships, or limit the number of each".into(),
        )
    })?;
    if fleets.is_empty() {
        let message = format!("--cost {cost}: none of these ships can be bought");
        return Err(Failure::Refused(message));
    }
    let typed = |n: usize| typed(&request.what.groups, &fleets[n]);
    let designs: Vec<Vec<i32>> =
        fleets.iter().map(|fleet| fleet.iter().map(|n| *n as i32).collect()).collect();
    let asked = |n: &usize| request.asked(&typed(*n));
    // The ideal of several fleets has the maximum of their numbers of each ship.
    let ideal = |several: &[usize]| {
        let most = |option: usize| several.iter().map(|&n| fleets[n][option]).max().unwrap_or(0);
        let all: Vec<u32> = (0..options.len()).map(most).collect();
        // An ideal with too many ships cannot be fought, so it rules out no fleet.
        if all.iter().sum::<u32>() > ships {
            return Ok(Vec::new());
        }
        request.asked(&self::typed(&request.what.groups, &all))
    };
    let mut search = request.search(&designs, vec![0; fleets.len()], &asked);
    if may_leave {
        search.ideal = Some(&ideal);
    }
    let found = request.find(&search, work)?;
    let unit = game.units().cost;
    let beside = request.with.as_ref().map_or(String::new(), |with| format!(" with {with}"));
    let what = format!("a fleet for {cost} {unit}{beside}");
    let seed = request.asked(&typed(0))?[0].seed;
    let mut report = request.report(what, fleets.len(), &found, seed, work.total)?;
    report.best = proposals(&found, None, |n| {
        let left = cost - price(&options, &fleets[n]);
        let figures = vec![(format!("{unit} left"), format!("{:.1}", left + 0.0))];
        (typed(n), figures, counted(&request.what.groups, &fleets[n]))
    });
    Ok(report)
}

/// Returns the capacity besides that of the ships bought, or `None` if it is unlimited or the game
/// has no capacity.
fn room(game: &dyn Game, args: &DesignArgs) -> Result<Option<u32>, Failure> {
    match game.capacity() {
        Capacity::Checked => Ok(Some(args.capacity.unwrap_or(0))),
        Capacity::Optional => Ok(args.capacity),
        Capacity::None => {
            let given = [(args.capacity, "--capacity"), (args.fleet_pool, "--fleet-pool")];
            match given.into_iter().find(|(given, _)| given.is_some()) {
                Some((_, option)) => {
                    let message = format!("{option}: {} has no capacity", game.rulebook());
                    Err(Failure::Usage(message))
                }
                None => Ok(None),
            }
        }
    }
}

/// Returns a ship that can be bought. A typed number is the maximum of these ships.
fn option(
    request: &DesignRequest,
    game: &dyn Game,
    group: &GroupText,
) -> Result<ShipOption, Failure> {
    let one = GroupText { count: None, ..group.clone() };
    let matchup = request.asked_alone(&one)?.matchup;
    let cost = matchup.sides()[request.side].cost;
    if cost <= 0.0 {
        let message = format!("`{one}` costs nothing, so it cannot be bought");
        return Err(Failure::Refused(message));
    }
    let typed = group.count.as_ref().map(|count| count.value.min(u32::MAX.into()) as u32);
    let owned = || game.owned(&normalise(&group.class.value));
    let most = typed.or_else(owned).unwrap_or(u32::MAX);
    let Carriage { carries, is_carried, counts } = matchup.carriage(request.side);
    Ok(ShipOption { cost, most, carries, is_carried, counts })
}

fn price(options: &[ShipOption], fleet: &[u32]) -> f64 {
    options.iter().zip(fleet).map(|(option, number)| option.cost * f64::from(*number)).sum()
}

/// Writes a fleet as typed. `fleet` holds the number of ships of each group.
fn typed(groups: &[GroupText], fleet: &[u32]) -> String {
    let bought = groups.iter().zip(fleet).filter(|(_, number)| **number > 0);
    let group = |(group, number): (&GroupText, &u32)| {
        let one = GroupText { count: None, ..group.clone() };
        format!("{number} {one}")
    };
    bought.map(group).collect::<Vec<_>>().join(" + ")
}

/// Returns the number of ships of each group by name, for the comparison of two fleets.
fn counted(groups: &[GroupText], fleet: &[u32]) -> Vec<(String, i64)> {
    let group = |(group, number): (&GroupText, &u32)| {
        let one = GroupText { count: None, ..group.clone() };
        (one.to_string(), i64::from(*number))
    };
    groups.iter().zip(fleet).map(group).collect()
}

impl DesignRequest {
    /// Returns the battle of one group alone against the first enemy, with the options of the
    /// side.
    fn asked_alone(&self, group: &GroupText) -> Result<Question, Failure> {
        let text = FleetText { groups: vec![group.clone()], options: self.what.options.clone() };
        let own = SideText::typed(&Source::new("ships", text.to_string()))?;
        let mut sides = [own, self.enemies[0].clone()];
        if self.side == 1 {
            sides.swap(0, 1);
        }
        self.options.typed_question(super::Scenario::of(sides))
    }
}
