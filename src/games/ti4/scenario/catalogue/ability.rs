//! Entries of abilities, technologies and cards.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::rolls::RollEntry;
use super::unit::named;
use crate::games::ti4::rules::Ability;
use crate::games::ti4::scenario::names::key;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::{Fields, Provenance};
use crate::scenario::json::JsonNode;

/// An ability, technology, leader, note, card, relic or law.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectEntry {
    /// Name, with hyphens.
    pub name: String,
    /// Printed name.
    pub title: String,
    /// Alternative names.
    pub also: Vec<String>,
    /// `action card`, `technology`, `agent`, `flagship` and so on.
    pub kind: String,
    /// Faction to which it belongs; empty if to none.
    pub faction: String,
    /// Combat in which it has an effect: `space` or `ground`; empty for both.
    pub place: String,
    /// Side on which it has an effect: `attacker` or `defender`; empty for both.
    pub side: String,
    /// Highest count; `None` if it takes no count.
    pub count: Option<u8>,
    /// What the count counts, unless copies of a card.
    pub counts: String,
    /// Fields that it takes.
    pub takes: Vec<EffectField>,
    /// Fields that it needs.
    pub needs: Vec<EffectField>,
    /// Ability of the rules; `None` for texts of units and for entries without an effect in combat.
    pub ability: Option<Ability>,
    /// Unit whose text it is.
    pub unit: Option<String>,
    /// Changes that it makes on rolls.
    pub rolls: Vec<RollEntry>,
    /// Units that it places.
    pub places: Option<Placed>,
    /// Description of its effect; empty for the text of a unit that holds with it.
    pub effect: String,
    /// When it is used by default.
    pub when: String,
    /// Why it is refused, if it is.
    pub refused: Option<String>,
    /// Source of the entry. Its note says why an entry has no effect on the odds.
    pub provenance: Provenance,
    /// All its names in the form in which names are compared.
    pub(super) keys: Vec<String>,
}

/// Fields that an ability may take in a scenario, beside its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectField {
    /// Round of its first use.
    Round,
    /// Class of own units that it concerns.
    Unit,
    /// Units that it places.
    Units,
    /// Whether enemy dice are rolled again.
    EnemyDice,
    /// Whether the own planet is bombarded.
    Bombard,
    /// What is gained from the enemy.
    Gains,
    /// Texts of other flagships.
    Texts,
}

impl EffectField {
    /// All fields.
    pub const ALL: [Self; 7] = [
        Self::Round,
        Self::Unit,
        Self::Units,
        Self::EnemyDice,
        Self::Bombard,
        Self::Gains,
        Self::Texts,
    ];

    /// Returns the name in scenarios.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Unit => "unit",
            Self::Units => "units",
            Self::EnemyDice => "enemy_dice",
            Self::Bombard => "bombard",
            Self::Gains => "gains",
            Self::Texts => "texts",
        }
    }
}

/// Units that an ability places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// Infantry.
    Infantry,
    /// Mechs.
    Mech,
    /// Fighters in space, infantry on planets.
    Cheapest,
    /// Ships of the types that the enemy has.
    EnemyShips,
}

/// Names of the units that abilities place.
const PLACED: [(&str, Placed); 4] = [
    ("infantry", Placed::Infantry),
    ("mech", Placed::Mech),
    ("cheapest", Placed::Cheapest),
    ("enemy ships", Placed::EnemyShips),
];

/// Entries without an ability of the rules that the program knows.
const WITHOUT_ABILITY: [&str; 5] = [
    "magmus-reactor",
    "dark-energy-tap",
    "circlet-of-the-void",
    "valefar-assimilator-z",
    "antivirus",
];

impl EffectEntry {
    /// Whether the entry has a name with this key, see [`key`].
    pub(super) fn has_key(&self, key: &str) -> bool {
        self.keys.iter().any(|own| own == key)
    }

    /// Adds other names of the entry.
    pub(super) fn add_names(&mut self, names: Vec<String>) {
        self.keys.extend(names.iter().map(|name| key(name)));
        self.also.extend(names);
    }

    /// Returns the entry with the keys of its names.
    fn with_keys(mut self) -> Self {
        let names = self.also.iter().chain([&self.name, &self.title]);
        self.keys = names.map(|name| key(name)).collect();
        self
    }

    /// Whether the entry takes a field.
    #[must_use]
    pub fn takes(&self, field: EffectField) -> bool {
        self.takes.contains(&field)
    }

    /// Whether the entry changes anything in a combat.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.ability.is_some()
            || !self.rolls.is_empty()
            || self.unit.is_some()
            || WITHOUT_ABILITY.contains(&self.name.as_str())
    }

    /// Returns the text of a unit as an entry, by which the owner may name it.
    pub(super) fn of_unit(name: &str, title: &str, kind: &str, faction: &str) -> Self {
        let key = title_key(title);
        Self {
            ability: ability(&key),
            name: key,
            title: title.into(),
            kind: kind.into(),
            faction: faction.into(),
            unit: Some(name.into()),
            when: "always, with the unit".into(),
            ..Self::default()
        }
        .with_keys()
    }

    /// Reads an entry. With `ignores_texts`, one with an unknown effect has none.
    pub(super) fn read(entry: &mut Fields, ignores_texts: bool) -> Result<Self, Diagnostic> {
        let name_node = entry.required("name")?;
        let name = name_node.string()?;
        let of_rules = entry.optional("ability");
        let copies = entry.optional("copies");
        let count = entry.optional("count").or(copies);
        let unit = entry.string("unit")?;
        let count = count.map(|n| n.up_to(1, 99, "count")).transpose()?.map(|n| n as u8);
        let counts = entry.string("counts")?.unwrap_or_default();
        let counted = count.map(|most| (most, &*counts));
        let read_roll = |node: &JsonNode| RollEntry::read(node, unit.is_some(), counted);
        let mut rolls = entry.list("rolls", read_roll)?;
        // A short form for the text of a unit.
        if let Some(bonus) = entry.optional("bonus") {
            if unit.is_none() || !rolls.is_empty() {
                let message = "`bonus` belongs to an entry with a `unit` and without `rolls`";
                return Err(Diagnostic::at(&bonus.place(), message));
            }
            rolls.push(RollEntry::combat_bonus(bonus.number(-9..=9)? as i8));
        }
        let ability = match &of_rules {
            Some(of_rules) if !rolls.is_empty() => {
                let message = "an entry has an `ability` of the rules or `rolls`, not both";
                return Err(Diagnostic::at(&of_rules.place(), message));
            }
            Some(of_rules) => ability(&of_rules.string()?),
            None if rolls.is_empty() => ability(&name),
            None => None,
        };
        let mut read = Self {
            ability,
            title: entry.string("title")?.unwrap_or_else(|| name.clone()),
            also: entry.strings("also")?,
            kind: entry.text("kind")?,
            faction: entry.string("faction")?.unwrap_or_default(),
            place: one_of(entry, "in", ["space", "ground"])?,
            side: one_of(entry, "side", ["attacker", "defender"])?,
            count,
            counts,
            takes: entry.list("takes", field)?,
            needs: entry.list("needs", field)?,
            unit,
            places: entry.read("places", |node| named(node, "kind of placed unit", &PLACED))?,
            effect: match rolls.is_empty() {
                true => entry.text("effect")?,
                false => entry.string("effect")?.unwrap_or_default(),
            },
            rolls,
            when: entry.string("when")?.unwrap_or_default(),
            refused: entry.string("refused")?,
            provenance: entry.provenance()?,
            name,
            keys: Vec::new(),
        }
        .with_keys();
        if let (Some(ability), Some(count)) = (read.ability, read.count) {
            read.count = Some(count.min(ability.most()));
        }
        // The page has shipped entries only, which say what they do.
        if cfg!(not(target_arch = "wasm32")) && read.effect.is_empty() {
            let counts = read.count.map(|_| read.counts.as_str());
            let words: Vec<String> = read.rolls.iter().map(|roll| roll.words(counts)).collect();
            read.effect = words.join("; ");
        }
        if !read.is_played() && read.refused.is_none() && read.provenance.note.is_empty() {
            if !ignores_texts {
                let message = format!("`{}` is not an effect that the program knows", read.name);
                return Err(Diagnostic::at(&name_node.place(), message)
                    .label("expected the name of an ability, or `ability` with its name")
                    .help("`--ignore-texts` accepts the entry, without an effect"));
            }
            read.provenance.note = "its effect is not simulated".into();
        }
        Ok(read)
    }
}

/// Returns the ability of the rules with this name.
fn ability(name: &str) -> Option<Ability> {
    static ABILITIES: OnceLock<FxHashMap<String, Ability>> = OnceLock::new();
    let keyed = |ability: &Ability| (key(ability.name()), *ability);
    let abilities = ABILITIES.get_or_init(|| Ability::ALL.iter().map(keyed).collect());
    abilities.get(&key(name)).copied()
}

/// Returns a title in the form of a name: `Heaven's Eye` as `heavens-eye`.
fn title_key(title: &str) -> String {
    let is_number = title.contains(|c: char| c.is_ascii_digit());
    let is_part = |c: char| c.is_alphanumeric() || (is_number && c == '.');
    let plain = title.to_lowercase().replace(['\'', '[', ']'], "");
    let plain = if is_number { plain } else { plain.replace('.', "") };
    let words = plain.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Reads a field with one of these words; empty if it is left out.
fn one_of(entry: &mut Fields, name: &'static str, words: [&str; 2]) -> Result<String, Diagnostic> {
    let read = entry.read(name, |node| match node.string()? {
        word if words.contains(&&*word) => Ok(word),
        _ => Err(Diagnostic::unknown(&node.place(), "word", words)),
    })?;
    Ok(read.unwrap_or_default())
}

/// Reads the name of a field.
fn field(node: &JsonNode) -> Result<EffectField, Diagnostic> {
    named(node, "field", &EffectField::ALL.map(|field| (field.name(), field)))
}
