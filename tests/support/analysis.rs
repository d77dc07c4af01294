//! Battles that were played, and what holds for all analyses.

use fleetodds::Fight;
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Analysis, Skill};
use fleetodds::internals::scenario::{Source, read_record};

/// Analyses a record.
pub(crate) fn analysed(text: &str) -> Result<Analysis, NoAnswer> {
    let record = read_record(&Source::new("battle.txt", text))?;
    let question = Fight::from(record.scenario.clone()).question().unwrap();
    analyse(&question, &record, &Ctx::new(1).unwrap())
}

/// Returns luck and skill of all players.
pub(crate) fn players(analysis: &Analysis) -> impl Iterator<Item = &Skill> {
    analysis.sides.iter().filter_map(|side| side.player.as_ref())
}

/// Returns the largest difference between the sum of a player and the worth at the end.
pub(crate) fn gap(analysis: &Analysis) -> f64 {
    let gap = |skill: &Skill| {
        let sum = skill.start + skill.luck - skill.mistakes + skill.enemy_mistakes;
        (sum + skill.not_noted - skill.end).abs()
    };
    players(analysis).map(gap).fold(0.0, f64::max)
}
