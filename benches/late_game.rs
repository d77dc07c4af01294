//! Random fleets of the late game in Eclipse: how many of them are solved, how long that takes, and
//! how far off the answer is where best play does not fit the budget.
//!
//! ```sh
//! cargo bench --features bench --bench late_game                # 200 fights of seed 1
//! cargo bench --features bench --bench late_game -- 50 7        # 50 fights of seed 7
//! cargo bench --features bench --bench late_game -- 50 7 60s,8GB  # those not solved again, with this budget
//! ```

// The result is a report.
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::time::Instant;

use fleetodds::answer::Budget;
use fleetodds::{Fight, Summary};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A class of ships, with the least and the most of each figure.
struct Class {
    name: &'static str,
    ships: [u64; 2],
    dice: [u64; 2],
    hull: [u64; 2],
    initiative: [u64; 2],
}

const CLASSES: [Class; 4] = [
    Class { name: "interceptor", ships: [0, 8], dice: [1, 1], hull: [0, 0], initiative: [2, 4] },
    Class { name: "cruiser", ships: [0, 4], dice: [1, 2], hull: [0, 1], initiative: [1, 3] },
    Class { name: "dreadnought", ships: [0, 2], dice: [2, 2], hull: [1, 3], initiative: [0, 2] },
    Class { name: "starbase", ships: [0, 4], dice: [1, 2], hull: [1, 2], initiative: [3, 5] },
];

/// Colours of dice. Weak ones are twice as frequent.
const COLOURS: [char; 5] = ['y', 'y', 'o', 'o', 'r'];

/// Random fleets.
struct Fleets {
    random: Xoshiro256PlusPlus,
}

impl Fleets {
    /// Returns a number from the least to the most, each with the same probability.
    fn number(&mut self, [least, most]: [u64; 2]) -> u64 {
        least + ((u128::from(self.random.next_u64()) * u128::from(most - least + 1)) >> 64) as u64
    }

    /// Returns a fleet with at least one ship.
    fn next(&mut self) -> String {
        loop {
            let ships = CLASSES.each_ref().map(|class| self.number(class.ships));
            let groups: Vec<String> = CLASSES
                .iter()
                .zip(ships)
                .filter(|(_, ships)| *ships > 0)
                .map(|(class, ships)| format!("{ships} {}({})", class.name, self.blueprint(class)))
                .collect();
            if !groups.is_empty() {
                return groups.join(" + ");
            }
        }
    }

    /// Returns a blueprint. One in five has missiles.
    fn blueprint(&mut self, class: &Class) -> String {
        let mut cannons = [('y', 0), ('o', 0), ('r', 0)];
        for _ in 0..self.number(class.dice) {
            let colour = COLOURS[self.number([0, 4]) as usize];
            cannons.iter_mut().filter(|(of, _)| *of == colour).for_each(|(_, n)| *n += 1);
        }
        let mut text = String::from("cannons=");
        for (colour, n) in cannons.into_iter().filter(|(_, n)| *n > 0) {
            let _ = write!(text, "{n}{colour}");
        }
        if self.number([0, 4]) == 0 {
            text.push_str(", missiles=2o");
        }
        let [computer, shield] = [[0, 3], [0, 2]].map(|range| self.number(range));
        let [hull, initiative] = [class.hull, class.initiative].map(|range| self.number(range));
        let _ = write!(text, ", computer={computer}, shield={shield}");
        let _ = write!(text, ", hull={hull}, initiative={initiative}");
        text
    }
}

/// An answer, with the time and memory that it took.
struct Timed {
    summary: Summary,
    seconds: f64,
    /// Peak memory of the process in megabytes, where the system shows it.
    megabytes: Option<f64>,
}

impl Timed {
    fn new(fleets: &[String; 2], budget: Budget) -> Self {
        // Resets the peak on Linux.
        let resets = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        let start = Instant::now();
        let fight = Fight::new(&fleets[0], &fleets[1]).expect("fleets");
        let summary = fight.any_blueprint().budget(budget).run().expect("an answer");
        let seconds = start.elapsed().as_secs_f64();
        Self { summary, seconds, megabytes: resets.then(peak_memory).flatten() }
    }

    fn has_best_play(&self) -> bool {
        !self.summary.warnings.iter().any(|warning| warning.contains("instead of `optimal`"))
    }

    fn odds(&self) -> f64 {
        self.summary.sides[0].win.probability
    }
}

/// Returns the peak memory of the process in megabytes.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1e3)
}

/// Prints the median, some percentiles and the largest of these values.
fn print(what: &str, unit: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    if !values.is_empty() {
        let [median, ninety, ninety_five, most] = [0.5, 0.9, 0.95, 1.0].map(at);
        println!(
            "{what}: median {median:.3} {unit}, 90 % {ninety:.3}, 95 % {ninety_five:.3}, \
             largest {most:.3}"
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let is_test = args.iter().any(|arg| arg == "--test");
    let number = |n: usize| args.get(n).and_then(|arg| arg.parse::<u64>().ok());
    let (fights, seed) =
        if is_test { (3, 1) } else { (number(0).unwrap_or(200), number(1).unwrap_or(1)) };
    let raised = args.get(2).map(|budget| Budget::parse(budget).expect("a budget"));
    let mut fleets = Fleets { random: Xoshiro256PlusPlus::seed_from_u64(seed) };
    let all: Vec<[String; 2]> = (0..fights).map(|_| [fleets.next(), fleets.next()]).collect();
    let answers: Vec<Timed> =
        all.iter().map(|fleets| Timed::new(fleets, Budget::default())).collect();

    let of_best_play: Vec<&Timed> =
        answers.iter().filter(|answer| answer.has_best_play()).collect();
    let count = |is: &dyn Fn(&Summary) -> bool| {
        of_best_play.iter().filter(|answer| is(&answer.summary)).count()
    };
    println!("{fights} fights of seed {seed}, budget {}", Budget::default());
    println!("best play found: {}", of_best_play.len());
    println!("of these in single precision: {}", count(&|of| of.play_error.is_some()));
    println!("of these with simulated odds: {}", count(&|of| !of.engine.is_exact()));
    print("time", "s", answers.iter().map(|answer| answer.seconds).collect());
    print("memory", "MB", answers.iter().filter_map(|answer| answer.megabytes).collect());
    let Some(raised) = raised else { return };
    let mut errors = Vec::new();
    for (fleets, answer) in all.iter().zip(&answers).filter(|(_, answer)| !answer.has_best_play()) {
        let truth = Timed::new(fleets, raised);
        let [seconds, odds] = [truth.seconds, truth.odds()];
        println!(
            "{} v {}: {seconds:.1} s, {odds:.6}, by default {:.6}",
            fleets[0],
            fleets[1],
            answer.odds()
        );
        if truth.has_best_play() {
            errors.push(100.0 * (odds - answer.odds()).abs());
        }
    }
    println!("solved with {raised}: {} more", errors.len());
    print("error without best play", "points", errors);
}
