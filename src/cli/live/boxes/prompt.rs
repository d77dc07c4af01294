//! A field for one value.

use ratatui::crossterm::event::Event as TerminalEvent;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::super::app::App;
use super::super::keys::Action;
use super::Outcome;
use fleetodds::edit::{Edit, PaletteOption};

/// A field.
pub(crate) struct PromptBox {
    pub(crate) title: String,
    pub(crate) field: Input,
    purpose: Purpose,
    /// Name of a saved ship that the next Enter replaces.
    warned_of: Option<String>,
}

enum Purpose {
    /// The value of an option.
    Option(PaletteOption),
    /// The name under which a ship is saved.
    Save(usize),
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

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        if action != Action::Accept {
            return Outcome::Closed;
        }
        let value = self.field.value().trim();
        match &self.purpose {
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
        let old = saved.iter().find(|ship| ship.name.eq_ignore_ascii_case(&name));
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
