//! Which of many designs is best.
//!
//! A design that another is at least as good as, in everything that counts, can be left out
//! where play is in its favour. What captains do is not always that: so a design is left out
//! only if the odds of one that covers it, with all dice assigned in its favour, are below the
//! best that has been found. The optimum is never lost by that.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::compare::{Contest, Rank, Ranking, compare};
use super::{NoAnswer, Question, eclipse};
use crate::rules::eclipse::Policy;
use crate::scenario::Muster;
use crate::tally::Standing;

/// What is to be found.
pub struct Search<'a, E> {
    /// How many designs there are.
    pub designs: usize,
    /// Those of which none covers another.
    pub front: Vec<usize>,
    /// Those that a design covers.
    pub covered: &'a (dyn Fn(usize) -> Vec<usize> + Sync),
    /// Has it to be shown that what is covered is not better?
    pub proves: bool,
    /// The battles of a design, against each enemy.
    pub asked: &'a (dyn Fn(usize) -> Result<Vec<Question>, E> + Sync),
    /// How much each enemy counts; all together 1.
    pub weights: Vec<f64>,
    /// The side that is designed.
    pub side: usize,
    /// What counts.
    pub rank: Rank,
}

/// What has been found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Designs, the best first.
    pub standings: Vec<Standing>,
    /// Designs that were looked at.
    pub looked_at: usize,
    /// It was told to stop.
    pub is_partial: bool,
}

/// Designs that are looked at together.
const TOGETHER: usize = 64;

impl<E: From<NoAnswer> + Send> Search<'_, E> {
    /// Finds the best designs; `tick` is called for each battle.
    ///
    /// # Errors
    /// If a battle cannot be fought, or exact odds were asked for and do not fit.
    pub fn find(
        &self,
        pool: &ThreadPool,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<Found, E> {
        let mut found = self.look(&self.front, pool, stop, tick)?;
        if !self.proves || found.is_partial {
            return Ok(found);
        }
        let mut left = self.left(pool, stop)?;
        while !left.is_empty() && !found.is_partial {
            let best = found.standings.first().map_or(0.0, |best| self.rank.of(best).value);
            left.retain(|(_, bound)| self.rank != Rank::Win || *bound > best);
            let next: Vec<usize> =
                left.drain(..left.len().min(TOGETHER)).map(|(design, _)| design).collect();
            let more = self.look(&next, pool, stop, tick)?;
            found.looked_at += more.looked_at;
            found.is_partial |= more.is_partial;
            found.standings.extend(more.standings);
            self.sort(&mut found.standings);
        }
        Ok(found)
    }

    /// Looks at some designs.
    fn look(
        &self,
        designs: &[usize],
        pool: &ThreadPool,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<Found, E> {
        if designs.is_empty() {
            return Ok(Found { standings: Vec::new(), looked_at: 0, is_partial: false });
        }
        let battles = pool.install(|| {
            designs.par_iter().map(|&design| (self.asked)(design)).collect::<Result<_, E>>()
        })?;
        let (weights, side, rank) = (self.weights.clone(), self.side, self.rank);
        let contest = Contest { battles, weights, side, rank };
        let Ranking { mut standings, is_partial } = compare(&contest, pool, stop, tick)?;
        for standing in &mut standings {
            standing.number = designs[standing.number];
        }
        self.sort(&mut standings);
        Ok(Found { standings, looked_at: designs.len(), is_partial })
    }

    fn sort(&self, standings: &mut [Standing]) {
        let value = |standing: &Standing| self.rank.of(standing).value;
        standings.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.number.cmp(&b.number)));
        if let Some(first) = standings.first().map(|best| self.rank.of(best)) {
            for standing in standings {
                standing.behind = first.less(self.rank.of(standing));
            }
        }
    }

    /// Designs that are covered, each with the most that it can win, the most promising first.
    fn left(&self, pool: &ThreadPool, stop: &AtomicBool) -> Result<Vec<(usize, f64)>, E> {
        let bound = |&design: &usize| -> Result<(f64, Vec<usize>), E> {
            if stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Stopped.into());
            }
            let battles = (self.asked)(design)?;
            let mut sum = 0.0;
            for (question, weight) in battles.iter().zip(&self.weights) {
                sum += weight * bound(question, self.side, stop)?;
            }
            Ok((sum, (self.covered)(design)))
        };
        let bounds: Vec<_> =
            pool.install(|| self.front.par_iter().map(bound).collect::<Result<_, E>>())?;
        let mut most = vec![f64::INFINITY; self.designs];
        for (bound, covered) in bounds {
            for design in covered {
                most[design] = most[design].min(bound);
            }
        }
        let mut left: Vec<(usize, f64)> =
            most.into_iter().enumerate().filter(|(_, bound)| bound.is_finite()).collect();
        left.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(left)
    }
}

/// What a side can win at most, however anybody plays.
fn bound(question: &Question, side: usize, stop: &AtomicBool) -> Result<f64, NoAnswer> {
    match &question.muster {
        Muster::Eclipse(muster) => eclipse::bound(&question.of(muster.clone()), side, stop),
        _ => Ok(1.0),
    }
}

/// Has nobody a choice but this side, who plays as well as the rules allow? Then more is never
/// worse: one ship in a duel without retreats, after the win.
#[must_use]
pub fn leaves_no_choice(question: &Question, side: usize) -> bool {
    let Muster::Eclipse(muster) = &question.muster else { return false };
    let (own, enemy) = (&muster.sides[side].fleet, &muster.sides[1 - side].fleet);
    let ships: u16 = own.groups.iter().map(|group| group.count).sum();
    let plays = |o: &crate::rules::eclipse::Owner| {
        o.policy == Policy::Optimal && !o.may_retreat && o.objective == crate::rules::Objective::Win
    };
    let heals = enemy.groups.iter().any(|group| group.figures.regenerate > 0);
    ships == 1
        && muster.sector.is_none()
        && question.round_cap.is_none()
        && !heals
        && own.owners.iter().all(plays)
        && !enemy.owners.iter().any(|owner| owner.may_retreat || owner.technologies.point_defense)
}
