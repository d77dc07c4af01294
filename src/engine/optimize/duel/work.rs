//! The work of solving a duel.

use super::plan::DuelPlan;
use super::{Interests, figures};
use crate::model::duel::{Codes, Duel};

/// The work of solving a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelWork {
    /// Number of pairs of states, summed over the turns.
    pub states: u64,
    /// Bytes of values compared.
    pub compared: u64,
    /// Number of stored replies to volleys that are assigned as declared.
    pub replies: u64,
    /// Bytes of the choices, for each pass that is kept.
    pub choices: u64,
    /// Bytes of the values.
    pub values: u64,
}

/// Counts the work of solving a duel without doing any of it.
#[must_use]
pub fn work(duel: &Duel, plan: &DuelPlan, interests: Interests) -> DuelWork {
    let lanes = plan.precision.lanes();
    let outer = plan.layout.outer;
    let [columns, states] = [outer, 1 - outer].map(|side| duel.sides[side].states() as u64);
    let pairs = columns.saturating_mul(states);
    let pack = (lanes * figures(duel, interests).bytes(plan.precision)) as u64;
    let mut work =
        DuelWork { states: pairs.saturating_mul(duel.turns.len() as u64), ..DuelWork::default() };
    let (mut compared, mut widest) = (0u64, 0);
    for (turn, layout) in duel.turns.iter().zip(&plan.layout.turns) {
        if !turn.is_open {
            let foe = &duel.sides[1 - turn.side];
            work.replies += turn.max_volleys() as u64 * foe.states() as u64;
        }
        if turn.side != outer {
            let Some(greatest) = turn.volleys.last().filter(|_| turn.is_open) else {
                let volleys = turn.max_volleys() as u64;
                let packs = layout.rows.first().map_or(0, |row| row.packs) as u64;
                compared = compared.saturating_add(volleys * packs * columns);
                continue;
            };
            for run in &greatest.runs {
                let packs = layout.rows[run.first..run.first + run.len].iter().map(|row| row.packs);
                let targets = duel.sides[outer].blows[run.kind].total() as u64;
                compared = compared.saturating_add(targets * packs.sum::<usize>() as u64);
            }
        }
    }
    for batch in &plan.all {
        let (_, packs) = plan.spans(duel, batch, true);
        widest = widest.max(packs);
        let (_, choices) = plan.spans(duel, batch, false);
        work.choices += choices as u64;
        for (turn, &strength) in duel.turns.iter().zip(&batch.strength).filter(|(_, s)| **s > 0) {
            for run in &turn.volleys[usize::from(strength)].runs {
                let targets = match turn.is_open {
                    true => duel.sides[1 - outer].blows[run.kind].total() as u64,
                    false => states,
                };
                compared = compared.saturating_add(targets * run.len as u64);
            }
        }
    }
    let choices_of = |side: usize| Codes::bytes_of_pack(lanes, plan.targets[side] > 16) as u64;
    let column_choices = columns.saturating_mul(plan.layout.column_choices as u64);
    work.choices = (work.choices * choices_of(outer))
        .saturating_add(column_choices.saturating_mul(choices_of(1 - outer)));
    work.compared = compared.saturating_mul(pack);
    let kept = (plan.layout.column as u64).saturating_mul(plan.widest_window(duel) as u64);
    work.values = kept.saturating_add(widest as u64).saturating_mul(pack);
    if duel.heals() {
        work.values = work.values.saturating_add(2 * 8 * pairs * (pack / lanes as u64 / 4));
    }
    work.replies = work.replies.min(u64::MAX / 4);
    work.values = work.values.saturating_add(4 * work.replies);
    work
}
