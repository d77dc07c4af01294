//! Best play of any battle whose decisions can be listed one by one.
//!
//! A game is a graph of positions: in some of them chance decides what comes next, in others
//! a captain. It is solved from its ends backward. Positions that lead to each other (a round
//! in which no side hits anything) are solved by policy iteration: from the first choices on, the
//! values of the present choices are worked out, and then choices are left for better ones, until
//! there are none. A choice that is merely as good never takes the place of another, so that no
//! change leads to a game that never ends.
//!
//! It takes more time and memory than [`play`](super::play), which knows more about what a
//! duel is.

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::components::Components;
use super::graph::Limit;
use crate::battle::game::{Decider, Game, Mover, Solved, Values};

/// Values that differ by no more than this are equal.
const TIE: f64 = 1e-12;

/// Values are below a limit if they are so by more than this.
const SLACK: f64 = 1e-10;

/// Positions that lead to each other have settled when no value is further than this, in
/// parts of it, from where it is going.
const SETTLED: f64 = 1e-13;

/// Values below this are as good as known when they are known to its last digits.
const SMALL: f64 = 1e-3;

/// How often choices among positions that lead to each other are put in order.
const MOST_ORDERINGS: u32 = 8;

/// Most passes over positions that lead to each other.
const MOST_PASSES: u32 = 100_000;

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The game exceeds its limit, or takes too long to settle.
    #[error("the game is too large")]
    TooLarge,
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// Solves a game from these openings.
///
/// # Errors
/// If it becomes larger than the limit, or `stop` is set.
pub fn solve<G: Game>(
    game: &mut G,
    openings: &[G::Position],
    deciders: &[Decider],
    limit: Limit,
    stop: &AtomicBool,
) -> Result<Solved<G::Position>, Unsolved> {
    let tree = Tree::new(game, openings, limit, stop)?;
    let mut fixed = vec![None; tree.positions.len()];
    let looks = limit.work.saturating_mul(LOOKS);
    let mut values = tree.solve(deciders, &fixed, looks, stop)?;
    if deciders.iter().any(|decider| matches!(decider, Decider::While { .. })) {
        for (node, fixed) in fixed.iter_mut().enumerate() {
            if let Mover::Captain(captain) = tree.movers[node]
                && let Decider::While { value, limit } = deciders[usize::from(captain)]
            {
                let played_on = tree.moves(node).0[0] as usize;
                // Odds that are the limit but for their last digits are not below it.
                *fixed = Some(u8::from(values.values[played_on][value] < limit - SLACK));
            }
        }
        values = tree.solve(deciders, &fixed, looks, stop)?;
    }
    let choices = tree.positions.iter().zip(&tree.movers).zip(&values.choices);
    Ok(Solved {
        work: (tree.positions.len() + tree.to.len()) as u64 + game.effort(),
        choices: choices
            .filter(|((_, mover), _)| matches!(mover, Mover::Captain(_)))
            .map(|((position, _), choice)| (*position, *choice))
            .collect(),
        openings: tree.openings.iter().map(|&node| values.values[node as usize]).collect(),
    })
}

/// Looks at moves that take as long as making a position.
const LOOKS: u64 = 40;

/// All positions of a game.
struct Tree<P> {
    positions: Vec<P>,
    movers: Vec<Mover>,
    worth: Vec<Values>,
    openings: Vec<u32>,
    first: Vec<u32>,
    to: Vec<u32>,
    chance: Vec<f64>,
}

/// Values and choices of all positions.
struct Found {
    values: Vec<Values>,
    choices: Vec<u8>,
}

impl<P: Copy + Eq + Hash> Tree<P> {
    fn new<G: Game<Position = P>>(
        game: &mut G,
        openings: &[P],
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Self, Unsolved> {
        let mut tree = Self {
            positions: Vec::new(),
            movers: Vec::new(),
            worth: Vec::new(),
            openings: Vec::new(),
            first: vec![0],
            to: Vec::new(),
            chance: Vec::new(),
        };
        let mut numbers: FxHashMap<P, u32> = FxHashMap::default();
        let mut next = Vec::new();
        for opening in openings {
            let number = number(*opening, &mut numbers, &mut tree.positions);
            tree.openings.push(number);
        }
        while let Some(position) = tree.positions.get(tree.movers.len()).copied() {
            next.clear();
            let most = |game: &G| limit.size.min(limit.work.saturating_sub(game.effort()));
            let size = (tree.positions.len() + tree.to.len()) as u64;
            let left = most(game).saturating_sub(size);
            let mover = game.moves(&position, left, &mut next);
            if stop.load(Ordering::Relaxed) {
                return Err(Unsolved::Stopped);
            }
            let mover = mover.ok_or(Unsolved::TooLarge)?;
            tree.movers.push(mover);
            tree.worth.push(game.worth(&position));
            for &(to, chance) in &next {
                tree.to.push(number(to, &mut numbers, &mut tree.positions));
                tree.chance.push(chance);
            }
            tree.first.push(tree.to.len() as u32);
            let size = (tree.positions.len() + tree.to.len()) as u64;
            if size > most(game) {
                return Err(Unsolved::TooLarge);
            }
        }
        Ok(tree)
    }

    /// Where a position leads, and how likely.
    fn moves(&self, node: usize) -> (&[u32], &[f64]) {
        let range = self.first[node] as usize..self.first[node + 1] as usize;
        (&self.to[range.clone()], &self.chance[range])
    }

    fn solve(
        &self,
        deciders: &[Decider],
        fixed: &[Option<u8>],
        mut looks: u64,
        stop: &AtomicBool,
    ) -> Result<Found, Unsolved> {
        let n = self.positions.len();
        let parts = Components::new(n, |node, nth| {
            self.moves(node as usize).0.get(nth).map(|&to| Some(to))
        });
        let mut found = Found { values: self.worth.clone(), choices: vec![0; n] };
        for (_, nodes) in parts.backward() {
            if let [node] = *nodes
                && !self.moves(node as usize).0.contains(&node)
            {
                self.decide(node as usize, deciders, fixed, &mut found);
                self.look(node as usize, &mut found);
                continue;
            }
            for _ in 0..MOST_ORDERINGS {
                self.settle(nodes, &mut found, &mut looks, stop)?;
                while self.improve(nodes, deciders, fixed, &mut found) {
                    self.settle(nodes, &mut found, &mut looks, stop)?;
                }
                if !self.put_first_choices(nodes, deciders, fixed, &mut found, &mut looks, stop)? {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Goes through positions that lead to each other until their values under the present choices
    /// settle, at first from what they would be worth if the game stood there for ever.
    fn settle(
        &self,
        nodes: &[u32],
        found: &mut Found,
        looks: &mut u64,
        stop: &AtomicBool,
    ) -> Result<(), Unsolved> {
        let edges: usize = nodes.iter().map(|&node| self.moves(node as usize).0.len()).sum();
        let mut last_change = f64::NAN;
        for pass in 0.. {
            let mut change = 0.0_f64;
            for &node in nodes {
                change = change.max(self.look(node as usize, found));
            }
            // Changes shrink by a factor each time: what is still to come is a geometric
            // series.
            let factor = change / last_change;
            if change == 0.0 || (factor < 1.0 && change * factor / (1.0 - factor) < SETTLED) {
                break;
            }
            last_change = change;
            *looks = looks.saturating_sub(edges as u64);
            if *looks == 0 || pass == MOST_PASSES {
                return Err(Unsolved::TooLarge);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(())
    }

    /// Takes the first of equally good choices in positions that lead to each other; returns whether
    /// a choice changed. Choices that are as good only because they put off the end for ever are
    /// found by working out the values from the start: then all stay as they were.
    fn put_first_choices(
        &self,
        nodes: &[u32],
        deciders: &[Decider],
        fixed: &[Option<u8>],
        found: &mut Found,
        looks: &mut u64,
        stop: &AtomicBool,
    ) -> Result<bool, Unsolved> {
        let mut changed = Vec::new();
        for node in nodes.iter().map(|&node| node as usize) {
            let Mover::Captain(captain) = self.movers[node] else { continue };
            let (Decider::Best { value, tie, .. }, None) =
                (deciders[usize::from(captain)], fixed[node])
            else {
                continue;
            };
            let to = self.moves(node).0;
            let mine = found.values[to[usize::from(found.choices[node])] as usize];
            let is_equal = |to: &u32| {
                let other = found.values[*to as usize];
                [value, tie].iter().all(|&figure| (other[figure] - mine[figure]).abs() <= TIE)
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
            found.values[node as usize] = self.worth[node as usize];
        }
        self.settle(nodes, found, looks, stop)?;
        let is_as_good = changed.iter().zip(&known).all(|((node, _, figures), known)| {
            figures.iter().all(|&f| (found.values[*node][f] - known[f]).abs() <= SLACK)
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

    /// Decides anew in positions that lead to each other; returns whether a choice changed.
    fn improve(
        &self,
        nodes: &[u32],
        deciders: &[Decider],
        fixed: &[Option<u8>],
        found: &mut Found,
    ) -> bool {
        let mut changed = false;
        for &node in nodes {
            let before = found.choices[node as usize];
            self.decide(node as usize, deciders, fixed, found);
            changed |= found.choices[node as usize] != before;
        }
        changed
    }

    /// The choice of a captain, by the values of what it leads to: the present one, unless another
    /// gives more of what the captain is after, or as much of it and more of what decides ties.
    fn decide(&self, node: usize, deciders: &[Decider], fixed: &[Option<u8>], found: &mut Found) {
        let Mover::Captain(captain) = self.movers[node] else { return };
        let to = self.moves(node).0;
        let mut choice = found.choices[node];
        match (deciders[usize::from(captain)], fixed[node]) {
            (_, Some(fixed)) => choice = fixed,
            (Decider::While { .. }, None) => choice = 0,
            (Decider::Best { value, tie, sign }, None) => {
                for (n, &other) in (0..).zip(to) {
                    let mine = found.values[to[usize::from(choice)] as usize];
                    let other = found.values[other as usize];
                    let more = sign * (other[value] - mine[value]);
                    let wins_tie = more >= -TIE && sign * (other[tie] - mine[tie]) > TIE;
                    if more > TIE || wins_tie {
                        choice = n;
                    }
                }
            }
        }
        found.choices[node] = choice;
    }

    /// Values of a position from those of the next; returns the largest change, in parts of
    /// the value.
    fn look(&self, node: usize, found: &mut Found) -> f64 {
        let (to, chances) = self.moves(node);
        let new = match self.movers[node] {
            Mover::Over => return 0.0,
            Mover::Chance => {
                let mut sum = [0.0; 4];
                for (&to, chance) in to.iter().zip(chances) {
                    let values = &found.values[to as usize];
                    sum = std::array::from_fn(|v| sum[v] + chance * values[v]);
                }
                sum
            }
            Mover::Captain(_) => {
                let choice = found.choices[node];
                found.values[to[usize::from(choice)] as usize]
            }
        };
        let before = std::mem::replace(&mut found.values[node], new);
        // A value may well cross 0, where parts of it tell nothing.
        let change = |(before, after): (f64, f64)| {
            (before - after).abs() / before.abs().max(after.abs()).max(SMALL)
        };
        before.into_iter().zip(new).map(change).fold(0.0, f64::max)
    }
}

fn number<P: Copy + Eq + Hash>(
    position: P,
    numbers: &mut FxHashMap<P, u32>,
    positions: &mut Vec<P>,
) -> u32 {
    *numbers.entry(position).or_insert_with(|| {
        positions.push(position);
        positions.len() as u32 - 1
    })
}
