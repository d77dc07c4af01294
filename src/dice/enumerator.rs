//! The enumerating die: it visits every sequence of outcomes with its probability.

use super::{Die, Distribution};

/// A die that follows one path of outcomes and then moves on to the next.
#[derive(Debug, Default)]
pub struct Enumerator {
    /// For each draw on the current path: the index of its outcome, and the number of outcomes.
    path: Vec<(usize, usize)>,
    depth: usize,
    probability: f64,
}

/// The outcomes of all draws in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Vec<(usize, usize)>);

/// Largest number of things that may be alike for which no memory is taken.
const ALIKE: usize = 32;

impl Die for Enumerator {
    #[inline]
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        let outcomes = distribution.outcomes();
        let (outcome, probability) = outcomes[self.follow(outcomes.len(), |n| outcomes[n].1)];
        self.probability *= probability;
        outcome
    }

    /// Treats all values of `most` or more as one outcome.
    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        let outcomes = distribution.outcomes();
        let told_apart = outcomes.partition_point(|(number, _)| *number < most);
        let chance = |n: usize| match n < told_apart {
            true => outcomes[n].1,
            false => outcomes[told_apart..].iter().map(|(_, p)| p).sum(),
        };
        let outcome = self.follow(outcomes.len().min(told_apart + 1), chance);
        self.probability *= chance(outcome);
        if outcome < told_apart { outcomes[outcome].0 } else { most }
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        let next = |from: usize| (from..weights.len()).find(|&thing| weights[thing] > 0);
        if self.depth == self.path.len() {
            self.path.push((0, weights.len()));
        }
        // Skip things of weight 0.
        let thing = next(self.path[self.depth].0).unwrap_or(0);
        let is_last = next(thing + 1).is_none();
        self.path[self.depth] = (thing, if is_last { thing + 1 } else { weights.len() });
        self.depth += 1;
        let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        self.probability *= f64::from(weights[thing]) / sum as f64;
        thing
    }

    /// Chooses the first of neighbours that are alike, with the weights of all of them.
    fn choose_alike(&mut self, weights: &[u32], alike: impl Fn(usize, usize) -> bool) -> usize {
        let of_first = |thing: usize| {
            if thing > 0 && alike(thing - 1, thing) {
                return 0;
            }
            let more = (thing + 1..weights.len()).take_while(|&next| alike(next - 1, next));
            weights[thing] + more.map(|next| weights[next]).sum::<u32>()
        };
        if weights.len() <= ALIKE {
            let mut merged = [0; ALIKE];
            (0..weights.len()).for_each(|thing| merged[thing] = of_first(thing));
            return self.choose(&merged[..weights.len()]);
        }
        self.choose(&(0..weights.len()).map(of_first).collect::<Vec<u32>>())
    }
}

impl Enumerator {
    /// Runs `play` once for every possible sequence of draw outcomes, and passes each result with
    /// its probability to `visit`. Sequences of probability 0 are skipped. `play` must depend on
    /// nothing but the die.
    pub fn each<T>(play: impl FnMut(&mut Self) -> T, mut visit: impl FnMut(T, f64)) {
        Self::each_while(play, |result, probability| {
            visit(result, probability);
            true
        });
    }

    /// Like [`each`](Self::each), but stops when `visit` returns false.
    #[inline]
    pub fn each_while<T>(
        mut play: impl FnMut(&mut Self) -> T,
        mut visit: impl FnMut(T, f64) -> bool,
    ) {
        let mut die = Self::default();
        loop {
            die.depth = 0;
            die.probability = 1.0;
            let result = play(&mut die);
            if die.probability > 0.0 && !visit(result, die.probability) {
                return;
            }
            if !die.next_path() {
                return;
            }
        }
    }

    /// Creates a die that follows a path found by [`Enumerator::paths`].
    #[must_use]
    pub fn along(path: Path) -> Self {
        Self { path: path.0, depth: 0, probability: 1.0 }
    }

    /// Returns the paths on which the result of `play` satisfies `wanted`, each with its
    /// probability.
    pub fn paths<T>(
        mut play: impl FnMut(&mut Self) -> T,
        wanted: impl Fn(&T) -> bool,
    ) -> Vec<(Path, f64)> {
        let mut paths = Vec::new();
        let mut die = Self::default();
        loop {
            die.depth = 0;
            die.probability = 1.0;
            if wanted(&play(&mut die)) && die.probability > 0.0 {
                paths.push((Path(die.path[..die.depth].to_vec()), die.probability));
            }
            if !die.next_path() {
                return paths;
            }
        }
    }

    /// Returns which of this many outcomes the present path takes. Outcomes of probability 0 are
    /// left out, so nothing is played that cannot happen.
    #[inline]
    fn follow(&mut self, outcomes: usize, chance: impl Fn(usize) -> f64) -> usize {
        if self.depth == self.path.len() {
            let last = (0..outcomes).rev().find(|&n| chance(n) > 0.0);
            self.path.push((0, last.map_or(1, |last| last + 1)));
        }
        let (from, to) = self.path[self.depth];
        let outcome = (from..to).find(|&n| chance(n) > 0.0).unwrap_or(from);
        self.path[self.depth].0 = outcome;
        self.depth += 1;
        outcome
    }

    #[inline]
    fn next_path(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some((outcome, of)) = self.path.pop() {
            if outcome + 1 < of {
                self.path.push((outcome + 1, of));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ALIKE, Enumerator};
    use crate::dice::{Die, Distribution};

    #[test]
    fn two_dice_are_enumerated_whole() {
        let d6 = Distribution::new((1..=6).map(|face| (face, 1.0 / 6.0)));
        let mut sums = BTreeMap::new();
        Enumerator::each(
            |die| die.draw(&d6) + die.draw(&d6),
            |sum, p| *sums.entry(sum).or_insert(0.0) += p,
        );
        assert_eq!(sums.len(), 11);
        assert!((sums[&7] - 1.0 / 6.0).abs() < 1e-15);
        assert!((sums.values().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn draws_may_depend_on_earlier_draws() {
        let coin = Distribution::new([(0, 0.5), (1, 0.5)]);
        let mut paths = Vec::new();
        Enumerator::each(
            |die| {
                if die.draw(&coin) == 0 { 0 } else { 1 + die.draw(&coin) }
            },
            |result, p| paths.push((result, p)),
        );
        assert_eq!(paths, [(0, 0.5), (1, 0.25), (2, 0.25)]);
    }

    #[test]
    fn only_what_has_a_weight_is_chosen() {
        let mut seen = Vec::new();
        Enumerator::each(
            |die| (die.choose(&[0, 9, 0, 16, 0]), die.choose(&[0, 7])),
            |things, p| seen.push((things, p)),
        );
        assert_eq!(seen, [((1, 1), 9.0 / 25.0), ((3, 1), 16.0 / 25.0)]);
    }

    #[test]
    fn neighbours_that_are_alike_are_chosen_as_one() {
        for more in [0, ALIKE] {
            let things = [&[7, 7, 9, 7, 7, 7][..], &vec![9; more]].concat();
            let weights: Vec<u32> = things.iter().map(|thing| *thing as u32).collect();
            let sum: u32 = weights.iter().sum();
            let mut seen = Vec::new();
            Enumerator::each(
                |die| die.choose_alike(&weights, |a, b| things[a] == things[b]),
                |thing, p| seen.push((thing, (p * f64::from(sum)).round() as u32)),
            );
            let nines = (more > 0).then_some((6, 9 * more as u32));
            let expected: Vec<_> = [(0, 14), (2, 9), (3, 21)].into_iter().chain(nines).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn what_cannot_happen_is_not_played() {
        let some = Distribution::new([(0, 0.0), (1, 0.5), (2, 0.0), (3, 0.5), (4, 0.0)]);
        let numbers = Distribution::new([(0u8, 0.0), (1, 1.0), (2, 0.0), (3, 0.0)]);
        let mut played = Vec::new();
        Enumerator::each(
            |die| {
                let drawn = (die.draw(&some), die.draw_up_to(&numbers, 2), die.draw(&some));
                played.push(drawn);
            },
            |(), p| assert_eq!(p, 0.25),
        );
        assert_eq!(played, [(1, 1, 1), (1, 1, 3), (3, 1, 1), (3, 1, 3)]);
    }

    #[test]
    fn numbers_that_do_not_matter_are_not_told_apart() {
        let d4 = Distribution::new((1..=4).map(|face| (face, 0.25)));
        for (most, expected) in [
            (3, vec![(1, 0.25), (2, 0.25), (3, 0.5)]),
            (0, vec![(0, 1.0)]),
            (9, vec![(1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25)]),
        ] {
            let mut seen = Vec::new();
            Enumerator::each(|die| die.draw_up_to(&d4, most), |n, p| seen.push((n, p)));
            assert_eq!(seen, expected, "{most}");
        }
    }

    #[test]
    fn no_draw_is_one_certain_result() {
        let mut seen = Vec::new();
        Enumerator::each(|_| 7, |result, p| seen.push((result, p)));
        assert_eq!(seen, [(7, 1.0)]);
    }
}
