//! The fields of a fight, besides its fleets, that it keeps in another rulebook.

use serde_json::{Map, Value, json};

use super::desk::{Desk, SHIPS};
use crate::result::ROLES;

/// A field of a fight: its side, unless it is one of the whole fight, its names from the outermost
/// on, and its value.
struct Field {
    side: Option<usize>,
    path: Vec<String>,
    value: Value,
}

/// Puts the fields of a fight on a desk with another rulebook, where they fit. Returns in words
/// those that do not.
pub(super) fn carry(old: &Desk, new: &mut Desk) -> Vec<String> {
    let mut left = fields(old);
    let judge = Judge::of(new);
    // A field may need another one that comes after it.
    loop {
        let before = left.len();
        left.retain(|field| {
            let mut changed = new.clone();
            field.put(&mut changed);
            let fits = judge.fits(&changed);
            if fits {
                *new = changed;
            }
            !fits
        });
        if left.len() == before {
            break;
        }
    }
    let mut dropped: Vec<String> = Vec::new();
    for words in left.iter().map(Field::words) {
        if !dropped.contains(&words) {
            dropped.push(words);
        }
    }
    dropped
}

/// Returns the fields of a fight one by one, so that each can be kept or dropped.
fn fields(desk: &Desk) -> Vec<Field> {
    let mut all = Vec::new();
    take(&mut all, None, &[], &desk.fields);
    for (side, own) in desk.sides.iter().enumerate() {
        // Ships that can only be written as JSON are one field with what belongs to them.
        match own.fleet {
            Some(_) => take(&mut all, Some(side), &[], &own.fields),
            None => all.push(Field {
                side: Some(side),
                path: Vec::new(),
                value: Value::Object(own.fields.clone()),
            }),
        }
    }
    all
}

fn take(all: &mut Vec<Field>, side: Option<usize>, within: &[String], fields: &Map<String, Value>) {
    for (name, value) in fields {
        let path = [within, std::slice::from_ref(name)].concat();
        match value {
            // A setting may hold a value for each role.
            Value::Object(inner) if path.len() < 2 || holds_roles(inner) => {
                take(all, side, &path, inner);
            }
            value => all.push(Field { side, path, value: value.clone() }),
        }
    }
}

fn holds_roles(fields: &Map<String, Value>) -> bool {
    !fields.is_empty() && fields.keys().all(|name| ROLES.contains(&name.as_str()))
}

impl Field {
    /// Puts the field on a desk.
    fn put(&self, desk: &mut Desk) {
        let fields = match self.side {
            Some(side) => &mut desk.sides[side].fields,
            None => &mut desk.fields,
        };
        let Some((last, outer)) = self.path.split_last() else {
            if let (Some(side), Value::Object(own)) = (self.side, &self.value) {
                fields.clone_from(own);
                desk.sides[side].fleet = None;
            }
            return;
        };
        let mut fields = fields;
        for name in outer {
            let inner = fields.entry(name.as_str()).or_insert_with(|| json!({}));
            let Value::Object(inner) = inner else { return };
            fields = inner;
        }
        fields.insert(last.clone(), self.value.clone());
    }

    /// Returns what the field is, in words: `the attacker's retreat`.
    fn words(&self) -> String {
        let mut names = self.path.iter().map(String::as_str);
        let role = self.side.map(|side| ROLES[side]);
        let role = role.or_else(|| names.clone().find(|name| ROLES.contains(name)));
        let name = names.rfind(|name| !ROLES.contains(name)).unwrap_or("ships").replace('_', " ");
        match role {
            Some(role) => format!("the {role}'s {name}"),
            None => name,
        }
    }
}

/// Finds out whether the fields of a fight fit its rulebook.
struct Judge {
    /// Fleets with which they are tried where those of the fight cannot fight by themselves.
    probe: Option<[String; 2]>,
}

impl Judge {
    /// Creates the judge of a fight that has no fields yet.
    fn of(desk: &Desk) -> Self {
        if desk.question().is_ok() {
            return Self { probe: None };
        }
        let fights = |class: &&str| {
            let mut desk = desk.clone();
            (0..2).for_each(|side| desk.type_fleet(side, class));
            desk.question().is_ok()
        };
        let [ships, ..] = desk.reader.words().listed();
        let plain = ships.into_iter().find(fights);
        Self { probe: plain.map(|class| [class.to_string(), class.to_string()]) }
    }

    fn fits(&self, desk: &Desk) -> bool {
        if desk.question().is_ok() {
            return true;
        }
        let Some(probe) = &self.probe else { return false };
        let mut desk = desk.clone();
        for (side, fleet) in probe.iter().enumerate() {
            let has_ships = SHIPS.iter().any(|name| desk.sides[side].fields.contains_key(*name));
            if !has_ships {
                desk.type_fleet(side, fleet);
            }
        }
        desk.question().is_ok()
    }
}
