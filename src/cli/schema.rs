//! `fleetodds schema`: the JSON Schema of each document.
//!
//! The files share definitions. What is printed contains all definitions that it needs.

use clap::ValueEnum;
use serde_json::{Map, Value};

use super::args::{Colour, SchemaOf};
use super::failure::{self, Failure};
use super::output::Target;
use crate::bug::OrBug;

/// Place of definitions in a schema.
const DEFINITIONS: &str = "$defs";

/// Beginning of a reference to a definition.
const DEFINITION: &str = "#/$defs/";

/// Beginning of a reference to another document.
const DOCUMENT: &str = "urn:fleetodds:";

/// Prints a schema, or the list of all.
pub(crate) fn run(of: Option<SchemaOf>) -> Result<u8, Failure> {
    let text = match of {
        Some(of) => {
            let schema = whole(of);
            serde_json::to_string_pretty(&schema).or_bug("a schema cannot be written") + "\n"
        }
        None => list(),
    };
    Target::Stdout(Colour::Never).write(&text)?;
    Ok(failure::DONE)
}

fn list() -> String {
    let line = |of: &SchemaOf| {
        let value = of.to_possible_value()?;
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        Some(format!("{:<12}{help}\n", value.get_name()))
    };
    SchemaOf::value_variants().iter().filter_map(line).collect()
}

fn file(of: SchemaOf) -> Value {
    let text = match of {
        SchemaOf::Scenario => include_str!("../../schemas/scenario.json"),
        SchemaOf::Result => include_str!("../../schemas/result.json"),
        SchemaOf::Comparison => include_str!("../../schemas/comparison.json"),
        SchemaOf::Matrix => include_str!("../../schemas/matrix.json"),
        SchemaOf::Sweep => include_str!("../../schemas/sweep.json"),
        SchemaOf::Tornado => include_str!("../../schemas/tornado.json"),
        SchemaOf::Design => include_str!("../../schemas/design.json"),
        SchemaOf::Luck => include_str!("../../schemas/luck.json"),
        SchemaOf::Advice => include_str!("../../schemas/advice.json"),
        SchemaOf::Analysis => include_str!("../../schemas/analysis.json"),
        SchemaOf::Skill => include_str!("../../schemas/skill.json"),
        SchemaOf::Record => include_str!("../../schemas/record.json"),
        SchemaOf::Story => include_str!("../../schemas/story.json"),
        SchemaOf::Batch => include_str!("../../schemas/batch.json"),
        SchemaOf::Error => include_str!("../../schemas/error.json"),
        SchemaOf::Part => include_str!("../../schemas/part.json"),
        SchemaOf::Diff => include_str!("../../schemas/diff.json"),
        SchemaOf::Catalogue => include_str!("../../schemas/catalogue.json"),
        SchemaOf::Entry => include_str!("../../schemas/entry.json"),
    };
    parsed(text)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).or_bug("a schema is not JSON")
}

/// Returns a schema with all definitions and documents to which it refers.
fn whole(of: SchemaOf) -> Value {
    let shared = parsed(include_str!("../../schemas/definitions.json"));
    let mut schema = file(of);
    let mut definitions = match schema.as_object_mut().and_then(|s| s.remove(DEFINITIONS)) {
        Some(Value::Object(own)) => own,
        _ => Map::new(),
    };
    let mut open = references(&schema);
    open.extend(definitions.values().flat_map(references));
    while let Some(reference) = open.pop() {
        let (name, found) = match reference.strip_prefix(DEFINITION) {
            Some(name) => (name.to_string(), shared[DEFINITIONS].get(name).cloned()),
            None => match document(&reference) {
                Some((name, document)) => (name, Some(document)),
                None => continue,
            },
        };
        if let (false, Some(found)) = (definitions.contains_key(&name), found) {
            // A document with an identifier of its own contains all that it needs.
            if found.get("$id").is_none() {
                open.extend(references(&found));
            }
            definitions.insert(name, found);
        }
    }
    definitions.sort_keys();
    if !definitions.is_empty() {
        schema[DEFINITIONS] = Value::Object(definitions);
    }
    schema
}

/// Returns the name and the schema of the document that a reference names.
fn document(reference: &str) -> Option<(String, Value)> {
    let (name, _) = reference.strip_prefix(DOCUMENT)?.split_once(':')?;
    let of = SchemaOf::from_str(name, false).ok()?;
    Some((name.to_string(), whole(of)))
}

fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => {
            let inside = fields.values().flat_map(references);
            let own = fields.get("$ref").and_then(Value::as_str).map(String::from);
            inside.chain(own).collect()
        }
        Value::Array(members) => members.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
