//! `fleetodds compare`: ranks fleets against enemies or against each other.

use crate::cli::args::CompareArgs;
use crate::cli::failure::Failure;
use crate::cli::given::command_of_fleets;
use crate::cli::options::QuestionOptions;
use crate::cli::progress::Progress;
use crate::cli::versus::{Versus, fleets, no_enemies, rank, weights};
use crate::cli::work::{begin, nothing, shared_warnings, total};
use fleetodds::internals::analysis::compare::{Contest, Rank, Ranking, compare};
use fleetodds::internals::analysis::payoffs::Payoffs;
use fleetodds::internals::answer::Question;
use fleetodds::internals::report::{Comparison, Matrix, Named, Report, Stopped, Subject, letter};
use fleetodds::internals::scenario::SideText;

pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let mut options = QuestionOptions::read(&args.shown.ask)?;
    let rank = rank(args.by.as_deref(), &Rank::ALL)?;
    if args.matrix && rank == Rank::PerCost {
        return Err(Failure::usage("--matrix: expected --by win or swing"));
    }
    let total = total(&args.total)?;
    let versus = Versus::read(&args.candidates, &options)?;
    options.choose(versus.game)?;
    if args.matrix && !versus.enemies.is_empty() {
        let message = "--matrix compares the fleets with each other: leave out the enemies";
        return Err(Failure::usage(message));
    }
    let candidates = fleets("fleet", &versus.own, &options)?;
    let against = fleets("against", &[&versus.enemies[..], &args.against].concat(), &options)?;
    let enemies = if args.matrix { &candidates } else { &against };
    if enemies.is_empty() && !args.matrix {
        return Err(no_enemies("compare", &args.candidates, &options));
    }
    let side = usize::from(!args.matrix && (args.defend || versus.defend));
    options.choose_theatre(&candidates, enemies, side)?;
    let (mut output, ctx) = begin(&args.shown)?;
    let game = options.game(options.typed_rulebook())?;
    let names = all_named(&candidates, &args.name)?;
    let weights = weights(&args.weights, enemies.len())?;
    let ask = |scenario| options.typed_question(scenario);
    let contest = Contest::new(&candidates, enemies, weights, side, rank, &ask)?;
    let battles = candidates.len() * enemies.len();
    let progress = Progress::of_search(battles, "battles", args.shown.out.quiet);
    let tick = || progress.add(1);
    let command = || command_of_fleets(&options, None, &candidates, enemies, side);
    let subject = |own: Vec<Named>, enemies: Vec<Named>| -> Result<Subject, Failure> {
        let seed = contest.battles[0][0].seed;
        Ok(Subject::of_fights(game.lexicon(), seed, side, own, enemies).asked_by(command()?))
    };
    let report: Box<dyn Report> = if args.matrix {
        let found = Payoffs::of(&contest, &total, &ctx, &tick)?;
        let (known, best_mix) = (found.known(), found.best_mix());
        if known == 0 {
            return Err(Failure::Interrupted);
        }
        let of_all = |by| Stopped::of(by, &total, (known, battles), ["battles", "worked out"]);
        Box::new(Matrix {
            subject: subject(names.clone(), names)?,
            by: rank,
            is_exact: found.is_exact,
            payoffs: found.payoffs,
            best_mix,
            stopped: found.stopped.map(of_all),
        })
    } else {
        let Ranking { ranked, stopped } = compare(&contest, &total, &ctx, &tick)?;
        let done = (ranked.len(), candidates.len());
        let stopped = stopped.map(|by| Stopped::of(by, &total, done, ["fleets", "compared"]));
        if ranked.is_empty() {
            return Err(nothing(stopped.as_ref()));
        }
        Box::new(Comparison {
            subject: subject(names, enemies.iter().map(Named::of).collect())?,
            side,
            by: rank,
            weights: contest.weights.clone(),
            ranked,
            stopped,
        })
    };
    drop(progress);
    let code = output.show_with(&*report, command)?;
    output.warn(&warnings(&contest));
    Ok(code)
}

/// Returns the warnings about each fleet that hold in all its fights.
fn warnings(contest: &Contest) -> Vec<String> {
    let rows = contest.battles.iter().map(|row| (row.iter().collect::<Vec<_>>(), contest.side));
    let enemies = 0..contest.battles[0].len();
    let column = |n: usize| contest.battles.iter().map(|row| &row[n]).collect::<Vec<_>>();
    let columns = enemies.map(|n| (column(n), 1 - contest.side));
    let of_fleet = |(fights, side): (Vec<&Question>, usize)| {
        let shared = shared_warnings(&fights, side);
        let fleet = fights[0].matchup.sides()[side].labels.fleet.clone();
        shared.into_iter().map(move |warning| format!("{fleet}: {warning}"))
    };
    let mut warnings: Vec<String> = Vec::new();
    for warning in rows.chain(columns).flat_map(of_fleet) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    warnings
}

/// Returns fleets with their names. Those of `--name` go before the fleets' own.
fn all_named(sides: &[SideText], names: &[String]) -> Result<Vec<Named>, Failure> {
    let mut all: Vec<Named> = sides.iter().map(Named::of).collect();
    let (mut next, mut named) = (0, Vec::new());
    for typed in names {
        let (at, name) = match typed.split_once('=') {
            Some((which, name)) => (place(which, all.len(), typed)?, name),
            None => (next, typed.as_str()),
        };
        if named.contains(&at) {
            let message = format!("--name `{typed}`: fleet {} has a name already", letter(at));
            return Err(Failure::usage(message));
        }
        named.push(at);
        let Some(one) = all.get_mut(at) else {
            let message = format!("--name `{typed}`: there are only {} fleets", sides.len());
            return Err(Failure::usage(message));
        };
        if name.trim().is_empty() {
            return Err(Failure::usage(format!("--name `{typed}`: the name is missing")));
        }
        one.name = Some(name.trim().into());
        next = at + 1;
    }
    Ok(all)
}

/// Finds the fleet that a letter means.
fn place(which: &str, fleets: usize, typed: &str) -> Result<usize, Failure> {
    let wanted = which.trim().to_uppercase();
    (0..fleets).find(|n| letter(*n) == wanted).ok_or_else(|| {
        let last = letter(fleets.saturating_sub(1));
        let why = format!("fleets are A to {last}, like --name A=Plasma");
        Failure::usage(format!("--name `{typed}`: {why}"))
    })
}
