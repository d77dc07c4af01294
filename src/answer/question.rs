//! Questions: who fights, under which rules, which engine answers, within which budget.

use super::prepared::ENOUGH;
use super::{Budget, ROUND_CAP};
use crate::engine::{Plan, Shard};
use crate::scenario::{Catalogue, Diagnostic, Engine, Muster, Rulebook, Scenario, muster};
use crate::tally::Tally;

/// Battles that are simulated at most where no number is given.
const BATTLES: u64 = 1_000_000;

/// Everything that an answer needs.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rules.
    pub rulebook: Rulebook,
    /// The fleets and where they fight.
    pub muster: Muster,
    /// The round in which the battle begins.
    pub first_round: u32,
    /// The engine asked for.
    pub engine: Engine,
    /// Time and memory that the answer may take.
    pub budget: Budget,
    /// Battles to simulate.
    pub battles: Battles,
    /// Seed of their dice.
    pub seed: u64,
    /// Half-width of the widest 95 % interval at which a simulation stops.
    pub precision: Option<f64>,
    /// The round after which an undecided battle is a standoff.
    pub round_cap: Option<u32>,
    /// Rounds after which the state is reported.
    pub rounds: Option<Listed>,
    /// Whether odds under the worst and the best play of each side are reported.
    pub play_band: bool,
    /// Whether the distribution of the swing of cost is reported.
    pub swings: bool,
    /// What is simulated here.
    pub run: Simulation,
}

/// The number of battles to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battles {
    /// As many as fit the budget, up to this number.
    AtMost(u64),
    /// This number, however long it takes; beside an exact answer, no more than fit the budget.
    Given(u64),
}

impl Battles {
    /// Returns the largest number that may be simulated.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Self::AtMost(battles) | Self::Given(battles) => battles,
        }
    }

    /// Returns another number of the same kind.
    #[must_use]
    pub fn with(self, battles: u64) -> Self {
        match self {
            Self::AtMost(_) => Self::AtMost(battles),
            Self::Given(_) => Self::Given(battles),
        }
    }
}

/// Rounds after which the state is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Every round until nearly all battles are decided.
    Enough,
    /// Every round up to this one.
    To(u32),
}

/// What is simulated.
#[derive(Clone, Debug, PartialEq)]
pub enum Simulation {
    /// All battles, or one part of them.
    Played(Shard),
    /// Nothing: these are the counts of all parts together.
    Known(Counted),
}

/// Counts of simulated battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The counts.
    pub tally: Tally,
    /// Whether captains had to guess.
    pub approximated: bool,
}

impl Counted {
    /// Adds the counts of other battles of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.approximated |= other.approximated;
    }
}

impl Question {
    /// Returns the question that a scenario asks, with the default engine, budget and number of
    /// battles where the scenario names none.
    ///
    /// # Errors
    /// If a fleet or a setting does not fit the rules or the catalogue, which must be that of the
    /// rulebook. Blueprints need not be legal with `any_blueprint`.
    ///
    /// ```
    /// use fleetodds::answer::Question;
    /// use fleetodds::scenario::{Catalogue, Rulebook, Source, read_scenario};
    ///
    /// let text = r#"{"attacker": "3 interceptor", "defender": "ancient", "seed": 7}"#;
    /// let scenario = read_scenario(&Source::new("example", text))?;
    /// let catalogue = Catalogue::new(Rulebook::Eclipse, &[])?;
    /// let question = Question::new(&scenario, Rulebook::Eclipse, &catalogue, false)?;
    /// assert_eq!(question.seed, 7);
    /// # Ok::<(), fleetodds::scenario::Diagnostic>(())
    /// ```
    pub fn new(
        scenario: &Scenario,
        rulebook: Rulebook,
        catalogue: &Catalogue,
        any_blueprint: bool,
    ) -> Result<Self, Diagnostic> {
        let setting = &scenario.setting;
        let muster = muster(scenario, rulebook, catalogue, any_blueprint)?;
        if let Some(rounds) = setting.rounds.as_ref().filter(|_| muster.is_chain()) {
            let message = "`rounds` is for one battle, and this scenario has several";
            return Err(Diagnostic::at(&rounds.place, message).label("leave this out"));
        }
        Ok(Self {
            rulebook,
            first_round: muster.first_round(),
            round_cap: muster.last_round(setting.round_cap.as_ref().map(|cap| cap.value)),
            muster,
            engine: scenario.engine.unwrap_or_default(),
            budget: Budget::default(),
            battles: scenario.battles.map_or(Battles::AtMost(BATTLES), Battles::Given),
            seed: scenario.seed.unwrap_or(1),
            precision: None,
            rounds: setting.rounds.as_ref().map(|rounds| Listed::To(rounds.value)),
            play_band: false,
            swings: false,
            run: Simulation::Played(Shard::WHOLE),
        })
    }

    /// Returns the plan of a run of this many battles.
    pub(super) fn plan(&self, battles: u64) -> Plan {
        Plan {
            battles,
            seed: self.seed,
            round_cap: self.last_round(),
            precision: self.precision,
            shard: match self.run {
                Simulation::Played(shard) => shard,
                Simulation::Known(_) => Shard::WHOLE,
            },
        }
    }

    /// Returns how many runs over all battles a simulated answer takes. The state after each round
    /// takes a run of battles that are cut short there.
    pub(super) fn passes(&self) -> f64 {
        let listed = match self.rounds {
            Some(Listed::To(rounds)) => f64::from(rounds),
            Some(Listed::Enough) => f64::from(ENOUGH),
            None => 0.0,
        };
        1.0 + listed / 2.0 + f64::from(u8::from(self.swings))
    }

    /// Returns the round after which a simulated battle is a standoff.
    pub(super) fn last_round(&self) -> u32 {
        self.round_cap.unwrap_or(ROUND_CAP + self.first_round - 1)
    }

    /// Whether this is one part of a run: parts report no exact odds.
    pub(super) fn is_shard(&self) -> bool {
        !matches!(self.run, Simulation::Played(Shard::WHOLE) | Simulation::Known(_))
    }
}
