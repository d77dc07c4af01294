//! A second implementation of the combats of Twilight Imperium with all abilities, written from the
//! rules alone. It plays a combat as the rulebook reads, unit by unit, with all chances.

mod abilities;
mod after_losses;
mod assign;
mod chance;
mod dice;
mod effects;
mod model;
pub(crate) mod random;
mod read;
mod rolling;
mod rounds;
mod start;
mod table;
mod units;
mod values;

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use chance::explore;
use dice::Rolls;
use model::{SIDES, Setup, State};
use rounds::Outcome;
use values::Game;

/// What is still undecided when the rest is neglected.
const NEGLIGIBLE: f64 = 1e-13;

/// A combat that takes longer goes on for ever.
const MANY: u32 = 3000;

/// How likely it is that the attacker wins, that it is a draw, and that the defender wins. The rest
/// never ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Odds {
    pub(crate) attacker: f64,
    pub(crate) draw: f64,
    pub(crate) defender: f64,
}

type Spread = BTreeMap<State, f64>;

/// How a combat ends, or goes on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct End {
    outcome: Outcome,
    /// By side, if it has ended: number of damaged survivors.
    damaged: [usize; 2],
}

/// The odds of a combat, and the damage that it leaves.
#[derive(Default)]
struct Ends {
    odds: Odds,
    /// By side: expected number of damaged survivors.
    damaged: [f64; 2],
}

/// Solves a scenario.
pub(crate) fn solve(scenario: &Value) -> Odds {
    solve_with_damage(scenario).0
}

/// Solves a scenario, and finds by side the expected number of damaged survivors.
pub(crate) fn solve_with_damage(scenario: &Value) -> (Odds, [f64; 2]) {
    let (setup, state) = read::read(scenario);
    let (settled, in_space) = (setup.settled(), setup.in_space);
    let rolls = Rolls::default();
    let mut ends = Ends::default();
    let mut open = Spread::from([(state, 1.0)]);
    let before: &[Step] =
        if in_space { &[attack_cannons, defend_cannons, start] } else { &[land, start] };
    for step in before {
        let found = |state: &State| play(&setup, &rolls, state, 1, *step);
        open = advance(open, &mut ends, found);
    }
    let mut known: HashMap<(u32, bool, State), Vec<(End, f64)>> = HashMap::new();
    for round in 1..=MANY {
        let like = round.min(settled);
        for (rest, step) in [(false, start_round as Step), (true, play_round as Step)] {
            open = advance(open, &mut ends, |state| {
                let key = (like, rest, state.clone());
                known.entry(key).or_insert_with(|| play(&setup, &rolls, state, like, step)).clone()
            });
        }
        if open.values().sum::<f64>() < NEGLIGIBLE {
            break;
        }
    }
    (ends.odds, ends.damaged)
}

type Step = fn(&mut Game<'_>) -> Outcome;

/// Plays a step with all chances.
fn play(setup: &Setup, rolls: &Rolls, state: &State, round: u32, step: Step) -> Vec<(End, f64)> {
    let results = explore(|chooser| {
        let mut game = Game {
            setup,
            rolls,
            chooser,
            now: state.clone(),
            round,
            in_combat: true,
            quiet: false,
            deaths: [Vec::new(), Vec::new()],
            cancelled: [false; 2],
            shielded: [false; 2],
            frozen: None,
        };
        let outcome = step(&mut game);
        let is_over = !matches!(outcome, Outcome::GoesOn(_));
        let damaged = SIDES.map(|side| if is_over { game.damaged(side) } else { 0 });
        End { outcome, damaged }
    });
    let mut merged: HashMap<End, f64> = HashMap::new();
    for (outcome, chance) in results {
        *merged.entry(outcome).or_insert(0.0) += chance;
    }
    merged.into_iter().collect()
}

/// Plays a step from all states, and counts what has ended.
fn advance(
    open: Spread,
    ends: &mut Ends,
    mut step: impl FnMut(&State) -> Vec<(End, f64)>,
) -> Spread {
    let mut next = Spread::new();
    for (state, chance) in open {
        for (End { outcome, damaged }, share) in step(&state) {
            let (share, odds) = (chance * share, &mut ends.odds);
            for (all, units) in ends.damaged.iter_mut().zip(damaged) {
                *all += share * units as f64;
            }
            match outcome {
                Outcome::Won(0) => odds.attacker += share,
                Outcome::Won(_) => odds.defender += share,
                Outcome::Draw => odds.draw += share,
                Outcome::GoesOn(state) => *next.entry(*state).or_insert(0.0) += share,
            }
        }
    }
    next
}

// The steps before the rounds.

fn attack_cannons(game: &mut Game<'_>) -> Outcome {
    game.in_combat = false;
    game.cannon_offense(0);
    game.settle_damage();
    // The other side fires before it is seen who has ships left.
    carry_on(game)
}

fn defend_cannons(game: &mut Game<'_>) -> Outcome {
    game.in_combat = false;
    game.cannon_offense(1);
    game.settle_damage();
    game.outcome()
}

fn carry_on(game: &mut Game<'_>) -> Outcome {
    game.now.iter_mut().for_each(|force| force.units.sort());
    Outcome::GoesOn(Box::new(game.now.clone()))
}

/// Bombardment, landing and cannon defense.
fn land(game: &mut Game<'_>) -> Outcome {
    game.in_combat = false;
    game.bombard(false);
    game.settle_damage();
    game.now[0].landed = game.owns(0, "naalu-flagship");
    if !game.is_wiped_out(0) {
        game.cannon_defense();
    } else if !game.is_wiped_out(1) {
        return Outcome::Won(1);
    }
    game.settle_damage();
    game.outcome()
}

fn start(game: &mut Game<'_>) -> Outcome {
    game.start_combat();
    game.settle_damage();
    game.outcome()
}

fn start_round(game: &mut Game<'_>) -> Outcome {
    game.start_round()
}

fn play_round(game: &mut Game<'_>) -> Outcome {
    game.play_round()
}
