//! `fleetodds advise`: the choices of a player in the middle of a battle.

use crate::cli::args::AdviseArgs;
use crate::cli::failure::Failure;
use crate::cli::given::AskedFight;
use crate::cli::options::QuestionOptions;
use crate::cli::progress::Progress;
use crate::cli::work::begin;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::scenario::{Source, read_missiles, read_roll};

pub(crate) fn run(args: &AdviseArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.shown.ask)?;
    let table = on_the_table(args)?;
    let asked = AskedFight::read(&args.given, &options)?.with_remarks();
    let question = asked.question()?;
    let (mut output, ctx) = begin(&args.shown)?;
    let progress = Progress::of_battles(false, args.shown.out.quiet, &ctx);
    let mut advice = advise(&question, &table, &ctx).map_err(|none| asked.unanswered(none))?;
    drop(progress);
    advice.warnings.splice(0..0, asked.left_out.clone());
    let code = output.show_with(&advice, || Ok(asked.command()))?;
    output.warn(&advice.warnings);
    Ok(code)
}

/// Reads what lies on the table besides the ships.
fn on_the_table(args: &AdviseArgs) -> Result<OnTheTable, Failure> {
    let words = &args.given.words;
    let ships = words.iter().rposition(|word| !is_die(word)).map_or(0, |last| last + 1);
    if let (Some(roll), [_, ..]) = (&args.roll, &words[ships..]) {
        let dice = format!("{roll} {}", words[ships..].join(" "));
        let is_between = |c: char| c == ',' || c.is_whitespace();
        let joined: Vec<_> = dice.split(is_between).filter(|die| !die.is_empty()).collect();
        let joined = joined.join(",");
        let message = format!("--roll {dice}: join the dice with commas: --roll {joined}");
        return Err(Failure::usage(message));
    }
    let read = |typed: &String| read_roll(&Source::new("--roll", typed.as_str()));
    let roll = args.roll.as_ref().map(read).transpose().map_err(Failure::option)?;
    let read = |typed: &String| read_missiles(&Source::new("--missiles", typed.as_str()));
    let missiles = args.missiles.as_ref().map(read).transpose().map_err(Failure::option)?;
    Ok(OnTheTable { turn: args.turn.clone(), roll, missiles, hits: args.hits, scored: args.scored })
}

/// Whether a word is a colour in short and faces, like `y6`.
fn is_die(word: &str) -> bool {
    let mut chars = word.trim_end_matches(',').chars();
    let has_colour = chars.next().is_some_and(char::is_alphabetic);
    has_colour && !chars.as_str().is_empty() && chars.all(|face| ('1'..='6').contains(&face))
}
