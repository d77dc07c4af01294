//! Chains of battles: the survivors of one battle fight the next. A battle is a chain of length
//! one.

use std::fmt::Debug;

use super::Battle;

/// Type of the states of a chain's battles.
pub type State<C> = <<C as Chain>::Battle as Battle>::State;

/// Type of the captains that play a chain.
pub type Captains<C> = <<C as Chain>::Battle as Battle>::Captains;

/// A chain of battles. Like a battle, it contains no names.
pub trait Chain: Sync {
    /// Whether every chain is one battle from its opening.
    const IS_BATTLE: bool = false;

    /// Type of each battle.
    type Battle: Battle;

    /// Data carried from battle to battle besides the state, such as earlier losses.
    type Memory: Copy + Ord + Debug + Send + Sync;

    /// Returns all battles that may be fought. Each leads only to later ones.
    fn battles(&self) -> &[Self::Battle];

    /// Creates captains that can play all battles of the chain, see [`Battle::captains`].
    fn captains(&self) -> <Self::Battle as Battle>::Captains;

    /// Work that these captains have done so far, see [`Battle::work_done`].
    fn work_done(&self, captains: &<Self::Battle as Battle>::Captains) -> u64 {
        self.battles().first().map_or(0, |battle| Battle::work_done(battle, captains))
    }

    /// Whether a decision of these captains was approximated, see [`Battle::has_approximated`].
    fn has_approximated(&self, captains: &<Self::Battle as Battle>::Captains) -> bool {
        self.battles().iter().any(|battle| Battle::has_approximated(battle, captains))
    }

    /// Returns how the chain begins.
    fn first(&self) -> BattleStart<Self>;

    /// Returns what follows a battle that ended in this state. A battle that was cut short counts
    /// as over.
    fn after(
        &self,
        battle: usize,
        memory: Self::Memory,
        end: &<Self::Battle as Battle>::State,
    ) -> Continuation<Self>;

    /// Number of cells that [`Chain::count`] may name.
    fn cells(&self) -> usize;

    /// Number of outcomes. They are the first cells, and each chain is counted in exactly one of
    /// them.
    fn outcomes(&self) -> usize;

    /// Names the cells in which a battle with this final state is counted. For the last battle,
    /// these include the cells of the whole chain.
    fn count(
        &self,
        battle: usize,
        end: &<Self::Battle as Battle>::State,
        after: &Continuation<Self>,
        count: impl FnMut(usize),
    );

    /// Adds amounts to the cells that measure a mean, see [`Battle::measure`]. By default there are
    /// none.
    fn measure(&self, _battle: usize, _end: &State<Self>, _add: impl FnMut(usize, u64)) {}
}

/// A battle is a chain of length one, which carries nothing on.
impl<B: Battle> Chain for B {
    const IS_BATTLE: bool = true;
    type Battle = B;
    type Memory = ();

    #[inline]
    fn battles(&self) -> &[B] {
        std::slice::from_ref(self)
    }

    fn captains(&self) -> B::Captains {
        Battle::captains(self)
    }

    #[inline]
    fn first(&self) -> BattleStart<B> {
        BattleStart { battle: 0, opening: self.opening(), memory: () }
    }

    #[inline]
    fn after(&self, _battle: usize, _memory: (), _end: &B::State) -> Continuation<B> {
        Continuation { memory: (), next: None }
    }

    fn cells(&self) -> usize {
        Battle::cells(self)
    }

    fn outcomes(&self) -> usize {
        Battle::outcomes(self)
    }

    #[inline]
    fn count(
        &self,
        _battle: usize,
        end: &B::State,
        _after: &Continuation<B>,
        count: impl FnMut(usize),
    ) {
        Battle::count(self, end, count);
    }

    #[inline]
    fn measure(&self, _battle: usize, end: &B::State, add: impl FnMut(usize, u64)) {
        Battle::measure(self, end, add);
    }
}

/// Continuation of a chain after one of its battles.
pub struct Continuation<C: Chain + ?Sized> {
    /// Data carried on from this battle and all earlier ones.
    pub memory: C::Memory,
    /// The next battle, or `None` if the chain is over.
    pub next: Option<BattleStart<C>>,
}

/// The beginning of a battle of a chain.
pub struct BattleStart<C: Chain + ?Sized> {
    /// Index into [`Chain::battles`].
    pub battle: usize,
    /// State in which the battle begins.
    pub opening: <C::Battle as Battle>::State,
    /// Data carried over from earlier battles.
    pub memory: C::Memory,
}
