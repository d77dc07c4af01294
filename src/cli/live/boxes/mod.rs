//! Boxes above the result: fields, lists, blueprints and so on. The one in front has the keys.
//!
//! ```text
//! typing     a fleet that is typed
//! list       a list with a search field
//! choices    the lists: what can be added, parts, owners, retreats
//! blueprint  a blueprint with its parts
//! damage     the damage of a group
//! prompt     a field for one value
//! copy       the command and the code
//! battle     battle mode
//! ```

mod battle;
mod blueprint;
mod choices;
mod copy;
mod damage;
mod list;
mod prompt;
mod typing;

use ratatui::crossterm::event::Event as TerminalEvent;

use super::app::App;
use super::keys::{Action, Context};
use fleetodds::edit::Desk;

pub(crate) use self::battle::BattleBox;
pub(crate) use self::blueprint::BlueprintBox;
pub(crate) use self::copy::CopyBox;
pub(crate) use self::damage::DamageBox;
pub(crate) use self::list::ListBox;
pub(crate) use self::prompt::PromptBox;
pub(crate) use self::typing::TypingBox;

/// Lines by which the help is scrolled.
const HELP_PAGE: u16 = 6;

/// A box.
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
    /// Another one opens in front of it.
    Above(Box<Boxed>),
    /// Another one takes its place.
    Replaced(Box<Boxed>),
}

impl Boxed {
    /// Opens the field of a fleet.
    pub(crate) fn typing(side: usize, desk: &Desk) -> Self {
        Self::Typing(TypingBox::of(side, desk))
    }

    /// Opens the list of all that can be added to a fleet.
    pub(crate) fn to_add(app: &App) -> Result<Self, String> {
        choices::to_add(app).map(Self::List)
    }

    /// Opens the list of species or factions.
    pub(crate) fn owners(app: &App) -> Result<Self, String> {
        choices::owners(app).map(Self::List)
    }

    /// Opens the list of retreats.
    pub(crate) fn retreats(app: &App) -> Result<Self, String> {
        choices::retreats(app).map(Self::List)
    }

    /// Opens the blueprint of the ships at the cursor.
    pub(crate) fn blueprint(app: &App) -> Result<Self, String> {
        BlueprintBox::of(app).map(Self::Blueprint)
    }

    /// Opens the damage of the ships at the cursor.
    pub(crate) fn damage(app: &App) -> Result<Self, String> {
        DamageBox::of(app).map(Self::Damage)
    }

    /// Begins the battle of the fleets on the screen.
    pub(crate) fn battle(app: &mut App) -> Result<Self, String> {
        BattleBox::of(app).map(|open| Self::Battle(Box::new(open)))
    }

    /// Opens the field for the name of the ship at the cursor.
    pub(crate) fn save(app: &App) -> Result<Self, String> {
        PromptBox::to_save(app).map(Self::Prompt)
    }

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

    /// Carries out an action.
    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        match self {
            Self::Typing(open) => open.act(action, app),
            Self::List(open) => open.act(action, app),
            Self::Blueprint(open) => open.act(action, app),
            Self::Damage(open) => open.act(action, app),
            Self::Prompt(open) => open.act(action, app),
            Self::Copy(open) => open.act(action, app),
            Self::Battle(open) => open.act(action, app),
            Self::Help(line) => match action {
                Action::Up => scrolled(line, line.saturating_sub(HELP_PAGE)),
                Action::Down => scrolled(line, (*line + HELP_PAGE).min(app.most_scroll.get())),
                _ => Outcome::Closed,
            },
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

fn scrolled(line: &mut u16, to: u16) -> Outcome {
    *line = to;
    Outcome::Open
}
