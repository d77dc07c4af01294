//! Blueprints: printed figures, the sum with parts, and legality.

use super::catalogue::ShipPart;
use crate::games::eclipse::rules::Figures;
use crate::scenario::fields::Provenance;

/// The blueprint of one class of a species, without its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedBlueprint {
    /// Number of slots for parts.
    pub slots: u32,
    /// Price in materials.
    pub cost: u32,
    /// Printed initiative, computer, shield and hull.
    pub figures: Figures,
    /// Printed energy.
    pub energy: i32,
    /// Names of the parts printed on it at the start of the game.
    pub parts: Vec<String>,
    /// Source of the entry, if it differs from that of the species.
    pub provenance: Provenance,
}

/// A blueprint with its parts.
#[derive(Clone, Debug)]
pub struct Loadout<'a> {
    /// The blueprint.
    pub printed: &'a PrintedBlueprint,
    /// Parts on the blueprint.
    pub parts: Vec<&'a ShipPart>,
}

impl Loadout<'_> {
    /// Returns the sum of the printed figures and all parts.
    #[must_use]
    pub fn figures(&self) -> Figures {
        self.parts.iter().fold(self.printed.figures, |sum, part| {
            let more = &part.figures;
            Figures {
                cannons: sum.cannons.plus(more.cannons),
                missiles: sum.missiles.plus(more.missiles),
                computer: sum.computer.saturating_add(more.computer),
                shield: sum.shield.saturating_add(more.shield),
                hull: sum.hull.saturating_add(more.hull),
                initiative: sum.initiative.saturating_add(more.initiative),
                regenerate: sum.regenerate.saturating_add(more.regenerate),
            }
        })
    }

    /// Returns the energy left over; negative if the parts use more than the ship has.
    #[must_use]
    pub fn energy_left(&self) -> i32 {
        self.parts.iter().fold(self.printed.energy, |sum, p| sum.saturating_add(p.energy))
    }

    /// Returns the number of slots that the parts take.
    #[must_use]
    pub fn slots_used(&self) -> u32 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.slots))
    }

    /// Returns why the loadout is illegal, with the numbers at fault, or `None` if it is legal.
    /// `mobile` ships need a drive, others take none.
    #[must_use]
    pub fn fault(&self, class: &str, mobile: bool) -> Option<String> {
        let (used, slots) = (self.slots_used(), self.printed.slots);
        if used > slots {
            return Some(format!("`{class}` needs {used} slots but has {slots}"));
        }
        if self.energy_left() < 0 {
            let used: i32 = self.parts.iter().map(|p| -p.energy.min(0)).sum();
            let made = self.energy_left() + used;
            return Some(format!("`{class}` needs {used} energy but produces {made}"));
        }
        match (mobile, self.has_drive()) {
            (true, false) => Some(format!("`{class}` has no drive and needs one")),
            (false, true) => Some(format!("`{class}` takes no drive")),
            _ => None,
        }
    }

    /// Whether the blueprint has a drive.
    #[must_use]
    pub fn has_drive(&self) -> bool {
        self.parts.iter().any(|part| part.kind == "drive")
    }
}
