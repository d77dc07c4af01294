//! The order in which a duel is solved, and the work of solving it.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::stakes::{Interests, Precision, figures};
use crate::model::duel::{Codes, Duel, Layout, MAX_LANES};

/// The order in which a duel is solved, with values of one precision.
#[derive(Clone, Debug)]
pub struct DuelPlan {
    pub(super) precision: Precision,
    pub(super) layout: Layout,
    /// By level of the outer side: its batches.
    pub(super) batches: Vec<Range<usize>>,
    /// States of the outer side that are solved side by side.
    pub(super) all: Vec<Batch>,
    /// By level of the outer side: the lowest level whose columns are still needed.
    pub(super) windows: Vec<usize>,
    /// By state of the outer side: its batch and its lane.
    pub(super) lanes: Vec<(u32, u8)>,
    /// By firing side: largest number of targets of one die.
    pub(super) targets: [usize; 2],
}

/// States of the outer side that are on one level and are solved side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub(super) states: ArrayVec<usize, MAX_LANES>,
    /// By turn: the greatest strength of these states, 0 for turns of the inner side.
    pub(super) strength: Vec<u8>,
}

impl DuelPlan {
    /// Plans the solution of a duel.
    #[must_use]
    pub fn new(duel: &Duel, precision: Precision) -> Self {
        let outer = outer_side(duel);
        let layout = Layout::new(duel, outer, precision.lanes());
        let levels = &duel.sides[outer].levels;
        let mut plan = Self {
            precision,
            batches: Vec::new(),
            all: Vec::new(),
            windows: windows(duel, outer),
            lanes: vec![(0, 0); duel.sides[outer].states()],
            targets: [0, 1].map(|side| {
                let lists = duel.sides[1 - side].blows.iter();
                lists.map(|blow| blow.longest()).max().unwrap_or(0)
            }),
            layout,
        };
        for level in levels.windows(2) {
            let first = plan.all.len();
            plan.divide(duel, level[0]..level[1]);
            plan.batches.push(first..plan.all.len());
        }
        plan
    }

    /// Returns the precision of the values.
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Divides the states of a level into batches. States of similar strength are solved side by
    /// side, because the weaker ones wait for the strongest.
    fn divide(&mut self, duel: &Duel, level: Range<usize>) {
        let outer = self.layout.outer;
        let turns = &self.layout.turns;
        let own: Vec<usize> =
            (0..turns.len()).filter(|&turn| duel.turns[turn].side == outer).collect();
        let mut states: Vec<usize> = level.collect();
        let lanes = self.layout.lanes;
        if states.len() > lanes {
            states.sort_by_cached_key(|&state| {
                own.iter().map(|&turn| turns[turn].strength[state]).collect::<ArrayVec<u8, 32>>()
            });
        }
        for states in states.chunks(lanes) {
            let mut strength = vec![0; turns.len()];
            for &turn in &own {
                let of = states.iter().map(|&state| turns[turn].strength[state]);
                strength[turn] = of.max().unwrap_or(0);
            }
            for (&state, lane) in states.iter().zip(0..) {
                self.lanes[state] = (self.all.len() as u32, lane);
            }
            self.all.push(Batch { states: states.iter().copied().collect(), strength });
        }
    }

    /// Returns the first pack of each turn of the outer side against each state of the inner side,
    /// and the number of packs, which is 0 if no state of the batch fires. The last number is the
    /// number of packs of all turns. `values` are stored for every volley, choices not for the one
    /// that hits nothing.
    pub(super) fn spans(
        &self,
        duel: &Duel,
        batch: &Batch,
        values: bool,
    ) -> (Vec<(usize, usize)>, usize) {
        let states = duel.sides[1 - self.layout.outer].states();
        let mut next = 0;
        let spans = duel.turns.iter().zip(&batch.strength).map(|(turn, &strength)| {
            let width = match (strength, turn.is_open) {
                (0, _) => 0,
                (_, false) => usize::from(values),
                (_, true) => turn.volleys[usize::from(strength)].len() - usize::from(!values),
            };
            let first = next;
            next += width * states;
            (first, width)
        });
        (spans.collect(), next)
    }

    /// Largest number of outer states whose columns are stored at a time.
    pub(super) fn widest_window(&self, duel: &Duel) -> usize {
        let levels = &duel.sides[self.layout.outer].levels;
        let widths = self.windows.iter().enumerate();
        widths.map(|(level, &lowest)| levels[level + 1] - levels[lowest]).max().unwrap_or(0)
    }
}

/// Chooses the side whose states are iterated in the outer loop. The values of the other side's
/// volleys are stored for every outer state that later hits can lead to. If that other side plays
/// as declared, its hits can lead anywhere, so such a side should be the outer one.
fn outer_side(duel: &Duel) -> usize {
    let declared = |side| duel.turns.iter().any(|t| t.side == side && !t.is_open);
    match [declared(0), declared(1)] {
        [true, false] => 0,
        [false, true] => 1,
        _ => usize::from(duel.sides[1].states() > duel.sides[0].states()),
    }
}

/// By level of the outer side: the lowest level that a hit on this or a higher level leads to.
/// Columns below it are no longer needed.
fn windows(duel: &Duel, outer: usize) -> Vec<usize> {
    let side = &duel.sides[outer];
    let levels = side.levels.len() - 1;
    if duel.turns.iter().any(|t| t.side != outer && !t.is_open) {
        return vec![0; levels];
    }
    let level_of = |state: usize| side.levels.partition_point(|&first| first <= state) - 1;
    let mut lowest: Vec<usize> = (0..levels)
        .map(|level| {
            let states = side.levels[level]..side.levels[level + 1];
            let hit = states.flat_map(|s| side.blows.iter().flat_map(move |b| b.of(s)));
            hit.map(|&s| s as usize).min().map_or(level, level_of)
        })
        .collect();
    for level in (1..levels).rev() {
        lowest[level - 1] = lowest[level - 1].min(lowest[level]);
    }
    lowest
}

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
