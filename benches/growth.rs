//! How the cost of an answer grows with the number of ships, classes, parties and threads, and the
//! floor of the hardware. Prints the tables of `docs/performance.md`.
//!
//! ```sh
//! cargo bench --bench growth
//! ```

// The result is a report.
#![allow(clippy::print_stdout)]

mod mode;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Instant;

use fleetodds::internals::answer::Budget;
use fleetodds::internals::dice::{Die, Distribution, Sampler, block_generator};
use fleetodds::internals::scenario::Engine;
use fleetodds::{Error, Fight};

/// A row of a table: what is measured, and the scenario.
type Row = (String, String);

/// Play in simulations battle by battle, which needs no solution.
const RULE_OF_THUMB: &str = "threat";

fn eclipse(fleet: &str, play: &str) -> String {
    format!(r#"{{"attacker": "{fleet} & play={play}", "defender": "{fleet} & play={play}"}}"#)
}

fn ships(play: &str) -> Vec<Row> {
    let of = |n: u32| {
        let fleet = format!("{n} cruiser(computer=1, hull=2)");
        (format!("Eclipse, cruisers of hull 2: {n} a side"), eclipse(&fleet, play))
    };
    [1, 2, 4, 6, 8].map(of).into()
}

fn classes(play: &str) -> Vec<Row> {
    let all = ["3 interceptor", "3 cruiser", "2 dreadnought", "2 starbase"];
    let of =
        |n: usize| (format!("Eclipse, classes: {n} a side"), eclipse(&all[..n].join(" + "), play));
    (1..=all.len()).map(of).collect()
}

fn parties(play: &str) -> Vec<Row> {
    let of = |n: usize| {
        let party = format!("\"2 cruiser + interceptor & play={play}\"");
        (
            format!("Eclipse, parties in a sector: {n}"),
            format!("{{\"parties\": [{}]}}", vec![party; n].join(", ")),
        )
    };
    [2, 3, 4, 6, 8].map(of).into()
}

fn other_games() -> Vec<Row> {
    let pair = |rules: &str, fleet: &str, more: &str| {
        format!(r#"{{"rules": "{rules}", "attacker": "{fleet}", "defender": "{fleet}" {more}}}"#)
    };
    let mut rows = Vec::new();
    for n in [10, 25, 50, 100] {
        let fleet = format!("{n} fighter");
        rows.push((
            format!("Twilight Imperium, fighters: {n} a side"),
            pair("ti4-space", &fleet, ""),
        ));
    }
    for n in 1..=4 {
        let fleet = format!("{n} cruiser + {n} scout");
        let what = format!("Star Chamber, cruisers and as many scouts: {n} a side");
        rows.push((what, pair("star-chamber", &fleet, "")));
    }
    for n in 1..=3 {
        let fleet = format!("{n} b");
        let what = format!("Spaceship Battles, ships of size B at range 5: {n} a side");
        rows.push((what, pair("spaceship-battles", &fleet, r#", "setting": {"range": 5}"#)));
    }
    rows
}

/// Returns the median time of an answer in seconds, over seven runs or one second.
fn seconds(fight: &Fight) -> Result<f64, Error> {
    let mut times = Vec::new();
    let begun = Instant::now();
    while times.len() < 7 && begun.elapsed().as_secs_f64() < 1.0 {
        let start = Instant::now();
        black_box(fight.run()?);
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// A scenario on one thread.
fn fight(scenario: &str) -> Result<Fight, Error> {
    Ok(Fight::from_json(scenario)?.any_blueprint().threads(NonZeroUsize::MIN))
}

/// Returns the seconds of the exact answer, within the default budget or else a minute and 8 GB.
fn exact(scenario: &str) -> Result<f64, Error> {
    let fight = fight(scenario)?.engine(Engine::Exact);
    seconds(&fight).or_else(|_| seconds(&fight.budget(Budget { seconds: 60.0, bytes: 8e9 })))
}

/// Returns the seconds of a battle, simulated by the rules. The time of a single battle is that of
/// the preparation.
fn simulated(scenario: &str, battles: u64) -> Result<f64, Error> {
    let of = |battles| seconds(&fight(scenario)?.engine(Engine::Kernel).battles(battles));
    Ok(((of(battles)? - of(1)?) / battles as f64).max(0.0))
}

/// Formats a time with two digits: `12 ms`.
fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// Prints a table of exact answers and of battles simulated by the rules.
fn print(exact_rows: Vec<Row>, simulated_rows: &[Row], battles: u64) -> Result<(), Error> {
    println!("\n| | exact, all figures | simulated by the rules, a battle |\n|---|---|---|");
    for ((what, scenario), (_, played)) in exact_rows.into_iter().zip(simulated_rows) {
        let (exact, simulated) = (exact(&scenario)?, simulated(played, battles)?);
        println!("| {what} | {} | {} |", time(exact), time(simulated));
    }
    Ok(())
}

/// Prints how much more threads do.
fn print_threads() -> Result<(), Error> {
    let fleet = "8 interceptor + 4 cruiser + 2 dreadnought";
    let large = eclipse(fleet, "optimal");
    let many = eclipse("4 cruiser", RULE_OF_THUMB);
    println!("\n| threads | best play of {fleet} mirrored | 20,000,000 battles |\n|---|---|---|");
    let most = available_parallelism().map_or(1, NonZeroUsize::get);
    for threads in (1..=most).filter_map(NonZeroUsize::new) {
        let solved = fight(&large)?.engine(Engine::Kernel).battles(1).threads(threads);
        let played = fight(&many)?.engine(Engine::Kernel).battles(20_000_000).threads(threads);
        println!("| {threads} | {} | {} |", time(seconds(&solved)?), time(seconds(&played)?));
    }
    Ok(())
}

/// Prints what the hardware needs for the least work of each engine: a draw from a small table for
/// each volley that is simulated, and a byte of memory for each byte of values that is compared.
fn print_floor() {
    const DRAWS: u64 = 20_000_000;
    const DOUBLES: usize = 8_000_000;
    let table = Distribution::new((0..16u8).map(|n| (n, 1.0 / 16.0)));
    let mut die = Sampler::new(block_generator(1, 0));
    let start = Instant::now();
    for _ in 0..DRAWS {
        black_box(die.draw(&table));
    }
    let draw = start.elapsed().as_secs_f64() / DRAWS as f64;
    let values = vec![1.0f64; DOUBLES];
    let start = Instant::now();
    for _ in 0..8 {
        // Eight sums side by side wait for the memory, not for each other.
        let sums = values.chunks_exact(8).fold([0.0; 8], |mut sums, of| {
            sums.iter_mut().zip(of).for_each(|(sum, value)| *sum += value);
            sums
        });
        black_box(sums);
    }
    let byte = start.elapsed().as_secs_f64() / (8 * 8 * DOUBLES) as f64;
    println!("\n| floor of the hardware, one thread | |\n|---|---|");
    println!("| a draw from a table of 16 outcomes | {:.1} ns |", draw * 1e9);
    println!("| reading memory | {:.1} GB a second |", 1e-9 / byte);
}

fn main() -> Result<(), Error> {
    if mode::is_test() {
        exact(&ships("optimal")[0].1)?;
        simulated(&parties(RULE_OF_THUMB)[1].1, 100)?;
        return Ok(());
    }
    print(ships("optimal"), &ships(RULE_OF_THUMB), 200_000)?;
    print(classes("optimal"), &classes(RULE_OF_THUMB), 200_000)?;
    print(parties("optimal"), &parties(RULE_OF_THUMB), 20_000)?;
    print(other_games(), &other_games(), 20_000)?;
    print_threads()?;
    print_floor();
    Ok(())
}
