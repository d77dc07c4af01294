//! The command and the code of the fight, to be copied.

use super::super::app::{App, Effect};
use super::super::keys::Action;
use super::super::session::Session;
use super::Outcome;

/// The command and the code.
pub(crate) struct CopyBox {
    pub(crate) command: String,
    pub(crate) code: String,
}

impl CopyBox {
    /// Shows the command and the code of the fight.
    pub(crate) fn of(session: &Session) -> Result<Self, String> {
        let message = |failure: super::super::super::failure::Failure| failure.message();
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
