//! Your own game: rules written once give exact odds, best play and battles by the million.
//!
//! A knight and a dragon strike at the same time. To flee before a round is half a victory.

#![allow(clippy::print_stdout)]

use fleetodds::own::{BestPlay, Distribution, Rules, StepOutcome, Table, Values, odds, simulate};

/// Lives of the knight and the dragon, and whether the knight has fled.
type State = (u8, u8, bool);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Fight,
    Flee,
}

/// Lives that the knight and the dragon lose in a round.
struct Hunt(Distribution<[u8; 2]>);

impl Rules for Hunt {
    type State = State;
    type Choice = Choice;

    fn opening(&self) -> State {
        (3, 4, false)
    }

    fn is_over(&self, (knight, dragon, fled): &State) -> bool {
        *knight == 0 || *dragon == 0 || *fled
    }

    fn step<T: Table<Choice>>(&self, state: &mut State, table: &mut T) -> StepOutcome {
        if table.decide(0, &[Choice::Fight, Choice::Flee]) == Choice::Flee {
            state.2 = true;
        } else {
            let [knight, dragon] = table.draw(&self.0);
            *state = (state.0 - knight, state.1 - dragon, false);
        }
        if self.is_over(state) { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn cells(&self) -> usize {
        3
    }

    /// Counts a dead dragon, a knight who fled, or a dead knight.
    fn count(&self, (_, dragon, fled): &State, mut count: impl FnMut(usize)) {
        count(if *fled { 1 } else { usize::from(*dragon > 0) * 2 });
    }

    fn worth(&self, (_, dragon, fled): &State) -> Values {
        [if *fled { 0.5 } else { f64::from(*dragon == 0) }; 4]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let blows = [([0, 0], 0.25), ([0, 1], 0.35), ([1, 0], 0.25), ([1, 1], 0.15)];
    let hunt = Hunt(Distribution::new(blows));
    let worth = |cells: Vec<f64>| cells[0] + cells[1] / 2.0;
    for flees_at in 0..3 {
        let play = |(knight, ..): &State, _: u8, _: &[Choice]| {
            if *knight <= flees_at { Choice::Flee } else { Choice::Fight }
        };
        let battles = 1 << 20;
        let [exact, played] = [odds(&hunt, play)?, simulate(&hunt, play, battles, 1)?].map(worth);
        println!("fleeing at {flees_at} is worth {exact:.4}, {played:.4} in {battles} battles");
    }
    let best = BestPlay::new(&hunt)?;
    println!("best play is worth {:.4}", best.worth()[0]);
    for (choice, worth) in best.advice(&(1, 2, false)) {
        println!("with 1 life against 2, to {choice:?} is worth {:.4}", worth[0]);
    }
    let course = best.replay(7);
    let steps = best.analyse(&course, 0).expect("a replay follows the rules");
    for ((state, choice), [decided, luck]) in course.iter().zip(steps) {
        println!("{state:?}: {choice:?} {decided:+.4}, luck {luck:+.4}");
    }
    Ok(())
}
