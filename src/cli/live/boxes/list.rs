//! A list with a search field.

use ratatui::crossterm::event::Event as TerminalEvent;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::super::app::App;
use super::super::keys::Action;
use super::Outcome;
use super::choices::Choice;

/// Lines of a page.
const PAGE: usize = 10;

/// A list.
pub(crate) struct ListBox {
    pub(crate) title: String,
    pub(crate) search: Input,
    items: Vec<Item>,
    /// The marked line among those that fit.
    pub(crate) marked: usize,
}

/// A line of a list.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// Kind and figures.
    pub(crate) summary: String,
    /// Why it does not fit.
    pub(crate) fault: Option<String>,
    pub(crate) choice: Choice,
}

impl ListBox {
    pub(crate) fn new(title: impl Into<String>, items: Vec<Item>) -> Self {
        Self { title: title.into(), search: Input::default(), items, marked: 0 }
    }

    /// Marks the first line with this name.
    pub(crate) fn marking(mut self, name: &str) -> Self {
        self.marked = self.items.iter().position(|item| item.name == name).unwrap_or(0);
        self
    }

    /// Returns the lines with all words of the search field, first those that begin with it.
    pub(crate) fn fitting(&self) -> Vec<&Item> {
        let wanted = self.search.value().to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let rank = |item: &&Item| {
            let name = plain(&item.name);
            let has = |text: &str| words.iter().all(|word| text.contains(&plain(word)));
            match () {
                () if name.starts_with(&plain(wanted.trim())) => Some(0),
                () if has(&name) => Some(1),
                () if has(&plain(&format!("{name} {}", item.summary))) => Some(2),
                () => None,
            }
        };
        let ranked = self.items.iter().filter_map(|item| Some((rank(&item)?, item)));
        let mut ranked: Vec<(u8, &Item)> = ranked.collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, item)| item).collect()
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        let last = self.fitting().len().saturating_sub(1);
        self.marked = match action {
            Action::Up => self.marked.saturating_sub(1),
            Action::Down => (self.marked + 1).min(last),
            Action::PageUp => self.marked.saturating_sub(PAGE),
            Action::PageDown => (self.marked + PAGE).min(last),
            Action::Accept => {
                let taken = self.fitting().get(self.marked).map(|item| item.choice.clone());
                return taken.map_or(Outcome::Open, |choice| choice.take(app));
            }
            _ => return Outcome::Closed,
        };
        Outcome::Open
    }

    pub(crate) fn input(&mut self, typed: &TerminalEvent) -> Outcome {
        if self.search.handle_event(typed).is_some_and(|change| change.value) {
            self.marked = 0;
        }
        Outcome::Open
    }
}
