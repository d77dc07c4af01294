//! The steps of a battle that was played.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// Maximum number of ways in all steps of a record.
pub(crate) const MAX_WAYS: usize = 2_000_000;

/// One step: a roll, a choice, or what follows by rule.
#[derive(Clone, Debug)]
pub(crate) struct PlayedStep<P> {
    /// Whether the record tells what happened. A choice that follows an open roll is open, too.
    pub(crate) is_noted: bool,
    /// The positions before the step. Only the first step may have one that no way of the step
    /// before leads to.
    pub(crate) nodes: Vec<PlayedNode<P>>,
}

/// A position before a step.
#[derive(Clone, Debug)]
pub(crate) struct PlayedNode<P> {
    pub(crate) at: P,
    pub(crate) mover: Mover,
    /// The ways that the step can go from here; at least one of them.
    pub(crate) ways: Vec<PlayedWay<P>>,
}

/// Decision maker of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The only way follows by rule.
    Rule,
    /// Chance.
    Chance,
    /// The captain of this side.
    Captain(usize),
}

/// A way that a step can go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlayedWay<P> {
    pub(crate) to: P,
    /// Probability if chance decides, up to a factor that all ways of the step share.
    pub(crate) chance: f64,
    /// Whether it fits the notes.
    pub(crate) fits: bool,
}

impl<P> PlayedNode<P> {
    /// Creates a position from which the only way follows by rule.
    pub(crate) fn by_rule(at: P, to: P) -> Self {
        let way = PlayedWay { to, chance: 1.0, fits: true };
        Self { at, mover: Mover::Rule, ways: vec![way] }
    }
}

impl<P: Copy + Eq + Hash> PlayedStep<P> {
    /// Returns the positions after the step, as far as the notes of this step tell.
    pub(crate) fn ends(&self) -> Vec<P> {
        let mut known = FxHashSet::default();
        let ways = self.nodes.iter().flat_map(|node| &node.ways);
        ways.filter(|way| way.fits).map(|way| way.to).filter(|to| known.insert(*to)).collect()
    }

    /// Whether the step changes nothing.
    pub(crate) fn is_idle(&self) -> bool {
        let stays = |node: &PlayedNode<P>| node.mover == Mover::Rule && node.ways[0].to == node.at;
        self.nodes.iter().all(stays)
    }

    /// Number of ways of the step.
    pub(crate) fn ways(&self) -> usize {
        self.nodes.iter().map(|node| node.ways.len()).sum()
    }
}

/// Returns the positions whose worth is needed to evaluate these steps: those before chance
/// decides, and those at which the record goes on no more, because it ends or they do not fit it.
pub(crate) fn asked<P: Copy + Eq + Hash>(openings: &[P], steps: &[PlayedStep<P>]) -> Vec<P> {
    let mut known = FxHashSet::default();
    let mut asked = Vec::new();
    let mut ask = |position: P| {
        if known.insert(position) {
            asked.push(position);
        }
    };
    if steps.is_empty() {
        openings.iter().copied().for_each(&mut ask);
    }
    for (n, step) in steps.iter().enumerate() {
        let next = steps.get(n + 1).map_or(&[][..], |next| &next.nodes);
        let goes_on: FxHashSet<P> = next.iter().map(|node| node.at).collect();
        for node in &step.nodes {
            if node.mover == Mover::Chance {
                ask(node.at);
            }
            // The worth of a roll that does not fit the record is not needed.
            if node.mover != Mover::Chance || next.is_empty() {
                let ends = node.ways.iter().filter(|way| !goes_on.contains(&way.to));
                ends.for_each(|way| ask(way.to));
            }
        }
    }
    asked
}
