//! The work of solving a duel, and the order in which it is done.

use super::{Interests, figures};
use crate::model::duel::{Duel, Lists, Rows};

/// The work of solving a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelWork {
    /// Number of pairs of states, summed over the turns.
    pub states: u64,
    /// Number of values compared.
    pub edge_visits: u64,
    /// Number of stored replies to volleys that are assigned as declared.
    pub replies: u64,
    /// Bytes of memory.
    pub bytes: u64,
}

/// Counts the work of solving a duel without doing any of it.
#[must_use]
pub fn work(duel: &Duel, interests: Interests) -> DuelWork {
    let states = duel.sides.each_ref().map(|side| side.states() as u64);
    let pairs = states[0].saturating_mul(states[1]);
    let mut work =
        DuelWork { states: pairs.saturating_mul(duel.turns.len() as u64), ..DuelWork::default() };
    for (t, turn) in duel.turns.iter().enumerate() {
        let (own, foe) = (&duel.sides[turn.side], &duel.sides[1 - turn.side]);
        let blows = foe.blows.iter().map(Lists::total).max().unwrap_or(0) + foe.states();
        let volleys: usize = (0..own.states())
            .filter(|&s| duel.can_be(t, s))
            .map(|s| turn.volleys[usize::from(turn.strength[s])].len())
            .sum();
        let volleys = volleys as u64;
        if turn.is_open {
            work.edge_visits =
                work.edge_visits.saturating_add(volleys.saturating_mul(blows as u64));
            work.bytes = work.bytes.saturating_add(volleys.saturating_mul(foe.states() as u64));
        } else {
            work.edge_visits =
                work.edge_visits.saturating_add(volleys.saturating_mul(foe.states() as u64));
            let replies = turn.max_volleys() as u64 * foe.states() as u64;
            work.replies += replies;
            work.bytes = work.bytes.saturating_add(4 * replies);
        }
    }
    let outer = outer_side(duel);
    let kept = Rows::new(duel, 1 - outer).total() as u64;
    let widest = widest_window(duel, outer) as u64;
    let values = if duel.heals() { pairs * 2 } else { 0 };
    let bytes = 8 * figures(duel, interests) as u64;
    work.bytes =
        work.bytes.saturating_add(bytes * kept.saturating_mul(widest).saturating_add(values));
    work.edge_visits = work.edge_visits.saturating_add(work.states);
    work
}

/// Chooses the side whose states are iterated in the outer loop. The values of the other side's
/// volleys are stored for every outer state that later hits can lead to. If that other side plays
/// as declared, its hits can lead anywhere, so such a side should be the outer one.
pub(in crate::engine) fn outer_side(duel: &Duel) -> usize {
    let declared = |side| duel.turns.iter().any(|t| t.side == side && !t.is_open);
    match [declared(0), declared(1)] {
        [true, false] => 0,
        [false, true] => 1,
        _ => usize::from(duel.sides[1].states() > duel.sides[0].states()),
    }
}

/// By level of the outer side: the lowest level that a hit on this or a higher level leads to. Rows
/// below it are no longer needed.
pub(in crate::engine) fn windows(duel: &Duel, outer: usize) -> Vec<usize> {
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

/// Maximum number of outer states whose rows are stored at a time.
fn widest_window(duel: &Duel, outer: usize) -> usize {
    let levels = &duel.sides[outer].levels;
    let windows = windows(duel, outer);
    (0..windows.len()).map(|l| levels[l + 1] - levels[windows[l]]).max().unwrap_or(0)
}
