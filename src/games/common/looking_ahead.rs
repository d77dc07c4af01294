//! Gains from looking ahead over several battles, for reports (D17).

use std::collections::BTreeMap;

use serde_json::json;

use super::Objective;
use crate::result::{Amount, Field, Figure, Shown, SideSummary, Table};

/// Smallest gains that the short report shows: in probability, and in the balance of losses.
const LEAST_WIN: f64 = 0.005;
const LEAST_SWING: f64 = 0.05;

/// A side, with the objective of its captain if that one looks ahead.
type SideAhead = (SideSummary, Option<Objective>);

/// Returns how much each side gains from captains who look ahead, compared with play battle by
/// battle. `verb` names the outcome of a side in the titles of columns.
pub(crate) fn looking_ahead(
    sides: &[SideAhead],
    by_battle: &[SideSummary],
    verb: &'static str,
    units: &'static str,
) -> Figure {
    let figures = |side: &SideSummary| {
        [side.win.probability, side.cost.destroyed - side.cost.lost].map(|figure| figure + 0.0)
    };
    let by_name = |figures: &dyn Fn(&SideSummary, &SideSummary) -> [f64; 2]| {
        let one = |((side, _), other): (&SideAhead, &SideSummary)| {
            let [win, swing] = figures(side, other);
            (side.name.clone(), json!({"win": win, "swing": swing}))
        };
        sides.iter().zip(by_battle).map(one).collect::<BTreeMap<_, _>>()
    };
    let gain = |side: &SideSummary, other: &SideSummary| {
        let [ahead, before] = [figures(side), figures(other)];
        [0, 1].map(|n| ahead[n] - before[n])
    };
    let row = |((side, _), other): (&SideAhead, &SideSummary)| {
        let [win, swing] = gain(side, other);
        let shares = [side, other].map(|side| Amount::Share(side.win.probability));
        let cells = shares.into_iter().chain([Amount::Gain(win), Amount::Balance(swing, units)]);
        (side.name.clone(), cells.map(Some).collect())
    };
    let table = Table {
        title: "looking ahead",
        columns: vec![verb, "battle by battle", "points gained", "swing gained"],
        rows: sides.iter().zip(by_battle).map(row).collect(),
    };
    let value = json!({
        "battle_by_battle": by_name(&|_, other| figures(other)),
        "gain": by_name(&gain),
    });
    let figure = Figure::new("looking_ahead", Field::Rounds, &value).showing(Shown::Table(table));
    let of_captains = sides.iter().zip(by_battle).filter_map(|((side, objective), other)| {
        let [win, swing] = gain(side, other);
        let (amount, is_worth_a_line) = match (*objective)? {
            Objective::Win => (Amount::Gain(win), win.abs() >= LEAST_WIN),
            Objective::Swing => (Amount::Balance(swing, units), swing.abs() >= LEAST_SWING),
        };
        is_worth_a_line.then_some((&side.name, amount))
    });
    of_captains.fold(figure, |figure, (name, amount)| figure.in_line("foresight", name, amount))
}
