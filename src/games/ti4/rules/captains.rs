//! Captains: the memory of a worker, and the strategies of captains that look ahead.

use std::sync::Arc;

use super::battle::Ti4Battle;
use super::game::Ti4Strategy;
use super::throw::{RollMemory, Tables};
use crate::games::common::Strategies;

/// Captains of both sides, with the memory of a worker.
#[derive(Clone, Debug)]
pub struct Ti4Captains {
    /// Distributions of hits computed so far.
    pub(super) tables: Tables,
    /// Distributions of rolls that abilities change after the throw.
    pub(super) rolls: RollMemory,
    /// Decisions by combat, for captains that look ahead.
    strategies: Strategies<Ti4Strategy>,
}

impl Ti4Captains {
    pub(super) fn new(battle: &Ti4Battle) -> Self {
        Self {
            tables: vec![None; battle.tables],
            rolls: RollMemory::default(),
            strategies: Strategies::default(),
        }
    }

    /// Sets the strategy that captains that look ahead follow in this combat.
    pub fn set_strategy(&mut self, battle: &Ti4Battle, strategy: Arc<Ti4Strategy>) {
        self.strategies.set(battle.number, strategy);
    }

    /// Returns the strategy for this combat, if there is one.
    pub(super) fn strategy(&self, battle: &Ti4Battle) -> Option<&Ti4Strategy> {
        self.strategies.get(battle.number)
    }

    /// Returns the strategy for this combat, if there is one, for use beside the captains.
    pub(super) fn shared_strategy(&self, battle: &Ti4Battle) -> Option<Arc<Ti4Strategy>> {
        self.strategies.shared(battle.number)
    }
}
