//! A battle at the table, step by step.

use serde_json::{Value, json};

use crate::analysis::battle::{battle_now, random_roll};
use crate::answer::Question;
use crate::report::percent;
use crate::result::{BattleChoice, BattleNext, BattleNow, Worth};
use crate::scenario::{BattleRecord, Source, read_record, record_as_text};

use super::fight::Fight;
use super::setup::{Setup, asked};
use super::shown::Problem;

/// Returns the present situation of a battle. Without a record, the battle begins; with a roll, its
/// dice have been rolled since.
pub(super) fn situation(
    fight: &Fight,
    record: Option<&str>,
    roll: Option<&str>,
    setup: &Setup<'_>,
) -> Result<Value, Problem> {
    let (question, record) = played(fight, record, setup)?;
    let now = battle_now(&question, &record, roll, setup.ctx)?;
    let worth = [0, 1].map(|side| worth_in_words(&now, now.sides[side].worth.as_ref(), side));
    let mut shown = json!(now);
    shown["worth"] = json!(worth);
    if let BattleNext::Choose(next) = &now.next {
        let worth = |choice: &BattleChoice| {
            worth_in_words(&now, choice.worth[next.side].as_ref(), next.side)
        };
        shown["next"]["worth"] = next.choices.iter().map(worth).collect();
    }
    Ok(shown)
}

/// Returns a random roll of the dice that come next.
pub(super) fn rolled(
    fight: &Fight,
    record: &str,
    seed: u64,
    setup: &Setup<'_>,
) -> Result<Value, Problem> {
    let (question, record) = played(fight, Some(record), setup)?;
    Ok(json!({"roll": random_roll(&question, &record, seed, setup.ctx)?}))
}

/// Returns the question of a battle and its record, without entries if it begins.
pub(super) fn played(
    fight: &Fight,
    record: Option<&str>,
    setup: &Setup<'_>,
) -> Result<(Question, BattleRecord), Problem> {
    let text = match record {
        Some(record) => record.into(),
        None => {
            let desk = fight.desk(setup)?;
            record_as_text(desk.game().lexicon(), &desk.scenario()?, &[])?
        }
    };
    let record = read_record(&Source::new("battle", text))?;
    Ok((asked(&record.scenario)?, record))
}

/// Returns the worth of a situation to a side, in the figure that its player maximises.
fn worth_in_words(now: &BattleNow, worth: Option<&Worth>, side: usize) -> Option<String> {
    let worth = worth?;
    Some(match now.sides[side].objective {
        Some("swing") => format!("swing {:+.2} {}", worth.swing, now.unit),
        _ => format!("{} to win", percent(worth.win)),
    })
}
