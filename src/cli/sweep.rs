//! `fleetodds sweep`: how the odds change with a count, a figure, a part or a policy.

use super::args::{Format, SweepArgs};
use super::ask::{Options, share, threads, workers};
use super::failure::{self, Failure};
use super::fight::scenario;
use super::interrupt::interrupt;
use super::output::{Target, progress_wanted};
use crate::answer::Question;
use crate::answer::sweep::sweep;
use crate::report::{CountProgress, Sweep, SweepPoint, TableOptions, Tornado};
use crate::scenario::{Scenario, Variation};

/// Most points of a sweep.
const MOST_POINTS: usize = 10_000;

/// Single changes, each a figure one higher; a ship more comes first.
const CHANGES: [&str; 4] = ["computer", "shield", "hull", "initiative"];

/// Sweeps and returns the exit code.
pub(super) fn run(args: &SweepArgs) -> Result<u8, Failure> {
    let options = Options::read(&args.ask)?;
    let scenario =
        scenario(args.attacker.as_ref(), args.defender.as_ref(), args.scenario.as_deref())?;
    let side = side(&scenario, args.side.as_deref())?;
    let target_odds = args.target.as_deref().map(|typed| share("--target", typed)).transpose()?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let (stop, pool) = (interrupt()?, workers(threads(args.ask.threads)?)?);
    let width = target.width();
    let text = if args.tornado {
        let (names, questions) = changes(&options, &scenario, side)?;
        let progress = CountProgress::new(questions.len(), progress_wanted(&args.out));
        let points = sweep(&questions, side, &pool, &stop, &|| progress.tick());
        progress.finish();
        let points = points?;
        let mut trials = names.into_iter().zip(points.into_iter().map(|point| point.trial));
        let base = trials.next().map(|(_, trial)| trial).unwrap_or_default();
        let tornado = Tornado::new(side_name(&scenario, side), base, trials.collect());
        match args.out.format {
            Format::Table => tornado.table(TableOptions { width }),
            Format::Json => tornado.json(),
            Format::Csv => tornado.csv(),
        }
    } else {
        let varied: Vec<Variation> = args
            .vary
            .iter()
            .map(|typed| Variation::parse(typed).map_err(Failure::option))
            .collect::<Result<_, _>>()?;
        let values = all_values(&varied)?;
        let questions = values
            .iter()
            .map(|values| {
                let mut scenario = scenario.clone();
                for (variation, value) in varied.iter().zip(values) {
                    variation.set(&mut scenario, value).map_err(Failure::option)?;
                }
                question(&options, scenario)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let progress = CountProgress::new(questions.len(), progress_wanted(&args.out));
        let points = sweep(&questions, side, &pool, &stop, &|| progress.tick());
        progress.finish();
        let points = points?;
        let points = values
            .into_iter()
            .zip(points)
            .map(|(values, point)| SweepPoint {
                values,
                trial: point.trial,
                battles: point.battles,
            })
            .collect();
        let paths = varied.iter().map(|v| (v.path.clone(), v.values.clone())).collect();
        let sweep =
            Sweep { side: side_name(&scenario, side), varied: paths, points, target: target_odds };
        match args.out.format {
            Format::Table => sweep.table(TableOptions { width }),
            Format::Json => sweep.json(),
            Format::Csv => sweep.csv(),
        }
    };
    target.write(&text)?;
    Ok(failure::DONE)
}

/// The question of a scenario; none if a side has no ships.
fn question(options: &Options, scenario: Scenario) -> Result<Option<Question>, Failure> {
    let is_empty = scenario.sides.all().iter().any(|side| side.fleet.groups.is_empty());
    if is_empty && scenario.setting.population.is_none() {
        return Ok(None);
    }
    options.question(scenario).map(Some)
}

fn side(scenario: &Scenario, typed: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = typed else { return Ok(0) };
    scenario.sides.named(name).map_err(|known| {
        Failure::Usage(format!("--side `{name}`: allowed are {}", known.join(", ")))
    })
}

fn side_name(scenario: &Scenario, side: usize) -> String {
    let own = scenario.sides.all()[side].name().map(String::from);
    own.unwrap_or_else(|| scenario.sides.role(side))
}

/// All values together, the last variation the fastest.
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

/// The scenario as it is, then with each single change of a side.
fn changes(
    options: &Options,
    scenario: &Scenario,
    side: usize,
) -> Result<(Vec<String>, Vec<Option<Question>>), Failure> {
    let base = options.question(scenario.clone())?;
    let role = scenario.sides.role(side);
    let mut names = vec!["as it is".to_string()];
    let mut questions = vec![Some(base.clone())];
    let mut add = |name: String, typed: String| -> Result<(), Failure> {
        let mut changed = scenario.clone();
        let variation = Variation::parse(&typed).map_err(Failure::option)?;
        variation.set(&mut changed, &variation.values[0]).map_err(Failure::option)?;
        // What goes beyond a limit is no change that can be made.
        if let Ok(question) = options.question(changed) {
            names.push(name);
            questions.push(Some(question));
        }
        Ok(())
    };
    let own = &base.sides[side];
    for (class, group) in own.labels.classes.iter().zip(&own.fleet.groups) {
        add(format!("one {class} more"), format!("{role}.{class}={}", group.count + 1))?;
        let figures = &group.figures;
        let values =
            [figures.computer, figures.shield, i16::from(figures.hull), figures.initiative];
        for (figure, value) in CHANGES.iter().zip(values) {
            let typed = format!("{role}.{class}.{figure}={}", value + 1);
            add(format!("{class}: +1 {figure}"), typed)?;
        }
        let mut cannons = figures.cannons;
        cannons.0[0] = cannons.0[0].saturating_add(1);
        add(format!("{class}: +1 yellow die"), format!("{role}.{class}.cannons={cannons}"))?;
    }
    Ok((names, questions))
}
