//! The front door: a fight from two typed fleets or a JSON scenario, answered in one call.

use std::num::NonZeroUsize;

use crate::answer::{Battles, Budget, NoAnswer, Question, answer};
use crate::engine::Ctx;
use crate::games::load;
use crate::result::Summary;
use crate::scenario::{Diagnostic, Engine, Rulebook, Scenario, SideText, Source, read_scenario};

/// A fight that is to be answered.
///
/// ```
/// let odds = fleetodds::Fight::new("3 interceptor", "1 ancient")?.run()?;
/// let win = odds.sides[0].win.probability;
/// assert!((win - 0.4652).abs() < 1e-4, "{win}");
/// # Ok::<(), fleetodds::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fight {
    scenario: Scenario,
    rulebook: Rulebook,
    engine: Option<Engine>,
    battles: Option<u64>,
    seed: Option<u64>,
    budget: Budget,
    precision: Option<f64>,
    any_blueprint: bool,
    threads: Option<NonZeroUsize>,
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
        Self::of(scenario)
    }
}

impl Fight {
    /// Returns a fight of two fleets, as typed on the command line. The rules are those of Eclipse,
    /// first edition, until [`Fight::rules`] names others.
    ///
    /// # Errors
    /// If a fleet cannot be read:
    ///
    /// ```
    /// let error = fleetodds::Fight::new("3 interceptor", "1 +").unwrap_err();
    /// assert!(error.to_string().contains("^"), "the place is marked: {error}");
    /// ```
    pub fn new(attacker: &str, defender: &str) -> Result<Self, Error> {
        let [attacker, defender] = [("attacker", attacker), ("defender", defender)]
            .map(|(role, typed)| SideText::typed(&Source::new(role, typed)));
        Ok(Self::of(Scenario::of([attacker?, defender?])))
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
        Ok(Self::of(read_scenario(&Source::new("scenario", text))?))
    }

    fn of(scenario: Scenario) -> Self {
        Self {
            rulebook: scenario.rulebook.unwrap_or_default(),
            scenario,
            engine: None,
            battles: None,
            seed: None,
            budget: Budget::default(),
            precision: None,
            any_blueprint: false,
            threads: None,
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
        Self { rulebook, ..self }
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

    /// Returns the question that the fight asks, for comparisons, sweeps and designs.
    ///
    /// # Errors
    /// If a fleet or a setting does not fit the rules.
    pub fn question(&self) -> Result<Question, Error> {
        let game = load(self.rulebook, &[])?;
        let asked = game.question(&self.scenario, self.any_blueprint)?;
        Ok(Question {
            engine: self.engine.unwrap_or(asked.engine),
            battles: self.battles.map_or(asked.battles, Battles::Given),
            seed: self.seed.unwrap_or(asked.seed),
            budget: self.budget,
            precision: self.precision,
            ..asked
        })
    }

    /// Answers the fight.
    ///
    /// # Errors
    /// If a fleet does not fit the rules, or the answer does not fit the budget.
    pub fn run(&self) -> Result<Summary, Error> {
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        let ctx = Ctx::new(threads).map_err(Error::Threads)?;
        Ok(answer(&self.question()?, &ctx, &mut |_, _, _| ())?.summary)
    }
}
