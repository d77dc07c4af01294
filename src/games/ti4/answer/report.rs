//! What the reports of combats and invasions share.

use std::collections::BTreeMap;

use crate::games::common::{Objective, Retreat, manner, played};
use crate::games::ti4::rules::{LossOrder, Ti4Fleet};
use crate::result::{Choice, PlayedBy, SideSummary, Units};

/// Names of orders of losses that are not searched for.
const CUSTOMARY: &str = "customary";
const AS_GIVEN: &str = "as given";

/// Units of cost and time.
pub(crate) const UNITS: Units = Units { cost: "resources", time: "round" };

/// Returns a number of hits in words.
pub(super) fn hits(number: u32) -> String {
    if number == 1 { "1 hit".into() } else { format!("{number} hits") }
}

/// Returns the probability that each side controls a planet, by name: the attacker if it has won,
/// otherwise the defender (T2). `unheld` is the probability that the attacker wins with fighters
/// alone, which cannot hold the planet (T48).
pub(super) fn control(sides: &[SideSummary], unheld: f64) -> BTreeMap<String, f64> {
    let attacker = (sides[0].win.probability - unheld).max(0.0);
    [(sides[0].name.clone(), attacker), (sides[1].name.clone(), 1.0 - attacker)].into()
}

/// Returns the play of a side. `asked` has the policies of the question, `fleet` those that were
/// really played. With `is_customary`, a side without an order plays the customary one, because no
/// best one was found.
pub(super) fn played_by(asked: &Ti4Fleet, fleet: &Ti4Fleet, is_customary: bool) -> PlayedBy {
    let captain = &fleet.captain;
    let order = match &asked.captain.order {
        LossOrder::Unstated if is_customary => CUSTOMARY,
        LossOrder::Unstated | LossOrder::Optimal => "optimal",
        LossOrder::Adaptive => "adaptive",
        LossOrder::Fixed(order) if *order == fleet.customary_order() => CUSTOMARY,
        LossOrder::Fixed(_) => AS_GIVEN,
    };
    let looks_ahead = ![CUSTOMARY, AS_GIVEN].contains(&order) || fleet.retreats_ahead();
    let tells = looks_ahead && captain.objective != Objective::default();
    let retreats = captain.may_retreat && captain.retreat != Retreat::Never;
    let sustain = captain.sustain.name();
    let words = match order {
        AS_GIVEN => format!("sustains {sustain}, order as given"),
        _ => format!("sustains {sustain}, {order} order"),
    };
    let choices = vec![
        Choice::new("sustain", "sustains", sustain),
        Choice::new("loss_order", "order of loss", order),
    ];
    let retreat = retreats.then_some(captain.retreat);
    let objective = tells.then_some(captain.objective);
    let manner = manner(VERB, how(order, sustain), retreat, objective);
    PlayedBy { manner: Some(manner), ..played(choices, words, retreat, objective) }
}

/// Verb of the play of a side.
const VERB: [&str; 2] = ["lose units", "loses units"];

/// Returns an order of losses in the words of players.
fn how(order: &str, sustain: &str) -> String {
    let order = match order {
        "optimal" => "in the best order",
        "adaptive" => "as well as possible",
        "as given" => "in the given order",
        _ => "in the usual order",
    };
    match sustain {
        "first" | "at will" => order.into(),
        _ => format!("{order}, sustaining damage {sustain}"),
    }
}
