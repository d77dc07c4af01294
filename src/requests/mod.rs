//! Answers the requests of the page: one request in, one answer out, both as JSON.
//!
//! ```text
//! battle   a battle at the table, step by step
//! choices  comparisons of several fleets
//! fight    the fight that the page edits
//! setup    the setting in which they are answered
//! shown    reports as JSON, for the page to show
//! ```
//!
//! The program answers them over HTTP, and the page that works alone has the library in it. Requests
//! share no state: each holds the whole fight.

mod battle;
mod choices;
mod fight;
mod setup;
mod shown;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::analyse::analyse;
use crate::analysis::luck::{ReportedResult, luck};
use crate::answer::{NoAnswer, Question, answer};
use crate::edit::{Desk, Edit, PaletteShip};
use crate::games::{Rulebook, load};
use crate::report::{Card, charts};
use crate::result::Summary;
use crate::scenario::{Diagnostic, Engine, Source, encode, read_scenario};

use self::battle::{played, rolled, situation};
use self::choices::{Compared, compared, offered, swept, tornado};
use self::fight::{Fight, Opened, coded, opened, rulebook};
pub use self::setup::Setup;
use self::setup::{BUDGET, asked, small};
use self::shown::{Problem, chart, report};

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Request {
    /// The rulebooks, and the fight for a new visitor.
    Games,
    /// The battle that a text means.
    Open { text: String, fight: Fight },
    /// A fight in the form in which the page shows it.
    Desk { fight: Fight },
    /// A fight in other rules.
    Rules { fight: Fight, rules: String },
    /// A fight with its sides exchanged.
    Swap { fight: Fight },
    /// A fight with one edit of a fleet.
    Edit { fight: Fight, side: usize, edit: Edit },
    /// A fight in which a side retreats at another time.
    Retreat { fight: Fight, side: usize, when: Option<Value> },
    /// All that can be added to a fleet.
    Palette { fight: Fight },
    /// The values that an option of a side can have.
    Values { fight: Fight, side: usize, option: String },
    /// The parts for a slot of a blueprint.
    Parts { fight: Fight, side: usize, group: usize, slot: Option<usize> },
    /// The names that fit at a cursor.
    Complete { fight: Fight, text: String, cursor: usize },
    /// The odds of a fight, or of what a change makes of it.
    Odds { fight: Fight, after: Option<Change> },
    /// The odds of a scenario that the page cannot edit.
    CodeOdds { code: String },
    /// The result of a JSON scenario, as the library gives it.
    Result { scenario: String },
    /// Fleets ranked in the place of one side.
    Compare { fight: Fight, side: usize, fleets: Vec<Compared> },
    /// The odds of a side after each single change.
    Tornado { fight: Fight, side: usize },
    /// The changes of a side that a player can buy and that help most.
    Offers { fight: Fight, side: usize },
    /// How the odds of a side change with its number of ships of a class.
    Sweep { fight: Fight, side: usize, class: String, to: u32 },
    /// The luck of a reported outcome.
    Luck { fight: Fight, won: String, left: Vec<(String, Vec<(String, u64)>)> },
    /// The present situation of a battle at the table.
    Battle { fight: Fight, record: Option<String>, roll: Option<String> },
    /// A random roll of the dice that come next.
    Roll { fight: Fight, record: String, seed: u64 },
    /// Luck and mistakes of a battle that was played.
    Analyse { fight: Fight, record: String },
}

/// A change of a fight.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Change {
    /// Other rules.
    Rules { rules: String },
    /// The sides exchange their places.
    Swap,
    /// An edit of a fleet.
    Edit { side: usize, edit: Edit },
    /// A side retreats at another time.
    Retreat { side: usize, when: Option<Value> },
}

impl Change {
    /// Makes the change. Returns in words what new rules have no place for.
    fn make(self, desk: &mut Desk, setup: &Setup<'_>) -> Result<Option<Vec<String>>, Problem> {
        match self {
            Self::Rules { rules } => {
                return Ok(Some(desk.set_reader(setup.reader(rulebook(&rules)?)?)));
            }
            Self::Swap => desk.swap(),
            Self::Edit { side, edit } => desk.edit(side_of(side)?, &edit)?,
            Self::Retreat { side, when } => desk.set_retreat(side_of(side)?, when),
        }
        Ok(None)
    }
}

/// Answers a request. Request and answer are JSON; a request that has no answer gets
/// `{"problem": …}`.
#[must_use]
pub fn respond(request: &str, setup: &Setup<'_>) -> String {
    let read = serde_json::from_str::<Request>(request).map_err(|error| Problem::new(&error));
    read.and_then(|request| answered(request, setup))
        .unwrap_or_else(|problem| problem.shown())
        .to_string()
}

fn answered(request: Request, setup: &Setup<'_>) -> Result<Value, Problem> {
    match request {
        Request::Games => games(setup),
        Request::Open { text, fight } => open(&text, &fight, setup),
        Request::Desk { fight } => Ok(fight.shown(&fight.desk(setup)?)),
        Request::Rules { fight, rules } => changed(&fight, Change::Rules { rules }, setup),
        Request::Swap { fight } => changed(&fight, Change::Swap, setup),
        Request::Edit { fight, side, edit } => changed(&fight, Change::Edit { side, edit }, setup),
        Request::Retreat { fight, side, when } => {
            changed(&fight, Change::Retreat { side, when }, setup)
        }
        Request::Palette { fight } => {
            let desk = fight.desk(setup)?;
            let mut palette = desk.palette()?;
            let saved = (setup.saved)(desk.rulebook()).into_iter();
            palette.ships.splice(0..0, saved.map(PaletteShip::saved));
            Ok(json!(palette))
        }
        Request::Values { fight, side, option } => {
            Ok(json!({"values": fight.desk(setup)?.values_for(side_of(side)?, &option)?}))
        }
        Request::Parts { fight, side, group, slot } => {
            Ok(json!({"parts": fight.desk(setup)?.parts_for(side_of(side)?, group, slot)?}))
        }
        Request::Complete { fight, text, cursor } => {
            Ok(json!({"completions": fight.desk(setup)?.complete(&text, cursor)}))
        }
        Request::Odds { fight, after } => {
            let mut desk = fight.desk(setup)?;
            after.map(|change| change.make(&mut desk, setup)).transpose()?;
            odds(small(desk.question()?), setup)
        }
        Request::CodeOdds { code } => odds(asked(&coded(&code)?)?, setup),
        Request::Result { scenario } => result(&scenario, setup),
        Request::Compare { fight, side, fleets } => {
            compared(&fight, side_of(side)?, &fleets, setup)
        }
        Request::Tornado { fight, side } => tornado(&fight, side_of(side)?, setup),
        Request::Offers { fight, side } => offered(&fight, side_of(side)?, setup),
        Request::Sweep { fight, side, class, to } => {
            swept(&fight, side_of(side)?, &class, to, setup)
        }
        Request::Luck { fight, won, left } => {
            let happened = ReportedResult { won: Some(won), left };
            Ok(report(&luck(&question(&fight, setup)?, &happened, None, setup.ctx, &|_, _| ())?))
        }
        Request::Battle { fight, record, roll } => {
            situation(&fight, record.as_deref(), roll.as_deref(), setup)
        }
        Request::Roll { fight, record, seed } => rolled(&fight, &record, seed, setup),
        Request::Analyse { fight, record } => {
            let (question, record) = played(&fight, Some(&record), setup)?;
            Ok(report(&analyse(&question, &record, setup.ctx)?))
        }
    }
}

/// Returns what a change makes of a fight.
fn changed(fight: &Fight, change: Change, setup: &Setup<'_>) -> Result<Value, Problem> {
    let mut desk = fight.desk(setup)?;
    let dropped = change.make(&mut desk, setup)?;
    let mut shown = fight.shown(&desk);
    if let Some(dropped) = dropped {
        shown["dropped"] = json!(dropped);
    }
    Ok(shown)
}

/// Checks the index of a side.
fn side_of(side: usize) -> Result<usize, Problem> {
    if side < 2 { Ok(side) } else { Err(Problem::new(&"a fight has two sides")) }
}

/// Returns the question of a fight.
fn question(fight: &Fight, setup: &Setup<'_>) -> Result<Question, Problem> {
    Ok(small(fight.desk(setup)?.question()?))
}

fn games(setup: &Setup<'_>) -> Result<Value, Problem> {
    let game = |rulebook: Rulebook| {
        let mut editions = Rulebook::ALL.to_vec();
        editions.retain(|other| other.is_edition_of(rulebook));
        let editions: Vec<&str> = editions.into_iter().map(Rulebook::name).collect();
        json!({"name": rulebook.name(), "title": rulebook.title(), "editions": editions})
    };
    let fleets = load(setup.first, &[])?.lexicon().example();
    let first = json!({"rules": setup.first.name(), "fleets": fleets});
    Ok(json!({"games": Rulebook::ALL.map(game), "first": first}))
}

fn open(text: &str, fight: &Fight, setup: &Setup<'_>) -> Result<Value, Problem> {
    Ok(match opened(text, &fight.rules, setup)? {
        Opened::Desk { desk, is_typed } => {
            let opened = Fight { base: None, is_opened: !is_typed, ..fight.clone() };
            json!({"desk": opened.shown(&desk)})
        }
        Opened::Fixed(scenario) => {
            let question = asked(&scenario)?;
            let game = load(scenario.rulebook.unwrap_or_default(), &[])?;
            let document = scenario.to_json(game.lexicon())?;
            let code = encode(&document);
            let sides: Vec<Value> = question
                .matchup
                .sides()
                .iter()
                .map(|side| json!({"name": side.labels.name, "fleet": side.labels.fleet}))
                .collect();
            let rulebook = game.rulebook();
            json!({"fixed": {
                "rules": rulebook.name(),
                "title": rulebook.title(),
                "sides": sides,
                "code": code,
            }})
        }
    })
}

/// Returns the odds, exact if they fit the budget, and otherwise simulated.
fn odds(question: Question, setup: &Setup<'_>) -> Result<Value, Problem> {
    let ctx = setup.ctx;
    let exact = Question { engine: Engine::Exact, ..question.clone() };
    let answered = match answer(&exact, ctx, &mut |_, _, _| ()) {
        Err(NoAnswer::TooLarge { .. }) => answer(&question, ctx, &mut |_, _, _| ())?,
        found => found?,
    };
    Ok(shown_odds(&answered.summary))
}

fn shown_odds(summary: &Summary) -> Value {
    json!({
        "shown": report(summary),
        "card": Card::new(summary),
        "charts": charts(summary).iter().map(chart).collect::<Vec<_>>(),
        "is_exact": summary.engine.is_exact(),
    })
}

/// Returns the result of a scenario as the library writes it, with the engine and the number of
/// battles that the scenario names.
fn result(scenario: &str, setup: &Setup<'_>) -> Result<Value, Problem> {
    let whole = |error: Diagnostic| Problem::new(&error);
    let scenario = read_scenario(&Source::new("scenario", scenario)).map_err(whole)?;
    let game = load(scenario.rulebook.unwrap_or_default(), &[])?;
    let asked = game.question(&scenario, false).map_err(whole)?;
    let question = Question { budget: BUDGET, ..asked };
    let summary = answer(&question, setup.ctx, &mut |_, _, _| ())?.summary;
    Ok(json!(summary))
}
