//! Twilight Imperium, fourth edition: space and ground combat.

pub(crate) mod answer;

mod link;
pub mod rules;
pub mod scenario;
pub(crate) mod show;

use self::rules::UnitKind;
use crate::games::{CheckedFleet, Details, Entry};
use std::sync::Arc;

pub use answer::{NoOrder, best_orders};
pub use link::{Linked, read_link};

use super::{Capacity, Game, GroupFigures, Rulebook};
use crate::answer::Matchup;
use crate::scenario::Lexicon;
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::notation::GroupText;
use crate::scenario::notation::Spanned;

/// Twilight Imperium, fourth edition: space and ground combat, with its catalogue.
#[derive(Clone, Debug)]
pub struct Ti4 {
    lexicon: Lexicon,
    /// Catalogue of space and ground combat.
    pub catalogue: scenario::Ti4Catalogue,
}

/// Figures of units, each with its meaning.
const LEGEND: &[[&str; 2]] = &[
    ["9", "combat: one die, which hits with 9 or more (0 is 10)"],
    ["3x3", "three dice, each of which hits with 3 or more"],
    ["barrage 2x9", "anti-fighter barrage: dice before the first round, against fighters"],
    ["cannon 6", "space cannon: dice before the combat"],
    ["bombardment 3x3", "dice against ground forces, before they fight"],
    ["sustains", "takes a hit by being damaged instead of lost"],
    ["capacity 4", "fighters and ground forces that it carries"],
];

impl Ti4 {
    /// Loads the shipped catalogue and adds these files, see [`load_with`](super::load_with).
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
    pub fn new(
        rulebook: Rulebook,
        added: &[Arc<Source>],
        ignore_texts: bool,
    ) -> Result<Self, Diagnostic> {
        let catalogue = scenario::Ti4Catalogue::new(rulebook, added, ignore_texts)?;
        let words = scenario::vocabulary(&catalogue, rulebook);
        let in_space = rulebook == Rulebook::Ti4Space;
        let examples = match in_space {
            true => [
                ["2 dreadnought", "3 cruiser"],
                ["3 cruiser + carrier + 4 fighter", "2 dreadnought + pds"],
                ["war sun + 6 fighter", "3 dreadnought + 2 destroyer"],
            ],
            false => [
                ["4 infantry", "2 infantry"],
                ["2 mech + 3 infantry", "4 infantry + pds"],
                ["dreadnought + 4 infantry", "mech + 3 infantry"],
            ],
        };
        let limit = rules::limits::UNITS;
        let usual: &[&str] = match in_space {
            true => {
                &["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "war-sun", "pds"]
            }
            // Ships bombard.
            false => &["infantry", "mech", "pds", "dreadnought", "war-sun"],
        };
        let lexicon = Lexicon {
            usual,
            legend: LEGEND,
            policy_field: "loss_order",
            has_retreats: in_space,
            has_records: true,
            capacity: if in_space { Capacity::Checked } else { Capacity::Optional },
            ..Lexicon::new(rulebook, words, answer::UNITS, examples, limit)
        };
        Ok(Self { lexicon, catalogue })
    }

    /// Returns the kind of the units of a group, if the catalogue knows them.
    fn kind(&self, group: &GroupText) -> Option<UnitKind> {
        Some(self.catalogue.unit(&group.class.value)?.unit.kind)
    }

    /// Whether a side has ground forces and perhaps structures, but no ships. Structures alone
    /// fight nowhere.
    fn is_on_planet(&self, side: &SideText) -> bool {
        let is_structure = |group| self.kind(group) == Some(UnitKind::Pds);
        let mut groups = side.fleet.groups.iter();
        self.has_forces(side) && groups.all(|group| self.is_force(group) || is_structure(group))
    }

    /// Whether a side has ground forces.
    fn has_forces(&self, side: &SideText) -> bool {
        side.fleet.groups.iter().any(|group| self.is_force(group))
    }

    fn is_force(&self, group: &GroupText) -> bool {
        matches!(self.kind(group), Some(UnitKind::Infantry | UnitKind::Mech))
    }
}

impl Game for Ti4 {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Returns how many units of the kind of a class a player owns (T51).
    fn owned(&self, class: &str) -> Option<u32> {
        let kind = self.catalogue.unit(class)?.unit.kind;
        let (_, owned) = self.catalogue.owned.iter().find(|(of, _)| *of == kind)?;
        kind.plastic().and_then(|_| u32::try_from(*owned).ok())
    }

    fn resolve(
        &self,
        scenario: &Scenario,
        _any_blueprint: bool,
    ) -> Result<Arc<dyn Matchup>, Diagnostic> {
        Ok(Arc::new(scenario::resolve(scenario, self.rulebook(), &self.catalogue)?))
    }

    fn theatre(&self, sides: &[SideText; 2]) -> Rulebook {
        let kind = |group: &GroupText| self.kind(group);
        // A player who places ships or forces on a planet asks about the combat there.
        let is_placed = |side: &SideText| {
            let mut placed = side.reading.on_planet.iter();
            placed.any(|&n| {
                let kind = side.fleet.groups.get(n).and_then(kind);
                kind.is_some_and(|kind| kind != UnitKind::Pds)
            })
        };
        // Without ships, the defender can only be on a planet.
        let is_landing = self.has_forces(&sides[0])
            && (self.is_on_planet(&sides[1])
                || sides[1].reading.is_invaded && self.has_forces(&sides[1]));
        match is_landing || sides.iter().any(is_placed) {
            true => Rulebook::Ti4Ground,
            false => self.rulebook(),
        }
    }

    fn idle(&self, sides: &[SideText; 2]) -> Option<&'static str> {
        let on_planet = self.rulebook() == Rulebook::Ti4Ground;
        let fights = |group: &GroupText| {
            let unit = self.catalogue.unit(&group.class.value);
            // What the catalogue does not know is for the lookup of names to refuse.
            unit.is_none_or(|unit| match unit.unit.kind {
                UnitKind::Pds => false,
                UnitKind::Infantry | UnitKind::Mech => on_planet,
                _ => !on_planet,
            })
        };
        let can_fight = |side: &SideText| side.fleet.groups.iter().any(fights);
        if !on_planet && can_fight(&sides[0]) && self.is_on_planet(&sides[1]) {
            return Some("the defender has no ships, so there is no space combat");
        }
        if sides.iter().any(can_fight) {
            return None;
        }
        Some(match on_planet {
            true => "neither side has ground forces, so there is no ground combat",
            false => "neither side has ships, so there is no space combat",
        })
    }

    fn check_policy(&self, name: &Spanned<String>) -> Result<(), Diagnostic> {
        scenario::check_policy(name)
    }

    fn entries(&self) -> Result<Vec<Entry>, Diagnostic> {
        Ok(show::entries(&self.catalogue, self.rulebook()))
    }

    fn details(&self, name: &str) -> Result<Details, Diagnostic> {
        show::details(&self.catalogue, name)
    }

    fn check(&self, fleet: &SideText, _any_blueprint: bool) -> Result<CheckedFleet, Diagnostic> {
        show::check(&self.catalogue, self.rulebook(), fleet)
    }

    fn check_catalogue(&self) -> Result<String, Diagnostic> {
        Ok(show::count(&self.catalogue))
    }

    fn group_figures(&self, side: &SideText) -> Result<Vec<GroupFigures>, Diagnostic> {
        show::group_figures(&self.catalogue, self.rulebook(), side)
    }
}
