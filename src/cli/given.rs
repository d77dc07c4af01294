//! The fight of a command: two fleets, a scenario, a link or a code; and the commands that
//! reproduce its result in full, without settings and saved ships.

use std::sync::Arc;

use serde_json::Value;

use crate::bug::OrBug;
use crate::cli::args::{FightSourceArgs, is_of_rules};
use crate::cli::failure::Failure;
use crate::cli::files::read_source;
use crate::cli::fleet_files::{in_full, read_fleet, read_mix, whole_file, with_files};
use crate::cli::line::Line;
use crate::cli::options::QuestionOptions;
use fleetodds::internals::answer::{NoAnswer, Question, ROLES};
use fleetodds::internals::games::{FleetFiles, FleetReader, Game, Linked, read_link};
use fleetodds::internals::result::AsTyped;
use fleetodds::internals::scenario::{
    Diagnostic, MAX_SHARED_BYTES, Rulebook, Scenario, Sentence, SideText, Sides, Source, decode,
    encode, is_code, quoted, read_scenario,
};

pub(crate) struct AskedFight<'a> {
    pub(crate) options: &'a QuestionOptions,
    pub(crate) scenario: Scenario,
    /// Warnings about parts of a link that the scenario leaves out.
    pub(crate) left_out: Vec<String>,
    /// The typed fleets in full, unless the fight comes from elsewhere.
    pub(crate) typed: Option<TypedFleets>,
    /// Side of who asks.
    pub(crate) you: usize,
    /// Whether the words say who asks.
    is_said: bool,
}

/// Returns the words of a typed question, if they leave something open. `command` returns the
/// command for two fleets.
pub(crate) fn as_typed(
    scenario: &Scenario,
    typed: &str,
    options: &QuestionOptions,
    command: &mut dyn FnMut([String; 2]) -> String,
) -> Option<AsTyped> {
    let Sides::Two(sides) = &scenario.sides else { return None };
    let rulebook = options.rulebook_of(scenario);
    let known = options.known(rulebook).ok()?;
    let full = sides.each_ref().map(|side| side.fleet.to_string());
    let mut notes = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        for other in &side.reading.others {
            let mut fleets = full.clone();
            fleets[number].clone_from(other);
            // Only fleets that can be read are other meanings.
            if known.read(&Source::new("other", other.as_str())).is_ok() {
                notes.push(format!("for the other meaning: {}", command(fleets)));
            }
        }
        notes.extend(side.reading.notes.iter().cloned());
    }
    let is_guess = sides.iter().any(|side| side.reading.is_guess);
    (is_guess || !notes.is_empty()).then(|| AsTyped::new(typed.to_string(), is_guess, notes))
}

/// Fleets as another command can give them, in full.
pub(crate) struct TypedFleets {
    /// Both fleets, or the attacker alone if the enemy is a mix.
    pub(crate) words: Vec<String>,
    /// Value of `--against-mix`.
    pub(crate) mix: Option<String>,
}

impl<'a> AskedFight<'a> {
    /// Reads the fight that the command line gives.
    pub(crate) fn read(
        args: &FightSourceArgs,
        options: &'a QuestionOptions,
    ) -> Result<Self, Failure> {
        let mut asked = match &args.against_mix {
            Some(mix) => Self::against_mix(args, mix, options)?,
            None => Self::given(args, options)?,
        };
        let of_two = |option: &str| {
            let message = format!("{option} is for two sides, and this fight has several parties");
            Err(Failure::usage(message))
        };
        if args.defend {
            if !matches!(asked.scenario.sides, Sides::Two(_)) {
                return of_two("--defend");
            }
            asked.you = 1;
        }
        if args.swap {
            let Sides::Two(sides) = &mut asked.scenario.sides else { return of_two("--swap") };
            sides.swap(0, 1);
            if let Some(TypedFleets { words, mix: None }) = &mut asked.typed {
                words.swap(0, 1);
            }
            // Whose fleets they are stays as the words say.
            if asked.is_said && !args.defend {
                asked.you = 1 - asked.you;
            }
        }
        asked.scenario.you = asked.you;
        Ok(asked)
    }

    /// Reads the fight, with a mix of fleets in place of the defender.
    fn against_mix(
        args: &FightSourceArgs,
        mix: &str,
        options: &'a QuestionOptions,
    ) -> Result<Self, Failure> {
        if !args.words.is_empty() && !is_code(&args.words[0]) {
            return Self::typed_against_mix(&args.words, mix, options);
        }
        let mut asked = Self::given(args, options)?;
        let reader = options.known(options.rulebook_of(&asked.scenario))?;
        let (enemy, _) = read_mix(reader, mix)?;
        let refused = |message: &str| Err(Failure::usage(format!("--against-mix{message}")));
        match &mut asked.scenario.sides {
            Sides::Two(sides) if sides[0].mix.is_empty() => sides[1] = enemy,
            Sides::Two(_) => {
                return refused(": the attacker is a mix, and only one side can be one");
            }
            Sides::Parties(_) => {
                return refused(" is for two sides, and this fight has several parties");
            }
        }
        Ok(asked)
    }

    fn typed_against_mix(
        words: &[String],
        typed_mix: &str,
        options: &'a QuestionOptions,
    ) -> Result<Self, Failure> {
        if TypedQuestion::read(words, options).is_some() {
            let message = "--against-mix takes the place of the second fleet: leave that out";
            return Err(Failure::usage(message));
        }
        let typed = words.join(" ");
        let attacker = options.read_fleet(ROLES[0], &typed)?;
        let words = vec![in_full(&attacker, &typed)];
        let (enemy, mix) = read_mix(options.known(options.typed_rulebook())?, typed_mix)?;
        let left_out = match enemy.mix.len() == 1 && typed_mix.contains(',') {
            true => vec!["--against-mix has one fleet: `|` separates several".to_string()],
            false => Vec::new(),
        };
        let mut scenario = Scenario::of([attacker, enemy]);
        options.add_own(&mut scenario)?;
        let typed = Some(TypedFleets { words, mix: Some(mix) });
        Ok(Self { options, scenario, left_out, typed, you: 0, is_said: false })
    }

    fn given(args: &FightSourceArgs, options: &'a QuestionOptions) -> Result<Self, Failure> {
        if let Some(path) = &args.scenario {
            return Self::of(&read_source(path)?, options);
        }
        if let Some(link) = &args.from_link {
            return Self::linked(link, options);
        }
        match &args.words[..] {
            [code] if is_code(code) => {
                let document = decode(&Source::new("code", code.as_str()))?;
                Self::of(&Source::new("code", document), options)
            }
            [code, ..] if is_code(code) => {
                let message = "a code contains both fleets: leave out the second one";
                Err(Failure::usage(message))
            }
            [link] if is_link(link) => Self::linked(link, options),
            words => match TypedQuestion::asked_by(words, options, args.defend) {
                Some(question) if args.defend && question.sentence.attacks => {
                    let error = Diagnostic::new("--defend: these words say that you attack");
                    Err(Failure::option(error.help("--swap exchanges the two sides")))
                }
                Some(question) => Self::typed(&question, options),
                None => Err(one_fleet(words, options)),
            },
        }
    }

    fn of(document: &Arc<Source>, options: &'a QuestionOptions) -> Result<Self, Failure> {
        let scenario = read_scenario(document)?;
        let you = scenario.you;
        Ok(Self { options, scenario, left_out: Vec::new(), typed: None, you, is_said: you > 0 })
    }

    fn typed(question: &TypedQuestion, options: &'a QuestionOptions) -> Result<Self, Failure> {
        let (mut scenario, setting) = question.scenario(options)?;
        let fleets = scenario.sides.all().iter().zip(&question.sentence.sides);
        let mut words: Vec<String> = fleets.map(|(side, typed)| in_full(side, typed)).collect();
        words[1] += &setting;
        options.add_own(&mut scenario)?;
        let typed = Some(TypedFleets { words, mix: None });
        let Sentence { is_defenders, attacks, .. } = question.sentence;
        let (you, is_said) = (usize::from(is_defenders), is_defenders || attacks);
        Ok(Self { options, scenario, left_out: Vec::new(), typed, you, is_said })
    }

    /// Reads a link. The link decides between space and ground; `--rules` must agree with it.
    fn linked(link: &str, options: &'a QuestionOptions) -> Result<Self, Failure> {
        let Linked { rulebook, document, warnings } = read_link(&Source::new("link", link))?;
        if let Some(asked) = options.rulebook.filter(|asked| *asked != rulebook) {
            return Err(Failure::usage(format!("--rules {asked}: the link is for {rulebook}")));
        }
        let source = Source::new("scenario of the link", document.to_string());
        Ok(Self { left_out: warnings, ..Self::of(&source, options)? })
    }

    /// Adds to the warnings how a typed question was read, if its words leave something open.
    pub(crate) fn with_remarks(mut self) -> Self {
        let Some(asked) = self.as_typed() else { return self };
        if asked.is_guess {
            let sides = self.scenario.sides.all().iter();
            let fleets: Vec<String> = sides.map(|side| side.fleet.to_string()).collect();
            self.left_out.push(format!("read as {}", fleets.join(" v ")));
        }
        self.left_out.extend(asked.notes);
        self
    }

    /// Returns the words of a typed question, if they leave something open.
    pub(crate) fn as_typed(&self) -> Option<AsTyped> {
        self.typed.as_ref()?;
        let line = Line::of_process();
        let defend = defend_option(&line, self.you);
        let mut command =
            |sides: [String; 2]| line.command(&[sides.join(" vs ")], |_| false) + defend;
        as_typed(&self.scenario, &line.words().join(" "), self.options, &mut command)
    }

    pub(crate) fn game(&self) -> Result<&'a dyn Game, Failure> {
        self.options.game(self.options.rulebook_of(&self.scenario))
    }

    pub(crate) fn question(&self) -> Result<Question, Failure> {
        self.options.question(self.scenario.clone())
    }

    /// Returns the scenario as JSON, with the overrides of the command line.
    pub(crate) fn document(&self) -> Result<Value, Failure> {
        let document = serde_json::from_str(&self.options.to_json(&self.scenario)?);
        Ok(document.or_bug("a scenario is not written as JSON"))
    }

    /// Returns the code of the fight.
    pub(crate) fn code(&self) -> Result<String, Failure> {
        let document = self.options.to_json(&self.scenario)?;
        encode(&document).ok_or_else(|| {
            let most = MAX_SHARED_BYTES >> 20;
            Failure::refused(format!("the scenario is larger than {most} MiB: it has no code"))
        })
    }

    /// Returns the typed command, quoted for a shell, without the options that name output files.
    /// Typed fleets are written in full, with the rulebook and policies that come from the
    /// settings.
    pub(crate) fn command(&self) -> String {
        self.command_with("")
    }

    /// Returns the command with more options, each with a space before it.
    pub(crate) fn command_with(&self, more: &str) -> String {
        let line = Line::of_process();
        let Some(typed) = &self.typed else {
            return line.command(&line.words(), is_file) + more;
        };
        // The fleets of a mix are not exchanged, so the option stays.
        let is_swapped = typed.mix.is_none();
        let is_written = |name: &str| {
            let of_mix = name == "--against-mix";
            is_of_rules(name) || of_mix || name == "--no-config" || (is_swapped && name == "--swap")
        };
        let mut command = line.command(&typed.words, |name| is_file(name) || is_written(name));
        if let Some(mix) = &typed.mix {
            command += &format!(" --against-mix {}", quoted(mix));
        }
        command += defend_option(&line, self.you);
        command += &format!("{more} --rules {}", self.options.rulebook_of(&self.scenario));
        command + &policies(&self.scenario) + " --no-config"
    }

    /// Explains why the question has no answer.
    pub(crate) fn unanswered(&self, none: NoAnswer) -> Failure {
        Failure::of(none, &self.scenario)
    }
}

fn is_link(word: &str) -> bool {
    word.contains("://") && !word.contains(char::is_whitespace)
}

/// A typed question: two fleets, and the game that it names.
pub(crate) struct TypedQuestion {
    pub(crate) sentence: Sentence,
    /// Whether `@FILE` is read as a file.
    pub(crate) has_files: bool,
    /// Rulebook that is said beside the words, and wins over all others.
    pub(crate) rules: Option<Rulebook>,
}

impl TypedQuestion {
    /// Returns the question of these words, or `None` if nothing separates two fleets. Two words
    /// are two fleets; otherwise, a word like `vs` separates them.
    pub(crate) fn read(words: &[String], options: &QuestionOptions) -> Option<Self> {
        Self::asked_by(words, options, false)
    }

    /// Reads a question as [`TypedQuestion::read`] does; `defends` if an option says that who asks
    /// defends.
    fn asked_by(words: &[String], options: &QuestionOptions, defends: bool) -> Option<Self> {
        let chosen = options.chosen(None).ok().flatten();
        let splits =
            |word: &String| whole_file(word).is_none() && Sentence::read(word, chosen).is_some();
        let sentence = match words {
            [count, _] if is_count(count) => None,
            [attacker, defender] if !splits(attacker) && !splits(defender) => {
                let sides = [attacker.clone(), defender.clone()];
                Some(Sentence { sides, is_defenders: defends, ..Sentence::default() })
            }
            _ => Sentence::asked_by(&words.join(" "), chosen, defends),
        };
        sentence.map(|sentence| Self { sentence, has_files: true, rules: None })
    }

    /// Reads both fleets in the game that the question names, or else options and settings. Without
    /// any, it is the only game that knows all ships. Returns also the setting in words.
    pub(crate) fn scenario(
        &self,
        options: &QuestionOptions,
    ) -> Result<(Scenario, String), Failure> {
        if self.sentence.sides.iter().any(String::is_empty) {
            return Err(no_fleet(&self.sentence, options));
        }
        let rulebook = self.rulebook(options)?;
        let files = |reader: &FleetReader, role: &str, typed: &str| match self.has_files {
            true => with_files(reader, role, typed),
            false => Ok(None),
        };
        let files = FleetFiles { read: &files, is_unknown: Failure::is_unknown_name };
        options.catalogues.fight(&self.sentence.sides, rulebook, &files).map_err(|error| {
            let Some(command) = self.alternatives(options) else { return error };
            let error = Diagnostic::new("a side cannot be one fleet `or` another");
            Failure::from(error.help(format!("for a mix of fleets: `{command}`")))
        })
    }

    /// Returns the command for a defender that is one of several fleets, if its words have an `or`.
    fn alternatives(&self, options: &QuestionOptions) -> Option<String> {
        let [attacker, defender] = &self.sentence.sides;
        let fleets: Vec<&str> = defender.split(" or ").map(str::trim).collect();
        let rulebook = self.rulebook(options).ok().flatten().unwrap_or_default();
        let known = options.known(rulebook).ok()?;
        let is_read = |fleet: &str| known.read(&Source::new("fleet", fleet)).is_ok();
        let are_read = fleets.len() > 1 && fleets.iter().all(|fleet| is_read(fleet));
        let mix = quoted(&fleets.join(" | "));
        (are_read && is_read(attacker)).then(|| {
            format!("fleetodds {} --against-mix {mix} {}", quoted(attacker), rulebook.switch())
        })
    }

    /// Returns the rulebook that the words name, or else an option or a setting.
    pub(crate) fn rulebook(&self, options: &QuestionOptions) -> Result<Option<Rulebook>, Failure> {
        if self.rules.is_some() {
            return Ok(self.rules);
        }
        options.chosen(self.sentence.game)
    }
}

/// Creates the failure of a question in which a side has no words.
fn no_fleet(sentence: &Sentence, options: &QuestionOptions) -> Failure {
    let [attacker, defender] = &sentence.sides;
    let message = match (attacker.is_empty(), defender.is_empty()) {
        (true, true) => "both fleets are missing",
        (true, false) => "the attacker is missing",
        _ => "the defender is missing",
    };
    let error = Diagnostic::new(message);
    let Ok(known) = options.known(options.typed_rulebook()) else { return Failure::option(error) };
    let [usual, enemy] = known.game().lexicon().example();
    let is_read = |fleet: &&str| !fleet.is_empty() && read_fleet(known, ROLES[0], fleet).is_ok();
    let first = Some(attacker.as_str()).filter(is_read).unwrap_or(usual);
    let second = Some(defender.as_str()).filter(is_read).unwrap_or(enemy);
    let line = Line::of_process();
    let command = line.command(&[format!("{first} vs {second}")], |_| false);
    Failure::option(error.help(format!("for example: `{command}`")))
}

/// Whether a word is the number of ships that follow: `3`, `3x`.
fn is_count(word: &str) -> bool {
    is_number(word.strip_suffix('x').unwrap_or(word))
}

pub(crate) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Creates the failure of words that nothing separates into two fleets. The second fleet probably
/// begins at the last number, or is the last word.
fn one_fleet(words: &[String], options: &QuestionOptions) -> Failure {
    let line = Line::of_process();
    if let [word] = words
        && word == "-"
    {
        let command = line.command(&["--scenario".to_string(), word.clone()], |_| false);
        let help = format!(
            "for a scenario from standard input: `{command}`; for one in each line: `fleetodds batch`"
        );
        return Failure::option(Diagnostic::new("`-` is not a fleet").help(help));
    }
    let begins = |(_, pair): &(usize, &[String])| !pair[0].ends_with('+') && is_count(&pair[1]);
    let second = words.windows(2).enumerate().filter(begins).map(|(at, _)| at + 1).next_back();
    let (first, second) = match (words, second) {
        ([count, _], None) if is_count(count) => (words, &[][..]),
        ([_], None) => (words, &[][..]),
        (_, at) => words.split_at(at.unwrap_or(words.len() - 1)),
    };
    let message = match second {
        [] => "the defender is missing: expected <ATTACKER> vs <DEFENDER>, or a code",
        _ => "only one fleet was found: write `vs` between the fleets",
    };
    let error = Diagnostic::new(message);
    let Ok(known) = options.known(options.typed_rulebook()) else { return Failure::option(error) };
    let [usual, enemy] = known.game().lexicon().example().map(|fleet| vec![fleet.to_string()]);
    let first = first.to_vec();
    let pairs = [[first.clone(), second.to_vec()], [first, enemy.clone()], [usual, enemy]];
    let is_read = |fleet: &Vec<String>| read_fleet(known, ROLES[0], &fleet.join(" ")).is_ok();
    let Some([first, second]) = pairs.iter().find(|pair| pair.iter().all(is_read)) else {
        return Failure::option(error);
    };
    let versus = ["vs".to_string()];
    let command = line.command(&[&first[..], &versus, second].concat(), |_| false);
    Failure::option(error.help(format!("for example: `{command}`")))
}

/// Returns the option that says that who asks defends, unless the line has it: fleets that are
/// written in full no longer say so.
fn defend_option(line: &Line, you: usize) -> &'static str {
    if you == 1 && !line.has("--defend") { " --defend" } else { "" }
}

/// Returns the typed command for candidates and their enemies. With `words`, these are the words of
/// the command; otherwise, the words are the candidates.
pub(crate) fn command_of_fleets(
    options: &QuestionOptions,
    words: Option<&str>,
    candidates: &[SideText],
    enemies: &[SideText],
    side: usize,
) -> Result<String, Failure> {
    let line = Line::of_process();
    let is_full = |name: &str| is_file(name) || is_of_rules(name) || name == "--no-config";
    let are_full = candidates.iter().chain(enemies).all(SideText::is_fleet);
    if !are_full {
        return Ok(line.command(&line.words(), is_file));
    }
    let full = |side: &SideText| side.fleet.to_string();
    let typed = match words {
        Some(words) => vec![words.to_string()],
        None => candidates.iter().map(full).collect(),
    };
    let mut command = line.command(&typed, |name| is_full(name) || name == "--against");
    command += defend_option(&line, side);
    let is_matrix = std::ptr::eq(candidates, enemies);
    for enemy in enemies.iter().filter(|_| !is_matrix) {
        command += &format!(" --against {}", quoted(&full(enemy)));
    }
    command += &format!(" --rules {}", options.typed_rulebook());
    let mut sides = [candidates[0].clone(), enemies[0].clone()];
    sides.rotate_left(side);
    let mut scenario = Scenario::of(sides);
    options.add_own(&mut scenario)?;
    Ok(command + &policies(&scenario) + " --no-config")
}

/// Returns the command as it was typed, without the options that name output files.
pub(crate) fn typed_command() -> String {
    let line = Line::of_process();
    line.command(&line.words(), is_file)
}

/// Whether an option names an output file, or does not change the result.
fn is_file(name: &str) -> bool {
    const ASIDE: [&str; 7] =
        ["--plot", "--report", "--output", "--threads", "--quiet", "--color", "-q"];
    ASIDE.contains(&name) || name.starts_with("-o")
}

/// Returns the options for the policies of the sides.
fn policies(scenario: &Scenario) -> String {
    let sides = scenario.sides.all().iter().enumerate();
    let policy = |(number, side): (usize, &SideText)| {
        let policy = side.command.as_ref()?;
        Some(format!(" --play {}={}", scenario.sides.role(number), policy.value))
    };
    sides.filter_map(policy).collect()
}
