//! Luck and skill of a battle that was played.

pub use crate::answer::NotAnalysed;
use crate::answer::{NoAnswer, Question};
use crate::engine::Ctx;
use crate::result::Analysis;
use crate::scenario::BattleRecord;

/// Returns luck and skill of both sides in a battle that was played. `question` is that of the
/// scenario of the record.
///
/// ```
/// use fleetodds::Fight;
/// use fleetodds::analysis::analyse::analyse;
/// use fleetodds::engine::Ctx;
/// use fleetodds::scenario::{Source, read_record};
///
/// let text = "attacker: 2 interceptor\n defender: ancient\n\
///             interceptor: 6 1 at ancient\n ancient: 5 2 at interceptor\n interceptor: 6";
/// let record = read_record(&Source::new("battle.txt", text))?;
/// let question = Fight::from(record.scenario.clone()).question()?;
/// let analysis = analyse(&question, &record, &Ctx::new(1)?)?;
/// assert!(analysis.ended);
/// assert!(analysis.sides[0].player.as_ref().is_some_and(|player| player.luck > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If players decide nothing in this game, if the record does not fit the battle, or if best play
/// does not fit the budget.
pub fn analyse(
    question: &Question,
    record: &BattleRecord,
    ctx: &Ctx,
) -> Result<Analysis, NotAnalysed> {
    if question.matchup.mixture().is_some() {
        let why = "a battle is analysed against one fleet, not a mix: give the fleet that has come";
        return Err(NoAnswer::NotHere(why.into()).into());
    }
    question.matchup.analyse(question, record, ctx)
}
