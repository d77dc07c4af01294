//! Advice in the middle of a battle: what each choice of a captain is worth.

pub use crate::answer::OnTheTable;
use crate::answer::{NoAnswer, Question};
use crate::engine::Ctx;
use crate::result::Advice;

/// Returns what each choice of the captain who decides now is worth.
///
/// ```
/// use fleetodds::Fight;
/// use fleetodds::internals::analysis::advise::{OnTheTable, advise};
/// use fleetodds::internals::engine::Ctx;
/// use fleetodds::internals::scenario::{Source, read_roll};
///
/// let question = Fight::new("2 cruiser", "2 ancient")?.question()?;
/// let roll = Some(read_roll(&Source::new("--roll", "y6 y5"))?);
/// let advice = advise(&question, &OnTheTable { roll, ..OnTheTable::default() }, &Ctx::new(1)?)?;
/// assert_eq!(advice.choices[0].choice, "y6 + y5 destroy one ancient");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If nothing is to be decided, if what lies on the table does not fit the fleets, or if the
/// choices cannot be compared within the budget.
pub fn advise(question: &Question, table: &OnTheTable, ctx: &Ctx) -> Result<Advice, NoAnswer> {
    if question.matchup.mixture().is_some() {
        let why = "advice is against one fleet, not a mix: give the fleet that has come";
        return Err(NoAnswer::NotHere(why.into()));
    }
    question.matchup.advise(question, table, ctx)
}
