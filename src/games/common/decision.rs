//! Decisions that consist of several steps.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// Maximum number of positions that are visited to list the choices of one decision.
const MAX_VISITED: usize = 200_000;

/// Continues a partial decision: all positions after the next step, each with what is known of the
/// way to it, or `Some(None)` if the decision is complete. Returns `None` if there are too many.
pub(crate) type NextSteps<'a, P, W> = dyn FnMut(&P, &W) -> Option<Option<Vec<(P, W)>>> + 'a;

/// Returns all positions to which a decision can lead from a position, each with the first of the
/// ways to it. Returns `None` if there are too many.
pub(crate) fn complete<P: Copy + Eq + Hash, W>(
    start: (P, W),
    next: &mut NextSteps<'_, P, W>,
) -> Option<Vec<(P, W)>> {
    let mut found = Vec::new();
    let mut known: FxHashSet<P> = FxHashSet::default();
    let mut layer = vec![start];
    let mut visited = 0;
    while !layer.is_empty() {
        let mut deeper = Vec::new();
        for (position, way) in layer {
            let Some(steps) = next(&position, &way)? else {
                found.push((position, way));
                continue;
            };
            visited += steps.len();
            if visited > MAX_VISITED {
                return None;
            }
            deeper.extend(steps.into_iter().filter(|(position, _)| known.insert(*position)));
        }
        layer = deeper;
    }
    Some(found)
}
