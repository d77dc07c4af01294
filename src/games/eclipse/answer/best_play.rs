//! Best play of a battle within the budget.

use std::sync::Arc;

use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::bug::OrBug;
use crate::engine::graph::Limit;
use crate::engine::optimize::duel::{
    Asked, DuelPlan, Gain, Interests, Precision, Sense, Stakes, settles_at_once, solve,
};
use crate::engine::optimize::game;
use crate::engine::{Control, Unsolved};
use crate::games::common::value_of;
use crate::games::eclipse::rules::{
    DuelModel, EclipseBattle, EclipseGame, EclipsePosition, EclipseState, EclipseStrategy,
    FireLimits, Focus, Ships,
};
use crate::model::Battle;
use crate::model::game::Solved;

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
    let (openings, ledger) = ([battle.opening()], &mut Ledger::new(budget));
    best_play_from(battle, &openings, senses, [Focus::NONE; 2], ledger, control)
}

/// Like [`best_play`], for a battle that may begin in any of these situations. If it consists of
/// volleys alone, the captains fire with this focus. The work is taken off the ledger.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_from(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    senses: [Sense; 2],
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    if battle.is_duel() {
        let (aim, shortcuts) = (Aim { senses, favour: Favour::Each }, Shortcuts::focus(focus));
        duel(battle, openings, aim, AskedStates::NONE, shortcuts, ledger, control)
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

/// Aim of the captains that look ahead: their direction and their beneficiary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) senses: [Sense; 2],
    pub(super) favour: Favour,
}

impl Aim {
    /// The best for each side.
    pub(super) const BEST: Self = Self { senses: [Sense::Maximise; 2], favour: Favour::Each };
}

/// Finds best play of a duel in favour of one side.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_in_favour(
    battle: &EclipseBattle,
    side: usize,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let aim = Aim { favour: Favour::One(side), ..Aim::BEST };
    let openings = [battle.opening()];
    duel(battle, &openings, aim, AskedStates::NONE, Shortcuts::NONE, ledger, control)
}

/// Situations whose gain for a side is wanted. They have to be among the openings.
#[derive(Clone, Copy)]
pub(super) struct AskedStates<'a> {
    pub(super) side: usize,
    pub(super) states: &'a [EclipseState],
}

impl AskedStates<'_> {
    /// No situations.
    pub(super) const NONE: Self = Self { side: 0, states: &[] };
}

/// Shortcuts that may be taken if best play does not fit the budget without them.
#[derive(Clone, Copy)]
pub(super) struct Shortcuts {
    /// The least precision of the values.
    pub(super) precision: Precision,
    /// Focus of each side.
    pub(super) focus: [Focus; 2],
}

impl Shortcuts {
    /// No shortcuts.
    pub(super) const NONE: Self = Self { precision: Precision::Double, ..Self::SINGLE };

    /// Focused fire.
    pub(super) fn focus(focus: [Focus; 2]) -> Self {
        Self { focus, ..Self::NONE }
    }

    /// Single precision.
    pub(super) const SINGLE: Self = Self { precision: Precision::Single, focus: [Focus::NONE; 2] };
}

fn too_large(budget: Budget, more: &str) -> EclipseNotSolved {
    EclipseNotSolved::Because(format!("best play does not fit the budget of {budget}{more}"))
}

/// Solves a battle that consists of volleys only.
pub(super) fn duel(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    aim: Aim,
    asked: AskedStates<'_>,
    shortcuts: Shortcuts,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let listed = ListedDuel::new(battle, openings, aim, shortcuts, ledger, control)?;
    listed.solve(battle, asked, ledger, control)
}

/// A battle that consists of volleys only, with all its situations listed.
pub(super) struct ListedDuel {
    model: DuelModel,
    plan: DuelPlan,
    aim: Aim,
    interests: Interests,
    /// Estimated time and memory that its solution takes.
    needs: Budget,
}

impl ListedDuel {
    /// Lists the situations of a battle that may begin in any of these openings.
    ///
    /// # Errors
    /// If that does not fit the budget, or if it is stopped.
    pub(super) fn new(
        battle: &EclipseBattle,
        openings: &[EclipseState],
        aim: Aim,
        shortcuts: Shortcuts,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Self, EclipseNotSolved> {
        // What this costs captains who look beyond the battle was not measured.
        let is_focused = shortcuts.focus != [Focus::NONE; 2] && !battle.looks_beyond();
        let spares_worse = aim == Aim::BEST && (is_focused || battle.may_spare_worse());
        let limits = FireLimits { focus: shortcuts.focus, spares_worse };
        let limit = ledger.solving().model();
        let model = battle.model(openings, limits, limit, control).map_err(|no| {
            ledger.take(Budget::of_listing(no.steps));
            not_listed(ledger, control)
        })?;
        ledger.take(Budget::of_duel_model(model.duel()));
        let interests = match aim.favour {
            Favour::One(_) => Interests::Shared,
            Favour::Each if battle.is_zero_sum() => Interests::Opposed,
            Favour::Each => Interests::Separate,
        };
        let rounds = battle.clock();
        let planned = |precision| {
            let plan = DuelPlan::new(model.duel(), precision);
            let needs = Budget::of_duel(model.duel(), &plan, interests, rounds);
            (plan, needs)
        };
        let (mut plan, mut needs) = planned(Precision::Double);
        let may_be_single =
            shortcuts.precision == Precision::Single && settles_at_once(model.duel(), rounds);
        if may_be_single && !ledger.solving_on_all_cores().covers(needs) {
            (plan, needs) = planned(Precision::Single);
        }
        Ok(Self { model, plan, aim, interests, needs })
    }

    /// Returns the estimated time and memory that the solution takes.
    pub(super) fn needs(&self) -> Budget {
        self.needs
    }

    /// Returns the ships of a side in all its situations.
    pub(super) fn ships(&self, side: usize) -> &[Ships] {
        self.model.ships(side)
    }

    /// Solves the battle.
    ///
    /// # Errors
    /// If that does not fit the budget, or if it is stopped.
    pub(super) fn solve(
        self,
        battle: &EclipseBattle,
        asked: AskedStates<'_>,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<EclipseBestPlay, EclipseNotSolved> {
        let Self { mut model, plan, aim, interests, needs } = self;
        let shared = ledger.solving_on_all_cores();
        covers(ledger, needs)?;
        control.holds(needs.bytes as u64).map_err(|_| EclipseNotSolved::Stopped)?;
        ledger.take_on_all_cores(needs.seconds);
        let (mut captains, work) = (battle.captains(), ledger.following().graph().work);
        let declared = battle.declare(&mut model, &mut captains, work, control);
        ledger.take(Budget::of_graph(battle.work_done(&captains)));
        declared.map_err(|_| not_listed(ledger, control))?;
        let situations: Vec<_> =
            asked.states.iter().map(|state| model.situation(battle, state)).collect();
        let asked = Asked { side: asked.side, situations: &situations };
        let worth = |pair| {
            let each = battle.worth(&model, pair);
            match aim.favour {
                Favour::Each => each,
                Favour::One(side) => [each[side]; 2],
            }
        };
        let rounds = battle.clock();
        let stakes = Stakes { senses: aim.senses, worth: &worth, interests, rounds, asked };
        let passes = shared.sweeps(model.duel(), needs, rounds);
        let solved = solve(model.duel(), &plan, &stakes, passes, control);
        let made = match &solved {
            Ok(solution) => solution.passes,
            Err(Unsolved::TooLong(passes)) => *passes,
            Err(_) => 0,
        };
        let taken = Budget::of_sweeps(model.duel(), needs, rounds, made);
        ledger.take_on_all_cores((taken - needs.seconds).max(0.0));
        match solved {
            Ok(solution) => Ok(EclipseBestPlay {
                values: solution.values,
                asked: solution.asked.clone(),
                error: solution.error,
                strategy: Arc::new(model.strategy(solution)),
            }),
            Err(Unsolved::Stopped) => Err(EclipseNotSolved::Stopped),
            Err(_) => Err(too_large(ledger.budget(), ": its values take too long to settle")),
        }
    }
}

/// Returns why the situations of a battle were not listed.
pub(super) fn not_listed(ledger: &Ledger, control: &Control) -> EclipseNotSolved {
    if control.is_stopped() {
        return EclipseNotSolved::Stopped;
    }
    too_large(ledger.budget(), "")
}

/// Checks that the budget covers what solutions on all cores need.
///
/// # Errors
/// If it does not.
pub(super) fn covers(ledger: &Ledger, needs: Budget) -> Result<(), EclipseNotSolved> {
    if ledger.solving_on_all_cores().covers(needs) {
        return Ok(());
    }
    Err(too_large(ledger.budget(), &format!(": it takes an estimated {needs}")))
}

/// Solves any battle as a game on its positions.
pub(super) fn game(
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
        Unsolved::Stopped => EclipseNotSolved::Stopped,
        Unsolved::TooLong(_) => {
            ledger.take(budget.seconds);
            EclipseNotSolved::Because("best play for the whole sector does not settle".into())
        }
        _ => {
            ledger.take(budget.seconds);
            too_large(ledger.budget(), "")
        }
    })?;
    ledger.take(Budget::of_game(solved.work));
    Ok(solved)
}
