//! Finds the best fleet for a given cost.

use super::super::args::DesignArgs;
use super::super::failure::Failure;
use super::{Wish, Work, proposals};
use fleetodds::analysis::purchase::{Purse, Ware, purchases};
use fleetodds::answer::{Carriage, Question};
use fleetodds::games::{Capacity, Game};
use fleetodds::report::Design;
use fleetodds::scenario::{FleetText, GroupText, normalise};

/// Finds the best fleet.
pub(super) fn design(
    wish: &Wish,
    cost: f64,
    args: &DesignArgs,
    work: &Work<'_>,
) -> Result<Design, Failure> {
    if !(cost > 0.0 && cost.is_finite()) {
        return Err(Failure::Usage(format!("--cost {cost}: must be a number above 0")));
    }
    let game = wish.options.game(wish.rulebook)?;
    let wares: Vec<Ware> =
        wish.what.groups.iter().map(|group| ware(wish, game, group)).collect::<Result<_, _>>()?;
    let ships = game.max_ships().saturating_sub(wish.beside);
    let purse = Purse { cost, room: room(game, args)?, pool: args.fleet_pool, ships };
    // If one more ship can make a fleet worse, fleets that could buy more are candidates, too.
    let may_leave = !game.more_is_better();
    let fleets = purchases(&wares, purse, !may_leave).map_err(|_| {
        Failure::Refused(
            "too many possible fleets: name fewer ships, or limit the number of each".into(),
        )
    })?;
    if fleets.is_empty() {
        let message = format!("--cost {cost}: none of these ships can be bought");
        return Err(Failure::Refused(message));
    }
    let typed = |n: usize| typed(&wish.what.groups, &fleets[n]);
    let designs: Vec<Vec<i32>> =
        fleets.iter().map(|fleet| fleet.iter().map(|n| *n as i32).collect()).collect();
    let asked = |n: &usize| wish.asked(&typed(*n));
    // The ideal of several fleets has the maximum of their numbers of each ship.
    let ideal = |several: &[usize]| {
        let most = |ware: usize| several.iter().map(|&n| fleets[n][ware]).max().unwrap_or(0);
        let all: Vec<u32> = (0..wares.len()).map(most).collect();
        // An ideal with too many ships cannot be fought, so it rules out no fleet.
        if all.iter().sum::<u32>() > ships {
            return Ok(Vec::new());
        }
        wish.asked(&self::typed(&wish.what.groups, &all))
    };
    let mut search = wish.search(&designs, vec![0; fleets.len()], &asked);
    if may_leave {
        search.ideal = Some(&ideal);
    }
    let found = wish.find(&search, work)?;
    let unit = game.units().cost;
    let beside = wish.with.as_ref().map_or(String::new(), |with| format!(" with {with}"));
    let what = format!("a fleet for {cost} {unit}{beside}");
    let seed = wish.asked(&typed(0))?[0].seed;
    let mut report = wish.report(what, fleets.len(), &found, seed, work.total);
    report.best = proposals(&found, None, |n| {
        let left = cost - price(&wares, &fleets[n]);
        let figures = vec![(format!("{unit} left"), format!("{:.1}", left + 0.0))];
        (typed(n), figures, counted(&wish.what.groups, &fleets[n]))
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
fn ware(wish: &Wish, game: &dyn Game, group: &GroupText) -> Result<Ware, Failure> {
    let one = GroupText { count: None, ..group.clone() };
    let matchup = wish.asked_alone(&one)?.matchup;
    let cost = matchup.sides()[wish.side].cost;
    if cost <= 0.0 {
        let message = format!("`{one}` costs nothing, so it cannot be bought");
        return Err(Failure::Refused(message));
    }
    let typed = group.count.as_ref().map(|count| count.value.min(u32::MAX.into()) as u32);
    let owned = || game.owned(&normalise(&group.class.value));
    let most = typed.or_else(owned).unwrap_or(u32::MAX);
    let Carriage { carries, is_carried, counts } = matchup.carriage(wish.side);
    Ok(Ware { cost, most, carries, is_carried, counts })
}

fn price(wares: &[Ware], fleet: &[u32]) -> f64 {
    wares.iter().zip(fleet).map(|(ware, number)| ware.cost * f64::from(*number)).sum()
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

impl Wish {
    /// Returns the battle of one group alone against the first enemy, with the options of the
    /// side.
    fn asked_alone(&self, group: &GroupText) -> Result<Question, Failure> {
        let text = FleetText { groups: vec![group.clone()], options: self.what.options.clone() };
        let own = super::read_fleet("ships", &text.to_string())?;
        let mut sides = [own, self.enemies[0].clone()];
        if self.side == 1 {
            sides.swap(0, 1);
        }
        self.options.question(super::Scenario::of(sides))
    }
}
