//! A battle at the table, step by step: the present situation, what each choice is worth, and the
//! odds as they change.
//!
//! A battle that is being played is a record that grows. [`battle_now`] tells what comes next:
//! dice, a choice or the end. After dice it is called again with the roll; a choice has the record
//! that follows from it. [`analyse`](super::analyse::analyse) tells luck and mistakes at any time.

use crate::answer::{NoAnswer, Question};
use crate::engine::Ctx;
use crate::games::load;
use crate::result::BattleNow;
use crate::scenario::{
    BattleRecord, Diagnostic, RecordEntry, Source, WrittenEntry, read_record, record_as_text,
};

/// Returns the present situation of a battle that is being played, and what comes next. `question`
/// is that of the scenario of the record, which may have no entries yet. `roll` are the dice that
/// were rolled after what the record tells: faces such as `y6 y3`, or the hits of each side that
/// rolls, such as `2 1`. With a roll, a choice comes next, the only one if nothing is to be
/// decided.
///
/// ```
/// use fleetodds::Fight;
/// use fleetodds::internals::analysis::battle::battle_now;
/// use fleetodds::internals::engine::Ctx;
/// use fleetodds::internals::result::BattleNext;
/// use fleetodds::internals::scenario::{Source, read_record};
///
/// let record = read_record(&Source::new("battle", "attacker: 2 cruiser\n defender: 2 ancient"))?;
/// let question = Fight::from(record.scenario.clone()).question()?;
/// let ctx = Ctx::new(1)?;
/// let now = battle_now(&question, &record, None, &ctx)?;
/// assert!(matches!(now.next, BattleNext::Roll { .. }));
///
/// // Two ancients roll first, with two dice each.
/// let now = battle_now(&question, &record, Some("6 2 1 1"), &ctx)?;
/// let BattleNext::Choose(next) = now.next else { panic!() };
/// assert!(next.is_forced, "ancients follow their rule");
/// let record = read_record(&Source::new("battle", next.choices[0].record.as_str()))?;
/// assert_eq!(record.entries.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If players decide nothing in this game, if the record or the roll does not fit the battle, if
/// the record leaves open what has happened, or if best play does not fit the budget.
pub fn battle_now(
    question: &Question,
    record: &BattleRecord,
    roll: Option<&str>,
    ctx: &Ctx,
) -> Result<BattleNow, NoAnswer> {
    check(question)?;
    let (records, written) = (question.matchup.records(question)?, as_text(question, record)?);
    let record = written.as_ref().unwrap_or(record);
    ctx.install(|| records.battle_now(question, record, roll, ctx.control()))
}

/// Returns a random result of the dice that are rolled next, in the form in which [`battle_now`]
/// reads it. The seed determines it, so each roll of a battle needs another one.
///
/// # Errors
/// As for [`battle_now`], and if no dice are rolled next.
pub fn random_roll(
    question: &Question,
    record: &BattleRecord,
    seed: u64,
    ctx: &Ctx,
) -> Result<String, NoAnswer> {
    check(question)?;
    let (records, written) = (question.matchup.records(question)?, as_text(question, record)?);
    let record = written.as_ref().unwrap_or(record);
    ctx.install(|| records.random_roll(question, record, seed, ctx.control()))
}

/// Refuses a mix of fleets.
fn check(question: &Question) -> Result<(), NoAnswer> {
    match question.matchup.mixture() {
        None => Ok(()),
        Some(_) => {
            let why =
                "a battle is played against one fleet, not a mix: give the fleet that has come";
            Err(NoAnswer::NotHere(why.into()))
        }
    }
}

/// Returns a record that was read as JSON as text; `None` if it was text.
fn as_text(question: &Question, record: &BattleRecord) -> Result<Option<BattleRecord>, Diagnostic> {
    let source = &record.place.source;
    if !source.text.trim_start().starts_with('{') {
        return Ok(None);
    }
    let entry = |entry: &RecordEntry| match entry {
        RecordEntry::Heading(heading) => WrittenEntry::Heading { part: heading.value.clone() },
        RecordEntry::Line(line) => WrittenEntry::Line {
            who: line.who.value.clone(),
            notes: line.notes.iter().map(|note| note.place.text().to_string()).collect(),
        },
    };
    let entries: Vec<WrittenEntry> = record.entries.iter().map(entry).collect();
    let game = load(question.rulebook, &[])?;
    let text = record_as_text(game.lexicon(), &record.scenario, &entries)?;
    read_record(&Source::new(source.name.clone(), text)).map(Some)
}
