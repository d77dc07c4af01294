//! A blueprint, changed slot by slot.

use super::super::app::App;
use super::super::keys::Action;
use super::{Boxed, Outcome, choices};
use fleetodds::edit::Edit;
use fleetodds::games::BlueprintFigures;

/// A blueprint.
pub(crate) struct BlueprintBox {
    pub(crate) group: usize,
    /// The marked part, or the line of empty slots after the parts.
    pub(crate) slot: usize,
}

impl BlueprintBox {
    /// Opens the blueprint of the ships at the cursor.
    pub(crate) fn of(app: &App) -> Result<Self, String> {
        let group = app.group_or_say()?;
        match app.blueprint_of(group) {
            Some(_) => Ok(Self { group, slot: 0 }),
            None => Err("these ships are not built from parts".into()),
        }
    }

    /// Returns the last line: that of the empty slots, if there are any.
    fn last(blueprint: &BlueprintFigures) -> usize {
        let empty = usize::from(blueprint.used < blueprint.slots);
        (blueprint.parts.len() + empty).saturating_sub(1)
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        let Some(blueprint) = app.blueprint_of(self.group) else { return Outcome::Closed };
        let is_part = self.slot < blueprint.parts.len();
        let (group, slot) = (self.group, self.slot);
        match action {
            Action::Up => self.slot = slot.saturating_sub(1),
            Action::Down => self.slot = (slot + 1).min(Self::last(blueprint)),
            Action::Accept if is_part => return self.list(app, Some(slot)),
            Action::Accept | Action::Add => return self.list(app, None),
            Action::Remove if is_part => app.edit(&Edit::Take { group, slot }),
            Action::NextPart => self.turn(app, 1),
            Action::PreviousPart => self.turn(app, -1),
            Action::Printed => app.edit(&Edit::Printed { group }),
            Action::Undo => app.undo(),
            Action::Close => return Outcome::Closed,
            _ => (),
        }
        self.clamp(app);
        Outcome::Open
    }

    /// Keeps the mark on a line.
    fn clamp(&mut self, app: &App) {
        let last = app.blueprint_of(self.group).map_or(0, Self::last);
        self.slot = self.slot.min(last);
    }

    /// Marks a part that was put on the blueprint, which is after those that were there.
    pub(crate) fn follow(&mut self, blueprint: &BlueprintFigures, part: &str) {
        let at = blueprint.parts.iter().rposition(|known| known.name == part);
        self.slot = at.unwrap_or(self.slot);
    }

    /// Opens the list of parts.
    fn list(&self, app: &mut App, slot: Option<usize>) -> Outcome {
        match choices::parts(app, self.group, slot) {
            Ok(list) => Outcome::Above(Box::new(Boxed::List(list))),
            Err(why) => {
                app.notice = why;
                Outcome::Open
            }
        }
    }

    /// Puts the next or the previous part that fits into the slot.
    fn turn(&mut self, app: &mut App, by: isize) {
        let present = app.blueprint_of(self.group).and_then(|known| known.parts.get(self.slot));
        let present = present.map(|part| part.name.clone());
        let slot = present.is_some().then_some(self.slot);
        let Ok(parts) = app.session.desk().parts_for(app.side, self.group, slot) else { return };
        let at = |name: &String| parts.iter().position(|part| part.part == *name);
        let (start, len) = (present.as_ref().and_then(at), parts.len() as isize);
        let start = start.map_or(if by > 0 { -1 } else { len }, |at| at as isize);
        let around = (1..=len).map(|step| (start + by * step).rem_euclid(len) as usize);
        let next = around.map(|at| &parts[at]).find(|part| part.fault.is_none());
        let part = next.map(|part| part.part.clone());
        match (part, slot) {
            (Some(part), _) if Some(&part) == present.as_ref() => {
                app.notice = "no other part fits here".into();
            }
            (Some(part), slot) => {
                let group = self.group;
                let edit = match slot {
                    Some(slot) => Edit::Replace { group, slot, part: part.clone() },
                    None => Edit::Put { group, part: part.clone() },
                };
                app.edit(&edit);
                if let Some(blueprint) = app.blueprint_of(group) {
                    self.follow(blueprint, &part);
                }
            }
            (None, _) => app.notice = "no part fits here".into(),
        }
    }
}
