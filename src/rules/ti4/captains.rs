//! Captains: the memory of a worker, and plans of those who look ahead.

use super::compile::Ti4Battle;
use super::game::{Choices, Names};
use super::throw::Tables;

/// What a worker keeps: distributions of hits that have been asked for.
#[derive(Debug)]
pub struct Captains {
    pub(super) tables: Tables,
}

impl Captains {
    pub(super) fn new(battle: &Ti4Battle) -> Self {
        Self { tables: vec![None; battle.tables] }
    }
}

/// What captains who look ahead do.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) names: Names,
    pub(super) choices: Choices,
}
