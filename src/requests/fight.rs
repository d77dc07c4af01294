//! The fight that the page edits: rules and two typed fleets, and a code for all else.

use std::ops::Not;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::setup::Setup;
use super::shown::{Problem, details};
use crate::edit::Desk;
use crate::games::{Rulebook, read_link};
use crate::result::ROLES;
use crate::scenario::phrase::take_setting;
use crate::scenario::{
    Diagnostic, Place, Remedy, Scenario, Sentence, Source, decode, is_code, parse_rulebook,
    read_scenario, shell_words,
};

/// A fight as the page keeps it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Fight {
    /// Name of the rulebook.
    pub(super) rules: String,
    /// The fleets as typed.
    pub(super) fleets: [String; 2],
    /// Code of a scenario: its fields, besides rules and fleets, are those of the fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) base: Option<String>,
    /// Whether it was opened as a scenario, which says itself how players play.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) is_opened: bool,
}

/// Returns the rulebook with a name.
pub(super) fn rulebook(name: &str) -> Result<Rulebook, Diagnostic> {
    parse_rulebook(&Place::whole(&Source::new("rules", name)), name)
}

impl Fight {
    /// Puts the fight on a desk.
    pub(super) fn desk(&self, setup: &Setup<'_>) -> Result<Desk, Problem> {
        let rulebook = rulebook(&self.rules)?;
        let mut desk = match &self.base {
            Some(code) => on_desk(&coded(code)?, setup)?,
            None => Desk::with(setup.reader(rulebook)?),
        };
        if desk.rulebook() != rulebook {
            desk.set_reader(setup.reader(rulebook)?);
        }
        desk.set_captains(setup.captains.filter(|_| !self.is_opened));
        for (side, text) in self.fleets.iter().enumerate() {
            if desk.fleet(side) != text {
                desk.type_fleet(side, text);
            }
        }
        Ok(desk)
    }

    /// Returns what the page shows of a fight that it had. If a fleet cannot be read, so that it has
    /// no code, it keeps its other fields.
    pub(super) fn shown(&self, desk: &Desk) -> Value {
        let code = desk.code().ok();
        let fight = Self {
            rules: desk.rulebook().name().into(),
            fleets: [0, 1].map(|side| desk.fleet(side).to_string()),
            base: desk.edited_code().ok().or_else(|| self.base.clone()),
            is_opened: self.is_opened,
        };
        let ready = desk.question();
        let sides = [0, 1].map(|side| shown_side(desk, side));
        json!({
            "fight": fight,
            "sides": sides,
            "code": code.filter(|_| ready.is_ok()),
            "command": ready.is_ok().then(|| desk.command().ok()),
            "lack": ready.err().map(|error| error.message),
        })
    }
}

/// Returns a side as typed, with what a screen shows of it or why it cannot be read.
fn shown_side(desk: &Desk, side: usize) -> Value {
    let text = desk.fleet(side);
    match desk.side(side) {
        Ok(view) => json!({"text": text, "view": view, "read_as": desk.read_as(side)}),
        Err(error) => json!({"text": text, "problem": trouble(&error)}),
    }
}

/// Returns an error in a fleet as a sentence, with its correction.
fn trouble(error: &Diagnostic) -> Value {
    let (label, help) = details(error);
    let (fleet, rules) = match error.remedy.as_deref() {
        Some(Remedy::Fleet(fleet)) => (json!(fleet), Value::Null),
        Some(Remedy::Rules(other)) => {
            (Value::Null, json!({"name": other.name(), "title": other.title()}))
        }
        None => (Value::Null, Value::Null),
    };
    json!({
        "message": error.message,
        "label": label,
        // A button says it.
        "help": help.filter(|_| error.remedy.is_none()),
        "fleet": fleet,
        "rules": rules,
    })
}

/// Returns the scenario of a code.
pub(super) fn coded(code: &str) -> Result<Scenario, Diagnostic> {
    let document = decode(&Source::new("code", code))?;
    read_scenario(&Source::new("code", document))
}

fn on_desk(scenario: &Scenario, setup: &Setup<'_>) -> Result<Desk, Diagnostic> {
    Desk::of_reader(scenario, setup.reader(scenario.rulebook.unwrap_or_default())?)
}

/// Returns the scenario or the fleets that a text means: a code, a link with one, a link of a
/// calculator that the library reads, a scenario as JSON, or a typed question.
pub(super) fn opened(text: &str, rules: &str, setup: &Setup<'_>) -> Result<Opened, Problem> {
    let Command { question, rules: named } = Command::read(text.trim())?;
    let text = question.as_str();
    let code = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
    if is_code(code) {
        return Ok(Opened::of(coded(code)?, false, setup));
    }
    if text.starts_with('{') {
        return Ok(Opened::of(read_scenario(&Source::new("scenario", text))?, false, setup));
    }
    if text.contains("://") {
        let linked = read_link(&Source::new("link", text))?;
        let mut scenario = read_scenario(&Source::new("link", linked.document.to_string()))?;
        scenario.rulebook = Some(linked.rulebook);
        return Ok(Opened::of(scenario, false, setup));
    }
    let present = named.map_or_else(|| rulebook(rules), Ok)?;
    let Sentence { mut sides, game, .. } =
        Sentence::read(text, Some(present)).ok_or_else(|| {
            let error = Diagnostic::new("this is neither a code, nor a link, nor two fleets");
            error.help("a question has `vs` between its fleets, such as `3 interceptor vs ancient`")
        })?;
    let named = game.map(|game| game.agreed(Some(present)).unwrap_or(game.rulebook));
    let rulebook = named.unwrap_or(present);
    let setting = take_setting(rulebook, &mut sides);
    if !setting.is_empty() {
        let reader = setup.reader(rulebook)?;
        let fleet = |side: usize| reader.read(&Source::new(ROLES[side], &*sides[side]));
        let sides = [fleet(0)?, fleet(1)?];
        let mut scenario = Scenario::of(sides).in_setting(&setting)?;
        scenario.rulebook = Some(rulebook);
        return Ok(Opened::of(scenario, true, setup));
    }
    let rules = rulebook.name().to_string();
    let fight = Fight { rules, fleets: sides, base: None, is_opened: false };
    let desk = Box::new(fight.desk(setup)?);
    Ok(Opened::Desk { desk, is_typed: true })
}

/// A question with the rules of its options.
struct Command {
    question: String,
    rules: Option<Rulebook>,
}

impl Command {
    /// Reads a text that may be a command of the program, as reports and the page give it. Options
    /// choose the rules; others are refused.
    fn read(text: &str) -> Result<Self, Diagnostic> {
        let is_option = |word: &str| word.starts_with("--") || word == "-r";
        let program = text.strip_prefix("fleetodds ");
        let is_json = text.starts_with('{');
        if is_json || (program.is_none() && !text.split_whitespace().any(is_option)) {
            return Ok(Self { question: text.into(), rules: None });
        }
        let command = program.unwrap_or(text);
        let command = command.strip_prefix("fight ").unwrap_or(command);
        let words = shell_words(command)
            .ok_or_else(|| Diagnostic::new("a quote of this command is not closed"))?;
        let mut words = words.into_iter();
        let (mut question, mut rules) = (Vec::new(), None);
        while let Some(word) = words.next() {
            let flag = |rules: &Rulebook| rules.flag().is_some_and(|flag| word[2..] == *flag);
            match word.as_str() {
                "-r" | "--rules" => rules = Some(rulebook(&words.next().unwrap_or_default())?),
                option if option.starts_with("--") => {
                    let named = Rulebook::ALL.into_iter().find(flag);
                    rules = Some(named.ok_or_else(|| {
                        let message = format!("the option `{option}` is not read here");
                        Diagnostic::new(message).label("leave it out")
                    })?);
                }
                _ => question.push(word),
            }
        }
        Ok(Self { question: question.join(" "), rules })
    }
}

/// A battle that was opened.
pub(super) enum Opened {
    /// A fight that can be edited, from a typed question or a scenario.
    Desk { desk: Box<Desk>, is_typed: bool },
    /// A scenario that can only be answered.
    Fixed(Box<Scenario>),
}

impl Opened {
    /// A battle with ships that can only be written as JSON is shown, but not edited.
    fn of(scenario: Scenario, is_typed: bool, setup: &Setup<'_>) -> Self {
        match on_desk(&scenario, setup) {
            Ok(desk) if !(0..2).any(|side| desk.is_fixed(side)) => {
                Self::Desk { desk: Box::new(desk), is_typed }
            }
            _ => Self::Fixed(Box::new(scenario)),
        }
    }
}
