//! A game of one's own: best play, advice, replays and analysis of games that are solved by hand.

use fleetodds::own::{
    BestPlay, Distribution, Rules, StepOutcome, Table, Unsolved, Values, odds, simulate,
};

/// To keep 0.4, or to toss a coin for 1. Two rolls may follow each other in one step.
struct Wager(Distribution<u8>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bet {
    Keep,
    Toss,
}

const OPENING: u8 = 0;
const KEPT: u8 = 1;
const WON: u8 = 3;
const LOST: u8 = 4;

impl Rules for Wager {
    type State = u8;
    type Choice = Bet;

    fn opening(&self) -> u8 {
        OPENING
    }

    fn is_over(&self, state: &u8) -> bool {
        *state != OPENING
    }

    fn step<T: Table<Bet>>(&self, state: &mut u8, table: &mut T) -> StepOutcome {
        *state = match table.decide(0, &[Bet::Keep, Bet::Toss]) {
            Bet::Keep => KEPT,
            // The parity of two coins.
            Bet::Toss if (table.draw(&self.0) + table.draw(&self.0)) % 2 == 1 => WON,
            Bet::Toss => LOST,
        };
        StepOutcome::Over
    }

    fn cells(&self) -> usize {
        3
    }

    fn count(&self, state: &u8, mut count: impl FnMut(usize)) {
        count([0, 0, 0, 1, 2][usize::from(*state)]);
    }

    fn worth(&self, state: &u8) -> Values {
        [[0.0, 0.4, 0.0, 1.0, 0.0][usize::from(*state)]; 4]
    }
}

fn wager() -> Wager {
    Wager(Distribution::new([(0, 0.5), (1, 0.5)]))
}

#[test]
fn odds_and_simulations_follow_the_play_that_is_given() {
    let wager = wager();
    assert_eq!(odds(&wager, |_, _, _| Bet::Keep).unwrap(), [1.0, 0.0, 0.0]);
    assert_eq!(odds(&wager, |_, _, _| Bet::Toss).unwrap(), [0.0, 0.5, 0.5]);
    let best = BestPlay::new(&wager).unwrap();
    let play = |state: &u8, _: u8, choices: &[Bet]| best.choice(state, choices);
    assert_eq!(odds(&wager, play).unwrap(), [0.0, 0.5, 0.5]);
    let battles = 1 << 20;
    let played = simulate(&wager, play, battles, 1).unwrap();
    let error = (0.25 / battles as f64).sqrt();
    assert!((played[1] - 0.5).abs() < 4.5 * error, "{played:?}");
    assert_eq!(played[1] + played[2], 1.0);
}

#[test]
fn choices_are_worth_what_follows_from_them() {
    let wager = wager();
    let play = BestPlay::new(&wager).unwrap();
    assert_eq!(play.worth()[0], 0.5);
    let advice = play.advice(&OPENING);
    let worth: Vec<(Bet, f64)> = advice.iter().map(|(bet, worth)| (*bet, worth[0])).collect();
    assert_eq!(worth, [(Bet::Keep, 0.4), (Bet::Toss, 0.5)]);
    assert_eq!(play.advice(&WON), []);
    assert_eq!(play.advice(&99), []);
}

#[test]
fn replays_follow_best_play() {
    let wager = wager();
    let play = BestPlay::new(&wager).unwrap();
    const REPLAYS: u64 = 10_000;
    let courses: Vec<_> = (0..REPLAYS).map(|seed| play.replay(seed)).collect();
    let tosses = |course: &Vec<(u8, Option<Bet>)>| {
        matches!(course[..], [(OPENING, Some(Bet::Toss)), (WON | LOST, None)])
    };
    assert!(courses.iter().all(tosses));
    assert_eq!(courses[7], play.replay(7));
    let won = courses.iter().filter(|course| course[1].0 == WON).count() as f64;
    let (mean, error) = (REPLAYS as f64 / 2.0, (REPLAYS as f64 / 4.0).sqrt());
    assert!((won - mean).abs() < 4.5 * error, "{won}");
}

#[test]
fn an_analysis_separates_luck_from_mistakes() {
    let wager = wager();
    let play = BestPlay::new(&wager).unwrap();
    let kept = play.analyse(&[(OPENING, Some(Bet::Keep)), (KEPT, None)], 0).unwrap();
    assert!(matches!(kept[..], [[given, luck]] if (given + 0.1).abs() < 1e-12 && luck == 0.0));
    let lost = play.analyse(&[(OPENING, Some(Bet::Toss)), (LOST, None)], 0).unwrap();
    assert_eq!(lost, [[0.0, -0.5]]);
    for (course, number) in [
        (vec![(OPENING, Some(Bet::Keep)), (WON, None)], 0),
        (vec![(OPENING, None), (KEPT, None)], 0),
        (vec![(OPENING, Some(Bet::Keep)), (KEPT, None), (KEPT, None)], 1),
        (vec![(99, Some(Bet::Keep)), (KEPT, None)], 0),
    ] {
        assert_eq!(play.analyse(&course, 0), Err(number), "{course:?}");
    }
}

/// Two captains take one or two matches in turn; who takes the last one wins. A captain whose turn
/// it is with a multiple of 3 loses against best play.
struct Nim(u8);

impl Rules for Nim {
    /// Matches left, and the captain whose turn it is.
    type State = (u8, u8);
    type Choice = u8;

    fn opening(&self) -> (u8, u8) {
        (self.0, 0)
    }

    fn is_over(&self, (left, _): &(u8, u8)) -> bool {
        *left == 0
    }

    fn step<T: Table<u8>>(&self, state: &mut (u8, u8), table: &mut T) -> StepOutcome {
        let (left, turn) = *state;
        let taken = table.decide(turn, &[1, 2][..usize::from(left.min(2))]);
        *state = (left - taken, 1 - turn);
        if taken == left { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn cells(&self) -> usize {
        2
    }

    fn count(&self, (_, turn): &(u8, u8), mut count: impl FnMut(usize)) {
        count(usize::from(1 - turn));
    }

    fn worth(&self, (left, turn): &(u8, u8)) -> Values {
        let won = |captain: u8| f64::from(u8::from(*left == 0 && *turn != captain));
        [won(0), won(1), 0.0, 0.0]
    }
}

#[test]
fn each_captain_makes_the_most_of_its_own_worth() {
    for matches in 1..=20 {
        let nim = Nim(matches);
        let play = BestPlay::new(&nim).unwrap();
        let first_wins = if matches % 3 > 0 { [1.0, 0.0] } else { [0.0, 1.0] };
        assert_eq!(play.worth()[..2], first_wins, "{matches}");
        let shares = odds(&nim, |state, _, choices| play.choice(state, choices)).unwrap();
        assert_eq!(shares, first_wins, "{matches}");
    }
}

/// Rules of one number that goes up for ever.
struct Endless;

impl Rules for Endless {
    type State = u64;
    type Choice = ();

    fn opening(&self) -> u64 {
        0
    }

    fn is_over(&self, _: &u64) -> bool {
        false
    }

    fn step<T: Table<()>>(&self, state: &mut u64, _: &mut T) -> StepOutcome {
        *state += 1;
        StepOutcome::NextRound
    }

    fn cells(&self) -> usize {
        1
    }

    fn count(&self, _: &u64, mut count: impl FnMut(usize)) {
        count(0);
    }
}

#[test]
fn a_game_that_does_not_fit_the_budget_is_refused() {
    let unsolved = BestPlay::new(&Endless).err();
    assert!(matches!(unsolved, Some(Unsolved::TooLarge(_))), "{unsolved:?}");
    let unsolved = odds(&Endless, |_, _, _| ()).err();
    assert!(matches!(unsolved, Some(Unsolved::TooLarge(_))), "{unsolved:?}");
}

/// A game whose best choice returns to where it was.
struct Waiting;

impl Rules for Waiting {
    type State = bool;
    type Choice = bool;

    fn opening(&self) -> bool {
        false
    }

    fn is_over(&self, over: &bool) -> bool {
        *over
    }

    fn step<T: Table<bool>>(&self, over: &mut bool, table: &mut T) -> StepOutcome {
        *over = table.decide(0, &[false, true]);
        if *over { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn cells(&self) -> usize {
        1
    }

    fn count(&self, _: &bool, mut count: impl FnMut(usize)) {
        count(0);
    }

    fn worth(&self, over: &bool) -> Values {
        [if *over { -1.0 } else { 0.0 }; 4]
    }
}

#[test]
fn a_replay_of_a_game_without_end_stops() {
    let play = BestPlay::new(&Waiting).unwrap();
    assert_eq!(play.replay(1).len(), 1_000_001);
}

/// A game that asks for a decision after its dice.
struct Late(Distribution<bool>);

impl Rules for Late {
    type State = bool;
    type Choice = bool;

    fn opening(&self) -> bool {
        false
    }

    fn is_over(&self, over: &bool) -> bool {
        *over
    }

    fn step<T: Table<bool>>(&self, over: &mut bool, table: &mut T) -> StepOutcome {
        *over = table.draw(&self.0) || table.decide(0, &[true]);
        StepOutcome::Over
    }

    fn cells(&self) -> usize {
        1
    }

    fn count(&self, _: &bool, mut count: impl FnMut(usize)) {
        count(0);
    }
}

#[test]
#[should_panic(expected = "before its dice")]
fn rules_that_decide_after_their_dice_are_refused() {
    let _ = BestPlay::new(&Late(Distribution::new([(true, 0.5), (false, 0.5)])));
}
