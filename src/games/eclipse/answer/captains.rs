//! Play of both sides: best play if it is requested and fits the budget, otherwise a rule of thumb.

use std::sync::Arc;

use super::UNITS;
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::PreparedBattle;
use crate::answer::{NoAnswer, Question};
use crate::bug::OrBug;
use crate::engine::Control;
use crate::engine::graph::absorption::{AbsorptionResult, MAX_LEFT_OUT, NotAbsorbed};
use crate::engine::graph::{Limit, NoGraph};
use crate::engine::optimize::duel::{
    Asked, DuelUnsolved, Gain, Interests, Precision, Sense, Stakes, settles_at_once, solve,
};
use crate::engine::optimize::game;
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseFleet, EclipseGame, EclipsePosition, EclipseState, EclipseStrategy,
    Owner, Setup, compile_from,
};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::model::Battle;
use crate::model::game::Solved;
use crate::scenario::Engine;

/// A battle with the policies that are really played.
pub(super) struct PreparedEclipse {
    pub(super) fleets: [EclipseFleet; 2],
    pub(super) prepared: PreparedBattle<EclipseBattle>,
    /// Largest difference between the values of this play and of best play, 0 if it is negligible.
    pub(super) play_error: f64,
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
    let mut fight = PreparedEclipse { fleets, prepared, play_error: 0.0 };
    let found = if is_solved {
        let solved = fight.solve(question, control);
        fight.note_error();
        solved
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
            self.find(control)?;
            return self.draw_or_play(question, control);
        };
        // Best play does not depend on the round if almost no battle reaches the cap.
        let steady = self.find(control);
        let found = steady.is_ok();
        match steady.and_then(|()| self.draw(question, control)) {
            Ok(()) if !self.gets_near(cap, control)? => return Ok(()),
            Err(EclipseNotSolved::Stopped) => return Err(EclipseNotSolved::Stopped),
            _ => self.prepared.graph = None,
        }
        let PreparedBattle { battle, captains, .. } = &mut self.prepared;
        let steady = (battle.clone(), captains.clone());
        *battle = battle.clone().with_clock(cap);
        self.prepared.ledger.try_again();
        let by_clock = self.find(control).and_then(|()| self.draw_or_play(question, control));
        match (by_clock, question.engine) {
            (Err(EclipseNotSolved::Because(why)), Engine::Simulate | Engine::Kernel) if found => {
                (self.prepared.battle, self.prepared.captains) = steady;
                self.prepared
                    .notes
                    .push(format!("{why}: players play as if there were no cap on rounds"));
                self.prepared.ledger.try_again();
                self.draw_or_play(question, control)
            }
            (by_clock, _) => by_clock,
        }
    }

    /// Notes how far play can be from best play.
    fn note_error(&mut self) {
        let PreparedBattle { battle, notes, ledger, .. } = &mut self.prepared;
        if self.play_error > 0.0 {
            let error = match battle.objective(0) {
                Objective::Win => format!("{:.4} points", 100.0 * self.play_error),
                Objective::Swing => format!("{:.4} {}", self.play_error, UNITS.cost),
            };
            notes.push(format!(
                "best play was found in single precision to fit the budget of {}: it is within \
                 {error} of the best",
                ledger.budget()
            ));
        }
    }

    /// Solves best play, in single precision if it does not fit otherwise, and lets the captains
    /// follow it.
    fn find(&mut self, control: &Control) -> Result<(), EclipseNotSolved> {
        let PreparedBattle { battle, captains, ledger, .. } = &mut self.prepared;
        let openings = [battle.opening()];
        let best = match battle.is_duel() {
            true => {
                let play = ([Sense::Maximise; 2], Favour::Each);
                let nothing = AskedStates { side: 0, states: &[] };
                duel(battle, &openings, play, nothing, Precision::Single, ledger, control)
            }
            false => game(battle, &openings, [Sense::Maximise; 2], ledger, control),
        }?;
        self.play_error = best.error;
        captains.set_strategy(battle, best.strategy);
        Ok(())
    }

    /// Builds the graph, except for the engine `kernel`. If it does not fit the budget, the battle is
    /// simulated without it, unless the engine is `exact`.
    fn draw_or_play(
        &mut self,
        question: &Question,
        control: &Control,
    ) -> Result<(), EclipseNotSolved> {
        self.prepared.graph = None;
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

    /// Builds the graph.
    fn draw(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        self.prepared.build(1.0, control).map_err(|no| match no {
            NoGraph::Stopped => EclipseNotSolved::Stopped,
            NoGraph::TooLarge => EclipseNotSolved::Because(format!(
                "the table of all situations of the battle does not fit the budget of {}",
                question.budget
            )),
        })
    }

    /// Returns whether a relevant share of the battles is still undecided halfway to the cap on
    /// rounds. Otherwise the cap has no effect on best play. Also true if the graph is missing or
    /// the check does not fit the budget.
    fn gets_near(&mut self, cap: u32, control: &Control) -> Result<bool, EclipseNotSolved> {
        let PreparedBattle { graph: Some(graph), ledger, .. } = &mut self.prepared else {
            return Ok(true);
        };
        let halfway = graph.topology.first_round.midpoint(cap).max(1);
        let edge_visits = ledger.solving().edge_visits();
        let halfway = AbsorptionResult::new(&graph.topology, Some(halfway), edge_visits, control);
        if halfway.as_ref().is_err_and(|not| *not == NotAbsorbed::Stopped) {
            return Err(EclipseNotSolved::Stopped);
        }
        ledger.take(Budget::of_edge_visits(
            halfway.as_ref().map_or(edge_visits, |ends| ends.edge_visits),
        ));
        let undecided = |ends: AbsorptionResult| ends.undecided.iter().map(|(_, p)| p).sum::<f64>();
        Ok(halfway.map_or(true, |ends| undecided(ends) > MAX_LEFT_OUT))
    }
}

fn retreats_ahead(fleets: &[EclipseFleet; 2]) -> bool {
    fleets.iter().flat_map(|fleet| &fleet.owners).any(Owner::retreats_ahead)
}

/// The reason why best play was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EclipseNotSolved {
    /// Best play does not fit the budget or cannot be found; the text says why.
    Because(String),
    /// The search was stopped.
    Stopped,
}

/// Best play of a battle.
#[derive(Clone, Debug)]
pub struct EclipseBestPlay {
    /// Value of the first opening for each side, by its own objective.
    pub values: [f64; 2],
    /// Gains of the asking side in the situations that were asked for.
    pub(super) asked: Vec<Gain>,
    /// Largest difference between the values of this play and of best play, 0 if it is negligible.
    pub error: f64,
    /// Decisions of the captains that look ahead.
    pub strategy: Arc<EclipseStrategy>,
}

/// Finds the best or the worst play of the captains that look ahead, by the aim of each side.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub fn best_play(
    battle: &EclipseBattle,
    senses: [Sense; 2],
    budget: Budget,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    best_play_from(battle, &[battle.opening()], senses, &mut Ledger::new(budget), control)
}

/// Like [`best_play`], for a battle that may begin in any of these situations. The work is taken
/// off the ledger.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_from(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    senses: [Sense; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    if battle.is_duel() {
        let nothing = AskedStates { side: 0, states: &[] };
        duel(battle, openings, (senses, Favour::Each), nothing, Precision::Double, ledger, control)
    } else {
        game(battle, openings, senses, ledger, control)
    }
}

/// Beneficiary of captains that look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Favour {
    /// Each captain plays for its own side.
    Each,
    /// All captains play for this side.
    One(usize),
}

/// Finds best play of a duel for the given beneficiary.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_in_favour(
    battle: &EclipseBattle,
    favour: Favour,
    senses: [Sense; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let nothing = AskedStates { side: 0, states: &[] };
    duel(battle, &[battle.opening()], (senses, favour), nothing, Precision::Double, ledger, control)
}

/// Situations whose gain for a side is wanted. They have to be among the openings.
#[derive(Clone, Copy)]
pub(super) struct AskedStates<'a> {
    pub(super) side: usize,
    pub(super) states: &'a [EclipseState],
}

pub(super) fn too_large(budget: Budget, more: &str) -> EclipseNotSolved {
    EclipseNotSolved::Because(format!("best play does not fit the budget of {budget}{more}"))
}

/// Solves a battle that consists of volleys only, with values of at least this precision.
pub(super) fn duel(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    (senses, favour): ([Sense; 2], Favour),
    asked: AskedStates<'_>,
    least: Precision,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let budget = ledger.solving();
    let whole = ledger.budget();
    let too_large = |more: &str| too_large(whole, more);
    let not_drawn = |_| match control.is_stopped() {
        true => EclipseNotSolved::Stopped,
        false => too_large(""),
    };
    let mut model = battle.model(openings, budget.model(), control).map_err(|no| {
        ledger.take(budget.seconds);
        not_drawn(no)
    })?;
    ledger.take(Budget::of_duel_model(model.duel()));
    let interests = match favour {
        Favour::One(_) => Interests::Shared,
        Favour::Each if battle.is_zero_sum() => Interests::Opposed,
        Favour::Each => Interests::Separate,
    };
    let situations: Vec<_> =
        asked.states.iter().map(|state| model.numbers(battle, state)).collect();
    let asked = Asked { side: asked.side, situations: &situations };
    let rounds = battle.clock();
    let needs = |precision| Budget::of_duel(model.duel(), interests, rounds, precision);
    let mut precision = Precision::Double;
    let mut taken = needs(precision);
    if !budget.covers(taken) && least == Precision::Single && settles_at_once(model.duel(), rounds)
    {
        precision = Precision::Single;
        taken = needs(precision);
    }
    if !budget.covers(taken) {
        return Err(too_large(&format!(": it takes an estimated {taken}")));
    }
    ledger.take(taken.seconds);
    battle
        .declare(&mut model, &mut battle.captains(), budget.graph().work, control)
        .map_err(not_drawn)?;
    let worth = |pair| {
        let each = battle.worth(&model, pair);
        match favour {
            Favour::Each => each,
            Favour::One(side) => [each[side]; 2],
        }
    };
    let stakes = Stakes { senses, worth: &worth, interests, rounds, asked };
    let passes = budget.sweeps(model.duel(), taken, rounds);
    match solve(model.duel(), &stakes, precision, passes, control) {
        Ok(solution) => Ok(EclipseBestPlay {
            values: solution.values,
            asked: solution.asked.clone(),
            error: solution.error,
            strategy: Arc::new(model.strategy(solution)),
        }),
        Err(DuelUnsolved::Stopped) => Err(EclipseNotSolved::Stopped),
        Err(DuelUnsolved::Unsettled) => Err(too_large(": its values take too long to settle")),
    }
}

/// Solves any battle as a game on its positions.
fn game(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    senses: [Sense; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let mut game = new_game(battle, ledger, control);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(state)).collect();
    let solved = game_from(&mut game, &positions, senses, ledger, control)?;
    let first = solved.openings.first().copied().or_bug("a game has no opening");
    let values = [0, 1].map(|side| first[value_of(side, battle.objective(side))]);
    let strategy = Arc::new(game.strategy(solved));
    Ok(EclipseBestPlay { values, asked: Vec::new(), error: 0.0, strategy })
}

/// Creates the game of a battle within the budget that is left.
pub(super) fn new_game<'a>(
    battle: &'a EclipseBattle,
    ledger: &Ledger,
    control: &'a Control,
) -> EclipseGame<'a> {
    let Limit { work, bytes, .. } = ledger.solving().graph();
    EclipseGame::new(battle, work, bytes, control)
}

/// Solves a game from these positions.
pub(super) fn game_from(
    game: &mut EclipseGame<'_>,
    positions: &[EclipsePosition],
    senses: [Sense; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Solved<EclipsePosition>, EclipseNotSolved> {
    let budget = ledger.solving();
    let deciders =
        game.deciders(senses.map(|sense| if sense == Sense::Maximise { 1.0 } else { -1.0 }));
    let solved = game::solve(game, positions, &deciders, budget.game(), control);
    let solved = solved.map_err(|no| match no {
        game::GameUnsolved::Stopped => EclipseNotSolved::Stopped,
        game::GameUnsolved::TooLarge => {
            ledger.take(budget.seconds);
            too_large(ledger.budget(), "")
        }
        game::GameUnsolved::Unsettled => {
            ledger.take(budget.seconds);
            EclipseNotSolved::Because("best play for the whole sector does not settle".into())
        }
    })?;
    ledger.take(Budget::of_game(solved.work));
    Ok(solved)
}
