//! Packs of values that are compared and added side by side.

use std::ops::Range;

use crate::array::array;

/// Number in which a value is kept.
pub(super) trait Cell:
    Copy + Default + PartialOrd + Send + Sync + std::fmt::Debug + 'static
{
    /// Number of figures by which a side compares its choices: its objective, and perhaps a second
    /// figure that decides ties.
    const FIGURES: usize;

    fn of(value: f64) -> Self;
    fn value(self) -> f64;

    /// Returns the number of the choice in each lane, four bits each.
    fn nibbles<const L: usize>(numbers: &[Self; L]) -> u32;

    /// Finds the best target in each lane of some packs. `from` holds the packs of each target.
    /// `known` gives the choices of the previous pass, which are kept unless another one is better.
    fn best_of_all<const N: usize, const AIM: u8, const L: usize>(
        from: &[&[Pack<Self, N, L>]],
        packs: Range<usize>,
        criterion: TargetCriterion<Self>,
        known: Option<impl Fn(usize) -> [u8; L]>,
        found: impl Found<Self, N, L>,
    );
}

/// Keeps the best targets. A trait, because closures are not always inlined here.
pub(super) trait Found<C, const N: usize, const L: usize> {
    /// Notes the values of the best targets of a pack, and the numbers of these targets.
    fn note(&mut self, pack: usize, best: Pack<C, N, L>, numbers: [C; L]);
}

/// N figures of L situations.
pub(super) type Pack<C, const N: usize, const L: usize> = [[C; L]; N];

/// Sums of N figures of L situations.
pub(super) type Sums<const N: usize, const L: usize> = Pack<f64, N, L>;

/// Criterion by which a side chooses targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetCriterion<C> {
    /// The figures to optimise and their direction: [`FIRST`], [`LEAST`] or [`SECOND`].
    pub(super) aim: u8,
    /// Largest difference between figures that count as equal, if ties are decided.
    pub(super) tie: C,
    /// Difference of the next figure from which on it decides a tie. If it is infinite, the first
    /// of equally good targets is taken.
    pub(super) more_of_next: C,
}

/// Maximises the first figures.
pub(super) const FIRST: u8 = 0;
/// Minimises the first figures.
pub(super) const LEAST: u8 = 1;
/// Maximises the second side's own figures, which follow the first ones.
pub(super) const SECOND: u8 = 2;

/// Number of figures that include the rank of the result of a volley, and the index of that one.
pub(super) const RANKED: usize = 5;
pub(super) const RANK: usize = 4;

const fn figure<C: Cell>(aim: u8) -> usize {
    if aim == SECOND { C::FIGURES } else { 0 }
}

impl Cell for f64 {
    const FIGURES: usize = 2;

    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn value(self) -> f64 {
        self
    }

    #[inline(always)]
    fn nibbles<const L: usize>(numbers: &[f64; L]) -> u32 {
        // All sums are whole numbers below 2³², which the last digits of 2⁵² + n show.
        const PLACES: [f64; 8] =
            [1.0, 16.0, 256.0, 4096.0, 65_536.0, 1_048_576.0, 16_777_216.0, 268_435_456.0];
        let sum = (0..L).fold(0.0, |sum, lane| sum + numbers[lane] * PLACES[lane]);
        (sum + 4_503_599_627_370_496.0).to_bits() as u32
    }

    #[inline(always)]
    fn best_of_all<const N: usize, const AIM: u8, const L: usize>(
        from: &[&[Pack<f64, N, L>]],
        packs: Range<usize>,
        criterion: TargetCriterion<f64>,
        known: Option<impl Fn(usize) -> [u8; L]>,
        mut found: impl Found<f64, N, L>,
    ) {
        for pack in packs {
            let (best, numbers) = match &known {
                None => best_from::<N, AIM, L>(
                    (from[0][pack], [0.0; L]),
                    &from[1..],
                    (pack, 1.0),
                    criterion,
                ),
                Some(known) => best_but::<N, AIM, L>(known(pack), from, pack, criterion),
            };
            found.note(pack, best, numbers);
        }
    }
}

/// Values of the best targets, and their numbers.
type Best<const N: usize, const L: usize> = (Pack<f64, N, L>, [f64; L]);

/// Compares the best targets so far with all others. The first of equally good targets is kept.
///
/// The compiler turns the loop over lanes into vectors, if each lane is finished before the next.
#[inline(always)]
fn best_from<const N: usize, const AIM: u8, const L: usize>(
    (mut best, mut numbers): Best<N, L>,
    others: &[&[Pack<f64, N, L>]],
    (pack, first): (usize, f64),
    TargetCriterion { tie, more_of_next, .. }: TargetCriterion<f64>,
) -> Best<N, L> {
    let figure = figure::<f64>(AIM);
    let mut number = first;
    for row in others {
        let theirs = &row[pack];
        for lane in 0..L {
            let gain = |n: usize| match AIM {
                LEAST => best[n][lane] - theirs[n][lane],
                _ => theirs[n][lane] - best[n][lane],
            };
            let (more, next) = (gain(figure), gain(figure + 1));
            let mut better = (more > tie) | ((more >= -tie) & (next > more_of_next));
            if N == RANKED {
                let is_equal = (more >= -tie) & (next >= -more_of_next);
                better |= is_equal & (theirs[RANK][lane] > best[RANK][lane]);
            }
            for n in 0..N {
                best[n][lane] = if better { theirs[n][lane] } else { best[n][lane] };
            }
            numbers[lane] = if better { number } else { numbers[lane] };
        }
        number += 1.0;
    }
    (best, numbers)
}

/// Keeps the choices of an earlier pass unless another one is better.
#[inline(never)]
fn best_but<const N: usize, const AIM: u8, const L: usize>(
    known: [u8; L],
    from: &[&[Pack<f64, N, L>]],
    pack: usize,
    criterion: TargetCriterion<f64>,
) -> Best<N, L> {
    let (mut best, numbers) = (from[0][pack], array(|lane| f64::from(known[lane])));
    for (lane, &n) in known.iter().enumerate() {
        let row = from[usize::from(n)];
        (0..N).for_each(|figure| best[figure][lane] = row[pack][figure][lane]);
    }
    best_from::<N, AIM, L>((best, numbers), from, (pack, 0.0), criterion)
}

impl Cell for f32 {
    const FIGURES: usize = 1;

    #[inline(always)]
    fn of(value: f64) -> Self {
        value as f32
    }

    #[inline(always)]
    fn value(self) -> f64 {
        self.into()
    }

    #[inline(always)]
    fn nibbles<const L: usize>(numbers: &[f32; L]) -> u32 {
        // All sums are whole numbers below 2¹⁶, which the last digits of 2²³ + n show.
        const PLACES: [f32; 4] = [1.0, 16.0, 256.0, 4096.0];
        let bits = |from: usize| {
            let four: [f32; 4] = array(|lane| numbers[from + lane] * PLACES[lane]);
            let sum = (four[0] + four[2]) + (four[1] + four[3]);
            (sum + 8_388_608.0).to_bits() & 0xffff
        };
        (0..L / 4).fold(0, |all, four| all | bits(4 * four) << (16 * four))
    }

    #[inline(always)]
    fn best_of_all<const N: usize, const AIM: u8, const L: usize>(
        from: &[&[Pack<f32, N, L>]],
        packs: Range<usize>,
        _criterion: TargetCriterion<f32>,
        _known: Option<impl Fn(usize) -> [u8; L]>,
        mut found: impl Found<f32, N, L>,
    ) {
        let mut pack = packs.start;
        while pack + 2 <= packs.end {
            let (best, numbers) = greatest::<N, AIM, L, 2>(from, pack);
            found.note(pack, best[0], numbers[0]);
            found.note(pack + 1, best[1], numbers[1]);
            pack += 2;
        }
        if pack < packs.end {
            let (best, numbers) = greatest::<N, AIM, L, 1>(from, pack);
            found.note(pack, best[0], numbers[0]);
        }
    }
}

/// Returns the best target in each lane of `W` packs. Equal values are equally good: they are kept
/// on a grid.
#[inline(always)]
fn greatest<const N: usize, const AIM: u8, const L: usize, const W: usize>(
    from: &[&[Pack<f32, N, L>]],
    pack: usize,
) -> ([Pack<f32, N, L>; W], [[f32; L]; W]) {
    let figure = figure::<f32>(AIM);
    let mut best: [Pack<f32, N, L>; W] = array(|n| from[0][pack + n]);
    let mut numbers = [[0.0; L]; W];
    let mut number = 0.0;
    for row in &from[1..] {
        number += 1.0;
        for n in 0..W {
            let theirs = &row[pack + n];
            for lane in 0..L {
                let (our, their) = (best[n][figure][lane], theirs[figure][lane]);
                let better = if AIM == LEAST { their < our } else { their > our };
                for of in 0..N {
                    let kept = best[n][of][lane];
                    best[n][of][lane] = if better { theirs[of][lane] } else { kept };
                }
                numbers[n][lane] = if better { number } else { numbers[n][lane] };
            }
        }
    }
    (best, numbers)
}

/// Adds the values of a pack, weighted by one chance.
#[inline(always)]
pub(super) fn add<C: Cell, const N: usize, const L: usize>(
    sums: &mut Sums<N, L>,
    chance: f64,
    values: &Pack<C, N, L>,
) {
    for figure in 0..N {
        for lane in 0..L {
            sums[figure][lane] += chance * values[figure][lane].value();
        }
    }
}

/// Adds the values of a pack, weighted by the chance of each lane.
#[inline(always)]
pub(super) fn add_by_lane<C: Cell, const N: usize, const L: usize>(
    sums: &mut Sums<N, L>,
    chances: &[f64; L],
    values: &Pack<C, N, L>,
) {
    for figure in 0..N {
        for lane in 0..L {
            sums[figure][lane] += chances[lane] * values[figure][lane].value();
        }
    }
}
