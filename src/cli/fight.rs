//! `fleetodds fight`: from what was typed to a plan, from the plan to a result.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rayon::ThreadPoolBuilder;

use super::args::{AskArgs, FightArgs, Format, OutArgs};
use super::failure::{self, Failure};
use super::input::{named_rulebook, read_catalogue, read_fleet, read_source};
use super::output::{Target, stream};
use crate::answer::{Answer, Budget, NoAnswer, Question, ROLES, answer};
use crate::engine::Ended;
use crate::report::{self, ProgressBar, TableOptions};
use crate::scenario::{
    Diagnostic, Engine, MOST_BATTLES, Muster, Place, Rulebook, Rules, Scenario, Setting, Sides,
    Source, muster, parse_count, parse_engine, parse_policy, read_scenario,
};
use crate::tally::{Odds, Summary, Tally, Timing};

/// Battles that are played where nothing else is said.
const BATTLES: u64 = 1_000_000;

/// Most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// Answers the question and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let question = ask(args)?;
    let threads = threads(args.ask.threads)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let Answer { mut summary, ended } = find(&question, threads, &args.out)?;
    if args.out.timing {
        summary.timing = Some(timing(started, summary.battles));
    }
    warn(&summary, &args.out);
    let text = match args.out.format {
        Format::Table => report::table(&summary, TableOptions { width: target.width() }),
        Format::Json => report::json(&summary),
        Format::Csv => report::csv(&summary),
    };
    target.write(&text)?;
    Ok(if ended == Ended::Interrupted { failure::INTERRUPTED } else { failure::DONE })
}

fn ask(args: &FightArgs) -> Result<Question, Failure> {
    let ask = &args.ask;
    if ask.rounds {
        return Err(Failure::Refused("`--rounds` is not yet built".into()));
    }
    let mut scenario = scenario(args)?;
    if let Some(name) = &ask.rules {
        scenario.rulebook = Some(named_rulebook(name)?);
    }
    for play in &ask.play {
        set_play(&mut scenario, play)?;
    }
    let rulebook = scenario.rulebook.unwrap_or(Rulebook::Eclipse);
    let catalogue = read_catalogue(rulebook, ask.fleets.as_deref())?;
    let rules = Rules { catalogue: &catalogue, any_blueprint: ask.any_blueprint };
    let Muster { sides, sector, setup, tiles } = muster(&scenario, rulebook, rules)?;
    Ok(Question {
        rulebook,
        sides,
        sector,
        setup,
        tiles,
        engine: engine(ask)?.or(scenario.engine).unwrap_or_default(),
        budget: ask.budget.as_deref().map(budget).transpose()?.unwrap_or_default(),
        battles: battles(ask, &scenario)?,
        seed: ask.seed.or(scenario.seed).unwrap_or(1),
        precision: ask.precision.as_deref().map(precision).transpose()?,
        round_cap: scenario.setting.round_cap.map(|cap| cap.value),
        play_band: ask.play_band,
    })
}

fn scenario(args: &FightArgs) -> Result<Scenario, Failure> {
    if let Some(path) = &args.scenario {
        return Ok(read_scenario(&read_source(path)?)?);
    }
    let side =
        |role: &str, typed: &Option<String>| read_fleet(role, typed.as_deref().unwrap_or_default());
    let sides = [side(ROLES[0], &args.attacker)?, side(ROLES[1], &args.defender)?];
    Ok(Scenario {
        rulebook: None,
        sides: Sides::Two(Box::new(sides)),
        battles: None,
        seed: None,
        engine: None,
        setting: Setting::default(),
    })
}

/// `SIDE=POLICY`; a side goes by its role or its name.
fn set_play(scenario: &mut Scenario, typed: &str) -> Result<(), Failure> {
    let source = Source::new("--play", typed);
    let place = |range| Place { source: Arc::clone(&source), range };
    let Some((side, policy)) = typed.split_once('=') else {
        let error = Diagnostic::at(&Place::whole(&source), "`--play` takes a side and a policy");
        return Err(Failure::option(error.label("expected `SIDE=POLICY`")));
    };
    let i = scenario.sides.named(side.trim()).map_err(|known| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Failure::option(Diagnostic::unknown(&place(0..side.len()), "side", &known))
    })?;
    let place = place(side.len() + 1..typed.len());
    let policy = parse_policy(&place, policy).map_err(Failure::option)?;
    scenario.sides.all_mut()[i].command = Some(policy);
    Ok(())
}

fn engine(ask: &AskArgs) -> Result<Option<Engine>, Failure> {
    let parse =
        |name: &String| parse_engine(&Place::whole(&Source::new("--engine", name.as_str())), name);
    ask.engine.as_ref().map(parse).transpose().map_err(Failure::option)
}

fn battles(ask: &AskArgs, scenario: &Scenario) -> Result<u64, Failure> {
    let Some(typed) = &ask.battles else {
        return Ok(scenario.battles.unwrap_or(BATTLES));
    };
    parse_count(typed).ok_or_else(|| {
        let allowed = format!("allowed is a whole number from 1 to {MOST_BATTLES}");
        Failure::Usage(format!("--battles `{typed}`: {allowed}"))
    })
}

/// `2s`, `500ms,4GB`.
fn budget(typed: &str) -> Result<Budget, Failure> {
    Budget::parse(typed).ok_or_else(|| {
        Failure::Usage(format!(
            "--budget `{typed}`: expected a time and perhaps a memory, like `2s`, `500ms,4GB` \
             or `10m,500MB`"
        ))
    })
}

fn threads(typed: Option<usize>) -> Result<NonZeroUsize, Failure> {
    let all = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let Some(n) = typed else { return Ok(all) };
    NonZeroUsize::new(n)
        .filter(|n| n.get() <= MOST_THREADS)
        .ok_or_else(|| Failure::Usage(format!("--threads {n}: allowed are 1 to {MOST_THREADS}")))
}

/// `0.1%` or `0.001`.
fn precision(typed: &str) -> Result<f64, Failure> {
    let (number, unit) = match typed.trim().strip_suffix('%') {
        Some(percent) => (percent, 100.0),
        None => (typed, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(p) if p / unit >= 1e-6 && p / unit <= 0.5 => Ok(p / unit),
        _ => Err(Failure::Usage(format!(
            "--precision `{typed}`: allowed is a share from 0.0001% to 50%"
        ))),
    }
}

/// Finds the answer, with progress on the terminal and an ear for the interrupt.
fn find(question: &Question, threads: NonZeroUsize, out: &OutArgs) -> Result<Answer, Failure> {
    let stop = interrupt()?;
    let wanted = !out.quiet && io::stderr().is_terminal();
    let mut bar = ProgressBar::new(question.battles, wanted);
    let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build();
    let pool = pool.map_err(|e| Failure::Io("cannot start threads".into(), io::Error::other(e)))?;
    let name = &question.sides[0].labels.name;
    let answer = answer(question, &pool, &stop, |played, tally| {
        bar.update(played, || estimate(name, tally));
    });
    bar.finish();
    answer.map_err(|none| match none {
        NoAnswer::Limit(limit) => Failure::Refused(limit.to_string()),
        NoAnswer::NotHere(what) => Failure::Refused(what),
        NoAnswer::TooLarge(what) => Failure::Refused(format!("{what}; raise it with --budget")),
        NoAnswer::Stopped => Failure::Interrupted,
    })
}

/// A flag that is set on Ctrl-C; a second Ctrl-C ends the program at once.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(failure::INTERRUPTED));
        }
    })
    .map_err(|error| Failure::Io("cannot listen for Ctrl-C".into(), io::Error::other(error)))?;
    Ok(stop)
}

/// `attacker 46.5 % ± 0.1`.
fn estimate(name: &str, tally: &Tally) -> String {
    if tally.battles == 0 {
        return format!("{name} …");
    }
    let win = Odds::of_tally(tally.clone()).estimate(0);
    let half = (win.high - win.low) / 2.0;
    format!("{name} {:.2} % ± {:.2}", win.probability * 100.0, half * 100.0)
}

fn warn(summary: &Summary, out: &OutArgs) {
    if out.quiet {
        return;
    }
    let mut err = stream(io::stderr(), out.color);
    for warning in &summary.warnings {
        // A warning that nobody can read stops nothing.
        let _ = writeln!(err, "warning: {warning}");
    }
}

fn timing(started: Instant, battles: u64) -> Timing {
    let seconds = started.elapsed().as_secs_f64();
    Timing { seconds, battles_per_second: battles as f64 / seconds }
}
