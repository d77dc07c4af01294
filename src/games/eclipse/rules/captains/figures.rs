//! The figures of a result, which the order of D8 compares one by one.

use arrayvec::ArrayVec;

use super::super::fleet::limits::{GROUPS, HULL};
use super::super::policy::Policy;
use super::super::ships::{EclipseRoster, Ships};

/// Figures by rest of the dice. Four figures share a word, the first in its upper bits. Each is
/// raised by 2^15, so that words compare and add up like the figures in them.
#[derive(Debug, Default)]
pub(super) struct FigureTable {
    /// Rests of the dice to which there is a way, as a set of bits.
    reached: Vec<u64>,
    words: Vec<u64>,
}

/// Figures per word, bits per figure, and a word of figures that are 0.
const FIGURES_A_WORD: usize = 4;
const FIGURE_BITS: usize = 16;
const ZEROS: u64 = 0x8000_8000_8000_8000;

/// Number of words of figures up to which whole rows are compared at once.
pub(super) const FEW_WORDS: usize = 8;

/// Changes of figures: words in ascending order, and the value added to each.
pub(super) type Changes = ArrayVec<(u16, u64), 6>;

/// Returns changes as one value for each of the first [`FEW_WORDS`] words.
pub(super) fn by_word(changes: &Changes) -> [u64; FEW_WORDS] {
    let mut all = [0; FEW_WORDS];
    for &(word, more) in changes {
        if let Some(sum) = all.get_mut(usize::from(word)) {
            *sum = more;
        }
    }
    all
}

/// A living ship of the enemy.
#[derive(Clone, Copy)]
pub(super) struct LivingTarget {
    pub(super) group: usize,
    pub(super) place: usize,
    pub(super) life: u8,
}

/// Positions of the figures in the order of D8: kills by rank; damage on survivors by rank; ships
/// by rank and remaining life (low life first); loss of life by group as listed. If missiles can be
/// shot down, these follow: the number of spare missiles, the fewer the better; spare missiles by
/// rank, the more on the largest ships the better (D15); where groups share a rank, spare missiles
/// by group as listed; and all missiles on ships that die, the fewer the better (D11).
///
/// A figure that is 0 in every result decides nothing and has no position.
pub(super) struct FigureOrder {
    ranks: usize,
    pub(super) rank_of: [usize; GROUPS],
    /// Lives with which a ship may be left, by rank, as a set of bits from 1 up.
    lives: [u64; GROUPS],
    /// Position of the first of these lives, by rank.
    first_life: [usize; GROUPS],
    /// Position of the first group's loss.
    losses: usize,
    /// Number of figures of a result.
    pub(super) length: usize,
    /// Number of figures if ships could be left with any life.
    pub(super) all: usize,
    /// Whether missiles can be shot down, so that spare missiles count.
    pub(super) counts_spares: bool,
    /// Number of groups whose spare missiles are counted, or 0 if the rank decides alone.
    groups_with_spares: usize,
    /// Worth of a ship with low remaining life: 1 if damage is to be concentrated, -1 if it is to
    /// be spread.
    concentrated: i16,
}

impl FigureTable {
    /// Creates a table with room for this many rests, and for all figures of all rests.
    pub(super) fn with_room(rests: usize, figures: usize) -> Self {
        // Each rest may leave its last word in part unused.
        let words = figures / FIGURES_A_WORD + rests;
        let sets = rests.div_ceil(u64::BITS as usize);
        Self { reached: Vec::with_capacity(sets), words: Vec::with_capacity(words) }
    }

    pub(super) fn clear(&mut self, rests: usize, length: usize) {
        self.reach_none(rests);
        self.words.clear();
        self.words.resize(rests * length.div_ceil(FIGURES_A_WORD), ZEROS);
    }

    /// Prepares for this many rests. The only one with a way to it is the last, with figures of 0.
    pub(super) fn begin(&mut self, rests: usize, length: usize) {
        self.make_room(rests, length);
        self.reach(rests - 1);
        let words = length.div_ceil(FIGURES_A_WORD);
        self.words[(rests - 1) * words..rests * words].fill(ZEROS);
    }

    /// Prepares for this many rests, all of them without a way to it.
    pub(super) fn make_room(&mut self, rests: usize, length: usize) {
        self.reach_none(rests);
        // The figures of a rest are written when a way to it is found.
        let words = rests * length.div_ceil(FIGURES_A_WORD);
        if self.words.len() < words {
            self.words.resize(words, ZEROS);
        }
    }

    fn reach_none(&mut self, rests: usize) {
        self.reached.clear();
        self.reached.resize(rests.div_ceil(u64::BITS as usize), 0);
    }

    /// Notes a way to a rest.
    #[inline]
    pub(super) fn reach(&mut self, rest: usize) {
        self.reached[rest / u64::BITS as usize] |= 1 << (rest % u64::BITS as usize);
    }

    /// Whether there is a way to a rest.
    #[inline]
    pub(super) fn is_reached(&self, rest: usize) -> bool {
        self.reached[rest / u64::BITS as usize] >> (rest % u64::BITS as usize) & 1 == 1
    }

    /// Returns the rests to which there is a way, in ascending order.
    #[inline]
    pub(super) fn reached(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = u64::BITS as usize;
        let of_set = move |(first, &set): (usize, &u64)| {
            let mut set = set;
            std::iter::from_fn(move || {
                let rest = set.trailing_zeros() as usize;
                set &= set.wrapping_sub(1);
                (rest < bits).then_some(first + rest)
            })
        };
        (0..).step_by(bits).zip(&self.reached).flat_map(of_set)
    }

    /// Forgets the ways to rests that are not to be kept.
    pub(super) fn keep(&mut self, is_kept: impl Fn(&Self, usize) -> bool) {
        for n in 0..self.reached.len() {
            let mut rest = self.reached[n];
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                if !is_kept(self, n * u64::BITS as usize + bit as usize) {
                    self.reached[n] &= !(1 << bit);
                }
            }
        }
    }

    /// Returns the figures of a rest that has `N` words of them.
    #[inline]
    pub(super) fn words<const N: usize>(&self, rest: usize) -> [u64; N] {
        self.words[rest * N..].first_chunk().copied().unwrap_or([ZEROS; N])
    }

    /// Replaces the figures of a rest, `N` words, if others are better than all offered before.
    /// Returns whether they are.
    #[inline]
    pub(super) fn offer_words<const N: usize>(&mut self, rest: usize, figures: [u64; N]) -> bool {
        let reached = self.is_reached(rest);
        let Some(row) = self.words[rest * N..].first_chunk_mut::<N>() else { return false };
        if reached && figures <= *row {
            return false;
        }
        *row = figures;
        self.reach(rest);
        true
    }

    /// Returns one figure of a rest, raised by 2^15.
    #[inline]
    pub(super) fn figure(&self, rest: usize, length: usize, figure: usize) -> u16 {
        let word = self.row(rest, length)[figure / FIGURES_A_WORD];
        (word >> (FIGURE_BITS * (FIGURES_A_WORD - 1 - figure % FIGURES_A_WORD))) as u16
    }

    /// Returns the figures of a rest; `length` is the number of figures.
    #[inline]
    pub(super) fn row(&self, rest: usize, length: usize) -> &[u64] {
        let words = length.div_ceil(FIGURES_A_WORD);
        &self.words[rest * words..(rest + 1) * words]
    }

    /// Replaces the figures of a rest by `from` with these changes, if that is better than all ways
    /// offered before. Returns whether it was.
    #[inline]
    pub(super) fn offer(&mut self, rest: usize, from: &[u64], changes: &[(u16, u64)]) -> bool {
        let words = from.len();
        let reached = self.is_reached(rest);
        let row = &mut self.words[rest * words..(rest + 1) * words];
        if reached && !is_better(from, changes, row) {
            return false;
        }
        row.copy_from_slice(from);
        for &(word, more) in changes {
            row[usize::from(word)] = row[usize::from(word)].wrapping_add(more);
        }
        self.reach(rest);
        true
    }
}

/// Whether figures with these changes are better than others: the first difference decides.
#[inline]
fn is_better(figures: &[u64], changes: &[(u16, u64)], others: &[u64]) -> bool {
    let mut next = 0;
    for &(word, more) in changes {
        let word = usize::from(word);
        let order = figures[next..word].cmp(&others[next..word]);
        let order = order.then(figures[word].wrapping_add(more).cmp(&others[word]));
        if order.is_ne() {
            return order.is_gt();
        }
        next = word + 1;
    }
    figures[next..] > others[next..]
}

impl FigureOrder {
    pub(super) fn new(roster: &EclipseRoster, policy: Policy, counts_spares: bool) -> Self {
        let mut rank_of = [0; GROUPS];
        let mut ranks = 0;
        for same in roster
            .by_rank
            .chunk_by(|&g, &h| roster.rank[usize::from(g)] == roster.rank[usize::from(h)])
        {
            for &group in same {
                rank_of[usize::from(group)] = ranks;
            }
            ranks += 1;
        }
        let most = roster.full.iter().copied().max().unwrap_or(0);
        let every_life = (1..=most).fold(0, |set, life| set | life_bit(life));
        let groups_with_spares =
            if counts_spares && !roster.ranks_differ { roster.groups } else { 0 };
        let of_spares = if counts_spares { 2 + ranks + groups_with_spares } else { 0 };
        let mut order = Self {
            ranks,
            rank_of,
            lives: [0; GROUPS],
            first_life: [0; GROUPS],
            losses: 2 * ranks,
            length: 2 * ranks + roster.groups + of_spares,
            all: 0,
            counts_spares,
            groups_with_spares,
            concentrated: if policy == Policy::NpcSpread { -1 } else { 1 },
        };
        order.keep_lives([every_life; GROUPS]);
        order.all = order.length;
        order
    }

    /// Makes room for the figures of these lives only.
    pub(super) fn keep_lives(&mut self, lives: [u64; GROUPS]) {
        let others = self.length - self.losses;
        let mut place = 2 * self.ranks;
        for (first, lives) in self.first_life.iter_mut().zip(&lives).take(self.ranks) {
            *first = place;
            place += lives.count_ones() as usize;
        }
        self.lives = lives;
        self.losses = place;
        self.length = place + others;
    }

    /// Number of words of a result's figures.
    pub(super) fn words(&self) -> usize {
        self.length.div_ceil(FIGURES_A_WORD)
    }

    /// Returns the position of the figure that counts ships of a rank with this remaining life.
    #[inline]
    fn place_of(&self, rank: usize, life: u8) -> usize {
        let lower = self.lives[rank] & (life_bit(life) - 1);
        self.first_life[rank] + lower.count_ones() as usize
    }

    /// Returns the changes of the figures if a ship is left with `life` after `dice` missiles, of
    /// which `spare` are spare.
    pub(super) fn changes(
        &self,
        roster: &EclipseRoster,
        target: LivingTarget,
        life: u8,
        (dice, spare): (i16, i16),
    ) -> Changes {
        let mut changes = Changes::new();
        // Positions are added in ascending order.
        let mut add = |place: usize, more: i16| {
            let (word, nth) = ((place / FIGURES_A_WORD) as u16, place % FIGURES_A_WORD);
            let more = (more as u64) << (FIGURE_BITS * (FIGURES_A_WORD - 1 - nth));
            match changes.last_mut() {
                Some((last, sum)) if *last == word => *sum = sum.wrapping_add(more),
                _ => changes.push((word, more)),
            }
        };
        let rank = self.rank_of[target.group];
        if life == 0 {
            add(rank, 1);
        } else {
            add(self.ranks + rank, i16::from(roster.full[target.group] - life));
            add(self.place_of(rank, life), self.concentrated);
        }
        add(self.losses + target.group, i16::from(target.life - life));
        if self.counts_spares {
            let of_groups = self.length - 1 - self.groups_with_spares;
            let of_ranks = of_groups - self.ranks;
            add(of_ranks - 1, -spare);
            add(of_ranks + rank, spare);
            if self.groups_with_spares > 0 {
                add(of_groups + target.group, spare);
            }
            if life == 0 {
                add(self.length - 1, -dice);
            }
        }
        changes
    }
}

/// Returns the bit of a life in a set of lives. Even those of the largest hull fit 64 bits.
#[inline]
pub(super) fn life_bit(life: u8) -> u64 {
    1 << (life - 1)
}

const _: () = assert!(HULL < u64::BITS as u8, "lives fit a set of bits");

/// Returns the living ships, from the largest to the smallest.
pub(super) fn targets<'a>(
    roster: &'a EclipseRoster,
    ships: &'a Ships,
) -> impl DoubleEndedIterator<Item = LivingTarget> + 'a {
    roster.by_rank.iter().flat_map(move |&group| {
        let group = usize::from(group);
        let living = roster.living(ships, group);
        living.map(move |place| LivingTarget { group, place, life: ships.life[place] })
    })
}

#[cfg(test)]
mod tests {
    use super::{
        EclipseRoster, FigureOrder, FigureTable, GROUPS, HULL, LivingTarget, Policy, life_bit,
    };

    /// Compares all results of two ships with the largest hull, left with various lives, in the
    /// order of D8, figure by figure. If the sums of the lives are equal, so is the damage; then
    /// the weaker ship decides, for `npc-spread` the other way round.
    #[test]
    fn d8_results_of_large_ships_are_compared_figure_by_figure() {
        let full = HULL + 1;
        let roster = EclipseRoster {
            groups: 1,
            first: [0; GROUPS],
            count: [2; GROUPS],
            full: [full; GROUPS],
            regenerate: [0; GROUPS],
            rank: [0; GROUPS],
            by_rank: vec![0],
            ranks_differ: true,
        };
        for policy in [Policy::Npc, Policy::NpcSpread] {
            let mut order = FigureOrder::new(&roster, policy, false);
            let lives = [0, 1, 2, 30, 59, 60, 61];
            let kept = lives[1..].iter().fold(0, |set, &life| set | life_bit(life));
            order.keep_lives([kept; GROUPS]);
            let row = |pair: [u8; 2]| {
                let [mut now, mut next] = [(); 2].map(|()| FigureTable::default());
                now.clear(1, order.length);
                for life in pair {
                    next.clear(1, order.length);
                    let target = LivingTarget { group: 0, place: 0, life: full };
                    let changes = order.changes(&roster, target, life, (0, 0));
                    assert!(next.offer(0, now.row(0, order.length), &changes));
                    std::mem::swap(&mut now, &mut next);
                }
                now.row(0, order.length).to_vec()
            };
            let key = |pair: [u8; 2]| {
                let sunk = pair.iter().filter(|&&life| life == 0).count();
                let damage: u32 =
                    pair.iter().filter(|&&life| life > 0).map(|life| u32::from(full - life)).sum();
                // Numbers of ships with one life left, with two, …; the first difference decides.
                let by_life: Vec<i32> = (1..=full)
                    .map(|life| pair.iter().filter(|&&left| left == life).count() as i32)
                    .map(|ships| if policy == Policy::Npc { ships } else { -ships })
                    .collect();
                (sunk, damage, by_life)
            };
            let pairs = || lives.into_iter().flat_map(|a| lives.map(|b| [a, b]));
            for (one, other) in pairs().flat_map(|one| pairs().map(move |other| (one, other))) {
                let found = row(one).cmp(&row(other));
                let known = key(one).cmp(&key(other));
                assert_eq!(found, known, "{one:?} {other:?} {policy}");
            }
        }
    }
}
