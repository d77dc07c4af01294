//! Ships, parts and options that can be added to a fleet.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::games::{Entry, FleetReader, Game};
use crate::scenario::phrase::vocabulary::ValueWords;
use crate::scenario::phrase::{SavedShip, Vocabulary};
use crate::scenario::{Diagnostic, SideText, Source, title_of};

/// All that can be added to a fleet of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Palette {
    /// Name of the rulebook.
    pub rules: &'static str,
    /// Title of the rulebook.
    pub title: &'static str,
    /// Unit of prices.
    pub unit: &'static str,
    /// Term for the owner of a ship: `species`, `faction`; empty if ships have none.
    pub owner_term: &'static str,
    /// Whether a side has one owner, which is an option of the side.
    pub owner_is_side: bool,
    /// Whether ships can retreat.
    pub has_retreats: bool,
    /// Whether battles can be stepped through at the table.
    pub has_battles: bool,
    /// Classes of ships.
    pub ships: Vec<PaletteShip>,
    /// Classes that players need most, in the order in which a screen counts them.
    pub usual: &'static [&'static str],
    /// Figures of ships, as they are shown, each with its meaning.
    pub legend: &'static [[&'static str; 2]],
    /// Pairs of fleets to begin with.
    pub examples: [[&'static str; 2]; 3],
    /// Species or factions.
    pub owners: Vec<String>,
    /// Parts of ships.
    pub parts: Vec<Entry>,
    /// Options of a side.
    pub options: Vec<PaletteOption>,
    /// Classes that are upgrades of others, by the class that they upgrade.
    pub upgrades: BTreeMap<String, String>,
    /// Names for people of ships, owners, parts and options, by their names as typed.
    pub names: BTreeMap<String, String>,
}

/// A class of ship that can be added.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PaletteShip {
    /// Class.
    pub class: String,
    /// Species or faction to which it belongs, if it differs from the others of its class.
    pub owner: Option<String>,
    /// Section of the catalogue.
    pub section: String,
    /// Figures in one line.
    pub summary: String,
    /// Price.
    pub cost: Option<f64>,
    /// Whether it follows the rule for neutral ships. A fleet has neutral ships or those of players.
    pub is_neutral: bool,
}

impl PaletteShip {
    /// Returns a ship that the player has saved.
    #[must_use]
    pub fn saved(ship: SavedShip) -> Self {
        let SavedShip { name: class, group: summary } = ship;
        let section = "Your ships".into();
        Self { class, owner: None, section, summary, cost: None, is_neutral: false }
    }
}

/// An option of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PaletteOption {
    /// Name.
    pub name: String,
    /// Its effect in one line; may be empty.
    pub summary: String,
    /// Section of a list: the kind of what it is, such as `action card`.
    pub section: String,
    /// Faction to which it belongs, if any.
    pub owner: Option<String>,
    /// Kind of its value: `flag` for none, `number`, `one_of` for those that
    /// [`Desk::values_for`](super::Desk::values_for) returns, or `text`.
    pub kind: &'static str,
    /// Term for its value, such as `round`; may be empty.
    pub value_term: &'static str,
    /// Whether it needs a value.
    pub needs_value: bool,
    /// Least and greatest value of a `number`.
    pub range: Option<[i32; 2]>,
    /// Text that shows the form of a `text`; empty if any will do.
    pub example: &'static str,
    /// Highest number of copies; 1 if they are not counted.
    pub copies: u64,
}

/// A part that a player can choose for a blueprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PartChoice {
    /// Name of the part.
    pub part: String,
    /// Kind of part: `cannon`, `hull`.
    pub sort: String,
    /// Its figures in one line.
    pub summary: String,
    /// Rule that the blueprint would break with it, in words.
    pub fault: Option<String>,
}

impl Palette {
    /// Returns all that can be added to a fleet.
    pub(super) fn of(reader: &FleetReader) -> Result<Self, Diagnostic> {
        let (game, words) = (reader.game(), reader.words());
        let entries = game.entries()?;
        let rulebook = game.rulebook();
        let [classes, owners, parts] = words.listed();
        let options = options(&entries, words);
        let named = options.iter().map(|option| option.name.as_str());
        let named = classes.iter().chain(&owners).chain(&parts).copied().chain(named);
        Ok(Self {
            upgrades: upgrades(&classes),
            names: named.map(|name| (name.into(), title(name, &entries))).collect(),
            rules: rulebook.name(),
            title: rulebook.title(),
            unit: game.lexicon().units.cost,
            owner_term: if owners.is_empty() { "" } else { words.terms.owner },
            owner_is_side: words.terms.owner_is_side,
            has_retreats: game.lexicon().has_retreats,
            has_battles: game.lexicon().has_records,
            ships: ships(&entries, words, game),
            usual: game.lexicon().usual,
            legend: game.lexicon().legend,
            examples: game.lexicon().examples,
            owners: owners.into_iter().map(String::from).collect(),
            options,
            parts: entries.into_iter().filter(|entry| entry.kind == "part").collect(),
        })
    }
}

/// Returns the classes that have an upgrade, each with it.
fn upgrades(classes: &[&str]) -> BTreeMap<String, String> {
    let upgrade = |class: &&str| {
        let upgraded = format!("{class}-ii");
        classes.contains(&upgraded.as_str()).then(|| (class.to_string(), upgraded))
    };
    classes.iter().filter_map(upgrade).collect()
}

/// Returns the name for people of what is typed with this name.
fn title(name: &str, entries: &[Entry]) -> String {
    match entries.iter().find(|entry| entry.name == name) {
        Some(entry) => entry.title.clone(),
        None => title_of(name),
    }
}

/// Returns the classes of ships: first those of all owners, then those that differ.
fn ships(entries: &[Entry], words: &Vocabulary, game: &dyn Game) -> Vec<PaletteShip> {
    let alone = |class: &str| SideText::typed(&Source::new("ship", class));
    let needs_no_owner =
        |class: &str| alone(class).and_then(|side| game.group_figures(&side)).is_ok();
    let is_neutral = |class: &str| alone(class).is_ok_and(|side| !game.is_players(&side));
    let ship = |class: &str, owner: Option<&str>, entry: &Entry| PaletteShip {
        class: class.into(),
        owner: owner.filter(|owner| !owner.is_empty()).map(String::from),
        section: entry.section.clone(),
        summary: entry.summary.clone(),
        cost: entry.cost,
        is_neutral: is_neutral(class),
    };
    let [known, ..] = words.listed();
    let plain = known.iter().filter_map(|class| {
        let is = |entry: &&Entry| entry.name == *class || entry.class() == Some(class);
        let entry = entries.iter().find(is)?;
        let has_owner = entry.name == *class || !needs_no_owner(class);
        Some(ship(class, has_owner.then_some(&*entry.owner), entry))
    });
    let plain: Vec<PaletteShip> = plain.collect();
    let own = entries.iter().filter_map(|entry| {
        let class = entry.class()?;
        let usual = plain.iter().find(|ship| ship.class == class)?;
        let is_other = usual.owner.as_ref() != Some(&entry.owner);
        let differs = usual.summary != entry.summary || usual.cost != entry.cost;
        (is_other && differs).then(|| ship(class, Some(&entry.owner), entry))
    });
    let own: Vec<PaletteShip> = own.collect();
    [plain, own].concat()
}

/// Section of the options that say how a side plays, behind those that it has.
const PLAY: &str = "how the side plays";

/// Section of the options that change nothing, the last one.
const IDLE: &str = "without effect here";

/// Example of a condition.
const CONDITION: &str = "after round 2";

fn options(entries: &[Entry], words: &Vocabulary) -> Vec<PaletteOption> {
    let option = |(name, taken): (&str, &ValueWords)| {
        let (copies, value, value_term, needs_value) = match taken {
            ValueWords::Counted(card) => (card.copies, &card.value, card.term, card.needs_value),
            value => (1, value, "", !matches!(value, ValueWords::None | ValueWords::Truth)),
        };
        let (kind, range, example) = match value {
            // Without a value, it is true.
            ValueWords::None | ValueWords::Truth => ("flag", None, ""),
            ValueWords::Within(range) => ("number", Some([*range.start(), *range.end()]), ""),
            ValueWords::Number => ("number", None, ""),
            ValueWords::Names(_) | ValueWords::Owner | ValueWords::OwnShip => ("one_of", None, ""),
            ValueWords::Like(example) => ("text", None, *example),
            ValueWords::Conditions(_) => ("text", None, CONDITION),
            ValueWords::Counted(_)
            | ValueWords::Text
            | ValueWords::Dice(_)
            | ValueWords::Refused => ("text", None, ""),
        };
        let entry = entries.iter().find(|entry| entry.name == name);
        let known = entry.map(|entry| entry.summary.clone());
        let owner = entry.map(|entry| entry.owner.clone()).filter(|owner| !owner.is_empty());
        let section = match entry {
            None => PLAY,
            Some(entry) if entry.is_idle => IDLE,
            Some(entry) => &entry.kind,
        };
        PaletteOption {
            section: section.into(),
            name: name.into(),
            summary: known.unwrap_or_else(|| words.options.help(name).into()),
            owner,
            kind,
            value_term,
            needs_value,
            range,
            example,
            copies,
        }
    };
    let mut options: Vec<PaletteOption> = words.typed_options().map(option).collect();
    options.sort_by_key(|option| [IDLE, PLAY].map(|section| option.section == section));
    options
}
