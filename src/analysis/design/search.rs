//! Search for the best of many designs, by branch and bound.
//!
//! Designs are grouped into boxes. The ideal of a box has the best of each property of its designs.
//! Its odds, with all dice assigned in its favour including those of the enemy, are an upper bound
//! for every design of the box, for any play of both sides. A box whose bound does not exceed the
//! best designs found so far is discarded, which never loses the optimum. The boxes with the
//! highest bounds are opened first: a box with several designs is halved, and a single design is
//! fought.

use super::DesignQuestion;
use crate::analysis::compare::{Contest, Rank, Ranking, compare};
use crate::analysis::total::{StoppedBy, Total};
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::engine::Ctx;
use crate::result::RankedCandidate;
use std::cmp::{Ordering, Reverse};

/// Search for the best designs.
pub(super) struct DesignSearch<'a, E> {
    /// Properties of each design; larger values are better.
    pub(super) designs: &'a [Vec<i32>],
    /// Index of the initial box of each design. Designs with different initial boxes never share a
    /// box and are not comparable by their properties.
    pub(super) boxes: Vec<usize>,
    /// Returns the battles of the ideal of several designs, or none if the ideal cannot be fought.
    /// `None` if ideals are unknown; then all designs are fought.
    pub(super) ideal: Option<&'a Asks<'a, [usize], E>>,
    /// Returns the battles of a design.
    pub(super) asked: &'a Asks<'a, usize, E>,
    /// Weight of each enemy; the sum is 1.
    pub(super) weights: &'a [f64],
    /// Side of the designs: 0 attacker, 1 defender.
    pub(super) side: usize,
    /// Figure by which designs are ranked.
    pub(super) rank: Rank,
    /// Number of designs to find.
    pub(super) top: usize,
}

/// Function that returns the battles of a design or an ideal, one against each enemy.
pub(super) type Asks<'a, T, E> = dyn Fn(&T) -> Result<Vec<Question>, E> + Sync + 'a;

/// Result of a search.
#[derive(Clone, Debug)]
pub(super) struct Searched {
    /// The best designs, the best first. A design is left out if a design listed before it has
    /// at least as much of every property.
    pub(super) best: Vec<RankedCandidate>,
    /// Number of designs that were fought.
    pub(super) looked_at: usize,
    /// The reason why the search is incomplete, so that there may be better designs; `None` if it
    /// is complete.
    pub(super) stopped: Option<StoppedBy>,
}

/// Group of designs with a common upper bound.
struct DesignBox {
    designs: Vec<usize>,
    /// Upper bound of the probability that one of the designs wins.
    bound: f64,
}

/// Number of boxes that are opened together. It does not depend on the number of threads, so that
/// the result does not either.
const BATCH: usize = 32;

/// Number of designs that are fought if the total is spent before any design was fought.
const SAMPLE: usize = 8;

/// Share of the total that this sample may spend in addition.
const SAMPLE_SHARE: f64 = 0.1;

/// Difference below which odds are equal.
const EQUAL_EPS: f64 = 1e-12;

/// Threads and total of a search.
type Means<'a> = (&'a Ctx, &'a Total);

impl<'a, E: From<NoAnswer> + Send + Sync> DesignSearch<'a, E> {
    /// Creates a search without ideals.
    pub(super) fn new(
        question: &DesignQuestion<'a, E>,
        designs: &'a [Vec<i32>],
        boxes: Vec<usize>,
        asked: &'a Asks<'a, usize, E>,
    ) -> Self {
        let &DesignQuestion { weights, side, rank, top, .. } = question;
        Self { designs, boxes, ideal: None, asked, weights, side, rank, top }
    }

    /// Finds the best designs until the total is spent or the search is interrupted. `tick`
    /// receives the number of designs each time that some are fought or discarded.
    ///
    /// # Errors
    /// If a battle cannot be fought, or if the engine is `exact` and exact odds do not fit the
    /// budget.
    pub(super) fn find(
        &self,
        means: Means<'_>,
        tick: &(dyn Fn(usize) + Sync),
    ) -> Result<Searched, E> {
        let mut found = Searched { best: Vec::new(), looked_at: 0, stopped: None };
        match self.search(&mut found, means, tick) {
            // After an interrupt, the designs found so far are still reported.
            Err(_) if means.0.is_stopped() => {
                found.stopped = Some(StoppedBy::Interrupt);
            }
            done => done?,
        }
        Ok(found)
    }

    fn search(
        &self,
        found: &mut Searched,
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
                let is_open = one.bound > bar + EQUAL_EPS;
                if !is_open && found.best.len() == self.top {
                    tick(one.designs.len());
                }
                is_open || found.best.len() < self.top
            });
            boxes.sort_by(by_promise);
            let open: Vec<DesignBox> = boxes.drain(..boxes.len().min(BATCH)).collect();
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

    /// Fights designs and adds their results to `found`, until the total is spent.
    fn fight(
        &self,
        designs: &[usize],
        found: &mut Searched,
        (ctx, total): Means<'_>,
        tick: &(dyn Fn() + Sync),
    ) -> Result<(), E> {
        if designs.is_empty() {
            return Ok(());
        }
        let battles = total.ask_each(designs.len(), ctx, |n, _| (self.asked)(&designs[n]))?;
        let is_cut = battles.len() < designs.len();
        self.compare(designs, battles, found, (ctx, total), tick)?;
        found.stopped = found.stopped.or(StoppedBy::of(ctx.control(), is_cut));
        Ok(())
    }

    /// If the total was spent before any design was fought, fights one design of each of the most
    /// promising boxes with some additional work.
    fn sample(
        &self,
        mut boxes: Vec<DesignBox>,
        found: &mut Searched,
        (ctx, total): Means<'_>,
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
        self.compare(&sample, battles, found, (ctx, &more), &|| ())?;
        self.rank(&mut found.best);
        Ok(())
    }

    /// Fights the designs whose battles are given, the first `battles.len()` of `designs`, and adds
    /// their results to `found`.
    fn compare(
        &self,
        designs: &[usize],
        battles: Vec<Vec<Question>>,
        found: &mut Searched,
        (ctx, total): Means<'_>,
        tick: &(dyn Fn() + Sync),
    ) -> Result<(), E> {
        let (weights, side, rank) = (self.weights.to_vec(), self.side, self.rank);
        let contest = Contest { battles, weights, side, rank };
        let Ranking { ranked, stopped } = compare(&contest, total, ctx, tick)?;
        found.looked_at += ranked.len();
        found.stopped = stopped.or(found.stopped);
        found.best.extend(ranked.into_iter().map(|mut candidate| {
            candidate.number = designs[candidate.number];
            candidate
        }));
        Ok(())
    }

    /// Sorts the results, and keeps the best [`top`](Self::top) that are not covered by another.
    fn rank(&self, best: &mut Vec<RankedCandidate>) {
        let value = |candidate: &RankedCandidate| self.rank.of(candidate).value;
        best.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.number.cmp(&b.number)));
        let mut listed: Vec<RankedCandidate> = Vec::new();
        for candidate in best.drain(..) {
            let is_covered = listed.iter().any(|l| self.covers(l.number, candidate.number));
            // Designs that never win are listed only if there are no others.
            let is_hopeless = !listed.is_empty() && candidate.total.win.high <= 0.0;
            if listed.len() < self.top && !is_covered && !is_hopeless {
                listed.push(candidate);
            }
        }
        if let Some(first) = listed.first().map(|best| self.rank.of(best)) {
            for candidate in &mut listed {
                candidate.behind = first.less(self.rank.of(candidate));
            }
        }
        *best = listed;
    }

    /// Returns whether design `one` has at least as much of every property as design `other`.
    fn covers(&self, one: usize, other: usize) -> bool {
        let all = |a: &[i32], b: &[i32]| a.iter().zip(b).all(|(mine, its)| mine >= its);
        self.boxes[one] == self.boxes[other] && all(&self.designs[one], &self.designs[other])
    }

    /// Returns the value that a design must exceed to be among the best.
    fn bar(&self, best: &[RankedCandidate]) -> f64 {
        match best.get(self.top - 1) {
            Some(last) => self.rank.of(last).value,
            None => f64::NEG_INFINITY,
        }
    }

    /// Returns the boxes with their bounds, until the total is spent; the remaining boxes are
    /// missing.
    fn bounded(
        &self,
        boxes: Vec<Vec<usize>>,
        ideal: &Asks<'_, [usize], E>,
        found: &mut Searched,
        (ctx, total): Means<'_>,
    ) -> Result<Vec<DesignBox>, E> {
        let bounds = total.ask_each(boxes.len(), ctx, |n, work| -> Result<f64, E> {
            if ctx.is_stopped() {
                return Err(NoAnswer::Stopped.into());
            }
            let battles = ideal(&boxes[n])?;
            let mut bound = if battles.is_empty() { 1.0 } else { 0.0 };
            for (question, weight) in battles.iter().zip(self.weights) {
                bound += weight * self::bound(question, self.side, ctx.control(), work)?;
            }
            Ok(bound)
        })?;
        if bounds.len() < boxes.len() {
            found.stopped = Some(StoppedBy::Total);
        }
        let one = |(designs, bound)| DesignBox { designs, bound };
        Ok(boxes.into_iter().zip(bounds).map(one).collect())
    }

    /// Halves a box along the property in which its designs differ most.
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

/// Orders boxes by their bounds, the highest first.
fn by_promise(a: &DesignBox, b: &DesignBox) -> Ordering {
    b.bound.total_cmp(&a.bound).then(a.designs[0].cmp(&b.designs[0]))
}

/// Returns an upper bound of the probability that a side wins, for any play of both sides. Adds the
/// estimated seconds on one core to `work`.
fn bound(
    question: &Question,
    side: usize,
    control: &Control,
    work: &mut f64,
) -> Result<f64, NoAnswer> {
    let mut ledger = Ledger::new(question.budget);
    let bound = question.matchup.win_bound(question, side, &mut ledger, control)?;
    *work += ledger.taken();
    Ok(bound)
}
