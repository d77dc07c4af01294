//! `fleetodds fight`: from what was typed to a plan, from the plan to a result.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::args::{AskArgs, FightArgs, Format, OutArgs};
use super::failure::{self, Failure};
use super::input::{named_rulebook, read_catalogue, read_fleet, read_source};
use super::output::{Target, stream};
use crate::engine::{self, Ended, Plan, Run};
use crate::report::{self, ProgressBar, TableOptions};
use crate::rules::eclipse::{self, Bag, EclipseBattle};
use crate::scenario::{
    Diagnostic, Engine, MOST_BATTLES, Place, Rulebook, Rules, Scenario, Side, SideText, Source,
    parse_count, parse_engine, parse_policy, read_scenario, resolve_side,
};
use crate::tally::{Odds, PlayedBy, Rounds, Summary, Tally, Timing};

/// Rounds after which a simulated battle is a standoff, where nothing else is said (D7).
const ROUND_CAP: u32 = 1000;

/// Battles that are played where nothing else is said.
const BATTLES: u64 = 1_000_000;

/// Most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// What the sides are called in `--play` and in the result.
const ROLES: [&str; 2] = ["attacker", "defender"];

/// Everything that a run needs, checked.
struct Question {
    rulebook: Rulebook,
    engine: Engine,
    sides: [Side; 2],
    battle: EclipseBattle,
    bag: Bag,
    plan: Plan,
}

/// Answers the question and returns the exit code.
pub(super) fn run(args: &FightArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let question = ask(args)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let run = play(&question, &args.out)?;
    let mut summary = summarise(&question, &run);
    if args.out.timing {
        summary.timing = Some(timing(started, run.tally.battles));
    }
    warn(&summary, &args.out);
    let text = match args.out.format {
        Format::Table => report::table(&summary, TableOptions { width: target.width() }),
        Format::Json => report::json(&summary),
        Format::Csv => report::csv(&summary),
    };
    target.write(&text)?;
    Ok(if run.ended == Ended::Interrupted { failure::INTERRUPTED } else { failure::DONE })
}

fn ask(args: &FightArgs) -> Result<Question, Failure> {
    let ask = &args.ask;
    refuse_later(ask)?;
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
    let side = |i: usize| resolve_side(rules, &scenario.sides[i], ROLES[i], i);
    let sides = [side(0)?, side(1)?];
    let fleets = sides.each_ref().map(|side| side.fleet.clone());
    let battle = eclipse::compile(&fleets)
        .map_err(|limit| Diagnostic::at(&scenario.sides[limit.side].place, limit.message))?;
    Ok(Question {
        rulebook,
        engine: engine(ask)?.or(scenario.engine).unwrap_or_default(),
        sides,
        battle,
        bag: catalogue.bag(),
        plan: plan(ask, &scenario)?,
    })
}

fn scenario(args: &FightArgs) -> Result<Scenario, Failure> {
    if let Some(path) = &args.scenario {
        return Ok(read_scenario(&read_source(path)?)?);
    }
    let side =
        |role: &str, typed: &Option<String>| read_fleet(role, typed.as_deref().unwrap_or_default());
    Ok(Scenario {
        rulebook: None,
        sides: [side(ROLES[0], &args.attacker)?, side(ROLES[1], &args.defender)?],
        battles: None,
        seed: None,
        engine: None,
        round_cap: None,
    })
}

/// Options of the interface that come with later releases.
fn refuse_later(ask: &AskArgs) -> Result<(), Failure> {
    let given = [
        ("--budget", ask.budget.is_some()),
        ("--rounds", ask.rounds),
        ("--play-band", ask.play_band),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::Refused(format!("`{option}` is not yet built"))),
        None => Ok(()),
    }
}

/// `SIDE=POLICY`; a side goes by its role or its name.
fn set_play(scenario: &mut Scenario, typed: &str) -> Result<(), Failure> {
    let source = Source::new("--play", typed);
    let place = |range| Place { source: Arc::clone(&source), range };
    let Some((side, policy)) = typed.split_once('=') else {
        let error = Diagnostic::at(&Place::whole(&source), "`--play` takes a side and a policy");
        return Err(Failure::option(error.label("expected `SIDE=POLICY`")));
    };
    let wanted = side.trim();
    let is_named = |i: usize| {
        ROLES[i].eq_ignore_ascii_case(wanted) || scenario.sides[i].name() == Some(wanted)
    };
    let Some(i) = (0..2).find(|&i| is_named(i)) else {
        let names = scenario.sides.iter().filter_map(SideText::name);
        let known: Vec<&str> = ROLES.into_iter().chain(names).collect();
        return Err(Failure::option(Diagnostic::unknown(&place(0..side.len()), "side", &known)));
    };
    let place = place(side.len() + 1..typed.len());
    let policy = parse_policy(&place, policy).map_err(Failure::option)?;
    scenario.sides[i].command = Some(policy);
    Ok(())
}

fn engine(ask: &AskArgs) -> Result<Option<Engine>, Failure> {
    let parse =
        |name: &String| parse_engine(&Place::whole(&Source::new("--engine", name.as_str())), name);
    ask.engine.as_ref().map(parse).transpose().map_err(Failure::option)
}

fn plan(ask: &AskArgs, scenario: &Scenario) -> Result<Plan, Failure> {
    let battles = match &ask.battles {
        Some(typed) => Some(parse_count(typed).ok_or_else(|| {
            let allowed = format!("allowed is a whole number from 1 to {MOST_BATTLES}");
            Failure::Usage(format!("--battles `{typed}`: {allowed}"))
        })?),
        None => scenario.battles,
    };
    Ok(Plan {
        battles: battles.unwrap_or(BATTLES),
        seed: ask.seed.or(scenario.seed).unwrap_or(1),
        threads: threads(ask.threads)?,
        round_cap: scenario.round_cap.unwrap_or(ROUND_CAP),
        precision: ask.precision.as_deref().map(precision).transpose()?,
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

/// Plays the battles, with progress on the terminal and an ear for the interrupt.
fn play(question: &Question, out: &OutArgs) -> Result<Run<EclipseBattle>, Failure> {
    let stop = interrupt()?;
    let wanted = !out.quiet && io::stderr().is_terminal();
    let mut bar = ProgressBar::new(question.plan.battles, wanted);
    let name = &question.sides[0].labels.name;
    let run = engine::run(&question.battle, &question.plan, &stop, |played, tally| {
        bar.update(played, || estimate(name, tally));
    });
    bar.finish();
    run.map_err(|error| Failure::Io("cannot start threads".into(), io::Error::other(error)))
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

fn summarise(question: &Question, run: &Run<EclipseBattle>) -> Summary {
    let odds = Odds::of_tally(run.tally.clone());
    let fleets = question.sides.each_ref().map(|side| side.fleet.clone());
    let labels = question.sides.each_ref().map(|side| side.labels.clone());
    let rounds = odds.rounds();
    let played =
        |i: usize| (ROLES[i].to_string(), PlayedBy { assign: fleets[i].policy.to_string() });
    Summary {
        schema: "fleetodds/result/1",
        rules: question.rulebook.to_string(),
        engine: match question.engine {
            Engine::Kernel => "kernel",
            Engine::Auto | Engine::Simulate => "simulate",
        },
        play: vec![played(0), played(1)],
        battles: run.tally.battles,
        seed: question.plan.seed,
        partial: run.ended == Ended::Interrupted,
        sides: eclipse::summarise(&question.battle, &fleets, &labels, &question.bag, &odds),
        draw: eclipse::draw(&odds),
        standoff: eclipse::standoff(&odds),
        rounds: Rounds { mean: rounds.mean, distribution: rounds.distribution },
        house_rules: Vec::new(),
        warnings: warnings(question, run, &odds),
        timing: None,
    }
}

fn warnings(question: &Question, run: &Run<EclipseBattle>, odds: &Odds) -> Vec<String> {
    let mut warnings: Vec<String> = question
        .sides
        .iter()
        .flat_map(|side| side.warnings.iter().map(|w| format!("{}: {w}", side.labels.name)))
        .collect();
    if run.captains.iter().any(eclipse::Captains::approximated) {
        warnings.push(
            "some volleys were too large to find what npc does with them; they were \
                       assigned without looking ahead"
                .into(),
        );
    }
    if let Some(wanted) = question.plan.precision
        && run.ended == Ended::Complete
    {
        let half = odds.widest_half(0..eclipse::OUTCOMES);
        if half > wanted {
            let (half, wanted) = (half * 100.0, wanted * 100.0);
            warnings.push(format!(
                "the widest interval is ± {half:.4} %, wider than ± {wanted:.4} %: raise --battles"
            ));
        }
    }
    warnings
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
