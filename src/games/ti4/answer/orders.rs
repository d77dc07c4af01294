//! Best fixed order in which a side loses its units, by trying all orders of its classes.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::engine::graph::absorption::AbsorptionResult;
use crate::engine::graph::{Graph, exchange};
use crate::engine::par_try_map;
use crate::games::common::{LimitError, value_of};
use crate::games::ti4::rules::{LossOrder, Ti4Battle, Ti4Fleet, Ti4Terms, Worth, compile};
use crate::model::Battle;

/// Difference below which the values of two orders are equal. Of equal orders, the first in the
/// search is kept.
const TIE_EPS: f64 = 1e-12;

/// Seconds to solve an exchange, apart from its pairs of replies.
const SECONDS_PER_EXCHANGE: f64 = 60e-6;
/// Seconds per pair of replies of an exchange.
const SECONDS_PER_REPLY: f64 = 2e-9;

/// Largest number of turns in which two sides respond to each other's orders.
const MAX_TURNS: usize = 20;

/// The reason why no best order was found.
#[derive(Clone, Debug, PartialEq)]
pub enum NoOrder {
    /// A fleet exceeds a limit.
    Limit(LimitError),
    /// The search does not fit the budget.
    TooLarge,
    /// Both sides search, and no pair of orders was found in which each is best against the other.
    Unsettled,
    /// The search was stopped.
    Stopped,
}

/// Returns the fleets with the best order for each side that asks for one. If both do, they respond
/// to each other's orders until neither can improve.
///
/// # Errors
/// If a fleet exceeds a limit, the search does not fit the budget or does not settle, or `stop` is
/// set.
pub fn best_orders(
    fleets: &[Ti4Fleet; 2],
    terms: Ti4Terms,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<[Ti4Fleet; 2], NoOrder> {
    find_orders(fleets, terms, &mut Ledger::new(budget), stop)
}

/// Like [`best_orders`]. The work is taken off the ledger.
pub(super) fn find_orders(
    fleets: &[Ti4Fleet; 2],
    terms: Ti4Terms,
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<[Ti4Fleet; 2], NoOrder> {
    let asks = fleets.each_ref().map(|fleet| fleet.captain.order == LossOrder::Optimal);
    let mut found = fleets.clone();
    for fleet in &mut found {
        fleet.captain.order = match &fleet.captain.order {
            LossOrder::Optimal => LossOrder::Fixed(fleet.default_order()),
            order => order.clone(),
        };
    }
    for _ in 0..MAX_TURNS {
        let before = found.clone();
        for side in (0..2).filter(|&side| asks[side]) {
            found[side].captain.order = best_order(&found, terms, side, ledger, stop)?;
        }
        if found == before || asks != [true; 2] {
            return Ok(found);
        }
    }
    Err(NoOrder::Unsettled)
}

/// Replaces an order that would have to be searched for by the default order.
pub(super) fn by_default(mut fleet: Ti4Fleet) -> Ti4Fleet {
    if !matches!(fleet.captain.order, LossOrder::Fixed(_)) {
        fleet.captain.order = LossOrder::Fixed(fleet.default_order());
    }
    fleet
}

/// Returns the best order for one side against the present order of the other.
fn best_order(
    fleets: &[Ti4Fleet; 2],
    terms: Ti4Terms,
    side: usize,
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<LossOrder, NoOrder> {
    let budget = ledger.solving();
    let battle = compile(fleets, terms).map_err(NoOrder::Limit)?;
    let classes = classes(&fleets[side], &battle, side);
    let orders: f64 = (1..=classes.len()).map(|n| n as f64).product();
    let first = value(&battle, fleets, side, budget, stop).inspect_err(|_| {
        ledger.take(budget.seconds);
    })?;
    if orders * first.seconds > budget.seconds {
        ledger.take(first.seconds);
        return Err(NoOrder::TooLarge);
    }
    ledger.take(orders * first.seconds);
    let orders = permutations(&classes);
    let values: Vec<f64> = par_try_map(orders.len(), &|n| {
        if stop.load(Ordering::Relaxed) {
            return Err(NoOrder::Stopped);
        }
        let mut fleets = fleets.clone();
        fleets[side].captain.order = LossOrder::Fixed(orders[n].concat());
        let battle = compile(&fleets, terms).map_err(NoOrder::Limit)?;
        value(&battle, &fleets, side, budget, stop).map(|found| found.value)
    })?;
    let mut best = 0;
    for (n, value) in values.iter().enumerate() {
        if *value > values[best] + TIE_EPS {
            best = n;
        }
    }
    // Units that do not fight follow at the end, in the default order.
    let mut order = orders[best].concat();
    let others: Vec<usize> =
        fleets[side].default_order().into_iter().filter(|g| !order.contains(g)).collect();
    order.extend(others);
    Ok(LossOrder::Fixed(order))
}

/// Returns the groups of a side that fight, grouped by class, in the default order of losses.
fn classes(fleet: &Ti4Fleet, battle: &Ti4Battle, side: usize) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for g in fleet.default_order().into_iter().filter(|&g| battle.fights_in(side, g)) {
        let class = fleet.groups[g].class;
        match classes.iter_mut().find(|known| fleet.groups[known[0]].class == class) {
            Some(known) => known.push(g),
            None => classes.push(vec![g]),
        }
    }
    classes
}

/// Returns all permutations; the first is the order given.
fn permutations<T: Clone>(of: &[T]) -> Vec<Vec<T>> {
    let [_, ..] = of else { return vec![Vec::new()] };
    (0..of.len())
        .flat_map(|first| {
            let rest = [&of[..first], &of[first + 1..]].concat();
            let with = |order: Vec<T>| [&of[first..=first], &order].concat();
            permutations(&rest).into_iter().map(with).collect::<Vec<_>>()
        })
        .collect()
}

/// Value of a combat for a side, by its objective.
struct Value {
    value: f64,
    /// Estimated seconds to compute it.
    seconds: f64,
}

/// Returns the exact value of a combat for a side.
fn value(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    side: usize,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<Value, NoOrder> {
    let objective = fleets[side].captain.objective;
    if battle.is_exchange() {
        let model = battle.model();
        let Worth { win, lost } = battle.worth_of(&model, &exchange::solve(model.exchange()));
        let swing = lost[1 - side] - lost[side];
        let seconds = SECONDS_PER_EXCHANGE + model.exchange().pairs() as f64 * SECONDS_PER_REPLY;
        return Ok(Value { value: [win[side], swing][value_of(0, objective)], seconds });
    }
    let graph = Graph::new(battle, &mut battle.captains(), budget.graph(), stop)
        .map_err(|_| NoOrder::TooLarge)?;
    let ends = AbsorptionResult::new(&graph.topology, None, budget.edge_visits())
        .ok_or(NoOrder::TooLarge)?;
    let of_ends = graph.ends.iter().zip(ends.ends.iter().copied());
    let of_standing = ends.undecided.iter().map(|&(s, p)| (&graph.states[s as usize], p));
    let worth = |(state, p)| p * battle.worth(state)[value_of(side, objective)];
    let value = of_ends.chain(of_standing).map(worth).sum();
    Ok(Value { value, seconds: Budget::of_graph(graph.work) })
}

#[cfg(test)]
mod tests {
    use super::permutations;

    #[test]
    fn all_orders_are_tried_the_given_one_first() {
        let orders = permutations(&[1, 2, 3]);
        assert_eq!(orders.len(), 6);
        assert_eq!(orders[0], [1, 2, 3]);
        assert_eq!(orders[5], [3, 2, 1]);
        assert_eq!(permutations::<u8>(&[]), [Vec::<u8>::new()]);
    }
}
