//! The result document of a battle that is being played: the present situation and what comes next.

use serde::Serialize;

use super::advice::Worth;

/// The present situation of a battle, and what comes next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BattleNow {
    /// Name and version of the format.
    pub schema: &'static str,
    /// Name of the rulebook.
    pub rules: String,
    /// Title of the rulebook and the setting, for people.
    #[serde(skip)]
    pub title: String,
    /// Unit of the swing.
    #[serde(skip)]
    pub unit: &'static str,
    /// Part of the battle: `round 2`. That of the last event if the battle is over; empty before
    /// any.
    pub part: String,
    /// The sides as they are now.
    pub sides: [BattleSide; 2],
    /// The next event.
    pub next: BattleNext,
    /// The whole record so far, as text, with the roll that was given.
    pub record: String,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A side in the middle of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BattleSide {
    /// Its name.
    pub name: String,
    /// Its role: `attacker` or `defender`.
    pub role: &'static str,
    /// Whether a player decides for it. Other sides follow their rule.
    pub is_player: bool,
    /// Figure that the player maximises: `win` or `swing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<&'static str>,
    /// The units that are left, with their damage, in the notation of fleets: classes only.
    pub fleet: String,
    /// The groups of the fleet, also those that are lost.
    pub groups: Vec<BattleGroup>,
    /// Worth of the situation for the side if both sides play on as well as possible; `None` for
    /// sides without a player.
    pub worth: Option<Worth>,
}

/// A group in the middle of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BattleGroup {
    /// Its class.
    pub class: String,
    /// Number of units that are left in the battle.
    pub number: u32,
    /// Number of units that were lost.
    pub lost: u32,
    /// Number of units that have left the battle.
    pub away: u32,
    /// Points of damage of each unit that is left; the healthiest comes first.
    pub damage: Vec<u32>,
    /// Maximum points of damage that a unit survives.
    pub hull: u32,
    /// Whether the group has begun to retreat.
    pub is_retreating: bool,
    /// The group in words.
    pub text: String,
}

/// The next event of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BattleNext {
    /// Dice are rolled.
    Roll {
        /// The situation in a sentence.
        words: String,
        /// The sides that roll. Two sides roll at the same time.
        rolls: Vec<BattleRoll>,
    },
    /// A player chooses, or something follows by rule.
    Choose(BattleChoices),
    /// The battle is over.
    Over {
        /// The outcome in words: `attacker wins`.
        words: String,
        /// Index of the side that has won, if one has.
        winner: Option<usize>,
    },
}

/// Dice that a side rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BattleRoll {
    /// Index of the side.
    pub side: usize,
    /// The group or the side that rolls.
    pub who: String,
    /// The dice in words.
    pub words: String,
    /// Form of the note: faces or hits.
    pub entry: RollEntry,
    /// Maximum number of hits, where hits are noted.
    pub most: Option<u32>,
    /// The dice by kind.
    pub dice: Vec<BattleDice>,
}

/// Form in which a roll is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RollEntry {
    /// The face of each die: `y6 y3 o1`.
    Faces,
    /// The number of hits.
    Hits,
}

/// Equal dice of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BattleDice {
    /// Their colour, or the class of the units that roll them.
    pub name: String,
    /// Letter of the colour in a roll, where faces are noted.
    pub letter: Option<char>,
    /// Number of dice.
    pub count: u32,
    /// Number of faces of a die.
    pub sides: u32,
    /// Lowest face that hits; `None` if that depends on the target or if faces have other effects.
    pub hits_on: Option<u32>,
    /// The dice in words.
    pub words: String,
}

/// The choices of a player, or the only way to go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BattleChoices {
    /// Index of the side that chooses.
    pub side: usize,
    /// The group or the side that chooses.
    pub who: String,
    /// Kind of the decision: `assign`, `aim`, `stop` or `retreat`.
    pub decision: &'static str,
    /// The situation in a sentence.
    pub words: String,
    /// The dice, or the hits, as they were read; empty without any.
    pub roll: String,
    /// Effect of the dice in words; may be empty.
    pub dice: String,
    /// Whether there is only one choice, by rule or because nothing is to be decided.
    pub is_forced: bool,
    /// The choices, the best first.
    pub choices: Vec<BattleChoice>,
}

/// A choice in the middle of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BattleChoice {
    /// The choice in words.
    pub choice: String,
    /// Its parts, in order.
    pub steps: Vec<String>,
    /// Worth of the situation after it, by side; `None` for sides without a player.
    pub worth: [Option<Worth>; 2],
    /// Loss compared with the best choice, in the figure that the player maximises.
    pub cost: f64,
    /// Mark of the choice, as in an analysis; `None` if all choices are equally good.
    pub mark: Option<&'static str>,
    /// Whether it is as good as the best choice.
    pub is_best: bool,
    /// The whole record after the choice.
    pub record: String,
}
