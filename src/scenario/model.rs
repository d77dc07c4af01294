//! A question as it stands before and after names are looked up.

use std::sync::Arc;

use super::Rulebook;
use super::diagnostics::{Diagnostic, Place, Source};
use super::names::normalise;
use super::notation::{FleetText, Spanned, Value, parse_fleet};
use crate::rules::eclipse::{Fleet, Labels, Objective, Policy};

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
    /// Attacker, defender.
    pub sides: [SideText; 2],
    /// Battles to play.
    pub battles: Option<u64>,
    /// Seed of the dice.
    pub seed: Option<u64>,
    /// Engine asked for.
    pub engine: Option<Engine>,
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: Option<u32>,
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
    /// How dice are assigned, if it is said.
    pub play: Option<Policy>,
    /// What the side is after, if it is said.
    pub objective: Option<Objective>,
    /// How dice are assigned by order of the command line, which wins.
    pub command: Option<Policy>,
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
        let (name, species, play, objective, command) = (None, None, None, None, None);
        Self { name, species, fleet, play, objective, command, place }
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
pub struct Side {
    /// What reports call it.
    pub labels: Labels,
    /// What the rules need.
    pub fleet: Fleet,
    /// What the user should know.
    pub warnings: Vec<String>,
}
