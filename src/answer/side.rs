//! Names for reports. The simulation kernel never sees them.

use super::{ROLES, SideInfo};

/// Words for the place of a group among those of its class.
const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Names of a side and of its groups in reports.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Name of the side.
    pub name: String,
    /// Fleet in the notation of the command line.
    pub fleet: String,
    /// Class of each group.
    pub classes: Vec<String>,
}

impl Labels {
    /// Returns the name of this side in a sentence: `the attacker`, or its own name.
    pub(crate) fn called(&self, side: usize) -> String {
        if self.name == ROLES[side] { format!("the {}", self.name) } else { self.name.clone() }
    }

    /// Returns a name for each group that tells it from the others of the side: its class, or
    /// `first cruiser` and `second cruiser` where several groups are of one class.
    pub(crate) fn group_names(&self) -> Vec<String> {
        (0..self.classes.len()).map(|group| self.group_name(group)).collect()
    }

    /// Returns the name of a group, see [`Self::group_names`].
    pub(crate) fn group_name(&self, group: usize) -> String {
        let class = &self.classes[group];
        let of_class = |all: &[String]| all.iter().filter(|other| *other == class).count();
        if of_class(&self.classes) == 1 {
            return class.clone();
        }
        let before = of_class(&self.classes[..group]);
        match ORDINALS.get(before) {
            Some(ordinal) => format!("{ordinal} {class}"),
            None => format!("{}th {class}", before + 1),
        }
    }
}

/// One side with its names resolved to figures.
#[derive(Clone, Debug)]
pub struct Side<F> {
    /// Names used in reports.
    pub labels: Labels,
    /// Fleet as the rules need it.
    pub fleet: F,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl<F> Side<F> {
    /// Returns what is known of a side of any game, with the price of its fleet.
    pub(crate) fn info(&self, cost: f64) -> SideInfo<'_> {
        SideInfo { labels: &self.labels, cost, warnings: &self.warnings }
    }
}

/// Pairs the values of attacker and defender with the names of their roles.
pub(crate) fn by_role<T>(values: impl Iterator<Item = T>) -> Vec<(String, T)> {
    ROLES.iter().map(|role| role.to_string()).zip(values).collect()
}

/// A single change of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Name in reports.
    pub name: String,
    /// Variation with a single value, without the side: `cruiser.hull=2`.
    pub path: String,
}
