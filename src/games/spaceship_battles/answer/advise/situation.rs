//! The group that gets orders, and those among which it can choose.

use crate::answer::table::{GroupName, named_groups};
use crate::answer::{NoAnswer, OnTheTable};
use crate::games::spaceship_battles::rules::{
    Geometry, OrderChoices, ShipFleet, ShipGroup, ShipOrders,
};
use crate::games::spaceship_battles::scenario::ShipMatchup;

/// The decision that is asked for.
pub(super) struct Situation<'a> {
    pub(super) matchup: &'a ShipMatchup,
    /// The side that decides.
    pub(super) side: usize,
    /// Index of its group.
    pub(super) group: usize,
    /// Whether the user has named a group.
    pub(super) is_named: bool,
    pub(super) choices: OrderChoices,
}

/// Refuses what does not lie on the table in this game.
pub(super) fn check(table: &OnTheTable) -> Result<(), NoAnswer> {
    let given = [
        ("--roll", table.roll.is_some()),
        ("--missiles", table.missiles.is_some()),
        ("--hits", table.hits.is_some()),
        ("--scored", table.scored.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(NoAnswer::NotHere(format!(
            "{option}: in Spaceship Battles orders are given before the dice are rolled; leave it \
             out, and name the group that gets orders with `--turn`"
        ))),
        None => Ok(()),
    }
}

impl<'a> Situation<'a> {
    /// Finds the group that gets orders: the one that is named, or the first of the attacker.
    pub(super) fn of(matchup: &'a ShipMatchup, table: &OnTheTable) -> Result<Self, NoAnswer> {
        let fleets = [0, 1].map(|side: usize| &matchup.sides[side].fleet);
        if fleets.iter().any(|fleet| fleet.groups.is_empty()) {
            return Err(NoAnswer::NotHere(
                "one side has no ships: nothing is to be decided".into(),
            ));
        }
        let (side, group) = match &table.turn {
            Some(name) => named(matchup, name)?,
            None => (0, 0),
        };
        let choices =
            OrderChoices::of(&fleets[side].groups[group], fleets[1 - side], &matchup.terms);
        Ok(Self { matchup, side, group, is_named: table.turn.is_some(), choices })
    }

    /// Returns the group that gets orders.
    pub(super) fn group(&self) -> &ShipGroup {
        &self.matchup.sides[self.side].fleet.groups[self.group]
    }

    /// Returns the fleets if the group follows these orders.
    pub(super) fn fleets(&self, orders: ShipOrders) -> [ShipFleet; 2] {
        let mut fleets = [0, 1].map(|side: usize| self.matchup.sides[side].fleet.clone());
        fleets[self.side].groups[self.group].orders = orders;
        fleets
    }

    pub(super) fn on_map(&self) -> bool {
        matches!(self.matchup.terms.geometry, Geometry::Map(_))
    }
}

/// Finds the side and the index of the group with this name, the first of several.
fn named(matchup: &ShipMatchup, name: &str) -> Result<(usize, usize), NoAnswer> {
    let labels = [0, 1].map(|side: usize| &matchup.sides[side].labels);
    let groups = [0, 1].map(|side| {
        let of_side = labels[side];
        let group = move |n: usize| GroupName {
            side,
            class: &of_side.classes[n],
            name: of_side.group_name(n),
        };
        (0..of_side.classes.len()).map(group)
    });
    let groups: Vec<GroupName<'_>> = groups.into_iter().flatten().collect();
    let found = named_groups(name, &groups, labels.map(|labels| labels.name.as_str()))?;
    let group = found.first().copied().unwrap_or(0);
    let attackers = labels[0].classes.len();
    Ok(if group < attackers { (0, group) } else { (1, group - attackers) })
}
