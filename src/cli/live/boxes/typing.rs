//! A fleet that is typed. The odds follow every key.

use ratatui::crossterm::event::Event as TerminalEvent;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::super::app::App;
use super::super::keys::Action;
use super::Outcome;
use fleetodds::edit::{Completion, Desk};

/// Most names that are offered.
const MOST_OFFERED: usize = 50;

/// The field of a fleet.
pub(crate) struct TypingBox {
    pub(crate) side: usize,
    pub(crate) field: Input,
    /// Names that fit at the cursor.
    pub(crate) offered: Vec<Completion>,
    /// The name that is taken next.
    pub(crate) marked: usize,
    before: String,
}

impl TypingBox {
    /// Opens the field of a fleet.
    pub(crate) fn of(side: usize, desk: &Desk) -> Self {
        let before = desk.fleet(side).to_string();
        Self { side, field: Input::new(before.clone()), offered: Vec::new(), marked: 0, before }
    }

    /// Returns the position of the cursor in bytes.
    pub(crate) fn cursor(&self) -> usize {
        let text = self.field.value();
        text.char_indices().nth(self.field.cursor()).map_or(text.len(), |(at, _)| at)
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        match action {
            Action::Accept => {
                if self.field.value() == self.before {
                    app.session.forget();
                }
                return Outcome::Closed;
            }
            Action::Close => {
                app.session.forget();
                app.changed();
                return Outcome::Closed;
            }
            Action::Complete => self.complete(app),
            Action::Up => self.mark(self.marked.checked_sub(1).unwrap_or(self.last())),
            Action::Down => self.mark(if self.marked < self.last() { self.marked + 1 } else { 0 }),
            _ => (),
        }
        Outcome::Open
    }

    pub(crate) fn input(&mut self, typed: &TerminalEvent, app: &mut App) -> Outcome {
        let Some(change) = self.field.handle_event(typed) else { return Outcome::Open };
        if change.value {
            self.changed(app);
        }
        self.offer(app.session.desk());
        Outcome::Open
    }

    fn changed(&mut self, app: &mut App) {
        app.session.type_fleet(self.side, self.field.value());
        app.changed();
    }

    /// Takes the marked name.
    fn complete(&mut self, app: &mut App) {
        if self.offered.is_empty() {
            self.offered = app.session.desk().complete(self.field.value(), self.cursor());
            self.offered.truncate(MOST_OFFERED);
            if self.offered.len() != 1 {
                return;
            }
        }
        let Some(taken) = self.offered.get(self.marked) else { return };
        let mut text = self.field.value().to_string();
        text.replace_range(taken.range.clone(), &taken.name);
        let cursor = text[..taken.range.start + taken.name.len()].chars().count();
        self.field = Input::new(text).with_cursor(cursor);
        self.offered.clear();
        self.marked = 0;
        self.changed(app);
    }

    /// Offers the names that begin as the word at the cursor does.
    fn offer(&mut self, desk: &Desk) {
        let cursor = self.cursor();
        self.marked = 0;
        self.offered = desk.complete(self.field.value(), cursor);
        let is_open = |found: &Completion| {
            !found.range.is_empty()
                && self.field.value().get(found.range.clone()) != Some(&found.name)
        };
        self.offered.retain(is_open);
        self.offered.truncate(MOST_OFFERED);
    }

    fn last(&self) -> usize {
        self.offered.len().saturating_sub(1)
    }

    fn mark(&mut self, at: usize) {
        self.marked = at;
    }
}
