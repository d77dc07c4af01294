//! The command line as typed, before its options are read.
//!
//! `fight` is the command if the first word is none. Options may stand anywhere, and a fleet may
//! begin with a hyphen: the words of a command follow its options, behind `--`.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory};
use strsim::damerau_levenshtein;

use super::args::Cli;
use super::failure::Failure;
use fleetodds::internals::scenario::{Diagnostic, Place, Rulebook, Source, quoted};

/// Command of a line that names none.
const DEFAULT: &str = "fight";

/// Maximum number of words of the name of a game, and a space behind them.
const MAX_GAME_WORDS: usize = 4;

/// Command that answers `how many`.
const NUMBER_COMMAND: &str = "sweep";

/// Action of a command that names none, by command.
const DEFAULT_ACTION: [&str; 2] = ["fleets", "list"];

/// Names that other programs have for commands. They are not names of ships.
const OTHER_NAMES: [(&str, &str); 13] = [
    ("list", "fleets"),
    ("ls", "fleets"),
    ("ships", "fleets"),
    ("units", "fleets"),
    ("parts", "fleets"),
    ("catalogue", "fleets"),
    ("catalog", "fleets"),
    ("tornado", "improve"),
    ("upgrade", "improve"),
    ("optimise", "design"),
    ("optimize", "design"),
    ("rank", "compare"),
    ("settings", "config"),
];

/// A command line in its pieces.
#[derive(Debug, Default)]
pub(crate) struct Line {
    program: OsString,
    /// Name of the command, and of its action.
    command: Vec<OsString>,
    /// Options, each with its value.
    options: Vec<Vec<OsString>>,
    /// Words besides the options: fleets, files, names.
    words: Vec<OsString>,
    /// Whether the line has an unknown action, and is left as typed.
    is_unknown: bool,
}

impl Line {
    /// Returns the line of this process, which has been read without an error.
    pub(crate) fn of_process() -> Self {
        Self::read(&Cli::command(), std::env::args_os()).unwrap_or_default()
    }

    /// Reads the arguments of a process, the first of which is the program.
    ///
    /// # Errors
    /// If the first word is a command with a slip.
    pub(crate) fn read(
        all: &Command,
        typed: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, Failure> {
        let mut typed = typed.into_iter();
        let mut line = Self { program: typed.next().unwrap_or_default(), ..Self::default() };
        let mut rest: Vec<OsString> = typed.collect();
        let is_of_program = |word: &OsString| {
            ["-h", "--help", "-V", "--version"].contains(&&*word.to_string_lossy())
        };
        if rest.first().is_none_or(is_of_program) {
            line.options.extend((!rest.is_empty()).then_some(rest));
            return Ok(line);
        }
        let mut first = first_word(all, &rest);
        // The name of a game may be before it.
        let from = first.unwrap_or(rest.len());
        let words: Vec<_> = rest[from..].iter().map(|word| word.to_string_lossy()).collect();
        let question = words.join(" ").to_lowercase();
        let before = question.find("how many ").map(|at| question[..at].split(' ').count());
        if before.is_some_and(|words| words <= MAX_GAME_WORDS) {
            rest.insert(from, NUMBER_COMMAND.into());
            first = Some(from);
        }
        let name = first.map(|at| rest[at].to_string_lossy().into_owned());
        let known = |name: &String| all.find_subcommand(name).is_some() || name == "help";
        if let Some(at) =
            rest.iter().position(|word| single_dash(&word.to_string_lossy()).is_some())
        {
            return Err(needs_two_dashes(&rest, at));
        }
        if let (Some(at), Some(name)) = (first, &name)
            && let Some((_, meant)) =
                OTHER_NAMES.iter().find(|(other, _)| *other == name.to_lowercase())
        {
            return Err(misspelt(&rest, at, name, meant));
        }
        let mut command = match (first, name) {
            (Some(at), Some(name)) if known(&name) => rest.remove(at),
            (at, name) => {
                if let Some((at, name)) = at.zip(name)
                    && let Some(meant) = slip(all, &name)
                {
                    return Err(misspelt(&rest, at, &name, meant));
                }
                DEFAULT.into()
            }
        };
        let mut levels = vec![all];
        while let Some(level) = levels[levels.len() - 1].find_subcommand(&command) {
            levels.push(level);
            line.command.push(command);
            if !level.has_subcommands() {
                line.split(&levels, rest);
                return Ok(line);
            }
            let at = first_word(level, &rest);
            let Some(at) = at.filter(|at| level.find_subcommand(&rest[*at]).is_some()) else {
                let asks_for_help =
                    |word: &OsString| ["-h", "--help"].contains(&&*word.to_string_lossy());
                let is_slip =
                    at.is_some_and(|at| slip(level, &rest[at].to_string_lossy()).is_some());
                let [of, action] = DEFAULT_ACTION;
                if level.get_name() == of && !is_slip && !rest.iter().any(asks_for_help) {
                    command = action.into();
                    continue;
                }
                line.is_unknown = true;
                line.words = rest;
                return Ok(line);
            };
            command = rest.remove(at);
        }
        // `help` lists commands, which are no options of its own.
        line.command.push(command);
        line.is_unknown = true;
        line.words = rest;
        Ok(line)
    }

    /// Separates the options of a command from its words. `levels` are the program, its command
    /// and the action.
    fn split(&mut self, levels: &[&Command], rest: Vec<OsString>) {
        let known = |name: &str| levels.iter().find_map(|command| option(command, name));
        let mut rest = rest.into_iter();
        while let Some(word) = rest.next() {
            match Piece::of(&word.to_string_lossy(), &known) {
                Piece::End => self.words.extend(rest.by_ref()),
                Piece::Word => self.words.push(word),
                Piece::Option { has_value_next } => {
                    let value = if has_value_next { rest.next() } else { None };
                    self.options.push(std::iter::once(word).chain(value).collect());
                }
            }
        }
    }

    /// Returns the arguments in an order that needs no rules for hyphens.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let mut arguments = vec![self.program.clone()];
        arguments.extend(self.command.iter().cloned());
        arguments.extend(self.options.iter().flatten().cloned());
        if !self.words.is_empty() && !self.is_unknown {
            arguments.push("--".into());
        }
        arguments.extend(self.words.iter().cloned());
        arguments
    }

    /// Returns the command for a shell, with other words and without the options that
    /// `is_left_out` names.
    pub(crate) fn command(&self, words: &[String], is_left_out: impl Fn(&str) -> bool) -> String {
        let mut typed = vec!["fleetodds".to_string()];
        typed.extend(self.command.iter().map(|word| quoted(&word.to_string_lossy())));
        typed.extend(words.iter().map(|word| quoted(word)));
        typed.join(" ") + &self.options(is_left_out)
    }

    /// Returns the options for a shell, each with a space before it, without those that
    /// `is_left_out` names.
    pub(crate) fn options(&self, is_left_out: impl Fn(&str) -> bool) -> String {
        let name = |option: &[OsString]| {
            let typed = option[0].to_string_lossy().into_owned();
            typed.split('=').next().unwrap_or_default().to_string()
        };
        let options = self.options.iter().filter(|option| !is_left_out(&name(option)));
        options.flatten().map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect()
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        let of =
            |option: &Vec<OsString>| option[0].to_string_lossy().split('=').next() == Some(name);
        self.options.iter().any(of)
    }

    /// Returns the name of the command, or the default.
    pub(crate) fn command_name(&self) -> OsString {
        self.command.first().cloned().unwrap_or_else(|| DEFAULT.into())
    }

    pub(crate) fn rulebook(&self) -> Option<Rulebook> {
        self.options.iter().find_map(|option| {
            let typed = option[0].to_string_lossy();
            let value = option.get(1).map(|value| value.to_string_lossy());
            let long = typed.strip_prefix("--");
            if let Some(flag) = long.and_then(|long| {
                Rulebook::ALL.into_iter().find(|rulebook| rulebook.flag() == Some(long))
            }) {
                return Some(flag);
            }
            let attached = typed.strip_prefix("--rules=").or(typed.strip_prefix("-r"));
            let is_named = typed == "--rules" || typed == "-r";
            let name = if is_named { value.as_deref() } else { attached };
            name.and_then(Rulebook::typed)
        })
    }

    pub(crate) fn words(&self) -> Vec<String> {
        self.words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }
}

/// Kind of an argument.
enum Piece {
    Word,
    /// An option. Its value may be the next argument.
    Option {
        has_value_next: bool,
    },
    /// `--`: all that follows are words.
    End,
}

impl Piece {
    fn of<'a>(typed: &str, known: &dyn Fn(&str) -> Option<&'a Arg>) -> Self {
        let takes_value = |arg: &Arg| arg.get_action().takes_values();
        if typed == "--" {
            return Self::End;
        }
        if let Some(long) = typed.strip_prefix("--") {
            let (name, value) = long.split_once('=').map_or((long, None), |(n, v)| (n, Some(v)));
            if name.contains(char::is_whitespace) {
                return Self::Word;
            }
            let has_value_next = value.is_none() && known(name).is_some_and(takes_value);
            return Self::Option { has_value_next };
        }
        let Some(letters) = typed.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            return Self::Word;
        };
        for (at, letter) in letters.char_indices() {
            let after = &letters[at + letter.len_utf8()..];
            match known(letter.encode_utf8(&mut [0; 4])) {
                Some(arg) if takes_value(arg) => {
                    return Self::Option { has_value_next: after.is_empty() };
                }
                Some(_) => (),
                // `-3 interceptor` is a fleet, `-x` an option that does not exist.
                None if at == 0 && (!letter.is_alphabetic() || !after.is_empty()) => {
                    return Self::Word;
                }
                None => break,
            }
        }
        Self::Option { has_value_next: false }
    }
}

/// Returns the option of a command with this name, which is a letter or a long name.
fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let is_letter = |arg: &Arg| arg.get_short().is_some_and(|short| name.chars().eq([short]));
    let is_name = |arg: &Arg| {
        arg.get_long() == Some(name)
            || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
    };
    let mut options = command.get_arguments();
    options.find(|arg| if name.chars().count() == 1 { is_letter(arg) } else { is_name(arg) })
}

/// Returns the number of the first argument besides the options of this command and all below.
fn first_word(command: &Command, typed: &[OsString]) -> Option<usize> {
    let known = |name: &str| {
        let below = || {
            let actions = command.get_subcommands().flat_map(Command::get_subcommands);
            command.get_subcommands().chain(actions).find_map(|command| option(command, name))
        };
        option(command, name).or_else(below)
    };
    let mut at = 0;
    while let Some(word) = typed.get(at) {
        match Piece::of(&word.to_string_lossy(), &known) {
            Piece::Word => return Some(at),
            Piece::End => return None,
            Piece::Option { has_value_next } => at += 1 + usize::from(has_value_next),
        }
    }
    None
}

/// Returns the command that a word is, or misses by one slip.
pub(crate) fn command_near<'a>(all: &'a Command, typed: &str) -> Option<&'a str> {
    let exact = all.find_subcommand(typed.to_lowercase()).map(Command::get_name);
    exact.or_else(|| slip(all, typed))
}

/// A number that begins a fleet, and is near to the name of a command.
const NUMBER: &str = "five";

/// Returns the command that a word misses by one slip. Short names are too near to other words.
fn slip<'a>(all: &'a Command, typed: &str) -> Option<&'a str> {
    const MIN_LETTERS: usize = 4;
    let typed = typed.to_lowercase();
    if typed == NUMBER {
        return None;
    }
    let is_near = |name: &&str| {
        name.len().min(typed.chars().count()) >= MIN_LETTERS
            && damerau_levenshtein(name, &typed) <= 1
    };
    all.get_subcommands().map(Command::get_name).chain(["help"]).find(is_near)
}

/// Returns the option that is meant by the flag of a rulebook with a single hyphen: `-2e`.
fn single_dash(word: &str) -> Option<String> {
    let flag = word.strip_prefix('-')?;
    let is_flag = |rulebook: Rulebook| rulebook.flag() == Some(flag);
    Rulebook::ALL.into_iter().any(is_flag).then(|| format!("--{flag}"))
}

/// Creates the failure of a flag with a single hyphen.
fn needs_two_dashes(rest: &[OsString], at: usize) -> Failure {
    let mut words: Vec<String> = rest.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let flag = single_dash(&rest[at].to_string_lossy()).unwrap_or_default();
    let error = Diagnostic::new(format!("`{}` needs two hyphens: {flag}", words[at]));
    words[at] = flag;
    Failure::option(error.help(format!("`fleetodds {}`", words.join(" "))))
}

/// Creates the failure of a command with a slip.
fn misspelt(rest: &[OsString], at: usize, typed: &str, meant: &str) -> Failure {
    let mut words: Vec<String> = rest.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let start = words[..at].iter().map(|word| word.len() + 1).sum();
    let source = Source::new("command line", words.join(" "));
    let place = Place { source, range: start..start + words[at].len() };
    words[at] = meant.into();
    let error = Diagnostic::at(&place, format!("`{typed}` is not a command"));
    let error = error.label(format!("did you mean the command `{meant}`?"));
    Failure::option(error.help(format!("`fleetodds {}`", words.join(" "))))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::args::Cli;
    use super::Line;

    fn line(typed: &[&str]) -> Line {
        let typed = std::iter::once("fleetodds").chain(typed.iter().copied());
        Line::read(&Cli::command(), typed.map(Into::into)).unwrap_or_default()
    }

    fn arguments(typed: &[&str]) -> String {
        let words = line(typed).arguments();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words[1..].join("|")
    }

    #[test]
    fn the_words_follow_the_options() {
        for (typed, arranged) in [
            (&["3", "int", "v", "anc"][..], "fight|--|3|int|v|anc"),
            (&["--seed", "2", "3 int", "anc"], "fight|--seed|2|--|3 int|anc"),
            (&["--seed", "2", "fight", "a", "--chart", "b"], "fight|--seed|2|--chart|--|a|b"),
            (&["--against", "-3 int", "compare", "a"], "compare|--against|-3 int|--|a"),
            (&["-3 int", "anc"], "fight|--|-3 int|anc"),
            (&["-3", "int", "--bogus"], "fight|--bogus|--|-3|int"),
            (&["-interceptor", "-y"], "fight|-y|--|-interceptor"),
            (&["a", "--", "--bogus"], "fight|--|a|--bogus"),
            (&["fleets", "check", "-1 int"], "fleets|check|--|-1 int"),
            (&["fleets", "--color", "never", "list"], "fleets|list|--color|never"),
            (&["fleets", "lst"], "fleets|list|--|lst"),
            (&["fleets", "plasma"], "fleets|list|--|plasma"),
            (&["how", "many", "int"], "sweep|--|how|many|int"),
            (&["help", "fight"], "help|fight"),
            (&["--help"], "--help"),
            (&[], ""),
        ] {
            assert_eq!(arguments(typed), arranged, "{typed:?}");
        }
    }

    #[test]
    fn a_command_can_be_typed_again() {
        let line = line(&["3 interceptor", "it's", "--plot", "a b.svg", "--seed=2", "--report=x"]);
        let command = line.command(&line.words(), |name| ["--plot", "--report"].contains(&name));
        assert_eq!(command, r"fleetodds fight '3 interceptor' 'it'\''s' --seed=2");
    }

    #[test]
    fn slips_in_commands_are_found() {
        for (typed, is_slip) in [
            ("figth", true),
            ("fleet", true),
            ("Fight", true),
            ("fighter", false),
            ("int", false),
            ("lvie", true),
            ("five", false),
        ] {
            let typed = ["fleetodds", typed, "3 int"].map(Into::into);
            assert_eq!(Line::read(&Cli::command(), typed).is_err(), is_slip);
        }
    }
}
