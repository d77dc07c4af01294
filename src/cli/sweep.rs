//! `fleetodds sweep`: how the odds change with a count, a figure, a part or a policy.

use super::args::SweepArgs;
use super::ask::{Options, share, threads, workers};
use super::failure::Failure;
use super::given::{Given, files_of};
use super::output::{Target, warn};
use super::progress::Progress;
use super::total::{stopped, total, warn_of};
use fleetodds::analysis::sweep::{Asked, Point, Swept, sweep};
use fleetodds::answer::Change;
use fleetodds::report::{Sweep, SweepPoint, Tornado};
use fleetodds::scenario::{Scenario, SideText, Variation};

/// Maximum number of points of a sweep.
const MOST_POINTS: usize = 10_000;

/// Runs the command and returns the exit code.
pub(super) fn run(args: &SweepArgs) -> Result<u8, Failure> {
    let options = Options::read(&args.ask)?;
    let total = total(&args.total)?;
    let Given { scenario, left_out, .. } = Given::read(&args.given, args.ask.rules.as_deref())?;
    warn(&left_out, &args.out);
    let side = side(&scenario, args.side.as_deref())?;
    let target_odds = args.target.as_deref().map(|typed| share("--target", typed)).transpose()?;
    let mut files = files_of(&args.given, &args.ask)?;
    let mut target = Target::open(&mut files, &args.out)?;
    let ctx = workers(threads(args.ask.threads)?)?;
    let find = |asked: &[Asked]| {
        let progress = Progress::of_answers(asked.len(), "battles", args.out.quiet);
        sweep(asked, side, &total, &ctx, &|| progress.add(1))
    };
    if args.tornado {
        let (names, asked) = changes(&options, &scenario, side)?;
        let Swept { points, stopped } = find(&asked)?;
        let trial = |(name, point): (String, Option<Point>)| Some((name, point?.trial));
        let mut trials = names.into_iter().zip(points).map(trial);
        let (_, base) = trials.next().flatten().ok_or(Failure::Interrupted)?;
        let changes: Vec<_> = trials.flatten().collect();
        let found = (changes.len(), asked.len() - 1);
        let stopped = self::stopped(stopped, &total, found, ["changes", "tried"]);
        warn_of(stopped.as_ref(), &args.out);
        let tornado = Tornado::new(side_name(&scenario, side), base, changes, stopped);
        return target.show(&tornado, args.out.format);
    }
    let varied: Vec<Variation> = args
        .vary
        .iter()
        .map(|typed| Variation::parse(typed).map_err(Failure::option))
        .collect::<Result<_, _>>()?;
    let values = all_values(&varied)?;
    let game = options.game(options.rulebook(&scenario))?;
    let asked = |values: &Vec<String>| {
        let mut scenario = scenario.clone();
        for (variation, value) in varied.iter().zip(values) {
            variation.set(&mut scenario, game, value).map_err(Failure::option)?;
        }
        asked(&options, scenario, side)
    };
    let asked: Vec<Asked> = values.iter().map(asked).collect::<Result<_, Failure>>()?;
    let Swept { points, stopped } = find(&asked)?;
    let point = |(values, point): (Vec<String>, Option<Point>)| {
        point.map(|Point { trial, battles }| SweepPoint { values, trial, battles })
    };
    let points: Vec<SweepPoint> = values.into_iter().zip(points).filter_map(point).collect();
    if points.is_empty() {
        return Err(Failure::Interrupted);
    }
    let found = (points.len(), asked.len());
    let stopped = self::stopped(stopped, &total, found, ["points", "found"]);
    warn_of(stopped.as_ref(), &args.out);
    let sweep = Sweep {
        side: side_name(&scenario, side),
        varied: varied.into_iter().map(|v| (v.path, v.values)).collect(),
        points,
        target: target_odds,
        stopped,
    };
    target.show(&sweep, args.out.format)
}

/// Returns the task for one point. A battle of two fleets is decided if either has no ships, and a
/// sector if no party has any. A party without ships stays out of a sector, unless it has
/// population.
fn asked(options: &Options, scenario: Scenario, side: usize) -> Result<Asked, Failure> {
    let game = options.game(options.rulebook(&scenario))?;
    let has_ships = |side: &SideText| !side.fleet.groups.is_empty();
    let can_fight = game.can_fight(&scenario);
    let sides = scenario.sides.all();
    if !can_fight {
        return Ok(Asked::Decided(has_ships(&sides[side])));
    }
    Ok(Asked::Odds(Box::new(options.question(scenario)?)))
}

fn side(scenario: &Scenario, typed: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = typed else { return Ok(0) };
    scenario.sides.named(name).map_err(|known| {
        let known = known.join(", ");
        Failure::Usage(format!("--side `{name}` is not a side: expected one of {known}"))
    })
}

fn side_name(scenario: &Scenario, side: usize) -> String {
    let own = scenario.sides.all()[side].name().map(String::from);
    own.unwrap_or_else(|| scenario.sides.role(side))
}

/// Returns all combinations of values. The values of the last variation change fastest.
fn all_values(varied: &[Variation]) -> Result<Vec<Vec<String>>, Failure> {
    let points = varied.iter().map(|v| v.values.len()).fold(1, usize::saturating_mul);
    if points > MOST_POINTS {
        return Err(Failure::Refused(format!("{points} points, at most {MOST_POINTS}")));
    }
    Ok(varied.iter().fold(vec![Vec::new()], |all, variation| {
        let longer = |values: &Vec<String>| {
            let values = values.clone();
            let with =
                move |value: &String| [values.as_slice(), std::slice::from_ref(value)].concat();
            variation.values.iter().map(with).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    }))
}

/// Returns the unchanged scenario, then the scenario with each single change of a side.
fn changes(
    options: &Options,
    scenario: &Scenario,
    side: usize,
) -> Result<(Vec<String>, Vec<Asked>), Failure> {
    let base = options.question(scenario.clone())?;
    let role = scenario.sides.role(side);
    let game = options.game(options.rulebook(scenario))?;
    let mut names = vec!["as it is".to_string()];
    let mut asked = vec![Asked::Odds(Box::new(base.clone()))];
    let mut add = |name: String, typed: String| -> Result<(), Failure> {
        let mut changed = scenario.clone();
        let variation = Variation::parse(&typed).map_err(Failure::option)?;
        variation.set(&mut changed, game, &variation.values[0]).map_err(Failure::option)?;
        // Changes that exceed a limit of the rules are left out.
        if let Ok(question) = options.question(changed) {
            names.push(name);
            asked.push(Asked::Odds(Box::new(question)));
        }
        Ok(())
    };
    for Change { name, path } in base.matchup.changes(side) {
        add(name, format!("{role}.{path}"))?;
    }
    Ok((names, asked))
}
