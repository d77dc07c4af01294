//! Single changes of a fleet that a player can buy: one ship more, an upgrade, a part, a technology.

use super::{Desk, Edit, GroupView, Palette};
use crate::games::{Entry, GroupFigures};
use crate::scenario::{Diagnostic, SideText, Source, title_of};

/// A change that a player can buy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Offer {
    /// Name for people: `Cruiser: Plasma Cannon for Hull`.
    pub name: String,
    /// What is bought, without the slot that it takes: of several offers of a kind, one is shown.
    pub kind: String,
    /// The change.
    pub edit: Edit,
}

impl Desk {
    /// Returns the single changes of a fleet that a player can buy, in no order of their worth. Each
    /// gives a fleet that the building rules allow.
    ///
    /// # Errors
    /// If the fleet cannot be read.
    pub fn offers(&self, side: usize) -> Result<Vec<Offer>, Diagnostic> {
        let view = self.side(side)?;
        // Neutral ships are not bought.
        if !view.groups.iter().all(|group| self.is_players(&group.figures.class)) {
            return Ok(Vec::new());
        }
        let palette = self.palette()?;
        let entries = self.game().entries()?;
        let found = entries.iter().filter(|entry| entry.is_found);
        let found: Vec<&str> = found.map(|entry| entry.name.as_str()).collect();
        let mut offers = self.ships(side, &palette, &view.groups);
        for (at, group) in view.groups.iter().enumerate() {
            let class = &group.figures.class;
            if let Some(upgraded) = palette.upgrades.get(class) {
                let name = format!("{} for {}", named(&palette, upgraded), named(&palette, class));
                let edit = Edit::Class { group: at, class: upgraded.clone() };
                offers.push(Offer { kind: name.clone(), name, edit });
            }
            offers.extend(self.parts((side, at), group, &palette, &found)?);
        }
        let is_technology = |name: &str| {
            let is = |entry: &Entry| entry.name == name && entry.kind == "technology";
            entries.iter().any(is)
        };
        let options = palette.options.iter().filter(|option| {
            let is_plain = option.kind == "flag" && option.copies == 1 && option.owner.is_none();
            let is_set = view.options.iter().any(|set| set.name == option.name);
            is_plain && !is_set && is_technology(&option.name)
        });
        offers.extend(options.map(|option| {
            let name = named(&palette, &option.name);
            let edit = Edit::Option { name: option.name.clone(), count: None, value: None };
            Offer { kind: name.clone(), name, edit }
        }));
        Ok(offers)
    }

    /// Whether a player decides for ships of a class.
    fn is_players(&self, class: &str) -> bool {
        let side = SideText::typed(&Source::new("ship", class));
        side.is_ok_and(|side| self.game().is_players(&side))
    }

    /// Offers one ship more of each group, and of the usual classes that players own.
    fn ships(&self, side: usize, palette: &Palette, groups: &[GroupView]) -> Vec<Offer> {
        let more = groups.iter().enumerate().map(|(group, of)| {
            let name = format!("+1 {}", named(palette, &of.figures.class));
            Offer { kind: name.clone(), name, edit: Edit::Count { group, count: of.count + 1 } }
        });
        // An attacker brings ships that move.
        let can_come = |class: &str| {
            let alone = SideText::typed(&Source::new("ship", class));
            let figures = alone.and_then(|ship| self.game().group_figures(&ship));
            let moves = |of: &GroupFigures| of.blueprint.as_ref().is_none_or(|b| b.needs_drive);
            side == 1 || figures.is_ok_and(|figures| figures.iter().all(moves))
        };
        let owner = groups.first().and_then(|group| group.owner.clone());
        let others = palette.usual.iter().filter(|class| {
            let is_there = groups.iter().any(|group| group.figures.class == **class);
            !is_there && self.is_players(class) && can_come(class)
        });
        let others = others.map(|class| {
            let name = format!("+1 {}", named(palette, class));
            let edit = Edit::Add { class: class.to_string(), owner: owner.clone() };
            Offer { kind: name.clone(), name, edit }
        });
        more.chain(others).collect()
    }

    /// Offers the parts that fit a blueprint, without those that are found, each in a free slot and in place of each other part.
    fn parts(
        &self,
        (side, at): (usize, usize),
        group: &GroupView,
        palette: &Palette,
        found: &[&str],
    ) -> Result<Vec<Offer>, Diagnostic> {
        let Some(blueprint) = &group.figures.blueprint else { return Ok(Vec::new()) };
        let class = named(palette, &group.figures.class);
        let mut slots: Vec<Option<usize>> = vec![None];
        for (slot, part) in blueprint.parts.iter().enumerate() {
            let is_known = blueprint.parts[..slot].iter().any(|other| other.name == part.name);
            slots.extend((!is_known).then_some(Some(slot)));
        }
        let mut offers = Vec::new();
        for slot in slots {
            let old = slot.map(|slot| blueprint.parts[slot].name.as_str());
            let choices = self.parts_for(side, at, slot)?.into_iter();
            let fitting = choices
                .filter(|choice| choice.fault.is_none() && !found.contains(&choice.part.as_str()));
            offers.extend(fitting.filter(|choice| Some(choice.part.as_str()) != old).map(
                |choice| {
                    let kind = format!("{class}: {}", named(palette, &choice.part));
                    let (name, edit) = match slot.zip(old) {
                        Some((slot, old)) => (
                            format!("{kind} for {}", named(palette, old)),
                            Edit::Replace { group: at, slot, part: choice.part },
                        ),
                        None => (kind.clone(), Edit::Put { group: at, part: choice.part }),
                    };
                    Offer { name, kind, edit }
                },
            ));
        }
        Ok(offers)
    }
}

fn named(palette: &Palette, name: &str) -> String {
    palette.names.get(name).cloned().unwrap_or_else(|| title_of(name))
}
