//! `fleetodds compare`: ranks fleets against enemies or against each other.

use super::again;
use super::args::CompareArgs;
use super::failure::Failure;
use super::options::QuestionOptions;
use super::output::Output;
use super::progress::Progress;
use super::versus::Versus;
use super::work::{nothing, total, warn_of, workers};
use fleetodds::analysis::compare::{Contest, Rank, Ranking, compare};
use fleetodds::analysis::equilibrium::Equilibrium;
use fleetodds::analysis::payoffs::Payoffs;
use fleetodds::analysis::total::Total;
use fleetodds::engine::Ctx;
use fleetodds::report::{BestMix, Comparison, Matrix, Named, Stopped, Subject, letter};
use fleetodds::scenario::{Diagnostic, SideText, quoted};

/// Runs the command and returns the exit code.
pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let mut options = QuestionOptions::read(&args.shown.ask)?;
    let rank = rank(args.by.as_deref())?;
    if args.matrix && rank == Rank::PerCost {
        return Err(Failure::Usage("--matrix: expected --by win or swing".into()));
    }
    let total = total(&args.total)?;
    let versus = Versus::read(&args.candidates, &options)?;
    options.choose(versus.game)?;
    if args.matrix && !versus.enemies.is_empty() {
        let message = "--matrix compares the fleets with each other: leave out the enemies";
        return Err(Failure::Usage(message.into()));
    }
    let candidates = fleets("fleet", &versus.own, &options)?;
    let enemies = fleets("against", &[&versus.enemies[..], &args.against].concat(), &options)?;
    if enemies.is_empty() && !args.matrix {
        return Err(no_enemies("compare", &args.candidates, &options));
    }
    let mut output = Output::open(&args.shown.out, &args.shown.pictures)?;
    let game = options.game(options.typed_rulebook())?;
    let names = all_named(&candidates, &args.name)?;
    let ctx = workers(args.shown.ask.threads)?;
    let begin = |pairs| Progress::of_search(pairs, "battles", args.shown.out.quiet);
    if args.matrix {
        let progress = begin(candidates.len() * candidates.len());
        let tick = || progress.add(1);
        let matrix = matrix(&options, (&candidates, names), rank, &total, &ctx, &tick);
        drop(progress);
        let matrix = matrix?;
        warn_of(matrix.stopped.as_ref(), &args.shown.out);
        let command = again::choice(&options, None, &candidates, &candidates, 0)?;
        let subject = matrix.subject.asked_by(command.clone());
        let matrix = Matrix { subject, ..matrix };
        return output.show_with(&matrix, || Ok(command));
    }
    let weights = weights(&args.weights, enemies.len())?;
    let side = usize::from(args.defend || versus.defend);
    let ask = |scenario| options.typed_question(scenario);
    let contest = Contest::new(&candidates, &enemies, weights, side, rank, &ask)?;
    let progress = begin(candidates.len() * enemies.len());
    let ranking = compare(&contest, &total, &ctx, &|| progress.add(1));
    drop(progress);
    let Ranking { ranked, stopped } = ranking?;
    let compared = (ranked.len(), candidates.len());
    let stopped = stopped.map(|by| Stopped::of(by, &total, compared, ["fleets", "compared"]));
    if ranked.is_empty() {
        return Err(nothing(stopped.as_ref()));
    }
    warn_of(stopped.as_ref(), &args.shown.out);
    let seed = contest.battles[0][0].seed;
    let command = again::choice(&options, None, &candidates, &enemies, side)?;
    let enemy_names = enemies.iter().map(Named::of).collect();
    let subject = Subject::of_fights(game, seed, side, names, enemy_names);
    let comparison = Comparison {
        subject: subject.asked_by(command.clone()),
        side,
        by: rank,
        weights: contest.weights,
        ranked,
        stopped,
    };
    output.show_with(&comparison, || Ok(command))
}

/// Returns fleets with their names. Those of `--name` go before the fleets' own.
fn all_named(sides: &[SideText], names: &[String]) -> Result<Vec<Named>, Failure> {
    let mut all: Vec<Named> = sides.iter().map(Named::of).collect();
    let mut next = 0;
    for typed in names {
        let (at, name) = match typed.split_once('=') {
            Some((which, name)) => (place(which, all.len(), typed)?, name),
            None => (next, typed.as_str()),
        };
        let Some(one) = all.get_mut(at) else {
            let message = format!("--name `{typed}`: there are only {} fleets", sides.len());
            return Err(Failure::Usage(message));
        };
        if name.trim().is_empty() {
            return Err(Failure::Usage(format!("--name `{typed}`: the name is missing")));
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
        Failure::Usage(format!("--name `{typed}`: {why}"))
    })
}

/// Creates the failure of a command without enemies, with an example for these words.
pub(crate) fn no_enemies(command: &str, words: &[String], options: &QuestionOptions) -> Failure {
    let error =
        Diagnostic::new("the enemies are missing: write `vs` and a fleet behind the others");
    let Ok(game) = options.game(options.typed_rulebook()) else { return Failure::option(error) };
    let [usual, enemy] = game.example();
    let is_read = |word: &String| options.read_fleet("fleet", word).is_ok();
    let own: Vec<String> = match words.iter().all(is_read) {
        true => words.iter().map(|word| quoted(word)).collect(),
        false => vec![quoted(usual)],
    };
    let (own, enemy, switch) = (own.join(" "), quoted(enemy), options.typed_rulebook().switch());
    let example = format!("for example: `fleetodds {command} {own} vs {enemy} {switch}`");
    Failure::option(error.help(example))
}

fn rank(typed: Option<&str>) -> Result<Rank, Failure> {
    let Some(typed) = typed else { return Ok(Rank::default()) };
    let found = Rank::ALL.into_iter().find(|rank| rank.name() == typed.trim().to_lowercase());
    found.ok_or_else(|| Failure::Usage(format!("--by `{typed}`: expected win, swing or per-cost")))
}

/// Reads fleets from the command line. Errors name a fleet by its number, from 1.
pub(crate) fn fleets(
    role: &str,
    typed: &[String],
    options: &QuestionOptions,
) -> Result<Vec<SideText>, Failure> {
    (1..).zip(typed).map(|(n, typed)| options.read_fleet(&format!("{role} {n}"), typed)).collect()
}

/// Returns the weight of each enemy. Weights are scaled to add up to 1, and are equal by default.
pub(crate) fn weights(typed: &[f64], enemies: usize) -> Result<Vec<f64>, Failure> {
    if typed.is_empty() {
        return Ok(vec![1.0 / enemies as f64; enemies]);
    }
    let sum: f64 = typed.iter().sum();
    let are_right = typed.iter().all(|w| *w >= 0.0 && w.is_finite()) && sum > 0.0;
    if typed.len() != enemies || !are_right {
        return Err(Failure::Usage(format!(
            "--weights: expected one number for each of the enemies ({enemies}), none of them \
             negative and not all 0"
        )));
    }
    Ok(typed.iter().map(|w| w / sum).collect())
}

/// Works out the payoffs of every fleet attacking every fleet, including itself.
fn matrix(
    options: &QuestionOptions,
    (fleets, names): (&[SideText], Vec<Named>),
    rank: Rank,
    total: &Total,
    ctx: &Ctx,
    tick: &(dyn Fn() + Sync),
) -> Result<Matrix, Failure> {
    let weights = vec![1.0 / fleets.len() as f64; fleets.len()];
    let ask = |scenario| options.typed_question(scenario);
    let contest = Contest::new(fleets, fleets, weights, 0, rank, &ask)?;
    let payoffs = Payoffs::of(&contest, total, ctx, tick)?;
    let found = payoffs.known();
    if found == 0 {
        return Err(Failure::Interrupted);
    }
    let game = options.game(options.typed_rulebook())?;
    let best_mix = payoffs.best_mix();
    let Payoffs { payoffs, is_exact, stopped } = payoffs;
    let battles = fleets.len() * fleets.len();
    Ok(Matrix {
        subject: Subject::of_fights(game, contest.battles[0][0].seed, 0, names.clone(), names),
        by: rank,
        is_exact,
        payoffs,
        best_mix: best_mix.map(|Equilibrium { value, attacker, defender }| BestMix {
            value,
            attacker,
            defender,
        }),
        stopped: stopped
            .map(|by| Stopped::of(by, total, (found, battles), ["battles", "worked out"])),
    })
}
