//! CSV, and a result in long form: one figure per row, named by its JSON path.

use serde_json::Value;

use crate::bug::OrBug;
use crate::result::Summary;

/// Formats rows as CSV.
pub(super) fn rows<Row>(rows: impl IntoIterator<Item = Row>) -> String
where
    Row: IntoIterator,
    Row::Item: AsRef<[u8]>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing into memory cannot fail.
        writer.write_record(row).or_bug("a row of CSV");
    }
    String::from_utf8(writer.into_inner().or_bug("CSV")).or_bug("CSV is not UTF-8")
}

/// Formats rows `side,quantity,value,low,high`. Figures of the whole battle have no side.
#[must_use]
pub fn csv(summary: &Summary) -> String {
    let mut all = vec![["side", "quantity", "value", "low", "high"].map(String::from)];
    let document = serde_json::to_value(summary).or_bug("a result cannot be written as JSON");
    for (i, side) in summary.sides.iter().enumerate() {
        flatten(&side.name, "", &document["sides"][i], &mut all);
    }
    let extras = summary.extras.iter().map(|extra| extra.name);
    let fields = ["draw", "standoff", "rounds"].into_iter().chain(extras);
    for field in fields.chain(["battles", "seed", "partial"]) {
        flatten("", field, &document[field], &mut all);
    }
    rows(all)
}

fn flatten(side: &str, path: &str, value: &Value, rows: &mut Vec<[String; 5]>) {
    let mut row = |path: &str, value: &Value, low: &Value, high: &Value| {
        let text = |v: &Value| {
            if v.is_null() { String::new() } else { v.to_string() }
        };
        rows.push([side.into(), path.into(), text(value), text(low), text(high)]);
    };
    match value {
        Value::Number(_) | Value::Bool(_) => row(path, value, &Value::Null, &Value::Null),
        Value::Object(fields) if fields.contains_key("low") => {
            row(&join(path, "probability"), &value["probability"], &value["low"], &value["high"]);
            let others = |name: &str| !["probability", "low", "high"].contains(&name);
            for (name, value) in fields.iter().filter(|(name, _)| others(name)) {
                flatten(side, &join(path, name), value, rows);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                flatten(side, &join(path, name), value, rows);
            }
        }
        Value::Array(members) => {
            for (i, value) in members.iter().enumerate() {
                flatten(side, &format!("{path}[{i}]"), value, rows);
            }
        }
        _ => {}
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}
