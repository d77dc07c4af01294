//! Commands of the plain mode.

use fleetodds::answer::ROLES;
use fleetodds::scenario::{Sentence, is_code, nearest};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Replaces a fleet.
    Set,
    /// Replaces both fleets.
    Both([String; 2]),
    Add,
    Remove,
    Swap,
    Rules,
    Undo,
    Redo,
    Fleets,
    Odds,
    Figures,
    Charts,
    Sweep,
    Helps,
    Advise,
    Parts,
    Save,
    Battle,
    Roll,
    Choose,
    Back,
    Luck,
    Record,
    Command,
    Code,
    Help,
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) request: Request,
    /// Side that it is about; the attacker if it names none.
    pub(crate) side: usize,
    /// All other words.
    pub(crate) words: String,
}

pub(crate) struct Known {
    /// First word; empty for the forms that begin with a side or a fleet.
    name: &'static str,
    request: Request,
    /// Whether a side may follow.
    has_side: bool,
    /// How it is typed.
    pub(crate) form: &'static str,
    /// Its effect.
    pub(crate) help: &'static str,
}

const fn known(
    name: &'static str,
    request: Request,
    has_side: bool,
    form: &'static str,
    help: &'static str,
) -> Known {
    Known { name, request, has_side, form, help }
}

/// All commands, in the order of the help.
pub(crate) const COMMANDS: &[Known] = &[
    known("", Request::Set, true, "FLEET vs FLEET", "replace both fleets"),
    known("", Request::Set, true, "SIDE: FLEET", "replace a fleet, like defender: 2 ancient"),
    known("", Request::Add, true, "SIDE + SHIPS", "add ships, like attacker + 2 cruiser"),
    known("", Request::Remove, true, "SIDE - SHIPS", "remove ships"),
    known("swap", Request::Swap, false, "swap", "exchange the sides"),
    known("rules", Request::Rules, false, "rules NAME", "choose the rulebook, like rules 2e"),
    known("undo", Request::Undo, false, "undo", "take the last change back"),
    known("redo", Request::Redo, false, "redo", "make it again"),
    known("fleets", Request::Fleets, false, "fleets", "both fleets and the figures of their ships"),
    known("odds", Request::Odds, false, "odds", "odds, losses and survivors"),
    known("figures", Request::Figures, false, "figures", "all figures"),
    known("charts", Request::Charts, false, "charts", "charts"),
    known("sweep", Request::Sweep, true, "sweep SIDE CLASS", "odds for other numbers of ships"),
    known("helps", Request::Helps, true, "helps SIDE", "the single change that helps most"),
    known(
        "advise",
        Request::Advise,
        false,
        "advise CLASS DICE",
        "choices after a roll, like advise cruiser y6 y5",
    ),
    known("parts", Request::Parts, true, "parts SIDE CLASS", "blueprint and parts of a ship"),
    known("save", Request::Save, true, "save SIDE NAME CLASS", "save a ship under a name"),
    known(
        "battle",
        Request::Battle,
        false,
        "battle",
        "follow the battle at the table from its beginning",
    ),
    known(
        "roll",
        Request::Roll,
        false,
        "roll DICE",
        "note the dice of the battle; without dice, roll them",
    ),
    known(
        "choose",
        Request::Choose,
        false,
        "choose NUMBER",
        "make a choice in the battle; without a number, the first",
    ),
    known("back", Request::Back, false, "back", "take the last step of the battle back"),
    known("luck", Request::Luck, false, "luck", "luck and mistakes in the battle so far"),
    known(
        "record",
        Request::Record,
        false,
        "record",
        "the record of the battle, for `fleetodds analyse`",
    ),
    known("command", Request::Command, false, "command", "the command of this fight"),
    known("code", Request::Code, false, "code", "the code of this fight"),
    known("help", Request::Help, false, "help", "this list"),
    known("quit", Request::Quit, false, "quit", "end"),
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// A message if the line is not a command.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        if let Some(command) = of_side(line) {
            return Ok(command);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = first.to_lowercase();
        let is = |known: &&Known| known.name == name && !name.is_empty();
        if let Some(known) = COMMANDS.iter().find(is) {
            let (side, words) = match known.has_side {
                true => side_first(rest.trim()),
                false => (0, rest.trim()),
            };
            let request = known.request.clone();
            return Ok(Self { request, side, words: words.into() });
        }
        if ["exit", "q"].contains(&name.as_str()) {
            return Ok(Self { request: Request::Quit, side: 0, words: String::new() });
        }
        if let Some(Sentence { sides: fleets, game, .. }) =
            Sentence::read(line, None).filter(|_| !is_code(line))
        {
            if let Some(game) = game {
                let title = game.rulebook.title();
                return Err(format!("for {title}, type `rules {}` first", game.rulebook));
            }
            return Ok(Self { request: Request::Both(fleets), side: 0, words: String::new() });
        }
        let names = COMMANDS.iter().map(|known| known.name).filter(|name| !name.is_empty());
        let near = nearest(&name, names.chain(ROLES));
        let meant = near.first().map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        Err(format!("`{first}` is not a command{meant}; `help` lists all commands"))
    }
}

/// Reads a command that begins with a side: `attacker + cruiser`, `defender: 2 ancient`.
fn of_side(line: &str) -> Option<Command> {
    let end = line.find([':', '=', '+', '-'])?;
    let side = side_named(line[..end].trim())?;
    let words = line[end + 1..].trim().to_string();
    let request = match &line[end..=end] {
        "+" => Request::Add,
        "-" => Request::Remove,
        _ => Request::Set,
    };
    Some(Command { request, side, words })
}

/// Splits a side off the front of some words. Without one, it is the attacker.
fn side_first(words: &str) -> (usize, &str) {
    let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    side_named(first).map_or((0, words), |side| (side, rest.trim()))
}

/// Returns the side that a word means: `attacker`, `att`, `a`.
fn side_named(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    ROLES.iter().position(|role| !word.is_empty() && role.starts_with(&word))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Command, Request};

    #[test]
    fn commands_are_read_as_typed() {
        for (typed, request, side, words) in [
            ("attacker + cruiser", Request::Add, 0, "cruiser"),
            ("d+2 ancient", Request::Add, 1, "2 ancient"),
            ("defender: 2 ancient(+hull)", Request::Set, 1, "2 ancient(+hull)"),
            ("Attacker - 1 interceptor", Request::Remove, 0, "1 interceptor"),
            ("sweep defender ancient", Request::Sweep, 1, "ancient"),
            ("sweep cruiser", Request::Sweep, 0, "cruiser"),
            ("SWAP", Request::Swap, 0, ""),
            ("rules 2e", Request::Rules, 0, "2e"),
            ("exit", Request::Quit, 0, ""),
        ] {
            let words = words.to_string();
            assert_eq!(Command::read(typed), Ok(Command { request, side, words }), "{typed}");
        }
        let both = Request::Both(["3 int".into(), "ancient".into()]);
        assert_eq!(Command::read("3 int vs ancient").unwrap().request, both);
        let message = Command::read("swop").unwrap_err();
        assert!(message.contains("did you mean `swap`?"), "{message}");
    }

    #[test]
    fn every_command_of_the_help_is_read() {
        for known in COMMANDS.iter().filter(|known| !known.name.is_empty()) {
            assert_eq!(Command::read(known.name).unwrap().request, known.request);
        }
    }
}
