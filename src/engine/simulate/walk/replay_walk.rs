//! Reconstruction of the events of a walked battle.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::table::{WalkStep, WalkTable};
use crate::dice::{Enumerator, fraction};
use crate::engine::graph::{Edge, Graph, Node};
use crate::engine::simulate::replay::{ReplayStep, cells};
use crate::engine::simulate::replay_die::ReplayDie;
use crate::model::{Battle, StepOutcome};
use crate::story::{Event, Recorder, choose};

/// A battle with its graph and the tables of its walk.
pub(in crate::engine) struct ReplayWalk<'a, B: Battle> {
    pub(in crate::engine) battle: &'a B,
    pub(in crate::engine) graph: &'a Graph<B::State>,
    pub(in crate::engine) table: &'a WalkTable<'a>,
}

impl<B: Battle> ReplayWalk<'_, B> {
    /// Reconstructs the events of a battle that took these steps, activation by activation. Where a
    /// step covers several activations, those in between are drawn conditionally on the result of
    /// the step.
    pub(in crate::engine) fn events(
        &self,
        path: &[WalkStep],
        captains: &mut B::Captains,
        dice: &mut Xoshiro256PlusPlus,
    ) -> Vec<ReplayStep> {
        let (mut steps, mut round) = (Vec::new(), self.graph.topology.first_round);
        for step in path {
            let Node::State(mut from) = step.from else { break };
            let mut ways = self.table.ways(from, step);
            let chances: Vec<f64> = ways.iter().map(|(_, chance)| *chance).collect();
            let Some(way) = choose(&chances, fraction(dice)) else { break };
            for edge in ways.swap_remove(way).0 {
                let (events, after) = self.events_of_edge(from, edge, captains, dice);
                steps.push(ReplayStep { round, events, cells: cells(self.battle, &after) });
                round += u32::from(edge.round);
                if let Node::State(state) = edge.to {
                    from = state;
                }
            }
        }
        steps
    }

    /// Reconstructs the events of one activation: its dice are drawn conditionally on its result.
    fn events_of_edge(
        &self,
        from: u32,
        edge: Edge,
        captains: &mut B::Captains,
        dice: &mut Xoshiro256PlusPlus,
    ) -> (Vec<Event>, B::State) {
        let before = self.graph.states[from as usize];
        let after = *self.graph.situation(edge.to);
        let is_end = matches!(edge.to, Node::End(_));
        let paths = Enumerator::paths(
            |die| {
                let mut state = before;
                (self.battle.step(&mut state, die, captains), state)
            },
            |(progress, state)| {
                let is_over = *progress == StepOutcome::Over;
                let next_round = *progress == StepOutcome::NextRound;
                *state == after && is_over == is_end && next_round == edge.round
            },
        );
        let chances: Vec<f64> = paths.iter().map(|(_, chance)| *chance).collect();
        let Some(path) = choose(&chances, fraction(dice)) else { return (Vec::new(), after) };
        let mut die = ReplayDie::Path(Enumerator::along(paths[path].0.clone()));
        let (mut state, mut recorder) = (before, Recorder::default());
        self.battle.step_observed(&mut state, &mut die, &mut recorder, captains);
        (recorder.take_events(), state)
    }
}
