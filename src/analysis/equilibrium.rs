//! Equilibrium of a zero-sum matrix game: the best mix of fleets for each player.

/// Mixed strategies that neither player can improve on.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Expected payoff of the row player.
    pub value: f64,
    /// Probability that the row player chooses each row.
    pub attacker: Vec<f64>,
    /// Probability that the column player chooses each column.
    pub defender: Vec<f64>,
}

/// Absolute values below this count as zero.
const ZERO_EPS: f64 = 1e-12;

/// Solves a zero-sum game. `payoffs[row][column]` is the payoff of the row player and the loss of
/// the column player. The matrix must have at least one row and one column.
///
/// All payoffs are shifted to be positive. The optimal mix of the column player is then
/// proportional to the solution of the linear program: maximise the sum of y subject to A y ≤ 1
/// and y ≥ 0. That of the row player is proportional to the dual solution. The program is solved
/// by the simplex method with Bland's rule, which does not cycle.
#[must_use]
pub fn solve(payoffs: &[Vec<f64>]) -> Equilibrium {
    let (rows, columns) = (payoffs.len(), payoffs[0].len());
    let least = payoffs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let shift = 1.0 - least;
    // Rows: constraints, then the objective. Columns: y, slack of each row, the right-hand side.
    let width = columns + rows + 1;
    let mut table: Vec<Vec<f64>> = payoffs
        .iter()
        .enumerate()
        .map(|(r, row)| {
            let mut line: Vec<f64> = row.iter().map(|p| p + shift).collect();
            line.resize(width, 0.0);
            line[columns + r] = 1.0;
            line[width - 1] = 1.0;
            line
        })
        .collect();
    let mut objective = vec![-1.0; columns];
    objective.resize(width, 0.0);
    table.push(objective);
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    while let Some(enters) = (0..width - 1).find(|&c| table[rows][c] < -ZERO_EPS) {
        let ratio = |r: &usize| table[*r][width - 1] / table[*r][enters];
        let leaves = (0..rows)
            .filter(|&r| table[r][enters] > ZERO_EPS)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)).then(basis[*a].cmp(&basis[*b])));
        // This never breaks: all payoffs are positive, so the sum of y is bounded.
        let Some(leaves) = leaves else { break };
        let pivot = table[leaves][enters];
        table[leaves].iter_mut().for_each(|x| *x /= pivot);
        let line = table[leaves].clone();
        for (r, row) in table.iter_mut().enumerate().filter(|(r, _)| *r != leaves) {
            let factor = row[enters];
            debug_assert!(r <= rows);
            row.iter_mut().zip(&line).for_each(|(x, l)| *x -= factor * l);
        }
        basis[leaves] = enters;
    }
    let total = table[rows][width - 1];
    let mut defender = vec![0.0; columns];
    for (r, &variable) in basis.iter().enumerate() {
        if variable < columns {
            defender[variable] = table[r][width - 1] / total;
        }
    }
    let attacker = (0..rows).map(|r| table[rows][columns + r].max(0.0) / total).collect();
    Equilibrium { value: 1.0 / total - shift, attacker, defender }
}

#[cfg(test)]
mod tests {
    use super::solve;

    #[track_caller]
    fn assert_close(values: &[f64], known: &[f64]) {
        let same = values.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(values.len() == known.len() && same, "{values:?} {known:?}");
    }

    #[test]
    fn stone_scissors_paper() {
        let found = solve(&[vec![0.0, 1.0, -1.0], vec![-1.0, 0.0, 1.0], vec![1.0, -1.0, 0.0]]);
        assert_close(&found.attacker, &[1.0 / 3.0; 3]);
        assert_close(&found.defender, &[1.0 / 3.0; 3]);
        assert_close(&[found.value], &[0.0]);
    }

    /// The row player mixes so that both columns have equal payoffs: 3x + 1(1-x) = 0x + 2(1-x).
    #[test]
    fn a_game_without_a_saddle() {
        let found = solve(&[vec![3.0, 0.0], vec![1.0, 2.0]]);
        assert_close(&found.attacker, &[0.25, 0.75]);
        assert_close(&found.defender, &[0.5, 0.5]);
        assert_close(&[found.value], &[1.5]);
    }

    #[test]
    fn a_saddle_is_played_purely() {
        let found = solve(&[vec![0.4, 0.6], vec![0.3, 0.9], vec![0.2, 0.1]]);
        assert_close(&found.attacker, &[1.0, 0.0, 0.0]);
        assert_close(&found.defender, &[1.0, 0.0]);
        assert_close(&[found.value], &[0.4]);
    }

    /// In an equilibrium no pure strategy gains against the mix of the other player.
    #[test]
    fn neither_player_can_improve() {
        let mut x = 1u64;
        for size in 1..9 {
            let mut next = || {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (x >> 40) as f64 / 16_777_216.0
            };
            let game: Vec<Vec<f64>> =
                (0..size).map(|_| (0..size + 2).map(|_| next()).collect()).collect();
            let found = solve(&game);
            for row in &game {
                let gets: f64 = row.iter().zip(&found.defender).map(|(p, q)| p * q).sum();
                assert!(gets <= found.value + 1e-10);
            }
            for c in 0..size + 2 {
                let gets: f64 = game.iter().zip(&found.attacker).map(|(r, q)| r[c] * q).sum();
                assert!(gets >= found.value - 1e-10);
            }
        }
    }
}
