//! Reads the fight of a command: two fleets, a scenario, a link or a code.

use std::sync::Arc;

use clap::CommandFactory;

use super::args::{Cli, FightSourceArgs};
use super::ask::QuestionOptions;
use super::failure::Failure;
use super::fleet_reader::{in_full, whole_file};
use super::input::read_source;
use super::line::Line;
use fleetodds::answer::ROLES;
use fleetodds::games::{Linked, read_link};
use fleetodds::scenario::phrase::split_sides;
use fleetodds::scenario::{Diagnostic, Scenario, Sides, Source, decode, is_code, read_scenario};

/// The fight of a command line.
pub(super) struct FightSource {
    /// The fight as a scenario.
    pub(super) scenario: Scenario,
    /// Warnings about parts of a link that the scenario leaves out.
    pub(super) left_out: Vec<String>,
    /// The typed fleets in full, unless the fight comes from elsewhere.
    pub(super) typed: Option<TypedFleets>,
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
        if sides(words).is_some() {
            let message = "--against-mix takes the place of the second fleet: leave that out";
            return Err(Failure::Usage(message.into()));
        }
        let typed = words.join(" ");
        let attacker = options.read_fleet(ROLES[0], &typed)?;
        let words = vec![in_full(&attacker, &typed)];
        let (enemy, mix) = options.known(options.typed_rulebook())?.read_mix(mix)?;
        let mut scenario = Scenario::of([attacker, enemy]);
        options.add_own(&mut scenario)?;
        let typed = TypedFleets { words, mix: Some(mix) };
        Ok(Self { scenario, left_out: Vec::new(), typed: Some(typed) })
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
            words => match sides(words) {
                Some(fleets) => Self::typed(&fleets, options),
                None => Err(one_fleet(words)),
            },
        }
    }

    fn of(document: Arc<Source>) -> Result<Self, Failure> {
        let scenario = read_scenario(&document)?;
        Ok(Self { scenario, left_out: Vec::new(), typed: None })
    }

    fn typed(fleets: &[String; 2], options: &QuestionOptions) -> Result<Self, Failure> {
        let [attacker, defender] =
            [0, 1].map(|side: usize| options.read_fleet(ROLES[side], &fleets[side]));
        let sides = [attacker?, defender?];
        let words = sides.iter().zip(fleets).map(|(side, typed)| in_full(side, typed)).collect();
        let mut scenario = Scenario::of(sides);
        options.add_own(&mut scenario)?;
        Ok(Self { scenario, left_out: Vec::new(), typed: Some(TypedFleets { words, mix: None }) })
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

/// Returns the two fleets of a question, or `None` if nothing separates them. Two words are two
/// fleets; otherwise, a word like `vs` separates them.
pub(super) fn sides(words: &[String]) -> Option<[String; 2]> {
    let splits = |word: &String| whole_file(word).is_none() && split_sides(word).is_some();
    match words {
        [count, _] if is_count(count) => None,
        [attacker, defender] if !splits(attacker) && !splits(defender) => {
            Some([attacker.clone(), defender.clone()])
        }
        _ => {
            let text = words.join(" ");
            split_sides(&text).map(|sides| sides.map(|side| text[side].trim().to_string()))
        }
    }
}

/// Whether a word is the number of ships that follow: `3`, `3x`.
fn is_count(word: &str) -> bool {
    let digits = word.strip_suffix('x').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Creates the failure of words that nothing separates into two fleets. The second fleet probably
/// begins at the last number, or is the last word.
fn one_fleet(words: &[String]) -> Failure {
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
    let example = ["1".to_string(), "ancient".to_string()];
    let (message, second) = match second {
        [] => {
            ("the defender is missing: expected <ATTACKER> vs <DEFENDER>, or a code", &example[..])
        }
        second => ("only one fleet was found: write `vs` between the fleets", second),
    };
    let sides = [first, &["vs".to_string()], second].concat();
    let command = line.command(&sides, |_| false);
    Failure::option(Diagnostic::new(message).help(format!("for example: `{command}`")))
}
