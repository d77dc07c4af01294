//! Worth of rounds and of hits in them under best play, for plain units of Twilight Imperium: written from the
//! rules, with no code of the program. Every set of hits is assigned in every possible way.

use std::collections::{BTreeSet, HashMap};

use super::ti4_hits::{Force, Kind, Worth};

#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub kinds: Vec<Kind>,
    pub force: Force,
}

pub(crate) struct Solver {
    pub sides: [Side; 2],
    known: HashMap<[Force; 2], Worth>,
}

impl Solver {
    pub(crate) fn new(sides: [Side; 2]) -> Self {
        Self { sides, known: HashMap::new() }
    }

    /// Worth of the beginning of a round.
    pub(crate) fn worth(&mut self, attacker: &Force, defender: &Force) -> Worth {
        let forces = [attacker.clone(), defender.clone()];
        let alive = [0, 1].map(|side: usize| forces[side].iter().any(|(w, h)| w + h > 0));
        if alive != [true, true] {
            let lost = [0, 1].map(|side| self.lost(side, &forces[side]));
            return Worth { win: alive.map(|is| f64::from(u8::from(is))), lost };
        }
        if let Some(known) = self.known.get(&forces) {
            return *known;
        }
        let scored = [0, 1].map(|side| self.scored(side, &forces[side]));
        let mut sum = Worth::default();
        let nothing = scored[0][0] * scored[1][0];
        for (by_attacker, p) in scored[0].iter().enumerate() {
            for (by_defender, q) in scored[1].iter().enumerate() {
                if by_attacker + by_defender > 0 {
                    let a = self.first(attacker, defender, [by_defender, by_attacker]);
                    let worth = self.reply(&a, defender, by_attacker);
                    sum.add(p * q / (1.0 - nothing), worth);
                }
            }
        }
        self.known.insert(forces, sum);
        sum
    }

    /// The attacker's force after its hits.
    pub(crate) fn first(&mut self, attacker: &Force, defender: &Force, hits: [usize; 2]) -> Force {
        let results = self.results(0, attacker, hits[0]);
        let worths: Vec<Worth> = results.iter().map(|a| self.reply(a, defender, hits[1])).collect();
        results[self.best(0, &worths)].clone()
    }

    /// Worth after the defender has assigned its hits.
    pub(crate) fn reply(&mut self, attacker: &Force, defender: &Force, hits: usize) -> Worth {
        let results = self.results(1, defender, hits);
        let worths: Vec<Worth> = results.iter().map(|d| self.worth(attacker, d)).collect();
        worths[self.best(1, &worths)]
    }

    fn best(&self, side: usize, worths: &[Worth]) -> usize {
        let figures = |worth: &Worth| [worth.win[side], worth.swing(side)];
        let mut best = 0;
        for n in 1..worths.len() {
            let [mine, other] = [figures(&worths[best]), figures(&worths[n])];
            let ahead = other[0] - mine[0];
            if ahead > 1e-12 || (ahead > -1e-12 && other[1] - mine[1] > 1e-12) {
                best = n;
            }
        }
        best
    }

    /// All forces that a side can have after these hits.
    fn results(&self, side: usize, force: &Force, hits: usize) -> Vec<Force> {
        let Side { kinds, .. } = &self.sides[side];
        let mut open = BTreeSet::from([force.clone()]);
        for _ in 0..hits {
            open = open.iter().flat_map(|force| one_hit(kinds, force)).collect();
        }
        open.into_iter().collect()
    }

    fn lost(&self, side: usize, force: &Force) -> f64 {
        let Side { kinds, force: all, .. } = &self.sides[side];
        let ships = |(w, h): &(u8, u8)| f64::from(w + h);
        let lost = all.iter().zip(force).map(|(before, left)| ships(before) - ships(left));
        lost.zip(kinds).map(|(n, kind)| n * kind.price).sum()
    }

    /// Probabilities of 0, 1, 2, … hits.
    fn scored(&self, side: usize, force: &Force) -> Vec<f64> {
        let mut all = vec![1.0];
        for (kind, (whole, hurt)) in self.sides[side].kinds.iter().zip(force) {
            let hit = f64::from(11 - kind.face) / 10.0;
            for _ in 0..kind.dice * usize::from(whole + hurt) {
                let mut next = vec![0.0; all.len() + 1];
                for (n, p) in all.iter().enumerate() {
                    next[n] += p * (1.0 - hit);
                    next[n + 1] += p * hit;
                }
                all = next;
            }
        }
        all
    }
}

/// All forces after one more hit. A ship that can sustain the hit is not lost by it.
fn one_hit(kinds: &[Kind], force: &Force) -> Vec<Force> {
    let with = |group: usize, (whole, hurt): (u8, u8)| {
        let mut after = force.clone();
        after[group] = (whole, hurt);
        after
    };
    let sustained = |group: usize| match force[group] {
        (whole @ 1.., hurt) if kinds[group].sustains => Some(with(group, (whole - 1, hurt + 1))),
        _ => None,
    };
    let lost = |group: usize| match force[group] {
        (whole, hurt @ 1..) => Some(with(group, (whole, hurt - 1))),
        (whole @ 1.., 0) if !kinds[group].sustains => Some(with(group, (whole - 1, 0))),
        _ => None,
    };
    let mut all: Vec<Force> =
        (0..force.len()).flat_map(|g| [sustained(g), lost(g)]).flatten().collect();
    if all.is_empty() {
        all.push(force.clone());
    }
    all
}
