//! The budget covers all work of a question: solving, following graphs, battles.

use crate::support::ask::question;
use fleetodds::internals::answer::{
    Answer, Battles, Budget, Counted, Listed, NoAnswer, Question, Simulation, answer,
};
use fleetodds::internals::engine::{Ctx, Shard};
use fleetodds::internals::result::EngineUsed;
use fleetodds::internals::scenario::Engine;

/// One battle of each game that no small budget can solve.
const LARGE: [&str; 5] = [
    r#"{"attacker": "8 interceptor + 8 cruiser(hull=4) + 4 dreadnought",
        "defender": "8 interceptor(hull=1) + 6 cruiser(hull=3) + 4 dreadnought"}"#,
    r#"{"rules": "eclipse-2e", "attacker": {"fleet": "20 starbase(cannons=2y1b, hull=2)",
        "play": "npc"}, "defender": "4 ancient-expert + 3 gcds + 4 guardian-advanced"}"#,
    r#"{"rules": "ti4-space", "attacker": {"fleet": "20 fighter + 10 cruiser + 10 destroyer & emergency repairs",
        "play": {"loss_order": "adaptive"}}, "defender": "20 fighter + 10 dreadnought"}"#,
    r#"{"rules": "star-chamber", "attacker": "30 scout + 10 cruiser",
        "defender": "20 scout + 20 cruiser"}"#,
    r#"{"rules": "spaceship-battles", "attacker": "12 c + 2 a", "defender": "10 c + 4 d"}"#,
];

/// A battle that is solved at once.
const SMALL: &str = r#"{"attacker": "3 interceptor", "defender": "ancient"}"#;

/// Returns a question with default options, except for a small budget.
fn asked(scenario: &str) -> Question {
    let budget = Budget { seconds: 0.2, bytes: 2e8 };
    Question {
        engine: Engine::Auto,
        battles: Battles::AtMost(1_000_000),
        budget,
        ..question(scenario)
    }
}

fn ask_on(question: &Question, threads: usize) -> Result<Answer, NoAnswer> {
    let ctx = Ctx::new(threads).unwrap();
    answer(question, &ctx, &mut |_, _, _| ())
}

fn ask(question: &Question) -> Answer {
    ask_on(question, 2).unwrap()
}

#[test]
fn the_default_number_is_lowered_to_what_fits() {
    for scenario in LARGE {
        let question = asked(scenario);
        let Answer { summary, battles, work, .. } = ask(&question);
        assert_eq!(summary.engine, EngineUsed::Simulate, "{scenario}");
        assert_eq!(summary.battles, battles);
        assert!((10..1_000_000).contains(&battles), "{battles} battles of {scenario}");
        let words = format!("{battles} battles fit the budget of 200 ms, 200 MB");
        assert!(summary.warnings.iter().any(|warning| warning.starts_with(&words)));
        assert!(work > 0.05 && work <= 0.401, "{work} s of {scenario}");
    }
}

#[test]
fn the_number_follows_from_the_scenario_alone() {
    for scenario in LARGE {
        let question = asked(scenario);
        let [one, other] = [1, 7].map(|threads| ask_on(&question, threads).unwrap());
        assert_eq!(one.summary, other.summary, "{scenario}");
        let mut counted = Counted::default();
        for number in 0..3 {
            let run = Simulation::Played(Shard { number, of: 3 });
            let part = ask(&Question { run, ..question.clone() });
            assert_eq!(part.battles, one.battles, "part {number} of {scenario}");
            counted.merge(&part.counted.unwrap());
        }
        let merged = ask(&Question { run: Simulation::Known(counted), ..question });
        assert_eq!(merged.summary, one.summary, "{scenario}");
    }
}

#[test]
fn parts_beside_an_exact_answer_agree_on_the_number() {
    for battles in [Battles::AtMost(1_000_000), Battles::Given(1 << 40)] {
        let budget = Budget { seconds: 0.01, bytes: 2e8 };
        let question = Question { battles, budget, ..asked(SMALL) };
        let whole = ask(&question);
        let run = Simulation::Played(Shard { number: 1, of: 2 });
        let part = ask(&Question { run, ..question });
        assert_eq!(part.battles, whole.battles);
        assert!(whole.battles < battles.most(), "{}", whole.battles);
    }
}

#[test]
fn a_number_that_was_given_is_played_in_full() {
    for scenario in LARGE {
        let mut question = Question { battles: Battles::Given(3_000), ..asked(scenario) };
        question.budget.seconds = 0.001;
        let Answer { summary, .. } = ask(&question);
        assert_eq!((summary.engine, summary.battles), (EngineUsed::Simulate, 3_000), "{scenario}");
        assert!(!summary.warnings.iter().any(|warning| warning.contains("battles fit")));
    }
}

#[test]
fn beside_an_exact_answer_the_number_is_a_maximum() {
    let played = |battles, seconds| {
        let budget = Budget { seconds, bytes: 2e8 };
        let Answer { summary, work, .. } = ask(&Question { battles, budget, ..asked(SMALL) });
        assert_eq!(summary.engine, EngineUsed::Checked);
        assert!(work <= 2.0 * seconds, "{work} s of {seconds}");
        summary.battles
    };
    // A number that fits is played in full. Otherwise a tenth of the budget is used if no number
    // was given, and the rest of it if one was.
    assert_eq!(played(Battles::Given(1_000), 2.0), 1_000);
    assert_eq!(played(Battles::AtMost(1_000_000), 2.0), 1_000_000);
    let check = played(Battles::AtMost(1 << 40), 0.1);
    let rest = played(Battles::Given(1 << 40), 0.1);
    assert!(check < rest && rest < 25 * check, "{check} {rest}");
}

/// The state after each round, the swings of cost and the band of play use parts of the budget.
#[test]
fn everything_that_is_asked_for_is_paid() {
    let scenario = LARGE[0];
    let plain = ask(&asked(scenario)).battles;
    let rounds = Question { rounds: Some(Listed::To(10)), ..asked(scenario) };
    let swings = Question { swings: true, ..asked(scenario) };
    for question in [rounds, swings] {
        let Answer { battles, work, .. } = ask(&question);
        assert!(battles < plain && work <= 0.401, "{battles} of {plain}, {work} s");
    }
    let band = Question { play_band: true, battles: Battles::Given(1 << 40), ..asked(SMALL) };
    let Answer { work, .. } = ask(&band);
    assert!((0.2..=0.401).contains(&work), "{work}");
}

#[test]
fn a_battle_that_takes_more_than_the_budget_is_refused() {
    let mut question = asked(LARGE[1]);
    question.engine = Engine::Kernel;
    question.budget.seconds = 1e-6;
    let Err(NoAnswer::TooLarge { what: why, .. }) = ask_on(&question, 1) else {
        panic!("an answer")
    };
    assert!(why.contains("one battle takes an estimated") && why.contains("--battles"), "{why}");
}
