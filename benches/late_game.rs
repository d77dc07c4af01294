//! Random fleets of the late game in Eclipse: how many of them are solved, how long that takes, and
//! how far off the answer is where best play does not fit the budget.
//!
//! ```sh
//! cargo bench --bench late_game                # 200 fights of seed 1
//! cargo bench --bench late_game -- 50 7        # 50 fights of seed 7
//! cargo bench --bench late_game -- 50 7 60s,8GB  # those not solved again, with this budget
//! ```

// The result is a report.
#![allow(clippy::print_stdout)]

mod fleets;
mod mode;

use std::process::Command;
use std::time::Instant;

use self::fleets::Fleets;

use fleetodds::Fight;
use fleetodds::internals::answer::Budget;
use fleetodds::results::Summary;

/// The default budget.
const DEFAULT: &str = "2s,2GB";

/// First argument of a process that answers one question.
const ONE: &str = "--one";

/// An answer, with the time and memory that it took.
#[derive(Default)]
struct Timed {
    /// Probability that the attacker wins.
    odds: f64,
    play: Play,
    /// Whether the odds were calculated rather than simulated.
    is_exact: bool,
    seconds: f64,
    /// Peak memory in megabytes, where the system shows it.
    megabytes: Option<f64>,
}

/// Play that was found.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Play {
    #[default]
    Best,
    /// Best play in single precision, or bounded as closely.
    Close,
    Focused,
    RuleOfThumb,
}

impl Play {
    const ALL: [Self; 4] = [Self::Best, Self::Close, Self::Focused, Self::RuleOfThumb];

    fn of(summary: &Summary) -> Self {
        if summary.warnings.iter().any(|warning| warning.contains("instead of `optimal`")) {
            return Self::RuleOfThumb;
        }
        match summary.best_play {
            None => Self::Best,
            Some(best) if best.proven && best.high - best.low < 1e-4 => Self::Close,
            Some(_) => Self::Focused,
        }
    }

    fn is_best(self) -> bool {
        matches!(self, Self::Best | Self::Close)
    }
}

impl Timed {
    /// Answers one question in a process of its own, so that its peak memory is known.
    fn new([attacker, defender]: &[String; 2], budget: &str) -> Self {
        let program = std::env::current_exe().expect("the path of this program");
        let output = Command::new(program).args([ONE, attacker, defender, budget]).output();
        let output = output.expect("a process").stdout;
        let line = String::from_utf8(output).expect("text");
        let words: Vec<f64> =
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let &[odds, play, is_exact, seconds, ref megabytes @ ..] = &words[..] else {
            panic!("no answer to {attacker} v {defender}: {line}");
        };
        let play = Play::ALL[play as usize];
        let megabytes = megabytes.first().copied();
        Self { odds, play, is_exact: is_exact > 0.0, seconds, megabytes }
    }
}

/// Answers a question and prints its figures, for the process that asks.
fn answer_one(args: &[String]) {
    let [attacker, defender, budget] = args else { panic!("two fleets and a budget") };
    let start = Instant::now();
    let fight = Fight::new(attacker, defender).expect("fleets").any_blueprint();
    let budget = Budget::parse(budget).expect("a budget");
    let summary = fight.budget(budget).run().expect("an answer");
    let seconds = start.elapsed().as_secs_f64();
    let play = Play::ALL.iter().position(|play| *play == Play::of(&summary)).unwrap_or(0);
    let (odds, exact) = (summary.sides[0].win.probability, u8::from(summary.engine.is_exact()));
    let memory = peak_memory().map_or(String::new(), |megabytes| megabytes.to_string());
    println!("{odds} {play} {exact} {seconds} {memory}");
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
    if args.first().is_some_and(|arg| arg == ONE) {
        return answer_one(&args[1..]);
    }
    let is_test = mode::is_test();
    let number = |n: usize| args.get(n).and_then(|arg| arg.parse::<u64>().ok());
    let (fights, seed) =
        if is_test { (3, 1) } else { (number(0).unwrap_or(200), number(1).unwrap_or(1)) };
    let raised = args.get(2);
    let all = Fleets::fights(seed, fights);
    let answers: Vec<Timed> = all.iter().map(|fleets| Timed::new(fleets, DEFAULT)).collect();

    let count = |is: &dyn Fn(&Timed) -> bool| answers.iter().filter(|answer| is(answer)).count();
    println!("{fights} fights of seed {seed}, budget {DEFAULT}");
    println!("best play found: {}", count(&|of| of.play.is_best()));
    println!("of these in single precision: {}", count(&|of| of.play == Play::Close));
    println!("of these with simulated odds: {}", count(&|of| of.play.is_best() && !of.is_exact));
    println!("focused fire: {}", count(&|of| of.play == Play::Focused));
    println!("rule of thumb: {}", count(&|of| of.play == Play::RuleOfThumb));
    print("time", "s", answers.iter().map(|answer| answer.seconds).collect());
    print("memory", "MB", answers.iter().filter_map(|answer| answer.megabytes).collect());
    let slowest = all.iter().zip(&answers).max_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds));
    if let Some(([attacker, defender], answer)) = slowest {
        println!("slowest, {:.1} s: {attacker} v {defender}", answer.seconds);
    }
    let Some(raised) = raised.filter(|_| !is_test) else { return };
    let mut errors = Vec::new();
    for (fleets, answer) in all.iter().zip(&answers).filter(|(_, answer)| !answer.play.is_best()) {
        let truth = Timed::new(fleets, raised);
        println!(
            "{} v {}: {:.1} s, {:.6}, by default {:.6}",
            fleets[0], fleets[1], truth.seconds, truth.odds, answer.odds
        );
        if truth.play.is_best() {
            errors.push(100.0 * (truth.odds - answer.odds).abs());
        }
    }
    println!("solved with {raised}: {} more", errors.len());
    print("error without best play", "points", errors);
}
