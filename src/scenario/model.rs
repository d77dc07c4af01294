//! A question as it stands before and after names are looked up.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source};
use super::names::normalise;
use super::notation::{FleetText, Spanned, Value, parse_fleet};
use super::{Rulebook, spaceship_battles, star_chamber};
use crate::rules::eclipse::Bag;
use crate::rules::{Labels, Objective, Retreat};

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The best that fits.
    #[default]
    Auto,
    /// Solves the battle graph.
    Exact,
    /// Plays battles, down the graph where it fits.
    Simulate,
    /// Plays battles one by one, always.
    Kernel,
}

impl Engine {
    /// Those that there are.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Exact, Self::Simulate, Self::Kernel];

    /// Whether exact odds are wanted, if they can be had.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Auto | Self::Exact)
    }

    /// The name as typed.
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

/// A battle as written: two sides and what is asked of it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The rulebook, if it is named.
    pub rulebook: Option<Rulebook>,
    /// Who fights.
    pub sides: Sides,
    /// Battles to play.
    pub battles: Option<u64>,
    /// Seed of the dice.
    pub seed: Option<u64>,
    /// Engine asked for.
    pub engine: Option<Engine>,
    /// What belongs to the situation.
    pub setting: Setting,
}

impl Scenario {
    /// A battle of two sides of which nothing else is said.
    #[must_use]
    pub fn of(sides: [SideText; 2]) -> Self {
        let sides = Sides::Two(Box::new(sides));
        let setting = Setting::default();
        Self { rulebook: None, sides, battles: None, seed: None, engine: None, setting }
    }
}

/// Who fights.
#[derive(Clone, Debug)]
pub enum Sides {
    /// Attacker, defender.
    Two(Box<[SideText; 2]>),
    /// The parties of a sector, in the order in which they moved in.
    Parties(Vec<SideText>),
}

impl Sides {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[SideText] {
        match self {
            Self::Two(sides) => &sides[..],
            Self::Parties(parties) => parties,
        }
    }

    /// All of them, to be changed.
    pub fn all_mut(&mut self) -> &mut [SideText] {
        match self {
            Self::Two(sides) => &mut sides[..],
            Self::Parties(parties) => parties,
        }
    }

    /// What the side is called where it has no name of its own: `attacker`, `defender`,
    /// `party 1`.
    #[must_use]
    pub fn role(&self, side: usize) -> String {
        match self {
            Self::Two(_) => ["attacker", "defender"][side % 2].into(),
            Self::Parties(_) => format!("party {}", side + 1),
        }
    }

    /// The side of this name or role.
    ///
    /// # Errors
    /// If there is none; the names that there are.
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

/// Something that is said in a document, whatever it is worth: not every rulebook knows it.
#[derive(Clone, Debug)]
pub struct Given {
    /// What it is: a field, a setting, a condition.
    pub kind: &'static str,
    /// What it is called.
    pub name: Spanned<String>,
}

/// What belongs to the situation.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: Option<Spanned<u32>>,
    /// By name of a side, whether it has somewhere to go.
    pub retreat: Vec<(Spanned<String>, Destination)>,
    /// How far the battle has gone.
    pub start: Option<StartText>,
    /// Population that may be attacked after the battles.
    pub population: Option<PopulationText>,
    /// The reputation tiles that are in the bag now.
    pub bag: Option<Bag>,
    /// By name of a side, the lowest tile that it has.
    pub lowest_tile: Vec<(Spanned<String>, u8)>,
    /// The state after each round up to this is wanted.
    pub rounds: Option<Spanned<u32>>,
    /// The defender is in a nebula.
    pub nebula: bool,
    /// Capacity is checked before the combat, too.
    pub enforce_capacity: bool,
    /// By name of a side, ships that its fleet pool allows.
    pub fleet_pool: Vec<(Spanned<String>, u16)>,
    /// Planets that are invaded one after the other.
    pub planets: Vec<PlanetText>,
    /// Turns that the battle takes, at most.
    pub turns: Option<Spanned<String>>,
    /// What is said of Star Chamber alone.
    pub star_chamber: star_chamber::Situation,
    /// What is said of Spaceship Battles alone.
    pub spaceship_battles: spaceship_battles::Situation,
    /// All that is said.
    pub given: Vec<Given>,
}

/// Where a side may retreat to: it is said outright, or by conditions.
#[derive(Clone, Debug, Default)]
pub struct Destination {
    /// Outright.
    pub outright: Option<bool>,
    /// There is a full wormhole.
    pub wormhole: Option<bool>,
    /// The side has a disc there.
    pub disc: Option<bool>,
    /// There are enemy ships.
    pub enemy_ships: Option<bool>,
    /// There are own units or planets.
    pub own_units: Option<bool>,
    /// What kind of system it is.
    pub to: Option<Spanned<String>>,
    /// Ships that leave roll for a gravity rift.
    pub gravity_rift: Option<bool>,
}

/// A planet that is invaded.
#[derive(Clone, Debug)]
pub struct PlanetText {
    /// Its name.
    pub name: Spanned<String>,
    /// What attacks and defends it.
    pub fleets: [FleetText; 2],
    /// Where each of them stands.
    pub places: [Place; 2],
}

/// How far the battle has gone.
#[derive(Clone, Debug)]
pub struct StartText {
    /// The round that comes next, from 1.
    pub round: u32,
    /// Whether the missiles have been fired, if it is said.
    pub missiles_spent: Option<bool>,
    /// Where it stands.
    pub place: Place,
}

/// Population of a planet.
#[derive(Clone, Debug)]
pub struct PopulationText {
    /// Name of the side that it belongs to.
    pub owner: Spanned<String>,
    /// Cubes of population.
    pub cubes: u8,
    /// They are Planta, which lose all their cubes.
    pub planta: bool,
}

/// How a side plays, as far as it is said.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The policy.
    pub assign: Option<Spanned<String>>,
    /// What the side is after.
    pub objective: Option<Objective>,
    /// When groups begin to retreat.
    pub retreat: Option<Spanned<Retreat>>,
    /// When damage is sustained.
    pub sustain: Option<Spanned<String>>,
    /// Which units are lost first.
    pub loss_order: Option<Value>,
    /// Orders of a captain in Spaceship Battles.
    pub orders: spaceship_battles::Orders,
}

/// A technology or card, as written.
#[derive(Clone, Debug)]
pub struct EffectText {
    /// Its name.
    pub name: Spanned<String>,
    /// The first round in which it is used.
    pub round: Option<Spanned<u64>>,
    /// How many are held.
    pub count: Option<Spanned<u64>>,
}

/// One side as written.
#[derive(Clone, Debug)]
pub struct SideText {
    /// Name, if it has one.
    pub name: Option<String>,
    /// Species of all groups that name none.
    pub species: Option<Spanned<String>>,
    /// The ships.
    pub fleet: FleetText,
    /// What the side knows, besides what stands with the fleet.
    pub technologies: Vec<Spanned<String>>,
    /// How it plays.
    pub play: Play,
    /// It holds the influence disc of the sector.
    pub influence: bool,
    /// The alliance that it fights in.
    pub alliance: Option<Spanned<String>>,
    /// Its ships were left out of a sweep, so that it may be without.
    pub left_out: bool,
    /// The faction.
    pub faction: Option<Spanned<String>>,
    /// Technologies and cards, besides what stands with the fleet.
    pub effects: Vec<EffectText>,
    /// The policy by order of the command line, which wins.
    pub command: Option<Spanned<String>>,
    /// All that is said.
    pub given: Vec<Given>,
    /// The whole side.
    pub place: Place,
}

impl SideText {
    /// A side that is nothing but a typed fleet.
    ///
    /// # Errors
    /// If the text is not of the typed form.
    pub fn typed(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        let fleet = parse_fleet(source, 0..source.text.len())?;
        let place = Place::whole(source);
        Ok(Self::of(fleet, place))
    }
}

impl SideText {
    /// A side of which nothing is said but its fleet.
    pub(super) fn of(fleet: FleetText, place: Place) -> Self {
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

    /// The name of the side, as a field or as an option of the fleet.
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

/// One side in figures.
#[derive(Clone, Debug)]
pub struct Side<F> {
    /// What reports call it.
    pub labels: Labels,
    /// What the rules need.
    pub fleet: F,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A single change of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What a report calls it.
    pub name: String,
    /// A variation with its only value, without the side.
    pub path: String,
}
