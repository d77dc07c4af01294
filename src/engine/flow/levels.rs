//! The flow of any battle whose states have levels, see [`LevelFlow`].

use std::collections::BTreeMap;

use super::mass::Masses;
use crate::dice::Enumerator;
use crate::model::flow::{Flow, FlowWork};
use crate::model::{Battle, StepOutcome};

/// Plays all states activation by activation, in the order of their levels. An activation leads to
/// a higher level unless it begins a new round, so a state is played when all ways to it are known.
pub(crate) struct LevelFlow<'a, B: Battle, L> {
    battle: &'a B,
    captains: B::Captains,
    level: L,
    /// States in which a round begins.
    now: Masses<B::State>,
}

/// Number of outcomes between two reports of work.
const OUTCOMES: u64 = 1 << 12;

/// Steps of work for an outcome, if a state has this many bytes. Most of it is the lookup in a
/// table that is larger than the caches; large states take longer to copy and to hash.
const fn steps_per_outcome(bytes: usize) -> u64 {
    24 + bytes as u64 / 45
}

impl<'a, B: Battle, L: Fn(&B::State) -> u64> LevelFlow<'a, B, L> {
    /// Begins a battle at its opening. `level` returns the level of a state.
    pub(crate) fn new(battle: &'a B, captains: B::Captains, level: L) -> Self {
        let mut now = Masses::default();
        now.add(battle.opening(), 1.0);
        Self { battle, captains, level, now }
    }
}

impl<B: Battle, L: Fn(&B::State) -> u64> Flow<B::State> for LevelFlow<'_, B, L> {
    fn play(
        &mut self,
        end: &mut dyn FnMut(&B::State, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        let Self { battle, captains, level, now } = self;
        let per_outcome = const { steps_per_outcome(size_of::<B::State>()) };
        let mut levels: BTreeMap<u64, Masses<B::State>> = BTreeMap::new();
        for (state, mass) in now.take() {
            levels.entry(level(&state)).or_default().add(state, mass);
        }
        let (mut next, mut outcomes) = (Masses::default(), 0);
        while let Some((_, states)) = levels.pop_first() {
            for (from, mass) in states.iter() {
                let play = |die: &mut Enumerator| {
                    let mut state = from;
                    let progress = battle.step(&mut state, die, captains);
                    (state, progress)
                };
                Enumerator::each(play, |(state, progress), chance| {
                    outcomes += 1;
                    let mass = mass * chance;
                    match progress {
                        StepOutcome::Over => end(&state, mass),
                        StepOutcome::NextRound => next.add(state, mass),
                        StepOutcome::Continue => {
                            levels.entry(level(&state)).or_default().add(state, mass);
                        }
                    }
                });
                if outcomes >= OUTCOMES {
                    let kept = levels.values().map(Masses::len).sum::<usize>();
                    let bytes =
                        (states.len() + next.len() + kept) as u64 * Masses::<B::State>::BYTES;
                    let steps = std::mem::take(&mut outcomes) * per_outcome;
                    if !go_on(FlowWork { steps, bytes }) {
                        return false;
                    }
                }
            }
        }
        *now = next;
        let bytes = now.len() as u64 * Masses::<B::State>::BYTES;
        go_on(FlowWork { steps: outcomes * per_outcome, bytes })
    }

    fn left(&self) -> f64 {
        self.now.sum()
    }

    fn undecided(&self) -> Vec<(B::State, f64)> {
        self.now.iter().collect()
    }

    fn leave_out(&mut self, most: f64) {
        self.now.leave_out(most);
    }
}
