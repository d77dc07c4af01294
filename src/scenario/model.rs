//! Scenarios before and after names are looked up.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::diagnostics::{Diagnostic, Place, Source};
use super::fields::Fields;
use super::json::JsonNode;
use super::mix::MixPart;
use super::names::normalise;
use super::notation::{self, FleetText, Spanned, parse_fleet};
use super::phrase::Reading;
use crate::result::ROLES;
use crate::scenario::Rulebook;

/// Engine that computes the odds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The best engine that fits the budget.
    #[default]
    Auto,
    /// Solves the battle graph.
    Exact,
    /// Simulates battles, on the battle graph if it fits the budget.
    Simulate,
    /// Always simulates battles one by one.
    Kernel,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Exact, Self::Simulate, Self::Kernel];

    /// Whether this engine computes exact odds where possible.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Auto | Self::Exact)
    }

    /// Returns the name that users type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Simulate => "simulate",
            Self::Kernel => "kernel",
        }
    }
}

/// A battle as written: its sides, its situation and how to compute its odds.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Rulebook, if given.
    pub rulebook: Option<Rulebook>,
    /// Whether its fleets were typed. Their names were read in the rulebook, which is settled.
    pub is_typed: bool,
    /// Sides of the battle.
    pub sides: Sides,
    /// Side of who asks, of two: 0 for the attacker, 1 for the defender.
    pub you: usize,
    /// Number of battles to simulate.
    pub battles: Option<u64>,
    /// Seed of the random numbers.
    pub seed: Option<u64>,
    /// Requested engine.
    pub engine: Option<Engine>,
    /// Situation of the battle, read by the game.
    pub setting: Fields,
    /// The situation as JSON, if given.
    pub(crate) setting_written: Option<JsonNode>,
}

impl Scenario {
    /// Creates a scenario of two sides with all else left at its default.
    #[must_use]
    pub fn of(sides: [SideText; 2]) -> Self {
        let sides = Sides::Two(Box::new(sides));
        Self {
            rulebook: None,
            is_typed: false,
            sides,
            you: 0,
            battles: None,
            seed: None,
            engine: None,
            setting: Fields::default(),
            setting_written: None,
        }
    }
}

/// Sides of a battle.
#[derive(Clone, Debug)]
pub enum Sides {
    /// Attacker and defender.
    Two(Box<[SideText; 2]>),
    /// Parties of a sector, in the order in which they entered it.
    Parties(Vec<SideText>),
}

impl Scenario {
    /// Returns the scenario in this situation.
    ///
    /// # Errors
    /// If a field of the setting is not JSON as the scenario needs it.
    pub fn in_setting(self, setting: &Map<String, Value>) -> Result<Self, Diagnostic> {
        if setting.is_empty() {
            return Ok(self);
        }
        let text = serde_json::to_string(setting).unwrap_or_default();
        let node = JsonNode::document(&Source::new("setting", text))?;
        let fields = Fields::of(&node, "setting")?;
        Ok(Self { setting: fields, setting_written: Some(node), ..self })
    }
}

impl Sides {
    /// Returns all sides.
    #[must_use]
    pub fn all(&self) -> &[SideText] {
        match self {
            Self::Two(sides) => &sides[..],
            Self::Parties(parties) => parties,
        }
    }

    /// Returns all sides for modification.
    pub fn all_mut(&mut self) -> &mut [SideText] {
        match self {
            Self::Two(sides) => &mut sides[..],
            Self::Parties(parties) => parties,
        }
    }

    /// Returns the default name of a side: `attacker`, `defender` or `party 1`.
    #[must_use]
    pub fn role(&self, side: usize) -> String {
        match self {
            Self::Two(_) => ROLES[side % ROLES.len()].into(),
            Self::Parties(_) => format!("party {}", side + 1),
        }
    }

    /// Returns the name of a side, or else its role.
    #[must_use]
    pub fn called(&self, side: usize) -> String {
        let own = self.all().get(side).and_then(SideText::name);
        own.map_or_else(|| self.role(side), String::from)
    }

    /// Returns the index of the side with this name or role.
    ///
    /// # Errors
    /// The known roles and names if no side matches.
    pub fn named(&self, name: &str) -> Result<usize, Vec<String>> {
        let wanted = normalise(name);
        let sides = || self.all().iter().enumerate();
        let is = |own: &str| normalise(own) == wanted;
        let by_name = sides().find(|(_, side)| side.name().is_some_and(is));
        let by_role = || sides().find(|(i, _)| is(&self.role(*i)));
        by_name.or_else(by_role).map(|(i, _)| i).ok_or_else(|| {
            let names = sides().filter_map(|(_, side)| side.name().map(String::from));
            (0..self.all().len()).map(|i| self.role(i)).chain(names).collect()
        })
    }
}

/// How a side plays, as far as given.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// Name of the policy, if nothing else is given.
    pub policy: Option<Spanned<String>>,
    /// Fields of `play`, read by the game.
    pub fields: Fields,
}

impl Play {
    /// Reads the name of a policy or the fields of `play`.
    pub(crate) fn read(node: &JsonNode) -> Result<Self, Diagnostic> {
        if node.is_string() {
            let policy = Spanned::new(node.string()?, node.place());
            return Ok(Self { policy: Some(policy), fields: Fields::default() });
        }
        Ok(Self { policy: None, fields: Fields::of(node, "field of `play`")? })
    }
}

/// One side as written.
#[derive(Clone, Debug)]
pub struct SideText {
    /// Name, if given.
    pub name: Option<String>,
    /// Ships and options.
    pub fleet: FleetText,
    /// Whether ships are given at all, be it an empty list.
    pub has_fleet: bool,
    /// The fleets of which the side is one; empty unless it is a mix.
    pub mix: Vec<MixPart>,
    /// How the side plays.
    pub play: Play,
    /// All other fields, read by the game.
    pub fields: Fields,
    /// Whether a sweep removed all ships, so that an empty side is allowed.
    pub left_out: bool,
    /// Policy from `--play`; overrides the scenario.
    pub command: Option<Spanned<String>>,
    /// How the words of its fleet were read.
    pub reading: Reading,
    /// The side as JSON.
    pub(crate) written: JsonNode,
    /// Place of the whole side.
    pub place: Place,
}

impl SideText {
    /// Parses a side from a typed fleet.
    ///
    /// # Errors
    /// If the text does not follow the typed form.
    pub fn typed(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        let fleet = parse_fleet(source, 0..source.text.len())?;
        let written = JsonNode::of_text(&source.text);
        Ok(Self::of(fleet, written, Place::whole(source)))
    }

    /// Creates a side with all but its fleet left at its default.
    pub(crate) fn of(fleet: FleetText, written: JsonNode, place: Place) -> Self {
        Self {
            name: None,
            fleet,
            has_fleet: true,
            mix: Vec::new(),
            play: Play::default(),
            fields: Fields::default(),
            left_out: false,
            command: None,
            reading: Reading::default(),
            written,
            place,
        }
    }

    /// Whether the side is its fleet, and nothing else is said of it.
    #[must_use]
    pub fn is_fleet(&self) -> bool {
        self.written.is_string()
    }

    /// Whether `play` names the policy of the side, be it in this field.
    #[must_use]
    pub fn has_policy(&self, field: &str) -> bool {
        self.play.policy.is_some() || self.play.fields.has(field)
    }

    /// Creates a side without a fleet.
    pub(crate) fn empty(written: JsonNode, place: Place) -> Self {
        let fleet = FleetText { groups: Vec::new(), options: Vec::new() };
        Self { has_fleet: false, ..Self::of(fleet, written, place) }
    }

    /// Returns the name of the side, from its field or from an option of its fleet.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let option = || {
            let mut options = self.fleet.options.iter();
            let value = options.find(|o| normalise(&o.name.value) == "name")?.value.as_ref()?;
            if let notation::Value::One(word) = value { Some(word.value.as_str()) } else { None }
        };
        self.name.as_deref().or_else(option)
    }
}
