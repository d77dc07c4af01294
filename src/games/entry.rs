//! Entries of a catalogue and checked fleets in one form, from which lists and documents are made.

use serde::Serialize;
use serde_json::{Map, Value};

use super::GroupFigures;
use crate::scenario::{Diagnostic, Place, Provenance, Source, title_of};

/// An entry of a catalogue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Entry {
    /// Heading of the section of lists in which it stands.
    #[serde(skip)]
    pub section: String,
    /// Kind: `ship`, `part`, `technology` and so on.
    pub kind: String,
    /// Name as it is typed.
    pub name: String,
    /// Name for people.
    #[serde(skip)]
    pub title: String,
    /// Kind of a part: `cannon`, `hull`; empty for other entries.
    #[serde(skip)]
    pub sort: String,
    /// Whether players cannot buy it: they find it, or it is printed.
    #[serde(skip)]
    pub is_found: bool,
    /// Whether it changes no battle of the rulebook.
    #[serde(skip)]
    pub is_idle: bool,
    /// Species or faction that owns it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub owner: String,
    /// Its figures or effect in one line.
    pub summary: String,
    /// Figures by name.
    pub figures: Map<String, Value>,
    /// Price, in the unit of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Source of the entry.
    #[serde(flatten)]
    pub provenance: Provenance,
}

impl Entry {
    /// Returns the class of a ship that is named `owner/class`.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        let class = self.name.strip_prefix(&self.owner)?.strip_prefix('/');
        class.filter(|_| !self.owner.is_empty())
    }
}

impl Entry {
    /// Creates an entry without figures.
    #[must_use]
    pub fn new(section: &str, kind: &str, name: &str, summary: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            kind: kind.into(),
            name: name.into(),
            title: title_of(name),
            sort: String::new(),
            is_found: false,
            is_idle: false,
            owner: String::new(),
            summary: summary.into(),
            figures: Map::new(),
            cost: None,
            provenance: Provenance::default(),
        }
    }

    /// Adds figures. Those that are absent are left out.
    #[must_use]
    pub fn with<const N: usize>(mut self, figures: [(&str, Option<Value>); N]) -> Self {
        let given = figures.into_iter().filter_map(|(name, value)| Some((name.into(), value?)));
        self.figures.extend(given);
        self
    }

    /// Sets the price.
    #[must_use]
    pub fn at(self, cost: impl Into<f64>) -> Self {
        Self { cost: Some(cost.into()), ..self }
    }

    /// Sets the owner.
    #[must_use]
    pub fn of(self, owner: &str) -> Self {
        Self { owner: owner.into(), ..self }
    }

    /// Sets the name for people, unless it is empty.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        if title.is_empty() { self } else { Self { title: title.into(), ..self } }
    }

    /// Sets the source.
    #[must_use]
    pub fn from(self, provenance: &Provenance) -> Self {
        Self { provenance: provenance.clone(), ..self }
    }
}

/// Returns a figure, unless it is 0.
pub(crate) fn unless_zero(number: impl Into<i64>) -> Option<Value> {
    let number = number.into();
    (number != 0).then(|| number.into())
}

/// An entry with all that is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Details {
    /// Name as it is typed.
    pub name: String,
    /// Words behind the name: its title and kind.
    pub remark: String,
    /// Its figures, texts and what it contains.
    pub lines: Vec<String>,
    /// Source of the entry.
    pub provenance: Provenance,
    /// Titles of the sources that it names, by their short names.
    pub sources: Vec<(String, String)>,
}

impl Details {
    /// Creates the details of an entry. `sources` are all sources of its catalogue.
    pub(crate) fn new(
        name: &str,
        remark: String,
        lines: Vec<String>,
        provenance: &Provenance,
        sources: &[(String, String)],
    ) -> Self {
        let named: Vec<&str> =
            provenance.source.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        let sources = sources.iter().filter(|(key, _)| named.contains(&key.as_str()));
        Self {
            name: name.into(),
            remark,
            lines,
            provenance: provenance.clone(),
            sources: sources.cloned().collect(),
        }
    }
}

/// A fleet that fits the rules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedFleet {
    /// The fleet in typed notation.
    pub fleet: String,
    /// Its groups.
    pub groups: Vec<GroupFigures>,
    /// Price of all ships with its words, in games with prices.
    pub total: Option<(&'static str, f64)>,
    /// Remarks on the whole fleet.
    pub remarks: Vec<String>,
}

/// Creates the error for a name that is not in the catalogue.
pub(crate) fn unknown(
    name: &str,
    known: impl IntoIterator<Item = impl AsRef<str>>,
    rulebook: &str,
) -> Diagnostic {
    let place = Place::whole(&Source::new("show", name));
    let listed = format!("`fleetodds fleets list --rules {rulebook}` shows all names");
    Diagnostic::unknown_of_many(&place, "entry", known, listed)
}
