//! Two results side by side.

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::bug::OrBug;
use crate::report::csv::{ABOUT_RUN, Figure, figures, table};
use crate::report::form::Report;
use crate::report::json::json as pretty;
use crate::report::numbers::{battles, percent};
use crate::report::outline::{Grid, Outline, TableOptions};
use crate::result::{RESULT_SCHEMA, SideFleet, settle_numbers};
use crate::scenario::{Rulebook, printable};

/// Letters of the results.
const LETTERS: [&str; 2] = ["A", "B"];

/// Said where a difference may be chance.
const UNCERTAIN: &str = "* within the error of the simulations";

/// Two results to be compared.
#[derive(Clone, Debug)]
pub struct Diff {
    /// Names of their files.
    names: [String; 2],
    /// The results.
    results: [Value; 2],
    /// What differs besides the figures.
    differ: Vec<&'static str>,
    /// Their figures.
    figures: Vec<Pair>,
}

/// A figure of each result; one of them may lack it.
#[derive(Clone, Debug)]
struct Pair([Option<Figure>; 2]);

/// Fields of a result that say what it is about.
const ABOUT: [&str; 6] = ["rules", "engine", "battles", "seed", "play", "house_rules"];

/// Fields of the question of a result that say who fights, and where.
const ASKED: [&str; 4] = ["attacker", "defender", "parties", "setting"];

impl Diff {
    /// Compares two results, each with the name of its file.
    ///
    /// # Errors
    /// A message if one of them is not the result of a fight, or has values of other types.
    pub fn of(files: [(String, Value); 2]) -> Result<Self, String> {
        for (name, document) in &files {
            let schema = document["schema"].as_str();
            if schema != Some(RESULT_SCHEMA) {
                let found = schema.map_or("none".into(), |schema| format!("`{schema}`"));
                return Err(format!(
                    "{name} is not the result of a fight: its schema is {found}, not \
                     `{RESULT_SCHEMA}`; save one with `--json --output FILE`"
                ));
            }
        }
        let [(a, one), (b, other)] = files.map(|(name, mut document)| {
            clean(&mut document);
            settle_numbers(&mut document);
            (printable(&name).into_owned(), document)
        });
        check(&a, &one)?;
        check(&b, &other)?;
        let is_other = |field: &&str| one[*field] != other[*field];
        let mut differ: Vec<_> = ABOUT.into_iter().filter(is_other).collect();
        let questions = [&one, &other].map(|result| result["question"].as_object());
        match questions {
            [Some(one), Some(other)] => {
                differ
                    .extend(ASKED.into_iter().filter(|field| one.get(*field) != other.get(*field)));
            }
            // Results of older versions do not say all that was asked.
            _ if sides(&one) != sides(&other) => differ.push("sides"),
            _ => {}
        }
        let figures = pairs(figures(&one), figures(&other));
        Ok(Self { names: [a, b], results: [one, other], differ, figures })
    }

    /// Returns what differs besides the figures, in words.
    fn difference(&self) -> String {
        match &self.differ[..] {
            [] => "the same question".into(),
            some => format!("differ in {}", some.join(", ").replace('_', " ")),
        }
    }

    /// Returns the content: all figures, or the main ones.
    fn content(&self, is_full: bool) -> Outline {
        let fact = |(letter, result): (&&str, &Value)| {
            format!("{letter}: {} · {}", how(result), fleets(result))
        };
        let row = |pair: &Pair| {
            let [a, b] = pair.values().map(|value| pair.shown(value));
            let star = if pair.is_uncertain() { " *" } else { "" };
            vec![pair.words(), a, b, pair.shown_difference() + star]
        };
        let shown = || self.figures.iter().filter(|pair| is_full || pair.is_main());
        let is_uncertain = shown().any(Pair::is_uncertain);
        let [a, b] = &self.names;
        Outline {
            headline: format!("A {a}, B {b}"),
            facts: LETTERS.iter().zip(&self.results).map(fact).collect(),
            notes: vec![self.difference()],
            tables: vec![Grid::of("", ["figure", "A", "B", "B less A"], shown().map(row))],
            conclusion: is_uncertain.then(|| UNCERTAIN.into()),
            ..Outline::default()
        }
    }
}

/// Makes all texts and names of fields printable.
fn clean(value: &mut Value) {
    match value {
        Value::String(text) => *text = printable(text).into_owned(),
        Value::Array(members) => members.iter_mut().for_each(clean),
        Value::Object(fields) => {
            let old = std::mem::take(fields);
            for (name, mut value) in old {
                clean(&mut value);
                fields.insert(printable(&name).into_owned(), value);
            }
        }
        _ => (),
    }
}

/// Checks the types of what a comparison shows.
fn check(name: &str, result: &Value) -> Result<(), String> {
    let wrong = |what: &str, expected: &str| {
        Err(format!("{name} is not the result of a fight: its `{what}` is not {expected}"))
    };
    for field in ["rules", "engine"] {
        if !result[field].is_string() {
            return wrong(field, "a text");
        }
    }
    for field in ["battles", "seed"] {
        if !result[field].is_u64() {
            return wrong(field, "a whole number");
        }
    }
    let all = result["sides"].as_array().filter(|sides| !sides.is_empty());
    let is_side = |side: &Value| side["name"].is_string() && side["fleet"].is_string();
    if !all.is_some_and(|sides| sides.iter().all(is_side)) {
        return wrong("sides", "a list of sides with names and fleets");
    }
    let is_share = |value: &Value| value.as_f64().is_some_and(|p| (0.0..=1.0).contains(&p));
    for Figure { side, quantity, value, ends, is_share: of_shares, .. } in figures(result) {
        let is_right = match (&ends, of_shares) {
            ([Value::Null, Value::Null], false) => value.is_number() || value.is_boolean(),
            ([Value::Null, Value::Null], true) => value.is_number(),
            (ends, _) => is_share(&value) && ends.iter().all(is_share),
        };
        if !is_right {
            return wrong(format!("{side} {quantity}").trim(), "a number that it can be");
        }
    }
    Ok(())
}

/// Returns the game and the engine of a result in words.
fn how(result: &Value) -> String {
    let [rules, engine] = ["rules", "engine"].map(|f| result[f].as_str().unwrap_or_default());
    let title = Rulebook::named(rules).map_or(rules, |rulebook| rulebook.title());
    let battles = match result["battles"].as_u64() {
        None | Some(0) => String::new(),
        Some(n) => format!(" · {}", battles(n)),
    };
    format!("{title} · {engine}{battles}")
}

/// Returns the fleets of a result: `3 interceptor v 1 ancient`.
fn fleets(result: &Value) -> String {
    sides(result).into_iter().map(|side| side.fleet).collect::<Vec<_>>().join(" v ")
}

/// Returns the names and fleets of the sides.
fn sides(result: &Value) -> Vec<SideFleet> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let sides = result["sides"].as_array().into_iter().flatten();
    sides.map(|side| SideFleet { name: text(&side["name"]), fleet: text(&side["fleet"]) }).collect()
}

/// Pairs the figures with equal names, in the order of the first result.
fn pairs(one: Vec<Figure>, other: Vec<Figure>) -> Vec<Pair> {
    let name = |figure: &Figure| {
        let Figure { side, quantity, class, .. } = figure;
        [side, quantity, class].map(String::clone)
    };
    // The last one is found first, so that figures of equal names keep their order.
    let mut places: FxHashMap<[String; 3], Vec<usize>> = FxHashMap::default();
    for (place, figure) in other.iter().enumerate().rev() {
        places.entry(name(figure)).or_default().push(place);
    }
    let mut other: Vec<Option<Figure>> = other.into_iter().map(Some).collect();
    let mut all = Vec::new();
    for figure in one {
        let place = places.get_mut(&name(&figure)).and_then(Vec::pop);
        let found = place.and_then(|place| other[place].take());
        all.push(Pair([Some(figure), found]));
    }
    all.extend(other.into_iter().flatten().map(|figure| Pair([None, Some(figure)])));
    all.retain(|pair| !ABOUT_RUN.contains(&&*pair.names().quantity));
    all
}

impl Pair {
    /// Returns the figure that has the names of both.
    fn names(&self) -> &Figure {
        self.0.iter().flatten().next().or_bug("a pair without a figure")
    }

    /// Returns both numbers where they are given.
    fn values(&self) -> [Option<f64>; 2] {
        self.0.each_ref().map(|figure| figure.as_ref()?.value.as_f64())
    }

    /// Returns the second number less the first.
    fn difference(&self) -> Option<f64> {
        let [a, b] = self.values();
        Some(b? - a?)
    }

    /// Whether it is one of the figures that a short table shows.
    fn is_main(&self) -> bool {
        let quantity = &*self.names().quantity;
        let is_mean = quantity.ends_with(".mean") && !quantity.starts_with("reputation.best");
        let is_cost = ["cost.lost", "cost.destroyed"].contains(&quantity);
        let is_chance = quantity.ends_with(".probability")
            && quantity.matches('.').count() == 1
            && !quantity.contains('[');
        (is_mean && !["by_round", "parts["].iter().any(|list| quantity.contains(list)))
            || is_cost
            || is_chance
    }

    /// Whether both intervals overlap, so that the difference may be chance.
    fn is_uncertain(&self) -> bool {
        let ends = |figure: &Figure| Some([figure.ends[0].as_f64()?, figure.ends[1].as_f64()?]);
        let [a, b] = self.0.each_ref().map(|figure| figure.as_ref().and_then(ends));
        match (a, b) {
            (Some([low, high]), Some([other_low, other_high])) => {
                let is_exact = low == high && other_low == other_high;
                !is_exact && low <= other_high && other_low <= high
            }
            _ => false,
        }
    }

    /// Returns the name of the figure in words: `attacker win`, `attacker interceptor left`.
    fn words(&self) -> String {
        let Figure { side, quantity, class, .. } = self.names();
        let is_left = quantity.starts_with("survivors[") && quantity.ends_with("].mean");
        let what = match quantity.strip_suffix(".probability") {
            Some(name) => name.replace(['_', '.'], " "),
            None if is_left => format!("{class} left"),
            None => quantity.replace(['_', '.'], " "),
        };
        format!("{side} {what}").trim().to_string()
    }

    fn shown(&self, value: Option<f64>) -> String {
        match value {
            None => "–".into(),
            Some(share) if self.names().is_share => percent(share),
            Some(number) => format!("{number:.3}"),
        }
    }

    /// Formats the difference, with its unit.
    fn shown_difference(&self) -> String {
        match self.difference() {
            None => String::new(),
            Some(share) if self.names().is_share => format!("{:+.2} points", share * 100.0),
            Some(number) => format!("{number:+.3}"),
        }
    }

    /// Returns the figure of one result.
    fn value(figure: &Option<Figure>) -> Value {
        match figure {
            Some(Figure { value, ends: [low, high], .. }) if !low.is_null() => {
                json!({"probability": value, "low": low, "high": high})
            }
            Some(Figure { value, .. }) => json!({"value": value}),
            None => Value::Null,
        }
    }

    fn json(&self) -> Value {
        let Figure { side, quantity, class, is_share, .. } = self.names();
        let [a, b] = self.0.each_ref().map(Self::value);
        let mut value = json!({"side": side, "class": class, "figure": quantity, "a": a, "b": b});
        match self.difference() {
            Some(share) if *is_share => value["points"] = json!(share * 100.0),
            Some(number) => value["difference"] = json!(number),
            None => (),
        }
        if self.is_uncertain() {
            value["uncertain"] = true.into();
        }
        value
    }
}

impl Report for Diff {
    fn table(&self, options: TableOptions) -> String {
        self.content(options.full).in_terminal(options)
    }

    fn outline(&self) -> Outline {
        self.content(false)
    }

    fn json(&self) -> String {
        let document = |n: usize| {
            let result = &self.results[n];
            json!({
                "name": self.names[n],
                "rules": result["rules"],
                "engine": result["engine"],
                "battles": result["battles"],
                "seed": result["seed"],
                "sides": sides(result),
            })
        };
        pretty(&json!({
            "schema": "fleetodds/diff/1",
            "a": document(0),
            "b": document(1),
            "differ": self.differ,
            "figures": self.figures.iter().map(Pair::json).collect::<Vec<_>>(),
        }))
    }

    fn csv(&self) -> String {
        let text = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let row = |pair: &Pair| {
            let Figure { side, quantity, class, is_share, .. } = pair.names();
            let names = [side, class, quantity].map(String::clone);
            let difference = pair.difference();
            let points = difference.filter(|_| *is_share).map(|share| share * 100.0);
            let [a, b] = pair.values();
            [&names[..], &[a, b, difference, points].map(text)].concat()
        };
        let columns = ["side", "class", "quantity", "a", "b", "difference", "points"];
        table(columns, self.figures.iter().map(row))
    }
}
