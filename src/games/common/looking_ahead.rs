//! Gains from looking ahead over several battles, for reports (D17).

use std::collections::BTreeMap;

use serde_json::json;

use super::Objective;
use crate::result::{
    Brief, BriefFigure, Cell, Extra, ExtraPlace, Section, SectionPlace, Sections, Shown,
    SideSummary,
};

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
) -> Extra {
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
        let shares = [side, other].map(|side| Cell::Share(side.win.probability));
        let cells = shares.into_iter().chain([Cell::Points(win), Cell::Balance(swing)]);
        (side.name.clone(), cells.collect::<Vec<_>>())
    };
    let rows: Vec<_> = sides.iter().zip(by_battle).map(row).collect();
    let section = |title, columns| Section { title, columns, rows: rows.clone() };
    let shown = Sections {
        place: SectionPlace::Cost,
        names: 48,
        table: section("looking ahead", vec![verb, "without", "points", "swing"]),
        page: section(
            "Looking ahead",
            vec![verb, "battle by battle", "gained", "balance of losses"],
        ),
    };
    let value = json!({
        "battle_by_battle": by_name(&|_, other| figures(other)),
        "gain": by_name(&gain),
    });
    let extra = Extra::new("looking_ahead", ExtraPlace::Rounds, &value)
        .showing(Shown::Sections(Box::new(shown)));
    let of_captains = sides.iter().zip(by_battle).filter_map(|((side, objective), other)| {
        let [win, swing] = gain(side, other);
        let (figure, is_worth_a_line) = match (*objective)? {
            Objective::Win => (BriefFigure::Points(win), win.abs() >= LEAST_WIN),
            Objective::Swing => (BriefFigure::Balance(swing, units), swing.abs() >= LEAST_SWING),
        };
        is_worth_a_line.then(|| Brief::new("foresight", figure).words(&side.name))
    });
    of_captains.fold(extra, Extra::in_brief)
}
