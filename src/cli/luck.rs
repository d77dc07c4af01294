//! `fleetodds luck`: how lucky an actual outcome was.

use super::again;
use super::args::LuckArgs;
use super::ask::{QuestionOptions, threads, workers};
use super::failure::Failure;
use super::fleet_reader::FleetReader;
use super::given::FightSource;
use super::output::{Target, warn};
use super::pictures::PictureFiles;
use super::progress::Progress;
use fleetodds::analysis::luck::{ReportedResult, Won, luck};
use fleetodds::scenario::{Diagnostic, Place, Source};

/// Runs the command and returns the exit code.
pub(super) fn run(args: &LuckArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.ask)?;
    let given = FightSource::read(&args.given, &options)?.with_remarks(&options);
    let question = options.question(given.scenario.clone())?;
    let known = options.known(options.rulebook(&given.scenario))?;
    let happened = ReportedResult {
        won: args.won.as_deref().map(won),
        left: args.left.iter().map(|typed| left(typed, known)).collect::<Result<_, _>>()?,
    };
    let mut target = Target::open(&args.out)?;
    let mut pictures = PictureFiles::open(&args.pictures)?;
    let ctx = workers(threads(args.ask.threads)?)?;
    let progress = Progress::of_battles(false, args.out.quiet, &ctx);
    let played = |battles, of| progress.add_of(battles, of);
    let mut luck = luck(&question, &happened, args.side.as_deref(), &ctx, &played)
        .map_err(|none| Failure::of(none, &given.scenario))?;
    drop(progress);
    luck.warnings.splice(0..0, given.left_out.clone());
    warn(&luck.warnings, &args.out);
    let command = || Ok(again::fight(&given, &options));
    pictures.show_choice(&luck, (&mut target, &args.out), command)
}

/// Parses the value of `--won`: a side, `draw` or `standoff`.
fn won(typed: &str) -> Won {
    match typed.trim().to_lowercase().as_str() {
        "draw" => Won::Draw,
        "standoff" => Won::Standoff,
        _ => Won::Side(typed.into()),
    }
}

/// Parses the value of `--left`, `SIDE=FLEET`: a side and the number of its survivors by class.
fn left(typed: &str, known: &FleetReader) -> Result<(String, Vec<(String, u64)>), Failure> {
    let source = Source::new("--left", typed);
    let Some((side, fleet)) = typed.split_once('=') else {
        let error =
            Diagnostic::at(&Place::whole(&source), "`--left` takes a side and its survivors");
        return Err(Failure::option(error.label("expected `SIDE=FLEET` or `SIDE=none`")));
    };
    if ["none", "nothing", "0"].contains(&fleet.trim().to_lowercase().as_str()) {
        return Ok((side.into(), Vec::new()));
    }
    let text = known.read_fleet("--left", fleet)?.fleet;
    // A saved ship stands for its class.
    let has_items = fleet.contains(['(', '[']);
    let mut groups = Vec::new();
    for group in &text.groups {
        if let Some(item) = group.items.first().filter(|_| has_items) {
            let error = Diagnostic::at(&item.place, "survivors are given by class and number only");
            return Err(Failure::option(error.label("leave this out")));
        }
        let count = group.count.as_ref().map_or(1, |count| count.value);
        groups.push((group.class.value.clone(), count));
    }
    if let Some(option) = text.options.first() {
        let error =
            Diagnostic::at(&option.name.place, "survivors are given by class and number only");
        return Err(Failure::option(error.label("leave this out")));
    }
    Ok((side.into(), groups))
}
