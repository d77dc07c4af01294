//! A fleet in the form in which screens show it.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::games::GroupFigures;

/// A fleet as a screen shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideView {
    /// The fleet in exact notation.
    pub fleet: String,
    /// Price of the fleet.
    pub cost: f64,
    /// Unit of the price.
    pub unit: &'static str,
    /// Groups of ships.
    pub groups: Vec<GroupView>,
    /// Options of the side.
    pub options: Vec<OptionView>,
    /// When the side retreats, as `play.retreat` of a scenario; `None` if it does not.
    pub retreat: Option<Value>,
}

/// A group of ships as a screen shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupView {
    /// Number of ships.
    pub count: u64,
    /// Species or faction, if the group names one.
    pub owner: Option<String>,
    /// The group in exact notation.
    pub text: String,
    /// Figures of the group.
    #[serde(flatten)]
    pub figures: GroupFigures,
}

/// An option of a side as a screen shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OptionView {
    /// Name of the option.
    pub name: String,
    /// Number of copies, if it is given.
    pub count: Option<u64>,
    /// Value, if it has one.
    pub value: Option<String>,
}

impl fmt::Display for OptionView {
    /// Writes the option as it is typed: `2 morale-boost=3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = self.count {
            write!(f, "{count} ")?;
        }
        f.write_str(&self.name)?;
        self.value.iter().try_for_each(|value| write!(f, "={value}"))
    }
}
