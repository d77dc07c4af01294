//! Scenarios of the lines of a batch: documents in JSON, or fights as they are typed.

use fleetodds::scenario::{
    NamedGame, Scenario, Sentence, Source, decode, is_code, read_identified, read_scenario,
};

use super::lines::BatchLine;
use super::table::Row;
use crate::cli::failure::Failure;
use crate::cli::given::{self, TypedQuestion};
use crate::cli::input::named_rulebook;
use crate::cli::options::QuestionOptions;
use fleetodds::report::row_mark;
use fleetodds::result::AsTyped;

/// The question of a line.
pub(crate) struct Asked {
    /// Scenario, and its document in JSON.
    pub(crate) scenario: Result<(Scenario, String), Failure>,
    /// Form of the line, and its document in canonical form: without white space, with its fields
    /// sorted. Lines with equal keys have equal answers; `None` if the scenario is wrong.
    pub(crate) key: Option<String>,
    /// Words of a typed line, if they leave something open.
    pub(crate) as_typed: Option<AsTyped>,
    /// Number and `id` of the line.
    pub(crate) mark: Mark,
    /// Whether the line says something else than an option.
    pub(crate) is_overriding: bool,
}

/// Number and `id` of a line, which its answer repeats.
pub(crate) struct Mark {
    /// Number of the line, from 1. Blank lines count.
    pub(crate) line: u64,
    /// Its `id`, as written.
    pub(crate) id: Option<String>,
}

impl Asked {
    /// Reads a line.
    pub(crate) fn read(line: &BatchLine, options: &QuestionOptions) -> Self {
        let mut mark = Mark { line: line.number, id: None };
        let mut words = None;
        let scenario = match &line.text {
            Err(message) => Err(Failure::Refused(message.clone())),
            Ok(text) if line.header.is_some() => {
                let header = line.header.as_ref();
                let row = header.map_or_else(|| Err(String::new()), |header| header.row(text));
                row.map_err(Failure::Refused).and_then(|row| {
                    words = Some(row.fleets.join(" vs "));
                    of_row(row, options, &mut mark.id)
                })
            }
            Ok(text) if is_json(text) => document(text, &mut mark.id),
            Ok(text) if is_code(text.trim()) => coded(text.trim()),
            Ok(text) => {
                words = Some(text.trim().to_string());
                typed(text.trim(), options)
            }
        };
        let is_overriding = match &scenario {
            Ok((scenario, _)) => options.is_overridden(scenario),
            Err(_) => false,
        };
        let scenario =
            scenario.and_then(|(scenario, document)| Ok((options.settled(scenario)?, document)));
        // An error in a document has a path, so it does not answer a typed line.
        let form = if words.is_some() { "typed " } else { "" };
        let key = scenario.as_ref().ok().and_then(|(_, document)| canonical(document));
        let as_typed = words.zip(scenario.as_ref().ok()).and_then(|(words, (scenario, _))| {
            let mut command = |fleets: [String; 2]| fleets.join(" vs ");
            given::as_typed(scenario, &words, options, &mut command)
        });
        let words = as_typed.as_ref().map_or("", |asked| asked.typed.as_str());
        let key = key.map(|key| format!("{form}{words}{key}"));
        Self { scenario, key, as_typed, mark, is_overriding }
    }
}

/// Whether a line is meant to be JSON. No fleet begins like that.
fn is_json(line: &str) -> bool {
    line.trim_start().starts_with(['{', '[', '"'])
}

/// Reads a scenario in JSON. Its document has no `id`.
fn document(text: &str, id: &mut Option<String>) -> Result<(Scenario, String), Failure> {
    let (own, scenario) = read_identified(&Source::new("line", text))?;
    *id = own;
    let scenario = scenario?;
    let mut document: serde_json::Value =
        serde_json::from_str(text).map_err(|error| Failure::Refused(error.to_string()))?;
    if let Some(fields) = document.as_object_mut() {
        fields.shift_remove("id");
    }
    Ok((scenario, document.to_string()))
}

/// Reads a fight as it is typed: two fleets with a word like `vs` between them.
fn typed(text: &str, options: &QuestionOptions) -> Result<(Scenario, String), Failure> {
    let words = [text.to_string()];
    let Some(question) = TypedQuestion::read(&words, options) else {
        let message = "there is no `vs` between two fleets, and the line is not JSON, either: \
                       write 3 interceptor vs ancient";
        return Err(Failure::Refused(message.into()));
    };
    // A game that the line names wins over that of an option.
    let agreed = |named: NamedGame| named.agreed(options.rulebook).unwrap_or(named.rulebook);
    let rules = question.sentence.game.map(agreed);
    typed_fight(&TypedQuestion { has_files: false, rules, ..question }, options)
}

/// Reads a row of CSV.
fn of_row(
    row: Row,
    options: &QuestionOptions,
    id: &mut Option<String>,
) -> Result<(Scenario, String), Failure> {
    *id = row.id;
    let rules = row.rules.as_deref().map(named_rulebook).transpose()?;
    let sentence = Sentence { sides: row.fleets, game: None, is_defenders: false };
    typed_fight(&TypedQuestion { sentence, has_files: false, rules }, options)
}

/// Reads the code of a fight.
fn coded(code: &str) -> Result<(Scenario, String), Failure> {
    let document = decode(&Source::new("code", code))?;
    let scenario = read_scenario(&Source::new("code", document.as_str()))?;
    Ok((scenario, document))
}

/// Returns the scenario of a typed fight, and its document.
fn typed_fight(
    question: &TypedQuestion,
    options: &QuestionOptions,
) -> Result<(Scenario, String), Failure> {
    let (scenario, _) = question.scenario(options)?;
    let document = scenario.to_json(options.game(options.rulebook_of(&scenario))?)?;
    Ok((scenario, document))
}

/// Returns a document in canonical form.
fn canonical(document: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(document).ok()?;
    value.sort_all_objects();
    Some(value.to_string())
}

impl Mark {
    /// Returns the first two cells of a row of CSV.
    pub(crate) fn cells(&self) -> String {
        let id: Option<serde_json::Value> =
            self.id.as_ref().and_then(|id| serde_json::from_str(id).ok());
        let id = match id {
            Some(serde_json::Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => String::new(),
        };
        row_mark(&id, self.line)
    }

    /// Returns the fields of the mark.
    fn fields(&self) -> String {
        let id = self.id.as_ref().map(|id| format!(",\"id\":{id}"));
        format!("\"line\":{}{}", self.line, id.unwrap_or_default())
    }

    /// Adds the mark to an object as its first fields.
    pub(crate) fn before(&self, object: &str) -> String {
        format!("{{{},{}", self.fields(), &object[1..])
    }

    /// Adds the mark to an object after its first field, which names its schema.
    pub(crate) fn within(&self, object: &str) -> String {
        match object.split_once(',') {
            Some((schema, rest)) => format!("{schema},{},{rest}", self.fields()),
            None => self.before(object),
        }
    }
}
