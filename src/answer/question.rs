//! Questions: the fleets and their rules, the engine that answers and the budget.

use std::sync::Arc;

use super::Matchup;
use super::budget::Budget;
use crate::engine::{Plan, Shard};
use crate::games::{Game, Rulebook};
use crate::scenario::{Diagnostic, Engine, Scenario};
use crate::stats::Tally;

/// Default number of rounds after which a simulated battle is a standoff (D7).
pub const ROUND_CAP: u32 = 1000;

/// Largest number of listed rounds for [`Listed::Enough`].
pub(crate) const ENOUGH: u32 = 20;

/// Largest number of simulated battles if no number is given.
const BATTLES: u64 = 1_000_000;

/// A fight and the way in which its odds are to be found.
#[derive(Clone, Debug)]
pub struct Question {
    /// Rulebook of the fight.
    pub rulebook: Rulebook,
    /// Fleets and battlefield.
    pub matchup: Arc<dyn Matchup>,
    /// Round in which the battle begins.
    pub first_round: u32,
    /// Requested engine.
    pub engine: Engine,
    /// Time and memory that the answer may take.
    pub budget: Budget,
    /// Number of battles to simulate.
    pub battles: Battles,
    /// Seed of the simulation.
    pub seed: u64,
    /// Half-width of the 95 % intervals of all outcomes at which the simulation stops, from 0 to
    /// 1.
    pub precision: Option<f64>,
    /// Round after which an undecided battle is a standoff.
    pub round_cap: Option<u32>,
    /// Rounds after which the state of the battle is reported.
    pub rounds: Option<Listed>,
    /// Whether to report the odds under the worst and the best play of each side.
    pub play_band: bool,
    /// Whether to report the distribution of the swing of cost.
    pub swings: bool,
    /// Battles to simulate here, or their known counts.
    pub run: Simulation,
}

/// Number of battles to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battles {
    /// The number that fits the budget, up to this limit.
    AtMost(u64),
    /// Exactly this number, whatever the budget; fewer if they check an exact answer and do not
    /// fit the budget.
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

    /// Returns a number of the same variant.
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
    /// Every round until nearly all battles are decided, 20 rounds at most.
    Enough,
    /// Every round up to this one.
    To(u32),
}

/// Simulation of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Simulation {
    /// Plays all battles of the run, or one shard of them.
    Played(Shard),
    /// Plays nothing, and uses these counts of the whole run.
    Known(Counted),
}

/// Counts of simulated battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Counts of all cells.
    pub tally: Tally,
    /// Whether a policy had to be approximated.
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
    /// Creates the question of a scenario, with the default budget, and with the default engine
    /// and number of battles if the scenario does not set them. With `any_blueprint`, blueprints
    /// need not be legal.
    ///
    /// # Errors
    /// If a fleet or a setting does not fit the rules or the catalogue.
    ///
    /// ```
    /// use fleetodds::answer::Question;
    /// use fleetodds::games::{Rulebook, load};
    /// use fleetodds::scenario::{Source, read_scenario};
    ///
    /// let text = r#"{"attacker": "3 interceptor", "defender": "ancient", "seed": 7}"#;
    /// let scenario = read_scenario(&Source::new("example", text))?;
    /// let game = load(Rulebook::Eclipse, &[])?;
    /// let question = Question::new(&scenario, &*game, false)?;
    /// assert_eq!(question.seed, 7);
    /// # Ok::<(), fleetodds::scenario::Diagnostic>(())
    /// ```
    pub fn new(
        scenario: &Scenario,
        game: &dyn Game,
        any_blueprint: bool,
    ) -> Result<Self, Diagnostic> {
        let matchup = game.resolve(scenario, any_blueprint)?;
        let rounds = matchup.rounds();
        Ok(Self {
            rulebook: game.rulebook(),
            first_round: rounds.first,
            round_cap: rounds.last,
            rounds: rounds.listed.map(Listed::To),
            matchup,
            engine: scenario.engine.unwrap_or_default(),
            budget: Budget::default(),
            battles: scenario.battles.map_or(Battles::AtMost(BATTLES), Battles::Given),
            seed: scenario.seed.unwrap_or(1),
            precision: None,
            play_band: false,
            swings: false,
            run: Simulation::Played(Shard::WHOLE),
        })
    }

    /// Returns the plan of a run of this many battles.
    pub(crate) fn plan(&self, battles: u64) -> Plan {
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

    /// Returns the cost of a simulated answer, in runs over all battles. The state after each
    /// listed round takes another run that stops after this round, and counts as half a run. The
    /// swing of cost takes one more run.
    pub(crate) fn passes(&self) -> f64 {
        let listed = match self.rounds {
            Some(Listed::To(rounds)) => f64::from(rounds),
            Some(Listed::Enough) => f64::from(ENOUGH),
            None => 0.0,
        };
        1.0 + listed / 2.0 + f64::from(u8::from(self.swings))
    }

    /// Returns the last round of a simulated battle; after it, the battle is a standoff.
    pub(crate) fn last_round(&self) -> u32 {
        self.round_cap.unwrap_or(ROUND_CAP + self.first_round - 1)
    }

    /// Returns whether only one shard of a run is simulated. Shards report no exact odds.
    pub(crate) fn is_shard(&self) -> bool {
        !matches!(self.run, Simulation::Played(Shard::WHOLE) | Simulation::Known(_))
    }
}
