//! Play of a side, for reports.

use super::{Horizon, Objective, Retreat};
use crate::result::{Choice, Manner, PlayedBy};

/// Returns the play as a sentence, with the retreat policy, if the side can retreat, and the
/// objective, if it is not to win.
pub(crate) fn manner(
    verb: [&'static str; 2],
    mut how: String,
    retreat: Option<Retreat>,
    objective: Option<Objective>,
) -> Manner {
    if objective == Some(Objective::Swing) {
        how += ", for the best balance of losses";
    }
    match retreat {
        Some(Retreat::Optimal) => how += ", with the best retreat",
        Some(retreat) => how += &format!(", with a retreat {retreat}"),
        None => {}
    }
    Manner { verb, how }
}

/// Returns the play of a side from its choices and their words, with its rule for retreating, if it
/// can retreat, and its objective, if that is to be named.
pub(crate) fn played(
    mut choices: Vec<Choice>,
    mut words: String,
    retreat: Option<Retreat>,
    objective: Option<Objective>,
) -> PlayedBy {
    let retreat = retreat.map(|retreat| retreat.to_string());
    let objective = objective.map(Objective::name);
    if let Some(objective) = objective {
        words += &format!(" for {objective}");
    }
    if let Some(retreat) = &retreat {
        words += &format!(" (retreats: {retreat})");
    }
    choices.extend(retreat.map(|retreat| Choice::new("retreat", "retreats", retreat)));
    choices.extend(objective.map(|objective| Choice::new("objective", "after", objective)));
    PlayedBy { choices, words, manner: None }
}

/// Adds how far a side looks ahead to its play, if it does. `whole` names all battles together.
pub(crate) fn looking_to(mut played: PlayedBy, horizon: Option<Horizon>, whole: &str) -> PlayedBy {
    let Some(horizon) = horizon else { return played };
    let name = if horizon == Horizon::Sector { whole } else { horizon.name() };
    played.choices.push(Choice::new("horizon", "horizon", name));
    played.words += &format!(" (horizon: {name})");
    if let Some(manner) = played.manner.as_mut().filter(|_| horizon == Horizon::Sector) {
        manner.how += &format!(" for the whole {whole}");
    }
    played
}
