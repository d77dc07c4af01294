//! Figures that a game adds to a result, and the parts that people see.
//!
//! Reports know no game: they lay out what a figure shows by its form. JSON and CSV have its value.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value, json};

use crate::bug::OrBug;
use crate::stats::{Estimate, rounded, settle_all, settled};

/// A figure that a game adds to a result, or to one side of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Key in JSON, and name in CSV.
    pub key: &'static str,
    /// Value in JSON and CSV.
    pub value: Value,
    /// Field that precedes it in JSON.
    pub after: Field,
    /// Parts that people see, in order. The short report has its lines, or its first distribution
    /// if it has none; other reports have its tables and distributions, or its lines if it has
    /// neither.
    pub shown: Vec<Shown>,
}

/// Field of a result that a figure follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The odds.
    Win,
    /// The survivors.
    Survivors,
    /// The cost.
    Cost,
    /// The rounds, for a figure of the whole result.
    Rounds,
}

/// One thing that people see of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// Another end of a side, such as a retreat, with the words after its name: `retreats`. It is
    /// among the odds, unless it is impossible.
    End(&'static str, f64),
    /// A figure in a line, left out if it is a probability of 0.
    Line(Line),
    /// A distribution over 0, 1, 2, ….
    Distribution(Distribution),
    /// A table.
    Table(Table),
    /// A list of words about a side, after its name and these words: `loses`.
    Words(&'static str, Vec<String>),
}

/// A figure in a line. Lines of all sides with one title belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Title of the line.
    pub title: &'static str,
    /// Words before the amount, after the name of the side if it belongs to one; may be empty.
    pub words: String,
    /// The figure.
    pub amount: Amount,
}

/// A single figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A probability.
    Share(f64),
    /// An expected number.
    Mean(f64),
    /// A gain in probability.
    Gain(f64),
    /// A gain in the balance of losses, with its unit.
    Balance(f64, &'static str),
}

/// A distribution over 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Title of its table, which has all distributions with this title, and of its line.
    pub title: &'static str,
    /// Expected value.
    pub mean: f64,
    /// Probability of each value; empty if the distribution is not known.
    pub shares: Vec<f64>,
}

/// A table of amounts.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Title of the table.
    pub title: &'static str,
    /// Titles of the columns.
    pub columns: Vec<&'static str>,
    /// Rows: a name, and an amount for each column where there is one.
    pub rows: Vec<(String, Vec<Option<Amount>>)>,
}

impl Amount {
    /// Returns the number of the amount.
    #[must_use]
    pub fn number(self) -> f64 {
        match self {
            Self::Share(number)
            | Self::Mean(number)
            | Self::Gain(number)
            | Self::Balance(number, _) => number,
        }
    }

    /// Returns the same amount of another number.
    #[must_use]
    pub fn with(self, number: f64) -> Self {
        match self {
            Self::Share(_) => Self::Share(number),
            Self::Mean(_) => Self::Mean(number),
            Self::Gain(_) => Self::Gain(number),
            Self::Balance(_, unit) => Self::Balance(number, unit),
        }
    }
}

impl Figure {
    /// Creates a figure that only programs see.
    #[must_use]
    pub fn new(key: &'static str, after: Field, value: &impl Serialize) -> Self {
        let value = serde_json::to_value(value).or_bug("a figure cannot be written as JSON");
        Self { key, value, after, shown: Vec::new() }
    }

    /// Creates a probability that only programs see.
    #[must_use]
    pub fn chance(key: &'static str, after: Field, probability: f64) -> Self {
        Self { key, value: json!({"probability": probability}), after, shown: Vec::new() }
    }

    /// Adds something that people see.
    #[must_use]
    pub fn showing(mut self, shown: Shown) -> Self {
        self.shown.push(shown);
        self
    }

    /// Adds a line that people see.
    #[must_use]
    pub fn in_line(self, title: &'static str, words: impl Into<String>, amount: Amount) -> Self {
        self.showing(Shown::Line(Line { title, words: words.into(), amount }))
    }

    /// Returns its lines.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.shown.iter().filter_map(|shown| match shown {
            Shown::Line(line) => Some(line),
            _ => None,
        })
    }

    /// Returns its distributions that are known.
    pub fn distributions(&self) -> impl Iterator<Item = &Distribution> {
        self.shown.iter().filter_map(|shown| match shown {
            Shown::Distribution(of) if !of.shares.is_empty() => Some(of),
            _ => None,
        })
    }

    /// Whether it has a table or a distribution.
    fn is_large(&self) -> bool {
        self.shown.iter().any(|s| matches!(s, Shown::Table(_) | Shown::Distribution(_)))
    }
}

/// The figures that a game adds, in order. They are serialised as the fields of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// Adds a figure.
    pub fn push(&mut self, figure: Figure) {
        self.0.push(figure);
    }

    /// Returns all figures.
    pub fn iter(&self) -> impl Iterator<Item = &Figure> {
        self.0.iter()
    }

    /// Removes rounding errors past 0 and 1, and adds the interval to each probability that has
    /// none: `battles` were simulated, or the probability is exact if there are none. With
    /// `is_rounded`, people see a probability of almost 1 as 1: it is not known what else is
    /// possible.
    pub(super) fn complete(&mut self, battles: u64, is_rounded: bool) {
        let round = |p: &mut f64| *p = if is_rounded { rounded(*p) } else { settled(*p) };
        for figure in &mut self.0 {
            settle_numbers(&mut figure.value);
            add_intervals(&mut figure.value, battles);
            for shown in &mut figure.shown {
                match shown {
                    Shown::End(_, p) | Shown::Line(Line { amount: Amount::Share(p), .. }) => {
                        round(p);
                    }
                    Shown::Distribution(distribution) => settle_all(&mut distribution.shares),
                    Shown::Table(_) | Shown::Line(_) | Shown::Words(..) => (),
                }
            }
        }
    }

    /// Returns the value of the figure with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|figure| figure.key == key).map(|figure| &figure.value)
    }

    /// Returns the probability with this key.
    #[must_use]
    pub fn probability(&self, key: &str) -> Option<f64> {
        self.get(key)?.get("probability")?.as_f64()
    }

    /// Returns all that people see.
    pub fn shown(&self) -> impl Iterator<Item = &Shown> {
        self.0.iter().flat_map(|figure| &figure.shown)
    }

    /// Returns the possible ends of a side, with the words after its name.
    pub fn ends(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.shown().filter_map(|shown| match shown {
            Shown::End(words, probability) if *probability > 0.0 => Some((*words, *probability)),
            _ => None,
        })
    }

    /// Returns the lines of figures without tables and distributions.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.0.iter().filter(|figure| !figure.is_large()).flat_map(Figure::lines)
    }

    /// Returns the distributions that are known.
    pub fn distributions(&self) -> impl Iterator<Item = &Distribution> {
        self.0.iter().flat_map(Figure::distributions)
    }

    /// Returns the tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.shown().filter_map(|shown| match shown {
            Shown::Table(table) => Some(table),
            _ => None,
        })
    }

    /// Serialises the figures that follow a field of a side.
    pub(super) fn serialize_after<M: SerializeMap>(
        &self,
        after: Field,
        map: &mut M,
    ) -> Result<(), M::Error> {
        let mut following = self.0.iter().filter(|figure| figure.after == after);
        following.try_for_each(|figure| map.serialize_entry(figure.key, &figure.value))
    }
}

/// Removes the rounding errors of all numbers in a value. Any of them may be a probability, and
/// none is so exact that another one would be changed.
pub(crate) fn settle_numbers(value: &mut Value) {
    match value {
        Value::Array(members) => members.iter_mut().for_each(settle_numbers),
        Value::Object(fields) => fields.values_mut().for_each(settle_numbers),
        Value::Number(number) if number.is_f64() => {
            let found = number.as_f64().map(settled).and_then(Number::from_f64);
            *number = found.unwrap_or_else(|| number.clone());
        }
        _ => (),
    }
}

/// Adds the interval to each object `{"probability": …}` in a value.
fn add_intervals(value: &mut Value, battles: u64) {
    match value {
        Value::Array(members) => members.iter_mut().for_each(|one| add_intervals(one, battles)),
        Value::Object(fields) => {
            if let (1, Some(Value::Number(share))) = (fields.len(), fields.get("probability")) {
                let estimate = Estimate::of_share(share.as_f64().unwrap_or_default(), battles);
                fields.insert("low".into(), estimate.low.into());
                fields.insert("high".into(), estimate.high.into());
            }
            fields.values_mut().for_each(|one| add_intervals(one, battles));
        }
        _ => (),
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|figure| (figure.key, &figure.value)))
    }
}
