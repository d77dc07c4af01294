//! Work that another thread stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fleetodds::internals::answer::{NoAnswer, Question, answer};
use fleetodds::internals::edit::Desk;
use fleetodds::internals::engine::{Ctx, Stage, StageProgress};
use fleetodds::internals::games::Rulebook;
use fleetodds::{Budget, Engine};

/// Fights that take a while, each mainly in another stage.
fn large_fights() -> Vec<Question> {
    let fight = |rulebook: Rulebook, fleet: [&str; 2]| {
        let mut desk = Desk::new(rulebook).unwrap();
        fleet.iter().enumerate().for_each(|(side, fleet)| desk.type_fleet(side, fleet));
        let budget = Budget { seconds: 3600.0, bytes: 2e9 };
        Question { engine: Engine::Exact, budget, ..desk.question().unwrap() }
    };
    let fleet = "6 interceptor + 4 cruiser + 2 dreadnought";
    let npc = format!("{fleet} & play=npc");
    let with_rounds = Question {
        rounds: Some(fleetodds::internals::answer::Listed::Enough),
        swings: true,
        ..fight(Rulebook::Eclipse, [&npc, &npc])
    };
    vec![
        fight(Rulebook::Eclipse, [fleet, fleet]),
        with_rounds,
        fight(Rulebook::StarChamber, ["4 cruiser + 4 scout", "4 cruiser + 4 scout"]),
        fight(Rulebook::SpaceshipBattles, ["3 c", "2 b"]),
    ]
}

/// Fights whose graphs do not fit the budget: they are solved round by round.
fn large_flows() -> Vec<Question> {
    let fight = |rulebook: Rulebook, fleet: [&str; 2]| {
        let mut desk = Desk::new(rulebook).unwrap();
        fleet.iter().enumerate().for_each(|(side, fleet)| desk.type_fleet(side, fleet));
        let budget = Budget { seconds: 4.0, bytes: 2e9 };
        Question { engine: Engine::Exact, budget, ..desk.question().unwrap() }
    };
    let dreadnoughts = "60 dreadnought + 40 fighter & play=customary";
    let destroyers = "50 dreadnought + 10 war-sun + 40 destroyer & play=customary";
    vec![
        fight(Rulebook::SpaceshipBattles, ["8 b", "8 b"]),
        fight(Rulebook::Ti4Space, [dreadnoughts, destroyers]),
        fight(Rulebook::StarChamber, ["5 cruiser + 5 scout", "4 cruiser + 4 scout"]),
    ]
}

/// A stop flag that was set in any stage ends the work soon. The limit is far above the 50 ms that
/// screens need, because other tests run at the same time on slow builds.
#[test]
fn every_stage_of_an_exact_answer_can_be_stopped() {
    for question in large_fights().into_iter().chain(large_flows()) {
        for wait in [30, 250, 700] {
            let stop = Arc::new(AtomicBool::new(false));
            let ctx = Ctx::new(1).unwrap().with_stop(Arc::clone(&stop));
            let (done, late) = std::thread::scope(|scope| {
                let work = scope.spawn(|| {
                    let done = answer(&question, &ctx, &mut |_, _, _| ()).map(|_| ());
                    (done, Instant::now())
                });
                std::thread::sleep(Duration::from_millis(wait));
                let asked = Instant::now();
                stop.store(true, Ordering::Relaxed);
                let (done, at) = work.join().unwrap();
                (done, at.saturating_duration_since(asked))
            });
            assert!(late < Duration::from_millis(700), "{:?} {wait}: {late:?}", question.rulebook);
            assert!(matches!(done, Ok(()) | Err(NoAnswer::Stopped)), "{done:?}");
        }
    }
}

/// Another thread sees the stages in their order, and each with a share that grows.
#[test]
fn an_exact_answer_shows_how_far_it_is() {
    let fights = large_fights();
    let ctx = Ctx::new(1).unwrap();
    let control = ctx.shared_control();
    assert_eq!(control.progress(), None);
    let mut seen = Vec::new();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| answer(&fights[0], &ctx, &mut |_, _, _| ()).map(|_| ()));
        while !work.is_finished() {
            seen.extend(control.progress());
            std::thread::sleep(Duration::from_millis(2));
        }
        work.join().unwrap().unwrap();
    });
    let stages: Vec<Stage> = seen.chunk_by(|a, b| a.stage == b.stage).map(|s| s[0].stage).collect();
    assert_eq!(stages, [Stage::Play, Stage::Situations, Stage::Odds]);
    for stage in seen.chunk_by(|a, b| a.stage == b.stage) {
        assert!(stage.is_sorted_by_key(|progress| progress.done), "{:?}", stage[0].stage);
        assert!(stage.iter().all(|at| at.of.is_none_or(|of| at.done <= of)));
    }
    let shows_share = |at: &StageProgress| at.words().starts_with("finding best play, ");
    assert!(seen.iter().any(shows_share), "{}", seen[0].words());
}
