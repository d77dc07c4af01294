//! Payoffs of fleets that all fight each other.

use super::compare::{Contest, Rank};
use super::equilibrium::{Equilibrium, solve};
use super::sweep::{Point, PointQuestion, Swept, sweep};
use super::total::{StoppedBy, Total};
use crate::answer::NoAnswer;
use crate::engine::Ctx;
use crate::result::Uncertain;

/// Payoffs by candidate and enemy.
#[derive(Clone, Debug)]
pub struct Payoffs {
    /// Payoff of each candidate against each enemy; `None` if it is missing.
    pub payoffs: Vec<Vec<Option<Uncertain>>>,
    /// Whether all payoffs are exact.
    pub is_exact: bool,
    /// The reason why payoffs are missing; `None` if there are all.
    pub stopped: Option<StoppedBy>,
}

impl Payoffs {
    /// Works out the payoffs of a contest until the total is spent or the work is stopped. Calls
    /// `tick` for each.
    ///
    /// ```
    /// use fleetodds::internals::analysis::compare::{Contest, Rank};
    /// use fleetodds::internals::analysis::payoffs::Payoffs;
    /// use fleetodds::internals::analysis::total::Total;
    /// use fleetodds::internals::engine::Ctx;
    /// use fleetodds::internals::scenario::{SideText, Source};
    /// use fleetodds::{Error, Fight};
    ///
    /// let read = |typed: &str| SideText::typed(&Source::new("fleet", typed));
    /// let fleets = [read("3 interceptor")?, read("1 cruiser")?];
    /// let ask = |scenario| Fight::from(scenario).question();
    /// let contest = Contest::new(&fleets, &fleets, vec![0.5; 2], 0, Rank::Win, &ask)?;
    /// let payoffs = Payoffs::of(&contest, &Total::default(), &Ctx::new(1)?, &|| ())?;
    /// let best = payoffs.best_mix().ok_or("a payoff is missing")?;
    /// assert!((best.attacker.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a fleet exceeds a limit, or if the engine is `exact` and exact odds do not fit the
    /// budget.
    pub fn of(
        contest: &Contest,
        total: &Total,
        ctx: &Ctx,
        tick: &(dyn Fn() + Sync),
    ) -> Result<Self, NoAnswer> {
        let asked: Vec<PointQuestion> = contest
            .battles
            .iter()
            .flatten()
            .map(|q| PointQuestion::Odds(Box::new(q.clone())))
            .collect();
        let Swept { points, stopped } = sweep(&asked, contest.side, total, ctx, tick)?;
        let payoff = |Point { trial, .. }: &Point| match contest.rank {
            Rank::Swing => trial.swing,
            _ => trial.win,
        };
        let is_exact = points.iter().flatten().all(|point| point.battles == 0);
        let payoffs: Vec<Option<Uncertain>> =
            points.iter().map(|point| point.as_ref().map(payoff)).collect();
        let enemies = contest.weights.len().max(1);
        let payoffs = payoffs.chunks(enemies).map(<[_]>::to_vec).collect();
        Ok(Self { payoffs, is_exact, stopped })
    }

    /// Returns the number of payoffs that are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.payoffs.iter().flatten().flatten().count()
    }

    /// Returns the best mix of fleets for both players; `None` if a payoff is missing.
    #[must_use]
    pub fn best_mix(&self) -> Option<Equilibrium> {
        let value = |payoff: &Option<Uncertain>| payoff.map(|payoff| payoff.value);
        let all = self.payoffs.iter().map(|row| row.iter().map(value).collect());
        all.collect::<Option<Vec<Vec<f64>>>>().map(|all| solve(&all))
    }
}
