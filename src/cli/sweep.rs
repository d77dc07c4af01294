//! `fleetodds sweep`: how the odds change with a count, a figure, a part or a policy.

use super::args::SweepArgs;
use super::ask::{QuestionOptions, share, threads, workers};
use super::failure::Failure;
use super::given::{FightSource, files_of};
use super::output::{Target, warn};
use super::progress::Progress;
use super::total::{stopped, total, warn_of};
use fleetodds::analysis::sweep::{
    Point, PointQuestion, Swept, changes, combinations, sweep, varied,
};
use fleetodds::report::{Sweep, SweepPoint, Tornado};
use fleetodds::scenario::{Scenario, Variation};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &SweepArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.ask)?;
    let total = total(&args.total)?;
    let FightSource { scenario, left_out, .. } = FightSource::read(&args.given, &options)?;
    warn(&left_out, &args.out);
    let side = side(&scenario, args.side.as_deref())?;
    let target_odds = args.target.as_deref().map(|typed| share("--target", typed)).transpose()?;
    let mut files = files_of(&args.given, &args.ask)?;
    let mut target = Target::open(&mut files, &args.out)?;
    let ctx = workers(threads(args.ask.threads)?)?;
    let find = |asked: &[PointQuestion]| {
        let progress = Progress::of_answers(asked.len(), "battles", args.out.quiet);
        sweep(asked, side, &total, &ctx, &|| progress.add(1))
    };
    let ask = |scenario| options.question(scenario);
    let game = options.game(options.rulebook(&scenario))?;
    if args.tornado {
        let (names, asked): (Vec<String>, Vec<PointQuestion>) =
            changes(&scenario, game, side, &ask)?.into_iter().unzip();
        let Swept { points, stopped } = find(&asked)?;
        let trial = |(name, point): (String, Option<Point>)| Some((name, point?.trial));
        let mut trials = names.into_iter().zip(points).map(trial);
        let (_, base) = trials.next().flatten().ok_or(Failure::Interrupted)?;
        let changes: Vec<_> = trials.flatten().collect();
        let found = (changes.len(), asked.len() - 1);
        let stopped = self::stopped(stopped, &total, found, ["changes", "tried"]);
        warn_of(stopped.as_ref(), &args.out);
        let tornado = Tornado::new(side_name(&scenario, side), base, changes, stopped);
        return target.show(&tornado, &args.out);
    }
    let variations: Vec<Variation> = args
        .vary
        .iter()
        .map(|typed| Variation::parse(typed).map_err(Failure::option))
        .collect::<Result<_, _>>()?;
    let values = combinations(&variations)?;
    let asked = |values: &Vec<String>| {
        let scenario = varied(&scenario, game, &variations, values).map_err(Failure::option)?;
        PointQuestion::of(scenario, game, side, &ask)
    };
    let asked: Vec<PointQuestion> = values.iter().map(asked).collect::<Result<_, Failure>>()?;
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
        varied: variations.into_iter().map(|v| (v.path, v.values)).collect(),
        points,
        target: target_odds,
        stopped,
    };
    target.show(&sweep, &args.out)
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
