//! Solves exchanges in one pass over all pairs of states, from the highest numbers down.
//!
//! A round without effective hits leads back to the same pair. The other transitions are divided by
//! the probability of leaving the pair.

use crate::model::exchange::{Exchange, ExchangeResult, ExchangeSide, Pool};

/// Computes the distribution over the final states of an exchange.
#[must_use]
pub fn solve(exchange: &Exchange) -> ExchangeResult {
    let [first, second] = &exchange.sides;
    let width = second.fights.len();
    let mut mass = vec![0.0; first.fights.len() * width];
    for &([a, d], chance) in &exchange.openings {
        mass[a as usize * width + d as usize] += chance;
    }
    let tails = exchange.sides.each_ref().map(tails);
    let mut ends = ExchangeResult::default();
    // Probabilities of the replies of the first side, and of the second side times the mass that
    // leaves this pair.
    let (mut on_first, mut on_second) = (Vec::new(), Vec::new());
    for a in (0..first.fights.len()).rev() {
        for d in (0..width).rev() {
            let here = std::mem::take(&mut mass[a * width + d]);
            if here == 0.0 {
                continue;
            }
            let mut end = || ends.ends.push(([a as u32, d as u32], here));
            if !(first.fights[a] && second.fights[d]) {
                end();
                continue;
            }
            let (to_first, to_second) = (first.replies.of(a), second.replies.of(d));
            clamp(&mut on_first, second.hits.of(d), tails[1].of(d), to_first.len());
            clamp(&mut on_second, first.hits.of(a), tails[0].of(a), to_second.len());
            let is_same = to_first[0] as usize == a && to_second[0] as usize == d;
            let stays = if is_same { on_first[0] * on_second[0] } else { 0.0 };
            if stays >= 1.0 {
                end();
                continue;
            }
            let moves = here / (1.0 - stays);
            on_second.iter_mut().for_each(|p| *p *= moves);
            for (hits, &p) in on_first.iter().enumerate() {
                if p == 0.0 {
                    continue;
                }
                let into = &mut mass[to_first[hits] as usize * width..][..width];
                let from = usize::from(is_same && hits == 0);
                for (second, moves) in on_second.iter().enumerate().skip(from) {
                    into[to_second[second] as usize] += p * moves;
                }
            }
        }
    }
    ends
}

/// By state, the probabilities of at least 0, 1, 2, … hits.
fn tails(side: &ExchangeSide) -> Pool<f64> {
    let mut tails = Pool::default();
    let mut of_state = Vec::new();
    for state in 0..side.fights.len() {
        of_state.clear();
        let mut tail = 0.0;
        for p in side.hits.of(state).iter().rev() {
            tail += p;
            of_state.push(tail);
        }
        tails.push(of_state.iter().rev().copied());
    }
    tails
}

/// Computes the probabilities of this many kinds of replies. The last kind covers all higher
/// numbers of hits.
fn clamp(chances: &mut Vec<f64>, hits: &[f64], tails: &[f64], kinds: usize) {
    chances.clear();
    if hits.len() < kinds {
        chances.extend_from_slice(hits);
    } else {
        chances.extend_from_slice(&hits[..kinds - 1]);
        chances.push(tails[kinds - 1]);
    }
}

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::model::exchange::{Exchange, ExchangeSide};

    /// Creates a side with one die that hits with probability `p`, and one life.
    fn one(p: f64) -> ExchangeSide {
        let mut side = ExchangeSide { fights: vec![false, true], ..ExchangeSide::default() };
        side.hits.push([1.0]);
        side.hits.push([1.0 - p, p]);
        side.replies.push([0]);
        side.replies.push([1, 0]);
        side
    }

    #[test]
    fn a_duel_of_one_each_has_a_closed_form() {
        let (p, q) = (0.4, 0.3);
        let exchange = Exchange { sides: [one(p), one(q)], openings: vec![([1, 1], 1.0)] };
        let sum = p + q - p * q;
        let known =
            [([1, 0], p * (1.0 - q) / sum), ([0, 1], q * (1.0 - p) / sum), ([0, 0], p * q / sum)];
        for ((state, p), (found, q)) in known.iter().zip(solve(&exchange).ends) {
            assert_eq!(*state, found);
            assert!((p - q).abs() < 1e-15, "{p} {q}");
        }
    }

    #[test]
    fn who_hurts_nobody_stands_there_for_ever() {
        let exchange = Exchange { sides: [one(0.0), one(0.0)], openings: vec![([1, 1], 1.0)] };
        assert_eq!(solve(&exchange).ends, [([1, 1], 1.0)]);
    }
}
