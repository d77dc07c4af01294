//! Advice: what all games share.

use super::{Battles, NoAnswer, Question, Side, by_role};
use crate::dice::Sampler;
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::engine::optimize::is_better_gain;
use crate::engine::{PairedMean, PairedPlan, compare_alternatives, compare_openings};
use crate::model::Battle;
use crate::model::Objective;
use crate::result::{Advice, AdvisedChoice, EngineUsed, PlayedBy, ROLES, SideFleet, Units, Worth};
use crate::stats::settled;

/// Number of simulated battles from each choice if none is given.
const BATTLES: u64 = 20_000;

/// Maximum number of simulated battles from all choices together, unless the user gives a number.
const MAX_BATTLES: u64 = 4_000_000;

/// Memory for the figures of a simulated battle, in bytes.
const BYTES: f64 = size_of::<Gain>() as f64;

/// Estimated number of rounds of a battle.
const ROUNDS: f64 = 8.0;

/// Half-width of a 95 % interval in standard errors.
const MARGIN: f64 = 1.96;

/// Difference up to which exact figures of choices are shown as equal. Rounding errors are smaller.
pub(crate) const EQUAL: f64 = 1e-9;

/// Minimum number of simulated battles from each choice. With fewer, nothing can be said.
const MIN_BATTLES: u64 = 50;

/// Choices that were compared by simulation.
pub(crate) struct ComparedChoices {
    /// Gain of each choice.
    pub(crate) gains: Vec<Gain>,
    pub(crate) simulated: SimulatedChoices,
}

/// Number of simulated battles from each choice, and for each choice the half-width of the 95 %
/// interval of what it gives away. Without a simulation, the gains are exact.
#[derive(Default)]
pub(crate) struct SimulatedChoices {
    pub(crate) battles: u64,
    pub(crate) margins: Vec<f64>,
    /// Warning about the number of battles, for the user.
    pub(crate) note: Option<String>,
}

/// Returns advice to this side, without the words of the game and without choices.
pub(crate) fn advice_to<F>(
    question: &Question,
    (sides, side): (&[Side<F>], usize),
    objective: Objective,
    units: Units,
    play: impl IntoIterator<Item = PlayedBy>,
) -> Advice {
    let fleet = |side: &Side<F>| SideFleet::new(&side.labels.name, &side.labels.fleet);
    Advice {
        schema: "fleetodds/advice/1",
        rules: question.rulebook.to_string(),
        question: question.document(),
        title: question.title(),
        unit: units.cost,
        engine: EngineUsed::Exact,
        battles: 0,
        seed: question.seed,
        sides: sides.iter().map(fleet).collect(),
        play: by_role(play.into_iter()),
        side: sides[side].labels.name.clone(),
        role: ROLES[side],
        decision: "",
        situation: String::new(),
        objective: objective.name(),
        roll: String::new(),
        dice: String::new(),
        before: None,
        choices: Vec::new(),
        rolls: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Returns what a gain is worth to a side with this objective.
pub(crate) fn worth(objective: Objective, [value, tie]: Gain) -> Worth {
    match objective {
        Objective::Win => Worth { win: settled(value), swing: tie },
        Objective::Swing => Worth { win: settled(tie), swing: value },
    }
}

/// Returns the index of the best gain; the first of equally good ones.
pub(crate) fn best_of(gains: &[Gain]) -> usize {
    let mut best = 0;
    for (n, gain) in gains.iter().enumerate() {
        if is_better_gain(*gain, gains[best]) {
            best = n;
        }
    }
    best
}

/// Whether an exact gain is as good as the best one.
pub(crate) fn is_as_good(gain: Gain, best: Gain) -> bool {
    best[0] - gain[0] <= EQUAL && best[1] - gain[1] <= EQUAL
}

/// Returns the indices of choices with these gains, the best first.
pub(crate) fn best_first(gains: &[Gain]) -> Vec<usize> {
    if gains.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..gains.len()).collect();
    // The best choice is the first of equally good ones, whatever rounding errors say.
    order[..=best_of(gains)].rotate_right(1);
    let others = &mut order[1..];
    others.sort_by(|&a, &b| gains[b][0].total_cmp(&gains[a][0]));
    let is_equal = |&a: &usize, &b: &usize| !is_better_gain([gains[a][0], 0.0], [gains[b][0], 0.0]);
    for equal in others.chunk_by_mut(is_equal) {
        equal.sort_by(|&a, &b| gains[b][1].total_cmp(&gains[a][1]));
    }
    order
}

/// Returns the choices with these gains, the best first. `words` returns the choice of an index and
/// its steps. Margins are 0 if they are not listed.
pub(crate) fn ranked(
    objective: Objective,
    gains: &[Gain],
    margins: &[f64],
    words: &dyn Fn(usize) -> (String, Vec<String>),
) -> Vec<AdvisedChoice> {
    let order = best_first(gains);
    let Some(&best) = order.first() else { return Vec::new() };
    let advised = |n: usize| {
        let gain = gains[n];
        let margin = margins.get(n).copied().unwrap_or(0.0);
        let cost = (gains[best][0] - gain[0]).max(0.0);
        let (choice, steps) = words(n);
        AdvisedChoice {
            choice,
            steps,
            worth: worth(objective, gain),
            cost,
            margin,
            is_best: match margin > 0.0 {
                true => cost <= margin,
                false => is_as_good(gain, gains[best]),
            },
        }
    };
    order.into_iter().map(advised).collect()
}

/// Compares the situations to which choices lead by simulation. `figures` returns what a finished
/// battle is worth to the side that decides.
///
/// # Errors
/// If there are too many choices for the budget, or if it is stopped.
pub(crate) fn simulate_choices<B: Battle>(
    question: &Question,
    battle: &B,
    openings: &[B::State],
    figures: &(dyn Fn(&B::State) -> Gain + Sync),
    control: &Control,
) -> Result<ComparedChoices, NoAnswer> {
    let plan = plan(question, battle.round_seconds() * ROUNDS, openings.len())?;
    let means = compare_openings(battle, &battle.captains(), openings, plan, figures, control);
    ComparedChoices::new(question, plan, means)
}

/// Compares this many choices by simulation. `row` plays one battle after each choice, all with
/// these dice, and returns what their ends are worth to the side that decides. `seconds` is the
/// estimated work of a battle.
///
/// # Errors
/// If there are too many choices for the budget, or if it is stopped.
pub(crate) fn simulate_rows(
    question: &Question,
    (choices, seconds): (usize, f64),
    row: &(dyn Fn(&Sampler) -> Vec<Gain> + Sync),
    control: &Control,
) -> Result<ComparedChoices, NoAnswer> {
    let plan = plan(question, seconds, choices)?;
    ComparedChoices::new(question, plan, compare_alternatives(plan, row, control))
}

impl ComparedChoices {
    /// Creates the result of a simulation; `None` is one that was stopped.
    fn new(
        question: &Question,
        plan: PairedPlan,
        means: Option<Vec<PairedMean>>,
    ) -> Result<Self, NoAnswer> {
        let means = means.ok_or(NoAnswer::Stopped)?;
        let margins = means.iter().map(|mean| MARGIN * mean.error).collect();
        let gains = means.iter().map(|mean| mean.mean).collect();
        let note = match question.battles {
            Battles::Given(wanted) if wanted > plan.battles => Some(format!(
                "{} battles from each choice instead of {wanted}: more do not fit the memory of {}",
                plan.battles, question.budget
            )),
            _ => None,
        };
        let simulated = SimulatedChoices { battles: plan.battles, margins, note };
        Ok(Self { gains, simulated })
    }
}

/// Returns the plan of a simulation of this many choices, if each battle takes this many seconds of
/// work.
fn plan(question: &Question, seconds: f64, choices: usize) -> Result<PairedPlan, NoAnswer> {
    let battles = battles(question, seconds, choices as u64)?;
    Ok(PairedPlan { battles, seed: question.seed, round_cap: question.last_round() })
}

/// Returns the number of battles from each of these choices.
fn battles(question: &Question, seconds: f64, choices: u64) -> Result<u64, NoAnswer> {
    let most = MAX_BATTLES / choices.max(1);
    let work = seconds * choices as f64;
    let affordable = match question.battles {
        Battles::Given(_) => (question.budget.bytes / (BYTES * choices as f64)) as u64,
        Battles::AtMost(_) => most.min((question.budget.seconds / 2.0 / work) as u64),
    };
    if affordable < MIN_BATTLES {
        let what =
            format!("simulating {choices} choices exceeds the budget of {}", question.budget);
        return Err(NoAnswer::TooLarge { what, work });
    }
    Ok(match question.battles {
        Battles::Given(battles) => battles.clamp(2, affordable),
        Battles::AtMost(_) => BATTLES.min(affordable),
    })
}
