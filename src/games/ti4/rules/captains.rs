//! Captains: the memory of a worker, and plans of captains that look ahead.

use super::compile::Ti4Battle;
use super::game::{Choices, Names};
use super::throw::Tables;

/// Memory of a worker: the distributions of hits computed so far.
#[derive(Debug)]
pub struct Captains {
    pub(super) tables: Tables,
}

impl Captains {
    pub(super) fn new(battle: &Ti4Battle) -> Self {
        Self { tables: vec![None; battle.tables] }
    }
}

/// Decisions of captains that look ahead.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) names: Names,
    pub(super) choices: Choices,
}
