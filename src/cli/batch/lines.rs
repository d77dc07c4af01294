//! Reads the lines of a batch: documents in JSON, fights as they are typed, codes, or rows of CSV
//! below a header with the columns.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use crate::cli::failure::{Failure, cannot_read};
use crate::cli::files::{named_rulebook, open};
use crate::cli::given::{self, TypedQuestion};
use crate::cli::options::QuestionOptions;
use fleetodds::internals::report::{FIGHT_COLUMNS, row_mark};
use fleetodds::internals::result::AsTyped;
use fleetodds::internals::scenario::{
    NamedGame, Scenario, Sentence, Source, decode, is_code, read_identified, read_scenario,
};

/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// Number of lines that are read ahead of an input that may be slow.
const READ_AHEAD: usize = 64;

/// Time for further lines of an input that may be slow. What has come by then is answered.
const PATIENCE: Duration = Duration::from_millis(2);

/// Sign at the start of a comment.
const COMMENT: char = '#';

/// Line that is neither blank nor a comment.
pub(crate) struct BatchLine {
    /// Number of the line in the input, from 1.
    pub(crate) number: u64,
    /// Text of the line, or a message that says why it cannot be read.
    pub(crate) text: Result<String, String>,
    /// Columns of the line, if the input is CSV with a header.
    pub(crate) header: Option<Arc<Header>>,
    /// Number of bytes of the input up to its end.
    end: u64,
}

pub(crate) struct BatchLines {
    source: Lines,
    /// Reads the input ahead, if it may be slow.
    ahead: Option<Receiver<Result<BatchLine, Failure>>>,
    /// Number of bytes read so far.
    pub(crate) read: u64,
    /// Size of the input in bytes, if it is a regular file.
    pub(crate) bytes: Option<u64>,
}

/// Lines of an input, one after the other.
struct Lines {
    name: String,
    from: Box<dyn BufRead + Send>,
    /// Number of lines read so far, including blank ones.
    number: u64,
    /// Number of bytes read so far.
    read: u64,
    header: Option<Arc<Header>>,
    /// Whether a line has been returned, so that a header can no longer come.
    has_begun: bool,
}

impl BatchLines {
    /// Opens a file, or standard input without a path.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let from = Box::new(BufReader::new(io::stdin()));
            return Ok(Self::of("standard input".into(), from, None));
        };
        let file = open(path).map_err(cannot_read(path))?;
        let bytes = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
        Ok(Self::of(path.display().to_string(), Box::new(BufReader::new(file)), bytes))
    }

    fn of(name: String, from: Box<dyn BufRead + Send>, bytes: Option<u64>) -> Self {
        let source = Lines { name, from, number: 0, read: 0, header: None, has_begun: false };
        Self { source, ahead: None, read: 0, bytes }
    }

    /// Skips lines that are already answered.
    pub(crate) fn skip(&mut self, lines: u64) -> Result<(), Failure> {
        for done in 0..lines {
            if self.source.next()?.is_none() {
                return Err(Failure::refused(format!(
                    "--resume: the output has {lines} results, but {} has only {done} scenarios",
                    self.source.name
                )));
            }
        }
        self.read = self.source.read;
        Ok(())
    }

    /// Reads ahead from now on, unless the input is a file, which is never slow.
    pub(crate) fn begin(mut self) -> Self {
        if self.bytes.is_some() {
            return self;
        }
        let (send, ahead) = sync_channel(READ_AHEAD);
        let nothing: Box<dyn BufRead + Send> = Box::new(io::empty());
        let empty = Lines { from: nothing, name: String::new(), header: None, ..self.source };
        let mut source = std::mem::replace(&mut self.source, empty);
        // The thread ends with the input, or with the program.
        thread::spawn(move || {
            while let Some(line) = source.next().transpose() {
                let is_last = line.is_err();
                if send.send(line).is_err() || is_last {
                    break;
                }
            }
        });
        self.ahead = Some(ahead);
        self
    }

    /// Reads up to `most` lines, but waits only for the first one.
    pub(crate) fn read(&mut self, most: usize) -> Result<Vec<BatchLine>, Failure> {
        let mut lot = Vec::new();
        while lot.len() < most {
            let line = match &self.ahead {
                None => self.source.next()?,
                Some(ahead) if lot.is_empty() => ahead.recv().ok().transpose()?,
                Some(ahead) => ahead.recv_timeout(PATIENCE).ok().transpose()?,
            };
            let Some(line) = line else { break };
            self.read = line.end;
            lot.push(line);
        }
        Ok(lot)
    }
}

impl Lines {
    /// Reads the next line that is neither blank nor a comment. A line that is too long or is not
    /// UTF-8 is returned with its error, and reading can continue.
    fn next(&mut self) -> Result<Option<BatchLine>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let cannot = |error| Failure::Io(format!("cannot read {}", self.name), error);
            let mut some = self.from.by_ref().take(MAX_LINE_BYTES + 1);
            if some.read_until(b'\n', &mut bytes).map_err(cannot)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.read += bytes.len() as u64;
            let number = self.number;
            if bytes.len() as u64 > MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
                self.read += self.from.skip_until(b'\n').map_err(cannot)? as u64;
                let message = format!("the line is longer than {} MiB", MAX_LINE_BYTES >> 20);
                return Ok(Some(self.line(Err(message))));
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    // Some editors start a file with a byte order mark.
                    let text = match text.strip_prefix('\u{feff}') {
                        Some(rest) if number == 1 => rest.to_string(),
                        _ => text,
                    };
                    if text.trim_start().starts_with(COMMENT) {
                        continue;
                    }
                    if !self.has_begun
                        && let Some(header) = Header::read(&text)?
                    {
                        (self.header, self.has_begun) = (Some(Arc::new(header)), true);
                        continue;
                    }
                    return Ok(Some(self.line(Ok(text))));
                }
                Err(error) => {
                    let byte = error.utf8_error().valid_up_to() + 1;
                    let message = format!("the line is not text: byte {byte} is not valid UTF-8");
                    return Ok(Some(self.line(Err(message))));
                }
            }
        }
    }

    fn line(&mut self, text: Result<String, String>) -> BatchLine {
        self.has_begun = true;
        BatchLine { number: self.number, text, header: self.header.clone(), end: self.read }
    }
}

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
    pub(crate) fn read(line: &BatchLine, options: &QuestionOptions) -> Self {
        let mut mark = Mark { line: line.number, id: None };
        let mut words = None;
        let scenario = match &line.text {
            Err(message) => Err(Failure::refused(message.clone())),
            Ok(text) if line.header.is_some() => {
                let header = line.header.as_ref();
                let row = header.map_or_else(|| Err(String::new()), |header| header.row(text));
                row.map_err(Failure::refused).and_then(|row| {
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
        serde_json::from_str(text).map_err(|error| Failure::refused(error.to_string()))?;
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
        return Err(Failure::refused(message));
    };
    // A game that the line names wins over that of an option.
    let agreed = |named: NamedGame| named.agreed(options.rulebook).unwrap_or(named.rulebook);
    let rules = question.sentence.game.map(agreed);
    typed_fight(&TypedQuestion { has_files: false, rules, ..question }, options)
}

fn of_row(
    row: Row,
    options: &QuestionOptions,
    id: &mut Option<String>,
) -> Result<(Scenario, String), Failure> {
    *id = row.id;
    let rules = row.rules.as_deref().map(named_rulebook).transpose()?;
    let sentence = Sentence { sides: row.fleets, ..Sentence::default() };
    typed_fight(&TypedQuestion { sentence, has_files: false, rules }, options)
}

fn coded(code: &str) -> Result<(Scenario, String), Failure> {
    let document = decode(&Source::new("code", code))?;
    let scenario = read_scenario(&Source::new("code", document.as_str()))?;
    Ok((scenario, document))
}

fn typed_fight(
    question: &TypedQuestion,
    options: &QuestionOptions,
) -> Result<(Scenario, String), Failure> {
    let (scenario, _) = question.scenario(options)?;
    let document = scenario.to_json(options.game(options.rulebook_of(&scenario))?.lexicon())?;
    Ok((scenario, document))
}

fn canonical(document: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(document).ok()?;
    value.sort_all_objects();
    Some(value.to_string())
}

/// Whether a line of output is an error, which begins with its mark.
pub(crate) fn is_error(line: &[u8]) -> bool {
    line.starts_with(b"{\"line\":")
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

/// Columns with the fleets.
const FLEETS: [&str; 2] = ["attacker", "defender"];

/// Columns of a batch in CSV.
#[derive(Debug)]
pub(crate) struct Header {
    names: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Fleets of attacker and defender, as typed.
    pub(crate) fleets: [String; 2],
    /// Rulebook, if given.
    pub(crate) rules: Option<String>,
    /// `id` as JSON.
    pub(crate) id: Option<String>,
}

impl Header {
    /// Reads a header; `None` for a line that is none.
    ///
    /// # Errors
    /// If a column is unknown. Those of an output in CSV are known.
    pub(crate) fn read(line: &str) -> Result<Option<Self>, Failure> {
        if line.trim_start().starts_with(['{', '[']) {
            return Ok(None);
        }
        let Some(cells) = cells(line) else { return Ok(None) };
        let names: Vec<String> = cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
        if !FLEETS.iter().all(|fleet| names.iter().any(|name| name == fleet)) {
            return Ok(None);
        }
        for (n, name) in names.iter().enumerate() {
            let known = FIGHT_COLUMNS.join(", ");
            if !FIGHT_COLUMNS.contains(&name.as_str()) {
                let message = format!("unknown column `{name}` of the CSV: expected {known}");
                return Err(Failure::refused(message));
            }
            if names[..n].contains(name) {
                return Err(Failure::refused(format!("two columns of the CSV are `{name}`")));
            }
        }
        // Of a result, it says what was used; alone, it would be a request.
        let has = |column: &str| names.iter().any(|name| name == column);
        if has("engine") && !has("win") {
            let message = "the column `engine` is that of results: choose one with `--engine`";
            return Err(Failure::refused(message));
        }
        Ok(Some(Self { names }))
    }

    /// Reads a row.
    ///
    /// # Errors
    /// A message if it has another number of cells.
    pub(crate) fn row(&self, line: &str) -> Result<Row, String> {
        let cells =
            cells(line).ok_or("the row is not CSV: a quote is open, or text follows one")?;
        let (found, wanted) = (cells.len(), self.names.len());
        if found != wanted {
            return Err(format!("the row has {found} cells, but the header has {wanted}"));
        }
        let cell = |name: &str| {
            let at = self.names.iter().position(|known| known == name)?;
            let text = cells[at].trim();
            (!text.is_empty()).then(|| text.to_string())
        };
        let id = |id: String| match id.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => serde_json::Value::from(id).to_string(),
        };
        Ok(Row {
            fleets: FLEETS.map(|fleet| cell(fleet).unwrap_or_default()),
            rules: cell("rules"),
            id: cell("id").map(id),
        })
    }
}

fn cells(line: &str) -> Option<Vec<String>> {
    let line = line.trim_end_matches(['\r', '\n']);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(line.as_bytes());
    let mut records = reader.records();
    let record = records.next()?.ok()?;
    records.next().is_none().then(|| record.iter().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::{Header, Row};

    #[test]
    fn a_header_names_both_fleets() {
        for (line, is_header) in [
            ("attacker,defender", true),
            ("ID, Attacker, Defender, Rules\r\n", true),
            ("3 int vs ancient, 2 gcds", false),
            ("{\"attacker\": \"cruiser\", \"defender\": \"ancient\"}", false),
        ] {
            assert_eq!(Header::read(line).is_ok_and(|found| found.is_some()), is_header, "{line}");
        }
        assert!(Header::read("attacker,defender,colour").is_err());
        assert!(Header::read("attacker,defender,engine").is_err());
        assert!(Header::read("attacker,defender,win,engine").is_ok());
    }

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let header = Header::read("id,attacker,defender,rules").ok().flatten();
        let row = |line: &str| header.as_ref().map(|header| header.row(line));
        let wanted = Row {
            fleets: ["2 cruiser, 3 int".into(), "ancient".into()],
            rules: Some("2e".into()),
            id: Some("\"a1\"".into()),
        };
        assert_eq!(row("a1,\"2 cruiser, 3 int\",ancient,2e"), Some(Ok(wanted)));
        assert!(row("a1,cruiser").is_some_and(|row| row.is_err()));
    }
}
