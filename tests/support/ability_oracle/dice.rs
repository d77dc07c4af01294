//! Dice: what a side's roll makes, with all that its owner does to it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Dice of one unit that are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Spec {
    pub(crate) dice: usize,
    /// The least face that hits.
    pub(crate) from: i32,
    /// Their hits go to non-fighter ships.
    pub(crate) aimed: bool,
    /// Natural 9s and 10s are counted.
    pub(crate) counts: bool,
}

impl Spec {
    fn chance(&self) -> f64 {
        f64::from((11 - self.from).clamp(0, 10)) / 10.0
    }
}

/// What the owner of a roll does to his dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Handling {
    /// Misses are rolled again, for the round or by an ability.
    pub(crate) again: bool,
    /// Misses are rolled once more by War Funding.
    pub(crate) funded: bool,
    pub(crate) crowned: bool,
    /// Whether misses by one are counted.
    pub(crate) by_one: bool,
}

/// What the dice of a side show at the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Shown {
    pub(crate) plain: usize,
    pub(crate) aimed: usize,
    /// Dice that missed by one.
    pub(crate) near: usize,
    pub(crate) near_aimed: usize,
    /// Natural 9s and 10s of units for which they count.
    pub(crate) natural: usize,
}

impl Shown {
    pub(crate) fn hits(&self) -> usize {
        self.plain + self.aimed
    }

    /// Turns as many dice that missed by one into hits, those that are not aimed first.
    pub(crate) fn turn(&mut self, most: usize) -> usize {
        let plain = most.min(self.near);
        let aimed = (most - plain).min(self.near_aimed);
        self.near -= plain;
        self.near_aimed -= aimed;
        self.plain += plain;
        self.aimed += aimed;
        plain + aimed
    }
}

/// Whether War Funding rolled a die again, and what the dice show.
pub(crate) type Rolled = Rc<Vec<((bool, Shown), f64)>>;

/// Rolls that are known already.
#[derive(Default)]
pub(crate) struct Rolls(RefCell<HashMap<(Vec<Spec>, Handling), Rolled>>);

impl Rolls {
    /// What these dice can show.
    pub(crate) fn of(&self, mut specs: Vec<Spec>, handling: Handling) -> Rolled {
        specs.retain(|spec| spec.dice > 0);
        specs.sort_unstable();
        let key = (specs, handling);
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let mut sum = BTreeMap::from([(Default::default(), 1.0)]);
        for spec in &key.0 {
            sum = convolve(&sum, &unit(spec, handling), |(s, a), (t, b)| (*s || *t, plus(a, b)));
        }
        let rolled: Rolled = Rc::new(sum.into_iter().collect());
        self.0.borrow_mut().insert(key, rolled.clone());
        rolled
    }
}

/// The mean of a fresh roll.
pub(crate) fn mean(specs: &[Spec]) -> f64 {
    specs.iter().map(|spec| spec.dice as f64 * spec.chance()).sum()
}

type Chances<T> = BTreeMap<T, f64>;

fn convolve<T: Ord + Copy, U: Copy>(
    one: &Chances<T>,
    other: &Chances<U>,
    join: impl Fn(&T, &U) -> T,
) -> Chances<T> {
    let mut sum = Chances::new();
    for (a, p) in one {
        for (b, q) in other {
            *sum.entry(join(a, b)).or_insert(0.0) += p * q;
        }
    }
    sum
}

fn plus(a: &Shown, b: &Shown) -> Shown {
    Shown {
        plain: a.plain + b.plain,
        aimed: a.aimed + b.aimed,
        near: a.near + b.near,
        near_aimed: a.near_aimed + b.near_aimed,
        natural: a.natural + b.natural,
    }
}

/// One die as it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Face {
    hit: bool,
    near: bool,
    natural: bool,
}

/// Dice of one unit as they lie: whether War Funding rolled one again; hits, natural 9s and 10s of
/// them; misses, those by one, natural 9s and 10s of them.
type Lying = (bool, usize, usize, usize, usize, usize);

fn faces(from: i32) -> Chances<Face> {
    let mut chances = Chances::new();
    for shown in 1..=10 {
        let face = Face { hit: shown >= from, near: shown == from - 1, natural: shown >= 9 };
        *chances.entry(face).or_insert(0.0) += 0.1;
    }
    chances
}

/// Rolls the misses again.
fn reroll(dice: &Chances<(bool, Face)>, from: i32, funded: bool) -> Chances<(bool, Face)> {
    let mut after = Chances::new();
    for (&(missed, face), p) in dice {
        if face.hit {
            *after.entry((missed, face)).or_insert(0.0) += p;
            continue;
        }
        for (second, q) in faces(from) {
            *after.entry((funded, second)).or_insert(0.0) += p * q;
        }
    }
    after
}

/// What the dice of one unit show.
fn unit(spec: &Spec, handling: Handling) -> Chances<(bool, Shown)> {
    let fresh = faces(spec.from).into_iter().map(|(face, p)| ((false, face), p));
    let mut die: Chances<(bool, Face)> = fresh.collect();
    if handling.again {
        die = reroll(&die, spec.from, false);
    }
    if handling.funded {
        die = reroll(&die, spec.from, true);
    }
    let mut all: Chances<Lying> = Chances::from([((false, 0, 0, 0, 0, 0), 1.0)]);
    for _ in 0..spec.dice {
        all = convolve(&all, &die, |lying, (missed, face)| {
            let (s, hits, natural, misses, near, lost) = *lying;
            let nine = usize::from(face.natural);
            let s = s || *missed;
            if face.hit {
                (s, hits + 1, natural + nine, misses, near, lost)
            } else {
                (s, hits, natural, misses + 1, near + usize::from(face.near), lost + nine)
            }
        });
    }
    let mut chances = Chances::new();
    for (lying, p) in all {
        for (shown, q) in crowned(spec, handling, &lying) {
            *chances.entry((lying.0, shown)).or_insert(0.0) += p * q;
        }
    }
    chances
}

/// The Crown of Thalnos: a unit that has a hit rolls its misses again at +1, and one whose reroll
/// cannot miss.
fn crowned(spec: &Spec, handling: Handling, lying: &Lying) -> Vec<(Shown, f64)> {
    let &(_, hits, natural, misses, near, lost) = lying;
    let shown = |hits: usize, near: usize, natural: usize| {
        let near = if handling.by_one { near } else { 0 };
        let natural = if spec.counts { natural } else { 0 };
        if spec.aimed {
            Shown { aimed: hits, near_aimed: near, natural, ..Shown::default() }
        } else {
            Shown { plain: hits, near, natural, ..Shown::default() }
        }
    };
    let rolls = handling.crowned && misses > 0 && (hits > 0 || spec.from - 1 <= 1);
    if !rolls {
        return vec![(shown(hits, near, natural + lost), 1.0)];
    }
    let mut all = Chances::from([((hits, 0, natural), 1.0)]);
    for _ in 0..misses {
        all = convolve(&all, &faces(spec.from - 1), |&(hits, near, natural), face| {
            let natural = natural + usize::from(face.natural);
            (hits + usize::from(face.hit), near + usize::from(face.near), natural)
        });
    }
    all.into_iter().map(|((hits, near, natural), p)| (shown(hits, near, natural), p)).collect()
}
