//! Changes of the fleet at the cursor.

use super::{App, Row};
use crate::cli::live::boxes::Boxed;
use fleetodds::edit::{Edit, OptionView};
use fleetodds::games::{BlueprintFigures, GroupDamage, GroupFigures};

impl App {
    /// Changes the number of ships at the cursor, or of copies or the value of an option.
    pub(crate) fn add_ships(&mut self, by: i64) {
        let edit = match (self.row(), &self.views[self.side].0) {
            (Some(Row::Group(group)), Some(view)) => {
                let count = view.groups[group].count.saturating_add_signed(by);
                Edit::Count { group, count }
            }
            (Some(Row::Option(option)), Some(view)) => {
                match self.counted(&view.options[option], by) {
                    Ok(edit) => edit,
                    Err(why) => {
                        self.notice = why;
                        return;
                    }
                }
            }
            _ => {
                self.notice = "no ships here: press a to add some".into();
                return;
            }
        };
        self.edit(&edit);
    }

    /// Returns the edit that changes the number of copies of an option, or else its value.
    fn counted(&self, option: &OptionView, by: i64) -> Result<Edit, String> {
        let palette = self.session.desk().palette().map_err(|error| error.message)?;
        let known = palette.options.into_iter().find(|known| known.name == option.name);
        let OptionView { name, count, value, .. } = option.clone();
        if known.as_ref().is_some_and(|known| known.copies > 1) {
            return Ok(match count.unwrap_or(1).saturating_add_signed(by) {
                0 => Edit::Drop { name },
                count => Edit::Option { name, count: Some(count), value },
            });
        }
        let number = value.and_then(|value| value.parse::<i64>().ok());
        let number = number.ok_or_else(|| format!("`{name}` has no number"))?;
        let range = known.and_then(|known| known.range);
        let [least, most] = range.map_or([0, i64::MAX], |range| range.map(i64::from));
        let value = Some(number.saturating_add(by).clamp(least, most).to_string());
        Ok(Edit::Option { name, count, value })
    }

    /// Removes the line at the cursor.
    pub(crate) fn remove(&mut self) {
        let edit = match (self.row(), &self.views[self.side].0) {
            (Some(Row::Group(group)), _) => Edit::Count { group, count: 0 },
            (Some(Row::Option(option)), Some(view)) => {
                Edit::Drop { name: view.options[option].name.clone() }
            }
            _ => return,
        };
        self.edit(&edit);
    }

    /// Edits the fleet of the side.
    pub(crate) fn edit(&mut self, edit: &Edit) {
        match self.session.edit(self.side, edit) {
            Ok(()) => {
                self.changed();
                self.follow_part(edit);
            }
            Err(error) => self.notice = error.message,
        }
    }

    /// Marks the part that was put on an open blueprint.
    fn follow_part(&mut self, edit: &Edit) {
        let (Edit::Put { group, part } | Edit::Replace { group, part, .. }) = edit else { return };
        let Some(blueprint) = self.blueprint_of(*group).cloned() else { return };
        if let Some(Boxed::Blueprint(open)) = self.boxes.last_mut() {
            open.follow(&blueprint, part);
        }
    }

    /// Returns the position of the cursor in the fleet of the side.
    pub(crate) fn cursor(&self) -> usize {
        self.cursors[self.side]
    }

    /// Returns the position of the cursor in a fleet.
    pub(crate) fn cursor_of(&self, side: usize) -> usize {
        self.cursors[side]
    }

    /// Returns the lines of a fleet.
    pub(crate) fn rows(&self, side: usize) -> Vec<Row> {
        let Some(view) = &self.views[side].0 else { return Vec::new() };
        let groups = (0..view.groups.len()).map(Row::Group);
        groups.chain((0..view.options.len()).map(Row::Option)).collect()
    }

    /// Returns the line at the cursor.
    pub(crate) fn row(&self) -> Option<Row> {
        self.rows(self.side).get(self.cursor()).copied()
    }

    /// Returns the group at the cursor.
    pub(crate) fn group(&self) -> Option<usize> {
        match self.row() {
            Some(Row::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// Returns the group at the cursor, or a message.
    pub(crate) fn group_or_say(&self) -> Result<usize, String> {
        self.readable()?;
        self.group().ok_or_else(|| "no ships here: press a to add some".into())
    }

    /// Returns the figures of a group of the side.
    fn figures_of(&self, group: usize) -> Option<&GroupFigures> {
        Some(&self.views[self.side].0.as_ref()?.groups.get(group)?.figures)
    }

    /// Returns the blueprint of a group of the side.
    pub(crate) fn blueprint_of(&self, group: usize) -> Option<&BlueprintFigures> {
        self.figures_of(group)?.blueprint.as_ref()
    }

    /// Returns the damage of a group of the side.
    pub(crate) fn damage_of(&self, group: usize) -> Option<&GroupDamage> {
        self.figures_of(group)?.damage.as_ref()
    }

    /// Adds a saved ship to the fleet of the side.
    pub(crate) fn add_saved(&mut self, name: &str) {
        self.session.note();
        self.session.add_text(self.side, name);
        self.changed();
    }
}
