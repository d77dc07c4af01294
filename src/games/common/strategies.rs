//! The strategies that captains follow.

use std::sync::Arc;

/// Strategies by the number of the battle that they belong to. Captains own them, so that a battle
/// never changes once it is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Strategies<S>(Vec<Option<Arc<S>>>);

impl<S> Default for Strategies<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S> Strategies<S> {
    /// Sets the strategy of a battle.
    pub(crate) fn set(&mut self, battle: usize, strategy: Arc<S>) {
        if self.0.len() <= battle {
            self.0.resize(battle + 1, None);
        }
        self.0[battle] = Some(strategy);
    }

    /// Returns the strategy of a battle, if there is one.
    #[inline]
    pub(crate) fn get(&self, battle: usize) -> Option<&S> {
        self.0.get(battle)?.as_deref()
    }

    /// Returns the strategy of a battle like [`get`](Self::get), shared.
    pub(crate) fn shared(&self, battle: usize) -> Option<Arc<S>> {
        self.0.get(battle)?.clone()
    }
}
