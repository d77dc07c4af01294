//! How far the odds of captains who focus their fire are from those of best play, in random fleets
//! of the late game whose best play fits the budget.
//!
//! ```sh
//! cargo bench --bench focused_fire                 # 200 fights of seed 1
//! cargo bench --bench focused_fire -- 50 7 60s,8GB # 50 fights of seed 7, with this budget
//! cargo bench --bench focused_fire -- 50 7 20s,4GB 10 # the same, cut short after 10 rounds
//! ```

// The result is a report.
#![allow(clippy::print_stdout)]

mod fleets;
mod mode;

use std::time::Instant;

use self::fleets::Fleets;
use fleetodds::Fight;
use fleetodds::internals::answer::Budget;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::optimize::duel::{
    Asked, DuelPlan, Interests, Precision, Sense, Stakes, solve,
};
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{EclipseBattle, FireLimits, Focus, compile_from};
use fleetodds::internals::games::eclipse::scenario::EclipseMatchup;
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::duel::DuelModelLimit;

/// A solution, with its time.
struct Solved {
    value: f64,
    seconds: f64,
}

/// Returns the battle between two fleets.
fn battle(fleets: &[String; 2], objective: &str) -> EclipseBattle {
    let [attacker, defender] =
        fleets.each_ref().map(|fleet| format!("{fleet} & objective={objective}"));
    let fight = Fight::new(&attacker, &defender).expect("fleets").any_blueprint();
    let question = fight.question().expect("a question");
    let matchup: &EclipseMatchup = question.matchup.of_game().expect("a question about Eclipse");
    let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    compile_from(&fleets, matchup.setup).expect("a battle")
}

/// Solves a battle in which both sides focus their fire.
fn focused(battle: &EclipseBattle, focus: Focus) -> Solved {
    let (start, control) = (Instant::now(), Control::default());
    let limit = DuelModelLimit { states: 1_000_000, steps: u64::MAX, volleys: 10_000_000 };
    let limits = FireLimits { focus: [focus; 2], spares_worse: true };
    let model = battle.model(&[battle.opening()], limits, limit, &control).expect("a model");
    let stakes = Stakes {
        senses: [Sense::Maximise; 2],
        worth: &|pair| battle.worth(&model, pair),
        interests: if battle.is_zero_sum() { Interests::Opposed } else { Interests::Separate },
        rounds: battle.clock(),
        asked: Asked::default(),
    };
    let plan = DuelPlan::new(model.duel(), Precision::Double);
    let solution = solve(model.duel(), &plan, &stakes, u32::MAX, &control).expect("a solution");
    Solved { value: solution.values[0], seconds: start.elapsed().as_secs_f64() }
}

/// Prints the mean, some percentiles and the largest of these values.
fn print(what: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    if values.is_empty() {
        return;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    let [half, ninety_five, most] = [0.5, 0.95, 1.0].map(at);
    println!("{what}: mean {mean:.6}, median {half:.6}, 95 % {ninety_five:.6}, largest {most:.6}");
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let is_test = mode::is_test();
    let number = |n: usize| args.get(n).and_then(|arg| arg.parse::<u64>().ok());
    let (fights, seed) =
        if is_test { (3, 1) } else { (number(0).unwrap_or(200), number(1).unwrap_or(1)) };
    let budget =
        args.get(2).filter(|_| !is_test).map(|text| Budget::parse(text).expect("a budget"));
    let budget = budget.unwrap_or_default();
    let round_cap = number(3).filter(|_| !is_test).map(|rounds| rounds as u32);
    for objective in ["win", "swing"] {
        let mut errors = Focus::WAYS.map(|_| Vec::new());
        let mut times = Focus::WAYS.map(|_| Vec::new());
        for fleets in Fleets::fights(seed, fights) {
            let battle = battle(&fleets, objective);
            let battle = round_cap.map_or(battle.clone(), |cap| battle.with_clock(cap));
            let start = Instant::now();
            let Ok(best) = best_play(&battle, [Sense::Maximise; 2], budget, &Control::default())
            else {
                continue;
            };
            let seconds = start.elapsed().as_secs_f64();
            for (way, focus) in Focus::WAYS.into_iter().enumerate() {
                let solved = focused(&battle, focus);
                let error = (solved.value - best.values[0]).abs() / battle.span();
                if error > 0.001 && way < 2 {
                    println!("{error:.6} in way {way}: {} v {}", fleets[0], fleets[1]);
                }
                errors[way].push(error);
                if seconds > 0.1 {
                    times[way].push(solved.seconds / seconds);
                }
            }
        }
        println!("{} of {fights} fights of seed {seed}, for {objective}", errors[0].len());
        for ((focus, errors), times) in Focus::WAYS.iter().zip(errors).zip(times) {
            println!("{focus:?}");
            print("  error, as a share of the span", errors);
            print("  time, as a share of that of best play", times);
        }
    }
}
