//! Battles that follow one another: who is left of one fights the next.

use std::fmt::Debug;

use super::Battle;

/// A chain of battles. Like a battle, it knows no names.
pub trait Chain: Sync {
    /// One of its battles.
    type Battle: Battle;

    /// What is remembered from battle to battle, besides the situation.
    type Memory: Copy + Ord + Debug + Send + Sync;

    /// All battles that may be fought; each leads to later ones only.
    fn battles(&self) -> &[Self::Battle];

    /// Captains for all of them.
    fn captains(&self) -> <Self::Battle as Battle>::Captains;

    /// What these captains have thought about so far, see [`Battle::effort`].
    fn effort(&self, captains: &<Self::Battle as Battle>::Captains) -> u64 {
        self.battles().first().map_or(0, |battle| battle.effort(captains))
    }

    /// Whether these captains had to guess so far, see [`Battle::has_guessed`].
    fn has_guessed(&self, captains: &<Self::Battle as Battle>::Captains) -> bool {
        self.battles().iter().any(|battle| battle.has_guessed(captains))
    }

    /// The first battle.
    fn first(&self) -> Link<Self>;

    /// What comes of a battle that has ended like this; one that has been cut short is over.
    fn after(
        &self,
        battle: usize,
        memory: Self::Memory,
        end: &<Self::Battle as Battle>::State,
    ) -> After<Self>;

    /// Number of cells that [`Chain::count`] may name.
    fn cells(&self) -> usize;

    /// The first so many cells are the outcomes; exactly one of them is counted for each
    /// chain.
    fn outcomes(&self) -> usize;

    /// Names the cells in which a battle that has ended like this counts, and, if it is the
    /// last, the chain.
    fn count(
        &self,
        battle: usize,
        end: &<Self::Battle as Battle>::State,
        after: &After<Self>,
        count: impl FnMut(usize),
    );
}

/// What comes of a battle of a chain.
pub struct After<C: Chain + ?Sized> {
    /// What is remembered of it and those before it.
    pub memory: C::Memory,
    /// The battle that follows.
    pub next: Option<Link<C>>,
}

/// How a battle of a chain begins.
pub struct Link<C: Chain + ?Sized> {
    /// Which battle it is.
    pub battle: usize,
    /// The situation.
    pub opening: <C::Battle as Battle>::State,
    /// What is remembered of earlier ones.
    pub memory: C::Memory,
}
