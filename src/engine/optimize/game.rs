//! Optimal play of any battle whose decisions can be listed one by one.
//!
//! A game is a graph of positions. In some positions chance decides what comes next, in others a
//! captain. The game is solved backward from its ends. Positions that can reach each other, such as
//! those of a round without hits, are solved by policy iteration: the values of the current choices
//! are computed, then choices are replaced by better ones, until no choice changes. A choice
//! changes only for a strictly better one; otherwise equally good choices could cycle forever.
//!
//! This takes more time and memory than [`duel`](super::duel), which exploits the structure of a
//! duel.

use std::cell::Cell;
use std::hash::Hash;

use super::convergence::Convergence;
use super::gain::{TIE_EPS, is_better_gain};
use rustc_hash::FxHashMap;

use crate::array::array;
use crate::engine::graph::Limit;
use crate::engine::graph::components::Components;
use crate::engine::{Control, Stage, Stopped, Unsolved};
use crate::model::game::{Decider, DecisionGame, Mover, Solved, Values};
use crate::model::{Lists, Numbered};

/// Smallest distance by which a value must be below a limit to count as below it.
const BELOW_EPS: f64 = 1e-10;

/// Below this value, absolute error is used instead of relative error.
const ABSOLUTE_ERROR_BELOW: f64 = 1e-3;

/// Maximum number of attempts to prefer the first of equally good choices within one part.
const MAX_ORDERINGS: u32 = 8;

/// Maximum number of passes over positions that can reach each other.
const MAX_PASSES: u32 = 100_000;

/// Maximum number of times that play for what follows the battle is improved in one loop.
const MAX_IMPROVEMENTS: u32 = 1000;

/// Solves a game from these openings.
///
/// # Errors
/// Returns an error if the game exceeds the limit, or if it is stopped.
pub fn solve<G: DecisionGame>(
    game: &mut G,
    openings: &[G::Position],
    deciders: &[Decider],
    limit: Limit,
    control: &Control,
) -> Result<Solved<G::Position>, Unsolved> {
    let tree = Tree::new(game, openings, limit, control)?;
    let found = tree.play(game, deciders, limit, control)?;
    let choices = tree.positions.iter().zip(&tree.movers).zip(&found.choices);
    Ok(Solved {
        work: tree.work(game),
        choices: choices
            .filter(|((_, mover), _)| matches!(mover, Mover::Captain(_)))
            .map(|((position, _), choice)| (*position, *choice))
            .collect(),
        openings: tree.openings.iter().map(|&node| found.values[node as usize]).collect(),
    })
}

/// Returns the choice and the values of each position of a game from this opening. The choice
/// counts where a captain decides.
///
/// # Errors
/// Returns an error if the game exceeds the limit, or if it is stopped.
pub fn positions<G: DecisionGame>(
    game: &mut G,
    opening: G::Position,
    deciders: &[Decider],
    limit: Limit,
    control: &Control,
) -> Result<FxHashMap<G::Position, (u8, Values)>, Unsolved> {
    let tree = Tree::new(game, &[opening], limit, control)?;
    let found = tree.play(game, deciders, limit, control)?;
    let played = found.choices.into_iter().zip(found.values);
    Ok(tree.positions.into_iter().zip(played).collect())
}

impl<P: Copy + Eq + Hash> Tree<P> {
    /// Finds the choices of all captains.
    fn play<G: DecisionGame<Position = P>>(
        &self,
        game: &G,
        deciders: &[Decider],
        limit: Limit,
        control: &Control,
    ) -> Result<FoundValues, Unsolved> {
        let tree = self;
        let parts = tree.parts(control)?;
        let alone = tree.positions.iter().map(|position| game.worth_alone(position));
        let alone: Option<Vec<Values>> = alone.collect();
        let edge_visits = Cell::new(limit.work.saturating_mul(VISITS_PER_POSITION));
        let shares_visits = alone.is_some();
        let solver = Solver { tree, parts: &parts, deciders, edge_visits, shares_visits, control };
        match &alone {
            Some(alone) => {
                let start = match solver.has_deciding_loops() {
                    true => Some(solver.play(alone, None, None)?.choices),
                    false => None,
                };
                solver.play(&tree.worth, Some(alone), start.as_deref())
            }
            None => solver.play(&tree.worth, None, None),
        }
    }
}

/// Returns all positions in which a game from these openings can end, whatever is decided, and the
/// work done: positions, moves, and the work of listing them.
///
/// # Errors
/// Returns an error if the game exceeds the limit, or if it is stopped.
pub fn ends<G: DecisionGame>(
    game: &mut G,
    openings: &[G::Position],
    limit: Limit,
    control: &Control,
) -> Result<(Vec<G::Position>, u64), Unsolved> {
    let tree = Tree::new(game, openings, limit, control)?;
    let is_over = |(_, mover): &(&G::Position, &Mover)| **mover == Mover::Over;
    let ends = tree.positions.iter().zip(&tree.movers).filter(is_over);
    Ok((ends.map(|(position, _)| *position).collect(), tree.work(game)))
}

/// Bytes per position and per move of a game.
pub const MOVE_BYTES: u64 = 160;

/// Number of edge visits that take as long as creating a position.
const VISITS_PER_POSITION: u64 = 40;

/// All positions of a game.
struct Tree<P> {
    positions: Vec<P>,
    movers: Vec<Mover>,
    worth: Vec<Values>,
    openings: Vec<u32>,
    /// By position: where its moves lead.
    to: Lists<u32>,
    /// Probabilities of all moves, in the same order.
    chance: Vec<f64>,
    /// By position: its rank as the result of a decision; empty if the first of equal choices
    /// counts.
    ranks: Vec<u32>,
}

/// Values and choices of all positions.
struct FoundValues {
    values: Vec<Values>,
    choices: Vec<u8>,
}

impl<P: Copy + Eq + Hash> Tree<P> {
    fn new<G: DecisionGame<Position = P>>(
        game: &mut G,
        openings: &[P],
        limit: Limit,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        let mut tree = Self {
            positions: Vec::new(),
            movers: Vec::new(),
            worth: Vec::new(),
            openings: Vec::new(),
            to: Lists::default(),
            chance: Vec::new(),
            ranks: Vec::new(),
        };
        let mut positions = Numbered::default();
        let mut next = Vec::new();
        tree.openings.extend(openings.iter().map(|opening| positions.number(*opening)));
        control.begin(Stage::Play, 0);
        while tree.movers.len() < positions.count() {
            let position = positions.get(tree.movers.len() as u32);
            next.clear();
            let most = |game: &G| limit.size.min(limit.work.saturating_sub(game.work_done()));
            let size = (positions.count() + tree.to.total()) as u64;
            let left = most(game).saturating_sub(size);
            let mover = game.moves(&position, left, &mut next);
            control.look(tree.movers.len())?;
            let mover = mover.ok_or(Unsolved::TooLarge(size))?;
            tree.movers.push(mover);
            tree.worth.push(game.worth(&position));
            tree.to.push(next.iter().map(|(to, _)| positions.number(*to)));
            tree.chance.extend(next.iter().map(|(_, chance)| chance));
            let size = (positions.count() + tree.to.total()) as u64;
            if size > most(game) {
                return Err(Unsolved::TooLarge(size));
            }
            control.holds(size * MOVE_BYTES)?;
        }
        tree.positions = positions.to_vec();
        tree.ranks = game.ranks(&tree.positions);
        Ok(tree)
    }

    /// Work done: positions, moves, and the work of listing them.
    fn work<G: DecisionGame<Position = P>>(&self, game: &G) -> u64 {
        (self.positions.len() + self.to.total()) as u64 + game.work_done()
    }

    fn moves(&self, node: usize) -> (&[u32], &[f64]) {
        (self.to.of(node), &self.chance[self.to.range(node)])
    }

    /// Returns the parts of the game: positions that can reach each other.
    fn parts(&self, control: &Control) -> Result<Components, Stopped> {
        let edge = |node: u32, nth: usize| self.moves(node as usize).0.get(nth).map(|&to| Some(to));
        Components::new(self.positions.len(), edge, control)
    }

    /// Whether play can return to a position of this part.
    fn is_loop(&self, nodes: &[u32]) -> bool {
        !matches!(*nodes, [node] if !self.moves(node as usize).0.contains(&node))
    }

    /// Computes the values of a position from those of its successors. Returns the largest relative
    /// change.
    fn update(&self, node: usize, found: &mut FoundValues) -> f64 {
        let (to, chances) = self.moves(node);
        let new = match self.movers[node] {
            Mover::Over => return 0.0,
            Mover::Chance => {
                let mut sum = [0.0; 4];
                for (&to, chance) in to.iter().zip(chances) {
                    let values = &found.values[to as usize];
                    sum = array(|v| sum[v] + chance * values[v]);
                }
                sum
            }
            Mover::Captain(_) => {
                let choice = found.choices[node];
                found.values[to[usize::from(choice)] as usize]
            }
        };
        let before = std::mem::replace(&mut found.values[node], new);
        // A value may cross 0, where a relative change says nothing.
        let change = |(before, after): (f64, f64)| {
            (before - after).abs() / before.abs().max(after.abs()).max(ABSOLUTE_ERROR_BELOW)
        };
        before.into_iter().zip(new).map(change).fold(0.0, f64::max)
    }
}

/// Finds the choices in a game.
struct Solver<'a, P> {
    tree: &'a Tree<P>,
    parts: &'a Components,
    deciders: &'a [Decider],
    /// Limit on the edge visits of a solution.
    edge_visits: Cell<u64>,
    /// Whether all solutions together have to keep the limit, instead of each on its own.
    shares_visits: bool,
    control: &'a Control,
}

impl<P: Copy + Eq + Hash> Solver<'_, P> {
    /// Whether captains decide in positions that can reach each other.
    fn has_deciding_loops(&self) -> bool {
        let decides = |&node: &u32| matches!(self.tree.movers[node as usize], Mover::Captain(_));
        let mut parts = self.parts.backward();
        parts.any(|(_, nodes)| self.tree.is_loop(nodes) && nodes.iter().any(decides))
    }

    /// Finds best play for these values of the ends. Captains who compare odds with a limit look at
    /// the values `alone`, if given. In loops, play begins with the choices `start`, if given.
    fn play(
        &self,
        worth: &[Values],
        alone: Option<&[Values]>,
        start: Option<&[u8]>,
    ) -> Result<FoundValues, Unsolved> {
        let mut fixed = vec![None; self.tree.positions.len()];
        let found = self.solve(worth, &fixed, start)?;
        if !self.deciders.iter().any(|decider| matches!(decider, Decider::While { .. })) {
            return Ok(found);
        }
        let odds = match alone {
            Some(alone) => {
                let played: Vec<_> = found.choices.iter().copied().map(Some).collect();
                self.solve(alone, &played, Some(&found.choices))?.values
            }
            None => found.values,
        };
        for (node, fixed) in fixed.iter_mut().enumerate() {
            if let Mover::Captain(captain) = self.tree.movers[node]
                && let Decider::While { value, limit } = self.deciders[usize::from(captain)]
            {
                let played_on = self.tree.moves(node).0[0] as usize;
                // Odds that equal the limit up to rounding errors are not below it.
                *fixed = Some(u8::from(odds[played_on][value] < limit - BELOW_EPS));
            }
        }
        self.solve(worth, &fixed, start)
    }

    fn solve(
        &self,
        worth: &[Values],
        fixed: &[Option<u8>],
        start: Option<&[u8]>,
    ) -> Result<FoundValues, Unsolved> {
        let Self { tree, deciders, control, .. } = *self;
        let (values, choices) = (worth.to_vec(), vec![0; tree.positions.len()]);
        let (edge_visits, found) = (self.edge_visits.get(), FoundValues { values, choices });
        let mut run = Run { tree, deciders, control, fixed, worth, edge_visits, found };
        for (_, nodes) in self.parts.backward() {
            if !tree.is_loop(nodes) {
                let node = nodes[0] as usize;
                run.decide(node);
                run.choose_by_rank(node);
                tree.update(node, &mut run.found);
                continue;
            }
            let mut passes = u32::MAX;
            if let Some(start) = start {
                passes = MAX_IMPROVEMENTS;
                let choices = &mut run.found.choices;
                nodes.iter().for_each(|&node| choices[node as usize] = start[node as usize]);
            }
            for _ in 0..MAX_ORDERINGS {
                run.converge(nodes)?;
                while run.improve(nodes) {
                    passes = passes.checked_sub(1).ok_or(Unsolved::TooLong(MAX_IMPROVEMENTS))?;
                    run.converge(nodes)?;
                }
                if !run.put_first_choices(nodes)? {
                    break;
                }
            }
        }
        if self.shares_visits {
            self.edge_visits.set(run.edge_visits);
        }
        Ok(run.found)
    }
}

/// A solution under way.
struct Run<'a, P> {
    tree: &'a Tree<P>,
    deciders: &'a [Decider],
    control: &'a Control,
    /// By position: the choice, where it is given.
    fixed: &'a [Option<u8>],
    /// By position: the values of play that stops there.
    worth: &'a [Values],
    /// Edge visits that are left.
    edge_visits: u64,
    found: FoundValues,
}

impl<P: Copy + Eq + Hash> Run<'_, P> {
    /// Iterates over positions that can reach each other until their values under the current
    /// choices converge. The first values are those of play that stops in the position.
    fn converge(&mut self, nodes: &[u32]) -> Result<(), Unsolved> {
        let tree = self.tree;
        let edges: usize = nodes.iter().map(|&node| tree.moves(node as usize).0.len()).sum();
        let mut convergence = Convergence::new();
        for pass in 0.. {
            let mut change = 0.0_f64;
            for &node in nodes {
                change = change.max(tree.update(node as usize, &mut self.found));
            }
            if convergence.is_reached(change) {
                break;
            }
            self.edge_visits = self.edge_visits.saturating_sub(edges as u64);
            if self.edge_visits == 0 || pass == MAX_PASSES {
                return Err(Unsolved::TooLarge(tree.positions.len() as u64));
            }
            if self.control.is_stopped() {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(())
    }

    /// Takes the first of equally good choices in positions that can reach each other. Returns
    /// whether a choice changed.
    ///
    /// Some choices only look as good because they postpone the end forever. To detect these, the
    /// values are computed again from the start; if any of them differs, all old choices are
    /// restored.
    fn put_first_choices(&mut self, nodes: &[u32]) -> Result<bool, Unsolved> {
        let Self { tree, deciders, fixed, worth, found, .. } = self;
        let mut changed = Vec::new();
        for node in nodes.iter().map(|&node| node as usize) {
            let Mover::Captain(captain) = tree.movers[node] else { continue };
            let (Decider::Best { value, tie, .. }, None) =
                (deciders[usize::from(captain)], fixed[node])
            else {
                continue;
            };
            let to = tree.moves(node).0;
            let mine = found.values[to[usize::from(found.choices[node])] as usize];
            let is_equal = |to: &u32| {
                let other = found.values[*to as usize];
                [value, tie].iter().all(|&figure| (other[figure] - mine[figure]).abs() <= TIE_EPS)
            };
            let first = to.iter().position(is_equal).unwrap_or(0) as u8;
            if first < found.choices[node] {
                changed.push((node, found.choices[node], [value, tie]));
                found.choices[node] = first;
            }
        }
        if changed.is_empty() {
            return Ok(false);
        }
        let before: Vec<Values> = nodes.iter().map(|&node| found.values[node as usize]).collect();
        let known: Vec<Values> = changed.iter().map(|(node, ..)| found.values[*node]).collect();
        for &node in nodes {
            found.values[node as usize] = worth[node as usize];
        }
        self.converge(nodes)?;
        let found = &mut self.found;
        let is_as_good = changed.iter().zip(&known).all(|((node, _, figures), known)| {
            figures.iter().all(|&f| (found.values[*node][f] - known[f]).abs() <= BELOW_EPS)
        });
        if !is_as_good {
            for (node, choice, _) in changed {
                found.choices[node] = choice;
            }
            for (&node, before) in nodes.iter().zip(before) {
                found.values[node as usize] = before;
            }
        }
        Ok(is_as_good)
    }

    /// Decides again in positions that can reach each other. Returns whether a choice changed.
    fn improve(&mut self, nodes: &[u32]) -> bool {
        let mut changed = false;
        for node in nodes.iter().map(|&node| node as usize) {
            let before = self.found.choices[node];
            self.decide(node);
            changed |= self.found.choices[node] != before;
        }
        changed
    }

    /// Decides in the position of a captain, by the values of its successors. The current choice is
    /// kept unless another one has a better value, or an equal value and a better tie-break value.
    fn decide(&mut self, node: usize) {
        let Self { tree, deciders, fixed, found, .. } = self;
        let Mover::Captain(captain) = tree.movers[node] else { return };
        let to = tree.moves(node).0;
        let mut choice = found.choices[node];
        match (deciders[usize::from(captain)], fixed[node]) {
            (_, Some(fixed)) => choice = fixed,
            (Decider::While { .. }, None) => choice = 0,
            (decider @ Decider::Best { .. }, None) => {
                let figures = |to: u32| decider.figures(&found.values[to as usize]);
                for (n, &other) in (0..).zip(to) {
                    if is_better_gain(figures(other), figures(to[usize::from(choice)])) {
                        choice = n;
                    }
                }
            }
        }
        found.choices[node] = choice;
    }

    /// Takes, of choices that are as good as the present one, the one whose result has the highest
    /// rank, in the position of a captain. Later steps of the decision are known.
    fn choose_by_rank(&mut self, node: usize) {
        let Self { tree, deciders, fixed, found, .. } = self;
        let (Mover::Captain(captain), None) = (tree.movers[node], fixed[node]) else { return };
        let decider @ Decider::Best { .. } = deciders[usize::from(captain)] else { return };
        if tree.ranks.is_empty() {
            return;
        }
        let to = tree.moves(node).0;
        let figures = |to: u32| decider.figures(&found.values[to as usize]);
        let rank = |mut at: u32| {
            while tree.movers[at as usize] == tree.movers[node] {
                at = tree.moves(at as usize).0[usize::from(found.choices[at as usize])];
            }
            tree.ranks[at as usize]
        };
        let best = to[usize::from(found.choices[node])];
        let mut highest = rank(best);
        let mut choice = found.choices[node];
        for (n, &other) in (0..).zip(to) {
            let is_worse = is_better_gain(figures(best), figures(other));
            if !is_worse && rank(other) > highest {
                (choice, highest) = (n, rank(other));
            }
        }
        found.choices[node] = choice;
    }
}
