//! The front door: a fight as it is typed or written in JSON, answered in one call.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::analysis::compare::{Contest, compare};
use crate::analysis::design::{DesignQuestion, FoundDesigns, Means, Purchase, split_parts};
use crate::analysis::sweep::{Point, PointQuestion, Swept, by_values, changes, sweep};
use crate::analysis::total::Total;
use crate::answer::{Battles, Budget, NoAnswer, Question, answer};
use crate::bug::OrBug;
use crate::engine::Ctx;
use crate::games::{Catalogues, FleetFiles, Game, read_link};
use crate::result::{ROLES, Rank, RankedCandidate, Summary, Trial};
use crate::scenario::{
    Diagnostic, Engine, NamedGame, Rulebook, Scenario, Sentence, SideText, Source, Variation,
    decode, is_code, read_scenario,
};

/// Number of designs that a search returns, at most.
const MAX_DESIGNS: usize = 10;

/// A fight that is to be answered.
///
/// ```
/// let odds = fleetodds::Fight::new("3 interceptors", "an ancient")?.run()?;
/// let win = odds.sides[0].win.probability;
/// assert!((win - 0.4652).abs() < 1e-4, "{win}");
/// # Ok::<(), fleetodds::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fight {
    asked: Asked,
    catalogues: Arc<Catalogues>,
    rulebook: Option<Rulebook>,
    engine: Option<Engine>,
    battles: Option<u64>,
    seed: Option<u64>,
    budget: Budget,
    precision: Option<f64>,
    any_blueprint: bool,
    threads: Option<NonZeroUsize>,
    stop: Arc<AtomicBool>,
}

/// What a fight is made of.
#[derive(Clone, Debug)]
enum Asked {
    /// Two fleets as typed, and the game that their question names.
    Typed {
        fleets: [String; 2],
        game: Option<NamedGame>,
        is_defenders: bool,
    },
    Scenario(Box<Scenario>),
}

/// A value of a sweep, or a change, with the odds that it gives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tried {
    /// The values, in the order of the variations, or the name of the change: `+1 cruiser`.
    pub what: Vec<String>,
    /// Result of the side in question.
    pub trial: Trial,
    /// Number of simulated battles; 0 if the result is exact.
    pub battles: u64,
}

/// The reason why a fight was not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A fleet or scenario is wrong; the message shows where.
    #[error(transparent)]
    Input(Box<Diagnostic>),
    /// The fight is refused, or does not fit the budget.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The worker threads cannot be started.
    #[error("cannot start threads")]
    Threads(#[source] std::io::Error),
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(Box::new(diagnostic))
    }
}

impl From<Scenario> for Fight {
    fn from(scenario: Scenario) -> Self {
        Self::of(Asked::Scenario(Box::new(scenario)))
    }
}

impl Fight {
    /// Returns a fight of two fleets as players type them: see `docs/typing.md`. The rules are the
    /// default ones, or those of the only game that has all the ships, until [`Fight::rules`] names
    /// others.
    ///
    /// # Errors
    /// If no game can read both fleets:
    ///
    /// ```
    /// let error = fleetodds::Fight::new("3 interceptor", "1 +").unwrap_err();
    /// assert!(error.to_string().contains("^"), "the place is marked: {error}");
    /// ```
    pub fn new(attacker: &str, defender: &str) -> Result<Self, Error> {
        Self::typed([attacker.into(), defender.into()], None, false)
    }

    /// Returns the fight that a question means: a sentence, the code of a fight, a link of
    /// another calculator, or a JSON scenario. The words may name the game.
    ///
    /// ```
    /// let fight = fleetodds::Fight::ask("can 2 cruisers beat the guardian in eclipse 2e?")?;
    /// assert_eq!(fight.run()?.rules, "eclipse-2e");
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If nothing separates two fleets, or if they cannot be read.
    pub fn ask(question: &str) -> Result<Self, Error> {
        let text = question.trim();
        let is_link = text.contains("://") && !text.contains(char::is_whitespace);
        if is_code(text) {
            return Self::from_json(&decode(&Source::new("code", text))?);
        } else if text.starts_with('{') {
            return Self::from_json(text);
        } else if is_link {
            let linked = read_link(&Source::new("link", text))?;
            return Ok(Self::from_json(&linked.document.to_string())?.rules(linked.rulebook));
        }
        let sentence = Sentence::read(text, None).ok_or_else(|| {
            Diagnostic::new("only one fleet was found: write `vs` between the fleets")
                .help("for example: `3 interceptor vs ancient`")
        })?;
        Self::typed(sentence.sides, sentence.game, sentence.is_defenders)
    }

    fn typed(
        fleets: [String; 2],
        game: Option<NamedGame>,
        is_defenders: bool,
    ) -> Result<Self, Error> {
        let catalogues = Catalogues::default();
        let read = |rulebook| catalogues.fight(&fleets, rulebook, &FleetFiles::NONE);
        if let Err(error) = read(game.map(|game| game.rulebook)) {
            // The rules may still be chosen.
            let reads = |rulebook| read(Some(rulebook)).is_ok();
            if game.is_some() || !Rulebook::ALL.into_iter().any(reads) {
                return Err(error.into());
            }
        }
        let asked = Asked::Typed { fleets, game, is_defenders };
        Ok(Self { catalogues: Arc::new(catalogues), ..Self::of(asked) })
    }

    /// Returns the fight of a JSON scenario.
    ///
    /// ```
    /// let odds = fleetodds::Fight::from_json(
    ///     r#"{"rules": "ti4-space",
    ///         "attacker": "3 cruiser ii + carrier + 4 fighter",
    ///         "defender": {"fleet": "2 dreadnought", "play": {"sustain": "late"}}}"#,
    /// )?
    /// .run()?;
    /// assert!(odds.engine.is_exact() && odds.engine.is_simulated());
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a scenario.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(read_scenario(&Source::new("scenario", text))?.into())
    }

    fn of(asked: Asked) -> Self {
        Self {
            asked,
            catalogues: Arc::default(),
            rulebook: None,
            engine: None,
            battles: None,
            seed: None,
            budget: Budget::default(),
            precision: None,
            any_blueprint: false,
            threads: None,
            stop: Arc::default(),
        }
    }

    /// Sets the rules.
    ///
    /// ```
    /// use fleetodds::{Fight, Rulebook};
    ///
    /// let odds = Fight::new("4 scout", "3 cruiser")?.rules(Rulebook::StarChamber).run()?;
    /// assert_eq!(odds.rules, "star-chamber");
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    #[must_use]
    pub fn rules(self, rulebook: Rulebook) -> Self {
        Self { rulebook: Some(rulebook), ..self }
    }

    /// Sets the engine.
    ///
    /// ```
    /// use fleetodds::{Engine, Fight};
    ///
    /// let odds = Fight::new("2 cruiser", "1 ancient")?.engine(Engine::Exact).run()?;
    /// assert!(odds.engine.is_exact() && odds.battles == 0);
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    #[must_use]
    pub fn engine(self, engine: Engine) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Sets the number of battles to simulate: see [`Battles::Given`].
    #[must_use]
    pub fn battles(self, battles: u64) -> Self {
        Self { battles: Some(battles), ..self }
    }

    /// Sets the seed of the dice. The same seed gives the same result on any number of threads.
    ///
    /// ```
    /// use fleetodds::{Engine, Fight};
    ///
    /// let play = |threads: usize| {
    ///     let fight = Fight::new("3 interceptor", "1 ancient")?.seed(7).engine(Engine::Kernel);
    ///     fight.battles(20_000).threads(threads.try_into().unwrap()).run()
    /// };
    /// assert_eq!(play(1)?, play(2)?);
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Sets what the answer may take, as estimated work: two seconds and two gigabytes by default.
    ///
    /// ```
    /// use fleetodds::{Budget, Engine, Error, Fight, NoAnswer};
    ///
    /// let large = Fight::new("8 interceptor + 4 cruiser", "8 interceptor + 4 cruiser")?;
    /// let small = Budget { seconds: 0.001, bytes: 1e6 };
    /// let none = large.budget(small).engine(Engine::Exact).run();
    /// assert!(matches!(none, Err(Error::NoAnswer(NoAnswer::TooLarge { .. }))));
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Sets the half-width of the widest 95 % interval at which a simulation stops, as a share.
    #[must_use]
    pub fn precision(self, half_width: f64) -> Self {
        Self { precision: Some(half_width), ..self }
    }

    /// Allows blueprints that break the building rules.
    #[must_use]
    pub fn any_blueprint(self) -> Self {
        Self { any_blueprint: true, ..self }
    }

    /// Sets the number of worker threads: all cores by default.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Sets a flag that stops the work. Any thread may set it to `true`; within 0.5 s, the fight is
    /// then answered from the battles played so far, or not at all.
    ///
    /// ```
    /// use fleetodds::{Engine, Error, Fight, NoAnswer};
    ///
    /// let fight = Fight::new("2 cruiser", "ancient")?.engine(Engine::Exact);
    /// let stopped = fight.stop_with(std::sync::Arc::new(true.into())).run();
    /// assert!(matches!(stopped, Err(Error::NoAnswer(NoAnswer::Stopped))));
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    #[must_use]
    pub fn stop_with(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Returns the question that the fight asks.
    ///
    /// # Errors
    /// If a fleet or a setting does not fit the rules.
    #[doc(hidden)]
    pub fn question(&self) -> Result<Question, Error> {
        self.asks(self.scenario()?)
    }

    /// Answers the fight.
    ///
    /// # Errors
    /// If a fleet does not fit the rules, or the answer does not fit the budget.
    pub fn run(&self) -> Result<Summary, Error> {
        self.answer(&self.question()?, &self.ctx()?)
    }

    fn answer(&self, question: &Question, ctx: &Ctx) -> Result<Summary, Error> {
        Ok(answer(question, ctx, &mut |_, _, _| ())?.summary)
    }

    /// Answers several fights, in their order, each on one thread: the threads and the flag are
    /// those of the first fight. Together they share the memory of its budget; a fight that needs
    /// more than its part is answered again by itself. Exact odds are checked by simulated battles
    /// only where a number of battles is set.
    ///
    /// ```
    /// use fleetodds::Fight;
    ///
    /// let fights = [Fight::new("cruiser", "ancient")?, Fight::new("2 cruiser", "ancient")?];
    /// let mut wins = Vec::new();
    /// for odds in Fight::run_all(&fights)? {
    ///     wins.push(odds?.sides[0].win.probability);
    /// }
    /// assert!(wins[0] < wins[1]);
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the threads cannot be started. Each fight has its own result.
    pub fn run_all(fights: &[Self]) -> Result<Vec<Result<Summary, Error>>, Error> {
        let Some(first) = fights.first() else { return Ok(Vec::new()) };
        let ctx = first.ctx()?;
        let answer = |fight: &Self, ctx: &Ctx| {
            let mut question = fight.question()?;
            question.checks = matches!(question.battles, Battles::Given(_));
            fight.answer(&question, ctx)
        };
        let room = (first.budget.bytes / ctx.threads() as f64) as u64;
        let answers = ctx.map(fights.len(), 1, &|n| answer(&fights[n], &ctx.within(room)));
        let again = |(fight, found): (&Self, Result<Summary, Error>)| {
            let gave_way = match &found {
                Ok(summary) => summary.partial,
                Err(error) => matches!(error, Error::NoAnswer(NoAnswer::Stopped)),
            };
            if gave_way && !ctx.is_stopped() { answer(fight, &ctx) } else { found }
        };
        Ok(fights.iter().zip(answers).map(again).collect())
    }

    /// Ranks fleets in the place of one side, 0 for the attacker, by their odds of winning. The
    /// first is the best.
    ///
    /// ```
    /// let fight = fleetodds::Fight::new("3 interceptor", "ancient")?;
    /// let ranked = fight.rank(0, &["3 interceptor", "a cruiser", "2 int (computer 1)"])?;
    /// assert_eq!(ranked[0].fleet, "2 interceptor(computer=1)");
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a fleet does not fit the rules, or the fight has more than two sides.
    pub fn rank(&self, side: usize, fleets: &[&str]) -> Result<Vec<RankedCandidate>, Error> {
        let scenario = self.of_two(side)?;
        let rulebook = scenario.rulebook.unwrap_or_default();
        let battle = |fleet: &&str| -> Result<Vec<Question>, Error> {
            let mut scenario = scenario.clone();
            scenario.sides.all_mut()[side] = self.read(rulebook, side, fleet)?;
            Ok(vec![self.asks(scenario)?])
        };
        let battles = fleets.iter().map(battle).collect::<Result<_, _>>()?;
        let contest = Contest { battles, weights: vec![1.0], side, rank: Rank::Win };
        Ok(compare(&contest, &Total::unlimited(), &self.ctx()?, &|| ())?.ranked)
    }

    /// Varies a number, a figure or an option, and returns the odds of one side, 0 for the attacker,
    /// for each of its values. Several variations, in all combinations, are possible.
    ///
    /// ```
    /// let fight = fleetodds::Fight::new("2 cruiser", "ancient")?;
    /// let tried = fight.sweep(0, &["attacker.interceptor=0..2"])?;
    /// let wins: Vec<f64> = tried.iter().map(|tried| tried.trial.win.value).collect();
    /// assert!(wins.len() == 3 && wins.is_sorted());
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a variation cannot be read or does not fit the fight, or the fight has more than two
    /// sides.
    pub fn sweep(&self, side: usize, variations: &[&str]) -> Result<Vec<Tried>, Error> {
        let scenario = self.of_two(side)?;
        let game = self.game(&scenario)?;
        let variations: Vec<Variation> =
            variations.iter().map(|typed| Variation::parse(typed)).collect::<Result<_, _>>()?;
        let asks = |scenario| self.asks(scenario);
        let points = by_values(&scenario, game, (&variations, side), &asks, Error::from)?;
        self.tried(side, points)
    }

    /// Finds the blueprints of a class with the best odds of winning in the place of one side, 0 for
    /// the attacker, built from the starting parts and those that are named (`plasma cannon, tech`).
    /// The first is the best.
    ///
    /// ```
    /// let fight = fleetodds::Fight::new("2 cruiser", "gcds")?;
    /// let best = fight.blueprints(0, "2 cruiser", "ion cannon, gauss shield")?;
    /// assert!(best[0].total.win.value > fight.run()?.sides[0].win.probability);
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If ships of the game have no blueprints, the class or a part is unknown, or the fight has
    /// more than two sides.
    pub fn blueprints(
        &self,
        side: usize,
        class: &str,
        parts: &str,
    ) -> Result<Vec<RankedCandidate>, Error> {
        let source = Source::new("parts", parts);
        let none = || Diagnostic::new("ships of this game have no blueprints");
        self.design(side, class, |designing, means| {
            let found = designing.blueprints(&split_parts(&source), means)?;
            Ok(found.ok_or_else(none)?)
        })
    }

    /// Finds the fleets with the best odds of winning for a price, in materials, resources or
    /// points, in the place of one side, 0 for the attacker. `ships` names the ships that can be
    /// bought; a number is the most of them. The first is the best.
    ///
    /// ```
    /// let fight = fleetodds::Fight::new("interceptor", "ancient")?;
    /// let best = fight.fleets(0, "interceptor + cruiser", 8.0)?;
    /// assert_eq!(best[0].fleet, "1 interceptor + 1 cruiser");
    /// # Ok::<(), fleetodds::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no fleet can be bought, there are too many, a ship is unknown, or the fight has more than
    /// two sides.
    pub fn fleets(
        &self,
        side: usize,
        ships: &str,
        cost: f64,
    ) -> Result<Vec<RankedCandidate>, Error> {
        let purchase = Purchase { cost, capacity: None, fleet_pool: None };
        self.design(side, ships, |designing, means| designing.fleets(&purchase, means))
    }

    fn design(
        &self,
        side: usize,
        ships: &str,
        find: impl FnOnce(&DesignQuestion<'_, Error>, Means<'_>) -> Result<FoundDesigns, Error>,
    ) -> Result<Vec<RankedCandidate>, Error> {
        let scenario = self.of_two(side)?;
        let what = self.read(scenario.rulebook.unwrap_or_default(), side, ships)?.fleet;
        let asks = |own: &SideText| {
            let mut scenario = scenario.clone();
            scenario.sides.all_mut()[side] = own.clone();
            Ok(vec![self.asks(scenario)?])
        };
        let designing = DesignQuestion {
            game: self.game(&scenario)?,
            what: &what,
            with: None,
            asks: &asks,
            weights: &[1.0],
            side,
            rank: Rank::Win,
            top: MAX_DESIGNS,
        };
        let means = (&self.ctx()?, &Total::unlimited(), &|_, _, _| ());
        Ok(find(&designing, (means.0, means.1, means.2))?.ranked)
    }

    /// Returns the odds of one side, 0 for the attacker, as it is and after each single change: one
    /// ship more, another part, a technology.
    ///
    /// # Errors
    /// If a fleet does not fit the rules, or the fight has more than two sides.
    pub fn improve(&self, side: usize) -> Result<Vec<Tried>, Error> {
        let scenario = self.of_two(side)?;
        let game = self.game(&scenario)?;
        let changes = changes(&scenario, game, side, &|scenario| self.asks(scenario))?;
        self.tried(side, changes.into_iter().map(|(name, asked)| (vec![name], asked)).collect())
    }

    /// Answers questions about one side, each with what is tried in it.
    fn tried(
        &self,
        side: usize,
        asked: Vec<(Vec<String>, PointQuestion)>,
    ) -> Result<Vec<Tried>, Error> {
        let (all, asked): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        let Swept { points, .. } = sweep(&asked, side, &Total::unlimited(), &self.ctx()?, &|| ())?;
        let tried = |(what, point): (Vec<String>, Option<Point>)| {
            let Point { trial, battles } = point.or_bug("a point is missing");
            Tried { what, trial, battles }
        };
        Ok(all.into_iter().zip(points).map(tried).collect())
    }

    /// Returns the scenario, with its rulebook.
    fn scenario(&self) -> Result<Scenario, Error> {
        match &self.asked {
            Asked::Typed { fleets, game, is_defenders } => {
                let rulebook = match game {
                    Some(game) => Some(game.agreed(self.rulebook).ok_or_else(|| {
                        let named = game.rulebook.title();
                        Diagnostic::new(format!("the question is about {named}"))
                            .help("leave out the rules, or the name of the game")
                    })?),
                    None => self.rulebook,
                };
                let (scenario, _) = self.catalogues.fight(fleets, rulebook, &FleetFiles::NONE)?;
                Ok(Scenario { you: usize::from(*is_defenders), ..scenario })
            }
            Asked::Scenario(scenario) => {
                let rulebook = self.rulebook.or(scenario.rulebook).unwrap_or_default();
                Ok(Scenario { rulebook: Some(rulebook), ..(**scenario).clone() })
            }
        }
    }

    /// Returns the scenario of a fight between two sides, of which this is one.
    fn of_two(&self, side: usize) -> Result<Scenario, Error> {
        let scenario = self.scenario()?;
        match (scenario.sides.all().len(), side) {
            (2, 0 | 1) => Ok(scenario),
            _ => Err(Diagnostic::new("this is for side 0 or 1 of a fight of two sides").into()),
        }
    }

    /// Reads the fleet of a side.
    fn read(&self, rulebook: Rulebook, side: usize, typed: &str) -> Result<SideText, Diagnostic> {
        self.catalogues.reader(rulebook)?.read(&Source::new(ROLES[side], typed))
    }

    /// Returns the game of a scenario.
    fn game(&self, scenario: &Scenario) -> Result<&dyn Game, Error> {
        Ok(&**self.catalogues.game(scenario.rulebook.unwrap_or_default())?)
    }

    fn asks(&self, scenario: Scenario) -> Result<Question, Error> {
        let game = self.game(&scenario)?;
        let asked = game.question(&scenario, self.any_blueprint)?;
        Ok(Question {
            engine: self.engine.unwrap_or(asked.engine),
            battles: self.battles.map_or(asked.battles, Battles::Given),
            seed: self.seed.unwrap_or(asked.seed),
            budget: self.budget,
            precision: self.precision,
            ..asked
        })
    }

    fn ctx(&self) -> Result<Ctx, Error> {
        let ctx = Ctx::new(self.threads.map_or(0, NonZeroUsize::get)).map_err(Error::Threads)?;
        Ok(ctx.with_stop(Arc::clone(&self.stop)))
    }
}
