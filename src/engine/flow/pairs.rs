//! Probabilities of pairs of states, row by row.

/// A state of the other side, with the probability of the pair.
pub(super) type Entry = (u32, f64);

/// Probabilities of pairs of states. A row holds the pairs of one state of a side, in the order of
/// the other side's states.
#[derive(Clone, Debug, Default)]
pub(super) struct PairMass {
    /// The side whose states have rows.
    side: usize,
    /// States with a row, in ascending order, each with the end of its row.
    rows: Vec<(u32, usize)>,
    entries: Vec<Entry>,
}

impl PairMass {
    /// Bytes of a pair.
    pub(super) const BYTES: u64 = size_of::<Entry>() as u64;

    /// Creates an empty distribution whose rows are those of this side.
    pub(super) fn new(side: usize) -> Self {
        Self { side, ..Self::default() }
    }

    /// Appends the row of the next state. Empty rows are left out.
    pub(super) fn push(&mut self, state: u32, row: impl IntoIterator<Item = Entry>) {
        let before = self.entries.len();
        self.entries.extend(row);
        if self.entries.len() > before {
            self.rows.push((state, self.entries.len()));
        }
    }

    /// Creates the distribution of these pairs, with rows for the states of the first side. A pair
    /// may come more than once.
    pub(super) fn of_pairs(mut pairs: Vec<([usize; 2], f64)>) -> Self {
        pairs.sort_by_key(|(pair, _)| *pair);
        let mut mass = Self::new(0);
        for row in pairs.chunk_by(|a, b| a.0[0] == b.0[0]) {
            let same = row.chunk_by(|a, b| a.0 == b.0);
            let entries =
                same.map(|all| (all[0].0[1] as u32, all.iter().map(|(_, mass)| mass).sum()));
            mass.push(row[0].0[0] as u32, entries);
        }
        mass
    }

    /// Returns the states with their rows.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = (u32, &[Entry])> {
        let mut first = 0;
        self.rows.iter().map(move |&(state, end)| {
            let row = &self.entries[first..end];
            first = end;
            (state, row)
        })
    }

    /// Returns all pairs, with the state of the first side first, and their probabilities.
    pub(super) fn pairs(&self) -> impl Iterator<Item = ([usize; 2], f64)> {
        let pair = |own: u32, &(other, mass): &Entry| {
            let mut pair = [own as usize, other as usize];
            pair.rotate_left(self.side);
            (pair, mass)
        };
        self.rows().flat_map(move |(own, row)| row.iter().map(move |entry| pair(own, entry)))
    }

    /// Returns the distribution with rows for the states of this side, of which there are `states`.
    pub(super) fn by_side(self, side: usize, states: usize) -> Self {
        if side == self.side {
            return self;
        }
        let mut ends = vec![0; states];
        for &(other, _) in &self.entries {
            ends[other as usize] += 1;
        }
        let mut end = 0;
        for number in &mut ends {
            // From the number of entries to the place of the first one.
            end += std::mem::replace(number, end);
        }
        let mut entries = vec![(0, 0.0); self.entries.len()];
        for (own, row) in self.rows() {
            for &(other, mass) in row {
                let place = &mut ends[other as usize];
                entries[*place] = (own, mass);
                *place += 1;
            }
        }
        let mut first = 0;
        let rows = (0..).zip(ends).filter(|&(_, end)| end > std::mem::replace(&mut first, end));
        Self { side, rows: rows.collect(), entries }
    }

    /// Number of pairs.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Sum of all probabilities.
    pub(super) fn sum(&self) -> f64 {
        self.entries.iter().map(|(_, mass)| mass).sum()
    }

    /// Returns the distribution without pairs below this probability.
    pub(super) fn without(&self, least: f64) -> Self {
        let mut kept = Self::new(self.side);
        for (state, row) in self.rows() {
            kept.push(state, row.iter().copied().filter(|(_, mass)| *mass >= least));
        }
        kept
    }

    /// Returns the probabilities of all pairs.
    pub(super) fn masses(&self) -> impl Iterator<Item = f64> {
        self.entries.iter().map(|(_, mass)| *mass)
    }
}

#[cfg(test)]
mod tests {
    use super::PairMass;

    #[test]
    fn rows_of_one_side_become_rows_of_the_other() {
        let mut mass = PairMass::new(1);
        mass.push(0, [(2, 0.25), (3, 0.125)]);
        mass.push(1, []);
        mass.push(4, [(1, 0.5), (2, 0.0625)]);
        let pairs = |mass: &PairMass| mass.pairs().collect::<Vec<_>>();
        assert_eq!(pairs(&mass)[0], ([2, 0], 0.25));
        let turned = mass.clone().by_side(0, 5);
        let rows: Vec<_> = turned.rows().collect();
        assert_eq!(rows[0], (1, &[(4, 0.5)][..]));
        assert_eq!(rows[1], (2, &[(0, 0.25), (4, 0.0625)][..]));
        assert_eq!(rows[2], (3, &[(0, 0.125)][..]));
        assert_eq!(rows.len(), 3);
        assert_eq!(pairs(&turned.clone().by_side(1, 5)), pairs(&mass));
        assert_eq!(turned.without(0.2).len(), 2);
    }
}
