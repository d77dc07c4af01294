//! Best fixed order in which a side loses its units, by trying all orders of its classes.
//!
//! Sides that ask for the best order and sides without an order are searched for alike. If no best
//! order is found, a side without one plays the customary order, and no answer is lost: the search
//! on its behalf has a budget of its own.

use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::graph::{Graph, absorption};
use crate::engine::{Control, exchange, par_try_map};
use crate::games::common::{LimitError, value_of};
use crate::games::ti4::rules::{
    ExchangeModel, LossOrder, Sustain, Ti4Battle, Ti4Fleet, Ti4Outlook, Ti4Terms, Worth, compile,
};
use crate::model::Battle;
use crate::scenario::Engine;
use std::sync::Arc;

/// Difference below which the values of two orders are equal. Of equal orders, the first in the
/// search is kept.
const TIE_EPS: f64 = 1e-12;

/// Seconds to solve an exchange, apart from its pairs of replies.
const SECONDS_PER_EXCHANGE: f64 = 60e-6;
/// Seconds per pair of replies of an exchange.
const SECONDS_PER_REPLY: f64 = 2e-9;

/// Share of the budget's seconds that may be spent on orders that no side asks for.
const UNSTATED_SHARE: f64 = 0.25;

/// Largest number of turns in which two sides respond to each other's orders.
const MAX_TURNS: usize = 20;

/// A combat in which orders are played, apart from its fleets.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) terms: Ti4Terms,
    /// Outlook on later combats, if captains look beyond this one.
    pub(super) outlook: Option<Arc<Ti4Outlook>>,
}

impl Setup {
    /// Creates a combat that nothing follows.
    pub(super) fn alone(terms: Ti4Terms) -> Self {
        Self { terms, outlook: None }
    }

    pub(super) fn compile(&self, fleets: &[Ti4Fleet; 2]) -> Result<Ti4Battle, LimitError> {
        let battle = compile(fleets, self.terms)?;
        Ok(match &self.outlook {
            Some(outlook) => battle.with_outlook(outlook.clone()),
            None => battle,
        })
    }
}

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

/// Orders of losses that both sides play.
pub(super) struct LossOrders {
    /// Fleets with their orders.
    pub(super) fleets: [Ti4Fleet; 2],
    /// The reason why sides without an order play the customary one; `None` if they do not.
    pub(super) customary: Option<NoOrder>,
}

impl NoOrder {
    /// Returns the reason in players' words, for a side that plays the customary order instead.
    pub(super) fn why(&self, budget: Budget) -> String {
        match self {
            Self::Unsettled => "no two orders of losses are best against each other".into(),
            _ => format!("the best order of losses does not fit the budget of {budget}"),
        }
    }
}

/// Returns the fleets with the orders that they play. If no best orders are found, sides without an
/// order play the customary one. The work is taken off the ledger, except for orders that no side
/// asks for.
///
/// Fails if a fleet exceeds a limit, if the search for a side that asks for the best order does not
/// fit the budget or does not settle, or if it is stopped.
pub(super) fn settle_orders(
    fleets: [Ti4Fleet; 2],
    setup: &Setup,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<LossOrders, NoOrder> {
    let is_unstated = |fleet: &Ti4Fleet| fleet.captain.order == LossOrder::Unstated;
    let mut customary = None;
    if fleets.iter().any(is_unstated) {
        let mut own = ledger.aside(UNSTATED_SHARE);
        let found = find_orders(&fleets, setup, &mut own, control);
        ledger.take_aside(&own);
        match found {
            Ok(fleets) => return Ok(LossOrders { fleets, customary }),
            Err(no @ (NoOrder::TooLarge | NoOrder::Unsettled)) => customary = Some(no),
            Err(no) => return Err(no),
        }
    }
    let stated = fleets.map(|fleet| if is_unstated(&fleet) { by_custom(fleet) } else { fleet });
    let fleets = find_orders(&stated, setup, ledger, control)?;
    Ok(LossOrders { fleets, customary })
}

/// Returns the fleets with the customary orders instead of the best ones, and the reason why.
/// Fails if the engine is `exact` or there are no customary orders either.
pub(super) fn customary_orders(
    question: &Question,
    fleets: [Ti4Fleet; 2],
    no: NoOrder,
    ledger: &Ledger,
) -> Result<([Ti4Fleet; 2], String), NoAnswer> {
    match no {
        NoOrder::Stopped => Err(NoAnswer::Stopped),
        NoOrder::Limit(limit) => Err(limit.into()),
        NoOrder::TooLarge | NoOrder::Unsettled => {
            let why = no.why(question.budget);
            if question.engine == Engine::Exact {
                return Err(ledger.too_large(why));
            }
            Ok((fleets.map(by_custom), why))
        }
    }
}

/// Returns the fleets with the best order for each side that asks for one or has none. If both do,
/// they respond to each other's orders until neither can improve.
///
/// # Errors
/// If a fleet exceeds a limit, the search does not fit the budget or does not settle, or `stop` is
/// set.
pub fn best_orders(
    fleets: &[Ti4Fleet; 2],
    terms: Ti4Terms,
    budget: Budget,
    control: &Control,
) -> Result<[Ti4Fleet; 2], NoOrder> {
    find_orders(fleets, &Setup::alone(terms), &mut Ledger::new(budget), control)
}

/// Like [`best_orders`]. The work is taken off the ledger. A captain that chooses the effect of each
/// hit is met in the customary order, the first of its choices each time. If nothing is found with
/// both rules for sustaining damage, the sides without one sustain first.
pub(super) fn find_orders(
    fleets: &[Ti4Fleet; 2],
    setup: &Setup,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<[Ti4Fleet; 2], NoOrder> {
    match settled(fleets, setup, ledger, control) {
        Err(no @ (NoOrder::Unsettled | NoOrder::TooLarge)) => {
            let battle = setup.compile(&fleets.clone().map(by_custom)).map_err(NoOrder::Limit)?;
            let mut stated = fleets.clone();
            for (side, fleet) in stated.iter_mut().enumerate() {
                if seeks_order(fleet) && rules(fleet, &battle, side).len() > 1 {
                    fleet.captain.sustain = Sustain::First;
                }
            }
            if stated == *fleets { Err(no) } else { settled(&stated, setup, ledger, control) }
        }
        found => found,
    }
}

/// Whether a best order is sought for a fleet.
fn seeks_order(fleet: &Ti4Fleet) -> bool {
    matches!(fleet.captain.order, LossOrder::Optimal | LossOrder::Unstated)
}

/// Returns the rules for sustaining damage that are tried for a side (T64).
fn rules(fleet: &Ti4Fleet, battle: &Ti4Battle, side: usize) -> Vec<Sustain> {
    let stated = fleet.captain.sustain;
    let is_open = stated == Sustain::Unstated && battle.can_sustain_late(side);
    match is_open && battle.weighs_sustaining(side) {
        true => vec![stated, Sustain::Late],
        false => vec![stated],
    }
}

/// Lets both sides respond to each other until neither can improve.
fn settled(
    fleets: &[Ti4Fleet; 2],
    setup: &Setup,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<[Ti4Fleet; 2], NoOrder> {
    let mut found = fleets.clone().map(by_custom);
    let asks = fleets.each_ref().map(seeks_order);
    // A side need not search again until the enemy has changed its order.
    let mut is_due = asks;
    for _ in 0..MAX_TURNS {
        for side in 0..2 {
            if !std::mem::take(&mut is_due[side]) {
                continue;
            }
            let (order, sustain) =
                best_order(&found, &fleets[side], (setup, side), ledger, control)?;
            let captain = &mut found[side].captain;
            if (&order, sustain) != (&captain.order, captain.sustain) {
                (captain.order, captain.sustain) = (order, sustain);
                is_due[1 - side] = asks[1 - side];
            }
        }
        if is_due == [false; 2] {
            for side in (0..2).filter(|&side| !asks[side]) {
                found[side].captain.clone_from(&fleets[side].captain);
            }
            return free_to_sustain(found, setup);
        }
    }
    Err(NoOrder::Unsettled)
}

/// Replaces an order that would have to be searched for by the customary order.
pub(super) fn by_custom(mut fleet: Ti4Fleet) -> Ti4Fleet {
    if !matches!(fleet.captain.order, LossOrder::Fixed(_)) {
        fleet.captain.order = LossOrder::Fixed(fleet.customary_order());
        if fleet.captain.sustain == Sustain::AtWill {
            fleet.captain.sustain = Sustain::Unstated;
        }
    }
    fleet
}

/// Lets captains that choose the effect of each hit choose whether to sustain it, too, if they have
/// no rule for that and it may pay.
fn free_to_sustain(mut fleets: [Ti4Fleet; 2], setup: &Setup) -> Result<[Ti4Fleet; 2], NoOrder> {
    let is_free = |fleet: &Ti4Fleet| {
        fleet.captain.order == LossOrder::Adaptive && fleet.captain.sustain == Sustain::Unstated
    };
    if fleets.iter().any(is_free) {
        let battle = setup.compile(&fleets).map_err(NoOrder::Limit)?;
        for (side, fleet) in fleets.iter_mut().enumerate() {
            if is_free(fleet) && battle.weighs_sustaining(side) {
                fleet.captain.sustain = Sustain::AtWill;
            }
        }
    }
    Ok(fleets)
}

/// Returns the best order for one side against the present play of the other, with the better rule
/// for sustaining damage if `asked` states none.
fn best_order(
    fleets: &[Ti4Fleet; 2],
    asked: &Ti4Fleet,
    (setup, side): (&Setup, usize),
    ledger: &mut Ledger,
    control: &Control,
) -> Result<(LossOrder, Sustain), NoOrder> {
    let budget = ledger.solving();
    let battle = setup.compile(fleets).map_err(NoOrder::Limit)?;
    let classes = classes(&fleets[side], &battle, side);
    let rules = rules(asked, &battle, side);
    if classes.len() < 2 && rules.len() < 2 {
        return Ok((LossOrder::Fixed(fleets[side].customary_order()), rules[0]));
    }
    let orders: f64 = (1..=classes.len()).map(|n| n as f64).product::<f64>() * rules.len() as f64;
    let first = value(&battle, fleets, side, None, budget, control).inspect_err(|_| {
        ledger.take(budget.seconds);
    })?;
    if orders * first.seconds > budget.seconds {
        ledger.take(first.seconds);
        return Err(NoOrder::TooLarge);
    }
    ledger.take(orders * first.seconds);
    // Units that do not fight follow at the end, in the customary order.
    let others = |g: &usize| !classes.iter().any(|class| class.contains(g));
    let others: Vec<usize> = fleets[side].customary_order().into_iter().filter(others).collect();
    let order = |classes: Vec<Vec<usize>>| [classes.concat(), others.clone()].concat();
    let orders: Vec<Vec<usize>> = permutations(&classes).into_iter().map(order).collect();
    let plays: Vec<(LossOrder, Sustain)> = rules
        .iter()
        .flat_map(|rule| orders.iter().map(|order| (LossOrder::Fixed(order.clone()), *rule)))
        .collect();
    let values: Vec<f64> = par_try_map(plays.len(), &|n| {
        if control.is_stopped() {
            return Err(NoOrder::Stopped);
        }
        let mut fleets = fleets.clone();
        let captain = &mut fleets[side].captain;
        (captain.order, captain.sustain) = plays[n].clone();
        let battle = setup.compile(&fleets).map_err(NoOrder::Limit)?;
        let known = first.model.as_ref();
        value(&battle, &fleets, side, known, budget, control).map(|found| found.value)
    })?;
    let mut best = 0;
    for (n, value) in values.iter().enumerate() {
        if *value > values[best] + TIE_EPS {
            best = n;
        }
    }
    Ok(plays[best].clone())
}

/// Returns the groups of a side that fight, grouped by class, in the customary order of losses.
fn classes(fleet: &Ti4Fleet, battle: &Ti4Battle, side: usize) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for g in fleet.customary_order().into_iter().filter(|&g| battle.fights_in(side, g)) {
        let class = fleet.groups[g].class;
        match classes.iter_mut().find(|known| fleet.groups[known[0]].class == class) {
            Some(known) => known.push(g),
            None => classes.push(vec![g]),
        }
    }
    classes
}

/// Returns all permutations; the first is the order given.
pub(super) fn permutations<T: Clone>(of: &[T]) -> Vec<Vec<T>> {
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
    /// The combat as an exchange, if it is one.
    model: Option<ExchangeModel>,
}

/// Returns the exact value of a combat for a side. `known` may be the same combat with another order
/// of this side.
fn value(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    side: usize,
    known: Option<&ExchangeModel>,
    budget: Budget,
    control: &Control,
) -> Result<Value, NoOrder> {
    let objective = fleets[side].captain.objective;
    if battle.is_exchange() {
        let limits = budget.flow(None, None);
        let mut steps = 0;
        let model = battle.model(known.map(|known| (1 - side, known)), &mut |done| {
            steps += done.steps;
            let fits = steps <= limits.work && done.bytes <= limits.bytes;
            fits && control.holds(done.bytes).is_ok()
        });
        let Some(model) = model else {
            return Err(if control.is_stopped() { NoOrder::Stopped } else { NoOrder::TooLarge });
        };
        let exchange = model.exchange();
        let seconds = Budget::of_flow(steps)
            + SECONDS_PER_EXCHANGE
            + exchange.pairs() as f64 * SECONDS_PER_REPLY;
        let bytes = exchange.states() as f64 * size_of::<f64>() as f64;
        if !budget.covers(Budget { seconds, bytes }) {
            return Err(NoOrder::TooLarge);
        }
        let ends = exchange::solve(exchange);
        let Worth { win, lost } = battle.worth_of(&model, &ends);
        let swing = lost[1 - side] - lost[side];
        let value = [win[side], swing][value_of(0, objective)];
        return Ok(Value { value, seconds, model: Some(model) });
    }
    let graph = Graph::new(battle, &mut battle.captains(), budget.graph(), control)
        .map_err(|_| NoOrder::TooLarge)?;
    let ends = absorption::solve(&graph.topology, &[1.0], None, budget.edge_visits(), control)
        .map_err(|_| NoOrder::TooLarge)?;
    let worth = |node| battle.worth(graph.situation(node))[value_of(side, objective)];
    let value = ends.finals().map(|(node, p)| p * worth(*node)).sum();
    Ok(Value { value, seconds: Budget::of_graph(graph.work), model: None })
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
