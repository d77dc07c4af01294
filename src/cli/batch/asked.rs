//! Scenarios of the lines of a batch: documents in JSON, or fights as they are typed.

use fleetodds::scenario::{Scenario, Source, read_identified};

use super::lines::BatchLine;
use crate::cli::ask::QuestionOptions;
use crate::cli::failure::Failure;
use crate::cli::given::{self, TypedQuestion, sides};
use fleetodds::result::AsTyped;

/// The question of a line.
pub(super) struct Asked {
    /// Scenario, and its document in JSON.
    pub(super) scenario: Result<(Scenario, String), Failure>,
    /// Form of the line, and its document in canonical form: without white space, with its fields
    /// sorted. Lines with equal keys have equal answers; `None` if the scenario is wrong.
    pub(super) key: Option<String>,
    /// Words of a typed line, if they leave something open.
    pub(super) as_typed: Option<AsTyped>,
    /// Number and `id` of the line.
    pub(super) mark: Mark,
}

/// Number and `id` of a line, which its answer repeats.
pub(in crate::cli) struct Mark {
    /// Number of the line, from 1. Blank lines count.
    pub(in crate::cli) line: u64,
    /// Its `id`, as written.
    pub(in crate::cli) id: Option<String>,
}

impl Asked {
    /// Reads a line.
    pub(super) fn read(line: &BatchLine, options: &QuestionOptions) -> Self {
        let mut mark = Mark { line: line.number, id: None };
        let mut is_typed = false;
        let scenario = match &line.text {
            Err(message) => Err(Failure::Refused(message.clone())),
            Ok(text) if is_json(text) => document(text, &mut mark.id),
            Ok(text) => {
                is_typed = true;
                typed(text.trim(), options)
            }
        };
        // An error in a document has a path, so it does not answer a typed line.
        let form = if is_typed { "typed " } else { "" };
        let key = scenario.as_ref().ok().and_then(|(_, document)| canonical(document));
        let as_typed = line.text.as_ref().ok().zip(scenario.as_ref().ok());
        let as_typed = as_typed.filter(|_| is_typed).and_then(|(text, (scenario, _))| {
            let mut command = |fleets: [String; 2]| fleets.join(" vs ");
            given::as_typed(scenario, text.trim(), options, &mut command)
        });
        let words = as_typed.as_ref().map_or("", |asked| asked.typed.as_str());
        let key = key.map(|key| format!("{form}{words}{key}"));
        Self { scenario, key, as_typed, mark }
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
    let Some(question) = sides(&words, options) else {
        let message = "there is no `vs` between two fleets, and the line is not JSON, either: \
                       write 3 interceptor vs ancient";
        return Err(Failure::Refused(message.into()));
    };
    let question = TypedQuestion { has_files: false, ..question };
    let (rulebook, fleets) = question.read(options)?;
    let mut scenario = Scenario::of(fleets);
    scenario.rulebook = Some(rulebook);
    scenario.is_typed = true;
    let document = scenario.to_json(options.game(rulebook)?)?;
    Ok((scenario, document))
}

/// Returns a document in canonical form.
fn canonical(document: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(document).ok()?;
    value.sort_all_objects();
    Some(value.to_string())
}

impl Mark {
    /// Returns the fields of the mark.
    fn fields(&self) -> String {
        let id = self.id.as_ref().map(|id| format!(",\"id\":{id}"));
        format!("\"line\":{}{}", self.line, id.unwrap_or_default())
    }

    /// Adds the mark to an object as its first fields.
    pub(super) fn before(&self, object: &str) -> String {
        format!("{{{},{}", self.fields(), &object[1..])
    }

    /// Adds the mark to an object after its first field, which names its schema.
    pub(in crate::cli) fn within(&self, object: &str) -> String {
        match object.split_once(',') {
            Some((schema, rest)) => format!("{schema},{},{rest}", self.fields()),
            None => self.before(object),
        }
    }
}
