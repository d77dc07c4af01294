//! A battle at the table, step by step.

use fleetodds::internals::analysis::battle::{battle_now, random_roll};
use fleetodds::internals::answer::Question;
use fleetodds::internals::report::percent;
use fleetodds::internals::result::{BattleChoice, BattleNext, BattleNow, Worth};
use fleetodds::internals::scenario::{BattleRecord, Source, read_record, record_as_text};
use serde_json::{Value, json};

use crate::fight::Fight;
use crate::respond::{asked, ctx};
use crate::shown::Problem;

/// Returns the present situation of a battle. Without a record, the battle begins; with a roll, its
/// dice have been rolled since.
pub(crate) fn situation(
    fight: &Fight,
    record: Option<&str>,
    roll: Option<&str>,
) -> Result<Value, Problem> {
    let (question, record) = played(fight, record)?;
    let now = battle_now(&question, &record, roll, &ctx()?)?;
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
pub(crate) fn rolled(fight: &Fight, record: &str, seed: u64) -> Result<Value, Problem> {
    let (question, record) = played(fight, Some(record))?;
    Ok(json!({"roll": random_roll(&question, &record, seed, &ctx()?)?}))
}

/// Returns the question of a battle and its record, without entries if it begins.
pub(crate) fn played(
    fight: &Fight,
    record: Option<&str>,
) -> Result<(Question, BattleRecord), Problem> {
    let text = match record {
        Some(record) => record.into(),
        None => {
            let desk = fight.desk()?;
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
