//! Which of many designs is best.
//!
//! Branch and bound: designs are kept in boxes. Of a box the odds of its ideal are worked out,
//! which has the most of everything that any design in it has, with all dice assigned in its
//! favour, the enemy's too. No design of the box wins more often, whoever plays how; so a box
//! whose ideal is worse than what has been found need not be opened, and the optimum is never
//! lost by that. The most promising box is opened first: it is halved, and one that holds a
//! single design is fought as it is.

use std::cmp::{Ordering, Reverse};
use std::sync::atomic::{self, AtomicBool};

use rayon::ThreadPool;

use super::compare::{Contest, Rank, Ranking, compare};
use super::ledger::Ledger;
use super::total::{StoppedBy, Total};
use super::{NoAnswer, Question, eclipse};
use crate::scenario::Muster;
use crate::tally::Standing;

/// What is to be found.
pub struct Search<'a, E> {
    /// What tells the designs apart, of which more is better.
    pub designs: &'a [Vec<i32>],
    /// By design, the box that it begins in: what differs in more than that is never together.
    pub boxes: Vec<usize>,
    /// The battles of the ideal of several designs, against each enemy: none if it cannot be
    /// fought; nothing where no ideal is known.
    pub ideal: Option<&'a Asks<'a, [usize], E>>,
    /// The battles of a design.
    pub asked: &'a Asks<'a, usize, E>,
    /// How much each enemy counts; all together 1.
    pub weights: Vec<f64>,
    /// The side that is designed.
    pub side: usize,
    /// What counts.
    pub rank: Rank,
    /// How many of the best are wanted.
    pub top: usize,
}

/// What asks for the battles of something, one against each enemy.
pub type Asks<'a, T, E> = dyn Fn(&T) -> Result<Vec<Question>, E> + Sync + 'a;

/// What has been found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best designs, the first of all first. What another has more of, and is not worse,
    /// is not among them.
    pub best: Vec<Standing>,
    /// Designs that were fought.
    pub looked_at: usize,
    /// Why there may be better designs, if there may.
    pub stopped: Option<StoppedBy>,
}

/// Designs, of which none can win more often than their ideal.
struct DesignBox {
    designs: Vec<usize>,
    /// How often that wins.
    bound: f64,
}

/// Boxes that are opened together: the same, whoever has how many threads.
const TOGETHER: usize = 32;

/// Designs that are fought where the total was spent before any was.
const SAMPLE: usize = 8;

/// Part of the total that they may take besides it.
const SAMPLE_SHARE: f64 = 0.1;

/// Odds that are as good as each other.
const EQUAL: f64 = 1e-12;

/// What a search works with: its threads, the flag that stops it, what it may take.
pub type Means<'a> = (&'a ThreadPool, &'a AtomicBool, &'a Total);

impl<E: From<NoAnswer> + Send + Sync> Search<'_, E> {
    /// Finds the best designs until the total is spent; `tick` is called for each that has been
    /// dealt with.
    ///
    /// # Errors
    /// If a battle cannot be fought, or exact odds were asked for and do not fit.
    pub fn find(&self, means: Means<'_>, tick: &(dyn Fn(usize) + Sync)) -> Result<Found, E> {
        let mut found = Found { best: Vec::new(), looked_at: 0, stopped: None };
        match self.search(&mut found, means, tick) {
            // What has been found until then is shown.
            Err(_) if means.1.load(atomic::Ordering::Relaxed) => {
                found.stopped = Some(StoppedBy::Interrupt);
            }
            done => done?,
        }
        Ok(found)
    }

    fn search(
        &self,
        found: &mut Found,
        means: Means<'_>,
        tick: &(dyn Fn(usize) + Sync),
    ) -> Result<(), E> {
        let Some(ideal) = self.ideal.filter(|_| self.rank == Rank::Win) else {
            let all: Vec<usize> = (0..self.designs.len()).collect();
            self.fight(&all, found, means, &|| tick(1))?;
            self.rank(&mut found.best);
            return self.sample(vec![DesignBox { designs: all, bound: 1.0 }], found, means);
        };
        let mut first = vec![Vec::new(); self.boxes.iter().max().map_or(0, |last| last + 1)];
        self.boxes.iter().enumerate().for_each(|(design, &place)| first[place].push(design));
        let mut boxes = self.bounded(first, ideal, found, means)?;
        while !boxes.is_empty() && found.stopped.is_none() {
            let bar = self.bar(&found.best);
            boxes.retain(|one| {
                let is_open = one.bound > bar + EQUAL;
                if !is_open && found.best.len() == self.top {
                    tick(one.designs.len());
                }
                is_open || found.best.len() < self.top
            });
            boxes.sort_by(by_promise);
            let open: Vec<DesignBox> = boxes.drain(..boxes.len().min(TOGETHER)).collect();
            let (single, several): (Vec<DesignBox>, Vec<DesignBox>) =
                open.into_iter().partition(|one| one.designs.len() == 1);
            let single: Vec<usize> = single.into_iter().map(|one| one.designs[0]).collect();
            self.fight(&single, found, means, &|| ())?;
            tick(single.len());
            self.rank(&mut found.best);
            let halves = several.into_iter().flat_map(|one| self.halve(one.designs)).collect();
            boxes.extend(self.bounded(halves, ideal, found, means)?);
        }
        self.sample(boxes, found, means)
    }

    /// Fights designs as they are.
    fn fight(
        &self,
        designs: &[usize],
        found: &mut Found,
        (pool, stop, total): Means<'_>,
        tick: &(dyn Fn() + Sync),
    ) -> Result<(), E> {
        if designs.is_empty() {
            return Ok(());
        }
        let battles = total.ask_each(designs.len(), pool, |n, _| (self.asked)(&designs[n]))?;
        let is_cut = battles.len() < designs.len();
        self.compare(designs, battles, found, (pool, stop, total), tick)?;
        found.stopped = found.stopped.or(StoppedBy::of(stop, is_cut));
        Ok(())
    }

    /// Fights one design of each of the most promising boxes, with a little more work, if the total
    /// was spent before there was anything to show.
    fn sample(
        &self,
        mut boxes: Vec<DesignBox>,
        found: &mut Found,
        (pool, stop, total): Means<'_>,
    ) -> Result<(), E> {
        if !found.best.is_empty() || found.stopped != Some(StoppedBy::Total) {
            return Ok(());
        }
        boxes.sort_by(by_promise);
        let sum =
            |design: usize| -> i64 { self.designs[design].iter().copied().map(i64::from).sum() };
        let strongest = |one: &DesignBox| {
            one.designs.iter().copied().max_by_key(|&design| (sum(design), Reverse(design)))
        };
        let sample: Vec<usize> = boxes.iter().take(SAMPLE).filter_map(strongest).collect();
        let battles = sample.iter().map(self.asked).collect::<Result<_, E>>()?;
        let more = Total::new(total.seconds() * SAMPLE_SHARE);
        self.compare(&sample, battles, found, (pool, stop, &more), &|| ())?;
        self.rank(&mut found.best);
        Ok(())
    }

    /// Fights the first of these designs, of which these are the battles.
    fn compare(
        &self,
        designs: &[usize],
        battles: Vec<Vec<Question>>,
        found: &mut Found,
        (pool, stop, total): Means<'_>,
        tick: &(dyn Fn() + Sync),
    ) -> Result<(), E> {
        let (weights, side, rank) = (self.weights.clone(), self.side, self.rank);
        let contest = Contest { battles, weights, side, rank };
        let Ranking { standings, stopped } = compare(&contest, total, (pool, stop), tick)?;
        found.looked_at += standings.len();
        found.stopped = stopped.or(found.stopped);
        found.best.extend(standings.into_iter().map(|mut standing| {
            standing.number = designs[standing.number];
            standing
        }));
        Ok(())
    }

    /// Puts standings in order, and leaves out what is not wanted.
    fn rank(&self, best: &mut Vec<Standing>) {
        let value = |standing: &Standing| self.rank.of(standing).value;
        best.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.number.cmp(&b.number)));
        let mut listed: Vec<Standing> = Vec::new();
        for standing in best.drain(..) {
            let is_covered = listed.iter().any(|l| self.covers(l.number, standing.number));
            // What never wins is listed only if there is nothing else.
            let is_hopeless = !listed.is_empty() && standing.total.win.high <= 0.0;
            if listed.len() < self.top && !is_covered && !is_hopeless {
                listed.push(standing);
            }
        }
        if let Some(first) = listed.first().map(|best| self.rank.of(best)) {
            for standing in &mut listed {
                standing.behind = first.less(self.rank.of(standing));
            }
        }
        *best = listed;
    }

    /// Has one of two designs of everything as much as the other?
    fn covers(&self, one: usize, other: usize) -> bool {
        let all = |a: &[i32], b: &[i32]| a.iter().zip(b).all(|(mine, its)| mine >= its);
        self.boxes[one] == self.boxes[other] && all(&self.designs[one], &self.designs[other])
    }

    /// What a design has to exceed.
    fn bar(&self, best: &[Standing]) -> f64 {
        match best.get(self.top - 1) {
            Some(last) => self.rank.of(last).value,
            None => f64::NEG_INFINITY,
        }
    }

    /// Boxes with the odds of their ideals; those for which the total is not enough are missing.
    fn bounded(
        &self,
        boxes: Vec<Vec<usize>>,
        ideal: &Asks<'_, [usize], E>,
        found: &mut Found,
        (pool, stop, total): Means<'_>,
    ) -> Result<Vec<DesignBox>, E> {
        let bounds = total.ask_each(boxes.len(), pool, |n, work| -> Result<f64, E> {
            if stop.load(atomic::Ordering::Relaxed) {
                return Err(NoAnswer::Stopped.into());
            }
            let battles = ideal(&boxes[n])?;
            let mut bound = if battles.is_empty() { 1.0 } else { 0.0 };
            for (question, weight) in battles.iter().zip(&self.weights) {
                bound += weight * self::bound(question, self.side, stop, work)?;
            }
            Ok(bound)
        })?;
        if bounds.len() < boxes.len() {
            found.stopped = Some(StoppedBy::Total);
        }
        let one = |(designs, bound)| DesignBox { designs, bound };
        Ok(boxes.into_iter().zip(bounds).map(one).collect())
    }

    /// Halves a box where its designs differ most.
    fn halve(&self, mut designs: Vec<usize>) -> [Vec<usize>; 2] {
        let spread = |at: &usize| {
            let values = designs.iter().map(|&design| self.designs[design][*at]);
            values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
        };
        let dimensions = self.designs[designs[0]].len();
        let widest = (0..dimensions).max_by_key(|at| (spread(at), Reverse(*at))).unwrap_or(0);
        designs.sort_by_key(|&design| (self.designs[design][widest], design));
        let upper = designs.split_off(designs.len() / 2);
        [upper, designs]
    }
}

/// Boxes in order, the one with the highest bound first.
fn by_promise(a: &DesignBox, b: &DesignBox) -> Ordering {
    b.bound.total_cmp(&a.bound).then(a.designs[0].cmp(&b.designs[0]))
}

/// Returns what a side can win at most, however both sides play. Adds the estimated seconds on one
/// core to `work`.
fn bound(
    question: &Question,
    side: usize,
    stop: &AtomicBool,
    work: &mut f64,
) -> Result<f64, NoAnswer> {
    let mut ledger = Ledger::new(question.budget);
    let bound = match &question.muster {
        Muster::Eclipse(muster) => eclipse::bound(question, muster, side, &mut ledger, stop)?,
        _ => 1.0,
    };
    *work += ledger.taken();
    Ok(bound)
}
