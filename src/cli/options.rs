//! The options of a question: they override a scenario, and turn it into a question.

use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{Colour, DetailArgs, Own, QuestionArgs};
use crate::cli::failure::{Failure, warn};
use crate::cli::files::{json_files, named_rulebook, read_source};
use crate::cli::fleet_files::read_fleet;
use crate::cli::saved_ships;
use fleetodds::internals::answer::{Battles, Budget, DEFAULT_SEED, Question};
use fleetodds::internals::games::{Catalogues, FleetReader, Game, discordant_stars};
use fleetodds::internals::scenario::{
    Diagnostic, Engine, MAX_BATTLES, NamedGame, Place, Rulebook, Scenario, SideText, Source,
    Spanned, parse_count, parse_engine,
};

/// Options of the command line. They override the scenario.
pub(crate) struct QuestionOptions {
    /// Rulebook of `--rules`, or that the words of a command name.
    pub(crate) rulebook: Option<Rulebook>,
    plays: Vec<Play>,
    any_blueprint: bool,
    pub(crate) engine: Option<Engine>,
    battles: Option<u64>,
    seed: Option<u64>,
    precision: Option<f64>,
    /// Budget of each question.
    pub(crate) budget: Budget,
    rounds: bool,
    play_band: bool,
    swings: bool,
    own: Own,
    /// Whether the catalogues have files of `--fleets` or `--ds`.
    has_files: bool,
    pub(crate) catalogues: Catalogues,
}

/// Value of `--play`: `SIDE=POLICY`.
struct Play {
    source: Arc<Source>,
    /// Length of the name of the side in bytes.
    side: usize,
    policy: Spanned<String>,
}

impl QuestionOptions {
    pub(crate) fn read(ask: &QuestionArgs) -> Result<Self, Failure> {
        Self::with_details(ask, &DetailArgs::default())
    }

    /// Parses the options of a command that shows more figures than the odds.
    pub(crate) fn with_details(ask: &QuestionArgs, details: &DetailArgs) -> Result<Self, Failure> {
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
            own: ask.own.clone(),
            has_files: ask.fleets.is_some() || ask.ds,
            catalogues: catalogues(ask.fleets.as_deref(), ask.ignore_texts, ask.ds, &ask.own)?,
        })
    }

    /// Whether a code can reproduce the question. It cannot contain a catalogue folder or the
    /// permission for illegal blueprints.
    pub(crate) fn goes_into_a_code(&self) -> bool {
        !self.has_files && !self.any_blueprint
    }

    /// Returns the address at which a fight can be opened, if the user has set that of a page.
    pub(crate) fn address_of(&self, code: &str) -> Option<String> {
        let page = self.own.page.as_ref().filter(|_| self.goes_into_a_code())?;
        Some(format!("{page}#{code}"))
    }

    /// Returns the rulebook of words that may name a game, or else of an option or a setting.
    pub(crate) fn chosen(&self, named: Option<NamedGame>) -> Result<Option<Rulebook>, Failure> {
        let chosen = self.rulebook.or(self.own.rules);
        let Some(named) = named else { return Ok(chosen) };
        match (named.agreed(chosen), self.rulebook) {
            (None, Some(option)) => Err(contradicts(named, option)),
            (agreed, _) => Ok(agreed.or(Some(named.rulebook))),
        }
    }

    /// Chooses the rulebook that the words of a command name, if they name one.
    pub(crate) fn choose(&mut self, named: Option<NamedGame>) -> Result<(), Failure> {
        if named.is_some() {
            self.rulebook = self.chosen(named)?;
        }
        Ok(())
    }

    /// Chooses the rulebook in which each of these fleets meets each of its enemies: ground forces
    /// alone fight on a planet. `side` is that of the fleets.
    ///
    /// # Errors
    /// If some of them meet in space and others on a planet, or if two have nothing to fight with.
    pub(crate) fn choose_theatre(
        &mut self,
        fleets: &[SideText],
        enemies: &[SideText],
        side: usize,
    ) -> Result<(), Failure> {
        let mut chosen = None;
        let pairs = fleets.iter().flat_map(|fleet| enemies.iter().map(move |enemy| [fleet, enemy]));
        for pair in pairs {
            let mut sides = pair.map(SideText::clone);
            sides.rotate_left(side);
            let theatre = self.game(self.typed_rulebook())?.theatre(&sides);
            if chosen.is_some_and(|chosen| chosen != theatre) {
                let error =
                    Diagnostic::new("some of these fleets fight in space, others on a planet");
                return Err(Failure::option(error.help("ask about each kind on its own")));
            }
            if let Some(why) = self.game(theatre)?.idle(&sides) {
                return Err(Failure::option(Diagnostic::new(why)));
            }
            chosen = Some(theatre);
        }
        if let Some(theatre) = chosen.filter(|theatre| *theatre != self.typed_rulebook()) {
            self.rulebook = Some(theatre);
        }
        Ok(())
    }

    /// Returns the rulebook for typed fleets: that of `--rules`, of the settings, or the default.
    pub(crate) fn typed_rulebook(&self) -> Rulebook {
        self.rulebook.or(self.own.rules).unwrap_or_default()
    }

    /// Adds the settings of the user to a scenario of typed fleets.
    pub(crate) fn add_own(&self, scenario: &mut Scenario) -> Result<(), Failure> {
        let rulebook = *scenario.rulebook.get_or_insert_with(|| self.typed_rulebook());
        scenario.is_typed = true;
        if let Some(policy) = &self.own.captains {
            self.game(rulebook)?.set_captains(scenario, policy);
        }
        Ok(())
    }

    pub(crate) fn typed_question(&self, mut scenario: Scenario) -> Result<Question, Failure> {
        self.add_own(&mut scenario)?;
        self.question(scenario)
    }

    pub(crate) fn game(&self, rulebook: Rulebook) -> Result<&dyn Game, Failure> {
        Ok(&**self.catalogues.game(rulebook)?)
    }

    /// Returns what fleets are read with in a rulebook.
    pub(crate) fn known(&self, rulebook: Rulebook) -> Result<&FleetReader, Failure> {
        Ok(self.catalogues.reader(rulebook)?)
    }

    /// Reads a typed fleet, and says so if its words could have another meaning.
    pub(crate) fn read_fleet(&self, role: &str, typed: &str) -> Result<SideText, Failure> {
        let side = self.try_fleet(role, typed)?;
        if side.reading.is_guess && !self.own.is_quiet {
            warn(&format!("`{typed}` is read as `{}`", side.fleet), Colour::Auto);
        }
        Ok(side)
    }

    /// Reads a typed fleet, and does not say how its words are read.
    pub(crate) fn try_fleet(&self, role: &str, typed: &str) -> Result<SideText, Failure> {
        read_fleet(self.known(self.typed_rulebook())?, role, typed)
    }

    /// Returns the rulebook for a scenario: that in which its fleets were typed, or else that of
    /// `--rules`, of the scenario, or the default.
    pub(crate) fn rulebook_of(&self, scenario: &Scenario) -> Rulebook {
        let typed = scenario.rulebook.filter(|_| scenario.is_typed);
        typed.or(self.rulebook).or(scenario.rulebook).unwrap_or_default()
    }

    /// Returns the seed of a question that may give one itself.
    pub(crate) fn seed(&self, given: Option<u64>) -> u64 {
        self.seed.or(given).unwrap_or(DEFAULT_SEED)
    }

    /// Returns the scenario as JSON, with the overrides of the command line.
    pub(crate) fn to_json(&self, scenario: &Scenario) -> Result<String, Failure> {
        let mut scenario = scenario.clone();
        self.plays.iter().try_for_each(|play| play.set(&mut scenario))?;
        scenario.battles = self.battles.or(scenario.battles);
        scenario.seed = self.seed.or(scenario.seed);
        scenario.engine = self.engine.or(scenario.engine);
        Ok(scenario.to_json(self.game(self.rulebook_of(&scenario))?.lexicon())?)
    }

    pub(crate) fn question(&self, scenario: Scenario) -> Result<Question, Failure> {
        let rulebook = self.rulebook_of(&scenario);
        self.question_in(rulebook, scenario)
    }

    /// Returns a scenario of a batch with what these options say where it says nothing: its own
    /// rules and policies win.
    pub(crate) fn settled(&self, mut scenario: Scenario) -> Result<Scenario, Failure> {
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
    pub(crate) fn is_overridden(&self, scenario: &Scenario) -> bool {
        let has_other = |rulebook: Rulebook| scenario.rulebook.is_some_and(|own| own != rulebook);
        self.rulebook.is_some_and(has_other)
    }

    /// Returns the question of a scenario of a batch. An exact answer is checked by battles only
    /// where their number is given.
    pub(crate) fn batch_question(&self, scenario: &Scenario) -> Result<Question, Failure> {
        let rulebook = scenario.rulebook.unwrap_or_default();
        let mut question = self.question_with(rulebook, scenario)?;
        question.checks = matches!(question.battles, Battles::Given(_));
        Ok(question)
    }

    /// Whether they ask for simulated battles, or say how they are played.
    pub(crate) fn simulates(&self) -> bool {
        let is_simulation = matches!(self.engine, Some(Engine::Simulate | Engine::Kernel));
        is_simulation || self.battles.is_some() || self.seed.is_some()
    }

    /// Returns the question of a record. `--rules` holds only where the record names no rulebook,
    /// so that records of several games can be analysed together.
    pub(crate) fn recorded_question(&self, scenario: Scenario) -> Result<Question, Failure> {
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
        question.list_rounds(self.rounds);
        question.budget = self.budget;
        question.precision = self.precision;
        question.play_band = self.play_band;
        question.swings = self.swings;
        Ok(question)
    }
}

/// Returns the shipped catalogues with the files of a folder and the ships that the user has saved;
/// with `ds` or the setting, also those of Discordant Stars.
pub(crate) fn catalogues(
    folder: Option<&Path>,
    ignore_texts: bool,
    ds: bool,
    own: &Own,
) -> Result<Catalogues, Failure> {
    let files = folder.map_or_else(|| Ok(Vec::new()), json_files)?;
    let mut added = if ds || own.has_ds { discordant_stars() } else { Vec::new() };
    for path in &files {
        added.push(read_source(path)?);
    }
    let own = own.clone();
    let saved = move |rulebook| saved_ships::of_user(&own, rulebook);
    Ok(Catalogues::new(added, ignore_texts, saved))
}

/// Creates the failure of a question that names another game than an option.
fn contradicts(named: NamedGame, option: Rulebook) -> Failure {
    Failure::usage(format!(
        "the question names {}, and the option {}: leave out one of them",
        named.rulebook.title(),
        option.title()
    ))
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
        Failure::usage(format!("--battles `{typed}`: {allowed}"))
    })
}

/// Parses a budget of time and optionally memory: `2s`, `500ms,4GB`.
fn budget(typed: &str) -> Result<Budget, Failure> {
    Budget::parse(typed).ok_or_else(|| {
        Failure::usage(format!(
            "--budget `{typed}`: expected a time and optionally an amount of memory, like `2s`, \
             `500ms,4GB` or `10m,500MB`"
        ))
    })
}

/// Parses `--precision`: `0.1%`.
fn precision(typed: &str) -> Result<f64, Failure> {
    let why = match (percent(typed), typed.trim().parse::<f64>()) {
        (Some(p), _) if (1e-6..=0.5).contains(&p) => return Ok(p),
        (Some(_), _) => "must be from 0.0001% to 50%".into(),
        (None, Ok(n)) if n > 0.0 => format!("write {n}%, a margin in percent like 0.1%"),
        (None, _) => "write a margin like 0.1%".into(),
    };
    Err(Failure::usage(format!("--precision `{typed}`: {why}")))
}

/// Parses odds: `80%`, or a fraction with a decimal point like `0.8`.
pub(crate) fn share(option: &str, typed: &str) -> Result<f64, Failure> {
    let number = typed.trim().parse::<f64>().ok();
    let fraction = number.filter(|p| typed.contains('.') && (0.0..=1.0).contains(p));
    let why = match (percent(typed).or(fraction), number) {
        (Some(p), _) if (0.0..=1.0).contains(&p) => return Ok(p),
        (Some(_), _) => "must be from 0% to 100%".into(),
        (None, Some(number)) => format!("write {number}%"),
        (None, None) => "write odds like 80%".into(),
    };
    Err(Failure::usage(format!("{option} `{typed}`: {why}")))
}

/// Parses a percentage. Returns `None` without a percent sign.
fn percent(typed: &str) -> Option<f64> {
    let number = typed.trim().strip_suffix('%')?.trim().parse::<f64>().ok()?;
    Some(number / 100.0)
}
