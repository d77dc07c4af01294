//! Boxes above the result: fields, lists, blueprints and so on. The one in front has the keys.
//!
//! ```text
//! choices    lists of what can be added, parts, owners, retreats; a blueprint; the damage of a group
//! battle     battle mode
//! ```

mod battle;
pub(super) mod choices;

use ratatui::crossterm::event::Event as TerminalEvent;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use crate::cli::failure::Failure;
use crate::cli::live::app::{App, Effect};
pub(crate) use crate::cli::live::boxes::battle::BattleBox;
use crate::cli::live::boxes::choices::Choice;
pub(crate) use crate::cli::live::boxes::choices::{BlueprintBox, DamageBox};
use crate::cli::live::keys::{Action, Context};
use crate::cli::live::session::Session;
use crate::cli::saved_ships::is_named;
use fleetodds::internals::edit::{Completion, Desk, Edit, PaletteOption};

/// Lines by which the help is scrolled.
const HELP_PAGE: u16 = 6;

pub(crate) enum Boxed {
    Typing(TypingBox),
    List(ListBox),
    Blueprint(BlueprintBox),
    Damage(DamageBox),
    Prompt(PromptBox),
    Copy(CopyBox),
    Battle(Box<BattleBox>),
    /// The help, from this line on.
    Help(u16),
}

/// Fate of a box after a key.
pub(crate) enum Outcome {
    Open,
    Closed,
    /// Another one opens in front.
    Above(Box<Boxed>),
    /// Another one takes its place.
    Replaced(Box<Boxed>),
}

impl Boxed {
    /// Returns what the keys mean.
    pub(crate) fn context(&self) -> Context {
        match self {
            Self::Typing(_) => Context::Typing,
            Self::List(_) => Context::List,
            Self::Blueprint(_) => Context::Blueprint,
            Self::Damage(_) => Context::Damage,
            Self::Prompt(_) => Context::Prompt,
            Self::Copy(_) => Context::Copy,
            Self::Battle(_) => Context::Battle,
            Self::Help(_) => Context::Help,
        }
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        match self {
            Self::Typing(open) => open.act(action, app),
            Self::List(open) => open.act(action, app),
            Self::Blueprint(open) => open.act(action, app),
            Self::Damage(open) => open.act(action, app),
            Self::Prompt(open) => open.act(action, app),
            Self::Copy(open) => open.act(action, app),
            Self::Battle(open) => open.act(action, app),
            Self::Help(line) => {
                *line = match action {
                    Action::Up => line.saturating_sub(HELP_PAGE),
                    Action::Down => (*line + HELP_PAGE).min(app.most_scroll.get()),
                    _ => return Outcome::Closed,
                };
                Outcome::Open
            }
        }
    }

    /// Takes a key that has no meaning of its own.
    pub(crate) fn input(&mut self, typed: &TerminalEvent, app: &mut App) -> Outcome {
        match self {
            Self::Typing(open) => open.input(typed, app),
            Self::List(open) => open.input(typed),
            Self::Prompt(open) => open.input(typed),
            Self::Battle(open) => open.input(typed),
            _ => Outcome::Open,
        }
    }

    /// Takes pasted text, of which line breaks become spaces.
    pub(crate) fn paste(&mut self, text: &str, app: &mut App) -> Outcome {
        use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
        for c in text.trim().chars() {
            let c = if c.is_control() { ' ' } else { c };
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            self.input(&TerminalEvent::Key(key), app);
        }
        Outcome::Open
    }
}

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
            Action::Up => self.marked = self.marked.checked_sub(1).unwrap_or(self.last()),
            Action::Down => {
                self.marked = if self.marked < self.last() { self.marked + 1 } else { 0 }
            }
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
}

/// Lines of a page.
const PAGE: usize = 10;

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

pub(crate) struct PromptBox {
    pub(crate) title: String,
    pub(crate) field: Input,
    purpose: Purpose,
    /// Name of a saved ship that the next Enter replaces.
    warned_of: Option<String>,
}

enum Purpose {
    Option(PaletteOption),
    /// The name under which a ship is saved.
    Save(usize),
    /// The number of ships of a group.
    Count(usize),
}

impl PromptBox {
    /// Opens the field for the value of an option.
    pub(crate) fn of_option(option: PaletteOption) -> Self {
        let start = match (option.needs_value, option.range) {
            (false, _) => String::new(),
            (true, Some([least, most])) => 1.clamp(least, most).to_string(),
            (true, None) => option.example.into(),
        };
        let asked = match (option.value_term, option.range) {
            ("", None) => String::new(),
            (term, None) => format!(" ({term})"),
            ("", Some([least, most])) => format!(" ({least} to {most})"),
            (term, Some([least, most])) => format!(" ({term} {least} to {most})"),
        };
        let title = format!("{}: {}{asked}", option.name, option.summary);
        let purpose = Purpose::Option(option);
        Self { title, field: Input::new(start), purpose, warned_of: None }
    }

    /// Opens the field for the name of the ship at the cursor.
    pub(crate) fn to_save(app: &App) -> Result<Self, String> {
        let group = app.group_or_say()?;
        let title = "Name under which the ship is saved, one word".into();
        Ok(Self { title, field: Input::default(), purpose: Purpose::Save(group), warned_of: None })
    }

    /// Opens the field for the number of the ships at the cursor.
    pub(crate) fn to_count(app: &App) -> Result<Self, String> {
        let purpose = Purpose::Count(app.group_or_say()?);
        let title = "Number of these ships; 0 removes them".into();
        Ok(Self { title, field: Input::default(), purpose, warned_of: None })
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        if action != Action::Accept {
            return Outcome::Closed;
        }
        let value = self.field.value().trim();
        match &self.purpose {
            Purpose::Count(_) if value.is_empty() => Outcome::Closed,
            Purpose::Count(group) => match value.parse() {
                Ok(count) => {
                    app.edit(&Edit::Count { group: *group, count });
                    if app.notice.is_empty() { Outcome::Closed } else { Outcome::Open }
                }
                Err(_) => {
                    app.notice = format!("`{value}` is not a number of ships");
                    Outcome::Open
                }
            },
            Purpose::Option(option) if value.is_empty() && option.needs_value => {
                app.notice = format!("`{}` needs a value", option.name);
                Outcome::Open
            }
            Purpose::Option(option) => {
                let value = (!value.is_empty()).then(|| value.into());
                app.edit(&Edit::Option { name: option.name.clone(), count: None, value });
                // A value that is refused can be corrected.
                if app.notice.is_empty() { Outcome::Closed } else { Outcome::Open }
            }
            Purpose::Save(_) if value.is_empty() => Outcome::Closed,
            Purpose::Save(group) => self.save(*group, value.to_string(), app),
        }
    }

    /// Saves the ship. A name that another ship has needs a second Enter.
    fn save(&mut self, group: usize, name: String, app: &mut App) -> Outcome {
        let saved = app.session.saved();
        let old = saved.iter().find(|ship| is_named(ship, &name));
        if let Some(old) = old.filter(|_| self.warned_of.as_ref() != Some(&name)) {
            app.notice =
                format!("`{name}` is saved as `{}`: press Enter again to replace it", old.group);
            self.warned_of = Some(name);
            return Outcome::Open;
        }
        match app.session.save((app.side, group), &name, true) {
            Ok(message) => {
                app.notice = message;
                Outcome::Closed
            }
            Err(failure) => {
                app.notice = failure.message();
                Outcome::Open
            }
        }
    }

    pub(crate) fn input(&mut self, typed: &TerminalEvent) -> Outcome {
        let _ = self.field.handle_event(typed);
        Outcome::Open
    }
}

/// The command and the code.
pub(crate) struct CopyBox {
    pub(crate) command: String,
    pub(crate) code: String,
}

impl CopyBox {
    /// Shows the command and the code of the fight.
    pub(crate) fn of(session: &Session) -> Result<Self, String> {
        let message = |failure: Failure| failure.message();
        Ok(Self {
            command: session.command().map_err(message)?,
            code: session.code().map_err(message)?,
        })
    }

    pub(crate) fn act(&self, action: Action, app: &mut App) -> Outcome {
        let (what, text) = match action {
            Action::CopyCommand => ("command", &self.command),
            Action::CopyCode => ("code", &self.code),
            _ => return Outcome::Closed,
        };
        app.effects.push(Effect::Copy(text.clone()));
        app.notice = format!("the {what} is on the clipboard, if the terminal allows it");
        Outcome::Open
    }
}
