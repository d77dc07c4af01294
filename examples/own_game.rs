//! Your own game: rules written once give exact odds, best play and battles by the million.
//!
//! A knight and a dragon strike at the same time. To flee before a round is half a victory.

#![allow(clippy::print_stdout)]

use fleetodds::own::{
    Battle, BestPlay, Decider, DecisionGame, Die, Distribution, Mover, StepOutcome, Values, odds,
    simulate,
};

/// Lives of the knight and the dragon, and whether the knight has fled.
type State = (u8, u8, bool);

struct Hunt {
    /// A knight with this many lives, or fewer, flees.
    flees_at: u8,
    /// Lives that each of them loses in a round.
    round: Distribution<[u8; 2]>,
}

impl Battle for Hunt {
    type State = State;
    type Captains = ();

    fn opening(&self) -> State {
        (3, 4, false)
    }
    fn captains(&self) {}
    fn is_over(&self, (knight, dragon, fled): &State) -> bool {
        *knight == 0 || *dragon == 0 || *fled
    }
    fn step<D: Die>(&self, state: &mut State, die: &mut D, (): &mut ()) -> StepOutcome {
        state.2 = state.0 <= self.flees_at;
        if !state.2 {
            let [knight, dragon] = die.draw(&self.round);
            *state = (state.0 - knight, state.1 - dragon, false);
        }
        if self.is_over(state) { StepOutcome::Over } else { StepOutcome::NextRound }
    }
    fn cells(&self) -> usize {
        3
    }
    /// Counts a dead dragon, a knight who fled, or a dead knight.
    fn count(&self, state: &State, mut count: impl FnMut(usize)) {
        count(if state.2 { 1 } else { usize::from(state.1 > 0) * 2 });
    }
}

impl DecisionGame for Hunt {
    /// The situation, and whether the knight has decided to fight.
    type Position = (State, bool);

    fn moves(
        &mut self,
        (state, fights): &(State, bool),
        _: u64,
        next: &mut Vec<((State, bool), f64)>,
    ) -> Option<Mover> {
        let (knight, dragon, _) = *state;
        if self.is_over(state) {
            return Some(Mover::Over);
        } else if !fights {
            next.extend([((*state, true), 1.0), (((knight, dragon, true), false), 1.0)]);
            return Some(Mover::Captain(0));
        }
        let after = |lost: &[u8; 2]| ((knight - lost[0], dragon - lost[1], false), false);
        next.extend(self.round.outcomes().iter().map(|(lost, chance)| (after(lost), *chance)));
        Some(Mover::Chance)
    }
    fn worth(&self, ((_, dragon, fled), _): &(State, bool)) -> Values {
        [if *fled { 0.5 } else { f64::from(*dragon == 0) }; 4]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let blows = [([0, 0], 0.25), ([0, 1], 0.35), ([1, 0], 0.25), ([1, 1], 0.15)];
    let hunt = |flees_at| Hunt { flees_at, round: Distribution::new(blows) };
    let worth = |cells: Vec<f64>| cells[0] + cells[1] / 2.0;
    for flees_at in 0..3 {
        let (hunt, battles) = (hunt(flees_at), 1 << 20);
        let [exact, played] = [worth(odds(&hunt)?), worth(simulate(&hunt, battles, 1)?)];
        println!("fleeing at {flees_at} is worth {exact:.4}, {played:.4} in {battles} battles");
    }
    let best = Decider::Best { value: 0, tie: 0, sign: 1.0 };
    let game = hunt(0);
    let opening = (game.opening(), false);
    let mut play = BestPlay::new(game, opening, &[best])?;
    println!("best play is worth {:.4}", play.worth()[0]);
    for (((.., fled), _), worth) in play.advice(&((1, 2, false), false)) {
        let choice = if fled { "to flee" } else { "to fight" };
        println!("with 1 life against 2, {choice} is worth {:.4}", worth[0]);
    }
    let course = play.replay(7);
    for ((mover, change), position) in
        play.analyse(&course, 0).expect("a replay").iter().zip(&course)
    {
        println!(
            "{position:?}: {} {change:+.4}",
            if *mover == Mover::Chance { "luck" } else { "choice" }
        );
    }
    Ok(())
}
