//! Play of both sides: best play if it is requested and fits the budget, otherwise a rule of thumb.

use super::best_play::{EclipseNotSolved, game};
use super::near_best::{NearBest, best_or_focused, difference, solve};
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::PreparedBattle;
use crate::answer::{NoAnswer, Question};
use crate::engine::graph::absorption;
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Ends, MAX_LEFT_OUT, Unsolved};
use crate::games::common::Objective;
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseCaptains, EclipseFleet, Owner, Setup, compile_from,
};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::model::Battle;
use crate::scenario::Engine;

/// A battle and its play.
#[derive(Clone)]
struct Played {
    battle: EclipseBattle,
    captains: EclipseCaptains,
    near_best: Option<NearBest>,
}

/// A battle with the policies that are really played.
pub(super) struct PreparedEclipse {
    pub(super) fleets: [EclipseFleet; 2],
    pub(super) prepared: PreparedBattle<EclipseBattle>,
    /// Bounds on best play, if the captains follow a play that is only close to it.
    pub(super) near_best: Option<NearBest>,
}

/// Prepares the battle of a question: solves best play and builds the graph if they are needed and
/// fit the budget.
pub(super) fn prepare(
    question: &Question,
    matchup: &EclipseMatchup,
    control: &Control,
) -> Result<PreparedEclipse, NoAnswer> {
    let fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
    prepare_fleets(question, fleets, matchup.setup, Ledger::new(question.budget), control)
}

/// Prepares a battle whose fleets may play other policies than the question says.
fn prepare_fleets(
    question: &Question,
    fleets: [EclipseFleet; 2],
    setup: Setup,
    ledger: Ledger,
    control: &Control,
) -> Result<PreparedEclipse, NoAnswer> {
    let battle = compile_from(&fleets, setup)?;
    let is_solved = fleets.iter().any(EclipseFleet::looks_ahead) && !battle.is_decided();
    let prepared = PreparedBattle::new(battle, ledger);
    let mut fight = PreparedEclipse { fleets, prepared, near_best: None };
    let found = if is_solved {
        fight.solve(question, control).and_then(|()| fight.bound(control))
    } else if question.engine == Engine::Kernel {
        Ok(())
    } else {
        fight.draw(question, control)
    };
    match found {
        Ok(()) => Ok(fight),
        Err(EclipseNotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(why)) if question.engine == Engine::Exact => {
            Err(fight.prepared.ledger.too_large(why))
        }
        // Retreat policies that look ahead have no rule of thumb to fall back on.
        Err(EclipseNotSolved::Because(why)) if retreats_ahead(&fight.fleets) => {
            Err(fight.prepared.ledger.retreat_too_large(why))
        }
        Err(EclipseNotSolved::Because(why)) if is_solved => {
            let PreparedEclipse { fleets, prepared: PreparedBattle { mut ledger, .. }, .. } = fight;
            ledger.try_again();
            let fleets = fleets.map(EclipseFleet::by_rule_of_thumb);
            let mut fight = prepare_fleets(question, fleets, setup, ledger, control)?;
            let why = format!("{why}: players use `threat` instead of `optimal`");
            fight.prepared.notes.insert(0, why);
            Ok(fight)
        }
        Err(EclipseNotSolved::Because(why)) => {
            if question.engine == Engine::Auto {
                fight.prepared.notes.push(format!("{why}: battles are simulated one by one"));
            }
            Ok(fight)
        }
    }
}

impl PreparedEclipse {
    /// Solves best play, and builds the graph under it.
    fn solve(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        let Some(cap) = question.round_cap else {
            self.find(question, control)?;
            return self.draw_or_play(question, control);
        };
        // Best play does not depend on the round if almost no battle reaches the cap.
        let steady = self.find(question, control);
        let found = steady.is_ok();
        match steady.and_then(|()| self.draw(question, control)) {
            Ok(()) if !self.gets_near(cap, control)? => return Ok(()),
            Err(EclipseNotSolved::Stopped) => return Err(EclipseNotSolved::Stopped),
            _ => self.prepared.forget(),
        }
        let battle = self.prepared.battle.clone().with_clock(cap);
        let steady = self.replace(Played { battle, ..self.played() });
        self.prepared.ledger.try_again();
        let by_clock = self.find(question, control);
        let (why, estimate) = match (&by_clock, &self.near_best) {
            (Err(EclipseNotSolved::Stopped), _) => return by_clock,
            (Err(EclipseNotSolved::Because(why)), _) => (why.clone(), None),
            (Ok(()), Some(near_best)) if near_best.is_focused() => {
                (near_best.why_focused().into(), Some(near_best.estimate()))
            }
            (Ok(()), _) => return self.draw_or_play(question, control),
        };
        if !found || question.engine == Engine::Exact {
            by_clock?;
            return self.draw_or_play(question, control);
        }
        let by_clock = self.replace(steady);
        let notes = self.prepared.notes.len();
        let gain = self.ignore_cap(question, cap, control)?;
        let span = self.prepared.battle.span();
        let steady_estimate = self.near_best.as_ref().map_or(0.0, NearBest::estimate);
        let is_farther = |than: f64| gain.is_none_or(|gain| gain * span + steady_estimate > than);
        if estimate.is_some_and(is_farther) {
            // Focused fire is closer to best play.
            self.replace(by_clock);
            self.prepared.notes.truncate(notes);
            self.prepared.ledger.try_again();
            return self.draw_or_play(question, control);
        }
        self.note_gain(&why, gain);
        Ok(())
    }

    /// Finds the odds under play that ignores the cap on rounds. Returns the probability that the
    /// battle is cut short, if it is known.
    fn ignore_cap(
        &mut self,
        question: &Question,
        cap: u32,
        control: &Control,
    ) -> Result<Option<f64>, EclipseNotSolved> {
        self.prepared.ledger.try_again();
        self.draw_or_play(question, control)?;
        self.undecided_at(cap, control)
    }

    /// Notes that players ignore the cap on rounds, and what a side could gain by taking it into
    /// account. If both sides play for victory, and one always wins without a cap, that is at most
    /// the probability that the battle is cut short: without a cap no other play wins more often,
    /// and with a cap no play wins more often than without.
    fn note_gain(&mut self, why: &str, cut_short: Option<f64>) {
        let PreparedBattle { battle, notes, .. } = &mut self.prepared;
        let is_bound = battle.is_zero_sum() && battle.objective(0) == Objective::Win;
        let why = format!("{why}: players play as if there were no cap on rounds");
        notes.push(match cut_short.filter(|_| is_bound && self.near_best.is_none()) {
            Some(gain) => format!(
                "{why}. No side could gain more than {} by taking it into account",
                difference(gain, Objective::Win)
            ),
            None => why,
        });
    }

    /// Returns the battle as it is played now.
    fn played(&self) -> Played {
        let PreparedBattle { battle, captains, .. } = &self.prepared;
        Played {
            battle: battle.clone(),
            captains: captains.clone(),
            near_best: self.near_best.clone(),
        }
    }

    /// Replaces the battle and its play, and returns those before.
    fn replace(&mut self, by: Played) -> Played {
        let before = self.played();
        self.prepared.forget();
        (self.prepared.battle, self.prepared.captains) = (by.battle, by.captains);
        self.near_best = by.near_best;
        before
    }

    /// Returns the probability that the battle is undecided after this round, if it is known.
    fn undecided_at(
        &mut self,
        round: u32,
        control: &Control,
    ) -> Result<Option<f64>, EclipseNotSolved> {
        let PreparedBattle { graph: Some(graph), ledger, .. } = &mut self.prepared else {
            return Ok(self.prepared.undecided());
        };
        let edge_visits = ledger.solving().edge_visits();
        let ends = absorption::solve(&graph.topology, &[1.0], Some(round), edge_visits, control);
        if ends.as_ref().is_err_and(|not| *not == Unsolved::Stopped) {
            return Err(EclipseNotSolved::Stopped);
        }
        ledger.take(Budget::of_edge_visits(ends.as_ref().map_or(edge_visits, |of| of.work)));
        Ok(ends.ok().as_ref().map(Ends::never))
    }

    /// Bounds best play as far as the budget allows, and notes how far play can be from it.
    fn bound(&mut self, control: &Control) -> Result<(), EclipseNotSolved> {
        let PreparedBattle { battle, notes, ledger, .. } = &mut self.prepared;
        if let Some(near_best) = &mut self.near_best {
            near_best.bound(battle, ledger, control)?;
            notes.push(near_best.note(battle.objective(0), ledger.budget()));
        }
        Ok(())
    }

    /// Solves best play and lets the captains follow it. If it does not fit otherwise, values are
    /// in single precision, or else the captains focus their fire, unless the engine is `exact`.
    fn find(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        let PreparedBattle { battle, captains, ledger, .. } = &mut self.prepared;
        let (best, near_best) = if battle.is_duel() {
            let find = |focus, ledger: &mut Ledger| solve(battle, focus, ledger, control);
            let (best, fire) = best_or_focused(question, battle.span_of_focus(), ledger, find)?;
            let near_best = NearBest::new(battle, &best, fire);
            (best, near_best)
        } else {
            let senses = [Sense::Maximise; 2];
            (game(battle, &[battle.opening()], senses, ledger, control)?, None)
        };
        self.near_best = near_best;
        captains.set_strategy(battle, best.strategy);
        Ok(())
    }

    /// Builds the graph, except for the engine `kernel`. If it does not fit the budget, the battle
    /// is simulated without it, unless the engine is `exact`.
    fn draw_or_play(
        &mut self,
        question: &Question,
        control: &Control,
    ) -> Result<(), EclipseNotSolved> {
        self.prepared.forget();
        if question.engine == Engine::Kernel {
            return Ok(());
        }
        match (self.draw(question, control), question.engine) {
            (Err(EclipseNotSolved::Because(_)), Engine::Simulate) => Ok(()),
            (Err(EclipseNotSolved::Because(why)), Engine::Auto) => {
                self.prepared.notes.push(format!("{why}: battles are simulated one by one"));
                Ok(())
            }
            (drawn, _) => drawn,
        }
    }

    /// Solves the battle from round to round, or else builds its graph.
    fn draw(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        let PreparedEclipse { prepared, .. } = self;
        let too_large = |what: &str| {
            EclipseNotSolved::Because(format!("{what} not fit the budget of {}", question.budget))
        };
        if prepared.may_flow(question) {
            // What takes too long as a flow takes longer as a graph.
            let solved = prepared.build_small(1.0, control).and_then(|is_small| {
                if is_small { Ok(true) } else { prepared.flow(question, control) }
            });
            let solved = solved.map_err(|_| EclipseNotSolved::Stopped)?;
            return if solved {
                Ok(())
            } else {
                Err(too_large("the exact odds of this battle do"))
            };
        }
        prepared.build(1.0, control).map_err(|no| match no {
            Unsolved::Stopped => EclipseNotSolved::Stopped,
            _ => too_large("the table of all situations of the battle does"),
        })
    }

    /// Returns whether a relevant share of the battles is still undecided halfway to the cap on
    /// rounds. Otherwise the cap has no effect on best play. Also true if the graph is missing or
    /// the check does not fit the budget.
    fn gets_near(&mut self, cap: u32, control: &Control) -> Result<bool, EclipseNotSolved> {
        if let Some(ended) = self.prepared.ended_by(|first| first.midpoint(cap).max(1)) {
            return Ok(1.0 - ended > MAX_LEFT_OUT);
        }
        let halfway = self.prepared.battle.first_round().midpoint(cap).max(1);
        Ok(self.undecided_at(halfway, control)?.is_none_or(|left| left > MAX_LEFT_OUT))
    }
}

fn retreats_ahead(fleets: &[EclipseFleet; 2]) -> bool {
    fleets.iter().flat_map(|fleet| &fleet.owners).any(Owner::retreats_ahead)
}
