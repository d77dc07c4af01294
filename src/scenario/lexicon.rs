//! Names, units and limits of a game, for the reading, variation, writing and editing of scenarios.

use super::model::SideText;
use super::notation::Spanned;
use super::phrase::Vocabulary;
use super::rulebook::Rulebook;
use crate::result::Units;

/// Names, units and limits of a game.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The rulebook.
    pub rulebook: Rulebook,
    /// Names of ships, owners, parts, figures and options, and what players call them.
    pub vocabulary: Vocabulary,
    /// Units of cost and time.
    pub units: Units,
    /// Classes that players need most, in the order in which a screen counts them.
    pub usual: &'static [&'static str],
    /// Figures of ships, as they are shown, each with its meaning.
    pub legend: &'static [[&'static str; 2]],
    /// Pairs of fleets for examples.
    pub examples: [[&'static str; 2]; 3],
    /// Field of `play` that holds the policy of a side.
    pub policy_field: &'static str,
    /// Maximum number of ships of a side.
    pub max_ships: u32,
    /// Whether ships can retreat from a battle.
    pub has_retreats: bool,
    /// Whether battles can be noted down and stepped through.
    pub has_records: bool,
    /// Whether one more ship never makes a fleet worse under best play.
    pub more_is_better: bool,
    /// Whether ships are carried by others.
    pub capacity: Capacity,
    /// Sets an option of a side by its index, as a variation does. Returns false if there is no
    /// such option.
    pub set_option: SetOption,
}

/// Sets an option of the side with this index: its name, and its value.
pub type SetOption = fn(&mut [SideText], usize, &Spanned<String>, &Spanned<String>) -> bool;

/// Whether ships are carried by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// The game has no capacity.
    None,
    /// Capacity is checked if it is given.
    Optional,
    /// Capacity is always checked.
    Checked,
}

impl Lexicon {
    /// Returns two fleets for an example.
    #[must_use]
    pub fn example(&self) -> [&'static str; 2] {
        self.examples[0]
    }

    /// Whether ships of the game can carry others.
    pub fn has_capacity(&self) -> bool {
        self.capacity != Capacity::None
    }

    /// Creates the lexicon of a game whose ships do not retreat or carry others, and whose policies
    /// are in the field `assign`.
    pub(crate) fn new(
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        units: Units,
        examples: [[&'static str; 2]; 3],
        max_ships: usize,
    ) -> Self {
        Self {
            rulebook,
            vocabulary,
            units,
            usual: &[],
            legend: &[],
            examples,
            policy_field: "assign",
            max_ships: max_ships as u32,
            has_retreats: false,
            has_records: false,
            more_is_better: true,
            capacity: Capacity::None,
            set_option: |_, _, _, _| false,
        }
    }
}
