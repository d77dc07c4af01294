//! Blueprints: what is printed on them, what parts make of them, and which are legal.

use super::catalogue::Part;
use crate::rules::eclipse::Figures;
use crate::scenario::entry::Provenance;

/// What a species' blueprint of one class gives without any part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Places for parts.
    pub slots: u32,
    /// Price in materials.
    pub cost: u32,
    /// Printed initiative, computer, shield and hull.
    pub figures: Figures,
    /// Printed energy.
    pub energy: i32,
    /// Names of the parts that are on it at the start of the game.
    pub parts: Vec<String>,
    /// Where it comes from, if that is not what is said of the species.
    pub provenance: Provenance,
}

/// A blueprint with its parts.
#[derive(Clone, Debug)]
pub struct Loadout<'a> {
    /// What is printed.
    pub printed: &'a Printed,
    /// The parts on it.
    pub parts: Vec<&'a Part>,
}

impl Loadout<'_> {
    /// The figures that printed values and parts add up to.
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

    /// Energy left over; negative is too little.
    #[must_use]
    pub fn energy_left(&self) -> i32 {
        self.parts.iter().fold(self.printed.energy, |sum, p| sum.saturating_add(p.energy))
    }

    /// Slots that the parts take.
    #[must_use]
    pub fn slots_used(&self) -> u32 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.slots))
    }

    /// What is illegal about it, with the sum that does not add up.
    #[must_use]
    pub fn fault(&self, class: &str, mobile: bool) -> Option<String> {
        let (used, slots) = (self.slots_used(), self.printed.slots);
        if used > slots {
            return Some(format!("{used} parts for the {slots} slots of `{class}`"));
        }
        if self.energy_left() < 0 {
            let used: i32 = self.parts.iter().map(|p| -p.energy.min(0)).sum();
            let made = self.energy_left() + used;
            return Some(format!("the parts of `{class}` use {used} energy, it has {made}"));
        }
        (mobile && !self.parts.iter().any(|part| part.kind == "drive"))
            .then(|| format!("`{class}` has no drive and needs one"))
    }
}
