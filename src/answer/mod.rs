//! Answers questions: finds the play of both sides, chooses an engine and summarises the odds.
//!
//! ```text
//! advice          advice: what all games share
//! question        the fight, the engine and the budget of a question
//! mix             fights against one of several fleets
//! table           what lies on the table when a captain decides
//! blend           weighted sums of results
//! no_answer       the reasons why a question has no answer
//! played          luck and skill of battles that were played
//! budget          limits of time and memory, and estimates of what the work needs
//! ledger          the part of the budget that is spent
//! hints           odds under other play, and the first decision, where they matter
//! simulated       the simulation of a question
//! prepared        a battle with its graph: exact odds, simulated odds
//! chain           battles that follow one another, with their graphs
//! fight           the answer for one battle
//! prepared_fight  access to the single battles of a run
//! endings         all ways to end, with their probabilities
//! warnings        warnings for the user
//! ```

pub(crate) mod advice;
mod blend;
pub(crate) mod budget;
pub(crate) mod chain;
pub(crate) mod endings;
pub(crate) mod fight;
mod hints;
pub(crate) mod ledger;
pub(crate) mod matchup;
mod mix;
mod no_answer;
pub(crate) mod played;
pub(crate) mod prepared;
pub(crate) mod prepared_fight;
pub(crate) mod question;
pub(crate) mod side;
mod simulated;
mod simulation;
pub(crate) mod table;
pub(crate) mod warnings;

pub use self::budget::Budget;
pub use self::hints::add_hints;
pub use self::ledger::Ledger;
pub use self::matchup::{Alternative, Carriage, Matchup, Records, RoundWindow, SideInfo};
pub use self::mix::{Mixture, answer};
pub use self::no_answer::NoAnswer;
pub use self::prepared_fight::{
    Answer, BattleFigures, FightNames, PreparedFight, SideNames, Watch,
};
pub(crate) use self::question::titled;
pub use self::question::{DEFAULT_SEED, Question, ROUND_CAP};
pub(crate) use self::side::by_role;
pub use self::side::{Change, Labels, Side};
pub(crate) use self::simulated::Simulated;
pub use self::simulation::{Battles, Counted, Listed, Simulation};
pub use self::table::OnTheTable;

pub use crate::result::ROLES;
