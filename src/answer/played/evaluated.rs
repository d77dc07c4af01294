//! Luck and the cost of choices.
//!
//! A backward pass finds the worth of every position, and how likely the rest of the record is from
//! there. A forward pass then follows the battle. What a step changes is the mean over all ways
//! that fit the whole record, each with its probability given the record.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::steps::{Mover, PlayedNode, PlayedStep, PlayedWay};
use crate::answer::advice::{best_of, is_as_good};
use crate::bug::OrBug;
use crate::engine::optimize::duel::Gain;
use crate::engine::optimize::is_better_gain;

/// By side: its objective, and the figure that decides ties.
pub(crate) type Gains = [Gain; 2];

/// Effect of a step of a battle.
#[derive(Clone, Debug)]
pub(crate) struct EvaluatedStep {
    /// Worth of the situation before the step.
    pub(crate) before: Gains,
    /// Worth of the situation after it.
    pub(crate) after: Gains,
    pub(crate) happened: Happened,
}

/// Kind of a step.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    /// A consequence of the rules.
    Rule,
    /// A roll.
    Roll,
    /// A choice.
    Choice(PlayedChoice),
    /// Something that was not noted down.
    Open,
}

/// A choice that was made.
#[derive(Clone, Debug)]
pub(crate) struct PlayedChoice {
    /// Side of the captain.
    pub(crate) side: usize,
    /// Loss compared with the best choice, in the objective of the side.
    pub(crate) cost: f64,
    /// Change for each side, compared with the best choice.
    pub(crate) change: [f64; 2],
    /// The most likely position before the choice, as an index among those of the step.
    pub(crate) node: usize,
    /// Index of the way that was chosen there.
    pub(crate) chosen: usize,
    /// Index of the best way there.
    pub(crate) best: usize,
    /// Whether all ways are equally good.
    pub(crate) is_indifferent: bool,
}

/// Evaluates the steps of a battle from its opening. `worth` has the worth of every position that
/// was [asked](super::asked) for.
pub(crate) fn evaluate<P: Copy + Eq + Hash>(
    opening: P,
    steps: &[PlayedStep<P>],
    worth: &FxHashMap<P, Gains>,
) -> Vec<EvaluatedStep> {
    let later = backward(opening, steps, worth);
    let mut weights: FxHashMap<P, f64> = FxHashMap::from_iter([(opening, 1.0)]);
    let mut all = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        let (evaluated, after) = forward(step, &weights, (&later[n], &later[n + 1]), worth);
        all.push(evaluated);
        weights = after;
    }
    all
}

/// Returns the only position in which a battle can be after its steps, if captains have made the
/// best of the choices that fit the record; `None` if several are possible. `worth` is that of
/// [`evaluate`].
pub(crate) fn only_end<P: Copy + Eq + Hash>(
    opening: P,
    steps: &[PlayedStep<P>],
    worth: &FxHashMap<P, Gains>,
) -> Option<P> {
    let later = backward(opening, steps, worth);
    let mut weights: FxHashMap<P, f64> = FxHashMap::from_iter([(opening, 1.0)]);
    for (n, step) in steps.iter().enumerate() {
        weights = forward(step, &weights, (&later[n], &later[n + 1]), worth).1;
    }
    let mut ends = weights.into_iter().filter(|(_, weight)| *weight > 0.0);
    ends.next().filter(|_| ends.next().is_none()).map(|(end, _)| end)
}

/// Worth of a position, and the likelihood of the rest of the record.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// Worth of the position.
    gains: Gains,
    /// Probability of what the record tells from here on; 0 if it is impossible.
    likelihood: f64,
    /// The way that its captain has taken, as far as the record tells.
    chosen: usize,
}

/// By position: what is known of it before a step.
type Layer<P> = FxHashMap<P, Ahead>;

/// Finds what is known of all positions: before each step, and at the end.
fn backward<P: Copy + Eq + Hash>(
    opening: P,
    steps: &[PlayedStep<P>],
    worth: &FxHashMap<P, Gains>,
) -> Vec<Layer<P>> {
    let ends = steps.last().map_or_else(|| vec![opening], PlayedStep::ends);
    let gains_of = |at: &P| *worth.get(at).or_bug("a position has no worth");
    let end = |at: P| (at, Ahead { gains: gains_of(&at), likelihood: 1.0, chosen: 0 });
    let mut layers: Vec<Layer<P>> = vec![ends.into_iter().map(end).collect()];
    for step in steps.iter().rev() {
        let next = layers.last().or_bug("the last layer is missing");
        let ahead = |node: &PlayedNode<P>| (node.at, look_ahead(node, next, worth));
        layers.push(step.nodes.iter().map(ahead).collect());
    }
    layers.reverse();
    layers
}

/// Returns the worth of a position after a way.
fn gains_after<P: Copy + Eq + Hash>(
    way: &PlayedWay<P>,
    next: &Layer<P>,
    worth: &FxHashMap<P, Gains>,
) -> Gains {
    let ahead = next.get(&way.to).map(|ahead| ahead.gains);
    ahead.or_else(|| worth.get(&way.to).copied()).or_bug("a way has no worth")
}

/// Returns the probability of the rest of the record after a way.
fn likelihood<P: Copy + Eq + Hash>(way: &PlayedWay<P>, next: &Layer<P>) -> f64 {
    if way.fits { next.get(&way.to).map_or(0.0, |ahead| ahead.likelihood) } else { 0.0 }
}

fn look_ahead<P: Copy + Eq + Hash>(
    node: &PlayedNode<P>,
    next: &Layer<P>,
    worth: &FxHashMap<P, Gains>,
) -> Ahead {
    match node.mover {
        Mover::Rule => {
            let way = &node.ways[0];
            let gains = gains_after(way, next, worth);
            Ahead { gains, likelihood: likelihood(way, next), chosen: 0 }
        }
        Mover::Chance => {
            let weighed = node.ways.iter().map(|way| way.chance * likelihood(way, next));
            let gains = *worth.get(&node.at).or_bug("a position has no worth");
            Ahead { gains, likelihood: weighed.sum(), chosen: 0 }
        }
        Mover::Captain(side) => {
            let gains: Vec<Gains> =
                node.ways.iter().map(|way| gains_after(way, next, worth)).collect();
            let own: Vec<Gain> = gains.iter().map(|gains| gains[side]).collect();
            let possible = |&n: &usize| likelihood(&node.ways[n], next) > 0.0;
            let chosen = (0..own.len())
                .filter(possible)
                .reduce(|best, n| if is_better_gain(own[n], own[best]) { n } else { best });
            let likelihood = chosen.map_or(0.0, |n| likelihood(&node.ways[n], next));
            Ahead { gains: gains[best_of(&own)], likelihood, chosen: chosen.unwrap_or(0) }
        }
    }
}

/// Follows a step from positions with these probabilities.
fn forward<P: Copy + Eq + Hash>(
    step: &PlayedStep<P>,
    weights: &FxHashMap<P, f64>,
    (here, next): (&Layer<P>, &Layer<P>),
    worth: &FxHashMap<P, Gains>,
) -> (EvaluatedStep, FxHashMap<P, f64>) {
    let mut after: FxHashMap<P, f64> = FxHashMap::default();
    let mut step_figures = Means::default();
    for (number, node) in step.nodes.iter().enumerate() {
        let weight = weights.get(&node.at).copied().unwrap_or(0.0);
        let Some(ahead) = here.get(&node.at).filter(|_| weight > 0.0) else { continue };
        add(&mut step_figures.before, weight, ahead.gains);
        for (n, way) in node.ways.iter().enumerate() {
            let share = match node.mover {
                Mover::Chance => way.chance * likelihood(way, next) / ahead.likelihood,
                _ if n == ahead.chosen => 1.0,
                _ => 0.0,
            };
            if share > 0.0 {
                *after.entry(way.to).or_default() += weight * share;
                add(&mut step_figures.after, weight * share, gains_after(way, next, worth));
            }
        }
        if let Mover::Captain(side) = node.mover {
            step_figures.add_choice(weight, (number, side), ahead, node, |way| {
                gains_after(way, next, worth)
            });
        }
        step_figures.is_chance |= node.mover == Mover::Chance;
    }
    (step_figures.evaluated(step.is_noted), after)
}

/// Means of a step while its ways are followed.
#[derive(Default)]
struct Means {
    before: Gains,
    after: Gains,
    is_chance: bool,
    choice: Option<PlayedChoice>,
    /// Largest weight of a position in which a captain decides.
    largest: f64,
}

impl Means {
    fn add_choice<P>(
        &mut self,
        weight: f64,
        (node_number, side): (usize, usize),
        ahead: &Ahead,
        node: &PlayedNode<P>,
        gains_of: impl Fn(&PlayedWay<P>) -> Gains,
    ) {
        let gains: Vec<Gains> = node.ways.iter().map(gains_of).collect();
        let own: Vec<Gain> = gains.iter().map(|gains| gains[side]).collect();
        let best = best_of(&own);
        let chosen = gains[ahead.chosen];
        let choice = self.choice.get_or_insert(PlayedChoice {
            side,
            cost: 0.0,
            change: [0.0; 2],
            node: node_number,
            chosen: ahead.chosen,
            best,
            is_indifferent: true,
        });
        choice.cost += weight * (own[best][0] - own[ahead.chosen][0]).max(0.0);
        for other in 0..2 {
            choice.change[other] += weight * (chosen[other][0] - gains[best][other][0]);
        }
        choice.is_indifferent &= own.iter().all(|gain| is_as_good(*gain, own[best]));
        if weight > self.largest {
            self.largest = weight;
            (choice.node, choice.chosen, choice.best) = (node_number, ahead.chosen, best);
        }
    }

    fn evaluated(self, is_noted: bool) -> EvaluatedStep {
        let Self { before, after, is_chance, choice, .. } = self;
        let happened = match choice {
            _ if !is_noted => Happened::Open,
            Some(choice) => Happened::Choice(choice),
            None if is_chance => Happened::Roll,
            None => Happened::Rule,
        };
        EvaluatedStep { before, after, happened }
    }
}

fn add(sum: &mut Gains, weight: f64, gains: Gains) {
    for (sum, gain) in sum.iter_mut().zip(gains) {
        for (sum, figure) in sum.iter_mut().zip(gain) {
            *sum += weight * figure;
        }
    }
}
