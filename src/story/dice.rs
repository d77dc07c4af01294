//! Faces of dice whose sum is known.
//!
//! Battles draw the sum of the dice, not each die. A story shows every die: faces are drawn one
//! after the other, each conditional on the faces before it and on the known sum. Their joint
//! distribution is that of dice thrown one by one, given the sum.

use super::event::{Cast, Face, Throw, ThrowTotal};

/// Faces of dice of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownDice {
    /// Group that the dice belong to, if dice of several groups were thrown together.
    pub group: Option<usize>,
    /// Name of the kind of dice.
    pub kind: String,
    /// The faces, the best first.
    pub faces: Vec<Face>,
}

/// Draws the faces of a throw. `draw` must return numbers in [0, 1).
///
/// Dice of one kind are listed together. If the total is impossible, the result is empty.
pub fn show(throw: &Throw, mut draw: impl FnMut() -> f64) -> Vec<ShownDice> {
    let weights: Vec<f64> = throw.ways.iter().map(|(weight, _)| *weight).collect();
    let Some(way) = choose(&weights, draw()) else { return Vec::new() };
    let casts: Vec<&Cast> = throw.ways[way].1.iter().filter(|cast| cast.dice > 0).collect();
    let chances = chances(&casts);
    let mut sum = 0;
    let mut left = chances.len() - 1;
    let mut shown: Vec<ShownDice> = Vec::new();
    for cast in casts {
        let kind = match shown
            .iter()
            .position(|known| (known.group, &known.kind) == (cast.group, &cast.kind))
        {
            Some(known) => known,
            None => {
                let (group, kind) = (cast.group, cast.kind.clone());
                shown.push(ShownDice { group, kind, faces: Vec::new() });
                shown.len() - 1
            }
        };
        for _ in 0..cast.dice {
            left -= 1;
            let reach =
                |face: &Face| face.weight * reaching(&chances[left], sum + face.worth, throw.total);
            let weights: Vec<f64> = cast.faces.iter().map(reach).collect();
            let Some(face) = choose(&weights, draw()) else { return Vec::new() };
            sum += cast.faces[face].worth;
            shown[kind].faces.push(cast.faces[face]);
        }
    }
    for kind in &mut shown {
        kind.faces.sort_by_key(|face| std::cmp::Reverse((face.worth, face.shows)));
    }
    shown
}

/// Returns the distributions of the sum of the last 0, 1, 2, … dice.
fn chances(casts: &[&Cast]) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    let dice = casts.iter().flat_map(|cast| (0..cast.dice).map(move |_| &cast.faces));
    for faces in dice.collect::<Vec<_>>().into_iter().rev() {
        let before = &all[all.len() - 1];
        let most = faces.iter().map(|face| face.worth).max().unwrap_or(0) as usize;
        let weight: f64 = faces.iter().map(|face| face.weight).sum();
        let mut sums = vec![0.0; before.len() + most];
        for (sum, p) in before.iter().enumerate() {
            for face in faces {
                sums[sum + face.worth as usize] += p * face.weight / weight;
            }
        }
        all.push(sums);
    }
    all
}

/// Returns the probability that further dice raise `sum` to a total that is allowed.
fn reaching(chances: &[f64], sum: u32, total: ThrowTotal) -> f64 {
    let more = chances.iter().zip(sum..);
    more.filter(|(_, sum)| total.allows(*sum)).map(|(p, _)| p).sum()
}

/// Returns the index selected, by weight, by a number in [0, 1).
///
/// Returns `None` if no weight is positive.
pub(crate) fn choose(weights: &[f64], draw: f64) -> Option<usize> {
    let mut left = draw * weights.iter().sum::<f64>();
    let can = |n: &usize| weights[*n] > 0.0;
    let chosen = (0..weights.len()).filter(can).find(|&n| {
        left -= weights[n];
        left < 0.0
    });
    chosen.or_else(|| (0..weights.len()).rfind(can))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Cast, Face, ShownDice, Throw, ThrowTotal, choose, show};
    use crate::dice::{block_generator, fraction};
    use crate::story::Who;

    fn d6(dice: u16) -> Cast {
        let faces = (1..=6).map(|face| Face::plain(face, u32::from(face))).collect();
        Cast { group: None, kind: "d6".into(), dice, faces }
    }

    fn thrown(ways: Vec<(f64, Vec<Cast>)>, total: ThrowTotal, times: u32) -> Vec<Vec<ShownDice>> {
        let throw = Throw { who: Who::side(0), with: "dice", ways, total, less: 0 };
        let mut generator = block_generator(1, 0);
        let mut draw = || fraction(&mut generator);
        (0..times).map(|_| show(&throw, &mut draw)).collect()
    }

    /// Two dice that show 9 in total are (3, 6), (4, 5), (5, 4) or (6, 3), all equally likely. Half
    /// of the pairs have a 6; 4.5 standard errors for 20,000 throws are 0.016.
    #[test]
    fn faces_are_those_of_dice_with_this_sum() {
        let all = thrown(vec![(1.0, vec![d6(2)])], ThrowTotal::Is(9), 20_000);
        let mut pairs = BTreeMap::new();
        for shown in &all {
            let faces: Vec<u8> = shown[0].faces.iter().map(|face| face.shows.0).collect();
            *pairs.entry(faces).or_insert(0) += 1;
        }
        assert_eq!(pairs.keys().cloned().collect::<Vec<_>>(), [[5, 4], [6, 3]]);
        let share = f64::from(pairs[&vec![6, 3]]) / 20_000.0;
        assert!((share - 0.5).abs() < 0.016, "{share}");
    }

    /// Of dice that show 5 or more, half show 6; 4.5 standard errors for 20,000 throws are 0.016.
    #[test]
    fn a_sum_may_be_known_from_one_side_only() {
        let all = thrown(vec![(1.0, vec![d6(1)])], ThrowTotal::AtLeast(5), 20_000);
        let sixes = all.iter().filter(|shown| shown[0].faces[0].shows.0 == 6).count();
        assert!((sixes as f64 / 20_000.0 - 0.5).abs() < 0.016, "{sixes}");
        assert!(all.iter().all(|shown| shown[0].faces[0].worth >= 5));
        let low = thrown(vec![(1.0, vec![d6(3)])], ThrowTotal::AtMost(4), 1000);
        let sum =
            |shown: &Vec<ShownDice>| shown[0].faces.iter().map(|face| face.worth).sum::<u32>();
        assert!(low.iter().all(|shown| (3..=4).contains(&sum(shown))));
    }

    #[test]
    fn equal_kinds_stand_together_and_ways_are_chosen_by_weight() {
        let certain = |n| Cast { dice: 1, faces: vec![Face::plain(n, 0)], ..d6(0) };
        let ways = vec![(0.0, vec![certain(1)]), (2.0, vec![certain(2), certain(3)])];
        for shown in thrown(ways, ThrowTotal::Is(0), 50) {
            assert_eq!(shown.len(), 1);
            assert_eq!(shown[0].faces.iter().map(|f| f.shows.0).collect::<Vec<_>>(), [3, 2]);
        }
    }

    #[test]
    fn what_cannot_be_chosen_is_not() {
        assert_eq!(choose(&[0.0, 1.0, 0.0], 0.999_999), Some(1));
        assert_eq!(choose(&[0.5, 0.5, 0.0], 1.0), Some(1));
        assert_eq!(choose(&[0.0], 0.5), None);
        assert_eq!(choose(&[], 0.5), None);
    }
}
