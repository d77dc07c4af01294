//! Battles and decision games by [`Rules`]: each is a table that answers in its own way.

use crate::dice::{Die, Distribution, Enumerator};
use crate::model::game::{DecisionGame, Mover, Values};
use crate::model::rules::{Rules, Table};
use crate::model::{Battle, StepOutcome};

/// Maximum number of choices of a decision.
const MAX_CHOICES: usize = u8::MAX as usize;

/// A table with a die, at which `decide` returns the choice of a captain.
struct Seats<'a, D, F> {
    die: &'a mut D,
    decide: F,
    /// Whether dice were thrown, or a decision was made.
    has_begun: bool,
}

impl<'a, D: Die, F> Seats<'a, D, F> {
    fn new(die: &'a mut D, decide: F) -> Self {
        Self { die, decide, has_begun: false }
    }

    fn die(&mut self) -> &mut D {
        self.has_begun = true;
        self.die
    }
}

impl<D: Die, F> Die for Seats<'_, D, F> {
    #[inline]
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        self.die().draw(distribution)
    }

    #[inline]
    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        self.die().draw_up_to(distribution, most)
    }

    #[inline]
    fn choose(&mut self, weights: &[u32]) -> usize {
        self.die().choose(weights)
    }

    #[inline]
    fn choose_alike(&mut self, weights: &[u32], alike: impl Fn(usize, usize) -> bool) -> usize {
        self.die().choose_alike(weights, alike)
    }
}

impl<C, D: Die, F: FnMut(u8, &[C]) -> C> Table<C> for Seats<'_, D, F> {
    #[inline]
    fn decide(&mut self, captain: u8, choices: &[C]) -> C {
        assert!(!self.has_begun, "a step asks for one decision at most, before its dice");
        assert!(matches!(choices.len(), 1..=MAX_CHOICES), "a decision has 1 to 255 choices");
        self.has_begun = true;
        (self.decide)(captain, choices)
    }
}

/// Plays one step with this die. `decide` returns the choice of a captain.
pub fn step<R: Rules, D: Die>(
    rules: &R,
    state: &mut R::State,
    die: &mut D,
    decide: impl FnMut(u8, &[R::Choice]) -> R::Choice,
) -> StepOutcome {
    rules.step(state, &mut Seats::new(die, decide))
}

/// A battle by rules whose captains follow a play.
pub struct PlayedBattle<'a, R, P> {
    /// The rules.
    pub rules: &'a R,
    /// The play of all captains: the choice of one in a state.
    pub play: P,
}

impl<R: Rules, P: Fn(&R::State, u8, &[R::Choice]) -> R::Choice + Sync> Battle
    for PlayedBattle<'_, R, P>
{
    type State = R::State;
    type Captains = ();

    fn opening(&self) -> R::State {
        self.rules.opening()
    }

    fn captains(&self) {}

    fn is_over(&self, state: &R::State) -> bool {
        self.rules.is_over(state)
    }

    fn step<D: Die>(&self, state: &mut R::State, die: &mut D, (): &mut ()) -> StepOutcome {
        let before = *state;
        step(self.rules, state, die, |captain, choices| (self.play)(&before, captain, choices))
    }

    fn cells(&self) -> usize {
        self.rules.cells()
    }

    fn count(&self, state: &R::State, count: impl FnMut(usize)) {
        self.rules.count(state, count);
    }
}

/// A state, and the number of the choice that has been made in it.
pub type RulesPosition<R> = (<R as Rules>::State, Option<u8>);

/// All positions of a battle by rules.
pub struct ListedGame<'a, R>(pub &'a R);

impl<R: Rules> ListedGame<'_, R> {
    /// Returns the captain who decides in a state that is not over, with the choices; `None` if
    /// nothing is decided there.
    pub fn asked(&self, state: &R::State) -> Option<(u8, Vec<R::Choice>)> {
        let mut asked = None;
        step(self.0, &mut state.clone(), &mut Enumerator::default(), |captain, choices| {
            asked = Some((captain, choices.to_vec()));
            choices[0]
        });
        asked
    }

    /// Visits the states to which a step can lead after this choice, until `visit` returns false.
    pub fn outcomes(
        &self,
        (state, chosen): &RulesPosition<R>,
        visit: impl FnMut(R::State, f64) -> bool,
    ) {
        let play = |die: &mut Enumerator| {
            let mut after = *state;
            step(self.0, &mut after, die, |_, choices| choices[usize::from(chosen.unwrap_or(0))]);
            after
        };
        Enumerator::each_while(play, visit);
    }
}

impl<R: Rules> DecisionGame for ListedGame<'_, R> {
    type Position = RulesPosition<R>;

    fn moves(
        &mut self,
        position: &RulesPosition<R>,
        most: u64,
        next: &mut Vec<(RulesPosition<R>, f64)>,
    ) -> Option<Mover> {
        let (state, chosen) = position;
        if chosen.is_none() && self.0.is_over(state) {
            return Some(Mover::Over);
        }
        if chosen.is_none()
            && let Some((captain, choices)) = self.asked(state)
        {
            next.extend((0..choices.len() as u8).map(|n| ((*state, Some(n)), 1.0)));
            return Some(Mover::Captain(captain));
        }
        let mut fits = true;
        self.outcomes(position, |to, chance| {
            next.push(((to, None), chance));
            fits = next.len() as u64 <= most;
            fits
        });
        fits.then_some(Mover::Chance)
    }

    fn worth(&self, (state, _): &RulesPosition<R>) -> Values {
        self.0.worth(state)
    }
}
