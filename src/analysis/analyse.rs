//! Luck and skill of a battle that was played.

use crate::answer::{NoAnswer, Question};
use crate::engine::Ctx;
use crate::result::{
    AnalysedMarks, AnalysedSide, Analysis, PlayerTotal, RecordLeftOut, Skill, SkillTable,
};
use crate::scenario::BattleRecord;

/// Returns luck and skill of both sides in a battle that was played. `question` is that of the
/// scenario of the record.
///
/// ```
/// use fleetodds::Fight;
/// use fleetodds::internals::analysis::analyse::analyse;
/// use fleetodds::internals::engine::Ctx;
/// use fleetodds::internals::scenario::{Source, read_record};
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
) -> Result<Analysis, NoAnswer> {
    if question.matchup.mixture().is_some() {
        let why = "a battle is analysed against one fleet, not a mix: give the fleet that has come";
        return Err(NoAnswer::NotHere(why.into()));
    }
    let records = question.matchup.records(question)?;
    ctx.install(|| records.analyse(question, record, ctx.control()))
}

/// Returns luck and skill of each player over several battles. Players are told apart by the names
/// of their sides, whatever the case of the letters. A player who plays for the win in some battles
/// and for the balance of losses in others has a sum for each.
#[must_use]
pub fn skill_table(records: Vec<Analysis>, left_out: Vec<RecordLeftOut>) -> SkillTable {
    let mut players: Vec<PlayerTotal> = Vec::new();
    for record in &records {
        for (n, side) in record.sides.iter().enumerate() {
            let Some(skill) = &side.player else { continue };
            let played = played(record, n, side, skill);
            match players.iter_mut().find(|known| is_same(known, &played)) {
                Some(known) => known.add(&played),
                None => players.push(played),
            }
        }
    }
    SkillTable { schema: "fleetodds/skill/1", players, records, left_out, partial: false }
}

/// Returns the figures of a player in one battle.
fn played(record: &Analysis, n: usize, side: &AnalysedSide, skill: &Skill) -> PlayerTotal {
    let is_for_win = skill.objective == "win";
    let last = record.steps.last().and_then(|step| step.after[n]);
    let odds = if is_for_win { Some(skill.end) } else { last.map(|worth| worth.win) };
    PlayerTotal {
        name: side.side.name.clone(),
        unit: (!is_for_win).then_some(record.unit),
        battles: 1,
        won: u32::from(record.ended && odds.is_some_and(|win| win > 0.5)),
        skill: skill.clone(),
    }
}

/// Whether the figures of two players belong together.
fn is_same(a: &PlayerTotal, b: &PlayerTotal) -> bool {
    a.name.to_lowercase() == b.name.to_lowercase() && a.unit == b.unit
}

impl PlayerTotal {
    /// Adds the figures of another battle.
    fn add(&mut self, other: &Self) {
        self.battles += other.battles;
        self.won += other.won;
        let (all, one) = (&mut self.skill, &other.skill);
        all.start += one.start;
        all.luck += one.luck;
        all.mistakes += one.mistakes;
        all.enemy_mistakes += one.enemy_mistakes;
        all.not_noted += one.not_noted;
        all.end += one.end;
        all.decisions += one.decisions;
        all.marks.add_all(one.marks);
    }
}

impl AnalysedMarks {
    fn add_all(&mut self, other: Self) {
        self.good += other.good;
        self.doubtful += other.doubtful;
        self.mistake += other.mistake;
        self.blunder += other.blunder;
    }
}
