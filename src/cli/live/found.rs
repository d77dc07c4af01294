//! Questions for the worker thread, and what it finds.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::super::failure::Failure;
use super::event::Event;
use super::extra;
use fleetodds::answer::{Answer, NoAnswer, Question, Watch, answer};
use fleetodds::engine::Ctx;
use fleetodds::report::estimate;
use fleetodds::result::{Analysis, BattleNow, Summary};
use fleetodds::scenario::Engine;

/// A result of the worker thread.
pub(crate) struct Found {
    /// Number of the request.
    pub(crate) request: u64,
    pub(crate) what: What,
}

/// An answer that was found.
pub(crate) enum What {
    /// Battles played so far, of how many, and the odds so far.
    Progress(u64, u64, String),
    /// The odds, and the time they took.
    Odds(Box<Result<Summary, NoAnswer>>, Duration),
    /// The next event of a battle.
    Battle(Box<Result<BattleNow, Failure>>),
    /// Luck and mistakes in a battle.
    Analysis(Box<Result<Analysis, Failure>>),
    /// Figures beside the odds.
    Extra(Result<extra::Found, NoAnswer>),
}

/// Sends what is found for one request.
#[derive(Clone)]
pub(crate) struct Reply {
    pub(crate) request: u64,
    pub(crate) to: Sender<Event>,
}

impl Reply {
    /// Sends a result. At the end of the program it is not received, and not needed.
    pub(crate) fn send(&self, what: What) {
        let _ = self.to.send(Event::Found(Found { request: self.request, what }));
    }
}

/// Finds the odds: exact ones if they fit the budget, and otherwise those that `fight` reports.
pub(crate) fn odds(
    question: &Question,
    ctx: &Ctx,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    let exact = Question { engine: Engine::Exact, ..question.clone() };
    match question.engine {
        Engine::Auto if question.precision.is_none() => match answer(&exact, ctx, watch) {
            Err(NoAnswer::TooLarge { .. } | NoAnswer::RetreatTooLarge { .. }) => {
                answer(question, ctx, watch)
            }
            found => found,
        },
        _ => answer(question, ctx, watch),
    }
}

/// Finds the odds, and reports them with the progress on the way.
pub(crate) fn send_odds(question: &Question, ctx: &Ctx, reply: &Reply) {
    let started = Instant::now();
    let matchup = &question.matchup;
    let sides = matchup.sides();
    let mut outcomes = (0..sides.len()).filter_map(|side| Some((side, matchup.outcome(side)?)));
    let (side, outcome) = outcomes.next().unwrap_or_default();
    let name = &sides[side].labels.name;
    let found = odds(question, ctx, &mut |played, of, tally| {
        reply.send(What::Progress(played, of, estimate(name, outcome, tally)));
    });
    let found = found.map(|answer| answer.summary);
    reply.send(What::Odds(Box::new(found), started.elapsed()));
}
