//! All keys. One table drives the screen, the help and the tests.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Part of the screen that has the keys: the meaning of a key depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// Everywhere.
    Any,
    /// The fleets and the result.
    Main,
    /// A fleet that is typed.
    Typing,
    /// A list with a search field.
    List,
    Blueprint,
    /// The damage of a group.
    Damage,
    /// A field for one value.
    Prompt,
    /// The command and the code.
    Copy,
    Help,
    /// Battle mode.
    Battle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Quit,
    Help,
    Close,
    Accept,
    Up,
    Down,
    PageUp,
    PageDown,
    OtherSide,
    More,
    Fewer,
    Number,
    Remove,
    Type,
    Add,
    Blueprint,
    Damage,
    Owner,
    Retreat,
    Save,
    Swap,
    NextRules,
    PreviousRules,
    Undo,
    Redo,
    Pane(u8),
    ScrollUp,
    ScrollDown,
    Battle,
    Copy,
    CopyCode,
    CopyCommand,
    Complete,
    NextPart,
    PreviousPart,
    Printed,
    Analyse,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) code: KeyCode,
    pub(crate) ctrl: bool,
}

/// A line of the table.
pub(crate) struct Binding {
    pub(crate) context: Context,
    pub(crate) keys: &'static [Key],
    pub(crate) action: Action,
    /// Effect, for the help.
    pub(crate) help: &'static str,
    /// Effect in a word or two for the line at the bottom; empty if it is not listed there.
    pub(crate) short: &'static str,
}

const fn key(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: false }
}

const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: true }
}

const fn code(code: KeyCode) -> Key {
    Key { code, ctrl: false }
}

const UP: Key = code(KeyCode::Up);
const DOWN: Key = code(KeyCode::Down);
const LEFT: Key = code(KeyCode::Left);
const RIGHT: Key = code(KeyCode::Right);
const ENTER: Key = code(KeyCode::Enter);
const ESCAPE: Key = code(KeyCode::Esc);
const TAB: Key = code(KeyCode::Tab);
const DELETE: Key = code(KeyCode::Delete);
const PAGE_UP: Key = code(KeyCode::PageUp);
const PAGE_DOWN: Key = code(KeyCode::PageDown);

const fn bind(
    context: Context,
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    help: &'static str,
) -> Binding {
    Binding { context, keys, action, help, short }
}

/// All keys, in the order of the help.
pub(crate) const KEYS: &[Binding] = &[
    bind(Context::Main, &[key('+'), key('=')], Action::More, "more", "one ship more"),
    bind(Context::Main, &[key('-')], Action::Fewer, "fewer", "one ship fewer"),
    bind(Context::Main, &[key('a')], Action::Add, "add", "add a ship, a part or an option"),
    bind(Context::Main, &[key('b')], Action::Blueprint, "blueprint", "change the blueprint"),
    bind(Context::Main, &[ENTER, key('e')], Action::Type, "type", "type the fleet"),
    bind(Context::Main, &[key('n')], Action::Number, "number", "set the number of ships"),
    bind(Context::Main, &[key('x'), DELETE], Action::Remove, "", "remove the ships or the option"),
    bind(Context::Main, &[key('d')], Action::Damage, "", "note damage on the ships"),
    bind(Context::Main, &[key('o')], Action::Owner, "", "choose the species or faction"),
    bind(Context::Main, &[key('t')], Action::Retreat, "", "choose when the side retreats"),
    bind(Context::Main, &[key('s')], Action::Save, "", "save the ship under a name"),
    bind(Context::Main, &[UP], Action::Up, "", "ships above"),
    bind(Context::Main, &[DOWN], Action::Down, "", "ships below"),
    bind(Context::Main, &[TAB, LEFT, RIGHT], Action::OtherSide, "side", "the other side"),
    bind(Context::Main, &[key('w')], Action::Swap, "swap", "exchange the sides"),
    bind(Context::Main, &[key('r')], Action::NextRules, "rules", "next rulebook"),
    bind(Context::Main, &[key('R')], Action::PreviousRules, "", "previous rulebook"),
    bind(Context::Main, &[key('u'), ctrl('z')], Action::Undo, "undo", "undo"),
    bind(Context::Main, &[key('U'), ctrl('y')], Action::Redo, "", "redo"),
    bind(Context::Main, &[key('1')], Action::Pane(0), "", "odds, losses and survivors"),
    bind(Context::Main, &[key('2')], Action::Pane(1), "", "charts"),
    bind(Context::Main, &[key('3')], Action::Pane(2), "", "all figures"),
    bind(Context::Main, &[key('4')], Action::Pane(3), "", "odds for other numbers of these ships"),
    bind(Context::Main, &[key('5')], Action::Pane(4), "", "the single change that helps most"),
    bind(Context::Main, &[PAGE_UP], Action::ScrollUp, "", "result: further up"),
    bind(Context::Main, &[PAGE_DOWN], Action::ScrollDown, "", "result: further down"),
    bind(Context::Main, &[key('m')], Action::Battle, "battle", "follow the battle at the table"),
    bind(
        Context::Main,
        &[key('y')],
        Action::Copy,
        "copy",
        "show and copy the command and the code",
    ),
    bind(Context::Main, &[key('?'), key('h')], Action::Help, "help", "all keys"),
    bind(Context::Main, &[key('q')], Action::Quit, "quit", "quit"),
    bind(Context::Any, &[code(KeyCode::F(1))], Action::Help, "", "all keys"),
    bind(Context::Any, &[ctrl('c')], Action::Quit, "", "quit"),
    bind(Context::Typing, &[ENTER], Action::Accept, "done", "keep the fleet"),
    bind(Context::Typing, &[ESCAPE], Action::Close, "as before", "return to the fleet as it was"),
    bind(Context::Typing, &[TAB], Action::Complete, "complete", "take the marked name"),
    bind(Context::Typing, &[UP], Action::Up, "", "name before"),
    bind(Context::Typing, &[DOWN], Action::Down, "", "name after"),
    bind(Context::List, &[ENTER], Action::Accept, "take", "take the marked line"),
    bind(Context::List, &[ESCAPE], Action::Close, "back", "back"),
    bind(Context::List, &[UP], Action::Up, "up", "line above"),
    bind(Context::List, &[DOWN], Action::Down, "down", "line below"),
    bind(Context::List, &[PAGE_UP], Action::PageUp, "", "ten lines up"),
    bind(Context::List, &[PAGE_DOWN], Action::PageDown, "", "ten lines down"),
    bind(Context::Blueprint, &[ENTER], Action::Accept, "replace", "choose another part"),
    bind(Context::Blueprint, &[RIGHT], Action::NextPart, "next", "next part that fits"),
    bind(Context::Blueprint, &[LEFT], Action::PreviousPart, "previous", "previous part that fits"),
    bind(Context::Blueprint, &[key('a')], Action::Add, "add", "add a part"),
    bind(Context::Blueprint, &[key('x'), DELETE], Action::Remove, "remove", "remove the part"),
    bind(Context::Blueprint, &[key('p')], Action::Printed, "printed", "all parts as printed"),
    bind(Context::Blueprint, &[UP], Action::Up, "", "part above"),
    bind(Context::Blueprint, &[DOWN], Action::Down, "", "part below"),
    bind(Context::Blueprint, &[key('u'), ctrl('z')], Action::Undo, "undo", "undo"),
    bind(Context::Blueprint, &[ESCAPE, key('q'), key('b')], Action::Close, "back", "back"),
    bind(Context::Damage, &[key('+'), RIGHT], Action::More, "more", "more damage"),
    bind(Context::Damage, &[key('-'), LEFT], Action::Fewer, "less", "less damage"),
    bind(Context::Damage, &[UP], Action::Up, "", "ship above"),
    bind(Context::Damage, &[DOWN], Action::Down, "", "ship below"),
    bind(Context::Damage, &[ESCAPE, ENTER, key('q')], Action::Close, "back", "back"),
    bind(Context::Prompt, &[ENTER], Action::Accept, "done", "take the value"),
    bind(Context::Prompt, &[ESCAPE], Action::Close, "back", "back"),
    bind(Context::Copy, &[key('c')], Action::CopyCommand, "copy command", "copy the command"),
    bind(Context::Copy, &[key('k')], Action::CopyCode, "copy code", "copy the code"),
    bind(Context::Copy, &[ESCAPE, ENTER, key('q')], Action::Close, "back", "back"),
    bind(
        Context::Battle,
        &[ENTER],
        Action::Accept,
        "go on",
        "roll, take the marked choice, or go on",
    ),
    bind(Context::Battle, &[UP], Action::Up, "", "choice above"),
    bind(Context::Battle, &[DOWN], Action::Down, "", "choice below"),
    bind(Context::Battle, &[PAGE_UP], Action::PageUp, "", "luck and mistakes: further up"),
    bind(Context::Battle, &[PAGE_DOWN], Action::PageDown, "", "luck and mistakes: further down"),
    bind(Context::Battle, &[ctrl('z')], Action::Back, "step back", "take the last step back"),
    bind(Context::Battle, &[TAB], Action::Analyse, "luck", "luck and mistakes so far"),
    bind(Context::Battle, &[ctrl('y')], Action::Copy, "copy", "copy the record of the battle"),
    bind(
        Context::Battle,
        &[ESCAPE],
        Action::Close,
        "back",
        "back to the fleets; m returns to the battle",
    ),
    bind(Context::Help, &[UP, PAGE_UP], Action::Up, "", "further up"),
    bind(Context::Help, &[DOWN, PAGE_DOWN], Action::Down, "more", "further down"),
    bind(Context::Help, &[ESCAPE, ENTER, key('q'), key('?')], Action::Close, "back", "back"),
];

/// Titles of the contexts in the help, in order.
pub(crate) const CONTEXTS: [(Context, &str); 10] = [
    (Context::Main, "Fleets and result"),
    (Context::Any, "Everywhere"),
    (Context::Typing, "Typing a fleet"),
    (Context::List, "Lists (type to search)"),
    (Context::Blueprint, "Blueprint"),
    (Context::Damage, "Damage"),
    (Context::Prompt, "Fields"),
    (Context::Copy, "Command and code"),
    (Context::Battle, "Battle"),
    (Context::Help, "Help"),
];

pub(crate) fn action(context: Context, event: &KeyEvent) -> Option<Action> {
    let is = |binding: &&Binding| {
        let in_context = binding.context == context || binding.context == Context::Any;
        in_context && binding.keys.iter().any(|key| key.is(event))
    };
    KEYS.iter().find(is).map(|binding| binding.action)
}

pub(crate) fn of(context: Context) -> impl Iterator<Item = &'static Binding> {
    KEYS.iter().filter(move |binding| binding.context == context)
}

impl Key {
    fn is(self, event: &KeyEvent) -> bool {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let alt = event.modifiers.contains(KeyModifiers::ALT);
        self.code == event.code && self.ctrl == ctrl && !alt
    }

    #[cfg(test)]
    pub(crate) fn event(self) -> KeyEvent {
        let modifiers = if self.ctrl { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        KeyEvent::new(self.code, modifiers)
    }

    pub(crate) fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(c) if self.ctrl => return format!("Ctrl-{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => return c.to_string(),
            KeyCode::F(n) => return format!("F{n}"),
            KeyCode::Up => "Up",
            KeyCode::Down => "Down",
            KeyCode::Left => "Left",
            KeyCode::Right => "Right",
            KeyCode::PageUp => "PgUp",
            KeyCode::PageDown => "PgDn",
            KeyCode::Delete => "Del",
            KeyCode::Esc => "Esc",
            KeyCode::Enter => "Enter",
            KeyCode::Tab => "Tab",
            _ => "",
        };
        name.into()
    }
}

impl Binding {
    /// Returns the names of the keys: `+ =`.
    pub(crate) fn names(&self) -> String {
        self.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }
}
