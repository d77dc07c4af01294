//! Figures that a game adds to a result, with what reports show of them.
//!
//! Reports know no game: they show an [`Extra`] by the kind of its [`Shown`]. JSON and CSV have its
//! value.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value, json};

use super::brief::{Brief, BriefFigure};
use super::shown::{Sections, Shown, ShownChance, ShownDistributions};
use crate::bug::OrBug;
use crate::stats::{Estimate, rounded, settle_all, settled};

/// A figure that a game adds to a result, or to one side of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra {
    /// Name in JSON and CSV.
    pub name: &'static str,
    /// Value in JSON and CSV.
    pub value: Value,
    /// Figure that precedes it in JSON.
    pub after: ExtraPlace,
    /// Part of it that people see.
    pub shown: Shown,
    /// Parts of it in the short report.
    pub brief: Vec<Brief>,
}

/// Figure that precedes an extra one in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraPlace {
    /// The odds.
    Win,
    /// The survivors.
    Survivors,
    /// The cost.
    Cost,
    /// The rounds, for a figure of the whole result.
    Rounds,
}

impl Extra {
    /// Creates a figure that only programs see.
    #[must_use]
    pub fn new(name: &'static str, after: ExtraPlace, value: &impl Serialize) -> Self {
        let value = serde_json::to_value(value).or_bug("a figure cannot be written as JSON");
        Self { name, value, after, shown: Shown::Nothing, brief: Vec::new() }
    }

    /// Creates a probability that only programs see.
    #[must_use]
    pub fn chance(name: &'static str, after: ExtraPlace, probability: f64) -> Self {
        let value = json!({"probability": probability});
        Self { name, value, after, shown: Shown::Nothing, brief: Vec::new() }
    }

    /// Creates a probability of a side that people see, too.
    #[must_use]
    pub fn shown_chance(name: &'static str, after: ExtraPlace, chance: ShownChance) -> Self {
        Self::chance(name, after, chance.probability).showing(Shown::Chance(chance))
    }

    /// Sets the part that people see.
    #[must_use]
    pub fn showing(self, shown: Shown) -> Self {
        Self { shown, ..self }
    }

    /// Adds a figure of the short report.
    #[must_use]
    pub fn in_brief(mut self, brief: Brief) -> Self {
        self.brief.push(brief);
        self
    }
}

/// The figures that a game adds, in order. They are serialised as the fields of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras(Vec<Extra>);

impl Extras {
    /// Adds a figure.
    pub fn push(&mut self, extra: Extra) {
        self.0.push(extra);
    }

    /// Returns all figures.
    pub fn iter(&self) -> impl Iterator<Item = &Extra> {
        self.0.iter()
    }

    /// Removes rounding errors past 0 and 1, and adds the interval to each probability that has
    /// none: `battles` were simulated, or the probability is exact if there are none. With
    /// `is_rounded`, people see a probability of almost 1 as 1: it is not known what else is possible.
    pub(super) fn complete(&mut self, battles: u64, is_rounded: bool) {
        let round = |p: &mut f64| *p = if is_rounded { rounded(*p) } else { settled(*p) };
        for extra in &mut self.0 {
            settle_numbers(&mut extra.value);
            add_intervals(&mut extra.value, battles);
            match &mut extra.shown {
                Shown::Chance(chance) => round(&mut chance.probability),
                Shown::Distributions(shown) => {
                    shown.all.iter_mut().for_each(|one| settle_all(&mut one.shares));
                }
                _ => (),
            }
            for brief in &mut extra.brief {
                match &mut brief.figure {
                    BriefFigure::Chance(p) => round(p),
                    BriefFigure::Distribution { shares, .. } => settle_all(shares),
                    _ => (),
                }
            }
        }
    }

    /// Returns the value of the figure with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|extra| extra.name == name).map(|extra| &extra.value)
    }

    /// Returns the probability with this name.
    #[must_use]
    pub fn probability(&self, name: &str) -> Option<f64> {
        self.get(name)?.get("probability")?.as_f64()
    }

    /// Returns the probabilities that people see.
    pub fn chances(&self) -> impl Iterator<Item = &ShownChance> {
        self.0.iter().filter_map(|extra| match &extra.shown {
            Shown::Chance(chance) => Some(chance),
            _ => None,
        })
    }

    /// Returns the figures of the short report.
    pub fn briefs(&self) -> impl Iterator<Item = &Brief> {
        self.0.iter().flat_map(|extra| &extra.brief)
    }

    /// Returns the groups of distributions that people see.
    pub fn distributions(&self) -> impl Iterator<Item = &ShownDistributions> {
        self.0.iter().filter_map(|extra| match &extra.shown {
            Shown::Distributions(distributions) => Some(distributions),
            _ => None,
        })
    }

    /// Returns the sections of tables and pages.
    pub fn sections(&self) -> impl Iterator<Item = &Sections> {
        self.0.iter().filter_map(|extra| match &extra.shown {
            Shown::Sections(sections) => Some(&**sections),
            _ => None,
        })
    }

    /// Serialises the figures that follow a figure of a side.
    pub(super) fn serialize_after<M: SerializeMap>(
        &self,
        after: ExtraPlace,
        map: &mut M,
    ) -> Result<(), M::Error> {
        let mut following = self.0.iter().filter(|extra| extra.after == after);
        following.try_for_each(|extra| map.serialize_entry(extra.name, &extra.value))
    }
}

/// Removes the rounding errors of all numbers in a value. Any of them may be a probability, and none
/// is so exact that another one would be changed.
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

impl Serialize for Extras {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|extra| (extra.name, &extra.value)))
    }
}
