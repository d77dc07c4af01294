//! Turns options and a scenario into a question.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::args::{Colour, DetailArgs, Own, QuestionArgs};
use super::failure::{Failure, warn};
use super::fleet_reader::FleetReader;
use super::input::{json_files, named_rulebook};
use super::interrupt::interrupt;
use fleetodds::answer::{Battles, Budget, DEFAULT_SEED, Listed, Question};
use fleetodds::engine::{Ctx, Shard};
use fleetodds::games::Game;
use fleetodds::scenario::{
    Diagnostic, Engine, MAX_BATTLES, NamedGame, Place, Rulebook, Scenario, SideText, Source,
    Spanned, parse_count, parse_engine,
};

/// Maximum number of worker threads.
const MAX_THREADS: usize = 1024;

/// Options of the command line. They override the scenario.
pub(super) struct QuestionOptions {
    rulebook: Option<Rulebook>,
    plays: Vec<Play>,
    any_blueprint: bool,
    engine: Option<Engine>,
    battles: Option<u64>,
    seed: Option<u64>,
    precision: Option<f64>,
    budget: Budget,
    rounds: bool,
    play_band: bool,
    swings: bool,
    catalogues: Catalogues,
}

/// Value of `--play`: `SIDE=POLICY`.
struct Play {
    source: Arc<Source>,
    /// Length of the name of the side in bytes.
    side: usize,
    policy: Spanned<String>,
}

/// Catalogues, each loaded when it is first used.
struct Catalogues {
    folder: Option<PathBuf>,
    ignore_texts: bool,
    own: Own,
    read: [OnceLock<FleetReader>; Rulebook::ALL.len()],
}

impl QuestionOptions {
    /// Parses the options.
    pub(super) fn read(ask: &QuestionArgs) -> Result<Self, Failure> {
        Self::with_details(ask, &DetailArgs::default())
    }

    /// Parses the options of a command that shows more figures than the odds.
    pub(super) fn with_details(ask: &QuestionArgs, details: &DetailArgs) -> Result<Self, Failure> {
        // The files of the folder are inputs even if its catalogue is read after the output opens.
        ask.fleets.as_deref().map(json_files).transpose()?;
        Ok(Self {
            rulebook: ask.rules.rules.as_deref().map(named_rulebook).transpose()?,
            plays: ask.play.iter().map(|typed| play(typed)).collect::<Result<_, _>>()?,
            any_blueprint: ask.any_blueprint,
            engine: engine(ask)?,
            battles: battles(ask)?,
            seed: ask.seed,
            precision: ask.precision.as_deref().map(precision).transpose()?,
            budget: ask.budget.as_deref().map(budget).transpose()?.unwrap_or_default(),
            rounds: details.rounds,
            play_band: details.play_band,
            swings: details.swing,
            catalogues: Catalogues {
                folder: ask.fleets.clone(),
                ignore_texts: ask.ignore_texts,
                own: ask.own.clone(),
                read: [const { OnceLock::new() }; Rulebook::ALL.len()],
            },
        })
    }

    /// Returns the engine of `--engine`.
    pub(super) fn engine(&self) -> Option<Engine> {
        self.engine
    }

    /// Returns the budget of each question.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether a code can reproduce the question. It cannot contain a catalogue folder or the
    /// permission for illegal blueprints.
    pub(super) fn goes_into_a_code(&self) -> bool {
        self.catalogues.folder.is_none() && !self.any_blueprint
    }

    /// Returns the address at which a fight can be opened, if the user has set that of a page.
    pub(super) fn address_of(&self, code: &str) -> Option<String> {
        let page = self.catalogues.own.page.as_ref().filter(|_| self.goes_into_a_code())?;
        Some(format!("{page}#{code}"))
    }

    /// Returns the rulebook of `--rules`.
    pub(super) fn given_rulebook(&self) -> Option<Rulebook> {
        self.rulebook
    }

    /// Chooses the rulebook that the words of a command name, if they name one.
    pub(super) fn choose(&mut self, named: Option<NamedGame>) -> Result<(), Failure> {
        let Some(named) = named else { return Ok(()) };
        let chosen = self.rulebook.or(self.rulebook_of_settings());
        self.rulebook = match (named.agreed(chosen), self.rulebook) {
            (None, Some(option)) => return Err(contradicts(named, option)),
            (agreed, _) => agreed.or(Some(named.rulebook)),
        };
        Ok(())
    }

    /// Returns the rulebook that the user has set for typed questions.
    pub(super) fn rulebook_of_settings(&self) -> Option<Rulebook> {
        self.catalogues.own.rules
    }

    /// Returns the rulebook for typed fleets: that of `--rules`, of the settings, or the default.
    pub(super) fn typed_rulebook(&self) -> Rulebook {
        self.rulebook.or(self.catalogues.own.rules).unwrap_or_default()
    }

    /// Adds the settings of the user to a scenario of typed fleets.
    pub(super) fn add_own(&self, scenario: &mut Scenario) -> Result<(), Failure> {
        self.add_own_in(self.typed_rulebook(), scenario)
    }

    /// Adds the settings of the user to a scenario of typed fleets in this rulebook.
    pub(super) fn add_own_in(
        &self,
        rulebook: Rulebook,
        scenario: &mut Scenario,
    ) -> Result<(), Failure> {
        scenario.rulebook = Some(rulebook);
        scenario.is_typed = true;
        let Some(policy) = self.catalogues.own.captains.as_deref() else { return Ok(()) };
        let game = self.game(rulebook)?;
        let place = Place::whole(&Source::new("captains", policy));
        let policy = Spanned { value: policy.to_string(), place };
        // The policies of other games do not matter here.
        if game.check_policy(&policy).is_ok() {
            let sides = scenario.sides.all_mut().iter_mut().flat_map(SideText::fleets_mut);
            for side in sides.filter(|side| game.is_players(side) && !game.has_policy(side)) {
                side.command.get_or_insert_with(|| policy.clone());
            }
        }
        Ok(())
    }

    /// Returns the question of typed fleets.
    pub(super) fn typed_question(&self, mut scenario: Scenario) -> Result<Question, Failure> {
        self.add_own(&mut scenario)?;
        self.question(scenario)
    }

    /// Returns a rulebook with its catalogue.
    pub(super) fn game(&self, rulebook: Rulebook) -> Result<&dyn Game, Failure> {
        Ok(self.catalogues.get(rulebook)?.game())
    }

    /// Returns what fleets are read with in a rulebook.
    pub(super) fn known(&self, rulebook: Rulebook) -> Result<&FleetReader, Failure> {
        self.catalogues.get(rulebook)
    }

    /// Reads a typed fleet, and says so if its words could have another meaning.
    pub(super) fn read_fleet(&self, role: &str, typed: &str) -> Result<SideText, Failure> {
        let side = self.try_fleet(role, typed)?;
        if side.reading.is_guess && !self.catalogues.own.is_quiet {
            warn(&format!("`{typed}` is read as `{}`", side.fleet), Colour::Auto);
        }
        Ok(side)
    }

    /// Reads a typed fleet, and does not say how its words are read.
    pub(super) fn try_fleet(&self, role: &str, typed: &str) -> Result<SideText, Failure> {
        self.catalogues.get(self.typed_rulebook())?.read_fleet(role, typed)
    }

    /// Returns the rulebook for a scenario: that in which its fleets were typed, or else that of
    /// `--rules`, of the scenario, or the default.
    pub(super) fn rulebook(&self, scenario: &Scenario) -> Rulebook {
        let typed = scenario.rulebook.filter(|_| scenario.is_typed);
        typed.or(self.rulebook).or(scenario.rulebook).unwrap_or_default()
    }

    /// Returns the seed for a scenario.
    pub(super) fn seed(&self, scenario: &Scenario) -> u64 {
        self.seed.or(scenario.seed).unwrap_or(DEFAULT_SEED)
    }

    /// Returns the scenario as JSON, with the overrides of the command line.
    pub(super) fn to_json(&self, scenario: &Scenario) -> Result<String, Failure> {
        let mut scenario = scenario.clone();
        self.plays.iter().try_for_each(|play| play.set(&mut scenario))?;
        scenario.battles = self.battles.or(scenario.battles);
        scenario.seed = self.seed.or(scenario.seed);
        scenario.engine = self.engine.or(scenario.engine);
        Ok(scenario.to_json(self.game(self.rulebook(&scenario))?.lexicon())?)
    }

    /// Returns the question of a scenario under these options.
    pub(super) fn question(&self, scenario: Scenario) -> Result<Question, Failure> {
        let rulebook = self.rulebook(&scenario);
        self.question_in(rulebook, scenario)
    }

    /// Returns a scenario of a batch with what these options say where it says nothing: its own rules
    /// and policies win.
    pub(super) fn settled(&self, mut scenario: Scenario) -> Result<Scenario, Failure> {
        let rulebook = scenario.rulebook.or(self.rulebook).unwrap_or_default();
        scenario.rulebook = Some(rulebook);
        let own = scenario.clone();
        let game = self.game(rulebook)?;
        for play in &self.plays {
            play.set(&mut scenario)?;
        }
        for (side, own) in scenario.sides.all_mut().iter_mut().zip(own.sides.all()) {
            if game.has_policy(own) {
                side.command.clone_from(&own.command);
            }
        }
        Ok(scenario)
    }

    /// Whether a scenario of a batch overrides an option: its rules, or the play of a side.
    pub(super) fn is_overridden(&self, scenario: &Scenario) -> bool {
        let has_other = |rulebook: Rulebook| scenario.rulebook.is_some_and(|own| own != rulebook);
        self.rulebook.is_some_and(has_other)
    }

    /// Returns the question of a scenario of a batch. An exact answer is checked by battles only where
    /// their number is given.
    pub(super) fn batch_question(&self, scenario: &Scenario) -> Result<Question, Failure> {
        let rulebook = scenario.rulebook.unwrap_or_default();
        let mut question = self.question_with(rulebook, scenario)?;
        question.checks = matches!(question.battles, Battles::Given(_));
        Ok(question)
    }

    /// Returns the question of a record. `--rules` holds only where the record names no rulebook,
    /// so that records of several games can be analysed together.
    pub(super) fn recorded_question(&self, scenario: Scenario) -> Result<Question, Failure> {
        let rulebook = scenario.rulebook.or(self.rulebook).unwrap_or_default();
        self.question_in(rulebook, scenario)
    }

    fn question_in(&self, rulebook: Rulebook, mut scenario: Scenario) -> Result<Question, Failure> {
        for play in &self.plays {
            play.set(&mut scenario)?;
        }
        self.question_with(rulebook, &scenario)
    }

    /// Returns the question of a scenario that has its policies.
    fn question_with(&self, rulebook: Rulebook, scenario: &Scenario) -> Result<Question, Failure> {
        let game = self.game(rulebook)?;
        // A wrong policy of `--play` is an error of usage, not of the scenario.
        for policy in scenario.sides.all().iter().filter_map(|side| side.command.as_ref()) {
            game.check_policy(policy).map_err(Failure::option)?;
        }
        let mut question = game.question(scenario, self.any_blueprint)?;
        question.engine = self.engine.unwrap_or(question.engine);
        question.battles = self.battles.map_or(question.battles, Battles::Given);
        question.seed = self.seed.unwrap_or(question.seed);
        question.rounds = question.rounds.or(self.rounds.then_some(Listed::Enough));
        question.budget = self.budget;
        question.precision = self.precision;
        question.play_band = self.play_band;
        question.swings = self.swings;
        Ok(question)
    }
}

/// Creates the failure of a question that names another game than an option.
pub(super) fn contradicts(named: NamedGame, option: Rulebook) -> Failure {
    Failure::Usage(format!(
        "the question names {}, and the option {}: leave out one of them",
        named.rulebook.title(),
        option.title()
    ))
}

impl Catalogues {
    fn get(&self, rulebook: Rulebook) -> Result<&FleetReader, Failure> {
        let place = &self.read[Rulebook::ALL.iter().position(|r| *r == rulebook).unwrap_or(0)];
        if let Some(known) = place.get() {
            return Ok(known);
        }
        let known =
            FleetReader::load(rulebook, self.folder.as_deref(), self.ignore_texts, &self.own)?;
        Ok(place.get_or_init(|| known))
    }
}

impl Play {
    /// Sets the policy of the side, which is named by its role or its own name.
    fn set(&self, scenario: &mut Scenario) -> Result<(), Failure> {
        let range = 0..self.side;
        let name = self.source.text[range.clone()].trim();
        let i = scenario.sides.named(name).map_err(|known| {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let place = Place { source: Arc::clone(&self.source), range };
            Failure::option(Diagnostic::unknown(&place, "side", &known))
        })?;
        scenario.sides.all_mut()[i].command = Some(self.policy.clone());
        Ok(())
    }
}

/// Parses `SIDE=POLICY`. The name of the side is checked later, against the scenario.
fn play(typed: &str) -> Result<Play, Failure> {
    let source = Source::new("--play", typed);
    let Some((side, policy)) = typed.split_once('=') else {
        let error = Diagnostic::at(&Place::whole(&source), "`--play` takes a side and a policy");
        return Err(Failure::option(error.label("expected `SIDE=POLICY`")));
    };
    let place = Place { source: Arc::clone(&source), range: side.len() + 1..typed.len() };
    let policy = Spanned { value: policy.to_string(), place };
    Ok(Play { source, side: side.len(), policy })
}

fn engine(ask: &QuestionArgs) -> Result<Option<Engine>, Failure> {
    let parse =
        |name: &String| parse_engine(&Place::whole(&Source::new("--engine", name.as_str())), name);
    ask.engine.as_ref().map(parse).transpose().map_err(Failure::option)
}

fn battles(ask: &QuestionArgs) -> Result<Option<u64>, Failure> {
    let Some(typed) = &ask.battles else { return Ok(None) };
    parse_count(typed).map(Some).ok_or_else(|| {
        let allowed =
            format!("must be a whole number from 1 to {MAX_BATTLES}, like 100000, 100k or 1e6");
        Failure::Usage(format!("--battles `{typed}`: {allowed}"))
    })
}

/// Parses a budget of time and optionally memory: `2s`, `500ms,4GB`.
fn budget(typed: &str) -> Result<Budget, Failure> {
    Budget::parse(typed).ok_or_else(|| {
        Failure::Usage(format!(
            "--budget `{typed}`: expected a time and optionally an amount of memory, like `2s`, \
             `500ms,4GB` or `10m,500MB`"
        ))
    })
}

/// Returns the number of worker threads: that of `--threads`, or the number of cores.
pub(super) fn threads(typed: Option<usize>) -> Result<NonZeroUsize, Failure> {
    let all = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let Some(n) = typed else { return Ok(all) };
    NonZeroUsize::new(n)
        .filter(|n| n.get() <= MAX_THREADS)
        .ok_or_else(|| Failure::Usage(format!("--threads {n}: must be from 1 to {MAX_THREADS}")))
}

/// Maximum number of parts of a run.
const MAX_SHARDS: u64 = 100_000;

/// Parses a shard: `2/7` is the second of seven parts.
pub(super) fn shard(typed: &str) -> Result<Shard, Failure> {
    let wrong = || {
        let expected = "expected the number of a part and the number of parts, like `2/7`";
        Failure::Usage(format!("--shard `{typed}`: {expected}"))
    };
    let (number, of) = typed.split_once('/').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (number, of) = (read(number)?, read(of)?);
    count_of_shards(of)?;
    if !(1..=of).contains(&number) {
        return Err(wrong());
    }
    Ok(Shard { number: number - 1, of })
}

/// Checks the number of parts of a run.
pub(super) fn count_of_shards(of: u64) -> Result<(), Failure> {
    if (1..=MAX_SHARDS).contains(&of) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{of} parts: a run can have 1 to {MAX_SHARDS}")))
}

/// Starts worker threads, which Ctrl-C stops.
pub(super) fn workers(threads: NonZeroUsize) -> Result<Ctx, Failure> {
    let stop = interrupt()?;
    let ctx = Ctx::new(threads.get());
    let ctx = ctx.map_err(|error| Failure::Io("cannot start threads".into(), error))?;
    Ok(ctx.with_stop(stop))
}

/// Parses `--precision`: `0.1%`.
fn precision(typed: &str) -> Result<f64, Failure> {
    let percent = percent(typed).ok_or_else(|| match typed.trim().parse::<f64>() {
        Ok(number) if number > 0.0 => format!("write {number}%, a margin in percent like 0.1%"),
        _ => "write a margin like 0.1%".into(),
    });
    percent
        .and_then(|p| {
            let fits = (1e-6..=0.5).contains(&p);
            fits.then_some(p).ok_or_else(|| "must be from 0.0001% to 50%".into())
        })
        .map_err(|why| Failure::Usage(format!("--precision `{typed}`: {why}")))
}

/// Parses odds: `80%`, or a fraction with a decimal point like `0.8`.
pub(super) fn share(option: &str, typed: &str) -> Result<f64, Failure> {
    let number = typed.trim().parse::<f64>().ok();
    let fraction = number.filter(|p| typed.contains('.') && (0.0..=1.0).contains(p));
    let share = percent(typed).or(fraction).ok_or_else(|| match number {
        Some(number) => format!("write {number}%"),
        None => "write odds like 80%".into(),
    });
    share
        .and_then(|p| {
            let fits = (0.0..=1.0).contains(&p);
            fits.then_some(p).ok_or_else(|| "must be from 0% to 100%".into())
        })
        .map_err(|why| Failure::Usage(format!("{option} `{typed}`: {why}")))
}

/// Parses a percentage. Returns `None` without a percent sign.
fn percent(typed: &str) -> Option<f64> {
    let number = typed.trim().strip_suffix('%')?.trim().parse::<f64>().ok()?;
    Some(number / 100.0)
}
