//! A game of one's own: best play, advice, replays and analysis of a game that is solved by hand.

use fleetodds::own::{BestPlay, Decider, DecisionGame, Mover, Unsolved, Values};

/// Its positions: keep 0.4, or toss a coin for 1.
struct Wager;

const OPENING: u8 = 0;
const KEPT: u8 = 1;
const TOSSED: u8 = 2;
const WON: u8 = 3;
const LOST: u8 = 4;

const RICHEST: Decider = Decider::Best { value: 0, tie: 0, sign: 1.0 };

impl DecisionGame for Wager {
    type Position = u8;

    fn moves(&mut self, at: &u8, _: u64, next: &mut Vec<(u8, f64)>) -> Option<Mover> {
        Some(match *at {
            OPENING => {
                next.extend([(KEPT, 1.0), (TOSSED, 1.0)]);
                Mover::Captain(0)
            }
            TOSSED => {
                next.extend([(WON, 0.5), (LOST, 0.5)]);
                Mover::Chance
            }
            _ => Mover::Over,
        })
    }

    fn worth(&self, at: &u8) -> Values {
        let worth = match *at {
            KEPT => 0.4,
            WON => 1.0,
            _ => 0.0,
        };
        [worth; 4]
    }
}

fn best_play() -> BestPlay<Wager> {
    BestPlay::new(Wager, OPENING, &[RICHEST]).unwrap()
}

#[test]
fn choices_are_worth_what_follows_from_them() {
    let mut play = best_play();
    assert_eq!(play.worth()[0], 0.5);
    let advice = play.advice(&OPENING);
    let worth: Vec<(u8, f64)> = advice.iter().map(|(to, worth)| (*to, worth[0])).collect();
    assert_eq!(worth, [(KEPT, 0.4), (TOSSED, 0.5)]);
    assert_eq!(play.advice(&TOSSED), []);
    assert_eq!(play.advice(&WON), []);
    assert_eq!(play.advice(&99), []);
}

#[test]
fn replays_follow_best_play() {
    let mut play = best_play();
    const REPLAYS: u64 = 10_000;
    let courses: Vec<Vec<u8>> = (0..REPLAYS).map(|seed| play.replay(seed)).collect();
    assert!(courses.iter().all(|course| matches!(course[..], [OPENING, TOSSED, WON | LOST])));
    assert_eq!(courses[7], play.replay(7));
    let won = courses.iter().filter(|course| course[2] == WON).count() as f64;
    let (mean, error) = (REPLAYS as f64 / 2.0, (REPLAYS as f64 / 4.0).sqrt());
    assert!((won - mean).abs() < 4.5 * error, "{won}");
}

#[test]
fn an_analysis_separates_luck_from_mistakes() {
    let mut play = best_play();
    let kept = play.analyse(&[OPENING, KEPT], 0).unwrap();
    assert!(matches!(kept[..], [(Mover::Captain(0), mistake)] if (mistake + 0.1).abs() < 1e-12));
    let lost = play.analyse(&[OPENING, TOSSED, LOST], 0).unwrap();
    assert_eq!(lost, [(Mover::Captain(0), 0.0), (Mover::Chance, -0.5)]);
    assert_eq!(play.analyse(&[OPENING, WON], 0), Err(1));
    assert_eq!(play.analyse(&[OPENING, TOSSED, KEPT], 0), Err(2));
    assert_eq!(play.analyse(&[99, OPENING], 0), Err(1));
}

/// A game that never ends, and has one more position after each.
#[derive(Debug)]
struct Endless;

impl DecisionGame for Endless {
    type Position = u64;

    fn moves(&mut self, at: &u64, most: u64, next: &mut Vec<(u64, f64)>) -> Option<Mover> {
        next.push((at + 1, 1.0));
        (most > 0).then_some(Mover::Chance)
    }

    fn worth(&self, _: &u64) -> Values {
        [0.0; 4]
    }
}

#[test]
fn a_game_that_does_not_fit_the_budget_is_refused() {
    let unsolved = BestPlay::new(Endless, 0, &[RICHEST]).unwrap_err();
    assert!(matches!(unsolved, Unsolved::TooLarge(_)), "{unsolved}");
}

/// A game whose best choice returns to where it was.
struct Waiting;

impl DecisionGame for Waiting {
    type Position = bool;

    fn moves(&mut self, over: &bool, _: u64, next: &mut Vec<(bool, f64)>) -> Option<Mover> {
        if *over {
            return Some(Mover::Over);
        }
        next.extend([(false, 1.0), (true, 1.0)]);
        Some(Mover::Captain(0))
    }

    fn worth(&self, over: &bool) -> Values {
        [if *over { -1.0 } else { 0.0 }; 4]
    }
}

#[test]
fn a_replay_of_a_game_without_end_stops() {
    let mut play = BestPlay::new(Waiting, false, &[RICHEST]).unwrap();
    assert_eq!(play.replay(1).len(), 1_000_000);
}
