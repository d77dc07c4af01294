//! Scenarios before and after names are looked up.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source};
use super::names::normalise;
use super::notation::{FleetText, Spanned, Value, parse_fleet};
use crate::games::Rulebook;
use crate::games::common::{Objective, Retreat};
use crate::games::eclipse::rules::Bag;
use crate::games::spaceship_battles::scenario as spaceship_battles;
use crate::games::star_chamber::scenario as star_chamber;

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
    /// Sides of the battle.
    pub sides: Sides,
    /// Number of battles to simulate.
    pub battles: Option<u64>,
    /// Seed of the random numbers.
    pub seed: Option<u64>,
    /// Requested engine.
    pub engine: Option<Engine>,
    /// Situation of the battle.
    pub setting: Setting,
}

impl Scenario {
    /// Creates a scenario of two sides with all else left at its default.
    #[must_use]
    pub fn of(sides: [SideText; 2]) -> Self {
        let sides = Sides::Two(Box::new(sides));
        let setting = Setting::default();
        Self { rulebook: None, sides, battles: None, seed: None, engine: None, setting }
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
            Self::Two(_) => ["attacker", "defender"][side % 2].into(),
            Self::Parties(_) => format!("party {}", side + 1),
        }
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

/// A field that a document contains. Not every rulebook supports every field.
#[derive(Clone, Debug)]
pub struct Given {
    /// Kind as errors name it, such as `field`, `field of a group` or `setting`.
    pub kind: &'static str,
    /// Name of the field.
    pub name: Spanned<String>,
}

/// Situation of a battle.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Last round; a battle still undecided after it is a standoff.
    pub round_cap: Option<Spanned<u32>>,
    /// Retreat destinations by name of the side.
    pub retreat: Vec<(Spanned<String>, Destination)>,
    /// Point from which the battle continues.
    pub start: Option<StartText>,
    /// Population that the winner may attack after the battles.
    pub population: Option<PopulationText>,
    /// Reputation tiles currently in the bag.
    pub bag: Option<Bag>,
    /// Lowest reputation tile by name of the side.
    pub lowest_tile: Vec<(Spanned<String>, u8)>,
    /// Last round for which the report lists the state after the round.
    pub rounds: Option<Spanned<u32>>,
    /// Whether the defender is in a nebula.
    pub nebula: bool,
    /// Whether capacity is also checked before the combat.
    pub enforce_capacity: bool,
    /// Number of ships that the fleet pool allows, by name of the side.
    pub fleet_pool: Vec<(Spanned<String>, u16)>,
    /// Planets to invade, in order.
    pub planets: Vec<PlanetText>,
    /// Maximum number of turns.
    pub turns: Option<Spanned<String>>,
    /// Settings of Star Chamber.
    pub star_chamber: star_chamber::Situation,
    /// Settings of Spaceship Battles.
    pub spaceship_battles: spaceship_battles::Situation,
    /// All fields that the document contains.
    pub given: Vec<Given>,
}

/// Where a side may retreat to: given directly, or by conditions.
#[derive(Clone, Debug, Default)]
pub struct Destination {
    /// Whether the side may retreat, if given directly.
    pub outright: Option<bool>,
    /// Whether a full wormhole leads there.
    pub wormhole: Option<bool>,
    /// Whether the side has an influence disc there.
    pub disc: Option<bool>,
    /// Whether enemy ships are there.
    pub enemy_ships: Option<bool>,
    /// Whether the side has units or planets there.
    pub own_units: Option<bool>,
    /// Kind of the system.
    pub to: Option<Spanned<String>>,
    /// Whether retreating ships roll for a gravity rift.
    pub gravity_rift: Option<bool>,
}

/// A planet to invade.
#[derive(Clone, Debug)]
pub struct PlanetText {
    /// Name of the planet.
    pub name: Spanned<String>,
    /// Units of attacker and defender.
    pub fleets: [FleetText; 2],
    /// Places of these units in the source.
    pub places: [Place; 2],
}

/// Point from which a battle continues.
#[derive(Clone, Debug)]
pub struct StartText {
    /// Next round, from 1.
    pub round: u32,
    /// Whether missiles have already been fired, if given.
    pub missiles_spent: Option<bool>,
    /// Place in the source.
    pub place: Place,
}

/// Population of a sector.
#[derive(Clone, Debug)]
pub struct PopulationText {
    /// Name of the side that owns it.
    pub owner: Spanned<String>,
    /// Number of population cubes.
    pub cubes: u8,
    /// Whether the owner plays the Planta, who lose all their cubes.
    pub planta: bool,
}

/// How a side plays, as far as given.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// Name of the policy.
    pub assign: Option<Spanned<String>>,
    /// Objective of the side.
    pub objective: Option<Objective>,
    /// When groups start to retreat.
    pub retreat: Option<Spanned<Retreat>>,
    /// When units sustain damage.
    pub sustain: Option<Spanned<String>>,
    /// Order in which units are lost.
    pub loss_order: Option<Value>,
    /// Orders of Spaceship Battles.
    pub orders: spaceship_battles::Orders,
}

/// A technology or card, as written.
#[derive(Clone, Debug)]
pub struct EffectText {
    /// Name.
    pub name: Spanned<String>,
    /// First round in which it is used.
    pub round: Option<Spanned<u64>>,
    /// Number of copies.
    pub count: Option<Spanned<u64>>,
}

/// One side as written.
#[derive(Clone, Debug)]
pub struct SideText {
    /// Name, if given.
    pub name: Option<String>,
    /// Species of groups that do not name their own.
    pub species: Option<Spanned<String>>,
    /// Ships and options.
    pub fleet: FleetText,
    /// Technologies in addition to those typed with the fleet.
    pub technologies: Vec<Spanned<String>>,
    /// How the side plays.
    pub play: Play,
    /// Whether the side holds the influence disc of the sector.
    pub influence: bool,
    /// Alliance of the side.
    pub alliance: Option<Spanned<String>>,
    /// Whether a sweep removed all ships, so that an empty side is allowed.
    pub left_out: bool,
    /// Faction.
    pub faction: Option<Spanned<String>>,
    /// Technologies and cards in addition to those typed with the fleet.
    pub effects: Vec<EffectText>,
    /// Policy from `--play`; overrides the scenario.
    pub command: Option<Spanned<String>>,
    /// All fields that the document contains.
    pub given: Vec<Given>,
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
        let place = Place::whole(source);
        Ok(Self::of(fleet, place))
    }
}

impl SideText {
    /// Creates a side with all but its fleet left at its default.
    pub(crate) fn of(fleet: FleetText, place: Place) -> Self {
        Self {
            name: None,
            species: None,
            fleet,
            technologies: Vec::new(),
            play: Play::default(),
            influence: false,
            alliance: None,
            left_out: false,
            faction: None,
            effects: Vec::new(),
            command: None,
            given: Vec::new(),
            place,
        }
    }

    /// Returns the name of the side, from its field or from an option of its fleet.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let option = || {
            let mut options = self.fleet.options.iter();
            let value = options.find(|o| normalise(&o.name.value) == "name")?.value.as_ref()?;
            if let Value::One(word) = value { Some(word.value.as_str()) } else { None }
        };
        self.name.as_deref().or_else(option)
    }
}
