//! CSV, and a result in long form: one figure per row, named by its JSON path.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::bug::OrBug;
use crate::result::{SideSummary, Summary};

/// Formats a table as CSV.
pub(super) fn table<Column: AsRef<str>, Row>(
    header: impl IntoIterator<Item = Column>,
    rows: impl IntoIterator<Item = Row>,
) -> String
where
    Row: IntoIterator,
    Row::Item: AsRef<str>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    write(&mut writer, header);
    rows.into_iter().for_each(|row| write(&mut writer, row));
    text(writer)
}

/// Writes a row. Writing into memory cannot fail.
fn write<Cell>(writer: &mut csv::Writer<Vec<u8>>, row: impl IntoIterator<Item = Cell>)
where
    Cell: AsRef<str>,
{
    for cell in row {
        writer.write_field(plain(cell.as_ref()).as_bytes()).or_bug("a cell of CSV");
    }
    writer.write_record(None::<&[u8]>).or_bug("a row of CSV");
}

fn text(writer: csv::Writer<Vec<u8>>) -> String {
    String::from_utf8(writer.into_inner().or_bug("CSV")).or_bug("CSV is not UTF-8")
}

/// Returns a cell that no spreadsheet takes for a formula: a text that begins like one gets a `'`
/// before it. Numbers may have a sign.
fn plain(cell: &str) -> Cow<'_, str> {
    const BEGINNINGS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    match cell.starts_with(BEGINNINGS) && cell.parse::<f64>().is_err() {
        true => format!("'{cell}").into(),
        false => cell.into(),
    }
}

/// Columns of a result. Figures of the whole battle have no side, and only figures of a group have
/// a group and a class. A number in a list has its index there, from 0.
const COLUMNS: &str = "side,quantity,value,low,high,group,class,index";

/// Formats a result as rows with the columns `side,quantity,value,low,high,group,class,index`.
#[must_use]
pub fn csv(summary: &Summary) -> String {
    let document = serde_json::to_value(summary).or_bug("a result cannot be written as JSON");
    let text = |value: &Value| if value.is_null() { String::new() } else { value.to_string() };
    let number = |n: Option<usize>| n.map_or(String::new(), |n| n.to_string());
    let row = |figure: Figure| {
        let Figure { side, quantity, value, ends, group, class, index, .. } = figure;
        let [low, high] = ends.map(|end| text(&end));
        [side, quantity, text(&value), low, high, number(group), class, number(index)]
    };
    table(COLUMNS.split(','), figures(&document).into_iter().map(row))
}

/// Columns of a batch in CSV: a row for each fight of two sides.
pub const FIGHT_COLUMNS: [&str; 12] = [
    "id",
    "line",
    "attacker",
    "defender",
    "rules",
    "win",
    "draw",
    "loss",
    "swing_attacker",
    "swing_defender",
    "engine",
    "error",
];

/// Returns the header of a batch in CSV, without a newline.
#[must_use]
pub fn fight_header() -> String {
    one_row(FIGHT_COLUMNS)
}

/// Returns the row of a fight, without its first two columns and a newline. `draw` has all ends
/// without a winner; the swing of a side is the cost it destroys less the cost it loses. A fight of
/// more than two sides has none.
#[must_use]
pub fn fight_row(summary: &Summary) -> Option<String> {
    let [attacker, defender] = &summary.sides[..] else { return None };
    let swing = |side: &SideSummary| (side.cost.destroyed - side.cost.lost + 0.0).to_string();
    let draw = summary.draw.probability + summary.standoff.probability;
    Some(one_row([
        attacker.fleet.clone(),
        defender.fleet.clone(),
        summary.rules.clone(),
        attacker.win.probability.to_string(),
        draw.to_string(),
        defender.win.probability.to_string(),
        swing(attacker),
        swing(defender),
        json!(summary.engine).as_str().unwrap_or_default().to_string(),
        String::new(),
    ]))
}

/// Returns the row of a fight that was not answered, without its first two columns.
#[must_use]
pub fn error_row(message: &str) -> String {
    let mut cells = [const { String::new() }; FIGHT_COLUMNS.len() - 2];
    cells[FIGHT_COLUMNS.len() - 3] = message.into();
    one_row(cells)
}

/// Returns the first two columns of a row: the `id` and the number of the line.
#[must_use]
pub fn row_mark(id: &str, line: u64) -> String {
    one_row([id.to_string(), line.to_string()])
}

fn one_row<const N: usize>(cells: [impl AsRef<str>; N]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    write(&mut writer, cells);
    text(writer).trim_end_matches('\n').to_string()
}

/// A number in the document of a result.
#[derive(Clone, Debug, Default)]
pub(super) struct Figure {
    /// Name of the side; empty for the whole battle.
    pub(super) side: String,
    /// Path in the document, or in that of the side.
    pub(super) quantity: String,
    /// The number, or a Boolean value.
    pub(super) value: Value,
    /// Ends of the interval; null without one.
    pub(super) ends: [Value; 2],
    /// Index of the group.
    pub(super) group: Option<usize>,
    /// Class of the group; empty without one.
    pub(super) class: String,
    /// Index in the list of numbers.
    pub(super) index: Option<usize>,
    /// Whether it is a probability.
    pub(super) is_share: bool,
}

/// Fields of a result that are not numbers, that its sides contain, or that differ from run to run.
const OTHERS: [&str; 11] = [
    "schema",
    "line",
    "id",
    "rules",
    "question",
    "engine",
    "play",
    "sides",
    "house_rules",
    "warnings",
    "timing",
];

/// Figures of the battle that come first.
const FIRST: [&str; 3] = ["draw", "standoff", "rounds"];

/// Fields of a result with numbers that are about the run, not the battle.
pub(super) const ABOUT_RUN: [&str; 3] = ["battles", "seed", "partial"];

/// Fields that hold probabilities, at any depth.
const SHARES: [&str; 11] = [
    "probability",
    "distribution",
    "draws",
    "band",
    "win",
    "draw",
    "standoff",
    "population",
    "influence",
    "control",
    "weight",
];

/// Returns the figures of a result, those of the sides first.
pub(super) fn figures(document: &Value) -> Vec<Figure> {
    let mut all = Vec::new();
    for side in document["sides"].as_array().into_iter().flatten() {
        let name = side["name"].as_str().unwrap_or_default();
        let about = Figure { side: name.into(), ..Figure::default() };
        flatten(&about, side, &mut all);
    }
    let fields = document.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let known = [&OTHERS[..], &FIRST, &ABOUT_RUN].concat();
    let extras = fields.filter(|name| !known.contains(name));
    for field in FIRST.into_iter().chain(extras).chain(ABOUT_RUN) {
        let about = Figure::default().field(field);
        flatten(&about, &document[field], &mut all);
    }
    all
}

/// Adds the numbers in a value. `about` is the value itself.
fn flatten(about: &Figure, value: &Value, all: &mut Vec<Figure>) {
    match value {
        Value::Number(_) | Value::Bool(_) => {
            all.push(Figure { value: value.clone(), ..about.clone() });
        }
        Value::Object(fields) if fields.contains_key("low") => {
            let ends = [fields["low"].clone(), value["high"].clone()];
            let chance = about.field("probability");
            all.push(Figure {
                value: value["probability"].clone(),
                ends,
                is_share: true,
                ..chance
            });
            let others = |name: &str| !["probability", "low", "high"].contains(&name);
            for (name, value) in fields.iter().filter(|(name, _)| others(name)) {
                flatten(&about.field(name), value, all);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                flatten(&about.field(name), value, all);
            }
        }
        Value::Array(members) => {
            for (i, value) in members.iter().enumerate() {
                let quantity = format!("{}[{i}]", about.quantity);
                let mut about = Figure { quantity, ..about.clone() };
                match value.get("class").and_then(Value::as_str) {
                    Some(class) => (about.group, about.class) = (Some(i), class.into()),
                    None if value.is_number() => about.index = Some(i),
                    None => (),
                }
                flatten(&about, value, all);
            }
        }
        Value::Null | Value::String(_) => {}
    }
}

impl Figure {
    /// Returns a field of this value.
    fn field(&self, name: &str) -> Self {
        let quantity = join(&self.quantity, name);
        let is_share = self.is_share || SHARES.contains(&name);
        Self { quantity, is_share, ..self.clone() }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn n12_no_cell_is_a_formula() {
        for cell in ["=cmd|'/c calc'!A1", "+1+1", "-2 cruiser", "@SUM(1)", "\t=1", "＝1"] {
            assert_eq!(plain(cell), format!("'{cell}"));
        }
        for cell in ["", "-0.25", "+1e-9", "cruiser", "a=b", "3"] {
            assert_eq!(plain(cell), cell);
        }
    }
}
