//! Who plays how: best play where it is asked for and fits, else a rule of thumb.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::budget::Budget;
use super::super::ledger::Ledger;
use super::super::prepared::PreparedBattle;
use super::super::{NoAnswer, Question};
use crate::battle::Battle;
use crate::bug::OrBug;
use crate::engine::exact::{Ends, LEFT_OUT};
use crate::engine::game;
use crate::engine::graph::{Limit, NoGraph};
use crate::engine::play::{Aim, Interests, Stakes, Unsolved, solve};
use crate::rules::eclipse::{
    EclipseBattle, EclipseGame, Fleet, Owner, Plan, Setup, State, compile_from,
};
use crate::rules::value_of;
use crate::scenario::Engine;
use crate::scenario::eclipse::Muster;

/// A battle with the captains that really play.
pub(super) struct Field {
    pub(super) fleets: [Fleet; 2],
    pub(super) prepared: PreparedBattle<EclipseBattle>,
}

/// Solves best play and builds the graph, as far as they are asked for and fit.
pub(super) fn field(
    question: &Question,
    muster: &Muster,
    stop: &AtomicBool,
) -> Result<Field, NoAnswer> {
    let fleets = [0, 1].map(|side| muster.sides[side].fleet.clone());
    field_of(question, fleets, muster.setup, Ledger::new(question.budget), stop)
}

/// Solves and builds for fleets that need not play as the question says.
fn field_of(
    question: &Question,
    fleets: [Fleet; 2],
    setup: Setup,
    ledger: Ledger,
    stop: &AtomicBool,
) -> Result<Field, NoAnswer> {
    let battle = compile_from(&fleets, setup)?;
    let is_solved = fleets.iter().any(Fleet::looks_ahead) && !battle.is_decided();
    let mut field = Field { fleets, prepared: PreparedBattle::new(battle, ledger) };
    let found = if is_solved {
        field.solve(question, stop)
    } else if question.engine == Engine::Kernel {
        Ok(())
    } else {
        field.draw(question, stop)
    };
    match found {
        Ok(()) => Ok(field),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) if question.engine == Engine::Exact => {
            Err(field.prepared.ledger.too_large(why))
        }
        // There is no rule of thumb for who retreats by what lies ahead.
        Err(NotSolved::Because(why)) if retreats_ahead(&field.fleets) => {
            Err(field.prepared.ledger.retreat_too_large(why))
        }
        Err(NotSolved::Because(why)) if is_solved => {
            let Field { fleets, prepared: PreparedBattle { mut ledger, .. } } = field;
            ledger.try_again();
            let fleets = fleets.map(Fleet::by_rule_of_thumb);
            let mut field = field_of(question, fleets, setup, ledger, stop)?;
            let why = format!("{why}: players play `threat`, not `optimal`");
            field.prepared.notes.insert(0, why);
            Ok(field)
        }
        Err(NotSolved::Because(why)) => {
            if question.engine == Engine::Auto {
                field.prepared.notes.push(format!("{why}: battles are simulated one by one"));
            }
            Ok(field)
        }
    }
}

impl Field {
    /// Solves best play, and draws the graph under it.
    fn solve(&mut self, question: &Question, stop: &AtomicBool) -> Result<(), NotSolved> {
        let Some(cap) = question.round_cap else {
            self.find(stop)?;
            return self.draw_or_play(question, stop);
        };
        // Best play does not depend on the round where next to no battle is cut short.
        let steady = self.find(stop);
        let found = steady.is_ok();
        match steady.and_then(|()| self.draw(question, stop)) {
            Ok(()) if !self.gets_near(cap) => return Ok(()),
            Err(NotSolved::Stopped) => return Err(NotSolved::Stopped),
            _ => self.prepared.graph = None,
        }
        let steady = self.prepared.battle.clone();
        self.prepared.battle = steady.clone().with_clock(cap);
        self.prepared.ledger.try_again();
        let by_clock = self.find(stop).and_then(|()| self.draw_or_play(question, stop));
        match (by_clock, question.engine) {
            (Err(NotSolved::Because(why)), Engine::Simulate | Engine::Kernel) if found => {
                self.prepared.battle = steady;
                self.prepared
                    .notes
                    .push(format!("{why}: captains play as if there were no cap on rounds"));
                self.prepared.ledger.try_again();
                self.draw_or_play(question, stop)
            }
            (by_clock, _) => by_clock,
        }
    }

    /// Finds best play.
    fn find(&mut self, stop: &AtomicBool) -> Result<(), NotSolved> {
        let PreparedBattle { battle, ledger, .. } = &mut self.prepared;
        let best = best_play_from(battle, &[battle.opening()], [Aim::Most; 2], ledger, stop)?;
        battle.follow(best.plan);
        Ok(())
    }

    /// Draws the graph. Where it does not fit, but battles need not be exact, they can be
    /// played without it.
    fn draw_or_play(&mut self, question: &Question, stop: &AtomicBool) -> Result<(), NotSolved> {
        self.prepared.graph = None;
        match question.engine {
            Engine::Kernel => Ok(()),
            Engine::Simulate => match self.draw(question, stop) {
                Err(NotSolved::Because(_)) => Ok(()),
                drawn => drawn,
            },
            Engine::Auto | Engine::Exact => self.draw(question, stop),
        }
    }

    /// Draws the graph.
    fn draw(&mut self, question: &Question, stop: &AtomicBool) -> Result<(), NotSolved> {
        self.prepared.build(1.0, stop).map_err(|no| match no {
            NoGraph::Stopped => NotSolved::Stopped,
            NoGraph::TooLarge => NotSolved::Because(format!(
                "the battle graph does not fit the budget of {}",
                question.budget
            )),
        })
    }

    /// Are there battles that get near the cap on rounds, undecided halfway? If not, what is
    /// left of them decides nothing.
    fn gets_near(&mut self, cap: u32) -> bool {
        let PreparedBattle { graph: Some(graph), ledger, .. } = &mut self.prepared else {
            return true;
        };
        let halfway = graph.topology.first_round.midpoint(cap).max(1);
        let looks = ledger.solving().passes();
        let halfway = Ends::new(&graph.topology, Some(halfway), looks);
        ledger.take(Budget::of_looks(halfway.as_ref().map_or(looks, |ends| ends.looks)));
        halfway.is_none_or(|ends| ends.standing.iter().map(|(_, p)| p).sum::<f64>() > LEFT_OUT)
    }
}

fn retreats_ahead(fleets: &[Fleet; 2]) -> bool {
    fleets.iter().flat_map(|fleet| &fleet.owners).any(Owner::retreats_ahead)
}

/// Why best play was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSolved {
    /// It does not fit, or cannot be found.
    Because(String),
    /// It was told to stop.
    Stopped,
}

/// Best play, found.
#[derive(Clone, Debug)]
pub struct BestPlay {
    /// Value of the (first) opening for each side, by its own objective.
    pub values: [f64; 2],
    /// What captains who look ahead play by.
    pub plan: Plan,
}

/// Best play of those who look ahead, or the worst, as each side aims.
///
/// # Errors
/// If it does not fit the budget, or `stop` is set.
pub fn best_play(
    battle: &EclipseBattle,
    aims: [Aim; 2],
    budget: Budget,
    stop: &AtomicBool,
) -> Result<BestPlay, NotSolved> {
    best_play_from(battle, &[battle.opening()], aims, &mut Ledger::new(budget), stop)
}

/// Finds best play of a battle that may begin in any of these situations; `ledger` pays for it.
///
/// # Errors
/// If it does not fit the budget, or `stop` is set.
pub(super) fn best_play_from(
    battle: &EclipseBattle,
    openings: &[State],
    aims: [Aim; 2],
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<BestPlay, NotSolved> {
    if battle.is_duel() {
        duel(battle, openings, (aims, Favour::Each), ledger, stop)
    } else {
        game(battle, openings, aims, ledger, stop)
    }
}

/// Whose win captains who look ahead are after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Favour {
    /// Each his own.
    Each,
    /// All that of this side.
    One(usize),
}

/// Best play of a duel in favour of somebody.
pub(super) fn best_play_in_favour(
    battle: &EclipseBattle,
    favour: Favour,
    aims: [Aim; 2],
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<BestPlay, NotSolved> {
    duel(battle, &[battle.opening()], (aims, favour), ledger, stop)
}

fn too_large(budget: Budget, more: &str) -> NotSolved {
    NotSolved::Because(format!("best play does not fit the budget of {budget}{more}"))
}

/// Best play of a battle in which nothing happens but volleys.
fn duel(
    battle: &EclipseBattle,
    openings: &[State],
    (aims, favour): ([Aim; 2], Favour),
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<BestPlay, NotSolved> {
    let budget = ledger.solving();
    let whole = ledger.budget();
    let too_large = |more: &str| too_large(whole, more);
    let not_drawn = |_| match stop.load(Ordering::Relaxed) {
        true => NotSolved::Stopped,
        false => too_large(""),
    };
    let mut draft = battle.draft(openings, budget.draft(), stop).map_err(|no| {
        ledger.take(budget.seconds);
        not_drawn(no)
    })?;
    ledger.take(Budget::of_draft(draft.duel()));
    let interests = match favour {
        Favour::One(_) => Interests::Shared,
        Favour::Each if battle.is_zero_sum() => Interests::Opposed,
        Favour::Each => Interests::Separate,
    };
    let taken = Budget::of_duel(draft.duel(), interests, battle.clock());
    if !budget.covers(taken) {
        return Err(too_large(&format!(": it takes an estimated {taken}")));
    }
    ledger.take(taken.seconds);
    battle
        .declare(&mut draft, &mut battle.captains(), budget.graph().work, stop)
        .map_err(not_drawn)?;
    let worth = |pair| {
        let each = battle.worth(&draft, pair);
        match favour {
            Favour::Each => each,
            Favour::One(side) => [each[side]; 2],
        }
    };
    let stakes = Stakes { aims, worth: &worth, interests, rounds: battle.clock() };
    match solve(draft.duel(), &stakes, budget.sweeps(draft.duel(), interests, battle.clock()), stop)
    {
        Ok(solution) => Ok(BestPlay { values: solution.values, plan: draft.plan(solution) }),
        Err(Unsolved::Stopped) => Err(NotSolved::Stopped),
        Err(Unsolved::Unsettled) => Err(too_large(": it takes too many rounds to settle")),
    }
}

/// Best play of any battle.
fn game(
    battle: &EclipseBattle,
    openings: &[State],
    aims: [Aim; 2],
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<BestPlay, NotSolved> {
    let budget = ledger.solving();
    let Limit { work, bytes, .. } = budget.graph();
    let mut game = EclipseGame::new(battle, work, bytes, stop);
    let positions: Vec<_> = openings.iter().map(|state| game.position(state)).collect();
    let deciders = game.deciders(aims.map(|aim| if aim == Aim::Most { 1.0 } else { -1.0 }));
    let limit = budget.game();
    let solved =
        game::solve(&mut game, &positions, &deciders, limit, stop).map_err(|no| match no {
            game::Unsolved::Stopped => NotSolved::Stopped,
            game::Unsolved::TooLarge => {
                ledger.take(budget.seconds);
                too_large(ledger.budget(), "")
            }
        })?;
    let first = solved.openings.first().copied().or_bug("a game has no opening");
    let values = [0, 1].map(|side| first[value_of(side, battle.objective(side))]);
    ledger.take(Budget::of_game(solved.work));
    Ok(BestPlay { values, plan: game.plan(solved) })
}
