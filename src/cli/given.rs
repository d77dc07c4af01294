//! Reads the fight of a command: two fleets, a scenario, a link or a code.

use std::sync::Arc;

use clap::CommandFactory;
use serde_json::{Map, Value};

use super::args::{Cli, FightSourceArgs};
use super::ask::{QuestionOptions, contradicts};
use super::failure::Failure;
use super::fleet_reader::{in_full, whole_file};
use super::input::read_source;
use super::line::Line;
use fleetodds::answer::ROLES;
use fleetodds::games::{Linked, read_link};
use fleetodds::result::AsTyped;
use fleetodds::scenario::phrase::{setting_in_words, take_setting};
use fleetodds::scenario::{
    Diagnostic, Rulebook, Scenario, Sentence, SideText, Sides, Source, decode, is_code, quoted,
    read_scenario,
};

/// The fight of a command line.
pub(super) struct FightSource {
    /// The fight as a scenario.
    pub(super) scenario: Scenario,
    /// Warnings about parts of a link that the scenario leaves out.
    pub(super) left_out: Vec<String>,
    /// The typed fleets in full, unless the fight comes from elsewhere.
    pub(super) typed: Option<TypedFleets>,
    /// Side of who asks.
    pub(super) you: usize,
}

impl FightSource {
    /// Adds to the warnings how a typed question was read, if its words leave something open.
    pub(super) fn with_remarks(mut self, options: &QuestionOptions) -> Self {
        let Some(asked) = self.as_typed(options) else { return self };
        if asked.is_guess {
            let sides = self.scenario.sides.all().iter();
            let fleets: Vec<String> = sides.map(|side| side.fleet.to_string()).collect();
            self.left_out.push(format!("read as {}", fleets.join(" v ")));
        }
        self.left_out.extend(asked.notes);
        self
    }

    /// Returns the words of a typed question, if they leave something open.
    pub(super) fn as_typed(&self, options: &QuestionOptions) -> Option<AsTyped> {
        self.typed.as_ref()?;
        let line = Line::read(&Cli::command(), std::env::args_os()).unwrap_or_default();
        let mut command = |sides: [String; 2]| line.command(&[sides.join(" vs ")], |_| false);
        as_typed(&self.scenario, &line.words().join(" "), options, &mut command)
    }
}

/// Returns the words of a typed question, if they leave something open. `command` returns the command
/// for two fleets.
pub(super) fn as_typed(
    scenario: &Scenario,
    typed: &str,
    options: &QuestionOptions,
    command: &mut dyn FnMut([String; 2]) -> String,
) -> Option<AsTyped> {
    let Sides::Two(sides) = &scenario.sides else { return None };
    let rulebook = options.rulebook(scenario);
    let known = options.known(rulebook).ok()?;
    let full = sides.each_ref().map(|side| side.fleet.to_string());
    let mut notes = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        for other in &side.reading.others {
            let mut fleets = full.clone();
            fleets[number].clone_from(other);
            // Only fleets that can be read are other meanings.
            if known.ask(&Source::new("other", other.as_str())).is_ok() {
                notes.push(format!("for the other meaning: {}", command(fleets)));
            }
        }
        notes.extend(side.reading.notes.iter().cloned());
    }
    let is_guess = sides.iter().any(|side| side.reading.is_guess);
    (is_guess || !notes.is_empty()).then(|| AsTyped::new(typed.to_string(), is_guess, notes))
}

/// Fleets as another command can give them, in full.
pub(super) struct TypedFleets {
    /// Both fleets, or the attacker alone if the enemy is a mix.
    pub(super) words: Vec<String>,
    /// Value of `--against-mix`.
    pub(super) mix: Option<String>,
}

impl FightSource {
    /// Reads the fight that the command line gives.
    pub(super) fn read(args: &FightSourceArgs, options: &QuestionOptions) -> Result<Self, Failure> {
        let mut source = match &args.against_mix {
            Some(mix) => Self::against_mix(args, mix, options)?,
            None => Self::given(args, options)?,
        };
        if args.defend {
            if !matches!(source.scenario.sides, Sides::Two(_)) {
                let message = "--defend is for two sides, and this fight has several parties";
                return Err(Failure::Usage(message.into()));
            }
            source.you = 1;
        }
        if args.swap {
            match &mut source.scenario.sides {
                Sides::Two(sides) => {
                    sides.swap(0, 1);
                    if let Some(TypedFleets { words, mix: None }) = &mut source.typed {
                        words.swap(0, 1);
                    }
                }
                Sides::Parties(_) => {
                    let message = "--swap is for two sides, and this fight has several parties";
                    return Err(Failure::Usage(message.into()));
                }
            }
        }
        Ok(source)
    }

    /// Reads the fight, with a mix of fleets in place of the defender.
    fn against_mix(
        args: &FightSourceArgs,
        mix: &str,
        options: &QuestionOptions,
    ) -> Result<Self, Failure> {
        if !args.words.is_empty() && !is_code(&args.words[0]) {
            return Self::typed_against_mix(&args.words, mix, options);
        }
        let mut source = Self::given(args, options)?;
        let (enemy, _) = options.known(options.rulebook(&source.scenario))?.read_mix(mix)?;
        match &mut source.scenario.sides {
            Sides::Two(sides) if sides[0].mix.is_empty() => sides[1] = enemy,
            Sides::Two(_) => {
                let message = "--against-mix: the attacker is a mix, and only one side can be one";
                return Err(Failure::Usage(message.into()));
            }
            Sides::Parties(_) => {
                let message = "--against-mix is for two sides, and this fight has several parties";
                return Err(Failure::Usage(message.into()));
            }
        }
        Ok(source)
    }

    fn typed_against_mix(
        words: &[String],
        mix: &str,
        options: &QuestionOptions,
    ) -> Result<Self, Failure> {
        if sides(words, options).is_some() {
            let message = "--against-mix takes the place of the second fleet: leave that out";
            return Err(Failure::Usage(message.into()));
        }
        let typed = words.join(" ");
        let attacker = options.read_fleet(ROLES[0], &typed)?;
        let words = vec![in_full(&attacker, &typed)];
        let typed_mix = mix;
        let (enemy, mix) = options.known(options.typed_rulebook())?.read_mix(mix)?;
        let left_out = match enemy.mix.len() == 1 && typed_mix.contains(',') {
            true => vec!["--against-mix has one fleet: `|` separates several".to_string()],
            false => Vec::new(),
        };
        let mut scenario = Scenario::of([attacker, enemy]);
        options.add_own(&mut scenario)?;
        let typed = TypedFleets { words, mix: Some(mix) };
        Ok(Self { scenario, left_out, typed: Some(typed), you: 0 })
    }

    fn given(args: &FightSourceArgs, options: &QuestionOptions) -> Result<Self, Failure> {
        if let Some(path) = &args.scenario {
            return Self::of(read_source(path)?);
        }
        if let Some(link) = &args.from_link {
            return Self::linked(link, options);
        }
        match &args.words[..] {
            [code] if is_code(code) => Self::coded(code),
            [code, ..] if is_code(code) => {
                let message = "a code contains both fleets: leave out the second one";
                Err(Failure::Usage(message.into()))
            }
            [link] if is_link(link) => Self::linked(link, options),
            words => match sides(words, options) {
                Some(question) => Self::typed(&question, options),
                None => Err(one_fleet(words, options)),
            },
        }
    }

    fn of(document: Arc<Source>) -> Result<Self, Failure> {
        let scenario = read_scenario(&document)?;
        Ok(Self { scenario, left_out: Vec::new(), typed: None, you: 0 })
    }

    fn typed(question: &TypedQuestion, options: &QuestionOptions) -> Result<Self, Failure> {
        let TypedFight { rulebook, sides, setting } = question.read(options)?;
        let fleets = &question.sentence.sides;
        let words = sides.iter().zip(fleets).map(|(side, typed)| in_full(side, typed));
        let mut words: Vec<String> = words.collect();
        words[1] += &setting_in_words(rulebook, &setting);
        let mut scenario = Scenario::of(sides).in_setting(&setting)?;
        options.add_own_in(rulebook, &mut scenario)?;
        let typed = Some(TypedFleets { words, mix: None });
        let you = usize::from(question.sentence.is_defenders);
        Ok(Self { scenario, left_out: Vec::new(), typed, you })
    }

    fn coded(code: &str) -> Result<Self, Failure> {
        Self::of(Source::new("code", decode(&Source::new("code", code))?))
    }

    /// Reads a link. The link decides between space and ground; `--rules` must agree with it.
    fn linked(link: &str, options: &QuestionOptions) -> Result<Self, Failure> {
        let Linked { rulebook, document, warnings } = read_link(&Source::new("link", link))?;
        if let Some(asked) = options.given_rulebook().filter(|asked| *asked != rulebook) {
            return Err(Failure::Usage(format!("--rules {asked}: the link is for {rulebook}")));
        }
        let given = Self::of(Source::new("scenario of the link", document.to_string()))?;
        Ok(Self { left_out: warnings, ..given })
    }
}

/// Whether a word is a link to a fight.
fn is_link(word: &str) -> bool {
    word.contains("://") && !word.contains(char::is_whitespace)
}

/// The fight of a typed question.
pub(super) struct TypedFight {
    pub(super) rulebook: Rulebook,
    pub(super) sides: [SideText; 2],
    pub(super) setting: Map<String, Value>,
}

/// A typed question: two fleets, and the game that it names.
pub(super) struct TypedQuestion {
    pub(super) sentence: Sentence,
    /// Whether `@FILE` stands for a file.
    pub(super) has_files: bool,
    /// Rulebook that is said beside the words, and wins over all others.
    pub(super) rules: Option<Rulebook>,
}

impl TypedQuestion {
    /// Reads both fleets in the game that the question names, or else options and settings. Without
    /// any, it is the only game that knows all ships.
    pub(super) fn read(&self, options: &QuestionOptions) -> Result<TypedFight, Failure> {
        let read = self.read_fleets(options).map_err(|error| match self.alternatives(options) {
            Some(command) => {
                let error = Diagnostic::new("a side cannot be one fleet `or` another");
                Failure::from(error.help(format!("for a mix of fleets: `{command}`")))
            }
            None => error,
        })?;
        let game = options.game(read.rulebook)?;
        let Some(why) = game.idle(&read.sides) else { return Ok(read) };
        let error = Diagnostic::new(why);
        let other = Rulebook::ALL.into_iter().find(|other| {
            let is_other = *other != read.rulebook && other.is_of_game(read.rulebook);
            is_other && options.game(*other).is_ok_and(|game| game.idle(&read.sides).is_none())
        });
        Err(Failure::from(match other {
            Some(other) => error.help(format!("{}: {}", other.title(), other.switch())),
            None => error,
        }))
    }

    /// Returns the command for a defender that is one of several fleets, if its words have an `or`.
    fn alternatives(&self, options: &QuestionOptions) -> Option<String> {
        let [attacker, defender] = &self.sentence.sides;
        let fleets: Vec<&str> = defender.split(" or ").map(str::trim).collect();
        let rulebook = self.rulebook(options).ok().flatten().unwrap_or_default();
        let known = options.known(rulebook).ok()?;
        let is_read = |fleet: &str| known.ask(&Source::new("fleet", fleet)).is_ok();
        let are_read = fleets.len() > 1 && fleets.iter().all(|fleet| is_read(fleet));
        let mix = quoted(&fleets.join(" | "));
        (are_read && is_read(attacker)).then(|| {
            format!("fleetodds {} --against-mix {mix} {}", quoted(attacker), rulebook.switch())
        })
    }

    fn read_fleets(&self, options: &QuestionOptions) -> Result<TypedFight, Failure> {
        if self.sentence.sides.iter().any(String::is_empty) {
            return Err(no_fleet(&self.sentence, options));
        }
        let fight = |rulebook: Rulebook| -> Result<TypedFight, Failure> {
            let known = options.known(rulebook)?;
            let mut typed = self.sentence.sides.clone();
            let setting = take_setting(rulebook, &mut typed);
            let fleet = |side: usize| {
                let (role, typed) = (ROLES[side], &typed[side]);
                match self.has_files {
                    true => known.read_fleet(role, typed),
                    false => known.ask(&Source::new(role, typed.as_str())),
                }
            };
            let sides = [fleet(0)?, fleet(1)?];
            let rulebook = known.game().theatre(&sides);
            Ok(TypedFight { rulebook, sides, setting })
        };
        if let Some(rulebook) = self.rulebook(options)? {
            return fight(rulebook);
        }
        let usual = Rulebook::default();
        let error = match fight(usual) {
            Ok(read) => return Ok(read),
            Err(error) if !error.is_unknown_name() => return Err(error),
            Err(error) => error,
        };
        let others = Rulebook::ALL.into_iter().filter(|rulebook| *rulebook != usual);
        let mut found: Vec<_> = others.filter_map(|rulebook| fight(rulebook).ok()).collect();
        // Ground forces travel with ships, and ships bombard planets: a fight of both is in space.
        let is_one_game = found.iter().all(|other| found[0].rulebook.is_of_game(other.rulebook));
        if !is_one_game || found.is_empty() {
            return Err(error);
        }
        let mut found = found.swap_remove(0);
        let (title, switch) = (found.rulebook.title(), found.rulebook.switch());
        let note = format!("only {title} has all these ships; to choose it: {switch}");
        found.sides[0].reading.notes.push(note);
        Ok(found)
    }

    /// Returns the rulebook that the words name, or else an option or a setting.
    pub(super) fn rulebook(&self, options: &QuestionOptions) -> Result<Option<Rulebook>, Failure> {
        if self.rules.is_some() {
            return Ok(self.rules);
        }
        let (option, setting) = (options.given_rulebook(), options.rulebook_of_settings());
        let Some(named) = self.sentence.game else { return Ok(option.or(setting)) };
        match (named.agreed(option), option) {
            (Some(rulebook), Some(_)) => Ok(Some(rulebook)),
            (None, Some(option)) => Err(contradicts(named, option)),
            (_, None) => Ok(named.agreed(setting).or(Some(named.rulebook))),
        }
    }
}

/// Returns the question of these words, or `None` if nothing separates two fleets. Two words are two
/// fleets; otherwise, a word like `vs` separates them.
pub(super) fn sides(words: &[String], options: &QuestionOptions) -> Option<TypedQuestion> {
    let chosen = options.given_rulebook().or(options.rulebook_of_settings());
    let splits =
        |word: &String| whole_file(word).is_none() && Sentence::read(word, chosen).is_some();
    let sentence = match words {
        [count, _] if is_count(count) => None,
        [attacker, defender] if !splits(attacker) && !splits(defender) => {
            let sides = [attacker.clone(), defender.clone()];
            Some(Sentence { sides, game: None, is_defenders: false })
        }
        _ => Sentence::read(&words.join(" "), chosen),
    };
    sentence.map(|sentence| TypedQuestion { sentence, has_files: true, rules: None })
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
    let [usual, enemy] = known.game().lexicon().example;
    let is_read = |fleet: &&str| !fleet.is_empty() && known.read_fleet(ROLES[0], fleet).is_ok();
    let first = Some(attacker.as_str()).filter(is_read).unwrap_or(usual);
    let second = Some(defender.as_str()).filter(is_read).unwrap_or(enemy);
    let line = Line::read(&Cli::command(), std::env::args_os()).unwrap_or_default();
    let command = line.command(&[format!("{first} vs {second}")], |_| false);
    Failure::option(error.help(format!("for example: `{command}`")))
}

/// Whether a word is the number of ships that follow: `3`, `3x`.
fn is_count(word: &str) -> bool {
    let digits = word.strip_suffix('x').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Creates the failure of words that nothing separates into two fleets. The second fleet probably
/// begins at the last number, or is the last word.
fn one_fleet(words: &[String], options: &QuestionOptions) -> Failure {
    let line = Line::read(&Cli::command(), std::env::args_os()).unwrap_or_default();
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
    let [usual, enemy] = known.game().lexicon().example.map(|fleet| vec![fleet.to_string()]);
    let first = first.to_vec();
    let pairs = [[first.clone(), second.to_vec()], [first, enemy.clone()], [usual, enemy]];
    let is_read = |fleet: &Vec<String>| known.read_fleet(ROLES[0], &fleet.join(" ")).is_ok();
    let Some([first, second]) = pairs.iter().find(|pair| pair.iter().all(is_read)) else {
        return Failure::option(error);
    };
    let versus = ["vs".to_string()];
    let command = line.command(&[&first[..], &versus, second].concat(), |_| false);
    Failure::option(error.help(format!("for example: `{command}`")))
}
