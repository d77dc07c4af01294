//! The requests of the page, and their answers.

use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::analysis::luck::{ReportedResult, luck};
use fleetodds::internals::answer::{Battles, NoAnswer, Question, answer};
use fleetodds::internals::edit::Edit;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::report::charts;
use fleetodds::internals::scenario::Scenario;
use fleetodds::results::Summary;
use fleetodds::{Budget, Engine};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::battle::{played, rolled, situation};
use crate::choices::{Compared, compared, swept, tornado};
use crate::fight::{Fight, Opened, coded, game, opened, rulebook};
use crate::shown::{Problem, chart, report};

/// Work of an answer, so that it suits a phone.
const BUDGET: Budget = Budget { seconds: 0.5, bytes: 500e6 };

/// Battles that are simulated where the exact odds do not fit the budget: a second on a phone.
const BATTLES: u64 = 100_000;

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Request {
    /// The rulebooks.
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
    /// The odds of a fight.
    Odds { fight: Fight },
    /// The odds of a scenario that the page cannot edit.
    CodeOdds { code: String },
    /// The result of a JSON scenario, as the library gives it.
    Result { scenario: String },
    /// Fleets ranked in the place of one side.
    Compare { fight: Fight, side: usize, fleets: Vec<Compared> },
    /// The odds of a side after each single change.
    Tornado { fight: Fight, side: usize },
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

/// Answers a request. Request and answer are JSON; a request that has no answer gets
/// `{"problem": …}`.
#[must_use]
pub fn respond(request: &str) -> String {
    let read = serde_json::from_str::<Request>(request).map_err(|error| Problem::new(&error));
    read.and_then(answered).unwrap_or_else(|problem| problem.shown()).to_string()
}

fn answered(request: Request) -> Result<Value, Problem> {
    match request {
        Request::Games => Ok(games()),
        Request::Open { text, fight } => open(&text, &fight),
        Request::Desk { fight } => Ok(Fight::shown(&fight.desk()?, fight.base.as_ref())),
        Request::Rules { fight, rules } => {
            let mut desk = fight.desk()?;
            let dropped = desk.set_game(game(rulebook(&rules)?)?);
            let mut shown = Fight::shown(&desk, fight.base.as_ref());
            shown["dropped"] = json!(dropped);
            Ok(shown)
        }
        Request::Swap { fight } => {
            let mut desk = fight.desk()?;
            desk.swap();
            Ok(Fight::shown(&desk, fight.base.as_ref()))
        }
        Request::Edit { fight, side, edit } => {
            let mut desk = fight.desk()?;
            desk.edit(side_of(side)?, &edit)?;
            Ok(Fight::shown(&desk, fight.base.as_ref()))
        }
        Request::Retreat { fight, side, when } => {
            let mut desk = fight.desk()?;
            desk.set_retreat(side_of(side)?, when);
            Ok(Fight::shown(&desk, fight.base.as_ref()))
        }
        Request::Palette { fight } => Ok(json!(fight.desk()?.palette()?)),
        Request::Values { fight, side, option } => {
            Ok(json!({"values": fight.desk()?.values_for(side_of(side)?, &option)?}))
        }
        Request::Parts { fight, side, group, slot } => {
            Ok(json!({"parts": fight.desk()?.parts_for(side_of(side)?, group, slot)?}))
        }
        Request::Complete { fight, text, cursor } => {
            Ok(json!({"completions": fight.desk()?.complete(&text, cursor)}))
        }
        Request::Odds { fight } => odds(question(&fight)?),
        Request::CodeOdds { code } => odds(asked(&coded(&code)?)?),
        Request::Result { scenario } => result(&scenario),
        Request::Compare { fight, side, fleets } => compared(&fight, side_of(side)?, &fleets),
        Request::Tornado { fight, side } => tornado(&fight, side_of(side)?),
        Request::Sweep { fight, side, class, to } => swept(&fight, side_of(side)?, &class, to),
        Request::Luck { fight, won, left } => {
            let happened = ReportedResult { won: Some(won), left };
            Ok(report(&luck(&question(&fight)?, &happened, None, &ctx()?, &|_, _| ())?))
        }
        Request::Battle { fight, record, roll } => {
            situation(&fight, record.as_deref(), roll.as_deref())
        }
        Request::Roll { fight, record, seed } => rolled(&fight, &record, seed),
        Request::Analyse { fight, record } => {
            let (question, record) = played(&fight, Some(&record))?;
            Ok(report(&analyse(&question, &record, &ctx()?)?))
        }
    }
}

/// Checks the index of a side.
fn side_of(side: usize) -> Result<usize, Problem> {
    if side < 2 { Ok(side) } else { Err(Problem::new(&"a fight has two sides")) }
}

/// Returns the thread that does all work.
pub(crate) fn ctx() -> Result<Ctx, Problem> {
    Ctx::new(1).map_err(|error| Problem::new(&error))
}

/// Returns a question with what it may take on a phone.
pub(crate) fn small(question: Question) -> Question {
    Question { budget: BUDGET, battles: Battles::Given(BATTLES), ..question }
}

/// Returns the question of a fight.
fn question(fight: &Fight) -> Result<Question, Problem> {
    Ok(small(fight.desk()?.question()?))
}

/// Returns the question of a scenario.
pub(crate) fn asked(scenario: &Scenario) -> Result<Question, Problem> {
    let game = game(scenario.rulebook.unwrap_or_default())?;
    Ok(small(game.question(scenario, false)?))
}

fn games() -> Value {
    let game = |rulebook: Rulebook| {
        let mut editions = Rulebook::ALL.to_vec();
        editions.retain(|other| other.is_edition_of(rulebook));
        let editions: Vec<&str> = editions.into_iter().map(Rulebook::name).collect();
        json!({"name": rulebook.name(), "title": rulebook.title(), "editions": editions})
    };
    json!({"games": Rulebook::ALL.map(game)})
}

fn open(text: &str, fight: &Fight) -> Result<Value, Problem> {
    Ok(match opened(text, &fight.rules)? {
        Opened::Desk(desk) => json!({"desk": Fight::shown(&desk, None)}),
        Opened::Fixed(scenario) => {
            let question = asked(&scenario)?;
            let game = game(scenario.rulebook.unwrap_or_default())?;
            let document = scenario.to_json(game.lexicon())?;
            let code = fleetodds::internals::scenario::encode(&document);
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
fn odds(question: Question) -> Result<Value, Problem> {
    let ctx = ctx()?;
    let exact = Question { engine: Engine::Exact, ..question.clone() };
    let answered = match answer(&exact, &ctx, &mut |_, _, _| ()) {
        Err(NoAnswer::TooLarge { .. }) => answer(&question, &ctx, &mut |_, _, _| ())?,
        found => found?,
    };
    Ok(shown_odds(&answered.summary))
}

fn shown_odds(summary: &Summary) -> Value {
    json!({
        "shown": report(summary),
        "charts": charts(summary).iter().map(chart).collect::<Vec<_>>(),
        "is_exact": summary.engine.is_exact(),
    })
}

/// Returns the result of a scenario as the library writes it, with the engine and the number of
/// battles that the scenario names.
fn result(scenario: &str) -> Result<Value, Problem> {
    let fight = fleetodds::Fight::from_json(scenario).map_err(|error| Problem::new(&error))?;
    let summary = fight.budget(BUDGET).run().map_err(|error| Problem::new(&error))?;
    Ok(json!(summary))
}
