//! `fleetodds compare`: which of several fleets is best.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use rayon::ThreadPool;

use super::args::CompareArgs;
use super::ask::{Options, threads, workers};
use super::failure::Failure;
use super::files::Files;
use super::input::{fleet_files, read_fleet};
use super::interrupt::interrupt;
use super::output::Target;
use super::progress::Progress;
use crate::answer::Question;
use crate::answer::compare::{Contest, Rank, Ranking, compare};
use crate::answer::equilibrium::{Equilibrium, solve};
use crate::report::{Comparison, Matrix};
use crate::scenario::{Scenario, SideText};
use crate::tally::Trial;

/// Most battles of one comparison.
const MOST_PAIRS: usize = 10_000;

/// Compares and returns the exit code.
pub(super) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let options = Options::read(&args.ask)?;
    let rank = rank(args.by.as_deref())?;
    let candidates = fleets("fleet", &args.candidates)?;
    let read = fleet_files(args.candidates.iter().chain(&args.against));
    let mut files = Files::reading(read, args.ask.fleets.as_deref())?;
    let mut target = Target::open(&mut files, &args.out)?;
    let (stop, pool) = (interrupt()?, workers(threads(args.ask.threads)?)?);
    let begin = |pairs| Progress::of_search(pairs, "battles", args.out.quiet);
    if args.matrix {
        if rank == Rank::PerCost {
            return Err(Failure::Usage("--matrix: --by is win or swing".into()));
        }
        let progress = begin(candidates.len() * candidates.len());
        let matrix = matrix(&options, &candidates, rank, (&pool, &stop), &|| progress.add(1));
        drop(progress);
        return target.show(&matrix?, args.out.format);
    }
    let enemies = fleets("against", &args.against)?;
    let weights = weights(&args.weights, enemies.len())?;
    let side = usize::from(args.defend);
    let contest = contest(&options, &candidates, &enemies, weights, side, rank)?;
    let progress = begin(candidates.len() * enemies.len());
    let ranking = compare(&contest, &pool, &stop, &|| progress.add(1));
    drop(progress);
    let Ranking { standings, is_partial } = ranking?;
    if standings.is_empty() {
        return Err(Failure::Interrupted);
    }
    let first = &contest.battles[0][0];
    let comparison = Comparison {
        rules: first.rulebook.to_string(),
        by: rank.name(),
        seed: first.seed,
        weights: contest.weights,
        standings,
        is_partial,
    };
    target.show(&comparison, args.out.format)
}

/// A fleet that begins with a hyphen is a wrong fleet and no unknown option: the error that
/// says so, where `error` is for that reason.
pub(super) fn hyphened(
    error: &clap::Error,
    typed: impl Iterator<Item = OsString>,
) -> Option<Failure> {
    let mut typed = typed.skip(1).map(|typed| typed.to_string_lossy().into_owned());
    let seen = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(seen)) if error.kind() == ErrorKind::UnknownArgument => seen,
        _ => return None,
    };
    if typed.next().as_deref() != Some("compare") {
        return None;
    }
    let is_option = |typed: &String| typed.starts_with("--") && !typed.contains(' ');
    let fleet = typed.find(|typed| typed.starts_with(seen.as_str()) && !is_option(typed))?;
    read_fleet("fleet", &fleet).err()
}

fn rank(typed: Option<&str>) -> Result<Rank, Failure> {
    let Some(typed) = typed else { return Ok(Rank::default()) };
    let found = Rank::ALL.into_iter().find(|rank| rank.name() == typed.trim().to_lowercase());
    found.ok_or_else(|| {
        Failure::Usage(format!("--by `{typed}`: allowed are win, swing and per-cost"))
    })
}

/// Typed fleets; one that is wrong is told by its place among them.
fn fleets(role: &str, typed: &[String]) -> Result<Vec<SideText>, Failure> {
    (1..).zip(typed).map(|(n, typed)| read_fleet(&format!("{role} {n}"), typed)).collect()
}

/// The weights of so many enemies, so that they add up to 1.
pub(super) fn weights(typed: &[f64], enemies: usize) -> Result<Vec<f64>, Failure> {
    if typed.is_empty() {
        return Ok(vec![1.0 / enemies as f64; enemies]);
    }
    let sum: f64 = typed.iter().sum();
    let are_right = typed.iter().all(|w| *w >= 0.0 && w.is_finite()) && sum > 0.0;
    if typed.len() != enemies || !are_right {
        return Err(Failure::Usage(format!(
            "--weights: expected {enemies} numbers from 0, not all 0, one for each --against"
        )));
    }
    Ok(typed.iter().map(|w| w / sum).collect())
}

/// The battles of all candidates against all enemies.
fn contest(
    options: &Options,
    candidates: &[SideText],
    enemies: &[SideText],
    weights: Vec<f64>,
    side: usize,
    rank: Rank,
) -> Result<Contest, Failure> {
    if candidates.len() * enemies.len() > MOST_PAIRS {
        let pairs = candidates.len() * enemies.len();
        return Err(Failure::Refused(format!("{pairs} battles, at most {MOST_PAIRS}")));
    }
    let battle = |candidate: &SideText, enemy: &SideText| -> Result<Question, Failure> {
        let mut sides = [candidate.clone(), enemy.clone()];
        if side == 1 {
            sides.swap(0, 1);
        }
        options.question(Scenario::of(sides))
    };
    let battles: Vec<Vec<Question>> = candidates
        .iter()
        .map(|candidate| enemies.iter().map(|enemy| battle(candidate, enemy)).collect())
        .collect::<Result<_, Failure>>()?;
    let is_free = |asked: &Question| asked.muster.cost(side) == 0.0;
    let free = battles.iter().position(|row| is_free(&row[0]));
    match free {
        Some(n) if rank == Rank::PerCost => {
            Err(Failure::Refused(format!("fleet {} costs nothing: no odds per cost", n + 1)))
        }
        _ => Ok(Contest { battles, weights, side, rank }),
    }
}

/// Every fleet attacks every other, itself among them.
fn matrix(
    options: &Options,
    fleets: &[SideText],
    rank: Rank,
    (pool, stop): (&ThreadPool, &AtomicBool),
    tick: &(dyn Fn() + Sync),
) -> Result<Matrix, Failure> {
    let weights = vec![1.0 / fleets.len() as f64; fleets.len()];
    let contest = contest(options, fleets, fleets, weights, 0, rank)?;
    let mut rows = Vec::new();
    for row in &contest.battles {
        let single = Contest { battles: vec![row.clone()], ..contest.clone() };
        let Ranking { standings, is_partial } = compare(&single, pool, stop, tick)?;
        if is_partial {
            return Err(Failure::Interrupted);
        }
        rows.extend(standings.into_iter().map(|standing| standing.against));
    }
    let payoffs: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            let value = |trial: &Trial| match rank {
                Rank::Swing => trial.swing.value,
                _ => trial.win.value,
            };
            row.iter().map(value).collect()
        })
        .collect();
    let Equilibrium { value, attacker, defender } = solve(&payoffs);
    let fleets = contest.battles.iter().map(|row| row[0].muster.labels(0).fleet.clone()).collect();
    Ok(Matrix {
        rules: contest.battles[0][0].rulebook.to_string(),
        by: rank.name(),
        fleets,
        payoffs,
        value,
        attacker,
        defender,
    })
}
