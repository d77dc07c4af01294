//! Counters of a finished combat, and the figures derived from them.

use super::battle::{Exit, Ti4Battle, Ti4State};
use super::fleet::{LossOrder, Ti4Fleet};
use super::force::GROUPS;
use super::force::{Groups, Ti4Force};
use super::layout::{DRAW, STANDOFF};
use super::lineup::Change;
use super::terms::Theatre;
use crate::games::common::{Labels, Objective, add_ends, value_of};
use crate::model::game::Values;
use crate::result::{Amount, Cost, Field, Figure, Shown, SideSummary, Survivors, Table};
use crate::stats::{Estimate, Histogram, Odds};

impl Ti4Battle {
    /// Names the cells of a combat that ends in this state.
    pub(super) fn count_cells(&self, state: &Ti4State, mut count: impl FnMut(usize)) {
        let layout = &self.layout;
        let outcome = self.outcome(state);
        count(outcome);
        if let Exit::Retreat(side) = state.exit
            && self.has_retreated(state, side.into())
        {
            count(layout.retreated + usize::from(side));
        }
        if outcome == 0 && !self.holds_the_planet(state) {
            count(layout.unheld);
        }
        if state.exit == Exit::Skilled {
            count(layout.skilled);
        }
        for side in 0..2 {
            let roster = &self.sides[side];
            let mut force = self.remains(state, side);
            let left = self.by_group(side, &force);
            for g in 0..roster.groups {
                count(layout.survivors[side][g] + usize::from(left.alive(g)));
            }
            for &(g, first) in &layout.damaged[side] {
                count(first + usize::from(left.hurt[g]));
            }
            if let Some(kept) = &layout.kept {
                if outcome == side {
                    roster.remove_excess(&mut force);
                }
                let left = self.by_group(side, &force);
                for (g, first) in kept[side].iter().enumerate().take(roster.groups) {
                    count(first + usize::from(left.alive(g)));
                }
            }
        }
    }

    /// Returns whether a side that retreats has saved ships.
    fn has_retreated(&self, state: &Ti4State, side: usize) -> bool {
        let away = |row: usize| self.sides[side].changes.of(Change::Away, row);
        let fighting = self.sides[side].fighting;
        let saved = fighting.or(Groups::of(fighting.each().filter_map(away)));
        state.forces[side].any(saved)
    }

    /// Returns whether an attacker who has won controls the planet: with fighters alone it does not
    /// (T48). In space there is nothing to hold.
    pub(super) fn holds_the_planet(&self, state: &Ti4State) -> bool {
        let lands_fighters =
            self.terms.theatre == Theatre::Ground && !self.sides[0].fighters.is_empty();
        !lands_fighters || state.forces[0].any(self.sides[0].ships)
    }

    /// Returns the outcome if the combat ends in this state.
    pub(super) fn outcome(&self, state: &Ti4State) -> usize {
        match state.exit {
            Exit::Skilled => return DRAW,
            // A side that leaves may have destroyed the enemy's last ship (T61).
            Exit::Retreat(side) => match self.fights(state, 1 - usize::from(side)) {
                true => return 1 - usize::from(side),
                false => return DRAW,
            },
            Exit::None => {}
        }
        match [self.fights(state, 0), self.fights(state, 1)] {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        }
    }
}

impl Ti4Battle {
    /// Returns the values of a state if the combat ends there; see [`value_of`]. They include what
    /// a side has yet to expect if it looks beyond the combat (D17).
    #[must_use]
    pub fn worth(&self, state: &Ti4State) -> Values {
        let alone = self.worth_alone(state);
        match &self.outlook {
            Some(outlook) => outlook.values(self, state, alone),
            None => alone,
        }
    }

    /// Returns the values of a state if the combat ends there and nothing follows it.
    #[must_use]
    pub fn worth_alone(&self, state: &Ti4State) -> Values {
        let mut values = [0.0; 4];
        let outcome = self.outcome(state);
        let lost = [0, 1].map(|side| self.lost(state, side));
        for side in 0..2 {
            values[value_of(side, Objective::Win)] = f64::from(u8::from(outcome == side));
            values[value_of(side, Objective::Swing)] = lost[1 - side] - lost[side];
        }
        values
    }

    /// Returns whether units of a group of a side fight, as they are or as abilities make them.
    #[must_use]
    pub fn fights_in(&self, side: usize, group: usize) -> bool {
        let roster = &self.sides[side];
        roster.fighting.each().any(|row| roster.homes[row] == group)
    }

    /// Returns what remains of a side in this state. Structures are lost with the planet, and
    /// passengers with the last ship.
    pub(super) fn remains(&self, state: &Ti4State, side: usize) -> Ti4Force {
        let (roster, mut force) = (&self.sides[side], state.forces[side]);
        match self.terms.theatre {
            Theatre::Ground if side == 1 && self.outcome(state) == 0 => {
                force.clear(roster.structures);
            }
            Theatre::Space if !self.fights(state, side) => {
                force.clear(Groups::of(roster.passengers.iter().copied()));
            }
            _ => {}
        }
        force
    }

    /// Returns the losses of a side, in resources.
    pub(super) fn lost(&self, state: &Ti4State, side: usize) -> f64 {
        let roster = &self.sides[side];
        let before = self.by_group(side, &roster.opening);
        let after = self.by_group(side, &self.remains(state, side));
        // A side that ends with more units than it had has a negative loss.
        let halves = |g: usize| {
            let lost = f64::from(before.alive(g)) - f64::from(after.alive(g));
            f64::from(roster.half_cost[g]) * lost
        };
        (0..roster.groups).map(halves).sum::<f64>() / 2.0
    }
}

/// Returns the figures of both sides.
#[must_use]
pub fn summarise(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    labels: &[Labels; 2],
    odds: &Odds,
) -> Vec<SideSummary> {
    summarise_part(battle, fleets, labels, odds, &battle.layout.survivors, &|_, _| true)
}

/// Like [`summarise`], but only for the groups that `is_shown` accepts by side and number. `cells` are
/// those in which survivors are counted.
pub(super) fn summarise_part(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    labels: &[Labels; 2],
    odds: &Odds,
    cells: &[[usize; GROUPS]; 2],
    is_shown: &dyn Fn(usize, usize) -> bool,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let lost = [0, 1].map(|side: usize| {
        let all = 0..fleets[side].groups.len();
        let shown = all.filter(|group| is_shown(side, *group));
        losses(&fleets[side], (&cells[side], &layout.most[side]), odds, shown)
    });
    let side = |side: usize| {
        let Labels { name, fleet, classes } = &labels[side];
        let damaged = |g: usize| {
            let (_, first) = layout.damaged[side].iter().find(|(group, _)| *group == g)?;
            Some(odds.histogram(*first..=first + layout.most[side][g]))
        };
        let groups = (&fleets[side], &layout.most[side][..]);
        let shown = |group: usize| is_shown(side, group);
        let left = left(&cells[side], classes, groups, odds, shown, damaged);
        let (own, spread) = lost[side];
        let cost = Cost { lost: own, destroyed: lost[1 - side].0, spread, swing: None };
        SideSummary::new(name, fleet, odds.estimate(side), left, cost)
    };
    vec![side(0), side(1)]
}

/// Adds the figures that only Twilight Imperium has to those of both sides. `is_order_shown` says
/// by side whether people see the order of its losses.
pub fn add_figures(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    labels: &[Labels; 2],
    is_order_shown: [bool; 2],
    odds: &Odds,
    sides: &mut [SideSummary],
) {
    let layout = &battle.layout;
    for (side, figures) in sides.iter_mut().enumerate() {
        let (fleet, classes) = (&fleets[side], &labels[side].classes);
        let retreated = odds.share(layout.retreated + side);
        // A side has been destroyed if it has neither won nor retreated, and neither a standoff nor
        // a Skilled Retreat has left it alive.
        let holding = odds.share(side) + odds.share(STANDOFF) + odds.share(layout.skilled);
        add_ends(&mut figures.of_game, retreated, (1.0 - holding - retreated).max(0.0));
        if let Some(kept) = &layout.kept {
            let after =
                left(&kept[side], classes, (fleet, &layout.most[side]), odds, |_| true, |_| None);
            let kept = Figure::new("after_capacity", Field::Survivors, &after);
            let removed = removed(figures, &after).map(Shown::Table);
            figures.of_game.push(removed.into_iter().fold(kept, Figure::showing));
        }
        if fleet.captain.order != LossOrder::Adaptive {
            let order = fleet.order().into_iter().filter(|&g| battle.fights_in(side, g));
            let mut order: Vec<String> = order.map(|g| classes[g].clone()).collect();
            order.dedup();
            let figure = Figure::new("loss_order", Field::Survivors, &order);
            let shown = is_order_shown[side].then_some(Shown::Words("loses", order));
            figures.of_game.push(shown.into_iter().fold(figure, Figure::showing));
        }
    }
}

/// Returns the survivors of a side that are counted from these cells on, of the groups that are
/// shown. `damaged` returns how many of a group are damaged.
fn left(
    cells: &[usize; GROUPS],
    classes: &[String],
    (fleet, most): (&Ti4Fleet, &[usize]),
    odds: &Odds,
    is_shown: impl Fn(usize) -> bool,
    damaged: impl Fn(usize) -> Option<Histogram>,
) -> Vec<Survivors> {
    let group = |(g, class): (usize, &String)| {
        let left = odds.histogram(cells[g]..=cells[g] + most[g]);
        let start = u64::from(fleet.groups[g].count);
        Survivors { damaged: damaged(g), ..Survivors::new(class, start, left) }
    };
    let is_here = |(g, _): &(usize, &String)| !fleet.groups[*g].is_elsewhere && is_shown(*g);
    classes.iter().enumerate().filter(is_here).map(group).collect()
}

/// Returns the table of the groups that lose units in the check of the winner's capacity, if there
/// are any.
fn removed(side: &SideSummary, after: &[Survivors]) -> Option<Table> {
    let pairs = after.iter().zip(&side.survivors);
    let removed = pairs.filter(|(after, before)| before.mean - after.mean > 1e-9);
    let row = |(after, _): (&Survivors, &Survivors)| {
        let group = format!("{}: {} {}", side.name, after.start, after.class);
        (group, vec![Some(Amount::Mean(after.mean))])
    };
    let rows: Vec<_> = removed.map(row).collect();
    let table = Table { title: "left with room for them", columns: vec!["mean"], rows };
    (!table.rows.is_empty()).then_some(table)
}

/// Returns the mean losses of these groups of a side in combat, in resources, and an upper bound of their standard
/// deviation.
fn losses(
    fleet: &Ti4Fleet,
    (cells, most): (&[usize; GROUPS], &[usize]),
    odds: &Odds,
    groups: impl Iterator<Item = usize>,
) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for g in groups {
        let group = &fleet.groups[g];
        let left = odds.histogram(cells[g]..=cells[g] + most[g]);
        let cost = f64::from(group.unit.half_cost) / 2.0;
        sum.0 += cost * (f64::from(group.count) - left.mean);
        sum.1 += cost * left.deviation();
    }
    sum
}

/// Returns the odds that no side is left, or that a Skilled Retreat ends the combat.
#[must_use]
pub fn draw(odds: &Odds) -> Estimate {
    odds.estimate(DRAW)
}

/// Returns the probability that the attacker wins with fighters alone, which cannot hold the planet
/// (T48).
#[must_use]
pub fn unheld(battle: &Ti4Battle, odds: &Odds) -> f64 {
    odds.share(battle.layout.unheld)
}

/// Returns the odds that both sides are left.
#[must_use]
pub fn standoff(odds: &Odds) -> Estimate {
    odds.estimate(STANDOFF)
}
